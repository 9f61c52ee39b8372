import { recall, remembered, sane } from './choices.js';

/** @typedef {import('./choices.js').Choices} Choices */

const CHOICES = 'outflank-new-game';

/** Shared with the game page. */
const NAME = 'outflank-name';

/** @returns {Choices} */
export function load() {
  return sane({ ...recall(stored(CHOICES)), name: stored(NAME) });
}

/** @param {Choices} choices */
export function save(choices) {
  try {
    localStorage.setItem(CHOICES, remembered(choices));
    localStorage.setItem(NAME, choices.name.trim());
  } catch {
    // Without storage, choices last as long as the page.
  }
}

/** @param {string} key */
function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
