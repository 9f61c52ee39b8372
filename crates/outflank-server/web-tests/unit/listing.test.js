import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inWords } from '../../web/guests.js';
import { challenge, goesOn, playerOf, standing, terms } from '../../web/home/listing.js';
import { discs } from '../../web/home/thumbnail.js';
import { ago, clockName, problemOf } from '../../web/home/words.js';

/** @typedef {import('../../web/home/listing.js').Listed} Listed */

/** @param {Partial<Listed>} [some] @returns {Listed} */
const game = (some) => ({
  id: 'x7Kq2mPa',
  rules: 'standard',
  clock: null,
  status: 'running',
  created: 0,
  updated: 0,
  players: {
    black: { kind: 'human', name: 'Ann', joined: true, open: false },
    white: { kind: 'engine', level: 5, name: 'Engine, level 5', joined: true, open: false },
  },
  start: 'initial',
  placements: 0,
  board: '-'.repeat(64),
  discs: { black: 2, white: 2 },
  turn: 'black',
  result: null,
  you: [],
  ...some,
});
const anonymous = { kind: /** @type {const} */ ('human'), name: null, joined: true, open: false };

/** @param {Listed} game @param {'black' | 'white'} side */
const playerName = (game, side) => inWords(playerOf(game, side));

test('tags distinguish guests with the same name or none', () => {
  const players = (/** @type {string | null} */ name) => ({ black: { ...anonymous, name, tag: 'k3f9' }, white: { ...anonymous, name, tag: 'x2m7' } });
  const anns = game({ players: players('Ann') });
  assert.deepEqual(playerOf(anns, 'black'), { name: 'Ann', tag: '#k3f9' });
  assert.deepEqual(playerOf(anns, 'white'), { name: 'Ann', tag: '#x2m7' });
  assert.deepEqual(playerOf(game({ players: players(null) }), 'white'), { name: 'Guest', tag: 'x2m7' });
  assert.equal(playerName({ ...anns, you: ['black'] }, 'black'), 'Ann (you)');
  // A tag in a name stays part of the name.
  assert.deepEqual(playerOf(game({ players: players('Ann #x2m7') }), 'black'), { name: 'Ann #x2m7', tag: '#k3f9' });
});

test('players are listed by name, and you are marked', () => {
  assert.equal(playerName(game(), 'black'), 'Ann');
  assert.equal(playerName(game({ you: ['black'] }), 'black'), 'Ann (you)');
  const nameless = game({ players: { black: anonymous, white: { ...anonymous, joined: false, open: true } } });
  assert.equal(playerName(nameless, 'black'), 'Guest');
  assert.equal(playerName(nameless, 'white'), 'Anyone');
  assert.equal(playerName({ ...nameless, you: ['black'] }, 'black'), 'You');
  const both = game({ players: { black: anonymous, white: anonymous }, you: ['black', 'white'] });
  assert.deepEqual([playerName(both, 'black'), playerName(both, 'white')], ['Black', 'White']);
});

test('the status is from your point of view', () => {
  assert.equal(standing(game()), 'Black to move');
  assert.equal(standing(game({ you: ['black'] })), 'Your move');
  assert.equal(standing(game({ you: ['white'] })), 'Black to move');
  assert.equal(standing(game({ you: ['black', 'white'] })), 'Black to move');
  const over = { status: /** @type {const} */ ('over'), turn: null };
  const result = {
    winner: /** @type {const} */ ('white'),
    how: /** @type {const} */ ('time_out'),
    discs: { black: 20, white: 30 },
  };
  assert.equal(standing(game({ ...over, result })), 'White won on time');
  assert.equal(standing(game({ ...over, result, you: ['black'] })), 'You lost on time');
  assert.equal(standing(game({ ...over, result, you: ['white'] })), 'You won on time');
  assert.equal(standing(game({ ...over, result: { ...result, winner: null, how: 'played_out' } })), 'Draw');
  assert.ok(goesOn(game({ status: 'paused' })) && !goesOn(game(over)));
});

test('a challenge shows its creator and the free colour', () => {
  const waiting = game({ players: { black: { ...anonymous, joined: false, open: true }, white: { ...anonymous, name: 'Bea' } } });
  assert.deepEqual(challenge(waiting), { who: { name: 'Bea', tag: null }, seat: 'Black' });
});

test('the terms list what differs from the default', () => {
  assert.equal(terms(game()), 'No clock');
  assert.equal(terms(game({ start: { handicap: 2 }, clock: { main: 600_000 } })), 'Handicap 2, 10 min');
  assert.equal(terms(game({ rules: 'shellos', start: { record: 'x' } })), 'Shellos, custom position, no clock');
});

test('clocks and times are short', () => {
  assert.equal(clockName({ main: 300_000, increment: 3_000 }), '5 min + 3 s');
  assert.equal(clockName({ main: 90_000, delay: 2_500 }), '1 min 30 s, 2.5 s delay');
  assert.equal(clockName({ main: 7_200_000 }), '2 h');
  assert.equal(clockName({ main: 86_400_000 }), '1 day');
  assert.equal(clockName({ main: 1_500 }), '1.5 s');
  const minute = 60_000;
  assert.deepEqual(
    [-1, 0, 1, 59, 60, 24 * 60, 72 * 60].map((minutes) => ago(0, minutes * minute)),
    ['just now', 'just now', '1 min ago', '59 min ago', '1 h ago', 'yesterday', '3 days ago'],
  );
});

test('a small board has a circle for each disc', () => {
  const board = `X${'-'.repeat(62)}O`;
  assert.equal(discs(board, 'X'), 'M1 5a4 4 0 1 0 8 0a4 4 0 1 0 -8 0');
  assert.equal(discs(board, 'O').split('M').length - 1, 1);
});

test('an error fits into a sentence', () => {
  assert.equal(problemOf(new Error('it is white’s turn.')), 'it is white’s turn');
  assert.equal(problemOf('gone'), 'gone');
});
