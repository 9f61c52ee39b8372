// Asks the server why a move is illegal: the page knows no rules.

import { post } from './api.js';

/** @typedef {import('./wire.js').PositionRequest} Position */

/** The minimum time between requests, in milliseconds: well below the server's rate limit. */
const PAUSE = 500;

export class Explainer {
  #ask;
  #asked = 0;
  /** @type {Promise<void>} */
  #pause = Promise.resolve();

  /** @param {(position: Position, square: string) => Promise<string | null>} ask */
  constructor(ask = why) {
    this.#ask = ask;
  }

  /**
   * Null if the move is legal, or if another square was chosen meanwhile.
   * @param {Position} position
   * @param {string} square
   * @returns {Promise<string | null>}
   */
  async explain(position, square) {
    const asked = ++this.#asked;
    await this.#pause;
    if (asked !== this.#asked) return null;
    this.#pause = new Promise((done) => setTimeout(done, PAUSE));
    const sentence = await this.#ask(position, square).catch(() => `${square} is not a legal move.`);
    return asked === this.#asked ? sentence : null;
  }

  forget() {
    this.#asked += 1;
  }
}

/**
 * @param {Position} position
 * @param {string} square
 */
async function why(position, square) {
  const { sentence } = await post('/api/study/why', { position, square });
  return sentence;
}
