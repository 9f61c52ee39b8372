import { dialog, h, icon } from '../dom.js';
import { actor } from './model.js';
import { colorName } from './words.js';

/** @typedef {import('../outbox.js').Order} Order */
/** @typedef {import('./model.js').Game} Game */

/**
 * @typedef {object} Hands
 * @property {(order: Order) => void} command
 * @property {() => void} flip
 * @property {() => void} share
 */

export class Controls {
  #takeBack;
  #draw;
  #resign;
  /** @type {Game | null} */
  #game = null;
  element;

  /** @param {Hands} hands */
  constructor({ command, flip, share }) {
    this.#takeBack = control('Take back', 'M9 14l-4-4 4-4M5 10h9a5 5 0 0 1 0 10h-3', () => command({ command: 'take_back', ...this.#lastMover() }));
    this.#draw = control('Draw', 'M5 9h14M5 15h14', () => command({ command: 'offer_draw' }));
    this.#resign = control('Resign', 'M6 21V4M6 5h11l-2 4 2 4H6', () => this.#askResign(command));
    this.element = h(
      'div',
      { class: 'controls', role: 'group', 'aria-label': 'Game' },
      this.#takeBack,
      this.#draw,
      this.#resign,
      control('Flip', 'M8 5v13M4.5 14.5L8 18l3.5-3.5M16 19V6M12.5 9.5L16 6l3.5 3.5', flip),
      control('Share', 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6', share),
    );
  }

  /** @param {Game} game */
  show(game) {
    this.#game = game;
    const { state, you, players, full } = game;
    const running = state.status === 'running';
    const playing = you.length > 0 && (running || state.status === 'paused');
    const placed = game.plies.some(({ by, square }) => square != null && you.includes(by));
    this.#takeBack.hidden = !playing || full.takebacks === 'never';
    this.#takeBack.disabled = !running || !placed || state.offers.takeback != null;
    // The engine declines every draw.
    this.#draw.hidden = !playing || players.black.kind === 'engine' || players.white.kind === 'engine';
    this.#draw.disabled = !running || state.offers.draw != null;
    this.#resign.hidden = !playing;
    this.#resign.disabled = !running;
  }

  /** With both seats, you take back the last placement of either side. */
  #lastMover() {
    if (this.#game === null || this.#game.you.length < 2) return {};
    const last = [...this.#game.plies].reverse().find(({ square }) => square != null);
    return last ? { as: last.by } : {};
  }

  /** @param {(order: Order) => void} command */
  #askResign(command) {
    if (this.#game === null) return;
    const color = actor(this.#game);
    const whose = this.#game.you.length > 1 && color !== null ? ` for ${colorName(color)}` : '';
    const box = dialog(
      `Resign${whose}?`,
      h('p', {}, 'Your opponent wins the game.'),
      h(
        'div',
        { class: 'row end' },
        h('button', { type: 'button', onclick: () => box.close() }, 'Keep playing'),
        h(
          'button',
          {
            type: 'button',
            class: 'primary',
            onclick: () => {
              box.close();
              command({ command: 'resign', ...(whose && color ? { as: color } : {}) });
            },
          },
          'Resign',
        ),
      ),
    );
  }
}

/**
 * @param {string} name
 * @param {string} path
 * @param {() => void} act
 */
function control(name, path, act) {
  return h('button', { type: 'button', onclick: act }, icon(path), h('span', {}, name));
}
