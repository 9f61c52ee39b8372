import { fill, h } from '../dom.js';
import { label } from '../guests.js';
import { clockText, left } from './model.js';
import { colorName, playerOf } from './words.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('./model.js').Game} Game */

const low = 20_000;

export class Seats {
  /** @type {Game | null} */
  #game = null;
  #now;
  #lowTime;
  /** @type {Set<Color>} */
  #warned = new Set();
  /** @type {Record<Color, {element: HTMLElement, clock: HTMLElement}>} */
  #seats;

  /**
   * @param {() => number} now the server's time
   * @param {(color: Color) => void} lowTime
   */
  constructor(now, lowTime) {
    this.#now = now;
    this.#lowTime = lowTime;
    this.#seats = { black: seat('black'), white: seat('white') };
    setInterval(() => this.#tick(), 100);
  }

  /** @param {Color} color */
  element(color) {
    return this.#seats[color].element;
  }

  /**
   * @param {Game} game
   * @param {Record<Color, number>} discs
   */
  show(game, discs) {
    this.#game = game;
    const { state, players } = game;
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      const { element, clock } = this.#seats[color];
      const turn = state.status === 'running' && state.turn === color;
      element.classList.toggle('turn', turn);
      element.classList.toggle('won', state.result?.winner === color);
      const notes = [];
      const { level } = players[color];
      if (level != null) notes.push(`level ${level}`);
      if (!players[color].joined) notes.push('not joined yet');
      else if (state.gone[color] !== null && state.result == null) notes.push('away');
      if (turn) notes.push(game.you.length === 1 && game.you[0] === color ? 'your turn' : 'to move');
      if (state.result?.winner === color) notes.push('won');
      if (state.supply != null) notes.push(`${state.supply[color]} left to place`);
      const player = playerOf(game, color);
      const mine = game.you.length === 1 && game.you[0] === color && players[color].name != null;
      fill(
        element,
        h('span', { class: 'token', 'data-disc': color, 'aria-hidden': 'true' }),
        h(
          'div',
          { class: 'who' },
          h('span', { class: 'name' }, ...label(player), mine && h('span', { class: 'soft' }, ' (you)')),
          notes.length > 0 && h('span', { class: 'note' }, notes.join(' · ')),
        ),
        h(
          'span',
          { class: 'count' },
          String(discs[color]),
          h('span', { class: 'visually-hidden' }, discs[color] === 1 ? ' disc' : ' discs'),
        ),
        state.clocks != null && clock,
      );
    }
    this.#tick();
  }

  #tick() {
    if (this.#game === null || this.#game.state.clocks == null) return;
    const { state } = this.#game;
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
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
  const clock = h('span', { class: 'clock', role: 'timer', 'aria-label': `${colorName(color)}'s clock` });
  return { element: h('div', { class: 'seat', role: 'group', 'aria-label': colorName(color) }), clock };
}
