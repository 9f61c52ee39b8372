import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardMarkup, boardTree } from '../../web/board-markup.js';
import { build } from '../../web/dom.js';
import { html } from '../../web/markup.js';
import { footerMarkup, headerMarkup, headerTree, tabBarMarkup } from '../../web/shell-markup.js';

const START = `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)}`;
const LEGAL = [
  { square: 'd3', flips: ['d4'] },
  { square: 'c4', flips: ['d4'] },
];

/** As much of a document as `build` needs, which writes itself as HTML. */
class Element {
  attributes = '';
  children = '';
  constructor(tag) {
    this.tag = tag;
  }
  setAttribute(name, value) {
    this.attributes += value === '' ? ` ${name}` : ` ${name}="${value}"`;
  }
  append(...children) {
    this.children += children.map((child) => (typeof child === 'string' ? child : child.outer())).join('');
  }
  outer() {
    return `<${this.tag}${this.attributes}>${this.children}</${this.tag}>`;
  }
}
globalThis.document = /** @type {any} */ ({
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
});

test('the markup of a board in the HTML is the one that the script builds', () => {
  for (const options of [{}, { legal: LEGAL, last: 'f5' }, { flipped: true, tray: true }, { picture: true, label: 'Start' }]) {
    const built = boardTree(START, options).map((tree) => /** @type {any} */ (build(tree)).outer());
    assert.equal(built.join(''), boardMarkup(START, options));
  }
  const built = headerTree('study').map((tree) => /** @type {any} */ (build(tree)).outer());
  assert.equal(built.join(''), headerMarkup('study'));
});

test('a board is a grid of named squares with one tab stop', () => {
  const board = boardMarkup(START, { legal: LEGAL, last: 'e5', label: 'Board, Black to move' });
  const count = (text) => board.split(text).length - 1;
  assert.equal(count('role="grid" class="grid" aria-label="Board, Black to move"'), 1);
  assert.equal(count('role="row"'), 8);
  assert.equal(count('role="gridcell"'), 64);
  assert.equal(count('tabindex="0"'), 1);
  assert.match(board, /data-square="d3" tabindex="0" aria-label="d3, empty, legal, flips 1" data-legal>/);
  assert.match(board, /aria-label="e5, white, last move" data-last><span class="disc" data-disc="white">/);
  assert.ok(!board.includes('tray'));
});

test('a picture of a board has one name and no tab stop', () => {
  const board = boardMarkup(START, { picture: true, label: 'A game' });
  assert.match(board, /role="img" class="grid" aria-label="A game"/);
  assert.ok(!/tabindex|gridcell|role="row"/.test(board));
});

test('from the other side, h8 comes first', () => {
  assert.match(boardMarkup(START, { flipped: true }), /<div class="files" aria-hidden="true"><span>h<\/span>.*data-square="h8".*data-square="a1"/);
});

test('text stays text', () => {
  assert.equal(html(['p', { title: '"<b>&' }, '<script>']), '<p title="&quot;&lt;b&gt;&amp;">&lt;script&gt;</p>');
  assert.equal(html(['p', { hidden: true, id: null, class: false }, 'x']), '<p hidden>x</p>');
});

test('header and tab bar mark the current page', () => {
  assert.match(headerMarkup('watch'), /<a href="\/watch" aria-current="page">Watch<\/a>/);
  assert.equal(headerMarkup('help').split('aria-current').length, 1);
  assert.match(headerMarkup('settings'), /href="\/settings" aria-label="Settings" title="Settings" aria-current="page"/);
  assert.match(tabBarMarkup('play'), /<a href="\/" aria-current="page"><svg .*<\/svg>Play<\/a>/);
  assert.match(footerMarkup(), /href="\/help".*href="\/api"/);
});
