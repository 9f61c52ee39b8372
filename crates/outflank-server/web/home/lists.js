// The lists of games, refreshed while the page is visible. A list that is empty is not shown.

import { get } from '../api.js';
import { byId, fill, h } from '../dom.js';
import { inWords, label } from '../guests.js';
import { showGame } from './features.js';
import { join } from './invite.js';
import { challenge, gameAddress, goesOn, headline, isYourMove, playerOf, standing, terms } from './listing.js';
import { streamList } from './lobby.js';
import { thumbnail } from './thumbnail.js';
import { ago, problemOf } from './words.js';

/** @typedef {import('./listing.js').Listed} Listed */

const PERIOD = 5000;

const PATIENCE = 15_000;

/** Rows of a list. Its room is kept, so that a new row moves nothing. */
const ROWS = 3;

/** @param {() => string} nameOf  the name to join with */
export function showLists(nameOf) {
  const mine = new List('mine', yourRow, { order: unfinishedFirst, isPaged: true });
  const open = new List('open', (game) => challengeRow(game, nameOf), { isPaged: true });
  const running = new List('running', liveRow, { more: { name: 'Watch', href: '/watch' } });
  /** @type {Listed[]} */
  let finished = [];
  streamList('open', (games) => open.follow(games));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asking = false;
  const refresh = async () => {
    clearTimeout(timer);
    if (asking || document.hidden) return;
    asking = true;
    const isFirst = finished.length === 0;
    await Promise.all([
      ...[mine, open, running].map((list) => list.refresh()),
      isFirst && ask('finished', ROWS).then(({ games }) => (finished = games), () => {}),
    ]);
    showGame({ mine: mine.games, running: running.games, finished });
    byId('lists', HTMLElement).removeAttribute('data-loading');
    asking = false;
    if (!document.hidden) timer = setTimeout(refresh, PERIOD);
  };
  document.addEventListener('visibilitychange', refresh);
  // A page restored from the history is out of date.
  addEventListener('pageshow', (event) => {
    if (event.persisted) refresh();
  });
  refresh();
}

/**
 * @param {string} list
 * @param {number} count
 * @param {string} [before]  where to go on
 * @returns {Promise<{games: Listed[], before: string | null}>}
 */
function ask(list, count, before) {
  const page = new URLSearchParams({ list, count: String(count), ...(before === undefined ? {} : { before }) });
  return get(`/api/games?${page}`, { signal: AbortSignal.timeout(PATIENCE) });
}

/**
 * The content of a list item; `key` changes with it.
 * @typedef {(game: Listed) => {key: string, nodes: () => Node[]}} Draw
 */

class List {
  /** @type {Listed[]} */
  games = [];
  /** @type {Map<string, {item: HTMLLIElement, key: string}>} */
  #items = new Map();
  /** @type {string | null} */
  #before = null;
  /** @type {Listed[]} */
  #older = [];
  /** The whole list, if it is streamed. @type {Listed[] | null} */
  #streamed = null;
  #shown = ROWS;

