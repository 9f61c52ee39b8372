import assert from 'node:assert/strict';
import { test } from 'node:test';

import { arranged, newDisc, nextGame, ranked } from '../../web/watch/order.js';

/** @param {string} id @param {number} [watchers] @param {number} [updated] */
const game = (id, watchers, updated = 0) => /** @type {import('../../web/watch/order.js').Watched} */ ({ id, watchers, updated });

test('the most watched come first, then the latest', () => {
  const games = [game('a', undefined, 5), game('b', 2, 1), game('c', 0, 9), game('d', 2, 3)];
  assert.deepEqual(ranked(games).map(({ id }) => id), ['d', 'b', 'c', 'a']);
});

test('a board keeps its place', () => {
  const running = [game('a'), game('b', 1), game('c', 9)];
  assert.deepEqual(arranged([], running, 3), ['c', 'b', 'a']);
  assert.deepEqual(arranged([], running, 2), ['c', 'b']);
  assert.deepEqual(arranged(['a', 'b'], running, 2), ['a', 'b'], 'also if others are watched more');
  assert.deepEqual(arranged(['a', 'x', 'b'], running, 4), ['a', 'c', 'b'], 'a new game takes the place of one that has ended');
  assert.deepEqual(arranged(['x', 'a'], [game('a')], 4), ['x', 'a'], 'the end of a game stays until there is another');
});

test('the channel goes on with a game that was not on yet', () => {
  const running = [game('a', 3), game('b', 2), game('c', 1)];
  assert.equal(nextGame(running, [])?.id, 'a');
  assert.equal(nextGame(running, ['a'])?.id, 'b');
  assert.equal(nextGame(running, ['a', 'b'])?.id, 'c');
  assert.equal(nextGame(running, ['a', 'b', 'c'])?.id, 'a');
  assert.equal(nextGame([game('a')], ['a']), null);
});

test('the new disc between two boards is found', () => {
  assert.equal(newDisc(`--X${'-'.repeat(61)}`, `-XO${'-'.repeat(61)}`), 'b1');
  assert.equal(newDisc('-'.repeat(64), '-'.repeat(64)), null);
  assert.equal(newDisc('-'.repeat(64), `XO${'-'.repeat(62)}`), null, 'several moves at once');
});
