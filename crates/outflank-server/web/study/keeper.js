// Saves the open study in the library: from the first comment or variation on, every change.

import { checked } from '../library/entry.js';
import { contentOf, placeOf } from '../library/made.js';
import { LibraryProblem } from '../library/store.js';
import { Store } from '../store.js';

/** @typedef {import('../library/entry.js').Entry} Entry */
/** @typedef {import('../library/store.js').Library} Library */
/** @typedef {import('./sources.js').Source} Source */
/** @typedef {import('./tree.js').Study} Study */

/** The pause after a change before it is saved, in milliseconds. */
const PAUSE = 400;

const state = new Store('outflank-library', 1);

export class Keeper {
  /** What was saved last, of the open study. @type {Entry | null} */
  entry = null;
  problem = '';
  /** The name of a game that was deleted while it is open: it may come back. @type {string | null} */
  #lost = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Saves come one after the other. */
  #saving = Promise.resolve();

  /**
   * @param {Library} library
   * @param {{open: () => {study: Study, source: Source | null}, saved: (entry: Entry) => void, changed: () => void}} act  `saved` takes in
   *   what another tab has added
   */
  constructor(library, act) {
    this.library = library;
    this.act = act;
  }

  /** @param {Entry | null} entry  of the study that was opened */
  follow(entry) {
    void this.flush();
    this.entry = entry;
    this.#lost = null;
    this.problem = '';
  }

  /**
   * Looks at a game that has changed, here or in another tab.
   * @param {string | null} id  null if several may have
   */
  async look(id) {
    await this.#saving;
    const { entry } = this;
    const open = entry?.id ?? this.#lost;
    if (open === null || (id !== null && id !== open)) return;
    const stored = await this.library.get(open).catch(() => null);
    if (this.entry !== entry) return;
    if (stored === null) [this.#lost, this.entry] = [open, null];
    else {
      const isNews = stored.updated !== entry?.updated;
      this.entry = isNews && this.#timer !== undefined ? entry : stored;
      if (isNews) this.act.saved(stored);
    }
    this.act.changed();
  }

  /** A person has changed the study. */
  touch() {
    const { study } = this.act.open();
    const isOwn = this.entry !== null || study.comments.size > 0 || study.hasVariations;
    if (!isOwn) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), PAUSE);
  }

  /** Saves what waits to be saved. */
  async flush() {
    if (this.#timer === undefined) return;
    await this.save();
  }

  async save() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { study, source } = this.act.open();
    const seen = this.entry;
    const own = checked({ ...(seen ?? placeOf(source)), ...contentOf(study, source), updated: Math.max(Date.now(), (seen?.updated ?? 0) + 1) });
    if (own === null) return;
    this.entry = own;
    this.#saving = this.#saving.then(async () => {
      try {
        const saved = await this.library.save(own, seen?.updated ?? null);
        if (this.entry?.id === saved.id) {
          this.entry = { ...saved, updated: this.entry.updated };
          if (saved.tree !== own.tree || Object.keys(saved.comments).length > Object.keys(own.comments).length) this.act.saved(saved);
        }
        this.problem = '';
        askToKeep();
      } catch (error) {
        // The next change tries again.
        this.problem = error instanceof LibraryProblem ? error.message : String(error);
        if (seen === null && this.entry?.id === own.id) this.entry = null;
      }
      this.act.changed();
    });
    await this.#saving;
  }
}

/** Asks the browser once not to delete the library when it needs room. Only over HTTPS. */
function askToKeep() {
  if (state.get().asked === true || navigator.storage?.persist === undefined) return;
  state.set({ asked: true });
  void navigator.storage.persist().catch(() => false);
}
