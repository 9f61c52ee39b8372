import { shade } from '../board.js';
import { fill, h } from '../dom.js';
import { colorName, discs, moveName, sign } from './judgement.js';
import { tasksOf } from './round.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./round.js').Task} Task */
/** @typedef {import('./tree.js').Spot} Spot */

/** @typedef {Color | 'both'} Side */

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
  #title = h('h2', { id: 'mistakes-title' });
  #list = h('ol', { class: 'mistakes', 'aria-labelledby': 'mistakes-title' });
  #none = h('p', { class: 'soft' }, 'No serious mistakes.');
  #choice = h('div', {});
  /** @type {Map<Side, HTMLElement>} */
  #counts = new Map();
  #begin;

  /**
   * @param {HTMLElement} place
   * @param {{show: (spot: Spot) => void, retry: (tasks: Task[]) => void}} act
   */
  constructor(place, act) {
    this.place = place;
    this.act = act;
    this.#begin = h('button', { type: 'button', onclick: () => act.retry(this.#tasks(this.#side)) }, 'Retry all');
    fill(
      place,
      h('div', { class: 'spread' }, this.#title, h('fieldset', { class: 'segments' }, h('legend', { class: 'visually-hidden' }, 'Whose mistakes'), this.#choice)),
      this.#none,
      this.#list,
      h('div', { class: 'row' }, this.#begin),
    );
    this.reset(null, { black: 'Black', white: 'White' });
  }

  /**
   * @param {Color | null} you  the side of the reader, whose mistakes come first
   * @param {Record<Color, string>} names
   */
  reset(you, names) {
    this.#you = you;
    this.#side = you ?? 'both';
    /** @type {[Side, string][]} */
    const choices =
      you === 'black'
        ? [['black', 'You'], ['white', names.white]]
        : you === 'white'
          ? [['white', 'You'], ['black', names.black]]
          : [['black', 'Black'], ['white', 'White'], ['both', 'Both']];
    this.#counts = new Map(choices.map(([side]) => [side, h('span', { class: 'soft' })]));
    fill(
      this.#choice,
      ...choices.map(([side, name]) =>
        h(
          'label',
          {},
          h('input', { type: 'radio', name: 'retry-side', value: side, checked: side === this.#side, onchange: () => this.#choose(side) }),
          h('span', { class: 'name' }, name),
          this.#counts.get(side),
        ),
      ),
    );
  }

  focus() {
    (this.#begin.hidden ? this.#list.querySelector('button') : this.#begin)?.focus({ preventScroll: true });
  }

  /**
   * @param {Spot[]} game
   * @param {ReadonlyMap<number, Judgement>} judged
   * @param {Spot | null} at  the position on the board
   */
  show(game, judged, at) {
    this.#game = game;
    this.#judged = judged;
    const tasks = this.#tasks(this.#side);
    this.place.hidden = this.#tasks('both').length === 0;
    this.#title.textContent = this.#side === this.#you ? 'Your mistakes' : 'Mistakes';
    this.#none.hidden = tasks.length > 0;
    for (const [side, count] of this.#counts) count.textContent = String(this.#tasks(side).length);
    this.#begin.hidden = tasks.length < 2;
    this.#fill(tasks);
    for (const [i, { played }] of tasks.entries()) {
      const isCurrent = at !== null && (at === played || at === played.parent);
      this.#list.children[i].toggleAttribute('data-current', isCurrent);
    }
  }

  /** @param {Task[]} tasks */
  #fill(tasks) {
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
    const { loss, exact, best } = judgement;
    const reason = reasonOf(judgement, this.#you);
    const cost = exact ? Math.round(loss * 10) / 10 : Math.round(loss);
    return h(
      'li',
      {},
      h('span', { class: 'name' }, h('b', {}, moveName(played)), h('b', { class: 'bad' }, sign(judgement.grade))),
      h('span', { class: 'cost', 'data-step': shade(loss), title: `Loses ${discs(loss)}` }, `−${cost}`),
      h('span', { class: 'best' }, 'Best: ', h('b', {}, best)),
      h('button', { type: 'button', 'aria-label': `Show ${square}`, onclick: () => this.act.show(played) }, 'Show'),
      h('button', { type: 'button', 'aria-label': `Retry ${square}`, onclick: () => this.act.retry([task]) }, 'Retry'),
      reason !== '' && h('p', { class: 'soft small' }, reason),
    );
  }

  /** @param {Side} side */
  #choose(side) {
    this.#side = side;
    this.show(this.#game, this.#judged, null);
  }

  /** @param {Side} side */
  #tasks(side) {
    return tasksOf(this.#game, this.#judged, side);
  }
}

/**
 * Why a move was a mistake: the reasons of its sentence, which the row need not repeat.
 * @param {Judgement} judgement
 * @param {Color | null} you
 */
function reasonOf({ reasons = [], by }, you) {
  return reasons.length === 0 ? '' : `${by === you ? 'You' : colorName(by)} ${reasons.map(({ text }) => text).join(', and ')}.`;
}
