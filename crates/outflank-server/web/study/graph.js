// The evaluation graph, Black up, and the same numbers as a table.

import { fill, h } from '../dom.js';
import { count } from '../replay.js';
import { STANDARD } from './draft.js';
import { course, discs, isSerious, moveName, sign, signed } from './judgement.js';

/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./tree.js').Spot} Spot */

const WIDTH = 600;
const LEFT = 32;
const RIGHT = 8;
/** Above and below the lines, for marks and for the move numbers. */
const TOP = 8;
const FOOT = 16;

/** The last moves of the opening and of the midgame. */
const PHASES = [20, 40];
/** The move numbers below the graph. */
const TENS = [10, 20, 30, 40, 50, 60];
const SVG = 'http://www.w3.org/2000/svg';

/**
 * In pixels: the graph is as wide as its place, and lower in a narrow one.
 * @typedef {object} Geometry
 * @property {number} height
 * @property {number} middle  of the line of level scores
 * @property {number} bottom  of the line of the lowest score
 * @property {number} range  the score at the top
 * @property {{number: number, x: number, y: number}[]} points
 * @property {(number: number) => number} x  of a move number
 * @property {(x: number) => number} number  of the nearest move, 0 for the start
 */

/**
 * The range doubles, so that the graph rarely changes its scale while results arrive.
 * @param {number} moves
 * @param {ReadonlyMap<number, Judgement>} judged
 * @param {number} [width]
 * @returns {Geometry}
 */
export function geometry(moves, judged, width = WIDTH) {
  const highest = Math.max(0, ...[...judged.values()].map(({ score }) => Math.abs(score)));
  const range = [16, 32].find((limit) => highest <= limit) ?? 64;
  const last = Math.max(moves, 1);
  const height = width < 480 ? 84 : 104;
  const bottom = height - FOOT;
  const middle = (TOP + bottom) / 2;
  /** @param {number} number */
  const x = (number) => LEFT + ((width - LEFT - RIGHT) * number) / last;
  const points = [...judged.values()]
    .sort((a, b) => a.number - b.number)
    .map(({ number, score }) => ({
      number,
      x: x(number),
      y: middle - ((middle - TOP) * Math.max(-range, Math.min(range, score))) / range,
    }));
  return {
    height,
    middle,
    bottom,
    range,
    points,
    x,
    number: (place) => Math.max(0, Math.min(last, Math.round(((place - LEFT) * last) / (width - LEFT - RIGHT)))),
  };
}

