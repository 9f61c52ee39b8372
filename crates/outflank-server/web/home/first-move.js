import { Problem, post } from '../api.js';

/** The number of the last event of a game that has just begun: two players joined, and it was opened. */
const OPENED = 3;

/**
 * Plays the first move of a new game. If that fails, the move is still to be made on the game page.
 * @param {import('../wire.js').Created} game
 * @param {string} square
 * @param {import('../wire.js').Color} color
 */
export async function playFirst({ id, you }, square, color) {
  const order = { id: crypto.getRandomValues(new Uint32Array(2)).join('-'), command: 'play', square, ...(you.length > 1 ? { as: color } : {}) };
  const send = (/** @type {number} */ seen) => post(`/api/game/${encodeURIComponent(id)}/command`, { ...order, seen });
  try {
    await send(OPENED);
  } catch (error) {
    const state = error instanceof Problem && error.error === 'stale' ? /** @type {import('../wire.js').State | null} */ (error.state) : null;
    if (state != null) await send(state.number).catch(() => {});
  }
}
