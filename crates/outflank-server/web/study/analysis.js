// What the engine finds out, as it comes from the server, and the one place that asks for it.

import { Problem, lines } from '../api.js';
import { discs, seenBy, signed } from './judgement.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {{moves: string, score: number, bound: string}} Line */

/**
 * One step of a search. Scores are discs for Black.
 * @typedef {object} Analysis
 * @property {number} depth
 * @property {number} confidence  in percent
 * @property {boolean} exact
 * @property {number} nodes
 * @property {number} ms
 * @property {Line[]} lines
 * @property {boolean} [done]
 */

/** Asks for one analysis at a time: who asks for the next ends the one before. */
export class Analyst {
  /** @type {AbortController | null} */
  #running = null;

  /**
   * Reads what an address streams until it ends.
   * @param {string} path
   * @param {unknown} body
   * @param {(line: any) => void} tell  called with each line
   * @returns {Promise<boolean>} whether it came to its end; false if it was stopped
   */
  async run(path, body, tell) {
    this.stop();
    const running = (this.#running = new AbortController());
    try {
      for await (const line of lines(path, body, { signal: running.signal })) {
        if (running.signal.aborted) return false;
        // Once an answer has begun, what goes wrong is told in a line of it.
        if ('error' in line) throw new Problem(0, line.error, line.message);
        tell(line);
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
 * The values to show on the squares, for the side to move: the best marked, the bad ones too.
 * @param {Analysis} analysis
 * @param {Color} turn
 * @returns {Map<string, import('../board.js').Value>}
 */
export function values(analysis, turn) {
  const scores = analysis.lines.map(({ moves, score }) => ({ square: moves.split(' ')[0], score: seenBy(score, turn) }));
  const best = Math.max(...scores.map(({ score }) => score));
  return new Map(
    scores.map(({ square, score }) => {
      const kind = score === best ? 'best' : best - score < 1 ? 'good' : best - score >= 4 ? 'bad' : undefined;
      // A square has little room: from ten discs on, tenths are left out.
      return [square, { text: signed(Math.abs(score) < 9.95 ? score : Math.round(score)), kind }];
    }),
  );
}

/**
 * How much a move costs who plays it, against the best line of the same search; null if the search does not know the move.
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
 * How far a search has got, in words.
 * @param {Analysis} analysis
 */
export function progress({ depth, confidence, exact, nodes, ms }) {
  const far = exact ? 'Solved' : confidence < 100 ? `Depth ${depth}, ${confidence} % sure` : `Depth ${depth}`;
  return `${far} · ${large(nodes)} positions · ${(ms / 1000).toFixed(1)} s`;
}

/**
 * A score with its bound, for the side that looks.
 * @param {Line} line
 * @param {Color} turn
 */
export function scoreText({ score, bound }, turn) {
  // A bound for Black is the other bound for White.
  const lower = bound === 'lower';
  const sign = bound === 'exact' ? '' : lower === (turn === 'black') ? '≥ ' : '≤ ';
  return sign + signed(seenBy(score, turn));
}

/**
 * What a retried move is told.
 * @param {string} square
 * @param {number} cost
 * @param {boolean} enough
 */
export function verdict(square, cost, enough) {
  if (cost < 0.05) return `${square} is the best move. Well found.`;
  return enough ? `${square} costs ${discs(cost)}: well found.` : `${square} costs ${discs(cost)}.`;
}

/**
 * How many questions the engine answers first, in words.
 * @param {number} before
 */
export function queue(before) {
  return before === 0
    ? 'Thinking…'
    : before === 1
      ? 'Waits for one other question.'
      : `Waits for ${before} other questions.`;
}

/** @param {number} count */
function large(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} billion`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} million`;
  return count.toLocaleString('en');
}