export class Graph {
  #width = WIDTH;
  /** Draws again, at another width. */
  #again = () => {};

  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} table
   * @param {(number: number) => void} choose  called with the number of the move that was clicked, 0 for the start
   */
  constructor(place, table, choose) {
    this.table = table;
    this.svg = element('svg', { role: 'img', class: 'graph' });
    /** @type {Geometry} */
    this.geometry = geometry(0, new Map());
    this.svg.addEventListener('click', (event) => {
      const box = this.svg.getBoundingClientRect();
      choose(this.geometry.number(event.clientX - box.left));
    });
    fill(place, this.svg);
    new ResizeObserver(() => {
      const { width } = this.svg.getBoundingClientRect();
      if (width < 2 * LEFT || width === this.#width) return;
      this.#width = width;
      this.#again();
    }).observe(place);
  }

  /**
   * @param {Spot[]} game
   * @param {ReadonlyMap<number, Judgement>} judged
   * @param {{at: Spot | null, turned: Spot | null}} spots  the current one, if it is in the game, and the turning point
   */
  show(game, judged, { at, turned }) {
    this.#again = () => this.#draw(game, judged, { at, turned });
    this.#again();
    this.tabulate(game, judged);
  }

  /**
   * @param {Spot[]} game
   * @param {ReadonlyMap<number, Judgement>} judged
   * @param {{at: Spot | null, turned: Spot | null}} spots
   */
  #draw(game, judged, { at, turned }) {
    const moves = game.filter(({ ply }) => ply?.square);
    // The room of a whole game, so that the graph does not stretch with each move.
    const { black, white } = count(game[0]?.parent?.board ?? STANDARD);
    const last = Math.max(64 - black - white, moves.length);
    const { height, middle, bottom, range, points, x } = (this.geometry = geometry(last, judged, this.#width));
    this.svg.setAttribute('viewBox', `0 0 ${this.#width} ${height}`);
    this.svg.setAttribute('height', String(height));
    /** @type {Element[]} */
    const parts = [
      ...[TOP, middle, bottom].map((y) => element('line', { class: 'axis', x1: LEFT, x2: this.#width - RIGHT, y1: y, y2: y })),
      label(`+${range}`, LEFT - 6, TOP + 4, 'end'),
      label('0', LEFT - 6, middle + 4, 'end'),
      label(`−${range}`, LEFT - 6, bottom + 4, 'end'),
      ...PHASES.filter((end) => end < last).map((end) => element('line', { class: 'phase', x1: x(end), x2: x(end), y1: TOP, y2: bottom })),
      ...TENS.filter((number) => number <= last).map((number) => label(String(number), x(number), height - 2, 'middle')),
    ];
    if (points.length > 0) {
      const line = points.map(({ x: left, y }) => `${round(left)} ${round(y)}`).join('L');
      const end = points[points.length - 1];
      parts.push(element('path', { class: 'area', d: `M${round(points[0].x)} ${middle}L${line}L${round(end.x)} ${middle}Z` }));
      parts.push(element('path', { class: 'course', d: `M${line}` }));
    }
    for (const { number, grade } of [...judged.values()].filter(isSerious)) {
      const point = points.find((one) => one.number === number);
      if (point !== undefined) {
        // A shape, not only a colour; larger for a blunder.
        const [left, top, size] = [round(point.x), round(point.y), grade === 'blunder' ? 4.5 : 3.2];
        const d = `M${left} ${round(top - size)}l${size} ${size}l${-size} ${size}l${-size} ${-size}Z`;
        parts.push(element('path', { class: 'mark', d }));
      }
    }
    if (turned !== null) parts.push(flag(x(turned.placements), moveName(turned), this.#width));
    if (at !== null) {
      const left = round(x(at.placements));
      const point = points.find(({ number }) => number === at.placements);
      parts.push(element('line', { class: 'at', x1: left, x2: left, y1: TOP - 4, y2: bottom }));
      parts.push(element('circle', { class: 'at', cx: left, cy: round(point?.y ?? middle), r: 5 }));
    }
    const width = x(1) - x(0);
    for (const spot of moves) parts.push(tip({ x: x(spot.placements) - width / 2, width, height }, valueText(spot, judged)));
    this.svg.replaceChildren(...parts);
    const texts = [course(moves.map(({ number }) => judged.get(number)?.score ?? null))];
    if (turned !== null) texts.push(`Turning point: ${moveName(turned)}.`);
    this.svg.setAttribute('aria-label', `Evaluation for Black. ${texts.join(' ')}`);
  }

  /**
   * @param {Spot[]} game
   * @param {ReadonlyMap<number, Judgement>} judged
   */
  tabulate(game, judged) {
    const rows = game.map((spot, i) => {
      const found = judged.get(i + 1);
      return h(
        'tr',
        {},
        h('th', { scope: 'row' }, moveName(spot), found ? sign(found.grade) : ''),
        h('td', {}, spot.ply?.by === 'black' ? 'Black' : 'White'),
        h('td', {}, found ? signed(found.score) : '–'),
        h('td', {}, found ? discs(found.loss) : '–'),
        h('td', {}, found?.best ? `${found.best} (${signed(found.best_score)})` : '–'),
      );
    });
    const heads = ['Move', 'By', 'Value for Black', 'Loss', 'Best'].map((text) => h('th', { scope: 'col' }, text));
    fill(this.table, h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...rows));
  }
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function element(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {'start' | 'middle' | 'end'} anchor
 */
function label(text, x, y, anchor) {
  const made = element('text', { x: round(x), y, 'text-anchor': anchor });
  made.textContent = text;
  return made;
}

/**
 * The name of the turning point, above the graph.
 * @param {number} x
 * @param {string} name
 * @param {number} width
 */
function flag(x, name, width) {
  const isRight = x > width - 60;
  const text = label(name, isRight ? x - 5 : x + 5, TOP + 4, isRight ? 'end' : 'start');
  text.setAttribute('class', 'turned');
  return text;
}

/**
 * The part of the graph that belongs to a move, with a tooltip.
 * @param {{x: number, width: number, height: number}} box
 * @param {string} text
 */
function tip({ x, width, height }, text) {
  const part = element('rect', { class: 'tip', x: round(x), width: round(width), y: 0, height });
  const title = element('title', {});
  title.textContent = text;
  part.append(title);
  return part;
}

/**
 * "14. g7??: −3.2 for Black".
 * @param {Spot} spot
 * @param {ReadonlyMap<number, Judgement>} judged
 */
function valueText(spot, judged) {
  const found = judged.get(spot.number);
  return found ? `${moveName(spot)}${sign(found.grade)}: ${signed(found.score)} for Black` : moveName(spot);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
