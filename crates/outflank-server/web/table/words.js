// What happens in a game, in words.

import { guest, inWords } from '../guests.js';
import { other } from '../replay.js';
import { isFirstGame } from './first.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../wire.js').GameEvent} GameEvent */
/** @typedef {import('../wire.js').Result} Result */
/** @typedef {import('./model.js').Game} Game */

/** @param {Color} color */
export function colorName(color) {
  return color === 'black' ? 'Black' : 'White';
}

/**
 * What a player is called: by name, else "You", "Guest" or the colour. A tag is there for guests without a name, and if both players have the
 * same one. The engine's level is shown beside it.
 * @param {Game} game
 * @param {Color} color
 * @returns {import('../guests.js').Guest}
 */
export function playerOf(game, color) {
  const player = game.players[color];
  const plain = (/** @type {string} */ name) => ({ name, tag: null });
  if (player.kind === 'engine') return plain('Engine');
  const named = player.name !== null;
  if (named && !alike(player.name, game.players[other(color)].name)) return plain(player.name ?? '');
  if (!named && game.you.length === 1 && game.you[0] === color) return plain('You');
  return guest(player) ?? plain(colorName(color));
}

/**
 * The same in one text.
 * @param {Game} game
 * @param {Color} color
 */
export function playerName(game, color) {
  return inWords(playerOf(game, color));
}

/**
 * Whether two names are easily taken for each other.
 * @param {string | null} a
 * @param {string | null} b
 */
function alike(a, b) {
  return a?.trim().toLowerCase() === b?.trim().toLowerCase();
}

/**
 * An event as a sentence for who listens; null for what needs none.
 * @param {GameEvent} event
 * @param {Game} game
 * @returns {string | null}
 */
export function sentence(event, game) {
  const mine = 'by' in event && game.you.length === 1 && game.you[0] === event.by;
  const who = 'by' in event ? (mine ? 'You' : colorName(event.by)) : '';
  const verb = (/** @type {string} */ one, /** @type {string} */ you) => `${who} ${mine ? you : one}`;
  switch (event.event) {
    case 'joined':
      return `${event.name ?? colorName(event.by)} sits down as ${colorName(event.by)}.`;
    case 'opened':
      return 'The game begins.';
    case 'played':
      return `${colorName(event.by)} plays ${event.square}, flips ${event.flips.length}.`;
    case 'passed':
      return passed(event.by, game);
    case 'draw_offered':
      return `${verb('offers', 'offer')} a draw.`;
    case 'draw_declined':
      return `${verb('declines', 'decline')} the draw.`;
    case 'takeback_asked':
      return `${verb('asks', 'ask')} to take back a move.`;
    case 'takeback_declined':
      return `${verb('lets', 'let')} the move stand.`;
    case 'taken_back':
      return `${verb('takes', 'take')} back a move.`;
    case 'rematch_offered':
      return `${verb('offers', 'offer')} another game.`;
    case 'rematch_declined':
      return `${verb('wants', 'want')} no other game.`;
    case 'left':
      return mine ? null : `${who} is gone.`;
    case 'returned':
      return mine ? null : `${who} is back.`;
    case 'paused':
      return 'The game is paused.';
    case 'resumed':
      return 'The game goes on.';
    case 'cancelled':
      return 'The game was withdrawn.';
    case 'ended':
      return game.state.result === null ? 'The game is over.' : `${headline(game.state.result)}. ${reason(game.state.result)}`;
    case 'rematch_agreed':
    case 'continued':
      return null;
  }
}

/**
 * A forced pass: many beginners do not expect one.
 * @param {Color} by
 * @param {Game} game after the pass
 */
function passed(by, { you, state, full }) {
  const more = you.length > 0 && isFirstGame(full.id) ? ' A player without a move must pass; it isn’t a choice.' : '';
  if (you.length === 1 && you[0] === by) return `You have no legal move, so your turn passes.${more}`;
  const next = you.length === 1 ? 'Your turn again.' : `${colorName(other(by))} plays again.`;
  return `${colorName(by)} has no legal move and passes.${state.status === 'running' ? ` ${next}` : ''}${more}`;
}

/**
 * "Black wins 40 to 24", "Draw, 32 to 32".
 * @param {Result} result
 */
export function headline({ winner, how, discs }) {
  if (winner === null) return how === 'played_out' ? `Draw, ${discs.black} to ${discs.white}` : 'Draw';
  if (how !== 'played_out') return `${colorName(winner)} wins`;
  return `${colorName(winner)} wins ${discs[winner]} to ${discs[other(winner)]}`;
}

/**
 * Why the game ended.
 * @param {Result} result
 */
export function reason({ winner, how }) {
  const loser = winner === null ? '' : colorName(other(winner));
  switch (how) {
    case 'played_out':
      return 'Nobody can move any more.';
    case 'resigned':
      return `${loser} resigned.`;
    case 'draw_agreed':
      return 'Both agreed on a draw.';
    case 'time_out':
      return `${loser} ran out of time.`;
    case 'abandoned':
      return `${loser} left the game.`;
  }
}

/**
 * What the result is to who sees it; nothing to who watches or plays both.
 * @param {Game} game
 */
export function verdict({ state, you }) {
  if (state.result === null || state.result.winner === null || you.length !== 1) return '';
  return state.result.winner === you[0] ? 'You won.' : 'You lost.';
}

/**
 * "5 min + 3 s", "No clock".
 * @param {import('../wire.js').Clock | null} clock
 */
export function clockName(clock) {
  if (clock === null) return 'No clock';
  const main = clock.main % 60_000 === 0 ? `${clock.main / 60_000} min` : `${clock.main / 1000} s`;
  if (clock.increment) return `${main} + ${clock.increment / 1000} s a move`;
  return clock.delay ? `${main}, ${clock.delay / 1000} s delay` : main;
}
