import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lesson } from '../../web/learn/lesson.js';
import { Progress } from '../../web/learn/progress.js';

/** @param {Record<string, string>} [items] */
function store(items = {}) {
  const kept = new Map(Object.entries(items));
  return {
    kept,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
}

const BROKEN = {
  getItem() {
    throw new Error('forbidden');
  },
  setItem() {
    throw new Error('full');
  },
  removeItem() {
    throw new Error('forbidden');
  },
};

const position = (/** @type {string} */ board) => /** @type {any} */ ({ board, turn: 'black', legal: [{ square: 'c1', flips: ['b1'] }] });
const START = `XO${'-'.repeat(62)}`;
const AFTER = `XXX${'-'.repeat(61)}`;
const step = (/** @type {number} */ number) => ({ number, title: `Step ${number}`, text: '', task: 'First.', position: position(START) });
const tutorial = { title: 'How to play', steps: [step(1), step(2)], closing: 'Well done.' };
const ply = { by: /** @type {const} */ ('black'), square: 'c1', flips: ['b1'] };

/** @param {object} [over] */
const answer = (over) =>
  /** @type {any} */ ({ verdict: 'right', sentence: 'Good.', plies: [ply], hint: [], moves: 'c1', task: null, position: position(AFTER), ...over });

/** A lesson with prepared responses. @param {any[]} answers @param {Progress} [progress] */
function lesson(answers, progress = new Progress(store())) {
  /** @type {object[]} */
  const asked = [];
  const made = new Lesson(tutorial, progress, async (body) => {
    asked.push(body);
    return answers.shift();
  });
  return { lesson: made, asked, progress };
}

test('a step with two tasks takes two right moves, and is remembered', async () => {
  const { lesson: walk, asked, progress } = lesson([answer({ task: 'Second.' }), answer({ moves: 'c1d1' })]);
  assert.deepEqual(await walk.play('c1'), [{ discs: AFTER, last: 'c1' }]);
  assert.deepEqual([walk.state, walk.task, walk.shown.discs, progress.has(1)], ['trying', 'Second.', AFTER, false]);
  await walk.play('d1');
  assert.deepEqual(asked, [{ step: 1, moves: '', move: 'c1' }, { step: 1, moves: 'c1', move: 'd1' }]);
  assert.deepEqual([walk.state, progress.has(1)], ['done', true]);
  assert.deepEqual(await walk.play('e1'), [], 'a step that is done takes no more moves');
});

test('a wrong move stays on the board until it is taken back', async () => {
  const wrong = answer({ verdict: 'wrong', sentence: 'Wrong.', hint: ['d1'], moves: '', task: 'First.', position: position(START) });
  const { lesson: walk } = lesson([wrong, wrong]);
  await walk.play('c1');
  assert.deepEqual([walk.state, walk.shown.discs, walk.said?.kind], ['wrong', AFTER, 'bad']);
  walk.tryAgain();
  assert.deepEqual([walk.state, walk.shown.discs, walk.said, walk.marked], ['trying', START, null, []]);
  await walk.play('c1');
  walk.showMe();
  assert.deepEqual([walk.state, walk.marked, walk.said?.text], ['trying', ['d1'], 'Play d1.']);
});

test('an illegal move changes nothing but the sentence', async () => {
  const { lesson: walk } = lesson([answer({ verdict: 'illegal', sentence: 'No.', plies: [], moves: '', task: 'First.', position: position(START) })]);
  assert.deepEqual(await walk.play('h8'), []);
  assert.deepEqual([walk.state, walk.shown.discs, walk.said?.text], ['trying', START, 'No.']);
});

test('a failed request can be repeated, and a late response is ignored', async () => {
  /** @type {((value: any) => void)[]} */
  const waiting = [];
  const walk = new Lesson(tutorial, new Progress(null), () => new Promise((resolve) => waiting.push(resolve)));
  const tried = walk.play('c1');
  assert.equal(walk.state, 'asking');
  assert.deepEqual(await walk.play('c1'), [], 'one try at a time');
  walk.go(2);
  waiting[0](answer());
  assert.deepEqual(await tried, []);
  assert.deepEqual([walk.step.number, walk.state, walk.shown.discs], [2, 'trying', START]);

  const failing = new Lesson(tutorial, new Progress(null), () => Promise.reject(new Error('offline')));
  await assert.rejects(failing.play('c1'), /offline/);
  assert.equal(failing.state, 'trying');
});

test('the lesson continues with the first open step', () => {
  const kept = store();
  new Progress(kept).add(1);
  assert.equal(new Progress(kept).first(2), 2);
  assert.equal(lesson([], new Progress(kept)).lesson.step.number, 2);
  const progress = new Progress(kept);
  progress.add(2);
  assert.equal(progress.first(2), 1, 'all are done: from the start');
  progress.clear();
  assert.equal(new Progress(kept).has(1), false);
});

test('the home page knows that the lesson is done', () => {
  const kept = store({ 'outflank-lesson': '[1]' });
  const { lesson: walk } = lesson([], new Progress(kept));
  walk.next();
  assert.deepEqual([walk.state, kept.kept.has('outflank-knows-the-game')], ['over', true]);
});

test('broken storage does not stop the lesson', () => {
  for (const text of ['{', '7', '{"a":1}', '["x", null, 1.5]']) assert.equal(new Progress(store({ 'outflank-lesson': text })).first(2), 1, text);
  for (const none of [null, BROKEN]) {
    const progress = new Progress(none);
    progress.add(1);
    assert.equal(progress.first(2), 2, 'it lasts as long as the page');
    progress.finish();
    progress.clear();
    assert.equal(progress.first(2), 1);
  }
});
