// The study in the page's address: in the fragment, which is not sent to the server. Comments are not in it.

import { MAX_LINES, MAX_TEXT, decodeTree, encodeTree, graft, pathTo } from './compact.js';
import { STANDARD } from './draft.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('../replay.js').Start} Start */
/** @typedef {import('./compact.js').Branch} Branch */
/** @typedef {import('./tree.js').Supply} Supply */

const TABS = /** @type {const} */ (['moves', 'engine', 'report', 'explorer', 'share']);

/** @typedef {typeof TABS[number]} Tab */

/**
 * A study as an address has it. `game` is on this server, `collected` in its collection, `saved` in this browser's library. Without a `tree`
 * it is that game.
 * @typedef {object} Address
 * @property {string} [game]
 * @property {string} [collected]
 * @property {string} [saved]
 * @property {string} [rules]
 * @property {Start} [start]
 * @property {Supply} [supply]
 * @property {{black: string | null, white: string | null}} [players]
 * @property {string} [title]
 * @property {number} [margin]  of the result, for Black
 * @property {Branch} [tree]
 * @property {string[]} [at]  the moves to the position on the board
 * @property {boolean} [passed]  it is the one after a pass
 * @property {Tab} [tab]
 * @property {boolean} [flipped]
 */

/**
 * @param {Address} address
 * @returns {{fragment: string, isWhole: boolean}} `isWhole` is false if variations had to be left out
 */
export function writeAddress(address) {
  const { game, collected, saved, rules, start, supply, players, title, margin, at = [], passed, tab, flipped } = address;
  const { text, number, isWhole } = written(address.tree ?? null, at);
  /** @type {[string, string | null | undefined | false][]} */
  const fields = [
    ['game', game],
    ['collection', collected],
    ['saved', saved],
    ['rules', rules !== 'standard' && rules],
    ['start', start !== undefined && (start.board !== STANDARD || start.turn !== 'black') && startText(start)],
    ['supply', supply != null && `${supply.black}.${supply.white}`],
    ['black', players?.black],
    ['white', players?.white],
    ['title', title],
    ['margin', margin !== undefined && String(margin)],
    ['tree', text],
    ['at', number > 0 && `${number}${passed ? '-' : ''}`],
    ['tab', tab],
    ['flip', flipped && '1'],
  ];
  const parts = fields.flatMap(([name, value]) => (value ? [[name, value]] : []));
  return { fragment: new URLSearchParams(parts).toString(), isWhole };
}

/**
 * @param {Branch | null} tree
 * @param {string[]} at
 */
function written(tree, at) {
  if (tree === null) return { text: '', number: 0, isWhole: true };
  const whole = encodeTree(tree);
  const isWhole = whole.lines <= MAX_LINES && whole.text.length <= MAX_TEXT;
  if (isWhole) return { text: whole.text, number: whole.numbers.get(graft(tree, at)) ?? 0, isWhole };
  /** @type {Branch} */
  const short = { square: '', children: [] };
  graft(short, mainLine(tree));
  graft(short, [...at, ...mainLine(graft(tree, at))]);
  const { text, numbers } = encodeTree(short);
  return { text, number: numbers.get(graft(short, at)) ?? 0, isWhole };
}

/**
 * @param {string} fragment  without `#`
 * @returns {Address | null} null if it is damaged
 */
export function readAddress(fragment) {
  const fields = new URLSearchParams(fragment);
  const text = (/** @type {string} */ name, max = 200) => fields.get(name)?.slice(0, max) || undefined;
  const start = readStart(fields.get('start'));
  const tree = decodeTree(fields.get('tree') ?? '');
  const [, number = '0', passed = ''] = /^(\d{1,6})(-?)$/.exec(fields.get('at') ?? '0') ?? [];
  const node = tree?.nodes[Number(number)];
  if (start === null || tree === null || node === undefined) return null;
  const [, black, white] = /^(\d\d?)\.(\d\d?)$/.exec(fields.get('supply') ?? '') ?? [];
  const margin = Number(fields.get('margin') ?? NaN);
  const isEmpty = !fields.has('tree');
  return {
    game: text('game'),
    collected: text('collection'),
    saved: text('saved'),
    rules: text('rules') ?? 'standard',
    start,
    supply: black === undefined ? null : { black: Number(black), white: Number(white) },
    players: { black: text('black') ?? null, white: text('white') ?? null },
    title: text('title'),
    margin: Number.isFinite(margin) ? margin : undefined,
    tree: isEmpty ? undefined : tree.root,
    at: pathTo(tree.root, node),
    passed: passed !== '',
    tab: TABS.find((tab) => tab === fields.get('tab')),
    flipped: fields.get('flip') === '1',
  };
}

/**
 * @param {Branch} node
 * @returns {string[]}
 */
export function mainLine(node) {
  const line = [];
  for (let next = node.children.at(0); next !== undefined; next = next.children.at(0)) line.push(next.square);
  return line;
}

/**
 * "27OX6XO27.X": numbers are empty squares, and the side to move comes last.
 * @param {Start} start
 */
function startText({ board, turn }) {
  return `${board.replace(/-+/g, (run) => String(run.length))}.${turn === 'black' ? 'X' : 'O'}`;
}

/**
 * @param {string | null} text
 * @returns {Start | null} null if it is damaged
 */
function readStart(text) {
  if (text === null) return { board: STANDARD, turn: 'black' };
  const [, runs, turn] = /^([XO\d]{1,64})\.([XO])$/.exec(text) ?? [];
  if (runs === undefined || (runs.match(/\d+/g) ?? []).some((run) => Number(run) > 64)) return null;
  const board = runs.replace(/\d+/g, (run) => '-'.repeat(Number(run)));
  return board.length === 64 ? { board, turn: turn === 'X' ? 'black' : 'white' } : null;
}
