import { fill, h } from '../dom.js';
import { aboutYou } from './about-you.js';
import { colorName, moveName } from './judgement.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('../wire.js').Report} Data */
/** @typedef {import('../wire.js').ReportQuality} Quality */

/** @type {[keyof import('../wire.js').ReportPhases, string][]} */
const PHASES = [
  ['opening', 'Opening, 1–20'],
  ['midgame', 'Midgame, 21–40'],
  ['endgame', 'Endgame, from 41'],
  ['whole', 'Whole game'],
];

/** @type {Color[]} */
const COLORS = ['black', 'white'];

export class Report {
  /**
   * @param {HTMLElement} place
   * @param {(spot: Spot) => void} go
   */
  constructor(place, go) {
    this.place = place;
    this.go = go;
    /** The same report is not drawn again, so that the focus stays. @type {Data | null} */
    this.shown = null;
  }

  /**
   * @param {Data | null} report
   * @param {Spot[]} game
   * @param {Color | null} you  the side of the reader, if known
   */
  show(report, game, you) {
    this.place.hidden = report === null;
    if (report === this.shown) return;
    this.shown = report;
    if (report === null) return fill(this.place);
    const turned = report.turned && game[report.turned.ply - 1];
    const show =
      turned &&
      h('button', { type: 'button', 'aria-label': `Show the turning point, ${moveName(turned)}`, onclick: () => this.go(turned) }, 'Show');
    const story = report.story ?? [];
    fill(
      this.place,
      story.length > 0 && h('p', {}, story.join(' ')),
      you !== null && aboutYou(report, you, game, this.go),
      h(
        'dl',
        { class: 'facts' },
        ...fact('Turning point', turnedText(report), show),
        ...fact('Opening', openingText(report)),
        ...fact('Exact values', exactText(report, game)),
      ),
      accuracy(report),
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
 * @param {Node | null | undefined} [more]
 */
function fact(name, text, more) {
  return [h('dt', {}, name), h('dd', {}, h('span', {}, text), more)];
}

/** @param {Data} report */
function accuracy({ accuracy: by }) {
  const heads = COLORS.map((color) =>
    h('th', { scope: 'col' }, h('span', { class: 'token', 'data-disc': color, 'aria-hidden': 'true' }), colorName(color)),
  );
  /** @type {(name: string, text: (color: Color) => string) => HTMLElement} */
  const row = (name, text) => h('tr', {}, h('th', { scope: 'row' }, name), ...COLORS.map((color) => h('td', {}, text(color))));
  return h(
    'table',
    { class: 'accuracy' },
    h('caption', { class: 'label' }, 'Accuracy'),
    h('thead', {}, h('tr', {}, h('td', {}), ...heads)),
    h(
      'tbody',
      {},
      ...PHASES.map(([phase, name]) => row(name, (color) => percent(by[color][phase]))),
      row('Serious mistakes', (color) => String(by[color].whole.mistakes)),
      row('Blunders among them', (color) => String(by[color].whole.blunders)),
    ),
  );
}
