import { browserStore } from '../drill/keep.js';
import { knowsTheGame } from '../learn/progress.js';

/**
 * Opens a new game. The links to its seats are secrets and stay out of storage: the server makes new ones.
 * @param {import('../wire.js').Created} game
 */
export function enter({ id }) {
  knowsTheGame(browserStore());
  location.assign(`/game/${encodeURIComponent(id)}`);
}
