// The library as a panel: search, folders, and what can be done with each game.

import { dialog, fill, h, icon } from '../dom.js';
import { ago, problemOf } from '../home/words.js';
import { say } from '../shell.js';
import { Store } from '../store.js';
import { readText } from '../study/sources.js';
import { offerUndo } from '../undo.js';
import { MAX_NAME, fromJson, matches, newId, toJson, toSgf } from './entry.js';
import { download } from './file.js';
import { entryOf } from './made.js';

/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('./entry.js').Folder} Folder */
/** @typedef {import('./store.js').Library} Library */

/** Shared with the settings page, which exports everything. */
const exported = new Store('outflank-exported', 1);

/** From this many games on, and this many days after the last export, the panel reminds of it. */
const REMIND = { games: 5, days: 30 };

const DAY = 24 * 60 * 60 * 1000;

export class LibraryPanel {
  /** @type {HTMLDialogElement | null} */
  #box = null;
  #words = '';
  /** The game or folder with its actions open. @type {string | null} */
  #opened = null;
  /** @type {Entry[]} */
  #games = [];
  /** @type {Folder[]} */
  #folders = [];
  #list = h('div', { class: 'library-list' });
  #says = h('p', { class: 'soft', role: 'status' });
  #remind = h('p', { class: 'remind' });
  #save = h('button', { type: 'button', class: 'primary', onclick: () => this.#attempt(() => this.act.save()) }, 'Save this game');
  #file = h('input', { type: 'file', class: 'visually-hidden', tabindex: -1, 'aria-label': 'A file to import', onchange: () => this.#import() });
  #search = h('input', { type: 'search', placeholder: 'Search by name', 'aria-label': 'Search the library', oninput: () => this.#find() });

