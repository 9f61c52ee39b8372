import { LEVELS, startingFrom } from '../home/choices.js';
import { other } from '../replay.js';

/** @typedef {import('./model.js').Game} Game */
/** @typedef {import('../home/choices.js').Proposal} Proposal */

/**
 * Null unless this player has beaten the engine below full strength.
 * @param {Game} game
 * @returns {number | null}
 */
export function nextLevel({ you, players, state }) {
  if (you.length !== 1 || state.result?.winner !== you[0]) return null;
  const { level } = players[other(you[0])];
  return level == null || level >= LEVELS.strongest ? null : level + 1;
}

/**
 * @param {Game} game
 * @param {number} level
 * @param {import('../home/choices.js').Start} chosen the start of the last new game
 * @returns {Proposal}
 */
export function atLevel({ full, you, players }, level, chosen) {
  const engine = `engine:${level}`;
  const { name } = players[you[0]];
  return {
    rules: full.rules,
    start: startingFrom(full.start, chosen),
    clock: full.clock,
    black: you[0] === 'black' ? 'me' : engine,
    white: you[0] === 'white' ? 'me' : engine,
    shuffle: false,
    public: full.public,
    takebacks: full.takebacks,
    ...(name == null ? {} : { name }),
  };
}
