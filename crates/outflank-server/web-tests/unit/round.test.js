import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Round, tasksOf } from '../../web/study/round.js';
import { Study } from '../../web/study/tree.js';

const START = { board: '---------------------------OX------XO---------------------------', turn: /** @type {const} */ ('black') };

/** A game in which Black and White move in turn; flips do not matter here. @param {string[]} squares */
function game(squares) {
  const plies = squares.map((square, i) => ({ by: i % 2 === 0 ? /** @type {const} */ ('black') : /** @type {const} */ ('white'), square, flips: [] }));
  return new Study('standard', START, plies).game;
}

/** @param {number} ply @param {number} loss */
const judgement = (ply, loss) => ({
  ply,
  loss,
  score: 0,
  best: 'd2',
  best_score: 0,
  exact: false,
  depth: 12,
  grade: /** @type {import('../../web/study/judgement.js').Grade} */ (loss >= 6 ? 'blunder' : loss >= 2 ? 'mistake' : 'best'),
});

/** Mistakes of Black with the moves 1 and 5, of White with 4. */
function scene() {
  const spots = game(['f5', 'd6', 'c3', 'd3', 'c4']);
  const judged = new Map([[1, 3], [2, 0], [3, 1.9], [4, 8], [5, 2]].map(([ply, loss]) => [ply, judgement(ply, loss)]));
  return { spots, judged };
}

test('the mistakes of a side are in order', () => {
  const { spots, judged } = scene();
  /** @param {'black' | 'white' | 'both'} side */
  const plies = (side) => tasksOf(spots, judged, side).map((task) => task.judgement.ply);
  assert.deepEqual([plies('black'), plies('white'), plies('both')], [[1, 5], [4], [1, 4, 5]]);
  assert.deepEqual(tasksOf(spots, new Map(), 'both'), []);
});

test('a round goes through the mistakes and sums up', () => {
  const { spots, judged } = scene();
  const round = new Round(tasksOf(spots, judged, 'both'));
  assert.equal(round.progress, '1 of 3');
  assert.equal(round.question, 'Black to move. 1. f5 lost 3 discs. Find a move that loses less than 2 discs.');

  // A loss as large as a mistake is too much.
  assert.equal(round.tried(2), false);
  assert.equal(round.settled, false);
  assert.equal(round.tried(1.9), true);
  assert.equal(round.settled, true);
  round.next();

  assert.equal(round.progress, '2 of 3');
  assert.match(round.question, /^White to move\. 4\. d3 lost 8 discs/);
  round.show();
  assert.equal(round.tried(0), true);
  round.next();

  round.next();
  assert.equal(round.task, null);
  assert.deepEqual(round.results, ['found', 'shown', 'skipped']);
  assert.deepEqual([0, 1, 2].map((i) => round.outcome(i)), ['found, 2 tries', 'shown', 'skipped']);
  assert.equal(round.summary, 'You found a better move 1 of 3 times, 0 on the first try.');
  assert.deepEqual(round.left.map((task) => task.judgement.ply), [4, 5]);
  round.next();
  assert.equal(round.at, 3);
});

test('a summary counts moves found on the first try', () => {
  const { spots, judged } = scene();
  const all = new Round(tasksOf(spots, judged, 'both'));
  for (const cost of [0, 1, 0]) {
    all.tried(cost);
    all.next();
  }
  assert.equal(all.summary, 'You found a better move 3 of 3 times, each on the first try.');
  assert.deepEqual(all.left, []);
  const none = new Round(tasksOf(spots, judged, 'white'));
  none.next();
  assert.equal(none.summary, 'You found a better move 0 of 1 times.');
});
