import { button } from '../shell.js';

/** @typedef {import('./tree.js').Study} Study */

export class Steps {
  /**
   * @param {HTMLElement} place
   * @param {{step: (steps: number) => void, turn: () => void}} act  `turn` turns the board round
   */
  constructor(place, { step, turn }) {
    this.back = [
      button('First position', 'M18 6l-7 6 7 6M7 6v12', () => step(-Infinity)),
      button('Previous move', 'M15 6l-7 6 7 6', () => step(-1)),
    ];
    this.forward = [
      button('Next move', 'M9 6l7 6-7 6', () => step(1)),
      button('Last position', 'M6 6l7 6-7 6M17 6v12', () => step(Infinity)),
    ];
    const round = button('Flip the board', 'M7 4v13M3.5 13.5L7 17l3.5-3.5M17 20V7M13.5 10.5L17 7l3.5 3.5', turn);
    place.append(...this.back, ...this.forward, round);
  }

  /** @param {Study} study */
  show({ spot, line }) {
    for (const one of this.back) one.setAttribute('aria-disabled', String(spot.number === 0));
    for (const one of this.forward) one.setAttribute('aria-disabled', String(spot.number === line.length - 1));
  }
}
