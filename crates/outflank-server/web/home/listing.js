// A game of a list in words. Nothing here touches the page.

import { guest } from '../guests.js';
import { clockName, rulesName } from './words.js';

/** @typedef {import('../wire.js').Color} Color */

/**
 * A game as the lists of the server tell it.
 * @typedef {object} Listed
 * @property {string} id
 * @property {string} rules
 * @property {import('../wire.js').Clock | null} clock
 * @property {'waiting' | 'running' | 'paused' | 'over' | 'cancelled'} status
 * @property {number} created
 * @property {number} updated
 * @property {import('../wire.js').Both<import('../wire.js').Player>} players
 * @property {unknown} start
 * @property {number} placements
 * @property {string} board
 * @property {import('../wire.js').Both<number>} discs
 * @property {Color | null} turn
 * @property {import('../wire.js').Result | null} result
 * @property {(Color | 'watch')[]} you
 */

/** @type {Readonly<Record<Color, string>>} */
const NAMES = { black: 'Black', white: 'White' };

/**
 * What to call a player, with a tag that tells guests of the same name apart.
 * @param {Listed} game
 * @param {Color} side
 * @returns {import('../guests.js').Guest}
 */
export function playerOf(game, side) {
  const player = game.players[side];
  const plain = (/** @type {string} */ name) => ({ name, tag: null });
  const both = game.you.includes('black') && game.you.includes('white');
  if (game.you.includes(side) && !both) return plain(player.name === null ? 'You' : `${player.name} (you)`);
  if (both && player.name === null) return plain(NAMES[side]);
  const known = guest(player);
  if (known !== null) return known;
  if (!player.joined) return plain(player.open ? 'Anyone' : 'A friend');
  return plain('Guest');
}

/** Who challenges, and the seat that is free. @param {Listed} game */
export function challenge(game) {
  const free = /** @type {Color} */ (game.players.black.joined ? 'white' : 'black');
  return { who: playerOf(game, free === 'white' ? 'black' : 'white'), seat: NAMES[free] };
}

/** Rules, clock and start of a game, for one who thinks about joining. @param {Listed} game */
export function terms(game) {
  return [rulesName(game.rules), startName(game.start), clockName(game.clock)].filter((part) => part !== '').join(', ');
}

/** Where a game stands, in a few words. @param {Listed} game */
export function standing(game) {
  switch (game.status) {
    case 'waiting':
      return 'Waits for the other player';
    case 'cancelled':
      return 'Withdrawn';
    case 'over':
      return ending(game);
    case 'paused':
      return 'Paused';
    default:
      return turnOf(game);
  }
}

/** Whether a game still goes on. @param {Listed} game */
export function goesOn(game) {
  return game.status === 'waiting' || game.status === 'running' || game.status === 'paused';
}

/** @param {Listed} game */
function turnOf({ turn, you }) {
  if (turn === null) return 'Being played';
  return you.length === 1 && you[0] === turn ? 'Your turn' : `${NAMES[turn]} to move`;
}

/** @param {Listed} game */
function ending({ result, you }) {
  if (result === null) return 'Over';
  if (result.winner === null) return 'A draw';
  /** @type {Partial<Record<string, string>>} */
  const ways = { resigned: ' by resignation', time_out: ' on time', abandoned: ': the other one left' };
  const how = ways[result.how] ?? '';
  const players = you.filter((seat) => seat !== 'watch');
  if (players.length === 1) return (players[0] === result.winner ? 'You won' : 'You lost') + how;
  return `${NAMES[result.winner]} won${how}`;
}

/** @param {unknown} start */
function startName(start) {
  if (start === 'xot') return 'XOT';
  if (typeof start !== 'object' || start === null) return '';
  if ('handicap' in start) return `handicap ${start.handicap}`;
  return 'own position';
}
