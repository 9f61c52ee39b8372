// Opening a game: pasted, dropped or from a file. The form is in the page while there is no game, and in a dialog later.

import { dialog, fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { toast } from '../shell.js';
import { readText } from './sources.js';
import { titleOf } from './title.js';

/** @typedef {import('./sources.js').Source} Source */

const LARGEST = 1 << 20;

export class Reader {
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {HTMLDialogElement | null} */
  #box = null;
  #form;

  /**
   * @param {{place: HTMLElement, choice: HTMLElement}} parts  `choice` is for texts with several games
   * @param {(source: Source, isNext: boolean) => void} load  `isNext` for another game of the same text
   */
  constructor({ place, choice }, load) {
    this.place = place;
    this.load = load;
    this.text = h('textarea', {
      rows: 4,
      spellcheck: 'false',
      'aria-label': 'A game or a position',
      placeholder: 'f5d6c3d3c4… or GGF, SGF, PGN, OBF, a board',
    });
    this.file = h('input', { type: 'file', class: 'visually-hidden', tabindex: -1, 'aria-label': 'A file' });
    this.problem = h('div', { class: 'bad unreadable', role: 'alert' });
    this.games = h('select', { id: 'games' });
    this.choice = choice;
    fill(choice, h('label', { for: 'games' }, 'Which game'), this.games);
    this.#form = h(
      'form',
      { class: 'fields' },
      h('p', {}, 'Paste moves, a record in any format, or a board. Or drop a file on the page.'),
      this.text,
      h(
        'div',
        { class: 'row' },
        h('button', { class: 'primary', type: 'submit' }, 'Read'),
        h('button', { type: 'button', onclick: () => this.file.click() }, 'Open a file'),
      ),
      this.file,
      this.problem,
    );
    place.append(this.#form);
    /** @type {Source[]} */
    this.found = [];
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.read(this.text.value);
    });
    this.file.addEventListener('change', () => this.openFile(this.file.files?.[0]));
    this.games.addEventListener('change', () => this.load(this.found[this.games.selectedIndex], true));
    this.#listen();
  }

  #listen() {
    const over = (/** @type {boolean} */ isOver) => document.body.toggleAttribute('data-dropping', isOver);
    addEventListener('dragover', (event) => {
      event.preventDefault();
      over(true);
    });
    addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) over(false);
    });
    addEventListener('drop', (event) => {
      event.preventDefault();
      over(false);
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain');
      if (file) void this.openFile(file);
      else if (text) void this.read(text);
    });
    document.addEventListener('paste', (event) => {
      const target = event.target;
      if (target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null) return;
      if (document.querySelector('dialog[open]') !== this.#box) return;
      const [file] = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData('text/plain');
      if (text) void this.read(text);
      else if (file) void this.openFile(file);
    });
  }

  /** Shows the form in a dialog. */
  open() {
    if (this.#box !== null) return;
    this.problem.textContent = '';
    const box = (this.#box = dialog('Open a game', this.#form));
    box.addEventListener('close', () => {
      this.#box = null;
      this.place.append(this.#form);
    });
    this.text.select();
    this.text.focus();
  }

  /** @param {string} text */
  async read(text) {
    this.text.value = text;
    if (text.trim() === '') {
      this.fail('the text is empty');
      this.text.focus();
      return;
    }
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    this.problem.textContent = '';
    try {
      const { format, games, more, unread } = await readText(text, signal);
      const left = more > 0 ? ` ${more} more are not shown.` : '';
      const [first] = unread ?? [];
      const spoilt = first === undefined ? '' : ` Not everything could be read: ${problemOf(first)}.`;
      if (games.length > 1 || spoilt !== '') toast(`${games.length === 1 ? 'Read' : `${games.length} games, read`} as ${format}.${left}${spoilt}`);
      this.#offer(games);
    } catch (error) {
      if (!signal.aborted) this.fail(problemOf(error));
    }
  }

  /** @param {File | undefined} file */
  async openFile(file) {
    if (file === undefined) return;
    if (file.size > LARGEST) this.fail(`${file.name} is larger than 1 MB`);
    else await this.read(await file.text());
    this.file.value = '';
  }

  /** Forgets the other games of a text. */
  forget() {
    this.#asking?.abort();
    this.found = [];
    this.choice.hidden = true;
  }

  /** @param {string} why */
  fail(why) {
    // Not in a hidden tab.
    if (this.#box === null && this.place.offsetParent === null) this.open();
    // As the format that it looks most like, then as others.
    const [first, ...others] = `That could not be read: ${why}.`.split('\n');
    const rest = others.map((line) => h('span', { class: 'soft small' }, `${line.charAt(0).toUpperCase()}${line.slice(1).replace(/\.?$/, '.')}`));
    fill(this.problem, h('span', {}, first.replace(/\.?$/, '.')), ...rest);
  }

  /** @param {Source[]} games */
  #offer(games) {
    this.found = games;
    fill(this.games, ...games.map((game, i) => h('option', {}, `${i + 1}. ${titleOf(game)}`)));
    this.#box?.close();
    this.load(games[0], false);
    this.choice.hidden = games.length < 2;
  }
}
