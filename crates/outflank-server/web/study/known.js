// Requests positions from the server, which alone knows the rules.

import { post } from '../api.js';

/** @typedef {import('./tree.js').Known} Known */
/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./tree.js').Study} Study */

/**
 * @param {object} asked
 * @param {AbortSignal} [signal]
 * @returns {Promise<Known>}
 */
export function position(asked, signal) {
  return post('/api/study/position', asked, { signal });
}

/**
 * @param {Study} study
 * @param {string} moves
 */
export function asked({ rules, start, supply }, moves) {
  return { rules, board: start.board, turn: start.turn, supply, moves };
}

/**
 * @param {Study} study
 * @param {string} moves
 * @param {AbortSignal} [signal]
 */
export function played(study, moves, signal) {
  return position(asked(study, moves), signal);
}

/**
 * The server's description of a spot, requested once.
 * @param {Study} study
 * @param {Spot} spot
 * @param {AbortSignal} [signal]
 * @returns {Promise<Known>}
 */
export async function know(study, spot, signal) {
  spot.known ??= await played(study, spot.moves, signal);
  return spot.known;
}
