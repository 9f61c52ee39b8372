// Replays a game. No rules are needed: a ply lists its flips.

/** @typedef {import('./wire.js').Color} Color */
/** @typedef {import('./wire.js').Ply} Ply */
/** @typedef {import('./wire.js').Start} Start */
/** @typedef {{discs: string, last: string | null}} Shown */

/** The squares in the order of a board's text: a1, b1, ... h8. */
export const squares = Array.from({ length: 64 }, (_, i) => 'abcdefgh'[i % 8] + (1 + Math.floor(i / 8)));

/** @param {string} square */
export function index(square) {
  return square.charCodeAt(0) - 97 + 8 * (square.charCodeAt(1) - 49);
}

/**
 * @param {string} text
 * @returns {string | null}
 */
export function readSquare(text) {
  const match = /^(?:([a-h])([1-8])|([1-8])([a-h]))$/.exec(text.trim().toLowerCase());
  return match === null ? null : (match[1] ?? match[4]) + (match[2] ?? match[3]);
}

/**
 * @param {string} discs
 * @param {Ply} ply
 */
export function after(discs, ply) {
  if (ply.square == null) return discs;
  const board = [...discs];
  const mark = ply.by === 'black' ? 'X' : 'O';
  for (const square of [ply.square, ...ply.flips]) board[index(square)] = mark;
  return board.join('');
}

/**
 * @param {Start} start
 * @param {Ply[]} plies
 * @returns {Shown[]}
 */
export function boards(start, plies) {
  /** @type {Shown[]} */
  const all = [{ discs: start.board, last: null }];
  for (const ply of plies) {
    const before = all[all.length - 1];
    all.push({ discs: after(before.discs, ply), last: ply.square ?? before.last });
  }
  return all;
}

/**
 * The number of the last move. Passes have no number.
 * @param {Ply[]} plies
 */
export function placements(plies) {
  return plies.filter(({ square }) => square != null).length;
}

/**
 * @param {string} discs
 * @returns {Record<Color, number>}
 */
export function count(discs) {
  let black = 0;
  let white = 0;
  for (const mark of discs) {
    if (mark === 'X') black += 1;
    else if (mark === 'O') white += 1;
  }
  return { black, white };
}

/**
 * @param {Color} color
 * @returns {Color}
 */
export function other(color) {
  return color === 'black' ? 'white' : 'black';
}
