import assert from 'node:assert/strict';
import { test } from 'node:test';

import { candidates, deeper, reach, values } from '../../web/study/candidates.js';

const live = {
  depth: 18,
  confidence: 73,
  exact: false,
  nodes: 1,
  ms: 1,
  lines: [
    { moves: 'f5 d6 c3', score: 2, bound: 'exact' },
    { moves: 'd3', score: 1.5, bound: 'exact' },
    { moves: 'c4', score: -3, bound: 'lower' },
  ],
};

/** A report that prefers d3 to the move played, c4. */
const judged = /** @type {import('../../web/study/judgement.js').Judgement} */ ({
  ply: 1,
  number: 1,
  by: 'black',
  played: 'c4',
  best: 'd3',
  score: -0.5,
  best_score: 2,
  loss: 2.5,
  grade: 'slip',
  depth: 12,
  exact: false,
  loss_error: 2.2,
});

test('the squares show each move once, the best marked, for White as for Black', () => {
  const squares = (/** @type {'black' | 'white'} */ turn) => values(candidates(null, live, turn), turn);
  assert.deepEqual(
    [...squares('black')],
    [
      ['f5', { text: '+2', loss: 0, kind: 'best' }],
      ['d3', { text: '+1.5', loss: 0.5 }],
      ['c4', { text: '−3', loss: 5 }],
    ],
  );
  assert.equal(squares('white').get('c4')?.kind, 'best');
  assert.equal(squares('white').get('f5')?.text, '−2');
});

test('moves that the report has judged keep its values, others have those of the engine', () => {
  const found = candidates(judged, live, 'black');
  assert.deepEqual(
    found.map(({ square, score, reported }) => [square, score, reported]),
    [
      ['d3', 2, true],
      ['f5', 2, false],
      ['c4', -0.5, true],
    ],
  );
  assert.deepEqual(candidates(judged, null, 'black').map(({ square }) => square), ['d3', 'c4']);
  assert.deepEqual(candidates({ ...judged, played: 'd3', score: 2 }, null, 'black').map(({ square }) => square), ['d3']);
  assert.deepEqual(candidates(null, null, 'white'), []);
});

test('a judged move has the line of the report, or else of the engine', () => {
  const lineOf = (/** @type {object} */ more) =>
    candidates({ ...judged, best: 'f5', ...more }, live, 'black').find(({ square }) => square === 'f5')?.line;
  assert.deepEqual(lineOf({}), ['f5', 'd6', 'c3']);
  assert.deepEqual(lineOf({ best_line: 'f5f6pae6' }), ['f5', 'f6', 'pass', 'e6']);
});

test('the reach of a report is given in plies and discs', () => {
  assert.equal(reach(judged), '12 plies, within 3 discs');
  assert.equal(reach({ ...judged, loss_error: 0.4 }), '12 plies, within 1 disc');
  assert.equal(reach({ ...judged, exact: true }), 'exact');
});

test('the engine looks deeper than the report only if it does', () => {
  assert.equal(deeper(judged, live), 'The engine has now looked deeper than the report: 18 plies instead of 12.');
  assert.match(deeper(judged, { depth: 30, exact: true }) ?? '', /to the end instead of 12 plies\.$/);
  assert.equal(deeper(judged, { depth: 12, exact: false }), null);
  assert.equal(deeper({ ...judged, exact: true }, live), null);
});
