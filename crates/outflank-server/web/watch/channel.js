// One game at a time, on a large board. When it ends, the next one follows.

import { Board } from '../board.js';
import { byId, fill, h } from '../dom.js';
import { label } from '../guests.js';
import { gameAddress } from '../home/listing.js';
import { count } from '../replay.js';
import { begin, clockText, evolve, left } from '../table/model.js';
import { headline, playerOf } from '../table/words.js';
import { nextGame } from './order.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../table/model.js').Game} Game */
/** @typedef {import('./order.js').Watched} Watched */

/** How long the end of a game stays on, in seconds. */
const REST = 8;

export class Channel {
  board = byId('board', Board);
  seats = byId('seats', HTMLElement);
  told = byId('told', HTMLElement);
  jump = byId('jump', HTMLButtonElement);
  next = byId('next', HTMLButtonElement);
  link = byId('open-game', HTMLAnchorElement);
  /** @type {Watched[]} */
  #running = [];
  /** Games that were on, the last one is on now. @type {string[]} */
  #seen = [];
  /** @type {Game | null} */
  #game = null;
  /** @type {EventSource | null} */
  #source = null;
  /** The server's clock minus this one's. */
  #ahead = 0;
  #rest = 0;
  #watchers = 0;

  constructor() {
    this.jump.addEventListener('click', () => this.jump.setAttribute('aria-checked', String(!this.#jumps)));
    this.next.addEventListener('click', () => this.#goOn());
    setInterval(() => this.#tick(), 1000);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.#source?.close();
      else if (this.#seen.length > 0) this.#open(this.#seen.at(-1) ?? '');
    });
    addEventListener('pagehide', () => this.#source?.close());
  }

  get #jumps() {
    return this.jump.getAttribute('aria-checked') === 'true';
  }

  /** @param {Watched[]} running */
  show(running) {
    this.#running = running;
    this.next.disabled = nextGame(running, this.#seen) === null;
    if (this.#seen.length === 0 || (this.#isOver && this.#rest === 0 && this.#jumps)) this.#goOn();
  }

  get #isOver() {
    return this.#game?.state.status === 'over';
  }

  #goOn() {
    const next = nextGame(this.#running, this.#seen);
    if (next === null) return;
    this.#seen = [...this.#seen.filter((id) => id !== next.id), next.id].slice(-50);
    this.#open(next.id);
  }

  /** @param {string} id */
  #open(id) {
    this.#source?.close();
    this.#rest = 0;
    this.link.href = gameAddress(id);
    const source = new EventSource(`/api/game/${encodeURIComponent(id)}/stream`);
    this.#source = source;
    source.addEventListener('message', (event) => this.#take(JSON.parse(event.data)));
    // The browser reconnects by itself, unless the game is gone.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) this.#goOn();
    });
  }

  /** @param {import('../wire.js').Told} message */
  #take(message) {
    if (message.type === 'watchers') this.#watchers = message.count;
    else if (message.type === 'removed') return this.#goOn();
    else if (message.type === 'full') this.#draw(begin(message), message.id === this.#game?.full.id);
    else if (message.type === 'state' && this.#game !== null) {
      const evolved = evolve(this.#game, message);
      // A state that does not follow: the whole game is sent again.
      if (evolved === null) return this.#open(this.#game.full.id);
      this.#draw(evolved.game, true);
    }
    this.#words();
  }

  /**
   * @param {Game} game
   * @param {boolean} animate
   */
  #draw(game, animate) {
    const wasOver = this.#isOver;
    this.#game = game;
    this.#ahead = game.state.at - Date.now();
    const { discs, last } = game.boards[game.boards.length - 1];
    void this.board.show({ discs, last, turn: game.state.turn, animate, label: 'Board' });
    if (this.#isOver && !wasOver) this.#rest = REST;
    this.#seatsOf(game, count(discs));
  }

  /**
   * @param {Game} game
   * @param {Record<Color, number>} discs
   */
  #seatsOf(game, discs) {
    const { state } = game;
    const seat = (/** @type {Color} */ color) => {
      const isTurn = state.status === 'running' && state.turn === color;
      const hasWon = state.result?.winner === color;
      const side = color === 'black' ? 'Black' : 'White';
      return h(
        'div',
        { class: `seat${isTurn ? ' active' : ''}${hasWon ? ' won' : ''}`, role: 'group', 'aria-label': side },
        h('span', { class: 'token', 'data-disc': color, 'aria-hidden': 'true' }),
        h('span', { class: 'who' }, h('b', {}, ...label(playerOf(game, color))), h('span', {}, hasWon ? 'Won' : isTurn ? 'To move' : side)),
        state.clocks != null && h('span', { class: 'clock', 'data-clock': color }),
        h('span', { class: 'count' }, String(discs[color])),
      );
    };
    fill(this.seats, seat('black'), seat('white'));
    this.#clocks();
  }

  #clocks() {
    if (this.#game === null) return;
    for (const clock of /** @type {NodeListOf<HTMLElement>} */ (this.seats.querySelectorAll('[data-clock]'))) {
      const ms = left(this.#game.state, /** @type {Color} */ (clock.dataset.clock), Date.now() + this.#ahead);
      if (ms !== null) clock.textContent = clockText(ms);
    }
  }

  #tick() {
    this.#clocks();
    if (this.#rest === 0) return;
    this.#rest -= 1;
    if (this.#rest === 0 && this.#jumps) this.#goOn();
    this.#words();
  }

  #words() {
    const game = this.#game;
    if (game === null) return;
    const { state } = game;
    const watching = this.#watchers > 1 ? `${this.#watchers} watching` : '';
    const ending = state.result == null ? '' : `${headline(state.result)}.`;
    const text = ending !== '' ? ending : [state.opening ?? '', watching].filter(Boolean).join(' · ');
    if (this.told.textContent !== text) this.told.textContent = text;
  }
}
