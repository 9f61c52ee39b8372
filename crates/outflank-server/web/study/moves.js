// The move list: the game in two columns with losses, and variations below the moves that they replace.

import { fill, h } from '../dom.js';
import { discs, isSerious, lossMark, sign } from './judgement.js';

/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./tree.js').Study} Study */
/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {{black: Spot | null, white: Spot | null, variations: Spot[]}} Row */

/**
 * @param {Spot[]} game
 * @returns {Row[]}
 */
export function rows(game) {
  /** @type {Row[]} */
  const made = [];
  let open = false;
  for (const spot of game) {
    const by = spot.ply?.by ?? 'black';
    let row = made.at(-1);
    if (row === undefined || !open || by === 'black') {
      row = { black: null, white: null, variations: [] };
      made.push(row);
    }
    row[by] = spot;
    row.variations.push(...(spot.parent?.children.slice(1) ?? []));
    open = by === 'black';
  }
  return made;
}

/** The list has one tab stop; the arrow keys step through the game. */
export class MoveList {
  /**
   * @param {HTMLElement} place
   * @param {{go: (spot: Spot) => void, step: (steps: number) => void, remove: (spot: Spot) => void}} act
   */
  constructor(place, act) {
    this.place = place;
    this.act = act;
    /** @type {HTMLElement | null} */
    this.current = null;
    place.addEventListener('keydown', (event) => {
      const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
      if (steps === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      act.step(steps);
    });
  }

  /**
   * @param {Study} study
   * @param {ReadonlyMap<number, Judgement>} judged
   */
  show(study, judged) {
    const focused = this.place.contains(document.activeElement);
    this.current = null;
    const start = this.#button(study, study.root, ['Start'], null);
    const nodes = rows(study.game).flatMap((row) => [
      h(
        'li',
        { class: 'turn' },
        row.black ? this.#move(study, row.black, judged) : h('span', { class: 'soft', 'aria-hidden': 'true' }, '…'),
        row.white && this.#move(study, row.white, judged),
      ),
      ...row.variations.map((spot) => h('li', { class: 'variation' }, ...this.#variation(study, spot))),
    ]);
    fill(this.place, h('li', {}, start), ...nodes);
    const current = /** @type {HTMLElement | null} */ (this.current);
    if (focused) current?.focus({ preventScroll: true });
    if (current !== null) reveal(current, this.place);
  }

  /**
   * @param {Study} study
   * @param {Spot} spot
   * @param {ReadonlyMap<number, Judgement>} judged
   */
  #move(study, spot, judged) {
    const number = h('span', { class: 'number' }, spot.ply?.square ? `${spot.placements}. ` : '');
    return this.#button(study, spot, [number, spot.ply?.square ?? 'pass'], judged.get(spot.number) ?? null);
  }

  /**
   * @param {Study} study
   * @param {Spot} spot
   * @param {(Node | string)[]} name
   * @param {Judgement | null} judgement
   */
  #button(study, spot, name, judgement) {
    const current = spot === study.spot;
    const mark = judgement ? lossMark(judgement.loss) : '';
    const grade = judgement !== null && isSerious(judgement) ? judgement.grade : null;
    const button = h(
      'button',
      {
        type: 'button',
        class: 'move',
        tabindex: current ? 0 : -1,
        'aria-current': current && 'true',
        onclick: () => this.act.go(spot),
      },
      ...name,
      grade !== null && h('b', { class: 'bad', 'aria-hidden': 'true' }, sign(grade)),
      mark !== '' && h('small', { class: grade === null ? 'soft' : 'bad', 'aria-hidden': 'true' }, mark),
      judgement !== null &&
        mark !== '' &&
        h('span', { class: 'visually-hidden' }, `, ${grade === null ? '' : `${grade}, `}loses ${discs(judgement.loss)}`),
    );
    if (current) this.current = button;
    return button;
  }

  /**
   * @param {Study} study
   * @param {Spot} first
   * @returns {Node[]}
   */
  #variation(study, first) {
    /** @type {Node[]} */
    const nodes = [];
    /** @param {Spot} spot */
    const line = (spot) => {
      if (spot.ply?.square) nodes.push(h('span', { class: 'number', 'aria-hidden': 'true' }, `${spot.placements}.`));
      for (let at = /** @type {Spot | undefined} */ (spot); at !== undefined; at = at.children.at(0)) {
        nodes.push(this.#button(study, at, [at.ply?.square ?? 'pass'], null));
        const others = at === spot ? [] : (at.parent?.children.slice(1) ?? []);
        for (const other of others) {
          nodes.push(document.createTextNode('('));
          line(other);
          nodes.push(document.createTextNode(')'));
        }
      }
    };
    line(first);
    const name = `Remove the variation ${first.ply?.square ?? 'pass'}`;
    nodes.push(
      h(
        'button',
        { type: 'button', class: 'move', 'aria-label': name, title: name, onclick: () => this.act.remove(first) },
        '×',
      ),
    );
    return nodes;
  }
}

/**
 * Scrolls the list only; `scrollIntoView` would scroll the page.
 * @param {HTMLElement} part
 * @param {HTMLElement} list
 */
function reveal(part, list) {
  const [inner, outer] = [part.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 4;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 4;
}
