import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checked, fromJson, matches, merge, toJson, toSgf } from '../../web/library/entry.js';
import { contentOf, entryOf } from '../../web/library/made.js';
import { decodeTree, linesOf } from '../../web/study/compact.js';
import { Study } from '../../web/study/tree.js';

const START = { board: '---------------------------OX------XO---------------------------', turn: /** @type {const} */ ('black') };

/** @param {string} text @returns {import('../../web/replay.js').Ply[]} */
const plies = (text) => text.split(' ').map((square, i) => ({ by: i % 2 === 0 ? 'black' : 'white', square: square === '-' ? null : square, flips: [] }));

const players = { black: 'Ann', white: 'Bob' };

/** @param {string} moves */
const entry = (moves) => entryOf({ title: null, players, rules: 'standard', start: START, plies: plies(moves), result: { margin: -4, winner: 'white' } });

/** @param {Study} study @param {string} moves */
const withStudy = (study, moves) => ({ ...entry(moves), ...contentOf(study, null) });

test('a game goes into a file and comes back', () => {
  const study = new Study('standard', START, plies('f5 d6 c3'));
  study.insert(plies('f5 f6'));
  study.place([['f5 f6', 'Diagonal.\n<b>'], ['', 'Start']]);
  const saved = { ...withStudy(study, 'f5'), folder: 'x' };
  const read = fromJson(toJson([saved], [{ id: 'x', name: 'Openings' }]));
  assert.ok(read !== null && 'games' in read);
  assert.deepEqual(read.games, [saved]);
  assert.deepEqual(read.folders, [{ id: 'x', name: 'Openings' }]);
});

test('other files are not taken for libraries, and damaged games are left out', () => {
  assert.equal(fromJson('f5d6c3'), null);
  assert.equal(fromJson('{"format":"outflank-browser"}'), null);
  assert.deepEqual(fromJson('{"format":"outflank-library","version":9}'), { wrong: 'the file has version 9, and this page reads version 1' });
  assert.deepEqual(fromJson('{"format":"outflank-library","version":1,"games":[]}'), { wrong: 'the file has no games' });
  for (const broken of [null, 3, {}, { ...entry('f5'), tree: '**' }, { ...entry('f5'), start: { board: 'X', turn: 'black' } }, { ...entry('f5'), id: '' }])
    assert.equal(checked(broken), null);
  const odd = checked({ ...entry('f5'), comments: { f5: 'ok', '<b>': 'no', f6: 7 }, players: { black: 3 }, margin: 'x', supply: 'x' });
  assert.deepEqual(odd?.comments, { f5: 'ok' });
  assert.deepEqual([odd?.players, odd?.margin, odd?.supply], [{ black: null, white: null }, null, null]);
});

test('what two tabs have added is kept', () => {
  const stored = { ...entry('f5 d6 c3'), comments: { f5: 'theirs', 'f5 d6': 'both, theirs' } };
  const own = { ...entry('f5 f6'), comments: { 'f5 d6': 'both, ours', 'f5 f6': 'ours' } };
  const both = merge(stored, own);
  assert.deepEqual(linesOf(decodeTree(both.tree)?.root ?? { square: '', children: [] }), [['f5', 'f6'], ['f5', 'd6', 'c3']]);
  assert.equal(both.colors, 'BWWB');
  assert.deepEqual(both.comments, { f5: 'theirs', 'f5 d6': 'both, ours', 'f5 f6': 'ours' });
});

test('SGF has variations, comments, passes and the result', () => {
  const study = new Study('standard', START, plies('f5 d6 c3'));
  study.insert(plies('f5 f6 - e6'));
  study.place([['f5 f6', 'A [bracket] and a \\.']]);
  const text = toSgf({ ...entry('f5'), ...contentOf(study, { title: null, players, rules: 'standard', start: START, plies: [], result: { margin: -4, winner: 'white' } }) });
  assert.equal(
    text,
    '(;GM[2]FF[4]CA[UTF-8]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]PB[Ann]PW[Bob]RE[W+4]GN[Ann – Bob];B[f5](;W[d6];B[c3])(;W[f6]C[A [bracket\\] and a \\\\.];B[];W[e6]))\n',
  );
});

test('games are found by words of their names and players', () => {
  const game = { name: 'Final', players: { black: 'Rose', white: null }, title: 'Paris 1997' };
  assert.ok(matches(game, 'ROSE par'));
  assert.ok(!matches(game, 'rose london'));
});
