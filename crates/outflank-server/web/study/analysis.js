// Requests engine analysis and formats it. Scores are discs for Black.

import { Problem, lines } from '../api.js';
import { discs, plies, seenBy, signed } from './judgement.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('../wire.js').FoundLine} Line */

/** @typedef {import('../wire.js').Found} Analysis */

/** Runs one analysis at a time: a new one stops the previous one. */
export class Analyst {
  /** @type {AbortController | null} */
  #running = null;

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {(line: any) => void} report  called with each line
   * @returns {Promise<boolean>} false if it was stopped
   */
  async run(path, body, report) {
    this.stop();
    const running = (this.#running = new AbortController());
    try {
      for await (const line of lines(path, body, { signal: running.signal })) {
        if (running.signal.aborted) return false;
        // After the response has started, errors are lines.
        if ('error' in line) throw new Problem(0, line.error, line.message);
        report(line);
      }
      return !running.signal.aborted;
    } catch (error) {
      if (running.signal.aborted) return false;
      throw error;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
  }
}

/**
 * What a move loses against the best line of the same search; null if the search has no line for it.
 * @param {Analysis} analysis
 * @param {string} square
 * @param {Color} turn
 */
export function costOf(analysis, square, turn) {
  const scores = analysis.lines.map(({ score }) => seenBy(score, turn));
  const found = analysis.lines.findIndex(({ moves }) => moves.split(' ')[0] === square);
  return found < 0 ? null : Math.max(0, Math.max(...scores) - scores[found]);
}

/**
 * "18 plies · 1.2 million positions · 0.1 s".
 * @param {Analysis} analysis
 * @param {number} empties
 */
export function progress({ depth, confidence, exact, nodes, ms }, empties) {
  const far = exact ? 'exact' : depth < empties ? plies(depth) : `to the end, ${confidence} % sure`;
  return `${far} · ${large(nodes)} positions · ${(ms / 1000).toFixed(1)} s`;
}

/**
 * @param {Pick<Line, 'score' | 'bound'>} line
 * @param {Color} turn
 */
export function scoreText({ score, bound }, turn) {
  // A lower bound for Black is an upper bound for White.
  const lower = bound === 'lower';
  const sign = bound === 'exact' ? '' : lower === (turn === 'black') ? '≥ ' : '≤ ';
  return sign + signed(seenBy(score, turn));
}

/**
 * @param {string} square
 * @param {number} cost
 * @param {boolean} enough
 */
export function verdict(square, cost, enough) {
  if (cost < 0.05) return `${square} is the best move. Well done!`;
  return enough ? `Good: ${square} loses only ${discs(cost)}.` : `${square} loses ${discs(cost)}.`;
}

/** @param {number} before */
export function queue(before) {
  return before === 0
    ? 'Thinking…'
    : before === 1
      ? 'One request ahead.'
      : `${before} requests ahead.`;
}

/** @param {number} count */
function large(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} billion`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} million`;
  return count.toLocaleString('en');
}
