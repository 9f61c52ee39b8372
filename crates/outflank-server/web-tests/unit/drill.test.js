import assert from 'node:assert/strict';
import { test } from 'node:test';

import { date, today } from '../../web/drill/day.js';
import { Keep, read, write } from '../../web/drill/keep.js';
import { readWanted, writeWanted } from '../../web/drill/wanted.js';
import { judged, lineInShort, lineInWords, noLineLeft, nothingLeft, playedOut, popularity, stepped, values } from '../../web/drill/words.js';

class Store {
  /** @type {Map<string, string>} */
  texts = new Map();
  room = Infinity;

  /** @param {string} key */
  getItem(key) {
    return this.texts.get(key) ?? null;
  }

  /**
   * @param {string} key
   * @param {string} text
   */
  setItem(key, text) {
    if (text.length > this.room) throw new Error('the quota is exceeded');
    this.texts.set(key, text);
  }

  /** @param {string} key */
  removeItem(key) {
    this.texts.delete(key);
  }
}

const KEY = 'outflank-drill';
const PROGRESS = { format: 'outflank-drill', version: 1, streak: 3, puzzles: { '0123abcd': 'known' } };

test('progress is loaded again, also by another page of the same browser', () => {
  const store = new Store();
  const [one, other] = [new Keep(store), new Keep(store)];
  assert.equal(one.load(), null);
  one.save(PROGRESS);
  assert.deepEqual(other.load(), PROGRESS);
  other.save({ ...PROGRESS, streak: 4 });
  assert.deepEqual(one.load(), { ...PROGRESS, streak: 4 });
  one.clear();
  assert.equal(other.load(), null);
  assert.deepEqual(one.aside(), []);
});

test('unreadable progress is set aside, never lost', () => {
  for (const text of ['{"format":"outflank-dri', '7', '[]', 'null', '{}', '{"format":"outflank-drill","version":2}']) {
    const store = new Store();
    store.setItem(KEY, text);
    const keep = new Keep(store);
    assert.equal(keep.load(), null, text);
    assert.deepEqual(keep.aside(), [text]);
    keep.save(PROGRESS);
    assert.deepEqual(new Keep(store).load(), PROGRESS, 'the training goes on');
    assert.deepEqual(new Keep(store).aside(), [text], 'and it is still there');
    keep.forgetAside();
    assert.deepEqual(keep.aside(), []);
  }
});

test('all texts set aside are kept, each once', () => {
  const store = new Store();
  const keep = new Keep(store);
  for (const text of ['one', 'two', 'one']) {
    store.setItem(KEY, text);
    keep.load();
  }
  assert.deepEqual(keep.aside(), ['one', 'two']);
  store.setItem('outflank-drill-aside', 'damaged itself');
  store.setItem(KEY, 'three');
  keep.load();
  assert.deepEqual(keep.aside(), ['damaged itself', 'three']);
});

test('progress that the server cannot read is set aside unchanged', () => {
  const store = new Store();
  const keep = new Keep(store);
  const nonsense = { ...PROGRESS, puzzles: 'nonsense' };
  keep.save(nonsense);
  keep.putAside();
  assert.equal(keep.load(), null);
  assert.deepEqual(keep.aside(), [write(nonsense)]);
});

test('full storage overwrites nothing, and the page knows that nothing is stored', () => {
  const store = new Store();
  store.setItem(KEY, 'damaged');
  store.room = 0;
  const keep = new Keep(store);
  assert.equal(keep.load(), null);
  assert.equal(keep.stored, false);
  keep.save(PROGRESS);
  assert.deepEqual(keep.load(), PROGRESS, 'it lasts as long as the page');
  assert.equal(store.getItem(KEY), 'damaged', 'what was there is still there');
  assert.equal(keep.stored, false);
});

