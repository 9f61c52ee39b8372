// What to answer to a square that was chosen and not played. Nothing here touches the page.

import { isFirstGame } from './first.js';
import { mayPlay } from './model.js';
import { colorName } from './words.js';

/** @typedef {import('./model.js').Game} Game */

/** After this many moves of their own, players know how a tap works. */
const TAUGHT = 3;

/**
 * What to say after a first tap, which only shows what a move flips; null for players who know.
 * @param {Game} game
 * @param {string} square
 */
export function tapTip(game, square) {
  const placed = game.plies.filter((ply) => ply.square !== null && game.you.includes(ply.by)).length;
  return placed < TAUGHT && isFirstGame(game.full.id) ? `Tap again to play ${square}.` : null;
}

/**
 * Why nothing can be played where a player tried; null where that needs no words.
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
  // A double click plays and then clicks again on the disc.
  if (state.status !== 'running' || mayPlay(game) || plies.at(-1)?.square === square) return null;
  return `It is ${colorName(state.turn)}’s turn.`;
}
