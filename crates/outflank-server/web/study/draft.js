// A position as somebody sets it up. Whether there is such a position, the server says.

import { index } from '../replay.js';

/** @typedef {'X' | 'O' | '-'} Mark */
/** @typedef {{board: string, turn: import('../replay.js').Color, rules: string}} Draft */

/** Where a game of Othello begins. */
export const STANDARD = '---------------------------OX------XO---------------------------';

/**
 * The board with a mark put on a square; the same mark again takes it away.
 * @param {string} board
 * @param {string} square
 * @param {Mark} mark
 */
export function put(board, square, mark) {
  const at = index(square);
  return board.slice(0, at) + (board[at] === mark ? '-' : mark) + board.slice(at + 1);
}