test('damaged progress that could not be set aside is not overwritten when there is space again', () => {
  const store = new Store();
  store.setItem(KEY, 'damaged');
  store.room = 0;
  const keep = new Keep(store);
  keep.load();
  store.room = Infinity;
  keep.save(PROGRESS);
  assert.deepEqual(keep.aside(), ['damaged']);
  assert.deepEqual(new Keep(store).load(), PROGRESS);
});

test('the drill works without storage', () => {
  const keep = new Keep(null);
  assert.equal(keep.load(), null);
  keep.save(PROGRESS);
  assert.deepEqual(keep.load(), PROGRESS);
  assert.equal(keep.stored, false);
});

test('a saved file is read, and others are rejected with the reason', () => {
  assert.deepEqual(read(write(PROGRESS)), { progress: PROGRESS });
  for (const [text, why] of [
    ['f5d6', /not JSON/],
    ['{"a": 1}', /not a drill progress file/],
    ['null', /not a drill progress file/],
    ['{"format":"outflank-drill","version":2}', /version 2/],
    ['{"format":"outflank-drill"}', /version undefined/],
  ]) {
    const found = read(String(text));
    assert.match('wrong' in found ? found.wrong : '', /** @type {RegExp} */ (why));
  }
});

test('a day is the local date', () => {
  assert.equal(today(new Date(1970, 0, 2, 0, 0, 1)), 1);
  assert.equal(today(new Date(1970, 0, 2, 23, 59, 59)), 1);
  assert.equal(today(new Date(2026, 10, 15, 12)), 20772);
  assert.equal(date(new Date(2026, 10, 15, 23, 59)), '2026-11-15');
});

test('the filter is in the address, and nonsense there is ignored', () => {
  const none = { kind: null, difficulty: null, theme: null };
  for (const wanted of [none, { kind: /** @type {const} */ ('endgame'), difficulty: 3, theme: 'parity' }, { ...none, difficulty: 5 }]) {
    assert.deepEqual(readWanted(writeWanted(wanted)), wanted);
  }
  assert.equal(writeWanted(none), '');
  assert.deepEqual(readWanted('?kind=toString&difficulty=6&theme=toString'), none);
  assert.deepEqual(readWanted('?kind=opening&difficulty=1.5'), { ...none, kind: 'opening' });
});

const STANDING = { puzzles: 9, solved: 1, learning: 0, due: 0, streak: 1, longest: 1, level: 1 };
const VERDICT = {
  right: false,
  best: 'd3',
  loss: 10,
  moves: [
    { square: 'd3', score: 4 },
    { square: 'c2', score: 0 },
    { square: 'a1', score: -6 },
  ],
  standing: STANDING,
  progress: {},
};

test('a verdict says what the move leads to and what it loses', () => {
  assert.deepEqual(judged({ ...VERDICT, right: true, loss: 0 }, 'd3', 'endgame'), { kind: 'good', text: 'Right: d3 wins by 4.' });
  assert.deepEqual(judged(VERDICT, 'a1', 'endgame'), {
    kind: 'bad',
    text: 'Wrong: a1 loses by 6, d3 wins by 4. That cost 10 discs. You will see this puzzle again.',
  });
  assert.match(judged({ ...VERDICT, loss: 4 }, 'c2', 'endgame').text, /^Wrong: c2 draws, d3 wins by 4\. That cost 4 discs\./);
  assert.match(judged(VERDICT, 'a1', 'opening').text, /^Wrong: a1 is worth −6, d3 is worth \+4\. That cost 10 discs\./);
  assert.deepEqual(judged({ ...VERDICT, loss: null }, null, 'endgame').kind, 'plain');
});

test('every move shows its value, and signs mark the best and the wrong one', () => {
  const shown = values(VERDICT, 'a1');
  assert.deepEqual(
    [...shown].map(([square, { text, kind, loss }]) => [square, text, kind, loss]),
    [
      ['d3', '✓\u200a+4', 'best', 0],
      ['c2', '0', undefined, 4],
      ['a1', '✗\u200a−6', 'bad', 10],
    ],
  );
});

