// Loading a game: pasted, dropped, from a file, or from this server.

import { get, post } from '../api.js';
import { fill, h } from '../dom.js';
import { problemOf, rulesName } from '../home/words.js';

/** @typedef {import('../replay.js').Ply} Ply */
/** @typedef {import('../replay.js').Start} Start */
/** @typedef {import('./tree.js').Supply} Supply */

/**
 * A game to study; `id` if it was played on this server, and `you` if one of its players uses this browser.
 * @typedef {Omit<import('../wire.js').ReadGame, 'text'> & {id?: string, you?: import('../replay.js').Color}} Source
 */

const LARGEST = 1 << 20;

export class Reader {
  /** @type {AbortController | null} */
  #asking = null;

  /**
   * @param {HTMLFormElement} form
   * @param {(source: Source) => void} load
   */
  constructor(form, load) {
    this.load = load;
    this.text = h('textarea', {
      rows: 3,
      spellcheck: 'false',
      'aria-label': 'A game or a position',
      placeholder: 'f5d6c3d3c4… or GGF, SGF, PGN, OBF, a board',
    });
    this.file = h('input', { type: 'file', class: 'visually-hidden', tabindex: -1, 'aria-label': 'A file' });
    this.says = h('p', { class: 'soft', role: 'status' });
    this.problem = h('p', { class: 'bad', role: 'alert' });
    this.games = h('select', { id: 'games' });
    this.choice = h('div', { class: 'field', hidden: true }, h('label', { for: 'games' }, 'Which game'), this.games);
    this.title = h('summary', {}, 'Read a game');
    this.fold = h(
      'details',
      { open: true },
      this.title,
      h(
        'div',
        { class: 'fields' },
        h(
          'p',
          { class: 'soft note' },
          'Paste moves, a record in any format, or a board. Or drop a file on the page.',
        ),
        this.text,
        h(
          'div',
          { class: 'row' },
          h('button', { class: 'primary', type: 'submit' }, 'Read'),
          h('button', { type: 'button', onclick: () => this.file.click() }, 'Open a file'),
        ),
        this.file,
        this.problem,
      ),
    );
    fill(form, this.fold, this.says, this.choice);
    /** @type {Source[]} */
    this.found = [];
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.read(this.text.value);
    });
    this.file.addEventListener('change', () => this.#open(this.file.files?.[0]));
    this.games.addEventListener('change', () => this.load(this.found[this.games.selectedIndex]));
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain');
      if (file) this.#open(file);
      else if (text) this.read(text);
    });
    document.addEventListener('paste', (event) => {
      const target = event.target;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
      const text = event.clipboardData?.getData('text/plain');
      if (text) this.read(text);
    });
  }

  /** @param {string} text */
  async read(text) {
    this.text.value = text;
    if (text.trim() === '') {
      this.#fail('the text is empty');
      this.text.focus();
      return;
    }
    await this.#ask(async (signal) => {
      const answer = await post('/api/study/read', { text, rules: null }, { signal });
      const { format, games, more } = answer;
      const left = more > 0 ? ` ${more} more are not shown.` : '';
      const [unread] = answer.unread ?? [];
      const spoilt = unread === undefined ? '' : ` Not everything could be read: ${problemOf(unread)}.`;
      this.says.textContent = `${games.length === 1 ? 'Read' : `${games.length} games, read`} as ${format}.${left}${spoilt}`;
      this.#offer(games);
    });
  }

  /** @param {string} id */
  async fetch(id) {
    await this.#ask(async (signal) => {
      const name = encodeURIComponent(id);
      const [game, { you }] = await Promise.all([get(`/game/${name}.json`, { signal }), get(`/api/game/${name}`, { signal })]);
      const players = { black: game.players.black.name, white: game.players.white.name };
      this.says.textContent = 'A game from this server.';
      this.#offer([
        {
          title: null,
          players,
          rules: game.rules,
          start: game.start,
          supply: game.supply,
          plies: game.plies,
          id,
          // Who held both seats is neither player.
          you: you.length === 1 ? you[0] : undefined,
        },
      ]);
    });
  }

  /** @param {File | undefined} file */
  async #open(file) {
    if (file === undefined) return;
    if (file.size > LARGEST) this.#fail(`${file.name} is too large`);
    else await this.read(await file.text());
    this.file.value = '';
  }

  /** @param {(signal: AbortSignal) => Promise<void>} question */
  async #ask(question) {
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    this.problem.textContent = '';
    try {
      await question(signal);
    } catch (error) {
      if (!signal.aborted) this.#fail(problemOf(error));
    }
  }

  /** @param {string} why */
  #fail(why) {
    this.says.textContent = '';
    this.fold.open = true;
    this.problem.textContent = `That could not be read: ${why}.`;
  }

  /** @param {Source[]} games */
  #offer(games) {
    this.found = games;
    this.choice.hidden = games.length < 2;
    fill(this.games, ...games.map((game, i) => h('option', {}, `${i + 1}. ${titleOf(game)}`)));
    if (this.fold.contains(document.activeElement)) this.title.focus();
    this.fold.open = false;
    this.load(games[0]);
  }
}

/** @param {Source} source */
export function titleOf({ title, players, rules, plies }) {
  const { black, white } = players ?? {};
  const named = black || white ? `${black ?? 'Black'} – ${white ?? 'White'}` : (title ?? '');
  const moves = plies.filter(({ square }) => square != null).length;
  const length = moves === 0 ? 'a position' : moves === 1 ? '1 move' : `${moves} moves`;
  return [named, rules === 'standard' ? '' : rulesName(rules), length].filter((part) => part !== '').join(', ');
}
