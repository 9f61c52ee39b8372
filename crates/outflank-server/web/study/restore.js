// Opens the study that an address or the library describes. The server checks the moves; the main line and the one on the board come first.

import { Problem } from '../api.js';
import { linesOf } from './compact.js';
import { mainLine } from './address.js';
import { STANDARD } from './draft.js';
import { played } from './known.js';
import { collectionGame, serverGame } from './sources.js';
import { Study } from './tree.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('./compact.js').Branch} Branch */
/** @typedef {import('./sources.js').Source} Source */

/**
 * @param {Address} address
 * @param {AbortSignal} [signal]
 * @returns {Promise<{study: Study, source: Source | null}>}
 */
export async function restore(address, signal) {
  const { tree, at = [], passed } = address;
  const source = await fetched(address, signal);
  if (tree === undefined) {
    const study = source ? studyOf(source) : new Study(address.rules ?? 'standard', address.start ?? { board: STANDARD, turn: 'black' }, [], address.supply);
    return { study, source: source ?? described(address, study) };
  }
  const { rules, start, supply } = source ?? address;
  const study = new Study(rules ?? 'standard', start ?? { board: STANDARD, turn: 'black' }, [], supply);
  const lines = [mainLine(tree), [...at, ...lineFrom(tree, at)]];
  const answers = await Promise.all(lines.filter((line, i) => i === 0 || !isPrefix(line, lines[0])).map((line) => played(study, line.join(' '), signal)));
  for (const { plies } of answers) study.insert(plies);
  // A running game may have gone on.
  if (source !== null) study.insert(source.plies);
  study.waiting = linesOf(tree).filter((line) => study.find(line) === null);
  const spot = study.find(at) ?? study.root;
  study.go((passed ? spot.children.find(({ ply }) => ply?.square == null) : null) ?? spot);
  study.arrange(tree);
  return { study, source: source ?? described(address, study) };
}

/**
 * The game on the server or in its collection, if there is one. A game that is gone leaves the moves of the address.
 * @param {Address} address
 * @param {AbortSignal} [signal]
 */
async function fetched({ game, collected, tree }, signal) {
  try {
    return game ? await serverGame(game, signal) : collected ? await collectionGame(collected, signal) : null;
  } catch (error) {
    if (tree !== undefined && error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

/** @param {Source} source */
export function studyOf({ rules, start, plies, supply }) {
  return new Study(rules, start, plies, supply);
}

/**
 * Loads one of the lines that are not there yet.
 * @param {Study} study
 * @param {Branch | undefined} order
 * @param {AbortSignal} [signal]
 */
export async function loadNext(study, order, signal) {
  const [line] = study.waiting;
  const { plies } = await played(study, line.join(' '), signal);
  study.insert(plies);
  study.waiting = study.waiting.filter((one) => study.find(one) === null);
  if (order !== undefined) study.arrange(order);
  study.place([...study.unplaced]);
}

/**
 * @param {Address} address
 * @param {Study} study
 * @returns {Source | null}
 */
function described({ players, title, margin }, study) {
  const { rules, start, supply, game } = study;
  if (game.length === 0 && !title && !players?.black && !players?.white) return null;
  return {
    title: title ?? null,
    players: players ?? { black: null, white: null },
    rules,
    start,
    supply,
    plies: [],
    result: margin === undefined ? null : { margin, winner: margin === 0 ? null : margin > 0 ? 'black' : 'white' },
  };
}

/**
 * @param {Branch} tree
 * @param {string[]} at
 */
function lineFrom(tree, at) {
  let node = tree;
  for (const square of at) node = node.children.find((child) => child.square === square) ?? node;
  return mainLine(node);
}

/**
 * @param {string[]} line
 * @param {string[]} whole
 */
function isPrefix(line, whole) {
  return line.every((square, i) => whole[i] === square);
}
