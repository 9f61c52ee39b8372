// Where games come from: text in any format, this server, its collection. Each is requested and brought into one form.

import { get, post } from '../api.js';

/** @typedef {import('../replay.js').Color} Color */

/**
 * A game to study: `id` on this server, `collected` in its collection; `you` is the side of this browser's player. `date` is a time, or
 * text as it was written.
 * @typedef {Omit<import('../wire.js').ReadGame, 'text'> & {id?: string, collected?: string, you?: Color, date?: number | string,
 *   discs?: Record<Color, number>}} Source
 */

/**
 * @param {string} text
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('../wire.js').ReadAnswer>}
 */
export function readText(text, signal) {
  return post('/api/study/read', { text, rules: null }, { signal });
}

/**
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<Source>}
 */
export async function serverGame(id, signal) {
  const name = encodeURIComponent(id);
  /** @type {[import('../wire.js').GameRecord, import('../wire.js').FullGame]} */
  const [game, { you }] = await Promise.all([get(`/game/${name}.json`, { signal }), get(`/api/game/${name}`, { signal })]);
  const { players, result } = game;
  return {
    id,
    title: null,
    players: { black: playerName(players.black), white: playerName(players.white) },
    rules: game.rules,
    start: game.start,
    supply: game.supply,
    plies: game.plies,
    opening: game.opening,
    result: result && { margin: result.discs.black - result.discs.white, winner: result.winner },
    discs: result?.discs,
    date: game.ended ?? game.began ?? game.created,
    // A reader who held both seats is not one of the players.
    you: you.length === 1 ? you[0] : undefined,
  };
}

/**
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<Source>}
 */
export async function collectionGame(id, signal) {
  /** @type {import('../wire.js').CollectionGame} */
  const { text: _, event, year, ...game } = await get(`/api/collection/${encodeURIComponent(id)}`, { signal });
  return { ...game, title: event ?? game.title, date: year == null ? undefined : String(year), collected: id };
}

/** @param {import('../wire.js').GameRecord['players']['black']} player */
function playerName({ name, kind, level }) {
  if (kind !== 'engine') return name ?? null;
  return level == null ? 'Engine' : `Engine, level ${level}`;
}
