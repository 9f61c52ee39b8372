import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Explainer } from '../../web/explain.js';
import { isFirstGame } from '../../web/table/first.js';
import { idleTip } from '../../web/table/tips.js';
import { sentence } from '../../web/table/words.js';

/** @type {Map<string, string>} */
let stored;
beforeEach(() => {
  stored = new Map();
  /** @type {any} */ (globalThis).localStorage = {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  };
});

/** @param {Record<string, any>} [some] @returns {any} */
const game = ({ id = 'first', you = ['black'], plies = [], ...state } = {}) => ({
  full: { id },
  you,
  plies,
  state: { status: 'running', turn: 'white', legal: [{ square: 'c5', flips: [] }], ...state },
});

test('only the first game counts as the first', () => {
  assert.ok(isFirstGame('a'));
  assert.ok(isFirstGame('a'));
  assert.ok(!isFirstGame('b'));
});

test('in the first game a pass is explained in more detail', () => {
  const passed = /** @type {const} */ ({ number: 2, event: 'passed', by: 'white' });
  const more = ' A player without a move must pass; it isn’t a choice.';
  const short = 'White has no legal move and passes. Your turn again.';
  assert.equal(sentence(passed, game({ turn: 'black' })), short + more);
  assert.equal(sentence(passed, game({ id: 'second', turn: 'black' })), short);
});

test('a player who cannot move is shown why', () => {
  assert.equal(idleTip(game(), false, 'd3'), 'It is White’s turn.');
  assert.equal(idleTip(game({ status: 'over' }), true, 'd3'), 'The game is over.');
  assert.match(idleTip(game({ turn: 'black' }), true, 'd3') ?? '', /earlier position/);
  // No tip: your own move, a second click on it, a game that has not started, a spectator.
  assert.equal(idleTip(game({ turn: 'black' }), false, 'd3'), null);
  assert.equal(idleTip(game({ plies: [{ by: 'black', square: 'd3', flips: [] }] }), false, 'd3'), null);
  assert.equal(idleTip(game({ status: 'waiting' }), false, 'd3'), null);
  assert.equal(idleTip(game({ you: [] }), false, 'd3'), null);
});

test('fast clicks send few requests, and the last square is explained', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  /** @type {string[]} */
  const asked = [];
  const explainer = new Explainer(async (_, square) => {
    asked.push(square);
    return `not ${square}`;
  });
  assert.equal(await explainer.explain({}, 'a1'), 'not a1');
  const answers = ['b1', 'c1', 'd1'].map((square) => explainer.explain({}, square));
  await Promise.resolve();
  assert.deepEqual(asked, ['a1']);
  mock.timers.tick(500);
  assert.deepEqual(await Promise.all(answers), [null, null, 'not d1']);
  assert.deepEqual(asked, ['a1', 'd1']);
});

test('a late response is dropped, and a failed request has a fallback', async () => {
  /** @type {(sentence: string) => void} */
  let answer = () => {};
  const slow = new Explainer(() => new Promise((done) => (answer = done)));
  const late = slow.explain({}, 'a1');
  await new Promise(setImmediate);
  slow.forget();
  answer('too late');
  assert.equal(await late, null);
  const refused = new Explainer(() => Promise.reject(new Error('429')));
  assert.equal(await refused.explain({}, 'a1'), 'a1 is not a legal move.');
});
