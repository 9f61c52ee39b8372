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
  /** Whether what is shown answers something that was done on this very board. */
  #answers = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    // The live region says it.
    place.setAttribute('aria-hidden', 'true');
  }

  /**
   * Answers something that was done on the board: shows a sentence and says it.
   * @param {string} text
   */
  answer(text) {
    say(text);
    this.show(text);
    this.#answers = true;
  }

  /** Drops an answer: the board that it was about has changed. */
  moved() {
    if (this.#answers) this.clear();
    else this.#explainer.forget();
  }

  /**
   * Shows a sentence that the live region says already.
   * @param {string} text
   * @param {number} [ms]
   */
  show(text, ms = SHOWN) {
    this.#explainer.forget();
    this.#answers = false;
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
   * Answers why a square cannot be played.
   * @param {import('./explain.js').Position} position
   * @param {string} square
   */
  async explain(position, square) {
    const sentence = await this.#explainer.explain(position, square);
    if (sentence !== null) this.answer(sentence);
  }
}
