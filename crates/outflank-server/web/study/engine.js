import { fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { count } from '../replay.js';
import { progress, queue, scoreText } from './analysis.js';
import { candidates, deeper, reach } from './candidates.js';

/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./analysis.js').Analysis} Analysis */
/** @typedef {import('./analysis.js').Analyst} Analyst */
/** @typedef {import('./candidates.js').Candidate} Candidate */
/** @typedef {import('./judgement.js').Judgement} Judgement */

const SECONDS = 10;

/** The number of lines listed, besides those of the report. The squares show the values of all moves. */
const SHOWN = 4;

export class Engine {
  on = false;
  /** @type {Spot | null} */
  #thinking = null;
  #button;

  /**
   * @param {{card: HTMLElement, says: HTMLElement, report: HTMLElement, deeper: HTMLElement, list: HTMLElement}} parts
   * @param {Analyst} analyst
   * @param {{judged: (spot: Spot) => Judgement | null, canUpdate: () => boolean, update: () => void, found: (spot: Spot) => void,
   *   play: (moves: string[]) => void}} act  `judged` is the report's judgement of the move played in a position; `found` shows a
   *   spot about which the engine has found something out
   */
  constructor(parts, analyst, act) {
    this.parts = parts;
    this.analyst = analyst;
    this.act = act;
    this.#button = h('button', { type: 'button', onclick: () => act.update() }, 'Update the report');
  }

  /** @param {Spot} spot */
  async think(spot) {
    const { known } = spot;
    if (this.#thinking === spot) return;
    this.rest();
    this.show(spot);
    if (known === null || known.over != null || spot.analysis?.done) return;
    this.#thinking = spot;
    if (spot.analysis === null) this.parts.says.textContent = 'Thinking…';
    const body = { record: known.record, lines: Math.max(1, known.legal.length), seconds: SECONDS, depth: null };
    try {
      await this.analyst.run('/api/analyze', body, (line) => {
        if ('waiting' in line) this.parts.says.textContent = queue(line.waiting);
        else this.#learn(spot, line);
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

  /**
   * @param {Spot} spot
   * @param {string} [why]  instead of how far the engine has looked
   */
  show(spot, why) {
    const { card, says, report } = this.parts;
    card.hidden = !this.on;
    const { analysis, known } = spot;
    const judgement = this.act.judged(spot);
    const turn = known?.turn ?? judgement?.by;
    const { black, white } = count(spot.board);
    const looked = analysis === null ? '' : `Engine: ${progress(analysis, 64 - black - white)}`;
    says.textContent = why ?? (known?.over ? 'The game is over.' : looked);
    report.textContent = judgement === null ? '' : `Report: ${reach(judgement)}.`;
    this.#offer(judgement !== null && analysis !== null ? deeper(judgement, analysis) : null);
    const rows = turn === undefined ? [] : candidates(judgement, analysis, turn);
    this.#list(rows.filter(({ reported }, i) => i < SHOWN || reported).map((row) => this.#row(row, turn ?? 'black')));
  }

  /**
   * @param {Spot} spot
   * @param {Analysis} line
   */
  #learn(spot, line) {
    const before = spot.analysis;
    // A search that was interrupted starts again; until it is as deep, the earlier result stays.
    const isNews = line.lines.length > 0 && (before === null || line.exact || (!before.exact && line.depth >= before.depth));
    if (isNews) spot.analysis = line;
    else if (before !== null && line.done) spot.analysis = { ...before, done: true };
    else return;
    this.act.found(spot);
  }

  /** @param {string | null} sentence */
  #offer(sentence) {
    const { deeper: place, list } = this.parts;
    const focused = document.activeElement === this.#button;
    const isOffered = sentence !== null && this.act.canUpdate();
    fill(place, sentence !== null && h('p', {}, sentence), isOffered && h('div', { class: 'row' }, this.#button));
    place.hidden = sentence === null;
    if (focused) (isOffered ? this.#button : list).focus({ preventScroll: true });
  }

  /**
   * @param {Candidate} candidate
   * @param {import('../replay.js').Color} turn
   */
  #row(candidate, turn) {
    const { line, reported } = candidate;
    return h(
      'li',
      {},
      h('b', {}, scoreText(candidate, turn)),
      h('span', {}, ...line.map((move, i) => this.#move(line, move, i))),
      reported && h('small', { class: 'soft' }, 'report'),
    );
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
