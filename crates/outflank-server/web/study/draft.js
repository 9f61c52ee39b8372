// A position being set up. The server checks it.

import { index } from '../replay.js';

/** @typedef {'X' | 'O' | '-'} Mark */
/** @typedef {{board: string, turn: import('../replay.js').Color, rules: string}} Draft */

export const STANDARD = '---------------------------OX------XO---------------------------';

/**
 * Places a mark; the same mark again removes it.
 * @param {string} board
 * @param {string} square
 * @param {Mark} mark
 */
export function put(board, square, mark) {
  const at = index(square);
  return board.slice(0, at) + (board[at] === mark ? '-' : mark) + board.slice(at + 1);
}
