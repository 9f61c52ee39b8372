import { fill, h } from '../dom.js';
import { moveName, sign } from './judgement.js';
import { tasksOf } from './round.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./round.js').Task} Task */
/** @typedef {import('./tree.js').Spot} Spot */

/** @typedef {Color | 'both'} Side */

/** @type {[Side, string][]} */
const SIDES = [
  ['black', 'Black'],
  ['white', 'White'],
  ['both', 'Both'],
];

export class Mistakes {
  /** @type {Side} */
  #side = 'both';
  /** @type {Spot[]} */
  #game = [];
  /** @type {ReadonlyMap<number, Judgement>} */
  #judged = new Map();
  /** @type {Judgement[]} */
  #listed = [];
  #title = h('h3', { class: 'label', id: 'mistakes-title' });
  #list = h('ol', { class: 'mistakes', 'aria-labelledby': 'mistakes-title' });
  #counts = new Map(SIDES.map(([side]) => [side, h('span', { class: 'soft' })]));
  #begin;

  /**
   * @param {HTMLElement} place
   * @param {{go: (spot: Spot) => void, retry: (tasks: Task[]) => void}} act
   */
  constructor(place, act) {
    this.place = place;
    this.act = act;
    const sides = SIDES.map(([side, name]) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: 'retry-side', value: side, checked: side === this.#side, onchange: () => this.#choose(side) }),
        side !== 'both' && h('span', { class: 'token', 'data-disc': side }),
        h('span', {}, name),
        this.#counts.get(side),
      ),
    );
    this.#begin = h('button', { type: 'button', class: 'primary', onclick: () => act.retry(this.#tasks(this.#side)) }, 'Retry your mistakes');
    fill(
      place,
      this.#title,
      h('fieldset', { class: 'segments' }, h('legend', {}, 'Whose mistakes'), h('div', {}, ...sides)),
      h('div', { class: 'row' }, this.#begin),
      this.#list,
    );
  }

  focus() {
    (this.#begin.disabled ? this.#list.querySelector('button') : this.#begin)?.focus();
  }

  /**
   * @param {Spot[]} game
   * @param {ReadonlyMap<number, Judgement>} judged
   */
  show(game, judged) {
    this.#game = game;
    this.#judged = judged;
    const tasks = this.#tasks('both');
    this.place.hidden = tasks.length === 0;
    this.#title.textContent = tasks.length === 1 ? 'One serious mistake' : `${tasks.length} serious mistakes`;
    for (const [side, count] of this.#counts) count.textContent = String(this.#tasks(side).length);
    this.#begin.disabled = this.#tasks(this.#side).length === 0;
    // Stepping through the game does not change the list.
    const same = tasks.length === this.#listed.length && tasks.every(({ judgement }, i) => judgement === this.#listed[i]);
    if (same) return;
    this.#listed = tasks.map(({ judgement }) => judgement);
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.#list.contains(active) ? active.ariaLabel : null;
    fill(this.#list, ...tasks.map((task) => this.#item(task)));
    if (focused === null) return;
    const buttons = [...this.#list.querySelectorAll('button')];
    (buttons.find((button) => button.ariaLabel === focused) ?? buttons[0])?.focus({ preventScroll: true });
  }

  /** @param {Task} task */
  #item(task) {
    const { judgement, played } = task;
    const square = played.ply?.square;
    return h(
      'li',
      {},
      h('b', {}, `${moveName(played)}${sign(judgement.grade)}`),
      h('button', { type: 'button', 'aria-label': `Retry ${square}`, onclick: () => this.act.retry([task]) }, 'Retry'),
      h('button', { type: 'button', 'aria-label': `Show ${square}`, onclick: () => this.act.go(played) }, 'Show'),
      h('p', {}, judgement.sentence),
    );
  }

  /** @param {Side} side */
  #choose(side) {
    this.#side = side;
    this.show(this.#game, this.#judged);
  }

  /** @param {Side} side */
  #tasks(side) {
    return tasksOf(this.#game, this.#judged, side);
  }
}
