// The content of <of-board>, without a DOM: board.js builds it, or adopts it where the HTML has it already.

import { html } from './markup.js';
import { index, squares } from './replay.js';

/** @typedef {import('./markup.js').Tree} Tree */
/** @typedef {import('./replay.js').Color} Color */
/** @typedef {import('./wire.js').LegalMove} Legal */
/**
 * A `picture` is a board that can't be played on, for screen readers one image with the name `label`.
 * @typedef {{legal?: Legal[], last?: string | null, label?: string, flipped?: boolean, picture?: boolean, tray?: boolean}} Options
 */

/**
 * The HTML inside <of-board>, or inside <of-board tray> with `tray`.
 * @param {string} discs  64 of `-`, `X` (black) and `O` (white), a1 b1 ... h8
 * @param {Options} [options]
 */
export function boardMarkup(discs, options) {
  return html(...boardTree(discs, options));
}

/**
 * @param {string} discs
 * @param {Options} [options]
 * @returns {Tree[]}
 */
export function boardTree(discs, { legal = [], last = null, label = 'Board', flipped = false, picture = false, tray = false } = {}) {
  const moves = new Map(legal.map((move) => [move.square, move]));
  const stop = legal[0]?.square ?? 'a1';
  const order = inOrder(flipped);
  const square = (/** @type {string} */ name) => {
    const color = colorOf(discs[index(name)]);
    /** @type {import('./markup.js').Attributes} */
    const cell = picture
      ? { class: 'square', 'data-square': name }
      : {
          role: 'gridcell',
          class: 'square',
          'data-square': name,
          tabindex: name === stop ? 0 : -1,
          'aria-label': squareName(name, { color, legal: moves.get(name), last: name === last }),
        };
    const marks = { 'data-legal': moves.has(name), 'data-last': name === last };
    return /** @type {Tree} */ (['div', { ...cell, ...marks }, ['span', { class: 'disc', 'data-disc': color }]]);
  };
  const rows = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (row) => /** @type {Tree} */ (['div', { role: picture ? null : 'row' }, ...order.slice(8 * row, 8 * row + 8).map(square)]),
  );
  /** @type {Tree[]} */
  const trees = [
    [
      'div',
      { class: 'rim' },
      ['div', { class: 'files', 'aria-hidden': 'true' }, ...files(flipped)],
      ['div', { class: 'ranks', 'aria-hidden': 'true' }, ...ranks(flipped)],
      ['div', { role: picture ? 'img' : 'grid', class: 'grid', 'aria-label': label }, ...rows],
    ],
  ];
  if (tray) trees.push(['div', { class: 'tray', 'aria-hidden': 'true' }]);
  return trees;
}

/** @param {boolean} flipped */
export function inOrder(flipped) {
  return flipped ? [...squares].reverse() : squares;
}

/**
 * @param {boolean} flipped
 * @returns {Tree[]}
 */
export function files(flipped) {
  return inOrder(flipped).slice(0, 8).map((square) => ['span', {}, square[0]]);
}

/**
 * @param {boolean} flipped
 * @returns {Tree[]}
 */
export function ranks(flipped) {
  return inOrder(flipped).filter((_, i) => i % 8 === 0).map((square) => ['span', {}, square[1]]);
}

/**
 * What screen readers say: "d3, empty, legal, flips 1".
 * @param {string} square
 * @param {{color: Color | null, legal?: Legal, last?: boolean, value?: string, played?: boolean, hint?: boolean, premove?: boolean}} state
 */
export function squareName(square, { color, legal, last, value, played, hint, premove }) {
  return [
    square,
    color ?? 'empty',
    legal && 'legal',
    legal && `flips ${legal.flips.length}`,
    last && 'last move',
    value !== undefined && `value ${value}`,
    played && 'played',
    hint && 'hint',
    premove && 'premove',
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * @param {string | undefined} mark
 * @returns {Color | null}
 */
export function colorOf(mark) {
  return mark === 'X' ? 'black' : mark === 'O' ? 'white' : null;
}
