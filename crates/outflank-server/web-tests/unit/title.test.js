import assert from 'node:assert/strict';
import { test } from 'node:test';

import { dateText, headline } from '../../web/study/title.js';
import { Study } from '../../web/study/tree.js';
import { costText, lineText } from '../../web/study/turning.js';

const START = { board: '---------------------------OX------XO---------------------------', turn: /** @type {const} */ ('black') };
const study = new Study('standard', START, [{ by: 'black', square: 'f5', flips: ['e5'] }]);
const game = { title: null, players: { black: 'Ann', white: null }, rules: 'standard', start: START, plies: [] };
const lost = { ...game, result: { margin: -14, winner: /** @type {const} */ ('white') }, discs: { black: 25, white: 39 } };

test('the headline is the result, for a player from their side', () => {
  assert.equal(headline(null, new Study('standard', START)), 'Study');
  assert.equal(headline(game, study), '1 move');
  assert.equal(headline(lost, study), 'White won 39–25');
  assert.equal(headline({ ...lost, you: 'black' }, study), 'You lost 25–39');
  assert.equal(headline({ ...lost, you: 'white' }, study), 'You won 39–25');
  // A given margin, which the board does not show.
  assert.equal(headline({ ...game, result: { margin: 0, winner: null } }, study), 'Draw 32–32');
  assert.equal(headline({ ...game, result: { margin: 64, winner: 'black' } }, study), 'Black won 64–0');
});

test('a date is near or exact', () => {
  const now = Date.parse('2026-11-18T12:00:00Z');
  assert.equal(dateText(now - 12 * 60_000, now), '12 min ago');
  assert.equal(dateText(Date.parse('2026-01-05T12:00:00Z'), now), 'Jan 5, 2026');
  assert.equal(dateText('1997', now), '1997');
});

test('the turning point has its cost and the better line', () => {
  study.step(1);
  const judgement = /** @type {import('../../web/study/judgement.js').Judgement} */ (
    /** @type {unknown} */ ({ played: 'f5', best: 'd3', best_line: 'd3c5pad6', loss: 6.6, exact: false })
  );
  assert.equal(costText(study.spot, judgement), '1. f5 cost about 7 discs');
  assert.equal(costText(study.spot, { ...judgement, exact: true, loss: 1 }), '1. f5 cost 1 disc');
  assert.equal(costText(study.spot, { ...judgement, loss: 0 }), '1. f5 decided the game');
  assert.equal(lineText(study.spot, judgement), 'Better: 1. d3 2. c5 pass 3. d6.');
  assert.equal(lineText(study.spot, { ...judgement, best: 'f5' }), '');
});
