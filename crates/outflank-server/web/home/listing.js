import { guest } from '../guests.js';
import { clockName, rulesName } from './words.js';

/** @typedef {import('../wire.js').Color} Color */

/** @typedef {import('../wire.js').ListedGame} Listed */

/** @type {Readonly<Record<Color, string>>} */
const NAMES = { black: 'Black', white: 'White' };

/**
 * @param {Listed} game
 * @param {Color} side
 * @returns {import('../guests.js').Guest}
 */
export function playerOf(game, side) {
  const player = game.players[side];
  const plain = (/** @type {string} */ name) => ({ name, tag: null });
  const both = game.you.includes('black') && game.you.includes('white');
  if (game.you.includes(side) && !both) return plain(player.name == null ? 'You' : `${player.name} (you)`);
  if (both && player.name == null) return plain(NAMES[side]);
  const known = guest(player);
  if (known !== null) return known;
  if (!player.joined) return plain(player.open ? 'Anyone' : 'A friend');
  return plain('Guest');
}

/** @param {Listed} game */
export function challenge(game) {
  const free = /** @type {Color} */ (game.players.black.joined ? 'white' : 'black');
  return { who: playerOf(game, free === 'white' ? 'black' : 'white'), seat: NAMES[free] };
}

/** @param {string} id */
export function gameAddress(id) {
  return `/game/${encodeURIComponent(id)}`;
}

/**
 * What differs from the standard game, and the clock.
 * @param {Listed} game
 */
export function terms({ rules, start, clock }) {
  const parts = [rules === 'standard' ? '' : rulesName(rules), startName(start), clockName(clock)];
  const text = parts.filter((part) => part !== '').join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {Listed} game */
export function standing(game) {
  switch (game.status) {
    case 'waiting':
      return 'Waiting for an opponent';
    case 'cancelled':
      return 'Cancelled';
    case 'over':
      return ending(game);
    case 'paused':
      return 'Paused';
    default:
      return turnOf(game);
  }
}

/** @param {Listed} game */
export function goesOn(game) {
  return game.status === 'waiting' || game.status === 'running' || game.status === 'paused';
}

/** @param {Listed} game */
export function isYourMove({ status, turn, you }) {
  return status === 'running' && you.length === 1 && you[0] === turn;
}

/**
 * The result with its score: "You won 40–24", "Draw 32–32".
 * @param {Listed} game
 */
export function headline(game) {
  const { result } = game;
  const isPlayedOut = result != null && (result.how === 'played_out' || result.how === 'draw_agreed');
  if (!isPlayedOut) return standing(game);
  const { black, white } = result.discs;
  return `${ending(game)} ${Math.max(black, white)}–${Math.min(black, white)}`;
}

/** @param {Listed} game */
function turnOf(game) {
  return isYourMove(game) ? 'Your move' : `${NAMES[game.turn]} to move`;
}

/** @param {Listed} game */
function ending({ result, you }) {
  if (result == null) return 'Over';
  if (result.winner == null) return 'Draw';
  /** @type {Partial<Record<string, string>>} */
  const ways = { resigned: ' by resignation', time_out: ' on time', abandoned: ' by forfeit' };
  const how = ways[result.how] ?? '';
  if (you.length === 1) return (you[0] === result.winner ? 'You won' : 'You lost') + how;
  return `${NAMES[result.winner]} won${how}`;
}

/** @param {unknown} start */
function startName(start) {
  if (start === 'xot') return 'XOT';
  if (typeof start !== 'object' || start === null) return '';
  if ('handicap' in start) return `handicap ${start.handicap}`;
  return 'custom position';
}
