// The way into a game that was just made or joined.

import { browserStore } from '../drill/keep.js';
import { knowsTheGame } from '../learn/progress.js';

/**
 * A game as `POST /api/games` answers it.
 * @typedef {object} Made
 * @property {string} id
 * @property {{black: string | null, white: string | null, watch: string | null}} links
 */

/**
 * Goes to the page of a game. The links to its other seats are told only once, so they are kept for that page, which shows them
 * to who invites.
 * @param {Made} game
 */
export function enter(game) {
  try {
    sessionStorage.setItem(`outflank-links-${game.id}`, JSON.stringify(game.links));
  } catch {
    // Without storage the game can still be played; only the link is lost.
  }
  knowsTheGame(browserStore());
  location.assign(`/game/${encodeURIComponent(game.id)}`);
}
