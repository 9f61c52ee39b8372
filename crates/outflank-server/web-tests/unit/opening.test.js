import assert from 'node:assert/strict';
import { test } from 'node:test';

import { COLOURS, DEFAULTS, OPPONENTS, STARTS, boardOf, sane } from '../../web/home/choices.js';
import { canBegin, firstBoard, knownOpening, leadOf } from '../../web/home/opening.js';
import { START } from '../../web/start.js';

/** @param {Partial<import('../../web/home/choices.js').Choices>} some */
const chosen = (some) => sane({ ...DEFAULTS, ...some });

/** White begins. */
const HANDICAP = { board: boardOf('handicap-1'), turn: /** @type {const} */ ('white'), legal: START.legal };

test('only the standard start is known without the server', () => {
  assert.equal(knownOpening(chosen({})), START);
  assert.equal(knownOpening(chosen({ rules: 'shellos' })), null);
  assert.equal(knownOpening(chosen({ start: 'xot' })), null);
  assert.equal(knownOpening(chosen({ start: 'handicap-2' })), null);
});

test('until the server answers, the board shows what is known of the start', () => {
  assert.equal(firstBoard(chosen({ start: 'xot' })), START.board);
  assert.equal(firstBoard(chosen({ start: 'handicap-4' })), boardOf('handicap-4'));
  assert.equal(firstBoard(chosen({ start: 'record' })), '-'.repeat(64));
});

test('the first disc starts the game if the first move is yours', () => {
  assert.ok(canBegin(chosen({}), START));
  assert.ok(!canBegin(chosen({ colour: 'white' }), START));
  assert.ok(!canBegin(chosen({ colour: 'random' }), START));
  assert.ok(canBegin(chosen({ colour: 'white' }), HANDICAP));
  assert.ok(!canBegin(chosen({ colour: 'black' }), HANDICAP));
  assert.ok(canBegin(chosen({ opponent: 'here', colour: 'white' }), START), 'both colours are yours');
  for (const opponent of /** @type {const} */ (['friend', 'anyone'])) assert.ok(!canBegin(chosen({ opponent }), START), 'the game waits for someone to join');
  assert.ok(!canBegin(chosen({}), null), 'the position is not known yet');
  assert.ok(!canBegin(chosen({}), { ...START, legal: [] }), 'the game is over');
});

test('every choice has a sentence of about the same length', () => {
  for (const { id: opponent } of OPPONENTS)
    for (const { id: colour } of COLOURS)
      for (const { id: start } of STARTS)
        for (const record of ['', 'f5'])
          for (const opening of [null, START, HANDICAP]) {
            const text = leadOf(chosen({ opponent, colour, start, record }), opening);
            assert.match(text, /^[A-Z].{36,44}\.$/, text);
          }
  assert.equal(leadOf(chosen({}), START), 'Play anywhere that glows. The engine replies.');
  assert.equal(leadOf(chosen({ colour: 'white' }), START), 'This time the engine makes the first move.');
});
