// The line under the board that answers what was done on it, for a few seconds. Its room is always kept, so that nothing moves.

import { Explainer } from './explain.js';
import { say } from './shell.js';

/** How long a sentence can be read, in milliseconds. */
const SHOWN = 5000;

export class Feedback {
  #place;
  #explainer = new Explainer();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    // The live region says it.
    place.setAttribute('aria-hidden', 'true');
  }

  /**
   * Shows a sentence and says it.
   * @param {string} text
   */
  tell(text) {
    say(text);
    this.show(text);
  }

  /**
   * Shows a sentence that the live region says already.
   * @param {string} text
   * @param {number} [ms]
   */
  show(text, ms = SHOWN) {
    this.#explainer.forget();
    this.#place.textContent = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#place.textContent = ''), ms);
  }

  clear() {
    this.#explainer.forget();
    clearTimeout(this.#timer);
    this.#place.textContent = '';
  }

  /**
   * Tells why a square cannot be played.
   * @param {import('./explain.js').Position} position
   * @param {string} square
   */
  async explain(position, square) {
    const sentence = await this.#explainer.explain(position, square);
    if (sentence !== null) this.tell(sentence);
  }
}
