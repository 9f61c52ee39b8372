// A game in this browser's library, and files with such games. No DOM and no database here.

import { decodeTree, encodeTree, graft, linesOf } from '../study/compact.js';
import { squares } from '../replay.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('../replay.js').Start} Start */

/**
 * A saved study. `tree` is text of `encodeTree`; `colors` has B or W for each of its moves, `-` if unknown. Comments are by the moves from
 * the start. `game` is on this server, `collected` in its collection.
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} name
 * @property {string | null} folder
 * @property {number} created
 * @property {number} updated
 * @property {string} rules
 * @property {Start} start
 * @property {Record<Color, number> | null} supply
 * @property {string} tree
 * @property {string} colors
 * @property {Record<string, string>} comments
 * @property {{black: string | null, white: string | null}} players
 * @property {string | null} title
 * @property {number | null} margin  of the result, for Black
 * @property {string | null} game
 * @property {string | null} collected
 */

/** @typedef {{id: string, name: string}} Folder */

export const MAX_NAME = 120;
export const MAX_COMMENT = 4000;
/** A tree in the library may be this many times longer than one in an address. */
export const LONGER = 20;
const FORMAT = 'outflank-library';
const VERSION = 1;

/** A random name; `crypto.randomUUID` needs HTTPS. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('');
}

/**
 * What two tabs have changed, in one: all lines, all comments. Where both differ, the own one counts.
 * @param {Entry} stored
 * @param {Entry} own
 * @returns {Entry}
 */
export function merge(stored, own) {
  const [ours, theirs] = [decodeTree(own.tree, LONGER), decodeTree(stored.tree, LONGER)];
  if (ours === null || theirs === null) return own;
  const missing = linesOf(theirs.root).filter((line) => !has(ours.root, line));
  if (missing.length === 0) return { ...own, comments: { ...stored.comments, ...own.comments } };
  const colors = new Map([...colorsOf(stored), ...colorsOf(own)]);
  for (const line of missing) graft(ours.root, line);
  const { text } = encodeTree(ours.root);
  const paths = pathsOf(text);
  return { ...own, tree: text, colors: paths.map((path) => colors.get(path) ?? '-').join(''), comments: { ...stored.comments, ...own.comments } };
}

/**
 * @param {import('../study/compact.js').Branch} root
 * @param {string[]} line
 */
function has(root, line) {
  let node = /** @type {import('../study/compact.js').Branch | undefined} */ (root);
  for (const square of line) node = node?.children.find((child) => child.square === square);
  return node !== undefined;
}

/**
 * The moves to each node, in the order of the numbers.
 * @param {string} tree
 * @returns {string[]}
 */
function pathsOf(tree) {
  const decoded = decodeTree(tree, LONGER);
  if (decoded === null) return [];
  /** @type {Map<import('../study/compact.js').Branch, string>} */
  const paths = new Map([[decoded.root, '']]);
  const walk = (/** @type {import('../study/compact.js').Branch} */ node) => {
    for (const child of node.children) {
      paths.set(child, `${paths.get(node)} ${child.square}`.trim());
      walk(child);
    }
  };
  walk(decoded.root);
  return decoded.nodes.slice(1).map((node) => paths.get(node) ?? '');
}

/** @param {Entry} entry @returns {[string, string][]} */
function colorsOf({ tree, colors }) {
  return pathsOf(tree).map((path, i) => [path, colors[i] ?? '-']);
}

/**
 * @param {Pick<Entry, 'name' | 'players' | 'title'>} entry
 * @param {string} words
 */
export function matches({ name, players, title }, words) {
  const text = [name, players.black, players.white, title].join(' ').toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/**
 * @param {Entry[]} games
 * @param {Folder[]} folders
 */
export function toJson(games, folders) {
  return JSON.stringify({ format: FORMAT, version: VERSION, folders, games }, null, 1);
}

/**
 * @param {string} text
 * @returns {{games: Entry[], folders: Folder[]} | {wrong: string} | null} null if it is no such file
 */
export function fromJson(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (found?.format !== FORMAT) return null;
  if (found.version !== VERSION) return { wrong: `the file has version ${String(found.version)}, and this page reads version ${VERSION}` };
  const list = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []);
  const games = list(found.games).flatMap((game) => checked(game) ?? []);
  const folders = list(found.folders).filter((folder) => isText(folder?.id, 40) && isText(folder?.name, MAX_NAME));
  if (games.length === 0) return { wrong: 'the file has no games' };
  return { games, folders: folders.map(({ id, name }) => ({ id, name })) };
}

