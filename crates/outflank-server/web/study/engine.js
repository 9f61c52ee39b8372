import { fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { progress, queue, scoreText } from './analysis.js';

/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./analysis.js').Analyst} Analyst */

const SECONDS = 10;

/** The number of lines listed. The squares show the values of all moves. */
const SHOWN = 4;

export class Engine {
  on = false;
  /** @type {Spot | null} */
  #thinking = null;

  /**
   * @param {{card: HTMLElement, says: HTMLElement, list: HTMLElement}} parts
   * @param {Analyst} analyst
   * @param {{found: (spot: Spot) => void, play: (moves: string[]) => void}} act
   */
  constructor(parts, analyst, act) {
    this.parts = parts;
    this.analyst = analyst;
    this.act = act;
  }

  /** @param {Spot} spot */
  async think(spot) {
    const { known } = spot;
    if (known === null || this.#thinking === spot) return;
    this.rest();
    this.show(spot);
    if (spot.analysis?.done || known.over != null) return;
    this.#thinking = spot;
    this.parts.says.textContent = 'Thinking…';
    const body = { record: known.record, lines: Math.max(1, known.legal.length), seconds: SECONDS, depth: null };
    try {
      await this.analyst.run('/api/analyze', body, (line) => {
        if ('waiting' in line) this.parts.says.textContent = queue(line.waiting);
        if (!('lines' in line) || line.lines.length === 0) {
          if (line.done && spot.analysis !== null) spot.analysis = { ...spot.analysis, done: true };
          return;
        }
        spot.analysis = line;
        this.show(spot);
        this.act.found(spot);
      });
    } catch (error) {
      if (this.#thinking === spot) this.parts.says.textContent = `The analysis failed: ${problemOf(error)}.`;
    }
    if (this.#thinking === spot) this.#thinking = null;
  }

  rest() {
    if (this.#thinking === null) return;
    this.#thinking = null;
    this.analyst.stop();
  }

  /** @param {string} why */
  say(why) {
    this.parts.card.hidden = !this.on;
    this.parts.says.textContent = why;
    this.#list([]);
  }

  /** @param {Spot} spot */
  show(spot) {
    const { card, says } = this.parts;
    card.hidden = !this.on;
    const { analysis, known } = spot;
    if (known?.over) return this.say('The game is over.');
    if (analysis === null || known === null) return this.say('');
    says.textContent = progress(analysis);
    const rows = analysis.lines.slice(0, SHOWN).map((line) => {
      const moves = line.moves.split(' ').filter((move) => move !== '');
      return h(
        'li',
        {},
        h('b', {}, scoreText(line, known.turn)),
        h('span', {}, ...moves.map((move, i) => this.#move(moves, move, i))),
      );
    });
    this.#list(rows);
  }

  /** @param {HTMLElement[]} rows */
  #list(rows) {
    const { list } = this.parts;
    const inside = list.contains(document.activeElement);
    const row = [...list.children].findIndex((item) => item.contains(document.activeElement));
    const column =
      row < 0 ? -1 : [...list.children[row].querySelectorAll('button')].findIndex((one) => one === document.activeElement);
    fill(list, ...rows);
    if (!inside) return;
    const buttons = rows[Math.max(row, 0)]?.querySelectorAll('button');
    (buttons?.[Math.max(column, 0)] ?? buttons?.[0] ?? list).focus({ preventScroll: true });
  }

  /**
   * @param {string[]} moves
   * @param {string} move
   * @param {number} i
   */
  #move(moves, move, i) {
    const played = moves.slice(0, i + 1).filter((square) => /^[a-h][1-8]$/.test(square));
    const name = i === 0 ? `Play ${move}` : `Play ${i + 1} moves, up to ${move}`;
    return h('button', { type: 'button', class: 'move', 'aria-label': name, onclick: () => this.act.play(played) }, move);
  }
}