  /**
   * @param {Library} library
   * @param {{open: (entry: Entry) => void, current: () => string | null, canSave: () => boolean, save: () => Promise<void>}} act  `current` is the
   *   game that is open
   */
  constructor(library, act) {
    this.library = library;
    this.act = act;
    library.onchange(() => void (this.#box && this.#load()));
  }

  open() {
    this.#opened = null;
    this.#words = this.#search.value = '';
    this.#says.textContent = '';
    const box = (this.#box = dialog(
      'Library',
      h('p', { class: 'soft' }, 'Your games, variations and comments, in this browser only.'),
      h('div', { class: 'row top-row' }, this.#search, this.#save),
      this.#remind,
      this.#says,
      this.#list,
      h(
        'div',
        { class: 'row end-row' },
        h('button', { type: 'button', onclick: () => this.#attempt(() => this.#addFolder()) }, 'New folder'),
        h('button', { type: 'button', onclick: () => this.#file.click() }, 'Import'),
        h('button', { type: 'button', onclick: () => this.#export(this.#games, 'outflank-library', 'json') }, 'Export all'),
        this.#file,
      ),
    ));
    box.classList.add('library');
    box.addEventListener('close', () => (this.#box = null));
    void this.#load();
  }

  async #load() {
    await this.#attempt(async () => {
      [this.#games, this.#folders] = await Promise.all([this.library.games(), this.library.folders()]);
      this.#show();
    });
  }

  /** @param {() => unknown} act */
  async #attempt(act) {
    try {
      await act();
    } catch (error) {
      this.#says.textContent = problemOf(error).replace(/\.?$/, '.');
    }
  }

  #find() {
    this.#words = this.#search.value.trim();
    this.#show();
    const found = this.#list.querySelectorAll('li').length;
    if (this.#words !== '') say(found === 1 ? 'One game.' : `${found} games.`);
  }

  #show() {
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.#list.contains(active) ? (active.dataset.key ?? null) : null;
    const shown = this.#games.filter((game) => this.#words === '' || matches(game, this.#words));
    const known = new Set(this.#folders.map(({ id }) => id));
    const loose = shown.filter(({ folder }) => folder === null || !known.has(folder));
    const isSearch = this.#words !== '';
    const nothing = isSearch ? `No game is called “${this.#words}”.` : 'Games are saved here as soon as you comment on them or try variations. Or import a file.';
    fill(
      this.#list,
      ...this.#folders.map((folder) => this.#folder(folder, shown.filter((game) => game.folder === folder.id), isSearch)),
      loose.length > 0 && h('ul', { 'aria-label': this.#folders.length > 0 ? 'Without a folder' : 'Games' }, ...loose.map((game) => this.#game(game))),
      shown.length === 0 && (isSearch || this.#folders.length === 0) && h('p', { class: 'soft nothing' }, nothing),
    );
    this.#save.hidden = !this.act.canSave();
    this.#remindOf();
    const again = focused === null ? null : this.#list.querySelector(`[data-key="${focused}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    else if (focused !== null) this.#search.focus({ preventScroll: true });
  }

  #remindOf() {
    const { at } = exported.get();
    const days = typeof at === 'string' ? (Date.now() - Date.parse(at)) / DAY : Infinity;
    const isDue = this.#games.length >= REMIND.games && !(days < REMIND.days);
    this.#remind.hidden = !isDue;
    this.#remind.textContent = isDue
      ? `${Number.isFinite(days) ? `You exported your library ${Math.floor(days)} days ago.` : 'You have not exported your library yet.'} Browsers can lose data: export it now and then.`
      : '';
  }

  /**
   * @param {Folder} folder
   * @param {Entry[]} games
   * @param {boolean} isSearch
   */
  #folder(folder, games, isSearch) {
    if (isSearch && games.length === 0) return null;
    const key = `folder-${folder.id}`;
    return h(
      'section',
      { 'aria-label': folder.name },
      h('div', { class: 'folder' }, icon('M3 7a2 2 0 0 1 2-2h4l2 2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z'), h('h3', {}, folder.name), h('span', { class: 'soft' }, String(games.length)), this.#more(key, folder.name)),
      this.#opened === key &&
        h(
          'div',
          { class: 'row more' },
          this.#rename(folder.name, (name) => this.library.put([], [{ ...folder, name }])),
          h('button', { type: 'button', disabled: games.length === 0, onclick: () => this.#export(games, folder.name, 'json', [folder]) }, 'Export JSON'),
          h('button', { type: 'button', disabled: games.length === 0, onclick: () => this.#export(games, folder.name, 'sgf') }, 'Export SGF'),
          h('button', { type: 'button', class: 'danger', onclick: () => this.#attempt(() => this.#removeFolder(folder)) }, 'Delete'),
        ),
      games.length > 0 ? h('ul', {}, ...games.map((game) => this.#game(game))) : h('p', { class: 'soft empty-folder' }, 'Move games here with their menu.'),
    );
  }

  /** @param {Entry} game */
  #game(game) {
    const key = `game-${game.id}`;
    const isOpen = this.act.current() === game.id;
    const comments = Object.keys(game.comments).length;
    const about = [ago(game.updated, Date.now()), comments > 0 && (comments === 1 ? '1 comment' : `${comments} comments`), isOpen && 'open now'].filter(Boolean).join(' · ');
    const open = () => {
      this.#box?.close();
      this.act.open(game);
    };
    return h(
      'li',
      { 'data-current': isOpen },
      h('button', { type: 'button', class: 'quiet open', 'data-key': `open-${game.id}`, onclick: open }, h('span', {}, game.name), h('small', { class: 'soft' }, about)),
      this.#more(key, game.name),
      this.#opened === key && this.#actions(game),
    );
  }

  /** @param {Entry} game */
  #actions(game) {
    const move = h(
      'select',
      {
        'aria-label': 'Folder',
        onchange: () => this.#attempt(() => this.library.put([{ ...game, folder: move.value || null }])),
      },
      h('option', { value: '' }, 'No folder'),
      ...this.#folders.map(({ id, name }) => h('option', { value: id, selected: id === game.folder }, name)),
    );
    return h(
      'div',
      { class: 'row more' },
      this.#rename(game.name, (name) => this.library.put([{ ...game, name }])),
      this.#folders.length > 0 && move,
      h('button', { type: 'button', onclick: () => this.#export([game], game.name, 'sgf') }, 'Export SGF'),
      h('button', { type: 'button', onclick: () => this.#export([game], game.name, 'json') }, 'Export JSON'),
      h('button', { type: 'button', class: 'danger', onclick: () => this.#attempt(() => this.#remove(game)) }, 'Delete'),
    );
  }

  /**
   * @param {string} key
   * @param {string} name
   */
  #more(key, name) {
    const isOpen = this.#opened === key;
    const toggle = () => {
      this.#opened = isOpen ? null : key;
      this.#show();
    };
    return h(
      'button',
      { type: 'button', class: 'quiet icon-button', 'data-key': key, 'aria-expanded': String(isOpen), 'aria-label': `More for ${name}`, title: 'More', onclick: toggle },
      icon('M5 12h.01M12 12h.01M19 12h.01'),
    );
  }

  /**
   * @param {string} name
   * @param {(name: string) => Promise<void>} rename
   */
  #rename(name, rename) {
    const field = h('input', { value: name, maxlength: MAX_NAME, 'aria-label': 'Name', autocomplete: 'off' });
    const form = h('form', { class: 'rename' }, field, h('button', {}, 'Rename'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const wanted = field.value.trim();
      if (wanted !== '' && wanted !== name) void this.#attempt(() => rename(wanted));
    });
    return form;
  }

  async #addFolder() {
    const names = new Set(this.#folders.map(({ name }) => name));
    let name = 'New folder';
    for (let i = 2; names.has(name); i += 1) name = `New folder ${i}`;
    const folder = { id: newId(), name };
    this.#opened = `folder-${folder.id}`;
    await this.library.put([], [folder]);
    await this.#load();
    const field = this.#list.querySelector('.rename input');
    if (field instanceof HTMLInputElement) {
      field.focus();
      field.select();
    }
  }

  /** @param {Entry} game */
  async #remove(game) {
    this.#opened = null;
    await this.library.remove(game.id);
    await this.#load();
    offerUndo(`Deleted “${game.name}”.`, () => this.#attempt(() => this.library.put([game])));
  }

  /** @param {Folder} folder */
  async #removeFolder(folder) {
    this.#opened = null;
    await this.library.removeFolder(folder.id);
    await this.#load();
    // Its games keep its name, so that it gets them back.
    offerUndo(`Deleted the folder “${folder.name}”. Its games stay.`, () => this.#attempt(() => this.library.put([], [folder])));
  }

  /**
   * @param {Entry[]} games
   * @param {string} name
   * @param {'json' | 'sgf'} kind
   * @param {Folder[]} [folders]
   */
  #export(games, name, kind, folders = this.#folders) {
    const used = folders.filter(({ id }) => games.some(({ folder }) => folder === id));
    const text = kind === 'json' ? toJson(games, used) : games.map(toSgf).join('');
    const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 60) || 'game'}.${kind}`;
    download(text, file, kind === 'json' ? 'application/json' : 'application/x-othello-sgf');
    if (games === this.#games) exported.set({ at: new Date().toISOString() });
    this.#remindOf();
    this.#says.textContent = `Exported ${games.length === 1 ? 'one game' : `${games.length} games`} to ${file}.`;
  }

  async #import() {
    const [file] = this.#file.files ?? [];
    this.#file.value = '';
    if (file === undefined) return;
    await this.#attempt(async () => {
      const text = await file.text();
      const found = fromJson(text);
      if (found !== null && 'wrong' in found) throw new Error(`Nothing was imported: ${found.wrong}`);
      const { games, folders } = found ?? { games: (await readText(text)).games.map((game) => entryOf(game)), folders: [] };
      await this.library.put(games, folders);
      await this.#load();
      this.#says.textContent = `Imported ${games.length === 1 ? 'one game' : `${games.length} games`} from ${file.name}.`;
    });
  }
}
