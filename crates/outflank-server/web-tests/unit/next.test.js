import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLevel, nextLevel } from '../../web/table/next.js';

const initial = '---------------------------OX------XO---------------------------';

/** @param {number} level @param {'black' | 'white' | null} winner @param {Record<string, any>} [full] @returns {any} */
const over = (level, winner, full = {}) => ({
  you: ['white'],
  players: { black: { kind: 'engine', level, name: `Engine, level ${level}` }, white: { kind: 'human', name: 'Ann' } },
  state: { result: { winner, how: 'played_out', discs: { black: 30, white: 34 } } },
  full: { rules: 'thirty', start: { board: initial, turn: 'black' }, clock: { main: 60_000 }, public: true, takebacks: 'never', ...full },
});

test('the next level is offered after a win, below full strength', () => {
  assert.equal(nextLevel(over(1, 'white')), 2);
  assert.equal(nextLevel(over(9, 'white')), 10);
  assert.equal(nextLevel(over(10, 'white')), null);
  for (const winner of /** @type {const} */ (['black', null])) assert.equal(nextLevel(over(1, winner)), null);
  const unfinished = over(1, 'white');
  assert.equal(nextLevel({ ...unfinished, state: { ...unfinished.state, result: null } }), null);
});

test('spectators, players of both sides and winners against people are not offered a level', () => {
  const won = over(1, 'white');
  for (const you of [[], ['black', 'white']]) assert.equal(nextLevel({ ...won, you }), null);
  assert.equal(nextLevel({ ...won, players: { ...won.players, black: { kind: 'human', name: 'Bob' } } }), null);
});

test('the next game keeps all other settings', () => {
  assert.deepEqual(atLevel(over(1, 'white'), 2, 'initial'), {
    rules: 'thirty', start: 'initial', clock: { main: 60_000 }, black: 'engine:2', white: 'me', shuffle: false, public: true,
    takebacks: 'never', name: 'Ann',
  });
});
