import { gameAddress, goesOn, headline, isYourMove, playerOf } from './listing.js';

/** @typedef {import('./listing.js').Listed} Listed */
/** @typedef {{mine: Listed[], running: Listed[], finished: Listed[]}} Lists */
/** @typedef {{href: string, label: string, title: string, go: string, board: string}} Feature */

/**
 * The game for the small board: your move that is due, a running game, or the last finished one.
 * @param {Lists} lists
 * @returns {Feature | null}
 */
export function featured({ mine, running, finished }) {
  const due = mine.find(isYourMove) ?? mine.find((game) => goesOn(game) && game.status !== 'waiting');
  if (due !== undefined) {
    const other = playerOf(due, due.you[0] === 'black' ? 'white' : 'black').name;
    const title = due.you.length > 1 ? 'Two at this screen' : `Against ${other}`;
    return { ...at(due), label: isYourMove(due) ? 'Your move' : 'Your game', title, go: 'Continue' };
  }
  const live = running.find(({ you, placements }) => you.length === 0 && placements > 0);
  const names = (/** @type {Listed} */ game) => `${playerOf(game, 'black').name} – ${playerOf(game, 'white').name}`;
  if (live !== undefined) return { ...at(live), label: 'Playing now', title: names(live), go: 'Watch' };
  const over = finished.find(({ placements }) => placements > 20);
  return over === undefined ? null : { ...at(over), label: names(over), title: headline(over), go: 'Replay it' };
}

/** @param {Listed} game */
function at({ id, board }) {
  return { href: gameAddress(id), board };
}
