import { browserStore } from '../drill/keep.js';
import { knowsTheGame } from '../learn/progress.js';

/**
 * Opens a new game. The server sends the links to its seats only once, so they are stored for the game page.
 * @param {import('../wire.js').Created} game
 */
export function enter(game) {
  try {
    sessionStorage.setItem(`outflank-links-${game.id}`, JSON.stringify(game.links));
  } catch {
    // No storage.
  }
  knowsTheGame(browserStore());
  location.assign(`/game/${encodeURIComponent(game.id)}`);
}
