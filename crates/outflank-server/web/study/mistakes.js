import { fill, h } from '../dom.js';
import { moveName, sign } from './judgement.js';
import { tasksOf } from './round.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./round.js').Task} Task */
/** @typedef {import('./tree.js').Spot} Spot */

/** @typedef {Color | 'both'} Side */

/** @param {Color | null} you @returns {[Side, string][]} */
const sides = (you) =>
  you === null
    ? [
        ['black', 'Black'],
        ['white', 'White'],
        ['both', 'Both'],
      ]
    : [
        [you, 'Yours'],
        ['both', 'Both sides'],
      ];

export class Mistakes {
  /** @type {Color | null} */
  #you = null;
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
  #choice = h('div', {});
  /** @type {Map<Side, HTMLElement>} */
  #counts = new Map();
  #begin;

  /**
   * @param {HTMLElement} place
   * @param {{go: (spot: Spot) => void, retry: (tasks: Task[]) => void}} act
   */
  constructor(place, act) {
    this.place = place;
    this.act = act;
    this.#begin = h('button', { type: 'button', class: 'primary', onclick: () => act.retry(this.#tasks(this.#side)) }, 'Retry your mistakes');
    fill(
      place,
      this.#title,
      h('fieldset', { class: 'segments' }, h('legend', {}, 'Whose mistakes'), this.#choice),
      h('div', { class: 'row' }, this.#begin),
      this.#list,
    );
    this.reset(null);
  }

  /** @param {Color | null} you  the side of the reader, whose mistakes come first */
  reset(you) {
    this.#you = you;
    this.#side = you ?? 'both';
    const choices = sides(you);
    this.#counts = new Map(choices.map(([side]) => [side, h('span', { class: 'soft' })]));
    fill(
      this.#choice,
      ...choices.map(([side, name]) =>
        h(
          'label',
          {},
          h('input', { type: 'radio', name: 'retry-side', value: side, checked: side === this.#side, onchange: () => this.#choose(side) }),
          side !== 'both' && h('span', { class: 'token', 'data-disc': side }),
          h('span', {}, name),
          this.#counts.get(side),
        ),
      ),
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
    const tasks = this.#tasks(this.#side);
    this.place.hidden = this.#tasks('both').length === 0;
    this.#title.textContent = title(tasks.length, this.#side === this.#you);
    for (const [side, count] of this.#counts) count.textContent = String(this.#tasks(side).length);
    this.#begin.disabled = tasks.length === 0;
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

/**
 * @param {number} count
 * @param {boolean} yours
 */
export function title(count, yours) {
  const number = count === 0 ? 'no' : count === 1 ? 'one' : String(count);
  const text = `${yours ? 'you made ' : ''}${number} serious ${count === 1 ? 'mistake' : 'mistakes'}`;
  return text[0].toUpperCase() + text.slice(1);
}
