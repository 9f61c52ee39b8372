// A tree of moves as short text for addresses and the library: one character for each move.
//
// Lines are separated by `*`. The first is the main line; every other one begins with the number of the node that it continues and a dot.
// Nodes are numbered as they are written, from 0, the start. Passes are left out: they follow from the moves.

import { index, squares } from '../replay.js';

/** A move with the moves after it, the main one first. The start has no square. @typedef {{square: string, children: Branch[]}} Branch */

/** Of base64url: as many characters as squares. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** More lines than this are not read: each costs a request. */
export const MAX_LINES = 100;

/** Longer texts don't go into an address. */
export const MAX_TEXT = 3000;

/**
 * @param {Branch} root
 * @returns {{text: string, numbers: Map<Branch, number>, lines: number}}
 */
export function encodeTree(root) {
  const numbers = new Map([[root, 0]]);
  const begun = root.children.map((first) => ({ from: root, first }));
  const lines = [];
  // It grows while it is read: parents come before their children.
  for (const { from, first } of begun) {
    let moves = '';
    for (let node = /** @type {Branch | undefined} */ (first); node !== undefined; node = node.children[0]) {
      numbers.set(node, numbers.size);
      moves += ALPHABET[index(node.square)];
      for (const other of node.children.slice(1)) begun.push({ from: node, first: other });
    }
    lines.push(lines.length === 0 ? moves : `${numbers.get(from)}.${moves}`);
  }
  return { text: lines.join('*'), numbers, lines: lines.length };
}

/**
 * @param {string} text
 * @param {number} [factor]  how many times longer than in an address it may be
 * @returns {{root: Branch, nodes: Branch[]} | null} null if it is no such text, or too long
 */
export function decodeTree(text, factor = 1) {
  /** @type {Branch} */
  const root = { square: '', children: [] };
  const nodes = [root];
  if (text === '') return { root, nodes };
  if (text.length > factor * MAX_TEXT) return null;
  const lines = text.split('*');
  if (lines.length > factor * MAX_LINES) return null;
  for (const [i, line] of lines.entries()) {
    const [, number = '', moves = ''] = (i === 0 ? /^()([\w-]+)$/ : /^(\d{1,6})\.([\w-]+)$/).exec(line) ?? [];
    let node = nodes[Number(number)];
    if (moves === '' || node === undefined) return null;
    for (const character of moves) {
      const next = { square: squares[ALPHABET.indexOf(character)], children: [] };
      node.children.push(next);
      nodes.push(next);
      node = next;
    }
  }
  return { root, nodes };
}

/**
 * Adds a line, as far as it is not there.
 * @param {Branch} root
 * @param {string[]} moves
 */
export function graft(root, moves) {
  let node = root;
  for (const square of moves) {
    let next = node.children.find((child) => child.square === square);
    if (next === undefined) node.children.push((next = { square, children: [] }));
    node = next;
  }
  return node;
}

/**
 * The moves to every end, the main line first.
 * @param {Branch} root
 * @returns {string[][]}
 */
export function linesOf(root) {
  /** @type {string[][]} */
  const lines = [];
  const walk = (/** @type {Branch} */ node, /** @type {string[]} */ path) => {
    if (node.children.length === 0 && path.length > 0) lines.push(path);
    for (const child of node.children) walk(child, [...path, child.square]);
  };
  walk(root, []);
  return lines;
}

/**
 * The moves to a node.
 * @param {Branch} root
 * @param {Branch} node
 * @returns {string[]}
 */
export function pathTo(root, node) {
  if (node === root) return [];
  for (const child of root.children) {
    if (child === node) return [child.square];
    const rest = pathTo(child, node);
    if (rest.length > 0) return [child.square, ...rest];
  }
  return [];
}

/**
 * Compares by the place of a name in a list.
 * @template T
 * @param {string[]} names
 * @param {(item: T) => string} nameOf
 * @returns {(a: T, b: T) => number}
 */
export function inOrder(names, nameOf) {
  const place = (/** @type {T} */ item) => (names.indexOf(nameOf(item)) + names.length + 1) % (names.length + 1);
  return (a, b) => place(a) - place(b);
}
