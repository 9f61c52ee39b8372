// The analysis of single moves. Scores are discs for Black.

/** @typedef {import('../replay.js').Color} Color */

/** @typedef {import('../wire.js').ReportJudgedMove} Judgement */

/** @typedef {import('../wire.js').ReportGrade} Grade */

/** The loss in discs from which a move is a mistake. A test of the server compares it with the grades. */
export const MISTAKE = 2;

/** @param {Grade} grade */
export function sign(grade) {
  return { best: '', slip: '', mistake: '?', blunder: '??' }[grade];
}

/** @param {{grade: Grade}} judgement */
export function isSerious({ grade }) {
  return grade === 'mistake' || grade === 'blunder';
}

/**
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
 * "14. g7". Passes have no number.
 * @param {{placements: number, ply: {square?: string | null} | null}} spot
 */
export function moveName({ placements, ply }) {
  return ply?.square == null ? 'pass' : `${placements}. ${ply.square}`;
}

/**
 * @param {number} score
 * @param {Color} side
 */
export function seenBy(score, side) {
  return side === 'black' ? score : 0 - score;
}

/**
 * "+1.5", "−2", "0".
 * @param {number} score
 */
export function signed(score) {
  // Both sides see the same number: Math.round takes -5.75 up.
  const tenths = Math.round(Math.abs(score) * 10) / 10;
  return tenths === 0 ? '0' : `${score > 0 ? '+' : '−'}${tenths}`;
}

/**
 * The loss beside a move; empty if it is small.
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

/** @param {number} count */
export function plies(count) {
  return count === 1 ? '1 ply' : `${count} plies`;
}

/**
 * The text alternative of the graph.
 * @param {(number | null)[]} scores  after each ply
 */
export function course(scores) {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return 'Not analyzed yet.';
  const high = Math.max(...known);
  const low = Math.min(...known);
  return `The value for Black was between ${signed(low)} and ${signed(high)} discs; the last value is ${signed(known[known.length - 1])}.`;
}
