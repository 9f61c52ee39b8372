import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Study } from '../../web/study/tree.js';

/** @typedef {import('../../web/replay.js').Ply} Ply */

const START = {
  board: '---------------------------OX------XO---------------------------',
  turn: /** @type {const} */ ('black'),
};

/** @param {string} text  squares, `-` for a pass; Black begins @returns {Ply[]} */
const plies = (text) =>
  text
    .split(' ')
    .map((square, i) => ({ by: i % 2 === 0 ? 'black' : 'white', square: square === '-' ? null : square, flips: [] }));

test('a study starts at the beginning and steps through the game, not beyond it', () => {
  const study = new Study('standard', START, plies('f5 d6 c3'));
  assert.equal(study.spot, study.root);
  study.step(-1);
  assert.equal(study.spot, study.root);
  study.step(2);
  assert.equal(study.spot.moves, 'f5 d6');
  study.step(Infinity);
  assert.equal(study.spot.moves, 'f5 d6 c3');
  study.step(1);
  assert.equal(study.spot.number, 3);
  study.step(-Infinity);
  assert.equal(study.spot, study.root);
});

test('boards follow from the plies', () => {
  const study = new Study('standard', START, [{ by: 'black', square: 'f5', flips: ['e5'] }]);
  study.step(1);
  assert.equal(study.spot.board, '---------------------------OX------XXX--------------------------');
  assert.equal(study.spot.last, 'f5');
});

test('another move starts a variation, and stepping stays in it', () => {
  const study = new Study('standard', START, plies('f5 d6 c3 d3'));
  study.step(2);
  study.add(plies('f5 d6 c5 f4'));
  assert.equal(study.spot.moves, 'f5 d6 c5 f4');
  assert.ok(!study.spot.main);
  study.step(-3);
  study.step(Infinity);
  assert.equal(study.spot.moves, 'f5 d6 c5 f4', 'back and forth is the same line');
  assert.equal(study.game.map(({ ply }) => ply?.square).join(' '), 'f5 d6 c3 d3', 'the game is as it was');
  study.go(study.game[2]);
  study.step(Infinity);
  assert.equal(study.spot.moves, 'f5 d6 c3 d3', 'choosing a move of the game goes back to it');
});

test('repeating moves adds nothing', () => {
  const study = new Study('standard', START, plies('f5 d6 c3'));
  study.add(plies('f5 d6'));
  study.add(plies('f5 d6 c3'));
  assert.equal(study.root.children.length, 1);
  assert.equal(study.game.length, 3);
});

test('a move after the end extends the game', () => {
  const study = new Study('standard', START, plies('f5'));
  study.step(1);
  study.add(plies('f5 d6'));
  assert.ok(study.spot.main);
  study.step(-1);
  study.step(1);
  assert.equal(study.spot.moves, 'f5 d6');
});

test('a variation can be removed, also from within; the main line cannot', () => {
  const study = new Study('standard', START, plies('f5 d6 c3'));
  study.add(plies('f5 f6 e6'));
  const variation = study.root.children[0].children[1];
  study.remove(variation);
  assert.equal(study.spot.moves, 'f5', 'one stands where the variation began');
  assert.equal(study.root.children[0].children.length, 1);
  study.remove(study.game[1]);
  assert.equal(study.game.length, 3);
});

test('passes are plies but not placements', () => {
  const study = new Study('standard', START, plies('f5 - c3'));
  study.step(Infinity);
  assert.equal(study.spot.number, 3);
  assert.equal(study.spot.placements, 2);
  assert.equal(study.spot.moves, 'f5 c3');
  study.step(-1);
  assert.equal(study.spot.last, 'f5', 'after a pass the last disc is still the last');
});