  /**
   * @param {string} id  of the section and of the list
   * @param {Draw} draw
   * @param {{order?: (games: Listed[]) => Listed[], isPaged?: boolean, more?: {name: string, href: string}}} options
   */
  constructor(id, draw, options) {
    this.section = byId(id, HTMLElement);
    this.list = id;
    this.draw = draw;
    this.options = options;
    this.heading = /** @type {HTMLElement} */ (this.section.querySelector('h2'));
    this.items = h('ul', { class: 'lines games' });
    this.problem = h('p', { class: 'bad small' });
    this.more = h('button', { type: 'button', class: 'quiet more', hidden: true, onclick: () => this.#extend() }, 'Show more');
    if (options.more !== undefined) {
      const head = h('div', { class: 'spread' });
      this.heading.replaceWith(head);
      head.append(this.heading, h('a', { href: options.more.href }, options.more.name));
    }
    this.section.append(this.items, this.more, this.problem);
  }

  /** Shows a streamed list; null when the stream ends. @param {Listed[] | null} games */
  follow(games) {
    this.#streamed = games;
    this.#older = [];
    this.#before = null;
    if (games !== null) this.#show(games.slice(0, this.#shown));
  }

  async refresh() {
    // The age of a game changes by itself.
    if (this.#streamed !== null) return this.follow(this.#streamed);
    try {
      const { games, before } = await ask(this.list, ROWS);
      if (this.#streamed !== null) return;
      if (this.#older.length === 0) this.#before = next(games, before);
      const fresh = new Set(games.map(({ id }) => id));
      this.#show([...games, ...this.#older.filter(({ id }) => !fresh.has(id))]);
      this.problem.textContent = '';
    } catch (error) {
      this.problem.textContent = `This list may be out of date: ${problemOf(error)}.`;
    }
  }

  async #extend() {
    if (this.#streamed !== null) {
      this.#shown += ROWS;
      return this.follow(this.#streamed);
    }
    if (this.#before === null) return;
    const cursor = this.#before;
    try {
      const { games, before } = await ask(this.list, 2 * ROWS, cursor);
      if (cursor !== this.#before) return;
      this.#before = next(games, before);
      this.#older.push(...games);
      await this.refresh();
    } catch (error) {
      this.problem.textContent = `No more games could be loaded: ${problemOf(error)}.`;
    }
  }

  /**
   * Unchanged items stay, and with them the focus.
   * @param {Listed[]} found
   */
  #show(found) {
    const games = this.options.order?.(found) ?? found;
    this.games = games;
    this.section.hidden = games.length === 0;
    const isWhole = !this.options.isPaged || (this.#streamed === null ? this.#before === null : this.#streamed.length <= games.length);
    if (isWhole && this.more === document.activeElement) this.heading.focus();
    this.more.hidden = isWhole;
    const focused = document.activeElement;
    const inside = this.items.contains(focused);
    const gone = new Set(this.#items.keys());
    games.forEach((game, place) => {
      gone.delete(game.id);
      const { key, nodes } = this.draw(game);
      const known = this.#items.get(game.id);
      const item = known?.item ?? h('li', {});
      if (known?.key !== key) {
        const before = item.contains(focused);
        fill(item, ...nodes());
        this.#items.set(game.id, { item, key });
        if (before) /** @type {HTMLElement | null} */ (item.querySelector('a, button'))?.focus();
      }
      if (this.items.children[place] !== item) {
        this.items.insertBefore(item, this.items.children[place] ?? null);
        if (item.contains(focused) && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      }
    });
    for (const id of gone) {
      this.#items.get(id)?.item.remove();
      this.#items.delete(id);
    }
    if (inside && document.activeElement === document.body) this.heading.focus({ preventScroll: true });
  }
}

/**
 * A page that is not full is the last, whatever the server says.
 * @param {Listed[]} games
 * @param {string | null} before
 */
function next(games, before) {
  return games.length < ROWS ? null : before;
}

/** @type {Draw} */
function yourRow(game) {
  const stands = goesOn(game) ? standing(game) : headline(game);
  const isDue = isYourMove(game);
  const other = game.you.length > 1 ? null : playerOf(game, game.you[0] === 'black' ? 'white' : 'black');
  const when = ago(game.updated, Date.now());
  return {
    key: JSON.stringify([game.board, other, stands, when]),
    nodes: () => [
      h(
        'a',
        { class: 'game', href: gameAddress(game.id) },
        thumbnail(game.board),
        h(
          'span',
          { class: 'about' },
          h('span', { class: 'name' }, ...(other === null ? ['Two at this screen'] : label(other))),
          h('span', { class: 'soft small' }, `${terms(game)} · ${when}`),
        ),
        h('span', { class: isDue ? 'stands due' : 'stands soft' }, stands),
      ),
    ],
  };
}

/** @type {Draw} */
function liveRow(game) {
  const [black, white] = [playerOf(game, 'black'), playerOf(game, 'white')];
  const about = terms(game);
  return {
    key: JSON.stringify([game.board, black, white, about, game.placements]),
    nodes: () => [
      h(
        'a',
        { class: 'game', href: gameAddress(game.id) },
        thumbnail(game.board),
        h(
          'span',
          { class: 'about' },
          h('span', { class: 'name' }, disc('black'), ...label(black), ' ', disc('white'), ...label(white)),
          h('span', { class: 'soft small' }, about),
        ),
        h('span', { class: 'stands soft' }, `move ${game.placements + 1}`),
      ),
    ],
  };
}

/**
 * @param {Listed} game
 * @param {() => string} nameOf
 * @returns {ReturnType<Draw>}
 */
function challengeRow(game, nameOf) {
  const { who, seat } = challenge(game);
  const own = game.you.includes('black') || game.you.includes('white');
  const what = `${own ? 'Waiting' : `You play ${seat}`} · ${terms(game)} · ${ago(game.created, Date.now())}`;
  return {
    key: JSON.stringify([who, seat, own, what]),
    nodes: () => {
      const about = h('span', { class: 'about' }, h('span', { class: 'name' }, ...label(who)), h('span', { class: 'soft small' }, what));
      if (own) return [h('div', { class: 'game' }, about, h('a', { class: 'button', href: gameAddress(game.id) }, 'Open'))];
      const problem = h('p', { class: 'bad small', role: 'alert' });
      const act = async () => {
        fill(problem);
        try {
          await join(game.id, nameOf());
        } catch (error) {
          problem.textContent = `You could not join: ${problemOf(error)}.`;
        }
      };
      const button = h('button', { type: 'button', 'aria-label': `Join ${inWords(who)}`, onclick: act }, 'Join');
      return [h('div', { class: 'game' }, about, button, problem)];
    },
  };
}

/** @param {'black' | 'white'} side */
function disc(side) {
  return h('span', { class: 'token', 'data-disc': side, role: 'img', 'aria-label': side });
}

/** @param {Listed[]} games */
function unfinishedFirst(games) {
  const rank = (/** @type {Listed} */ game) => (isYourMove(game) ? 0 : goesOn(game) ? 1 : 2);
  return [...games].sort((a, b) => rank(a) - rank(b));
}
