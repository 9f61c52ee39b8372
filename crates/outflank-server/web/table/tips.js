import { mayPlay } from './model.js';
import { colorName } from './words.js';

/** @typedef {import('./model.js').Game} Game */

/**
 * Why nothing can be played now; null if that is obvious.
 * @param {Game} game
 * @param {boolean} past whether an earlier position is shown
 * @param {string} square
 */
export function idleTip(game, past, square) {
  const { state, you, plies } = game;
  if (you.length === 0) return null;
  if (state.status === 'over') return 'The game is over.';
  if (state.status === 'paused') return 'The game is paused.';
  if (past) return 'This is an earlier position. Go back to the game to play.';
  // The second half of a double click is on the new disc.
  if (state.status !== 'running' || mayPlay(game) || plies.at(-1)?.square === square) return null;
  return `It is ${colorName(state.turn)}’s turn.`;
}
