// The game after a win against the engine: the same again, one level higher. Nothing here touches the page.

import { LEVELS, startingFrom } from '../home/choices.js';
import { other } from '../replay.js';

/** @typedef {import('./model.js').Game} Game */
/** @typedef {import('../home/choices.js').Proposal} Proposal */

/**
 * The level to try next; null unless this player has just beaten the engine, and at full strength.
 * @param {Game} game
 * @returns {number | null}
 */
export function nextLevel({ you, players, state }) {
  if (you.length !== 1 || state.result?.winner !== you[0]) return null;
  const { level } = players[other(you[0])];
  return level === undefined || level >= LEVELS.strongest ? null : level + 1;
}

/**
 * A game like this one at another level.
 * @param {Game} game
 * @param {number} level
 * @param {import('../home/choices.js').Start} chosen the start that was chosen last
 * @returns {Proposal}
 */
export function atLevel({ full, you, players }, level, chosen) {
  const engine = `engine:${level}`;
  const { name } = players[you[0]];
  return {
    rules: /** @type {Proposal['rules']} */ (full.rules),
    start: startingFrom(full.start, chosen),
    clock: full.clock,
    black: you[0] === 'black' ? 'me' : engine,
    white: you[0] === 'white' ? 'me' : engine,
    shuffle: false,
    public: full.public,
    takebacks: full.takebacks,
    ...(name === null ? {} : { name }),
  };
}
