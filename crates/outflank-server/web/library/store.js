// The library in IndexedDB. Every change is announced to the other tabs.

import { checked, merge } from './entry.js';

/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('./entry.js').Folder} Folder */

const NAME = 'outflank-library';

/** How to bring a database from each version to the next one. Old steps stay. @type {((database: IDBDatabase) => void)[]} */
const STEPS = [
  (database) => {
    database.createObjectStore('games', { keyPath: 'id' });
    database.createObjectStore('folders', { keyPath: 'id' });
  },
];

/** Why the library does not work. @typedef {'full' | 'blocked' | 'newer'} Reason */

const SENTENCES = {
  full: 'This browser’s storage for Outflank is full, so the latest changes are not saved. Export your library, then delete games that you no longer need.',
  blocked: 'This browser does not let Outflank store games, as in a private window. The study stays in the address: copy its link to keep it.',
  newer: 'Another tab has a newer Outflank open. Reload this page to use the library.',
};

export class LibraryProblem extends Error {
  /** @param {Reason} reason */
  constructor(reason) {
    super(SENTENCES[reason]);
    this.name = 'LibraryProblem';
    this.reason = reason;
  }
}

export class Library {
  /** @type {Promise<IDBDatabase> | null} */
  #database = null;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** @type {((id: string | null) => void)[]} */
  #listeners = [];

  constructor() {
    if (typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel(NAME);
    this.#channel.addEventListener('message', ({ data }) => this.#tell(typeof data === 'string' ? data : null));
  }

  /**
   * Calls `listener` after changes, here and in other tabs, with the game that has changed if it is one.
   * @param {(id: string | null) => void} listener
   */
  onchange(listener) {
    this.#listeners.push(listener);
  }

  /** @returns {Promise<Entry[]>} the latest first */
  async games() {
    const all = await this.#read((transaction) => transaction.objectStore('games').getAll(), ['games']);
    return all.flatMap((/** @type {unknown} */ value) => checked(value) ?? []).sort((a, b) => b.updated - a.updated);
  }

  /** @returns {Promise<Folder[]>} */
  async folders() {
    const all = /** @type {Folder[]} */ (await this.#read((transaction) => transaction.objectStore('folders').getAll(), ['folders']));
    return all.sort((a, b) => a.name.localeCompare(b.name));
  }

  /**
   * @param {string} id
   * @returns {Promise<Entry | null>}
   */
  async get(id) {
    return checked(await this.#read((transaction) => transaction.objectStore('games').get(id), ['games']));
  }

  /**
   * Saves a game. If another tab has changed it since `seen`, both versions are merged.
   * @param {Entry} entry
   * @param {number | null} seen  when the caller's version was saved
   * @returns {Promise<Entry>} what was saved
   */
  async save(entry, seen) {
    let saved = entry;
    await this.#write(async (transaction) => {
      const games = transaction.objectStore('games');
      const stored = checked(await done(games.get(entry.id)));
      if (stored !== null) {
        // Its place in the library is changed there only.
        saved = { ...entry, name: stored.name, folder: stored.folder, created: stored.created };
        if (stored.updated !== seen) saved = merge(stored, saved);
      }
      games.put(saved);
    });
    this.#changed(entry.id);
    return saved;
  }

  /**
   * Writes games and folders as they are.
   * @param {Entry[]} games
   * @param {Folder[]} [folders]
   */
  async put(games, folders = []) {
    await this.#write(async (transaction) => {
      for (const folder of folders) transaction.objectStore('folders').put(folder);
      for (const game of games) transaction.objectStore('games').put(game);
    });
    this.#changed(games.length === 1 && folders.length === 0 ? games[0].id : null);
  }

  /** @param {string} id */
  async remove(id) {
    await this.#write(async (transaction) => {
      transaction.objectStore('games').delete(id);
    });
    this.#changed(id);
  }

  /** Deletes a folder. Its games stay. @param {string} id */
  async removeFolder(id) {
    await this.#write(async (transaction) => {
      transaction.objectStore('folders').delete(id);
    });
    this.#changed(null);
  }

  /**
   * @template T
   * @param {(transaction: IDBTransaction) => IDBRequest<T>} ask
   * @param {string[]} stores
   * @returns {Promise<T>}
   */
  async #read(ask, stores) {
    const database = await this.#open();
    return done(ask(database.transaction(stores, 'readonly'))).catch(problem);
  }

  /** @param {(transaction: IDBTransaction) => Promise<void>} change */
  async #write(change) {
    const database = await this.#open();
    try {
      const transaction = database.transaction(['games', 'folders'], 'readwrite');
      const written = new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(undefined);
        transaction.onabort = () => reject(transaction.error ?? new DOMException('', 'QuotaExceededError'));
      });
      // A failed change aborts the transaction, which `written` reports.
      await Promise.all([change(transaction), written]);
    } catch (error) {
      problem(error);
    }
  }

  #open() {
    this.#database ??= this.#opened().catch((error) => {
      this.#database = null;
      throw error;
    });
    return this.#database;
  }

  /** @returns {Promise<IDBDatabase>} */
  async #opened() {
    if (typeof indexedDB === 'undefined') throw new LibraryProblem('blocked');
    let request;
    try {
      request = indexedDB.open(NAME, STEPS.length);
    } catch {
      throw new LibraryProblem('blocked');
    }
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const step of STEPS.slice(oldVersion)) step(request.result);
    };
    const database = await done(request).catch(problem);
    const close = () => {
      database.close();
      this.#database = null;
    };
    // Another tab upgrades or deletes it.
    database.onversionchange = close;
    database.onclose = close;
    return database;
  }

  /** @param {string | null} id */
  #changed(id) {
    this.#channel?.postMessage(id);
    this.#tell(id);
  }

  /** @param {string | null} id */
  #tell(id) {
    for (const listener of this.#listeners) listener(id);
  }
}

/**
 * @param {unknown} error
 * @returns {never}
 */
function problem(error) {
  if (error instanceof LibraryProblem) throw error;
  const name = error instanceof DOMException ? error.name : '';
  throw new LibraryProblem(/Quota/.test(name) ? 'full' : name === 'VersionError' ? 'newer' : 'blocked');
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
