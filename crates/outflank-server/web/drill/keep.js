// What is kept of the training: in this browser, and as a file to take along. The server makes it and reads it; here only its format and
// version are looked at.

/** @typedef {Record<string, unknown>} Progress */
/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} Store */

const KEY = 'outflank-drill';

/** Texts that could not be read. They stay until the person has saved or deleted them. */
const ASIDE = 'outflank-drill-aside';

/** What the server writes into it. Another version is another way to write it. */
const FORMAT = 'outflank-drill';
const VERSION = 1;

export class Keep {
  #store;
  /** What could not be stored: it is newer than what is stored. @type {Progress | null} */
  #unstored = null;
  /** A text that nobody can read and for which there was no room aside. @type {string | null} */
  #stuck = null;

  /** @param {Store | null} store */
  constructor(store) {
    this.#store = store;
    /** Whether the browser stores what it is given, as far as is known. */
    this.stored = store !== null;
  }

  /** What was kept last, by this page or another one; null if there is nothing. A text that cannot be read is put aside. */
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

  /** Begins anew. */
  clear() {
    this.#unstored = null;
    this.#remove(KEY);
  }

  /**
   * Puts what is stored aside, because nobody can read it.
   * @returns {boolean} whether there was room; else it stays where it is, and nothing is stored over it
   */
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

  /** The texts that were put aside. @returns {string[]} */
  aside() {
    const text = this.#get(ASIDE);
    if (text === null) return [];
    try {
      const texts = JSON.parse(text);
      if (Array.isArray(texts) && texts.every((one) => typeof one === 'string')) return texts;
    } catch {
      // It is damaged itself: then it is one text more.
    }
    return [text];
  }

  /** Deletes what was put aside. */
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
   * @returns {boolean} whether it is stored
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
      // Then there was nothing.
    }
  }
}

/**
 * The text of a file, and of what the browser keeps. It is what the program in the terminal writes as well.
 * @param {Progress} progress
 */
export function write(progress) {
  return JSON.stringify(progress);
}

/**
 * Reads such a text. Whether all of it can be used, the server says.
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
  if (!isObject(found) || found.format !== FORMAT) return { wrong: 'it is not the progress of a training' };
  if (found.version !== VERSION) return { wrong: `it is of version ${String(found.version)}, and this page reads version ${VERSION}` };
  return { progress: found };
}

/** The browser's store, or null where there is none. @returns {Store | null} */
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
