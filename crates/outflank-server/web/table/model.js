// The game on the page: the full game once, then every state. Pure.

import { boards, other } from '../replay.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../wire.js').Ply} Ply */
/** @typedef {import('../wire.js').FullGame} Full */
/** @typedef {import('../wire.js').State} State */
/** @typedef {import('../wire.js').EventEntry} GameEvent */
/** @typedef {import('../wire.js').Both_Player['black']} Player */
/** @typedef {import('../replay.js').Shown} Shown */

/**
 * @typedef {object} Game
 * @property {Full} full the game when it was loaded; what changes is below
 * @property {Record<Color, Player>} players
 * @property {Ply[]} plies
 * @property {Shown[]} boards from the start to the last ply
 * @property {State} state
 * @property {Color[]} you
 */

/**
 * @param {Full} full
 * @returns {Game}
 */
export function begin(full) {
  const { players, plies, state, you, start } = full;
  return { full, players, plies, boards: boards(start, plies), state, you };
}

/**
 * Applies a state and returns the new events; null if the state does not follow, which requires the full game again.
 * @param {Game} game
 * @param {State} state
 * @returns {{game: Game, fresh: GameEvent[]} | null}
 */
export function evolve(game, state) {
  const known = game.state.number;
  if (state.number < known) return { game, fresh: [] };
  const fresh = state.events.filter((event) => event.number > known);
  if (fresh.length !== state.number - known) return null;
  let { players, plies } = game;
  for (const event of fresh) {
    switch (event.event) {
      case 'joined':
        players = { ...players, [event.by]: { ...players[event.by], name: event.name, tag: event.tag, joined: true, open: false } };
        break;
      case 'played':
        plies = [...plies, { by: event.by, square: event.square, flips: event.flips }];
        break;
      case 'passed':
        plies = [...plies, { by: event.by, square: null, flips: [] }];
        break;
      case 'taken_back':
        plies = plies.slice(0, beforePlacements(plies, event.placements));
        break;
    }
  }
  if (movesOf(plies) !== state.moves) return null;
  const shown = plies === game.plies ? game.boards : boards(game.full.start, plies);
  return { game: { ...game, players, plies, boards: shown, state }, fresh };
}

/**
 * The game with the player's own move, before the server acknowledges it.
 * @param {Game} game
 * @param {Ply} ply
 * @returns {Game}
 */
export function predict(game, ply) {
  const plies = [...game.plies, ply];
  const state = { ...game.state, legal: [], turn: other(ply.by) };
  return { ...game, plies, boards: boards(game.full.start, plies), state };
}

/** @param {Ply[]} plies */
export function movesOf(plies) {
  return plies.map(({ square }) => square ?? 'pass').join(' ');
}

/**
 * The colour that this browser acts for: the side to move if it has both seats, null for a spectator.
 * @param {Game} game
 * @returns {Color | null}
 */
export function actor(game) {
  const { you, state } = game;
  return you.length > 1 ? state.turn : (you[0] ?? null);
}

/** @param {Game} game */
export function mayPlay(game) {
  return game.state.status === 'running' && game.you.includes(game.state.turn) && game.state.legal.length > 0;
}

/**
 * @param {State} state
 * @param {Color} color
 * @param {number} now
 */
export function left(state, color, now) {
  if (state.clocks == null) return null;
  const gone = state.clocks.running === color ? Math.max(0, now - state.at) : 0;
  return Math.max(0, state.clocks[color] - gone);
}

/**
 * 4:05, 1:02:03, and tenths below twenty seconds.
 * @param {number} ms
 */
export function clockText(ms) {
  if (ms < 20_000) {
    const tenths = Math.floor(ms / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, '0')}.${tenths % 10}`;
  }
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * The number of plies before the last `placements`, each of which includes the passes after it.
 * @param {Ply[]} plies
 * @param {number} placements
 */
function beforePlacements(plies, placements) {
  let length = plies.length;
  for (let gone = 0; gone < placements && length > 0; length -= 1) {
    if (plies[length - 1].square != null) gone += 1;
  }
  return length;
}

/** @type {Record<string, number>} */
const TOLERANCES = { over4: 4, over8: 8 };

/**
 * The loss in discs above which to warn; null against people, where advice would be unfair.
 * @param {Game} game
 * @param {string} setting
 * @returns {number | null}
 */
export function toleranceIn({ you, players }, setting) {
  if (you.length !== 1 || players[other(you[0])].kind !== 'engine') return null;
  return TOLERANCES[setting] ?? null;
}
