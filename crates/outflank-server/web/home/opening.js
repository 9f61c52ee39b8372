// The first position of a game, and whether the person at this screen may move in it.

import { post } from '../api.js';
import { START } from '../start.js';
import { boardOf } from './choices.js';

/** @typedef {import('./choices.js').Choices} Choices */
/** @typedef {import('../wire.js').Color} Color */
/** @typedef {{board: string, turn: Color, legal: import('../wire.js').LegalMove[], about?: string}} Opening */

/**
 * @param {Pick<Choices, 'start' | 'rules'>} choices
 * @returns {Opening | null} null if only the server knows it
 */
export function knownOpening({ start, rules }) {
  return start === 'initial' && rules === 'standard' ? START : null;
}

/**
 * What the board shows until the server has answered.
 * @param {Pick<Choices, 'start' | 'rules'>} choices
 */
export function firstBoard({ start }) {
  return start === 'record' ? '-'.repeat(64) : boardOf(start);
}

/**
 * @param {Choices} choices
 * @param {AbortSignal} signal
 * @returns {Promise<Opening | null>} null if it is drawn when the game starts
 */
export async function askOpening({ start, rules, record }, signal) {
  if (start === 'xot') return null;
  if (start !== 'record') {
    const turn = start === 'initial' ? 'black' : 'white';
    return post('/api/study/position', { board: boardOf(start), turn, rules }, { signal });
  }
  const { games } = await post('/api/study/read', { text: record, rules }, { signal });
  const [game] = games;
  const moves = game.plies.flatMap((/** @type {import('../wire.js').Ply} */ { square }) => square ?? []);
  const request = { board: game.start.board, turn: game.start.turn, moves: moves.join(''), rules: game.rules, supply: game.supply };
  /** @type {import('../wire.js').StudyPosition} */
  const position = await post('/api/study/position', request, { signal });
  return { ...position, about: moves.length === 0 ? 'A position.' : `A game of ${moves.length} moves. Play continues from its last position.` };
}

/**
 * Whether the first disc on the board starts the game.
 * @param {Pick<Choices, 'opponent' | 'colour'>} choices
 * @param {Opening | null} opening
 */
export function canBegin({ opponent, colour }, opening) {
  if (opening === null || opening.legal.length === 0) return false;
  return opponent === 'here' || (opponent === 'engine' && colour === opening.turn);
}

/**
 * The sentence above the chips. All are about as long as the first one, so that they take the same number of lines.
 * @param {Pick<Choices, 'opponent' | 'colour' | 'start' | 'record'>} choices
 * @param {Opening | null} opening
 */
export function leadOf(choices, opening) {
  const { opponent, colour, start, record } = choices;
  if (start === 'record' && record.trim() === '') return 'First paste a game or a board under More.';
  if (opponent === 'friend') return 'Send a link. Your friend needs no account.';
  if (opponent === 'anyone') return 'Join a challenge like this, or post yours.';
  if (canBegin(choices, opening)) {
    return opponent === 'here' ? 'Play anywhere that glows, then take turns.' : 'Play anywhere that glows. The engine replies.';
  }
  if (start === 'xot') return 'The game starts from a random XOT opening.';
  if (opponent === 'here') return 'Two players take turns on this one board.';
  if (colour === 'random') return 'Your colour is chosen at random at the start.';
  return 'This time the engine makes the first move.';
}
