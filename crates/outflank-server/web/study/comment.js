import { fill, h } from '../dom.js';
import { MAX_COMMENT } from '../library/entry.js';
import { moveName } from './judgement.js';

/** @typedef {import('./tree.js').Spot} Spot */

/** The field for a comment on the move on the board. A pass shares it with the move before. */
export class Comment {
  /** @type {Spot | null} */
  #spot = null;
  #name = h('span', {});
  #text = h('textarea', { rows: 2, maxlength: MAX_COMMENT });

  /**
   * @param {HTMLElement} place
   * @param {() => void} changed
   */
  constructor(place, changed) {
    fill(place, h('label', { class: 'field' }, this.#name, this.#text));
    this.#text.addEventListener('input', () => {
      if (this.#spot === null) return;
      this.#spot.comment = this.#text.value.trim();
      changed();
    });
  }

  /** @param {Spot} spot */
  show(spot) {
    const own = spot.ply !== null && spot.ply.square == null ? (spot.parent ?? spot) : spot;
    const isSame = own === this.#spot && (own.comment === this.#text.value.trim() || document.activeElement === this.#text);
    this.#spot = own;
    this.#name.textContent = own.ply === null ? 'Comment on the start' : `Comment on ${moveName(own)}`;
    if (!isSame) this.#text.value = own.comment;
  }
}
