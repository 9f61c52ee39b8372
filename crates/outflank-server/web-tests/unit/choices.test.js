import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  DEFAULTS,
  LEVELS,
  boardOf,
  proposal,
  recall,
  remembered,
  sane,
  startingFrom,
} from '../../web/home/choices.js';

/** @param {Partial<import('../../web/home/choices.js').Choices>} some */
const chosen = (some) => sane({ ...DEFAULTS, ...some });

test('choices are remembered, except a pasted position', () => {
  const choices = chosen({ opponent: 'friend', level: 9, colour: 'random', rules: 'thirty', clock: '5+3', open: true });
  assert.deepEqual(recall(remembered(choices)), choices);
  const pasted = chosen({ start: 'record', record: 'f5d6' });
  assert.deepEqual(recall(remembered(pasted)), { ...pasted, start: 'initial', record: '' });
});

test('no stored value breaks the page', () => {
  for (const text of [null, '', 'null', '[]', '7', '"x"', '{', '{"level": 99, "rules": {}, "clock": 3, "name": []}']) {
    assert.deepEqual(recall(text), DEFAULTS);
  }
  assert.equal(recall('{"level": 2.5}').level, DEFAULTS.level);
  assert.equal([...recall(JSON.stringify({ name: '𝄞'.repeat(40) })).name].length, 24, 'a name is cut between characters');
});

test('XOT needs the standard rules', () => {
  assert.equal(chosen({ start: 'xot', rules: 'standard' }).start, 'xot');
  assert.equal(chosen({ start: 'xot', rules: 'shellos' }).start, 'initial');
});

test('a proposal assigns the seats', () => {
  const seats = (/** @type {Partial<import('../../web/home/choices.js').Choices>} */ some) => {
    const { black, white, shuffle, public: open } = proposal(chosen(some));
    return { black, white, shuffle, open };
  };
  assert.deepEqual(seats({ opponent: 'engine', level: 4 }), { black: 'me', white: 'engine:4', shuffle: false, open: false });
  assert.deepEqual(seats({ opponent: 'engine', level: 10, colour: 'white' }), {
    black: 'engine:10',
    white: 'me',
    shuffle: false,
    open: false,
  });
  assert.deepEqual(seats({ opponent: 'friend', colour: 'random' }), {
    black: 'me',
    white: 'friend',
    shuffle: true,
    open: false,
  });
  assert.deepEqual(seats({ opponent: 'anyone', colour: 'white' }), {
    black: 'anyone',
    white: 'me',
    shuffle: false,
    open: true,
  });
  assert.deepEqual(seats({ opponent: 'here', colour: 'random', open: true }), {
    black: 'me',
    white: 'me',
    shuffle: false,
    open: true,
  });
});

test('a proposal has start, clock and name in the format of the API', () => {
  assert.equal(proposal(chosen({})).start, 'initial');
  assert.equal(proposal(chosen({ start: 'xot' })).start, 'xot');
  assert.deepEqual(proposal(chosen({ start: 'handicap-3' })).start, { handicap: 3 });
  assert.deepEqual(proposal(chosen({ start: 'record', record: 'f5d6' })).start, { record: 'f5d6' });
  assert.equal(proposal(chosen({ clock: 'none' })).clock, null);
  assert.deepEqual(proposal(chosen({ clock: '5+3' })).clock, { main: 300_000, increment: 3_000 });
  assert.equal(proposal(chosen({ name: '  Ann ' })).name, 'Ann');
  assert.ok(!('name' in proposal(chosen({ name: '   ' }))));
});

test('the picture of a start shows its corners', () => {
  assert.equal(boardOf('initial'), '---------------------------OX------XO---------------------------');
  for (const corners of [1, 2, 3, 4]) {
    const board = boardOf(/** @type {'handicap-1'} */ (`handicap-${corners}`));
    assert.equal(board.length, 64);
    assert.equal([0, 7, 56, 63].filter((corner) => board[corner] === 'X').length, corners);
  }
});

test('a new player starts at the first level, and only existing levels are stored', () => {
  assert.equal(recall(null).level, 1);
  for (const level of [LEVELS.first, LEVELS.strongest]) assert.equal(chosen({ level }).level, level);
  for (const level of [0, LEVELS.strongest + 1]) assert.equal(chosen({ level }).level, 1);
});

test('the next game starts like the one before', () => {
  const start = (/** @type {import('../../web/home/choices.js').Start} */ id) => boardOf(id);
  assert.equal(startingFrom({ board: start('initial'), turn: 'black' }, 'record'), 'initial');
  assert.deepEqual(startingFrom({ board: start('handicap-2'), turn: 'white' }, 'initial'), { handicap: 2 });
  const other = `XO${'-'.repeat(62)}`;
  assert.equal(startingFrom({ board: other, turn: 'black' }, 'xot'), 'xot');
  assert.deepEqual(startingFrom({ board: other, turn: 'white' }, 'initial'), { record: `board ${other} O` });
});
