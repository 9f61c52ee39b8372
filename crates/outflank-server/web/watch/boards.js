// Small boards that move.

import { get } from '../api.js';
import { Board } from '../board.js';
import { h } from '../dom.js';
import { inWords, label } from '../guests.js';
import { gameAddress, headline, playerOf, terms } from '../home/listing.js';
import { arranged, newDisc } from './order.js';

/** @typedef {import('./order.js').Watched} Watched */
/** @typedef {import('../wire.js').Color} Color */

const MOST = 12;

export class LiveBoards {
  /** @type {string[]} */
  #shown = [];
  /** @type {Map<string, Card>} */
  #cards = new Map();

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  /** @param {Watched[]} running */
  show(running) {
    const before = this.#shown;
    this.#shown = arranged(before, running, MOST);
    const games = new Map(running.map((game) => [game.id, game]));
    this.#shown.forEach((id, place) => {
      const game = games.get(id);
      const card = this.#cards.get(id);
      if (card !== undefined && game === undefined) return void card.finish();
      if (card !== undefined && game !== undefined) return card.show(game);
      if (game === undefined) return;
      const made = new Card(game);
      this.#cards.set(id, made);
      const old = before[place];
      if (old === undefined) this.list.append(made.element);
      else {
        this.#cards.get(old)?.element.replaceWith(made.element);
        this.#cards.delete(old);
      }
    });
  }
}

/** One game: its board, players and counts. */
export class Card {
  #board = new Board();
  #counts = { black: h('b', {}), white: h('b', {}) };
  #names = { black: h('span', { class: 'name' }), white: h('span', { class: 'name' }) };
  #about = h('span', { class: 'soft small about' });
  #link;
  /** @type {Watched} */
  #game;
  #isGone = false;
  element;

  /** @param {Watched} game */
  constructor(game) {
    this.#game = game;
    this.#board.className = 'bare';
    this.#board.setAttribute('picture', '');
    const player = (/** @type {Color} */ side) => {
      const disc = h('span', { class: 'token', 'data-disc': side, role: 'img', 'aria-label': side });
      return h('span', { class: 'player' }, disc, this.#names[side], this.#counts[side]);
    };
    this.#link = h('a', { class: 'card live-game', href: gameAddress(game.id) }, this.#board, player('black'), player('white'), this.#about);
    this.element = h('li', {}, this.#link);
    this.#draw(game, false);
  }

  /** @param {Watched} game */
  show(game) {
    this.#isGone = false;
    this.#draw(game, true);
  }

  /**
   * @param {Watched} game
   * @param {boolean} animate
   */
  #draw(game, animate) {
    const last = newDisc(this.#game.board, game.board);
    const names = { black: playerOf(game, 'black'), white: playerOf(game, 'white') };
    const moves = animate && this.#game.board !== game.board;
    if (moves || !animate) {
      void this.#board.show({ discs: game.board, last, animate: moves, label: `${inWords(names.black)} against ${inWords(names.white)}` });
    }
    this.#game = game;
    const counts = game.result?.discs ?? game.discs;
    for (const side of /** @type {Color[]} */ (['black', 'white'])) {
      const name = label(names[side]);
      if (this.#names[side].textContent !== inWords(names[side])) this.#names[side].replaceChildren(...name);
      this.#counts[side].textContent = String(counts[side]);
    }
    const watchers = game.watchers ?? 0;
    const about = game.status === 'over' ? [headline(game)] : [`Move ${game.placements + 1}`, watchers > 0 && `${watchers} watching`, terms(game)];
    this.#about.textContent = about.filter(Boolean).join(' · ');
  }

  /** The game is no longer in the list: shows how it ended. */
  async finish() {
    if (this.#isGone) return;
    this.#isGone = true;
    try {
      /** @type {import('../wire.js').FullGame} */
      const { state } = await get(`/api/game/${encodeURIComponent(this.#game.id)}`);
      const { board, discs, status, result } = state;
      this.#draw({ ...this.#game, board, discs, status, result }, true);
    } catch {
      this.#about.textContent = 'Over';
    }
  }
}
