import { fill, h } from '../dom.js';
import { aboutYou } from './about-you.js';
import { colorName, moveName } from './judgement.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('../wire.js').Report} Data */
/** @typedef {import('../wire.js').ReportQuality} Quality */

/** @type {[keyof import('../wire.js').ReportPhases, string][]} */
const PHASES = [
  ['whole', 'Whole game'],
  ['opening', 'Opening'],
  ['midgame', 'Midgame'],
  ['endgame', 'Endgame'],
];

export class Report {
  /** The same report is not drawn again, so that the focus stays. @type {Data | null} */
  #shown = null;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  /**
   * @param {Data | null} report
   * @param {Spot[]} game
   * @param {{you: Color | null, names: Record<Color, string>}} players  `you` is the side of the reader, if known
   */
  show(report, game, { you, names }) {
    this.place.hidden = report === null;
    if (report === this.#shown) return;
    this.#shown = report;
    if (report === null) return fill(this.place);
    const story = report.story ?? [];
    fill(
      this.place,
      h('h2', { id: 'accuracy-title' }, 'Accuracy'),
      accuracy(report, you, names),
      you !== null && aboutYou(report, you, game),
      story.length > 0 && h('p', { class: 'story' }, story.join(' ')),
      h('dl', { class: 'facts' }, ...fact('Opening', openingText(report)), ...fact('Exact values', exactText(report, game))),
    );
  }
}

/** @param {Data} report */
export function openingText({ opening }) {
  return opening ? `${opening.name}, after move ${opening.placements}.` : 'Unnamed.';
}

/** @param {Data} report */
export function turnedText({ turned }) {
  return turned ? turned.sentence : 'None found.';
}

/**
 * @param {Data} report
 * @param {Spot[]} game
 */
export function exactText({ exact_from: from, moves }, game) {
  if (!from) return 'None: all values are estimates.';
  if (from.ply === moves[0]?.ply) return 'All.';
  return `From ${moveName(game[from.ply - 1])}; earlier values are estimates.`;
}

/** @param {Quality} quality */
export function percent({ percent: value }) {
  return value == null ? '–' : `${Math.round(value)} %`;
}

/**
 * @param {string} name
 * @param {string} text
 */
function fact(name, text) {
  return [h('dt', {}, name), h('dd', {}, text)];
}

/**
 * One column for each phase, the reader's side first.
 * @param {Data} report
 * @param {Color | null} you
 * @param {Record<Color, string>} names
 */
function accuracy({ accuracy: by }, you, names) {
  /** @type {Color[]} */
  const colors = you === 'white' ? ['white', 'black'] : ['black', 'white'];
  const cell = (/** @type {Quality} */ quality) => {
    const bar = h('span', { class: 'meter', 'aria-hidden': 'true' }, h('i', {}));
    bar.style.setProperty('--part', `${quality.percent ?? 0}%`);
    return h('td', {}, percent(quality), bar);
  };
  return h(
    'table',
    { class: 'accuracy', 'aria-labelledby': 'accuracy-title' },
    h('thead', {}, h('tr', {}, h('td', {}), ...PHASES.map(([, name]) => h('th', { scope: 'col' }, name)))),
    h(
      'tbody',
      {},
      ...colors.map((color) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, h('span', { class: 'token', 'data-disc': color, 'aria-hidden': 'true' }), h('span', { class: 'name' }, color === you ? 'You' : names[color] || colorName(color))),
          ...PHASES.map(([phase]) => cell(by[color][phase])),
        ),
      ),
    ),
  );
}
