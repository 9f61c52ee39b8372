import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DEFAULTS, sane } from '../../web/home/choices.js';
import { featured } from '../../web/home/featured.js';
import { matching } from '../../web/home/match.js';

/** @typedef {import('../../web/home/listing.js').Listed} Listed */

const someone = { kind: /** @type {const} */ ('human'), name: null, joined: true, open: false };

/** @param {Partial<Listed>} [some] @returns {Listed} */
const game = (some) => ({
  id: 'a',
  rules: 'standard',
  clock: null,
  status: 'waiting',
  created: 0,
  updated: 0,
  players: { black: { ...someone, name: 'Ann' }, white: { ...someone, name: 'Bob' } },
  start: 'initial',
  placements: 0,
  board: '-'.repeat(64),
  discs: { black: 2, white: 2 },
  turn: 'black',
  result: null,
  you: [],
  ...some,
});

test('a challenge matches by rules, clock and start, and the oldest is taken', () => {
  const choices = sane({ ...DEFAULTS, clock: '5+3' });
  const clock = { main: 300_000, increment: 3_000 };
  const none = [game(), game({ clock, rules: 'thirty' }), game({ clock, start: 'xot' }), game({ clock, you: ['black'] })];
  assert.equal(matching(choices, none), null);
  assert.equal(matching(choices, [...none, game({ id: 'b', clock, created: 2 }), game({ id: 'c', clock, created: 1 })])?.id, 'c');
  assert.equal(matching(sane(DEFAULTS), none)?.id, 'a');
});

test('the small board shows what matters most', () => {
  const running = [game({ id: 'r', status: 'running', placements: 9 })];
  const over = game({ id: 'f', status: 'over', placements: 60, result: { winner: 'white', how: 'played_out', discs: { black: 24, white: 40 } } });
  const waits = game({ id: 'w', status: 'running', you: ['white'] });
  const due = game({ id: 'd', status: 'running', you: ['black'] });
  const of = (/** @type {Partial<Parameters<typeof featured>[0]>} */ lists) => featured({ mine: [], running: [], finished: [], ...lists });
  assert.equal(of({}), null);
  assert.deepEqual([of({ finished: [over] })?.title, of({ finished: [over] })?.go], ['White won 40–24', 'Replay it']);
  assert.equal(of({ running, finished: [over] })?.title, 'Ann – Bob');
  assert.equal(of({ mine: [waits], running })?.label, 'Your game');
  assert.deepEqual([of({ mine: [waits, due], running })?.href, of({ mine: [due] })?.title], ['/game/d', 'Against Bob']);
  assert.equal(of({ mine: [{ ...over, you: ['black'] }], running: [] }), null, 'your own finished games are in their list');
});
