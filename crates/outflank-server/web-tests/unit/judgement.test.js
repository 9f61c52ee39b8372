import assert from 'node:assert/strict';
import { test } from 'node:test';

import { costOf, progress, scoreText, verdict } from '../../web/study/analysis.js';
import { put } from '../../web/study/draft.js';
import { geometry } from '../../web/study/graph.js';
import { course, discs, isSerious, lossMark, moveName, seenBy, sign, signed, worst } from '../../web/study/judgement.js';
import { linkTo, playFrom } from '../../web/study/links.js';

/** @param {number} ply @param {number} loss @param {number} [score] */
const judgement = (ply, loss, score = 0) => ({
  ply,
  number: ply,
  loss,
  score,
  best: 'd2',
  best_score: 0,
  exact: false,
  depth: 12,
  grade: /** @type {import('../../web/study/judgement.js').Grade} */ (loss >= 6 ? 'blunder' : loss >= 2 ? 'mistake' : 'slip'),
});

/** @param {[string, number][]} lines */
const analysis = (lines) => ({
  depth: 12,
  confidence: 73,
  exact: false,
  nodes: 1_234_567,
  ms: 80,
  lines: lines.map(([moves, score]) => ({ moves, score, bound: 'exact' })),
});

test('the worst move is the earliest of equals, and a mistake', () => {
  const moves = [judgement(1, 0), judgement(2, 3), judgement(5, 1.9), judgement(9, 8), judgement(7, 8), judgement(8, 2)];
  assert.equal(worst(moves)?.ply, 7);
  assert.equal(worst([judgement(1, 1.9)]), undefined);
  assert.deepEqual(moves.filter(isSerious).map(({ ply }) => ply), [2, 9, 7, 8]);
});

test('a move has the sign of its grade, and its number among the placements', () => {
  assert.deepEqual([0, 1, 2, 6].map((loss) => sign(judgement(1, loss).grade)), ['', '', '?', '??']);
  assert.equal(moveName({ placements: 14, ply: { square: 'g7' } }), '14. g7');
  assert.equal(moveName({ placements: 14, ply: { square: null } }), 'pass');
});

test('numbers of discs have a sign and at most one decimal', () => {
  assert.deepEqual([1.5, -2, 0, -0.04, 0.04, 10.25, -10.25, -64].map(signed), ['+1.5', '−2', '0', '0', '0', '+10.3', '−10.3', '−64']);
  assert.deepEqual([0, 0.4, 0.5, 3.14].map(lossMark), ['', '', '−0.5', '−3.1']);
  assert.deepEqual([1, 0.96, 2, 3.5].map(discs), ['1 disc', '1 disc', '2 discs', '3.5 discs']);
});

test('scores are seen from one side', () => {
  assert.equal(seenBy(3, 'black'), 3);
  assert.equal(seenBy(3, 'white'), -3);
  assert.ok(Object.is(seenBy(0, 'white'), 0));
  const line = { moves: 'f5', score: -2, bound: 'lower' };
  assert.equal(scoreText(line, 'black'), '≥ −2');
  assert.equal(scoreText(line, 'white'), '≤ +2');
  assert.equal(scoreText({ ...line, bound: 'exact' }, 'white'), '+2');
});

test('a move loses its distance to the best of the same search', () => {
  const found = analysis([
    ['f5 d6', 2],
    ['d3', 1.5],
    ['c4', -3],
  ]);
  assert.equal(costOf(found, 'c4', 'black'), 5);
  assert.equal(costOf(found, 'c4', 'white'), 0);
  assert.equal(costOf(found, 'h8', 'black'), null);
  assert.match(verdict('c4', 0, true), /best/);
  assert.match(verdict('c4', 1.5, true), /^Good: .*1\.5 discs/);
  assert.doesNotMatch(verdict('c4', 5, false), /well/);
});

test('the progress of a search is described', () => {
  assert.equal(progress(analysis([]), 30), '12 plies · 1.2 million positions · 0.1 s');
  assert.match(progress(analysis([]), 12), /^to the end, 73 % sure/);
  assert.match(progress({ ...analysis([]), exact: true }, 12), /^exact/);
});

test('the graph has Black up, doubles its range, and finds the move at a position', () => {
  const scores = new Map([1, 2, 3].map((ply) => [ply, judgement(ply, 0, [5, -5, 0][ply - 1])]));
  const { points, range, x, number } = geometry(60, scores);
  assert.equal(range, 16);
  assert.ok(points[0].y < points[2].y && points[2].y < points[1].y);
  assert.deepEqual(
    [0, 1, 30, 60].map((at) => number(x(at))),
    [0, 1, 30, 60],
  );
  assert.equal(number(-100), 0);
  assert.equal(number(9999), 60);
  assert.equal(geometry(60, new Map([[1, judgement(1, 0, 20)]])).range, 32);
  assert.equal(geometry(60, new Map([[1, judgement(1, 0, -64)]])).range, 64);
  assert.deepEqual(geometry(0, new Map()).points, []);
});

test('the graph has a text alternative', () => {
  assert.equal(course([null, null]), 'Not analyzed yet.');
  assert.equal(course([1, null, -4, 2.5, null]), 'The value for Black was between −4 and +2.5 discs; the last value is +2.5.');
});

test('placing the same disc again empties the square', () => {
  const empty = '-'.repeat(64);
  const one = put(empty, 'b1', 'X');
  assert.equal(one, `-X${'-'.repeat(62)}`);
  assert.equal(put(one, 'b1', 'O')[1], 'O');
  assert.equal(put(one, 'b1', 'X'), empty);
  assert.equal(put(one, 'b1', '-'), empty);
});

test('a link contains the whole record, or there is no link', () => {
  const record = '(;GM[Othello]PB[A & B]);';
  const link = linkTo('http://localhost', record);
  assert.equal(new URL(link ?? '').searchParams.get('record'), record);
  assert.equal(linkTo('http://localhost', 'x'.repeat(3000)), null);
  assert.equal(new URLSearchParams(playFrom(record, 'thirty').slice(2)).get('record'), record);
});
