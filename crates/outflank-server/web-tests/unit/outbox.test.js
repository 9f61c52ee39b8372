// What happens to a command between the person and the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { most, Outbox } from '../../web/outbox.js';

const play = { command: 'play', square: 'd3' };

/** An outbox whose ids are c1, c2, ... */
function outbox() {
  let made = 0;
  return new Outbox(() => `c${(made += 1)}`);
}

const refusal = (id, error, status) => ({ type: 'refused', id, status, error, message: 'because' });

test('a command carries the number that its sender saw', () => {
  assert.deepEqual(outbox().add(play, { number: 17, moves: 'f5' }), { type: 'command', id: 'c1', seen: 17, ...play });
});

test('what is not answered is sent again as it was, until it is', () => {
  const box = outbox();
  const first = box.add(play, { number: 3, moves: '' });
  const second = box.add({ command: 'offer_draw' }, { number: 3, moves: '' });
  assert.deepEqual(box.unanswered(), [first, second]);
  box.done(first.id);
  assert.deepEqual(box.unanswered(), [second]);
});

test('a stale command goes out again under a new id if no disc has moved', () => {
  const box = outbox();
  box.add(play, { number: 3, moves: 'f5 d6' });
  const verdict = box.refused(refusal('c1', 'stale', 409), { number: 5, moves: 'f5 d6' });
  assert.deepEqual(verdict, { next: 'send', command: { type: 'command', id: 'c2', seen: 5, ...play } });
  assert.deepEqual(box.unanswered(), [verdict.command]);
});

test('a stale command is given up if the board has changed', () => {
  const box = outbox();
  box.add(play, { number: 3, moves: 'f5 d6' });
  const verdict = box.refused(refusal('c1', 'stale', 409), { number: 5, moves: 'f5' });
  assert.equal(verdict.next, 'tell');
  assert.deepEqual(verdict.order, play);
  assert.equal(box.size, 0);
});

test('any other refusal is told and ends it', () => {
  const box = outbox();
  box.add(play, { number: 3, moves: '' });
  assert.deepEqual(box.refused(refusal('c1', 'not_your_turn', 409), { number: 3, moves: '' }), {
    next: 'tell',
    order: play,
    message: 'because',
  });
  assert.equal(box.size, 0);
});

test('a server that is stopping is asked again under the same id, but not for ever', () => {
  const box = outbox();
  const command = box.add(play, { number: 3, moves: '' });
  const place = { number: 3, moves: '' };
  let later = 0;
  while (box.refused(refusal(command.id, 'unavailable', 503), place).next === 'later') {
    assert.deepEqual(box.unanswered(), [command]);
    later += 1;
    assert.ok(later < 100);
  }
  assert.ok(later > 0);
  assert.equal(box.size, 0);
});

test('a command that is stale again and again is given up', () => {
  const box = outbox();
  let { id } = box.add(play, { number: 0, moves: '' });
  for (let number = 1; ; number += 1) {
    assert.ok(number < 100);
    const verdict = box.refused(refusal(id, 'stale', 409), { number, moves: '' });
    if (verdict.next === 'tell') break;
    id = verdict.command.id;
  }
  assert.equal(box.size, 0);
});

test('an answer to nothing changes nothing', () => {
  const box = outbox();
  assert.deepEqual(box.refused(refusal('c9', 'stale', 409), { number: 1, moves: '' }), { next: 'nothing' });
});

test('no more than a few are on their way', () => {
  const box = outbox();
  for (let i = 0; i < most; i += 1) assert.notEqual(box.add(play, { number: 0, moves: '' }), null);
  assert.equal(box.add(play, { number: 0, moves: '' }), null);
});
