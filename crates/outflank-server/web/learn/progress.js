// The completed steps of the lesson, stored in this browser.

/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} Store */

const KEY = 'outflank-lesson';

/** Set after a game or the lesson: the home page no longer offers the lesson. `theme.js` reads it. */
const KNOWS = 'outflank-knows-the-game';

export class Progress {
  #store;
  /** @type {Set<number>} */
  #done;

  /** @param {Store | null} store  without one, progress lasts as long as the page */
  constructor(store) {
    this.#store = store;
    this.#done = new Set(read(store));
  }

  /** @param {number} step */
  has(step) {
    return this.#done.has(step);
  }

  /** @param {number} step */
  add(step) {
    this.#done.add(step);
    try {
      this.#store?.setItem(KEY, JSON.stringify([...this.#done]));
    } catch {
      // The lesson works without storage.
    }
  }

  finish() {
    knowsTheGame(this.#store);
  }

  clear() {
    this.#done.clear();
    try {
      this.#store?.removeItem(KEY);
    } catch {
      // The lesson works without storage.
    }
  }

  /**
   * The first open step, or the first of all.
   * @param {number} count
   */
  first(count) {
    const open = Array.from({ length: count }, (_, i) => i + 1).find((step) => !this.has(step));
    return open ?? 1;
  }
}

/** @param {Store | null} store */
export function knowsTheGame(store) {
  try {
    store?.setItem(KNOWS, '1');
  } catch {
    // No storage.
  }
}

/**
 * @param {Store | null} store
 * @returns {number[]}
 */
function read(store) {
  try {
    const found = JSON.parse(store?.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((step) => Number.isInteger(step)) : [];
  } catch {
    return [];
  }
}
