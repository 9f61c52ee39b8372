import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gameText, share } from '../../web/study/explorer.js';

test('a share counts a draw as half a win and ignores unknown results', () => {
  const results = { games: 9, wins: 2, draws: 1, losses: 1, mean: null };
  assert.equal(share(results), '63 %');
  assert.equal(share({ ...results, wins: 0, draws: 0, losses: 0 }), '–');
});

test('a game is described by what is known of it', () => {
  const players = { black: 'Rose', white: 'Shaman' };
  const game = { players, event: 'Paris', year: 1997, margin: 10, square: 'd6' };
  assert.equal(gameText(game), 'd6: Rose–Shaman 37–27, Paris 1997');
  const bare = { players: { black: '', white: 'Shaman' }, event: '', year: null, margin: null, square: null };
  assert.equal(gameText(bare), 'unknown–Shaman');
});
