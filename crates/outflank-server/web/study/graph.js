// The evaluation graph, Black up, and the same numbers as a table.

import { fill, h } from '../dom.js';
import { course, discs, moveName, sign, signed } from './judgement.js';

/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./tree.js').Spot} Spot */

const WIDTH = 320;
const HEIGHT = 110;
const LEFT = 26;
const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {object} Geometry
 * @property {number} range  the score at the top
 * @property {{ply: number, x: number, y: number}[]} points
 * @property {(ply: number) => number} x
 * @property {(x: number) => number} ply  the nearest ply
 */

/**
 * The range doubles, so that the graph rarely changes its scale while results arrive.
 * @param {number} plies
 * @param {ReadonlyMap<number, Judgement>} judged
 * @returns {Geometry}
 */
export function geometry(plies, judged) {
  const highest = Math.max(0, ...[...judged.values()].map(({ score }) => Math.abs(score)));
  const range = [8, 16, 32].find((limit) => highest <= limit) ?? 64;
  const last = Math.max(plies, 1);
  /** @param {number} ply */
  const x = (ply) => LEFT + ((WIDTH - LEFT - 6) * ply) / last;
  const points = [...judged.values()]
    .sort((a, b) => a.ply - b.ply)
    .map(({ ply, score }) => ({
      ply,
      x: x(ply),
      y: HEIGHT / 2 - ((HEIGHT / 2 - 8) * Math.max(-range, Math.min(range, score))) / range,
    }));
  return {
    range,
    points,
    x,
    ply: (place) => Math.max(0, Math.min(last, Math.round(((place - LEFT) * last) / (WIDTH - LEFT - 6)))),
  };
}

export class Graph {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} table
   * @param {(ply: number) => void} choose  called with the ply that was clicked
   */
  constructor(place, table, choose) {
    this.place = place;
    this.table = table;
    this.svg = element('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', class: 'graph' });
    /** @type {Geometry} */
    this.geometry = geometry(0, new Map());
    this.svg.addEventListener('click', (event) => {
      const box = this.svg.getBoundingClientRect();
      choose(this.geometry.ply(((event.clientX - box.left) * WIDTH) / box.width));
    });
    fill(place, this.svg);
  }

  /**
   * @param {Spot[]} game
   * @param {ReadonlyMap<number, Judgement>} judged
   * @param {{marked: Judgement[], at: number | null, turned: number | null}} places  mistakes, current ply, turning point
   */
  show(game, judged, { marked, at, turned }) {
    const { range, points, x } = (this.geometry = geometry(game.length, judged));
    const middle = HEIGHT / 2;
    /** @type {Element[]} */
    const parts = [
      element('line', { class: 'axis', x1: LEFT, x2: WIDTH, y1: middle, y2: middle }),
      label(`+${range}`, 12),
      label('0', middle + 3),
      label(`−${range}`, HEIGHT - 5),
    ];
    const turn = turned === null ? undefined : game[turned - 1];
    if (turned !== null && turn !== undefined) parts.push(...flag(x(turned), moveName(turn)));
    if (at !== null) parts.push(element('line', { class: 'at', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }));
    if (points.length > 0) {
      const line = points.map(({ x: left, y }) => `${round(left)} ${round(y)}`).join('L');
      const end = points[points.length - 1];
      parts.push(element('path', { class: 'area', d: `M${points[0].x} ${middle}L${line}L${round(end.x)} ${middle}Z` }));
      parts.push(element('path', { class: 'course', d: `M${line}` }));
    }
    for (const { ply, grade } of marked) {
      const point = points.find((one) => one.ply === ply);
      if (point !== undefined) {
        // A shape, not only a colour; larger for a blunder.
        const [left, top, size] = [round(point.x), round(point.y), grade === 'blunder' ? 5 : 3.5];
        const d = `M${left} ${top - size}l${size} ${size}l${-size} ${size}l${-size} ${-size}Z`;
        parts.push(element('path', { class: 'mark', d }));
      }
    }
    this.svg.replaceChildren(...parts);
    const texts = [course(game.map((_, i) => judged.get(i + 1)?.score ?? null))];
    if (turn !== undefined) texts.push(`Turning point: ${moveName(turn)}.`);
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
        h('th', { scope: 'row' }, spot.ply?.square ? moveName(spot) : 'pass', found ? sign(found.grade) : ''),
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
 * @param {number} y
 */
function label(text, y) {
  const made = element('text', { x: LEFT - 5, y, 'text-anchor': 'end' });
  made.textContent = text;
  return made;
}

/**
 * @param {number} x
 * @param {string} name
 */
function flag(x, name) {
  // Near the right border the name goes to the left of the line.
  const [side, anchor] = x > WIDTH - 60 ? [-3, 'end'] : [3, 'start'];
  const text = element('text', { class: 'turned', x: round(x) + side, y: 9, 'text-anchor': anchor });
  text.textContent = name;
  return [element('line', { class: 'turned', x1: round(x), x2: round(x), y1: 0, y2: HEIGHT }), text];
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
