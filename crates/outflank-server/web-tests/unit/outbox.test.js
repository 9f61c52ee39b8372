import assert from 'node:assert/strict';
import { test } from 'node:test';
import { most, Outbox } from '../../web/outbox.js';

const play = { command: 'play', square: 'd3' };

function outbox() {
  let made = 0;
  return new Outbox(() => `c${(made += 1)}`);
}

const refusal = (id, error, status) => ({ type: 'refused', id, status, error, message: 'because' });

test('a command has the number of the last event seen', () => {
  assert.deepEqual(outbox().add(play, { number: 17, moves: 'f5' }), { type: 'command', id: 'c1', seen: 17, ...play });
});

test('an unacknowledged command is repeated unchanged', () => {
  const box = outbox();
  const first = box.add(play, { number: 3, moves: '' });
  const second = box.add({ command: 'offer_draw' }, { number: 3, moves: '' });
  assert.deepEqual(box.unanswered(), [first, second]);
  box.done(first.id);
  assert.deepEqual(box.unanswered(), [second]);
});

test('a stale command is repeated with a new id if no disc has moved', () => {
  const box = outbox();
  box.add(play, { number: 3, moves: 'f5 d6' });
  const verdict = box.refused(refusal('c1', 'stale', 409), { number: 5, moves: 'f5 d6' });
  assert.deepEqual(verdict, { next: 'send', command: { type: 'command', id: 'c2', seen: 5, ...play } });
  assert.deepEqual(box.unanswered(), [verdict.command]);
});

test('a stale command is dropped if the board has changed', () => {
  const box = outbox();
  box.add(play, { number: 3, moves: 'f5 d6' });
  const verdict = box.refused(refusal('c1', 'stale', 409), { number: 5, moves: 'f5' });
  assert.equal(verdict.next, 'report');
  assert.deepEqual(verdict.order, play);
  assert.equal(box.size, 0);
});

test('any other refusal is reported and drops the command', () => {
  const box = outbox();
  box.add(play, { number: 3, moves: '' });
  assert.deepEqual(box.refused(refusal('c1', 'not_your_turn', 409), { number: 3, moves: '' }), {
    next: 'report',
    order: play,
    message: 'because',
  });
  assert.equal(box.size, 0);
});

test('a command to a stopping server is repeated with the same id, a limited number of times', () => {
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

test('a command that stays stale is dropped', () => {
  const box = outbox();
  let { id } = box.add(play, { number: 0, moves: '' });
  for (let number = 1; ; number += 1) {
    assert.ok(number < 100);
    const verdict = box.refused(refusal(id, 'stale', 409), { number, moves: '' });
    if (verdict.next === 'report') break;
    id = verdict.command.id;
  }
  assert.equal(box.size, 0);
});

test('a reply to an unknown command is ignored', () => {
  const box = outbox();
  assert.deepEqual(box.refused(refusal('c9', 'stale', 409), { number: 1, moves: '' }), { next: 'nothing' });
});

test('the number of pending commands is limited', () => {
  const box = outbox();
  for (let i = 0; i < most; i += 1) assert.notEqual(box.add(play, { number: 0, moves: '' }), null);
  assert.equal(box.add(play, { number: 0, moves: '' }), null);
});
