import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gameFacts, resultParts } from '../../web/study/explorer.js';

test('results are percentages of games with a result, for either side to move', () => {
  const results = { games: 9, wins: 2, draws: 1, losses: 1, mean: null };
  assert.deepEqual(resultParts(results, 'black'), { black: 50, drawn: 25, white: 25 });
  assert.deepEqual(resultParts(results, 'white'), { black: 25, drawn: 25, white: 50 });
  assert.equal(resultParts({ ...results, wins: 0, draws: 0, losses: 0 }, 'black'), null);
});

test('a game is described by what is known of it', () => {
  const players = { black: 'Rose', white: 'Shaman' };
  const game = { players, event: 'Paris', year: 1997, margin: 10, square: 'd6' };
  assert.deepEqual(gameFacts(game), { played: 'd6', players: 'Rose–Shaman', score: '37–27', place: 'Paris 1997' });
  const bare = { players: { black: '', white: 'Shaman' }, event: '', year: null, margin: null, square: null };
  assert.deepEqual(gameFacts(bare), { played: '', players: 'unknown–Shaman', score: '', place: '' });
});
