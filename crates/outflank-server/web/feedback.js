// The line under the board with feedback on a click. Its space is reserved, so that nothing moves.

import { Explainer } from './explain.js';
import { say } from './shell.js';

const SHOWN = 5000;

export class Feedback {
  #place;
  #explainer = new Explainer();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether the text is about the position on the board. */
  #answers = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    // The live region announces it.
    place.setAttribute('aria-hidden', 'true');
  }

  /** @param {string} text */
  answer(text) {
    say(text);
    this.show(text);
    this.#answers = true;
  }

  moved() {
    if (this.#answers) this.clear();
    else this.#explainer.forget();
  }

  /**
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
   * @param {import('./explain.js').Position} position
   * @param {string} square
   */
  async explain(position, square) {
    const sentence = await this.#explainer.explain(position, square);
    if (sentence !== null) this.answer(sentence);
  }
}
