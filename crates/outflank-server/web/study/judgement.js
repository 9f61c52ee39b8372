// What the engine said about the moves of a game, and what to learn from it.

/** @typedef {import('../replay.js').Color} Color */

/**
 * One move judged. Scores are discs for Black; the loss is what the move cost its player.
 * @typedef {object} Judgement
 * @property {number} ply   counted from 1, passes included
 * @property {number} score
 * @property {string} best
 * @property {number} best_score
 * @property {number} loss
 * @property {boolean} exact
 * @property {number} depth
 * @property {Grade} grade
 * @property {{kind: string, text: string}[]} [reasons]  of a serious mistake: what the board shows to be wrong with it
 * @property {string} [sentence]   of a serious mistake: what happened, in words
 */

/** How good a move was. @typedef {'best' | 'slip' | 'mistake' | 'blunder'} Grade */

/** From how many discs on a move is a mistake worth another try. A test of the server holds it against the grades. */
export const MISTAKE = 2;

/**
 * The sign that stands behind a move.
 * @param {Grade} grade
 */
export function sign(grade) {
  return { best: '', slip: '', mistake: '?', blunder: '??' }[grade];
}

/**
 * Whether a move deserves a word.
 * @param {{grade: Grade}} judgement
 */
export function isSerious({ grade }) {
  return grade === 'mistake' || grade === 'blunder';
}

/**
 * The move that cost most, if it is a mistake.
 * @param {Iterable<Judgement>} judgements
 * @returns {Judgement | undefined}
 */
export function worst(judgements) {
  return [...judgements].filter(isSerious).sort((a, b) => b.loss - a.loss || a.ply - b.ply)[0];
}

/** @param {Color} color */
export function colorName(color) {
  return color === 'black' ? 'Black' : 'White';
}

/**
 * "14. g7".
 * @param {{placements: number, ply: {square: string | null} | null}} spot
 */
export function moveName({ placements, ply }) {
  return `${placements}. ${ply?.square ?? 'pass'}`;
}

/**
 * A score for the side that looks, from one for Black.
 * @param {number} score
 * @param {Color} side
 */
export function seenBy(score, side) {
  return side === 'black' ? score : 0 - score;
}

/**
 * A number of discs with its sign, rounded to a tenth: "+1.5", "−2", "0".
 * @param {number} score
 */
export function signed(score) {
  const tenths = Math.round(score * 10) / 10;
  const text = Math.abs(tenths).toString();
  return tenths > 0 ? `+${text}` : tenths < 0 ? `−${text}` : '0';
}

/**
 * A loss as it stands beside a move: nothing for what is not worth a word.
 * @param {number} loss
 */
export function lossMark(loss) {
  return loss >= 0.5 ? `−${Math.abs(Math.round(loss * 10) / 10)}` : '';
}

/**
 * "3.5 discs", "1 disc".
 * @param {number} count
 */
export function discs(count) {
  const tenths = Math.round(count * 10) / 10;
  return `${tenths} ${tenths === 1 ? 'disc' : 'discs'}`;
}

/**
 * How the game went, for Black, in a sentence for those who do not see the graph.
 * @param {(number | null)[]} scores  after each ply
 */
export function course(scores) {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return 'Nothing is judged yet.';
  const high = Math.max(...known);
  const low = Math.min(...known);
  return `Black was between ${signed(low)} and ${signed(high)} discs; the last value is ${signed(known[known.length - 1])}.`;
}
