// Hints: the best square first, then the best squares with their values. The engine is asked once for a position.

import { Analyst } from '../study/analysis.js';
import { seenBy, signed } from '../study/judgement.js';
import { position } from '../study/known.js';
import { other } from '../replay.js';
import { mayPlay, movesOf } from './model.js';

/** @typedef {import('./model.js').Game} Game */
/** @typedef {import('../board.js').Value} Value */
/** @typedef {{square: string, score: number}} Found */

/** How hard the engine looks: a second or two on a small machine. */
const EFFORT = { seconds: 3, depth: 14 };

/** The number of squares that the second hint shows. */
const SHOWN = 3;

export class Hint {
  #analyst = new Analyst();
  #changed;
  #moves = '';
  #steps = 0;
  /** The moves of the position, the best first. @type {Found[] | null} */
  #found = null;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** The squares to mark. @returns {string[]} */
  get squares() {
    return this.#steps === 1 && this.#found !== null ? [this.#found[0].square] : [];
  }

  /** @returns {Map<string, Value> | undefined} */
  get values() {
    if (this.#steps < 2 || this.#found === null) return undefined;
    const [best] = this.#found;
    return new Map(
      this.#found.slice(0, SHOWN).map(({ square, score }) => {
        const loss = best.score - score;
        return [square, { text: signed(score), loss, kind: loss < 0.05 ? 'best' : undefined }];
      }),
    );
  }

  /** Forgets the hint when the game goes on. @param {Game} game */
  follow(game) {
    if (movesOf(game.plies) === this.#moves) return;
    this.#analyst.stop();
    this.#moves = movesOf(game.plies);
    this.#steps = 0;
    this.#found = null;
  }

  /**
   * The next hint.
   * @param {Game} game
   * @returns {Promise<string | null>} a sentence, or null if the game has gone on
   */
  async ask(game) {
    this.follow(game);
    this.#found ??= await this.#search(game);
    if (this.#found === null || this.#moves !== movesOf(game.plies)) return null;
    this.#steps = Math.min(2, this.#steps + 1);
    this.#changed();
    const { square } = this.#found[0];
    if (this.#steps === 1) return this.#found.length > 1 ? `Try ${square}. Press Hint again for the best moves.` : `${square} is your only move.`;
    return `Best moves: ${this.#found.slice(0, SHOWN).map((found) => `${found.square} ${signed(found.score)}`).join(', ')}.`;
  }

  /**
   * @param {Game} game
   * @returns {Promise<Found[] | null>}
   */
  async #search({ full, state }) {
    const { board, turn, supply, legal } = state;
    if (legal.length === 1) return [{ square: legal[0].square, score: 0 }];
    const { record } = await position({ rules: full.rules, board, turn, supply });
    /** @type {Found[]} */
    let found = [];
    const isDone = await this.#analyst.run('/api/analyze', { record, lines: legal.length, ...EFFORT }, (line) => {
      if (!('lines' in line)) return;
      found = line.lines.map((/** @type {import('../wire.js').FoundLine} */ { moves, score }) => ({
        square: moves.split(' ')[0],
        score: seenBy(score, turn),
      }));
    });
    if (!isDone || found.length === 0) return null;
    return found.sort((a, b) => b.score - a.score);
  }
}

/**
 * Whether this player may ask for hints: against the engine or alone with both colours, never against a person.
 * @param {Game} game
 */
export function mayAsk({ you, players }) {
  return you.length === 2 || (you.length === 1 && players[other(you[0])].kind === 'engine');
}

/** @param {Game} game */
export function canAsk(game) {
  return mayAsk(game) && mayPlay(game);
}
