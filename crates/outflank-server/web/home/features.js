// The two small boards: the puzzle of the day, and the game most worth a look.

import { get } from '../api.js';
import { Board } from '../board.js';
import { byId, fill } from '../dom.js';
import { START } from '../start.js';
import { featured } from './featured.js';

/** @typedef {import('./featured.js').Feature} Feature */

/** @type {Feature} */
const STUDY = { href: '/study', label: 'Study', title: 'Find the mistakes in a game.', go: 'Open', board: START.board };

export function showFeatures() {
  get('/api/drill/today').then(
    (/** @type {import('../wire.js').TodaysPuzzle} */ { puzzle: { id, position, task } }) =>
      show('puzzle', { href: `/drill#${id}`, label: 'Today’s puzzle', title: task, go: 'Solve it', board: position.board }),
    () => {},
  );
}

/** @param {import('./featured.js').Lists} lists */
export function showGame(lists) {
  const feature = featured(lists);
  if (feature !== null) show('feature', feature);
  // The lesson is for people who are new.
  else if ('knowsTheGame' in document.documentElement.dataset) show('feature', STUDY);
}

/**
 * @param {string} id
 * @param {Feature} feature
 */
function show(id, { href, label, title, go, board }) {
  const card = byId(id, HTMLAnchorElement);
  const picture = card.querySelector('of-board');
  if (picture instanceof Board) void picture.show({ discs: board, label: title });
  const parts = { '.label': label, b: title, '.go': go };
  for (const [part, text] of Object.entries(parts)) {
    const place = card.querySelector(part);
    if (place !== null && place.textContent !== text) fill(place, text);
  }
  if (card.getAttribute('href') !== href) card.href = href;
}
