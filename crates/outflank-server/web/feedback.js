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

  /**
   * @param {string} text
   * @param {number} [ms]
   */
  answer(text, ms) {
    say(text);
    this.show(text, ms);
    this.#answers = true;
  }

  /** @param {Event} event  `armed` of the board */
  armed(event) {
    const { square, flips, touch } = /** @type {CustomEvent<{square: string, flips: number, touch: boolean}>} */ (event).detail;
    this.answer(`${square} flips ${flips}. ${touch ? 'Tap' : 'Click'} again to play it.`);
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
