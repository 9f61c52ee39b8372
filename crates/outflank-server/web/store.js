// Values kept in this browser as JSON objects with a `version`. Several tabs share them: a change reads what is stored, changes its own
// fields and writes everything back, so that fields of another tab or of a newer page survive.

/** Why something was not kept. @typedef {'full' | 'blocked'} Problem */
/** @typedef {{kept: true} | {kept: false, problem: Problem}} Kept */
/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} Place */

export class Store {
  #key;
  #version;
  #place;

  /**
   * @param {string} key
   * @param {number} version
   * @param {() => Place} [place]
   */
  constructor(key, version, place = () => localStorage) {
    this.#key = key;
    this.#version = version;
    this.#place = place;
  }

  /**
   * The stored fields; none if nothing readable is stored. Callers check each field.
   * @returns {Record<string, unknown>}
   */
  get() {
    return this.#stored().fields;
  }

  /**
   * Changes fields and leaves the others; `undefined` removes a field.
   * @param {Record<string, unknown>} changes
   * @returns {Kept}
   */
  set(changes) {
    const { version, fields } = this.#stored();
    const all = { ...fields, ...changes, version: Math.max(version, this.#version) };
    return keep(() => this.#place().setItem(this.#key, JSON.stringify(all)));
  }

  /** @returns {Kept} */
  remove() {
    return keep(() => this.#place().removeItem(this.#key));
  }

  /**
   * Calls `listener` when another tab has changed the value.
   * @param {(fields: Record<string, unknown>) => void} listener
   */
  onchange(listener) {
    addEventListener('storage', (event) => {
      if (event.key === this.#key || event.key === null) listener(this.get());
    });
  }

  #stored() {
    try {
      const stored = JSON.parse(this.#place().getItem(this.#key) ?? '{}');
      if (typeof stored === 'object' && stored !== null && !Array.isArray(stored)) {
        const { version, ...fields } = stored;
        return { version: Number.isInteger(version) ? version : 0, fields };
      }
    } catch {
      // Not JSON, or no storage.
    }
    return { version: 0, fields: {} };
  }
}

/**
 * A sentence for people.
 * @param {Problem} problem
 */
export function sentenceOf(problem) {
  return problem === 'full'
    ? 'This browser’s storage for Outflank is full. Export your data in the settings, then delete what you no longer need.'
    : 'This browser does not let Outflank store anything, so changes last only until you leave the page.';
}

/**
 * @param {() => void} write
 * @returns {Kept}
 */
export function keep(write) {
  try {
    write();
    return { kept: true };
  } catch (error) {
    const isFull = error instanceof DOMException && /Quota/.test(error.name);
    return { kept: false, problem: isFull ? 'full' : 'blocked' };
  }
}
