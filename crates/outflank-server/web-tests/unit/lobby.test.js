import assert from 'node:assert/strict';
import { test } from 'node:test';

import { StreamedList } from '../../web/home/lobby.js';

/** @param {string} id @param {number} updated */
const game = (id, updated) => /** @type {import('../../web/home/listing.js').Listed} */ ({ id, updated });

test('a streamed list follows its messages, most recently changed first', () => {
  const list = new StreamedList();
  /** @param {Parameters<StreamedList['take']>[0]} message */
  const ids = (message) => list.take(message).map(({ id }) => id);
  assert.deepEqual(ids({ type: 'games', games: [game('a', 1), game('b', 2)] }), ['b', 'a']);
  assert.deepEqual(ids({ type: 'game', game: game('c', 3) }), ['c', 'b', 'a']);
  assert.deepEqual(ids({ type: 'game', game: game('a', 4) }), ['a', 'c', 'b']);
  assert.deepEqual(ids({ type: 'gone', id: 'c' }), ['a', 'b']);
  assert.deepEqual(ids({ type: 'gone', id: 'unknown' }), ['a', 'b']);
  assert.deepEqual(ids({ type: 'later', id: 'a' }), ['a', 'b']);
  // After a reconnect the whole list is sent again.
  assert.deepEqual(ids({ type: 'games', games: [game('d', 1)] }), ['d']);
});
