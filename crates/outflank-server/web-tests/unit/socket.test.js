import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { backOff, Socket } from '../../web/socket.js';

/** @type {FakeWire[]} */
let wires = [];

class FakeWire {
  readyState = 1;
  sent = [];
  constructor(after) {
    this.after = after;
    wires.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  get commands() {
    return this.sent.filter(({ type }) => type !== 'ping');
  }
  close() {
    this.readyState = 3;
  }
  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  break() {
    this.readyState = 3;
    this.onclose({});
  }
}

const state = (number, moves = '') => ({ type: 'state', number, moves, events: [] });
const full = (number, moves = '') => ({ type: 'full', state: state(number, moves) });
const last = () => wires.at(-1);
const minute = 60_000;

function open(place = null) {
  const heard = { messages: [], connections: [], dropped: [] };
  const socket = new Socket((after) => new FakeWire(after), {
    message: (message) => heard.messages.push(message),
    connection: (connection) => heard.connections.push(connection),
    dropped: (order, why) => heard.dropped.push([order, why]),
  }, place);
  return { socket, heard };
}

beforeEach(() => {
  wires = [];
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
});

test('a page that came with the game resumes after it, and sends a move that was made before', () => {
  const { socket, heard } = open({ number: 7, moves: 'd3' });
  assert.equal(last().after, 7);
  socket.command({ command: 'play', square: 'c5' }, 'd3');
  assert.deepEqual([last().commands, heard.dropped], [[], []]);
  last().receive(state(7, 'd3'));
  assert.deepEqual(last().commands.map(({ square, seen }) => [square, seen]), [['c5', 7]]);
});

test('delays grow up to a limit', () => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    assert.ok(backOff(attempt, 0) >= backOff(Math.max(0, attempt - 1), 0));
    assert.ok(backOff(attempt, 0) <= 30_000);
    assert.equal(backOff(attempt, 1), backOff(attempt, 0) / 2);
  }
});

test('a connection starts with the full game and resumes after the last event', () => {
  const { heard } = open();
  assert.equal(last().after, null);
  last().receive(full(4));
  last().receive(state(5));
  last().break();
  assert.deepEqual(heard.connections, ['connected', 'lost']);
  mock.timers.tick(minute);
  assert.equal(last().after, 5);
  last().receive(state(7));
  assert.deepEqual(heard.connections, ['connected', 'lost', 'connected']);
  assert.deepEqual(heard.messages.map((message) => message.type), ['full', 'state', 'state']);
});

test('an unacknowledged command is repeated with the same id after a reconnect', () => {
  const { socket } = open();
  last().receive(full(4));
  socket.command({ command: 'play', square: 'd3' }, '');
  const [first] = last().commands;
  assert.equal(first.seen, 4);
  last().break();
  mock.timers.tick(minute);
  assert.deepEqual(last().commands, []);
  last().receive(state(4));
  assert.deepEqual(last().commands, [first]);
  last().receive({ type: 'ack', id: first.id, number: 5 });
  last().break();
  mock.timers.tick(minute);
  last().receive(state(5));
  assert.deepEqual(last().commands, []);
});

test('a command without a connection is sent when there is one', () => {
  const { socket } = open();
  last().receive(full(4));
  last().break();
  socket.command({ command: 'resign' }, '');
  mock.timers.tick(minute);
  last().receive(state(4));
  assert.deepEqual(last().commands.map(({ command, seen }) => [command, seen]), [['resign', 4]]);
});

test('a stale command is repeated on an unchanged board and dropped on a changed one', () => {
  const { socket, heard } = open();
  last().receive(full(4, 'f5'));
  socket.command({ command: 'play', square: 'd3' }, 'f5');
  const [first] = last().commands;
  last().receive({ type: 'refused', id: first.id, status: 409, error: 'stale', message: 'late', state: state(6, 'f5') });
  const second = last().commands[1];
  assert.equal(second.seen, 6);
  assert.notEqual(second.id, first.id);
  last().receive({ type: 'refused', id: second.id, status: 409, error: 'stale', message: 'late', state: state(8, '') });
  assert.equal(last().commands.length, 2);
  assert.deepEqual(heard.dropped, [[{ command: 'play', square: 'd3' }, 'the position has changed']]);
  assert.equal(heard.messages.at(-1).number, 8);
});

test('a move that is not acknowledged yet can be taken back', () => {
  const { socket, heard } = open();
  last().receive(full(4, 'f5'));
  socket.command({ command: 'play', square: 'd6' }, 'f5');
  socket.command({ command: 'take_back' }, 'f5 d6');
  const [play, back] = last().commands;
  last().receive({ type: 'ack', id: play.id, number: 5 });
  last().receive({ type: 'refused', id: back.id, status: 409, error: 'stale', message: 'late', state: state(5, 'f5 d6') });
  const again = last().commands[2];
  assert.deepEqual([again.command, again.seen], ['take_back', 5]);
  assert.deepEqual(heard.dropped, []);
});

test('a silent connection is closed', () => {
  const { heard } = open();
  last().receive(full(1));
  mock.timers.tick(15_000);
  assert.deepEqual(last().sent, [{ type: 'ping' }, { type: 'ping' }]);
  last().receive({ type: 'pong', at: 0 });
  mock.timers.tick(15_000);
  assert.equal(heard.connections.at(-1), 'connected');
  mock.timers.tick(8_000);
  assert.equal(heard.connections.at(-1), 'lost');
});

test('a failed connection is retried', () => {
  const { heard } = open();
  mock.timers.tick(10_000);
  assert.deepEqual(heard.connections, ['lost']);
  mock.timers.tick(1_000);
  assert.equal(wires.length, 2);
});

test('the connection is retried at once when the network is back', () => {
  const { socket, heard } = open();
  last().receive(full(1));
  socket.sleep();
  last().break();
  assert.equal(heard.connections.at(-1), 'offline');
  const before = wires.length;
  socket.wake();
  assert.equal(wires.length, before + 1);
  last().receive(state(1));
  assert.equal(heard.connections.at(-1), 'connected');
});

test('old states and messages of old connections are ignored', () => {
  const { socket, heard } = open();
  const old = last();
  old.receive(full(5));
  old.receive(state(3));
  assert.equal(heard.messages.length, 1);
  socket.restart();
  assert.equal(last().after, null);
  old.receive(state(9));
  assert.equal(heard.messages.length, 1);
});

test('a closed connection stays closed', () => {
  const { socket } = open();
  last().receive(full(1));
  socket.close();
  socket.wake();
  mock.timers.tick(minute);
  assert.equal(wires.length, 1);
});

test('chat without a connection fails visibly', () => {
  const { socket } = open();
  assert.equal(socket.chat('hello'), false);
  last().receive(full(1));
  assert.equal(socket.chat('hello'), true);
  assert.deepEqual(last().commands, [{ type: 'chat', text: 'hello' }]);
});

test('a rejected chat message is reported', () => {
  const { heard } = open();
  last().receive(full(1));
  last().receive({ type: 'refused', id: null, status: 429, error: 'too_many', message: 'too many messages at once' });
  assert.deepEqual(heard.dropped, [[null, 'too many messages at once']]);
});

test('the page does not reconnect to a removed game', () => {
  const { heard } = open();
  last().receive(full(3));
  last().receive({ type: 'removed', message: 'this game was removed' });
  assert.equal(heard.messages.at(-1).type, 'removed');
  mock.timers.tick(10 * minute);
  assert.equal(wires.length, 1);
});
