import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readAddress, writeAddress } from '../../web/study/address.js';
import { MAX_LINES, decodeTree, encodeTree, graft, linesOf } from '../../web/study/compact.js';
import { squares } from '../../web/replay.js';
import { Study } from '../../web/study/tree.js';

/** @typedef {import('../../web/study/compact.js').Branch} Branch */

/** Repeatable numbers from 0 to 1. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A tree of moves that need not be legal.
 * @param {() => number} next
 * @param {number} size
 * @returns {Branch}
 */
function randomTree(next, size) {
  /** @type {Branch} */
  const root = { square: '', children: [] };
  const nodes = [root];
  for (let i = 0; i < size; i += 1) {
    // Mostly at the end, as lines grow.
    const parent = next() < 0.8 ? nodes[nodes.length - 1] : nodes[Math.floor(next() * nodes.length)];
    const free = squares.filter((square) => !parent.children.some((child) => child.square === square));
    const child = { square: free[Math.floor(next() * free.length)], children: [] };
    parent.children.push(child);
    nodes.push(child);
  }
  return root;
}

test('a tree that is written and read is the same tree', () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const next = random(seed);
    const tree = randomTree(next, Math.floor(next() * 200));
    const { text, numbers } = encodeTree(tree);
    const read = decodeTree(text);
    assert.deepEqual(read?.root, tree, `seed ${seed}: ${text}`);
    for (const [node, number] of numbers) assert.deepEqual(read?.nodes[number], node);
    assert.match(text, /^[\w.*-]*$/, 'needs no escapes in an address');
  }
});

test('an address that is written and read is the same study', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const next = random(1000 + seed);
    const tree = randomTree(next, 1 + Math.floor(next() * 90));
    const lines = linesOf(tree);
    const line = lines[Math.floor(next() * lines.length)];
    const at = line.slice(0, Math.floor(next() * (line.length + 1)));
    const board = Array.from({ length: 64 }, () => 'XO--'[Math.floor(next() * 4)]).join('');
    const address = {
      game: next() < 0.3 ? 'abcdefghij' : undefined,
      collected: undefined,
      saved: undefined,
      rules: next() < 0.5 ? 'standard' : 'thirty',
      start: { board, turn: next() < 0.5 ? /** @type {const} */ ('black') : /** @type {const} */ ('white') },
      supply: next() < 0.5 ? null : { black: 30, white: 29 },
      players: { black: 'Ann & <b>Bob</b> ☺', white: null },
      title: next() < 0.5 ? 'Paris, 1997' : undefined,
      margin: next() < 0.5 ? -14 : undefined,
      tree,
      at,
      passed: at.length > 0 && next() < 0.2,
      tab: /** @type {const} */ ('report'),
      flipped: next() < 0.5,
    };
    const { fragment, isWhole } = writeAddress(address);
    assert.ok(isWhole);
    assert.deepEqual(readAddress(fragment), address);
  }
});

test('a study with too many variations keeps the main line and the one on the board', () => {
  /** @type {Branch} */
  const tree = { square: '', children: [] };
  for (const square of squares) for (const reply of squares.slice(0, 4)) graft(tree, [square, reply, 'a1']);
  assert.ok(linesOf(tree).length > MAX_LINES);
  const { fragment, isWhole } = writeAddress({ tree, at: ['h8', 'b1'] });
  assert.ok(!isWhole);
  const read = readAddress(fragment);
  assert.deepEqual(read?.at, ['h8', 'b1']);
  assert.deepEqual(read?.tree && linesOf(read.tree), [['a1', 'a1', 'a1'], ['h8', 'b1', 'a1']]);
});

test('a damaged address is noticed, and an empty one is an empty study', () => {
  for (const text of ['tree=a*b', 'tree=ab*99.c', 'tree=ab!', 'tree=ab&at=7', 'start=27OX6XO26.X', 'start=999999.X', 'tree=**', 'tree=ab*1.'])
    assert.equal(readAddress(text), null, text);
  assert.equal(readAddress(`tree=${'a*'.repeat(5000)}`), null);
  assert.equal(readAddress('')?.tree, undefined);
  assert.equal(readAddress('game=abc')?.game, 'abc');
  assert.equal(readAddress('tab=settings')?.tab, undefined);
});

const START = { board: '---------------------------OX------XO---------------------------', turn: /** @type {const} */ ('black') };

/** @param {string} text  squares, `-` for a pass; Black begins @returns {import('../../web/replay.js').Ply[]} */
const plies = (text) => text.split(' ').map((square, i) => ({ by: i % 2 === 0 ? 'black' : 'white', square: square === '-' ? null : square, flips: [] }));

test('a study is sketched without passes, with the lines that are not loaded', () => {
  const study = new Study('standard', START, plies('f5 - c3 d3'));
  study.insert(plies('f5 - c4'));
  study.waiting = [['f5', 'a1', 'b1']];
  assert.deepEqual(linesOf(study.sketch().root), [['f5', 'c3', 'd3'], ['f5', 'c4'], ['f5', 'a1', 'b1']]);
  assert.equal(study.find(['f5', 'c4'])?.moves, 'f5 c4');
  assert.equal(study.find(['f5', 'h8']), null);
});

test('comments wait until their moves are there', () => {
  const study = new Study('standard', START, plies('f5 d6'));
  study.place([['f5', 'A good start.'], ['f5 f6', 'The other reply.'], ['', 'The beginning.']]);
  assert.equal(study.root.comment, 'The beginning.');
  assert.equal(study.find(['f5'])?.comment, 'A good start.');
  assert.equal(study.comments.get('f5 f6'), 'The other reply.');
  study.insert(plies('f5 f6'));
  study.place([...study.unplaced]);
  assert.equal(study.find(['f5', 'f6'])?.comment, 'The other reply.');
  assert.equal(study.unplaced.size, 0);
});

test('a variation is promoted or deleted, and that is undone', () => {
  const study = new Study('standard', START, plies('f5 d6 c3'));
  study.insert(plies('f5 f6 e6'));
  const main = () => study.game.map(({ ply }) => ply?.square).join(' ');
  const variation = study.find(['f5', 'f6', 'e6']);
  assert.ok(variation);
  const back = study.promote(variation);
  assert.equal(main(), 'f5 f6 e6');
  assert.equal(study.promote(variation), null, 'it is the main line');
  back?.();
  assert.equal(main(), 'f5 d6 c3');
  study.go(variation);
  const again = study.remove(variation.parent ?? variation);
  assert.equal(study.spot.moves, 'f5');
  study.insert(plies('f5 f4'));
  again?.();
  assert.deepEqual(linesOf(study.sketch().root), [['f5', 'd6', 'c3'], ['f5', 'f6', 'e6'], ['f5', 'f4']]);
  assert.equal(study.spot, variation, 'the board is as it was');
});

test('variations are brought into the order of another tree', () => {
  const study = new Study('standard', START, plies('f5 d6'));
  study.insert(plies('f5 f4'));
  study.insert(plies('f5 f6'));
  const order = decodeTree(encodeTree({ square: '', children: [{ square: 'f5', children: ['f6', 'd6'].map((square) => ({ square, children: [] })) }] }).text);
  assert.ok(order);
  study.arrange(order.root);
  assert.deepEqual(linesOf(study.sketch().root), [['f5', 'f6'], ['f5', 'd6'], ['f5', 'f4']]);
});
