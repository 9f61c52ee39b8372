import assert from 'node:assert/strict';
import { test } from 'node:test';

import { exactText, openingText, percent, turnedText } from '../../web/study/report.js';

const quality = { moves: 10, percent: 91.6, mean_loss: 0.5, mistakes: 0, blunders: 0 };
const phases = { whole: quality, opening: quality, midgame: quality, endgame: quality };
const report = {
  opening: { name: 'Tiger', placements: 5 },
  moves: [{ ply: 1 }, { ply: 2 }, { ply: 4 }],
  accuracy: { black: phases, white: phases },
};

/** The third placement is the fourth ply: White passed. */
const game = /** @type {import('../../web/study/tree.js').Spot[]} */ (
  /** @type {unknown} */ (['f5', 'd6', null, 'c3'].map((square, i) => ({ ply: { square }, placements: [1, 2, 2, 3][i] })))
);

test('a report shows only what it has', () => {
  assert.equal(openingText(report), 'Tiger, after move 5.');
  assert.equal(openingText({ ...report, opening: undefined }), 'Unnamed.');
  assert.match(turnedText(report), /^None found/);
  assert.equal(turnedText({ ...report, turned: { ply: 4, number: 3, sentence: 'It turned.' } }), 'It turned.');
});

test('a report names the move from which values are exact', () => {
  assert.match(exactText(report, game), /^None: /);
  assert.match(exactText({ ...report, exact_from: { ply: 4, number: 3 } }, game), /^From 3\. c3;/);
  assert.match(exactText({ ...report, exact_from: { ply: 1, number: 1 } }, game), /^All\.$/);
});

test('accuracy is a percentage, or a dash without moves', () => {
  assert.equal(percent(quality), '92 %');
  assert.equal(percent({ moves: 0, mistakes: 0, blunders: 0 }), '–');
});
