// The moves of a position with their values. Where the report has judged a move, its value is the report's, so that a move never has
// two values on the page. Scores are discs for Black.

import { discs, plies, seenBy, signed } from './judgement.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./analysis.js').Analysis} Analysis */
/** @typedef {import('./judgement.js').Judgement} Judgement */

/**
 * A legal move, the play after it and its value.
 * @typedef {{square: string, line: string[], score: number, bound: string, reported: boolean}} Candidate
 */

/**
 * The best first.
 * @param {Judgement | null} judgement  of the move played in the position
 * @param {Analysis | null} analysis
 * @param {Color} turn
 * @returns {Candidate[]}
 */
export function candidates(judgement, analysis, turn) {
  /** @type {Map<string, Candidate>} */
  const found = new Map();
  for (const { moves, score, bound } of analysis?.lines ?? []) {
    const line = moves.split(' ').filter((move) => move !== '');
    found.set(line[0], { square: line[0], line, score, bound, reported: false });
  }
  /** @type {(square: string, score: number, text: string | null | undefined) => void} */
  const report = (square, score, text) => {
    const line = text?.match(/../g)?.map((move) => (move === 'pa' ? 'pass' : move)) ?? found.get(square)?.line ?? [square];
    found.set(square, { square, line, score, bound: 'exact', reported: true });
  };
  if (judgement !== null) {
    report(judgement.played, judgement.score, judgement.line);
    report(judgement.best, judgement.best_score, judgement.best_line);
  }
  const isBest = (/** @type {Candidate} */ { square }) => Number(square === judgement?.best);
  // The report's best move comes before others of the same value.
  return [...found.values()].sort((a, b) => seenBy(b.score - a.score, turn) || isBest(b) - isBest(a));
}

/**
 * The values on the squares.
 * @param {Candidate[]} moves
 * @param {Color} turn
 * @returns {Map<string, import('../board.js').Value>}
 */
export function values(moves, turn) {
  const best = Math.max(...moves.map(({ score }) => seenBy(score, turn)));
  return new Map(
    moves.map(({ square, score }) => {
      const loss = best - seenBy(score, turn);
      return [square, { text: signed(seenBy(score, turn)), loss, ...(loss === 0 && { kind: /** @type {const} */ ('best') }) }];
    }),
  );
}

/**
 * How far the report looked, and how far off it may be: "12 plies, within 3 discs".
 * @param {Pick<Judgement, 'depth' | 'exact' | 'loss_error'>} judgement
 */
export function reach({ depth, exact, loss_error: error }) {
  if (exact) return 'exact';
  return error == null ? plies(depth) : `${plies(depth)}, within ${discs(Math.ceil(error))}`;
}

/**
 * A sentence if the engine has looked deeper than the report.
 * @param {Pick<Judgement, 'depth' | 'exact'>} judgement
 * @param {Pick<Analysis, 'depth' | 'exact'>} analysis
 * @returns {string | null}
 */
export function deeper(judgement, analysis) {
  if (judgement.exact || (!analysis.exact && analysis.depth <= judgement.depth)) return null;
  const depths = analysis.exact ? `to the end instead of ${plies(judgement.depth)}` : `${plies(analysis.depth)} instead of ${judgement.depth}`;
  return `The engine has now looked deeper than the report: ${depths}.`;
}
