import { writeAddress } from '../study/address.js';
import { graft } from '../study/compact.js';

/** @typedef {import('./model.js').Game} Game */

/**
 * Where the study shows a position of the game.
 * @param {Game} game
 * @param {number} ply
 */
export function exploreAddress({ full, plies }, ply) {
  const at = plies.slice(0, ply).flatMap(({ square }) => square ?? []);
  /** @type {import('../study/compact.js').Branch} */
  const tree = { square: '', children: [] };
  graft(tree, at);
  const { fragment } = writeAddress({ rules: full.rules, start: full.start, tree, at, tab: 'explorer' });
  return `/study#${fragment}`;
}

/**
 * Where the study shows the report on a game.
 * @param {string} id
 */
export function reviewAddress(id) {
  return `/study#${writeAddress({ game: id, tab: 'report' }).fragment}`;
}
