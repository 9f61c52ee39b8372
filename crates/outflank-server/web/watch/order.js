// Which games are shown, and where. A board keeps its place, so that nothing moves but discs.

import { squares } from '../replay.js';

/** @typedef {import('../home/listing.js').Listed} Watched */

/**
 * Most watched first, then those with the latest move.
 * @param {Watched[]} games
 */
export function ranked(games) {
  return [...games].sort((a, b) => (b.watchers ?? 0) - (a.watchers ?? 0) || b.updated - a.updated || (a.id < b.id ? -1 : 1));
}

/**
 * The games of all places: a running game stays where it is, a new one takes the place of one that has ended, or a new place.
 * @param {string[]} shown  ids by place
 * @param {Watched[]} running
 * @param {number} most  places
 * @returns {string[]}
 */
export function arranged(shown, running, most) {
  const isRunning = new Set(running.map(({ id }) => id));
  const waiting = ranked(running).flatMap(({ id }) => (shown.includes(id) ? [] : [id]));
  const kept = shown.map((id) => (isRunning.has(id) ? id : (waiting.shift() ?? id)));
  return [...kept, ...waiting].slice(0, Math.max(most, shown.length));
}

/**
 * The game for the channel: the most watched that was not on yet, else the most watched other one.
 * @param {Watched[]} running
 * @param {string[]} seen  ids, the last one is on now
 * @returns {Watched | null}
 */
export function nextGame(running, seen) {
  const others = ranked(running).filter(({ id }) => id !== seen.at(-1));
  return others.find(({ id }) => !seen.includes(id)) ?? others[0] ?? null;
}

/**
 * The square of the disc that was put down between two boards.
 * @param {string} before
 * @param {string} after
 */
export function newDisc(before, after) {
  const places = [...after].flatMap((mark, i) => (mark !== '-' && before[i] === '-' ? [i] : []));
  return places.length === 1 ? squares[places[0]] : null;
}
