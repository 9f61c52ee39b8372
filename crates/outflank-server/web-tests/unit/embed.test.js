import assert from 'node:assert/strict';
import { test } from 'node:test';

import { embedAddress, embedCode } from '../../web/embed/code.js';
import { Reel, wanted } from '../../web/embed/reel.js';

test('the address asks for a position and for playing', () => {
  assert.deepEqual(wanted(''), { ply: null, autoplay: false });
  assert.deepEqual(wanted('?ply=20&autoplay=1'), { ply: 20, autoplay: true });
  assert.deepEqual(wanted('?autoplay'), { ply: null, autoplay: true });
  for (const search of ['?ply=-1', '?ply=x', '?ply=99999', '?ply=', '?autoplay=0']) assert.deepEqual(wanted(search), { ply: null, autoplay: false }, search);
});

test('a reel stays within its game and follows its end', () => {
  assert.equal(new Reel(60, null).at, 60);
  const reel = new Reel(10, 99);
  assert.ok(reel.isAtEnd);
  reel.grow(12);
  assert.equal(reel.at, 12);
  reel.go(-3);
  assert.equal(reel.at, 0);
  reel.grow(13);
  assert.equal(reel.at, 0, 'only the end is followed');
  reel.go(13);
  reel.grow(11);
  assert.equal(reel.at, 11, 'moves were taken back');
});

test('the code for a blog has the address of the board', () => {
  assert.equal(embedAddress('https://example.org', 'x7Kq2mPa'), 'https://example.org/embed/x7Kq2mPa');
  assert.equal(embedAddress('https://example.org/', 'a', { ply: 20, autoplay: true }), 'https://example.org/embed/a?ply=20&autoplay=1');
  const code = embedCode('https://example.org', '"><script>', { ply: 3, autoplay: true });
  assert.match(code, /^<iframe src="https:\/\/example\.org\/embed\/%22%3E%3Cscript%3E\?ply=3&amp;autoplay=1" width="\d+" height="\d+" [^<>]*><\/iframe>$/);
});
