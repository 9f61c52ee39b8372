// Everything that this site keeps in the browser, as one JSON value: localStorage, and the databases of IndexedDB with their stores.

const FORMAT = 'outflank-browser';
const VERSION = 1;

/** @typedef {{name: string, keyPath: string | string[], unique: boolean, multiEntry: boolean}} Index */
/** @typedef {{name: string, keyPath: string | string[] | null, autoIncrement: boolean, indexes: Index[], records: {key: IDBValidKey, value: unknown}[]}} Table */
/** @typedef {{name: string, version: number, tables: Table[]}} Database */
/** @typedef {{format: string, version: number, made: string, items: Record<string, string>, databases: Database[]}} Archive */

/** @returns {Promise<Archive>} */
export async function collect() {
  const databases = await Promise.all((await databaseNames()).map(readDatabase));
  return { format: FORMAT, version: VERSION, made: new Date().toISOString(), items: { ...localStorage }, databases };
}

/**
 * Checks the form of a file. Each page checks its own values when it reads them.
 * @param {string} text
 * @returns {{archive: Archive} | {wrong: string}}
 */
export function parse(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return { wrong: 'the file is not JSON' };
  }
  if (!isObject(found) || found.format !== FORMAT) return { wrong: 'the file is not an export of these settings' };
  if (found.version !== VERSION) return { wrong: `the file has version ${String(found.version)}, and this page reads version ${VERSION}` };
  const { items, databases } = found;
  const isWhole = isObject(items) && Object.values(items).every((item) => typeof item === 'string') && Array.isArray(databases) && databases.every(isDatabase);
  return isWhole ? { archive: /** @type {Archive} */ (/** @type {unknown} */ (found)) } : { wrong: 'the file is damaged' };
}

/**
 * Writes an archive over what is there. Things that the archive does not have stay.
 * @param {Archive} archive
 */
export async function restore({ items, databases }) {
  for (const [key, value] of Object.entries(items)) if (isOurs(key)) localStorage.setItem(key, value);
  for (const database of databases) if (isOurs(database.name)) await writeDatabase(database);
}

/** Deletes everything of this site. */
export async function clear() {
  localStorage.clear();
  sessionStorage.clear();
  await Promise.all((await databaseNames()).map(deleteDatabase));
  if ('caches' in globalThis) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/** @param {string} name */
function isOurs(name) {
  return name.startsWith('outflank');
}

async function databaseNames() {
  const all = await indexedDB.databases();
  return all.flatMap(({ name }) => (name === undefined ? [] : [name]));
}

/**
 * @param {string} name
 * @returns {Promise<Database>}
 */
async function readDatabase(name) {
  const database = await done(indexedDB.open(name));
  try {
    const tables = [];
    for (const table of database.objectStoreNames) {
      const store = database.transaction(table).objectStore(table);
      const { keyPath, autoIncrement } = store;
      const indexes = [...store.indexNames].map((index) => {
        const { name, keyPath, unique, multiEntry } = store.index(index);
        return { name, keyPath, unique, multiEntry };
      });
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      const records = keys.map((key, at) => ({ key, value: values[at] }));
      tables.push({ name: table, keyPath, autoIncrement, indexes, records });
    }
    return { name, version: database.version, tables };
  } finally {
    database.close();
  }
}

/**
 * While another tab has it open the browser deletes it later, when that tab is closed.
 * @param {string} name
 */
function deleteDatabase(name) {
  const request = indexedDB.deleteDatabase(name);
  return Promise.race([done(request), new Promise((resolve) => (request.onblocked = resolve))]);
}

/** @param {Database} archived */
async function writeDatabase({ name, version, tables }) {
  const isThere = (await databaseNames()).includes(name);
  const opening = isThere ? indexedDB.open(name) : indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const { name, keyPath, autoIncrement, indexes } of tables) {
      const store = opening.result.createObjectStore(name, { keyPath, autoIncrement });
      for (const { name, keyPath, ...options } of indexes) store.createIndex(name, keyPath, options);
    }
  };
  const database = await done(opening);
  try {
    const known = tables.filter((table) => database.objectStoreNames.contains(table.name));
    if (known.length === 0) return;
    const transaction = database.transaction(
      known.map((table) => table.name),
      'readwrite',
    );
    const written = new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(undefined);
      transaction.onabort = () => reject(transaction.error);
    });
    for (const { name, records } of known) {
      const store = transaction.objectStore(name);
      for (const { key, value } of records) {
        if (store.keyPath === null) store.put(value, key);
        else store.put(value);
      }
    }
    await written;
  } finally {
    database.close();
  }
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

/** @param {unknown} value */
function isDatabase(value) {
  const isTable = (/** @type {unknown} */ table) => isObject(table) && typeof table.name === 'string' && Array.isArray(table.records) && Array.isArray(table.indexes);
  return isObject(value) && typeof value.name === 'string' && Number.isInteger(value.version) && Array.isArray(value.tables) && value.tables.every(isTable);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