/**
 * An entry from a file or from the database, with the fields that it needs.
 * @param {any} value
 * @returns {Entry | null} null if it is damaged
 */
export function checked(value) {
  const { id, name, start, tree, rules } = value ?? {};
  const isStart = /^[XO-]{64}$/.test(start?.board) && (start.turn === 'black' || start.turn === 'white');
  if (!isText(id, 40) || !isText(name, 1000) || !isStart || typeof tree !== 'string' || !isText(rules, 40)) return null;
  const decoded = decodeTree(tree, LONGER);
  if (decoded === null) return null;
  const comments = Object.entries(value.comments ?? {}).filter(([moves, comment]) => /^([a-h][1-8]( |$))*$/.test(moves) && typeof comment === 'string');
  const time = (/** @type {unknown} */ at) => (Number.isFinite(at) ? Number(at) : 0);
  const text = (/** @type {unknown} */ one) => (typeof one === 'string' && one !== '' ? one.slice(0, 1000) : null);
  return {
    id,
    name: name.slice(0, MAX_NAME),
    folder: text(value.folder),
    created: time(value.created),
    updated: time(value.updated),
    rules,
    start: { board: start.board, turn: start.turn },
    supply: Number.isInteger(value.supply?.black) && Number.isInteger(value.supply?.white) ? { black: value.supply.black, white: value.supply.white } : null,
    tree,
    colors: typeof value.colors === 'string' ? value.colors : '',
    comments: Object.fromEntries(comments.map(([moves, comment]) => [moves, String(comment).slice(0, MAX_COMMENT)])),
    players: { black: text(value.players?.black), white: text(value.players?.white) },
    title: text(value.title),
    margin: Number.isFinite(value.margin) ? value.margin : null,
    game: text(value.game),
    collected: text(value.collected),
  };
}

/**
 * A game with its variations and comments in SGF.
 * @param {Entry} entry
 */
export function toSgf(entry) {
  const { rules, start, players, margin, name, comments } = entry;
  const decoded = decodeTree(entry.tree, LONGER);
  if (decoded === null) return '';
  const numbers = new Map(decoded.nodes.map((node, i) => [node, i]));
  const discs = (/** @type {string} */ mark) => squares.filter((_, i) => start.board[i] === mark).map((square) => `[${square}]`).join('');
  const field = (/** @type {string} */ key, /** @type {string | null} */ value) => (value === null || value === '' ? '' : `${key}[${escaped(value)}]`);
  const comment = (/** @type {string[]} */ path) => field('C', comments[path.join(' ')] ?? null);
  const result = margin === null ? null : margin === 0 ? '0' : `${margin > 0 ? 'B' : 'W'}+${Math.abs(margin)}`;
  const head = [
    `GM[${rules === 'standard' ? '2' : `Outflank-${rules}`}]FF[4]CA[UTF-8]SZ[8]`,
    discs('X') && `AB${discs('X')}`,
    discs('O') && `AW${discs('O')}`,
    `PL[${start.turn === 'black' ? 'B' : 'W'}]`,
    field('PB', players.black),
    field('PW', players.white),
    field('RE', result),
    field('GN', name),
    comment([]),
  ];
  /** @type {(node: import('../study/compact.js').Branch, path: string[], last: string) => string} */
  const after = (node, path, last) => {
    const parts = node.children.map((child) => {
      const known = entry.colors[(numbers.get(child) ?? 0) - 1];
      const next = last === 'B' ? 'W' : 'B';
      const color = known === 'B' || known === 'W' ? known : next;
      const passed = color === next ? '' : `;${next}[]`;
      const to = [...path, child.square];
      return `${passed};${color}[${child.square}]${comment(to)}${after(child, to, color)}`;
    });
    return parts.length > 1 ? parts.map((part) => `(${part})`).join('') : (parts[0] ?? '');
  };
  return `(;${head.filter(Boolean).join('')}${after(decoded.root, [], start.turn === 'black' ? 'W' : 'B')})\n`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[\\\]]/g, (character) => `\\${character}`);
}

/**
 * @param {unknown} value
 * @param {number} max
 * @returns {value is string}
 */
function isText(value, max) {
  return typeof value === 'string' && value !== '' && value.length <= max;
}
