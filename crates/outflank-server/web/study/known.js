// What the server knows about the positions of a study: it alone has the rules.

import { post } from '../api.js';

/** @typedef {import('./tree.js').Known} Known */
/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./tree.js').Study} Study */
/** @typedef {Known & {start: import('../replay.js').Start, plies: import('../replay.js').Ply[]}} Answer */

/**
 * A position that is described, with moves from there.
 * @param {object} asked
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export function position(asked, signal) {
  return post('/api/study/position', asked, { signal });
}

/**
 * The position after moves from the start of a study, as the server is asked about it.
 * @param {Study} study
 * @param {string} moves
 */
export function asked({ rules, start, supply }, moves) {
  return { rules, board: start.board, turn: start.turn, supply, moves };
}

/**
 * The position after moves from the start of a study.
 * @param {Study} study
 * @param {string} moves
 * @param {AbortSignal} [signal]
 */
export function played(study, moves, signal) {
  return position(asked(study, moves), signal);
}

/**
 * What is known about a spot. It is asked for once.
 * @param {Study} study
 * @param {Spot} spot
 * @param {AbortSignal} [signal]
 * @returns {Promise<Known>}
 */
export async function know(study, spot, signal) {
  spot.known ??= await played(study, spot.moves, signal);
  return spot.known;
}
