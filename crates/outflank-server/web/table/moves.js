// The score sheet: a slot for every move of the game, there from the start. A pass has no number and lies in the slot of the move before it.

import { button } from '../shell.js';
import { fill, h } from '../dom.js';
import { colorName } from './words.js';

/** @typedef {import('../wire.js').Ply} Ply */

export class Moves {
  #list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  #steps = h('div', { class: 'steps', role: 'group', 'aria-label': 'Step through the game' });
  /** @type {HTMLButtonElement[]} */
  #buttons;
  #written = '';
  #plies = 0;
  #at = 0;
  #go;

  /** @param {(ply: number) => void} go shows the board after a ply */
  constructor(go) {
    this.#go = go;
    this.#buttons = [
      button('First position', 'M6 5v14M18 5l-8 7 8 7', () => go(0)),
      button('Previous move', 'm15 5-8 7 8 7', () => go(Math.max(0, this.#at - 1))),
      button('Next move', 'm9 5 8 7-8 7', () => go(Math.min(this.#plies, this.#at + 1))),
      button('Last position', 'M18 5v14M6 5l8 7-8 7', () => go(this.#plies)),
    ];
    this.#steps.append(...this.#buttons);
    this.#list.addEventListener('keydown', (event) => {
      if (this.key(event)) this.#list.querySelector('[aria-current]')?.closest('button')?.focus();
    });
    this.show([], 0, 60);
  }

  get elements() {
    return [this.#list, this.#steps];
  }

  /**
   * @param {Ply[]} plies
   * @param {number} at the ply after which the board is shown
   * @param {number} slots the number of moves that the game can have
   */
  show(plies, at, slots) {
    const isFocused = this.#list.contains(document.activeElement);
    this.#plies = plies.length;
    this.#at = at;
    this.#write(plies, slots);
    for (const old of this.#list.querySelectorAll('[tabindex="0"]')) old.setAttribute('tabindex', '-1');
    this.#list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const current = this.#list.querySelector(`[data-ply="${at}"]`);
    current?.setAttribute('aria-current', 'true');
    // The list is one stop for the Tab key; arrow keys move inside.
    (current ?? this.#list.querySelector('[data-ply]'))?.setAttribute('tabindex', '0');
    if (isFocused && current instanceof HTMLElement) current.focus({ preventScroll: true });
    this.reveal();
    // A `disabled` button would lose the focus.
    const ends = [at === 0, at === 0, at === plies.length, at === plies.length];
    this.#buttons.forEach((step, i) => step.setAttribute('aria-disabled', String(ends[i])));
  }

  /** Scrolls to the current move: the list only, because `scrollIntoView` would scroll the page. */
  reveal() {
    const list = this.#list;
    const current = list.querySelector('[aria-current]');
    if (current === null) return list.scrollTo({ top: 0, left: 0 });
    const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    const dy = inner.top + inner.height / 2 - (outer.top + outer.height / 2);
    const dx = inner.left + inner.width / 2 - (outer.left + outer.width / 2);
    list.scrollBy({ top: dy, left: dx });
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was handled
   */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const last = this.#plies;
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: last };
    if (!(event.key in targets)) return false;
    event.preventDefault();
    this.#go(Math.min(last, Math.max(0, targets[event.key])));
    return true;
  }

  /**
   * @param {Ply[]} plies
   * @param {number} slots
   */
  #write(plies, slots) {
    const text = `${slots} ${plies.map(({ square, by }) => `${by}${square ?? ''}`).join(' ')}`;
    if (text === this.#written) return;
    this.#written = text;
    /** @type {HTMLElement[][]} */
    const written = [];
    let placed = 0;
    for (const [i, ply] of plies.entries()) {
      if (ply.square != null) placed += 1;
      (written[Math.max(0, placed - 1)] ??= []).push(this.#ply(ply, i + 1, placed));
    }
    const empty = Array.from({ length: Math.max(0, slots - written.length) }, (_, i) =>
      h('li', { class: 'todo', 'aria-hidden': 'true', 'data-number': `${written.length + i + 1}.` }),
    );
    fill(this.#list, ...written.map((slot) => h('li', {}, ...slot)), ...empty);
  }

  /**
   * @param {Ply} ply
   * @param {number} at
   * @param {number} number
   */
  #ply({ by, square }, at, number) {
    const isPass = square == null;
    const name = isPass ? `${colorName(by)} pass` : `${number}, ${colorName(by)} ${square}`;
    const attributes = { class: isPass ? 'ply pass' : 'ply', 'data-ply': at, 'data-number': isPass ? null : `${number}.` };
    return h('button', { type: 'button', ...attributes, tabindex: -1, 'aria-label': name, onclick: () => this.#go(at) }, square ?? 'pass');
  }
}
