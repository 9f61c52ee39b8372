import { fill, h } from '../dom.js';
import { label } from '../guests.js';
import { clockText, left } from './model.js';
import { colorName, playerOf } from './words.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('./model.js').Game} Game */

const low = 20_000;

const colors = /** @type {Color[]} */ (['black', 'white']);

export class Seats {
  /** @type {Game | null} */
  #game = null;
  #now;
  #lowTime;
  /** @type {Set<Color>} */
  #warned = new Set();
  /** The names of the engine's levels, once they are known. @type {Map<number, string>} */
  #levels = new Map();
  #seats = { black: seat('black'), white: seat('white') };

  /**
   * @param {() => number} now the server's time
   * @param {(color: Color) => void} lowTime
   */
  constructor(now, lowTime) {
    this.#now = now;
    this.#lowTime = lowTime;
    setInterval(() => this.#tick(), 100);
  }

  /** @param {Color} color */
  element(color) {
    return this.#seats[color].element;
  }

  /** @param {import('../wire.js').ListedLevel[]} levels */
  nameLevels(levels) {
    this.#levels = new Map(levels.map(({ number, name }) => [number, name]));
    if (this.#game !== null) this.show(this.#game);
  }

  /**
   * The number of discs, which follows the board and not the server.
   * @param {Record<Color, number>} discs
   */
  count(discs) {
    for (const color of colors) {
      const { count } = this.#seats[color];
      if (count.dataset.discs === String(discs[color])) continue;
      count.dataset.discs = String(discs[color]);
      fill(count, String(discs[color]), h('span', { class: 'visually-hidden' }, discs[color] === 1 ? ' disc' : ' discs'));
    }
  }

  /** @param {Game} game */
  show(game) {
    this.#game = game;
    const { state, players, you } = game;
    for (const color of colors) {
      const { element, name, status, clock } = this.#seats[color];
      const isTurn = state.status === 'running' && state.turn === color;
      element.classList.toggle('active', isTurn);
      element.classList.toggle('won', state.result?.winner === color);
      const isMine = you.length === 1 && you[0] === color;
      fill(name, ...label(playerOf(game, color)), isMine && players[color].name != null && h('span', { class: 'soft' }, ' (you)'));
      const words = this.#status(game, color, isTurn, isMine);
      if (status.textContent !== words) status.textContent = words;
      clock.hidden = state.clocks == null || state.result != null;
    }
    this.#tick();
  }

  /**
   * @param {Game} game
   * @param {Color} color
   * @param {boolean} isTurn
   * @param {boolean} isMine
   */
  #status({ state, players }, color, isTurn, isMine) {
    const { kind, level, joined } = players[color];
    const isOver = state.result != null;
    const left = state.supply == null ? '' : ` · ${state.supply[color]} left to place`;
    if (state.result?.winner === color) return 'Won';
    if (!joined) return 'Not joined yet';
    if (!isOver && state.gone[color] !== null) return `Away${isTurn ? ', to move' : ''}`;
    if (isTurn) return (isMine ? 'Your move' : kind === 'engine' ? 'Thinking…' : 'To move') + left;
    if (level == null || isOver) return colorName(color) + left;
    const name = this.#levels.get(level);
    return `Level ${level}${name === undefined ? '' : `, ${name.toLowerCase()}`}${left}`;
  }

  #tick() {
    if (this.#game === null || this.#game.state.clocks == null) return;
    const { state } = this.#game;
    for (const color of colors) {
      const ms = left(state, color, this.#now());
      if (ms === null) continue;
      const { clock } = this.#seats[color];
      const text = clockText(ms);
      if (clock.textContent !== text) clock.textContent = text;
      const running = state.clocks?.running === color;
      clock.classList.toggle('low', running && ms < low);
      if (running && ms < low && !this.#warned.has(color)) {
        this.#warned.add(color);
        this.#lowTime(color);
      }
    }
  }
}

/** @param {Color} color */
function seat(color) {
  const name = h('b', { class: 'name' }, colorName(color));
  const status = h('span', { class: 'status' });
  const clock = h('span', { class: 'clock', role: 'timer', 'aria-label': `${colorName(color)}'s clock`, hidden: true });
  const count = h('span', { class: 'count' });
  const element = h(
    'div',
    { class: 'seat', role: 'group', 'aria-label': colorName(color) },
    h('span', { class: 'token', 'data-disc': color, 'aria-hidden': 'true' }),
    h('div', { class: 'who' }, name, status),
    clock,
    count,
  );
  return { element, name, status, clock, count };
}
