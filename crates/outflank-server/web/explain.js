// Asks the server why a square cannot be played: the page knows no rules.

import { post } from './api.js';

/** A position as `POST /api/study/why` takes it. @typedef {Record<string, unknown>} Position */

/** No two questions come closer than this, in milliseconds, however fast somebody clicks: well below the server's limit. */
const PAUSE = 500;

export class Explainer {
  #ask;
  /** Counts the squares that were asked about, so that only the last one is answered. */
  #asked = 0;
  /** @type {Promise<void>} */
  #pause = Promise.resolve();

  /** @param {(position: Position, square: string) => Promise<string | null>} ask */
  constructor(ask = why) {
    this.#ask = ask;
  }

  /**
   * Why a square cannot be played, as a sentence; null if it can be, or if another square was asked about meanwhile.
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

  /** Drops the question that is under way. */
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
