import { CLOCKS } from './words.js';

/** @typedef {import('./choices.js').Choices} Choices */
/** @typedef {import('./listing.js').Listed} Listed */

/**
 * The challenge that has waited longest among those with the chosen rules, clock and start. Whoever joins takes the free colour.
 * @param {Pick<Choices, 'rules' | 'clock' | 'start'>} choices
 * @param {Listed[]} games
 * @returns {Listed | null}
 */
export function matching({ rules, clock, start }, games) {
  const wanted = JSON.stringify(timesOf(CLOCKS.find(({ id }) => id === clock)?.clock));
  const isAlike = (/** @type {Listed} */ game) =>
    game.you.length === 0 && game.rules === rules && JSON.stringify(timesOf(game.clock)) === wanted && game.start === start;
  return games.filter(isAlike).sort((a, b) => a.created - b.created)[0] ?? null;
}

/** @param {import('./words.js').Clock} clock */
function timesOf(clock) {
  return clock == null ? null : [clock.main, clock.increment ?? 0, clock.delay ?? 0];
}
