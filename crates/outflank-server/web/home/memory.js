import { keep } from '../store.js';
import { recall, remembered, sane } from './choices.js';

/** @typedef {import('./choices.js').Choices} Choices */

const CHOICES = 'outflank-new-game';

/** The words of the chips; labels.js reads them. */
const LABELS = 'outflank-chips';

/** Shared with the game page. */
const NAME = 'outflank-name';

/** @returns {Choices} */
export function load() {
  return sane({ ...recall(stored(CHOICES)), name: stored(NAME) });
}

/**
 * Without storage, choices last as long as the page.
 * @param {Choices} choices
 */
export function save(choices) {
  return keep(() => {
    localStorage.setItem(CHOICES, remembered(choices));
    localStorage.setItem(NAME, choices.name.trim());
  });
}

/**
 * Adds to the words that are on the page before its script.
 * @param {Record<string, string>} labels
 */
export function saveLabels(labels) {
  try {
    const known = JSON.parse(stored(LABELS) ?? '{}');
    localStorage.setItem(LABELS, JSON.stringify({ ...known, ...labels }));
  } catch {
    // Without storage, the page starts with the defaults.
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
