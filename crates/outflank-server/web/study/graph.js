// The evaluation graph, Black up, and the same numbers as a table.

import { fill, h } from '../dom.js';
import { course, discs, isSerious, moveName, sign, signed } from './judgement.js';

/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./tree.js').Spot} Spot */

const WIDTH = 320;
const HEIGHT = 110;
const LEFT = 26;
/** Below the graph, for the move numbers. */
const FOOT = 13;
/** The last moves of the opening and of the midgame. */
const PHASES = [20, 40];
const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {object} Geometry
 * @property {number} range  the score at the top
 * @property {{number: number, x: number, y: number}[]} points
 * @property {(number: number) => number} x  of a move number
 * @property {(x: number) => number} number  of the nearest move, 0 for the start
 */

/**
 * The range doubles, so that the graph rarely changes its scale while results arrive.
 * @param {number} moves
 * @param {ReadonlyMap<number, Judgement>} judged
 * @returns {Geometry}
 */
export function geometry(moves, judged) {
  const highest = Math.max(0, ...[...judged.values()].map(({ score }) => Math.abs(score)));
  const range = [8, 16, 32].find((limit) => highest <= limit) ?? 64;
  const last = Math.max(moves, 1);
  /** @param {number} number */
  const x = (number) => LEFT + ((WIDTH - LEFT - 6) * number) / last;
  const points = [...judged.values()]
    .sort((a, b) => a.number - b.number)
    .map(({ number, score }) => ({
      number,
      x: x(number),
      y: HEIGHT / 2 - ((HEIGHT / 2 - 8) * Math.max(-range, Math.min(range, score))) / range,
    }));
  return {
    range,
    points,
    x,
    number: (place) => Math.max(0, Math.min(last, Math.round(((place - LEFT) * last) / (WIDTH - LEFT - 6)))),
  };
}

export class Graph {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} table
   * @param {(number: number) => void} choose  called with the number of the move that was clicked, 0 for the start
   */
  constructor(place, table, choose) {
    this.place = place;
    this.table = table;
    this.svg = element('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, role: 'img', class: 'graph' });
    /** @type {Geometry} */
    this.geometry = geometry(0, new Map());
    this.svg.addEventListener('click', (event) => {
      const box = this.svg.getBoundingClientRect();
      choose(this.geometry.number(((event.clientX - box.left) * WIDTH) / box.width));
    });
    fill(place, this.svg);
  }

  /**
   * @param {Spot[]} game
   * @param {ReadonlyMap<number, Judgement>} judged
   * @param {{at: Spot | null, turned: Spot | null}} spots  the current one, if it is in the game, and the turning point
   */
  show(game, judged, { at, turned }) {
    const moves = game.filter(({ ply }) => ply?.square);
    const { range, points, x } = (this.geometry = geometry(moves.length, judged));
    const middle = HEIGHT / 2;
    /** @type {Element[]} */
    const parts = [
      element('line', { class: 'axis', x1: LEFT, x2: WIDTH, y1: middle, y2: middle }),
      label(`+${range}`, LEFT - 5, 12, 'end'),
      label('0', LEFT - 5, middle + 3, 'end'),
      label(`−${range}`, LEFT - 5, HEIGHT - 5, 'end'),
      ...PHASES.filter((last) => last < moves.length).map((last) => element('line', { class: 'phase', x1: x(last), x2: x(last), y1: 0, y2: HEIGHT })),
      ...tens(moves.length).map((number) => label(String(number), x(number), HEIGHT + FOOT - 2, 'middle')),
    ];
    if (turned !== null) parts.push(...flag(x(turned.placements), moveName(turned)));
    if (at !== null) parts.push(element('line', { class: 'at', x1: x(at.placements), x2: x(at.placements), y1: 0, y2: HEIGHT }));
    if (points.length > 0) {
      const line = points.map(({ x: left, y }) => `${round(left)} ${round(y)}`).join('L');
      const end = points[points.length - 1];
      parts.push(element('path', { class: 'area', d: `M${points[0].x} ${middle}L${line}L${round(end.x)} ${middle}Z` }));
      parts.push(element('path', { class: 'course', d: `M${line}` }));
    }
    for (const { number, grade } of [...judged.values()].filter(isSerious)) {
      const point = points.find((one) => one.number === number);
      if (point !== undefined) {
        // A shape, not only a colour; larger for a blunder.
        const [left, top, size] = [round(point.x), round(point.y), grade === 'blunder' ? 5 : 3.5];
        const d = `M${left} ${top - size}l${size} ${size}l${-size} ${size}l${-size} ${-size}Z`;
        parts.push(element('path', { class: 'mark', d }));
      }
    }
    const width = x(1) - x(0);
    for (const spot of moves) parts.push(tip(x(spot.placements) - width / 2, width, valueText(spot, judged)));
    this.svg.replaceChildren(...parts);
    const texts = [course(moves.map(({ number }) => judged.get(number)?.score ?? null))];
    if (turned !== null) texts.push(`Turning point: ${moveName(turned)}.`);
    this.svg.setAttribute('aria-label', `Evaluation. ${texts.join(' ')}`);
    this.tabulate(game, judged);
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

/** The move numbers below the graph. @param {number} moves */
function tens(moves) {
  return Array.from({ length: Math.floor(moves / 10) }, (_, i) => 10 * (i + 1));
}

/**
 * @param {number} x
 * @param {string} name
 */
function flag(x, name) {
  // Near the right border the name goes to the left of the line.
  const text = x > WIDTH - 60 ? label(name, x - 3, 9, 'end') : label(name, x + 3, 9, 'start');
  text.setAttribute('class', 'turned');
  return [element('line', { class: 'turned', x1: round(x), x2: round(x), y1: 0, y2: HEIGHT }), text];
}

/**
 * The part of the graph that belongs to a move, with a tooltip.
 * @param {number} x
 * @param {number} width
 * @param {string} text
 */
function tip(x, width, text) {
  const part = element('rect', { class: 'tip', x: round(x), width: round(width), y: 0, height: HEIGHT + FOOT });
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