test('a move of a puzzle that is played out is judged with what follows', () => {
  const move = { square: 'e8', score: 0 };
  const best = { square: 'g7', score: 4 };
  const thrown = { kind: /** @type {const} */ ('throws_away'), played: move, best, text: 'e8 lets White draw; g7 still wins by 4.' };
  assert.deepEqual(playedOut({ verdict: thrown, replies: 'White plays h8.', ending: null }), {
    kind: 'bad',
    text: 'e8 lets White draw; g7 still wins by 4. White plays h8.',
  });
  const only = { kind: /** @type {const} */ ('only'), played: best, best, text: 'g7 is the only move that wins, by 4.' };
  const ending = { margin: 4, promised: 4, text: 'Black wins by 4, the best possible result.' };
  assert.deepEqual(playedOut({ verdict: only, replies: null, ending }), {
    kind: 'good',
    text: 'g7 is the only move that wins, by 4. Black wins by 4, the best possible result.',
  });
  assert.equal(playedOut({ verdict: null, replies: null, ending: null }), null);
});

test('a line is read out with its passes', () => {
  /** @type {any} */
  const plies = [{ by: 'black', square: 'b8', flips: [] }, { by: 'white', square: null, flips: [] }, { by: 'black', square: 'g7', flips: [] }];
  assert.equal(lineInWords(plies), 'Black b8, White passes, Black g7');
});

test('the list says how often a line was played, if that is known', () => {
  assert.equal(lineInShort({ length: 5, games: null }), '5 moves');
  assert.equal(lineInShort({ length: 5, games: 4211 }), '5 moves, 4,211 games');
  assert.equal(lineInShort({ length: 1, games: 1 }), '1 move, 1 game');
  assert.equal(popularity(4211), 'played in 4,211 tournament games');
});

test('when no puzzle is left, the message says whether some will come back', () => {
  assert.match(nothingLeft({ ...STANDING, puzzles: 0 }), /No puzzles match/);
  assert.doesNotMatch(nothingLeft(STANDING), /come back/);
  assert.match(nothingLeft({ ...STANDING, learning: 3 }), /3 of them will come back/);
  const lines = { lessons: 5, solved: 5, learning: 0, due: 0 };
  assert.doesNotMatch(noLineLeft(lines), /come back/);
  assert.match(noLineLeft({ ...lines, learning: 1 }), /will come back/);
});

test('a step of a line is described', () => {
  /** @type {any} */
  const lesson = { opening: { name: 'Tiger' }, step: 'right', answer: 'd6', expected: null, known_as: null, leads_to: [] };
  assert.deepEqual(stepped({ ...lesson, step: 'waiting' }, null, 0), null);
  assert.deepEqual(stepped(lesson, 'f5', 0), { kind: 'good', text: 'Right: f5. The reply is d6.' });
  assert.equal(stepped({ ...lesson, step: 'done' }, 'c4', 0)?.text, 'Tiger complete, without a mistake.');
  assert.equal(stepped({ ...lesson, step: 'done' }, 'c4', 2)?.text, 'Tiger complete, with 2 mistakes.');
  const further = stepped({ ...lesson, step: 'done', leads_to: ['Brightwell', 'Leader’s Tiger', 'Stephenson', 'Comp’Oth'] }, 'c4', 1);
  assert.match(further?.text ?? '', /with one mistake\. It continues to Brightwell, Leader’s Tiger, Stephenson and 1 more\.$/);
  const left = { ...lesson, step: 'left', expected: 'c3' };
  assert.deepEqual(stepped(left, 'c4', 1), { kind: 'bad', text: 'c4 leaves the line: Tiger continues with c3.' });
  assert.match(stepped({ ...left, leads_to: ['Cat'] }, 'c4', 1)?.text ?? '', / c4 leads to Cat\.$/);
  assert.match(stepped({ ...left, known_as: 'Cat', leads_to: ['Berner'] }, 'c4', 1)?.text ?? '', / c4 is the Cat\.$/);
  assert.equal(stepped({ ...left, step: 'shown' }, null, 1)?.kind, 'plain');
});
