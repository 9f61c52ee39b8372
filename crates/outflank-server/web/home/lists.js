// The lists of games, refreshed while the page is visible.

import { Problem, get, post } from '../api.js';
import { byId, fill, h } from '../dom.js';
import { inWords, label } from '../guests.js';
import { challenge, goesOn, playerOf, standing, terms } from './listing.js';
import { streamOpen } from './lobby.js';
import { thumbnail } from './thumbnail.js';
import { ago, problemOf } from './words.js';

/** @typedef {import('./listing.js').Listed} Listed */

const PERIOD = 5000;

const PATIENCE = 15_000;

const COUNT = 12;

export function showLists() {
  const lists = [
    new List('mine', 'mine', 'You have no games here yet.', tile, { hideEmpty: true, order: unfinishedFirst }),
    new List('open', 'open', 'No open challenges. Create one!', challengeRow),
    new List('watch', 'running', 'No public games are running.', tile),
    new List('finished', 'finished', 'No finished public games yet.', tile),
  ];
  streamOpen((games) => lists[1].follow(games));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asking = false;
  const refresh = async () => {
    clearTimeout(timer);
    if (asking || document.hidden) return;
    asking = true;
    await Promise.all(lists.map((list) => list.refresh()));
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
 * The content of a list item; `key` changes with it.
 * @typedef {(game: Listed) => {key: string, nodes: () => Node[]}} Draw
 */

class List {
  /** @type {Map<string, {item: HTMLLIElement, key: string}>} */
  #items = new Map();
  /** @type {string | null} */
  #before = null;
  /** @type {Listed[]} */
  #older = [];
  /** The whole list, if it is streamed. @type {Listed[] | null} */
  #streamed = null;
  #shown = COUNT;

  /**
   * @param {string} id  of the section
   * @param {string} list  as the server calls it
   * @param {string} empty  said when there is none
   * @param {Draw} draw
   * @param {{hideEmpty?: boolean, order?: (games: Listed[]) => Listed[]}} [options]
   */
  constructor(id, list, empty, draw, options = {}) {
    this.section = byId(id, HTMLElement);
    this.list = list;
    this.empty = empty;
    this.draw = draw;
    this.options = options;
    this.heading = this.section.querySelector('h2');
    this.items = h('ul', { class: `games ${id}` });
    this.note = h('p', { class: 'soft' }, 'Loading…');
    this.more = h('button', { type: 'button', hidden: true, onclick: () => this.#extend() }, 'More');
    this.section.append(this.items, this.note, this.more);
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
      const { games, before } = await this.#ask();
      if (this.#streamed !== null) return;
      if (this.#older.length === 0) this.#before = next(games, before);
      const fresh = new Set(games.map(({ id }) => id));
      this.#show([...games, ...this.#older.filter(({ id }) => !fresh.has(id))]);
    } catch (error) {
      // Without a secret you have no games.
      if (error instanceof Problem && error.status === 401) this.#show([]);
      else this.note.textContent = `This list may be out of date: ${problemOf(error)}.`;
    }
  }

  /**
   * @param {string} [before]  where to go on
   * @returns {Promise<{games: Listed[], before: string | null}>}
   */
  #ask(before) {
    const page = new URLSearchParams({ list: this.list, count: String(COUNT), ...(before === undefined ? {} : { before }) });
    return get(`/api/games?${page}`, { signal: AbortSignal.timeout(PATIENCE) });
  }

  async #extend() {
    if (this.#streamed !== null) {
      this.#shown += COUNT;
      return this.follow(this.#streamed);
    }
    if (this.#before === null) return;
    const cursor = this.#before;
    try {
      const { games, before } = await this.#ask(cursor);
      if (cursor !== this.#before) return;
      this.#before = next(games, before);
      this.#older.push(...games);
      await this.refresh();
    } catch (error) {
      this.note.textContent = `No more games could be loaded: ${problemOf(error)}.`;
    }
  }

  /**
   * Unchanged items stay, and with them the focus.
   * @param {Listed[]} found
   */
  #show(found) {
    const games = this.options.order?.(found) ?? found;
    this.section.hidden = Boolean(this.options.hideEmpty) && games.length === 0;
    this.note.textContent = games.length === 0 ? this.empty : '';
    const isWhole = this.#streamed === null ? this.#before === null : this.#streamed.length <= games.length;
    if (isWhole && this.more === document.activeElement) this.heading?.focus();
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
    if (inside && document.activeElement === document.body) this.heading?.focus({ preventScroll: true });
  }
}

/**
 * A page that is not full is the last, whatever the server says.
 * @param {Listed[]} games
 * @param {string | null} before
 */
function next(games, before) {
  return games.length < COUNT ? null : before;
}

/** @type {Draw} */
function tile(game) {
  const stands = `${standing(game)} · ${ago(game.updated, Date.now())}`;
  const about = terms(game);
  const counts = game.result?.discs ?? game.discs;
  /** @param {import('./listing.js').Color} side */
  const player = (side) =>
    h(
      'span',
      { class: 'player' },
      h('span', { class: 'token', 'data-disc': side, role: 'img', 'aria-label': side }),
      h('span', { class: 'name' }, ...label(playerOf(game, side))),
      h('b', {}, String(counts[side])),
    );
  return {
    key: JSON.stringify([game.board, playerOf(game, 'black'), playerOf(game, 'white'), stands, about]),
    nodes: () => [
      h(
        'a',
        { class: 'tile', href: `/game/${encodeURIComponent(game.id)}` },
        thumbnail(game.board),
        h(
          'span',
          { class: 'about' },
          player('black'),
          player('white'),
          h('span', {}, stands),
          h('span', { class: 'soft' }, about),
        ),
      ),
    ],
  };
}

/** @type {Draw} */
function challengeRow(game) {
  const { who, seat } = challenge(game);
  const own = game.you.includes('black') || game.you.includes('white');
  const what = terms(game);
  const when = ago(game.created, Date.now());
  return {
    key: JSON.stringify([who, seat, own, what, when]),
    nodes: () => {
      const about = h(
        'span',
        { class: 'about' },
        h('span', { class: 'name' }, ...label(who)),
        h('span', { class: 'soft' }, `${what} · you play ${seat} · ${when}`),
      );
      const address = `/game/${encodeURIComponent(game.id)}`;
      if (own) {
        about.lastElementChild?.replaceChildren(`${what} · waiting · ${when}`);
        return [h('div', { class: 'challenge' }, about, h('a', { class: 'button', href: address }, 'Open'))];
      }
      const problem = h('p', { class: 'bad', role: 'alert' });
      const join = h('button', { type: 'button', class: 'primary', 'aria-label': `Join ${inWords(who)}` }, 'Join');
      join.addEventListener('click', async () => {
        fill(problem);
        try {
          await post(`/api/game/${encodeURIComponent(game.id)}/join`, { name: nameOf() });
          location.assign(address);
        } catch (error) {
          problem.textContent = `You could not join: ${problemOf(error)}.`;
        }
      });
      return [h('div', { class: 'challenge' }, about, join, problem)];
    },
  };
}

function nameOf() {
  const field = document.querySelector('input[name="name"]');
  const name = field instanceof HTMLInputElement ? field.value.trim() : '';
  return name === '' ? null : name;
}

/** @param {Listed[]} games */
function unfinishedFirst(games) {
  return [...games.filter(goesOn), ...games.filter((game) => game.status === 'over')];
}
