import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { parse } from '../../web/settings/archive.js';
import { Store, sentenceOf } from '../../web/store.js';

/** A place to store, with a limit on the length of a value. */
class Place {
  /** @param {Record<string, string>} items */
  constructor(items = {}, limit = Infinity) {
    this.items = items;
    this.limit = limit;
  }
  getItem(key) {
    return this.items[key] ?? null;
  }
  setItem(key, value) {
    if (value.length > this.limit) throw new DOMException('too long', 'QuotaExceededError');
    this.items[key] = value;
  }
  removeItem(key) {
    delete this.items[key];
  }
}

/** @param {Place} place */
const store = (place, version = 2) => new Store('it', version, () => place);

test('a change leaves the fields of other tabs and of newer pages', () => {
  const place = new Place({ it: '{"version":7,"theme":"dark","future":{"x":1}}' });
  assert.deepEqual(store(place).set({ sound: 'on' }), { kept: true });
  assert.deepEqual(JSON.parse(place.items.it), { version: 7, theme: 'dark', future: { x: 1 }, sound: 'on' });
  store(place).set({ sound: undefined });
  assert.deepEqual(store(place).get(), { theme: 'dark', future: { x: 1 } });
  assert.deepEqual(store(place).remove(), { kept: true });
  assert.deepEqual(place.items, {});
});

test('broken content reads as nothing, and can be written over', () => {
  for (const broken of ['', 'null', '{', '7', '"x"', '[1]']) {
    const place = new Place({ it: broken });
    assert.deepEqual(store(place).get(), {}, broken);
    assert.deepEqual(store(place).set({ a: 1 }), { kept: true });
    assert.equal(JSON.parse(place.items.it).a, 1);
    assert.equal(JSON.parse(place.items.it).version, 2);
  }
});

test('a full or blocked storage is an answer, not an exception', () => {
  const full = store(new Place({}, 10)).set({ name: 'long' });
  assert.deepEqual(full, { kept: false, problem: 'full' });
  const blocked = new Store('it', 1, () => {
    throw new DOMException('denied', 'SecurityError');
  });
  assert.deepEqual(blocked.get(), {});
  assert.deepEqual(blocked.set({ a: 1 }), { kept: false, problem: 'blocked' });
  assert.match(sentenceOf('full'), /full/);
  assert.match(sentenceOf('blocked'), /store/);
});

/**
 * What theme.js makes of the stored settings.
 * @param {string | null} stored
 */
function applied(stored) {
  const dataset = {};
  let listener;
  runInNewContext(readFileSync(new URL('../../web/theme.js', import.meta.url), 'utf8'), {
    document: { documentElement: { dataset } },
    localStorage: { getItem: (key) => (key === 'outflank' ? stored : null) },
    addEventListener: (_, listen) => (listener = listen),
  });
  return { dataset: { ...dataset }, changed: (value) => (listener({ key: 'outflank', newValue: value }), { ...dataset }) };
}

test('settings apply before the first paint, and when another tab changes them', () => {
  const { dataset, changed } = applied('{"version":2,"theme":"dark","board":"sea","odd":{"a":1}}');
  assert.deepEqual(dataset, { theme: 'dark', board: 'sea' });
  assert.equal(changed('{"version":2,"theme":"light"}').theme, 'light');
  assert.deepEqual(applied(null).dataset, {});
  assert.deepEqual(applied('not JSON').dataset, {});
});

test('settings of older versions keep their meaning', () => {
  assert.equal(applied('{"theme":"mono"}').dataset.theme, 'colorblind');
  assert.equal(applied('{"tap":"play"}').dataset.preview, 'off');
  assert.equal(applied('{"tap":"preview"}').dataset.preview, undefined);
  assert.equal(applied('{"version":2,"tap":"play","preview":"on"}').dataset.preview, 'on');
  assert.equal(applied('{"version":2,"tap":"play","theme":"dark"}').dataset.preview, 'off', 'also after another setting was changed');
});

test('a file to import is checked', () => {
  const archive = { format: 'outflank-browser', version: 1, made: '', items: { outflank: '{}' }, databases: [] };
  assert.deepEqual(parse(JSON.stringify(archive)), { archive });
  assert.deepEqual(parse('x'), { wrong: 'the file is not JSON' });
  assert.deepEqual(parse('{}'), { wrong: 'the file is not an export of these settings' });
  assert.deepEqual(parse(JSON.stringify({ ...archive, version: 2 })), { wrong: 'the file has version 2, and this page reads version 1' });
  assert.deepEqual(parse(JSON.stringify({ ...archive, items: { a: 1 } })), { wrong: 'the file is damaged' });
  assert.deepEqual(parse(JSON.stringify({ ...archive, databases: [{ name: 'x' }] })), { wrong: 'the file is damaged' });
});
