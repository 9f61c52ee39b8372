// The progress, stored in this browser or saved as a file. The server writes and reads it; this module only checks format and version.

/** @typedef {Record<string, unknown>} Progress */
/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} Store */

const KEY = 'outflank-drill';

/** Unreadable progress, kept until the person saves or deletes it. */
const ASIDE = 'outflank-drill-aside';

const FORMAT = 'outflank-drill';
const VERSION = 1;

export class Keep {
  #store;
  /** @type {Progress | null} */
  #unstored = null;
  /** An unreadable text that could not be set aside. @type {string | null} */
  #stuck = null;

  /** @param {Store | null} store */
  constructor(store) {
    this.#store = store;
    this.stored = store !== null;
  }

  /** The stored progress, also of another page; unreadable progress is set aside. */
  load() {
    if (this.#unstored !== null) return this.#unstored;
    const text = this.#get(KEY);
    if (text === null || text === this.#stuck) return null;
    const found = read(text);
    if ('progress' in found) return found.progress;
    this.putAside();
    return null;
  }

  /** @param {Progress} progress */
  save(progress) {
    const text = this.#get(KEY);
    const inTheWay = text !== null && (text === this.#stuck || 'wrong' in read(text));
    this.stored = (!inTheWay || this.putAside()) && this.#set(KEY, write(progress));
    this.#unstored = this.stored ? null : progress;
  }

  clear() {
    this.#unstored = null;
    this.#remove(KEY);
  }

  /** @returns {boolean} false if there is no space: then it stays in place and is not overwritten */
  putAside() {
    const text = this.#get(KEY);
    this.#unstored = null;
    if (text === null) return true;
    const aside = this.aside();
    const isAside = aside.includes(text) || this.#set(ASIDE, JSON.stringify([...aside, text]));
    this.#stuck = isAside ? null : text;
    if (isAside) this.#remove(KEY);
    else this.stored = false;
    return isAside;
  }

  /** @returns {string[]} */
  aside() {
    const text = this.#get(ASIDE);
    if (text === null) return [];
    try {
      const texts = JSON.parse(text);
      if (Array.isArray(texts) && texts.every((one) => typeof one === 'string')) return texts;
    } catch {
      // Damaged: keep it as one more text.
    }
    return [text];
  }

  forgetAside() {
    this.#remove(ASIDE);
  }

  /** @param {string} key */
  #get(key) {
    try {
      return this.#store?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  /**
   * @param {string} key
   * @param {string} text
   * @returns {boolean}
   */
  #set(key, text) {
    try {
      this.#store?.setItem(key, text);
      return this.#store !== null;
    } catch {
      return false;
    }
  }

  /** @param {string} key */
  #remove(key) {
    try {
      this.#store?.removeItem(key);
    } catch {
      // No storage.
    }
  }
}

/** @param {Progress} progress */
export function write(progress) {
  return JSON.stringify(progress);
}

/**
 * @param {string} text
 * @returns {{progress: Progress} | {wrong: string}}
 */
export function read(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return { wrong: 'it is not JSON' };
  }
  if (!isObject(found) || found.format !== FORMAT) return { wrong: 'it is not a drill progress file' };
  if (found.version !== VERSION) return { wrong: `it has version ${String(found.version)}, and this page reads version ${VERSION}` };
  return { progress: found };
}

/** @returns {Store | null} */
export function browserStore() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
