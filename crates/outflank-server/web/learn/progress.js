// Which steps of the lesson are done, remembered in this browser.

/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} Store */

const KEY = 'outflank-lesson';

/** Set once someone has played or finished the lesson: then the first page no longer offers it. `theme.js` reads it. */
const KNOWS = 'outflank-knows-the-game';

export class Progress {
  #store;
  /** The numbers of the steps that are done. @type {Set<number>} */
  #done;

  /** @param {Store | null} store  null if the browser has none: then the progress lasts as long as the page */
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
      // Storage is full or forbidden. The lesson works without it.
    }
  }

  /** The whole lesson is done. */
  finish() {
    knowsTheGame(this.#store);
  }

  clear() {
    this.#done.clear();
    try {
      this.#store?.removeItem(KEY);
    } catch {
      // As above.
    }
  }

  /**
   * The step to begin with: the first that is not done, or the first of all.
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
    // Then the lesson is offered again.
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
