import { guest, inWords } from '../guests.js';
import { other } from '../replay.js';
import { isFirstGame } from './first.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../wire.js').EventEntry} GameEvent */
/** @typedef {import('../wire.js').GameResult} Result */
/** @typedef {import('./model.js').Game} Game */

/** @param {Color} color */
export function colorName(color) {
  return color === 'black' ? 'Black' : 'White';
}

/**
 * The name, or "You", "Guest" or the colour. Guests without a name and players with the same name have a tag.
 * @param {Game} game
 * @param {Color} color
 * @returns {import('../guests.js').Guest}
 */
export function playerOf(game, color) {
  const player = game.players[color];
  const plain = (/** @type {string} */ name) => ({ name, tag: null });
  if (player.kind === 'engine') return plain('Engine');
  const named = player.name != null;
  if (named && !alike(player.name, game.players[other(color)].name)) return plain(player.name ?? '');
  if (!named && game.you.length === 1 && game.you[0] === color) return plain('You');
  return guest(player) ?? plain(colorName(color));
}

/**
 * @param {Game} game
 * @param {Color} color
 */
export function playerName(game, color) {
  return inWords(playerOf(game, color));
}

/**
 * @param {string | null | undefined} a
 * @param {string | null | undefined} b
 */
function alike(a, b) {
  return a?.trim().toLowerCase() === b?.trim().toLowerCase();
}

/**
 * When the host removes a game, as a sentence; null for games that stay.
 * @param {import('../wire.js').State} state
 * @returns {string | null}
 */
export function removal({ removed_at, status }) {
  if (removed_at == null) return null;
  const date = new Date(removed_at).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });
  const unless = { waiting: ' unless it starts', running: ' unless someone moves', paused: '', over: '', cancelled: '' }[status];
  return `The server will remove this game on ${date}${unless}. Download it to keep it.`;
}

/**
 * An event as a sentence for screen readers; null for events that need none.
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
      return `${event.name ?? colorName(event.by)} joins as ${colorName(event.by)}.`;
    case 'opened':
      return 'The game starts.';
    case 'played':
      return `${colorName(event.by)} plays ${event.square}, flips ${event.flips.length}.`;
    case 'passed':
      return passed(event.by, game);
    case 'draw_offered':
      return `${verb('offers', 'offer')} a draw.`;
    case 'draw_declined':
      return `${verb('declines', 'decline')} the draw.`;
    case 'takeback_asked':
      return `${verb('asks', 'ask')} for a takeback.`;
    case 'takeback_declined':
      return `${verb('declines', 'decline')} the takeback.`;
    case 'taken_back':
      return `${verb('takes', 'take')} back a move.`;
    case 'rematch_offered':
      return `${verb('offers', 'offer')} a rematch.`;
    case 'rematch_declined':
      return `${verb('declines', 'decline')} the rematch.`;
    case 'left':
      return mine ? null : `${who} has left.`;
    case 'returned':
      return mine ? null : `${who} is back.`;
    case 'paused':
      return 'The game is paused.';
    case 'resumed':
      return 'The game continues.';
    case 'cancelled':
      return 'The game was cancelled.';
    case 'ended':
      return `${outcome(game)}. ${game.state.result == null ? '' : reason(game.state.result)}`.trim();
    case 'rematch_agreed':
    case 'continued':
      return null;
  }
}

/**
 * Beginners often don't expect a forced pass.
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
  if (winner == null) return how === 'played_out' ? `Draw, ${discs.black} to ${discs.white}` : 'Draw';
  if (how !== 'played_out') return `${colorName(winner)} wins`;
  return `${colorName(winner)} wins ${discs[winner]} to ${discs[other(winner)]}`;
}

/** @param {Result} result */
export function reason({ winner, how, discs }) {
  const loser = winner == null ? '' : colorName(other(winner));
  switch (how) {
    case 'played_out':
      return `Black ${discs.black}, White ${discs.white}.`;
    case 'resigned':
      return `${loser} resigned.`;
    case 'draw_agreed':
      return 'Draw by agreement.';
    case 'time_out':
      return `${loser} ran out of time.`;
    case 'abandoned':
      return `${loser} left the game.`;
  }
}

/**
 * The result as the player sees it: "You won by 14", "You lost", "Draw"; with names of colours for spectators and for players of both sides.
 * @param {Game} game
 */
export function outcome({ state, you }) {
  const { result } = state;
  if (result == null) return 'The game is over';
  const { winner, how, discs } = result;
  if (winner == null) return 'Draw';
  if (you.length !== 1) return headline(result);
  const by = how === 'played_out' ? ` by ${discs[winner] - discs[other(winner)]}` : '';
  return `You ${winner === you[0] ? 'won' : 'lost'}${by}`;
}

/**
 * "5 min + 3 s", "No clock".
 * @param {import('../wire.js').FullGame['clock']} clock
 */
export function clockName(clock) {
  if (clock == null) return 'No clock';
  const main = clock.main % 60_000 === 0 ? `${clock.main / 60_000} min` : `${clock.main / 1000} s`;
  if (clock.increment) return `${main} + ${clock.increment / 1000} s a move`;
  return clock.delay ? `${main}, ${clock.delay / 1000} s delay` : main;
}
