// The dialog at the end of a game. It covers the cards, so it also shows rematch offers.

import { dialog, fill, h } from '../dom.js';
import { ending } from './notices.js';
import { headline, reason, verdict } from './words.js';

/** @typedef {import('./model.js').Game} Game */
/** @typedef {import('./notices.js').Acts} Acts */

export class ResultDialog {
  #acts;
  #next = h('div', { class: 'fields' });
  #key = '';
  /** @type {HTMLDialogElement | null} */
  #box = null;

  /** @param {Acts} acts */
  constructor(acts) {
    const close = () => this.#box?.close();
    this.#acts = /** @type {Acts} */ ({
      ...acts,
      command: (order) => (close(), acts.command(order)),
      levelUp: (level) => (close(), acts.levelUp(level)),
    });
  }

  /** @param {Game} game */
  open(game) {
    const { result } = game.state;
    if (result == null || document.querySelector('dialog[open]')) return;
    this.#box = dialog(headline(result), h('p', {}, reason(result), ' ', verdict(game)), this.#next);
    this.#box.classList.add('result');
    this.#key = '';
    this.show(game);
  }

  /** @param {Game} game */
  show(game) {
    const key = JSON.stringify([game.state.offers.rematch, game.state.rematch]);
    if (this.#box === null || !this.#box.open || this.#key === key) return;
    this.#key = key;
    fill(this.#next, ...ending(game, this.#acts));
    if (document.activeElement === document.body) this.#box.querySelector('h2')?.focus();
  }
}
