// The settings page, and the board on it: how it moves, previews and asks before it plays.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(options) {
  const person = await Person.sitDown(browser, options);
  await person.page.goto(`${server.url}/settings`);
  await square(person.page, 'b5').waitFor();
  return person;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
const square = (page, name) => page.locator(`#sample [data-square="${name}"]`);

/** @param {import('playwright-core').Page} page */
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('outflank') ?? '{}'));

/**
 * Collects the board's events.
 * @param {import('playwright-core').Page} page
 */
function record(page) {
  return page.evaluate(() => {
    /** @type {string[]} */
    const events = [];
    Object.assign(window, { events });
    for (const kind of ['play', 'armed', 'placed', 'illegal', 'idle']) {
      const note = (/** @type {Event} */ event) => events.push(`${kind} ${/** @type {CustomEvent} */ (event).detail.square}`);
      // Before the page's own listeners, which may cause the next event.
      document.querySelector('#sample')?.addEventListener(kind, note, { capture: true });
    }
  });
}

/** @param {import('playwright-core').Page} page */
const events = (page) => page.evaluate(() => /** @type {any} */ (window).events);

test('a choice applies at once, in other tabs, and before the first paint of the next page', async () => {
  const person = await open();
  const { page, context } = person;
  const other = await context.newPage();
  await other.goto(`${server.url}/settings`);
  await page.getByRole('radio', { name: 'Walnut' }).check();
  await page.getByRole('switch', { name: 'Coordinates' }).click();
  await page.getByRole('radio', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await stored(page), { version: 2, board: 'walnut', coordinates: 'off', theme: 'dark' });
  await other.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  assert.ok(await other.getByRole('radio', { name: 'Walnut' }).isChecked());
  assert.equal(await other.getByRole('switch', { name: 'Coordinates' }).getAttribute('aria-checked'), 'false');

  // Without its other scripts, the next page still has the theme.
  await other.route(/\.js$/, (route) => (/theme/.test(route.request().url()) ? route.continue() : route.abort()));
  await other.goto(`${server.url}/learn`);
  assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), 'dark');
  person.assertContent();
});

test('settings of an older page keep their meaning, and broken ones are ignored', async () => {
  const person = await open();
  const { page } = person;
  const reloadWith = async (/** @type {string} */ text) => {
    await page.evaluate((value) => localStorage.setItem('outflank', value), text);
    await page.reload();
    await square(page, 'b5').waitFor();
  };
  await reloadWith('{"theme":"mono","tap":"play","motion":"system","odd":[1]}');
  assert.ok(await page.getByRole('radio', { name: 'Colour-blind' }).isChecked());
  assert.equal(await page.getByRole('switch', { name: 'Preview flips' }).getAttribute('aria-checked'), 'false');
  assert.equal(await page.getByRole('switch', { name: 'Animation' }).getAttribute('aria-checked'), 'true');
  await page.getByRole('switch', { name: 'Sound' }).click();
  assert.deepEqual((await stored(page)).odd, [1], 'what this page does not know stays');
  for (const broken of ['{', 'null', '"x"']) {
    await reloadWith(broken);
    assert.ok(await page.getByRole('radio', { name: 'System' }).isChecked());
  }
  person.assertContent();
});

test('a full storage is reported, and the choice still applies', async () => {
  const person = await open();
  const { page } = person;
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByRole('radio', { name: 'Sea' }).check();
  await page.getByText('storage for Outflank is full').first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.board), 'sea');
  person.assertContent();
});

test('a disc is put down in 120 ms, then the others turn one after the other, and only then a reply may come', async () => {
  const person = await open({ reducedMotion: 'no-preference' });
  const { page } = person;
  const { timings, order } = await page.evaluate(async () => {
    const board = /** @type {any} */ (document.querySelector('#sample'));
    const marks = { black: 'X', white: 'O' };
    const discs = [...'12345678'].flatMap((rank) =>
      [...'abcdefgh'].map((file) => marks[/** @type {'black'} */ (board.querySelector(`[data-square=${file}${rank}] .disc`).dataset.disc)] ?? '-'),
    );
    for (const name of ['b5', 'c5', 'd5', 'e5']) discs['abcdefgh'.indexOf(name[0]) + 8 * (Number(name[1]) - 1)] = 'X';
    /** @type {string[]} */
    const order = [];
    board.addEventListener('placed', () => order.push(`placed, ${board.getAnimations({ subtree: true }).length > 0 ? 'discs turn' : 'nothing turns'}`));
    const shown = board.show({ discs: discs.join(''), last: 'b5', animate: true });
    const timings = document.getAnimations().flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect) || !board.contains(effect.target)) return [];
      const { delay, duration } = effect.getTiming();
      return [`${effect.target?.closest('[data-square]')?.getAttribute('data-square')} ${delay}+${duration}`];
    });
    await shown;
    order.push(`ended, ${board.querySelectorAll('.old').length} old`);
    return { timings: [...new Set(timings)], order };
  });
  assert.deepEqual(timings, ['b5 0+120', 'c5 120+240', 'd5 160+240', 'e5 200+240']);
  assert.deepEqual(order, ['placed, discs turn', 'ended, 0 old']);
  person.assertContent();
});

test('with reduced motion, or with animation off, the position changes at once', async () => {
  for (const reducedMotion of /** @type {const} */ (['reduce', 'no-preference'])) {
    const person = await open({ reducedMotion });
    const { page } = person;
    if (reducedMotion === 'no-preference') await page.getByRole('switch', { name: 'Animation' }).click();
    await record(page);
    const moving = page.evaluate(
      () =>
        new Promise((resolve) => document.querySelector('#sample')?.addEventListener('placed', () => resolve(document.querySelector('#sample')?.getAnimations({ subtree: true }).length), { once: true })),
    );
    await square(page, 'b5').click();
    assert.equal(await moving, 0);
    assert.deepEqual(await events(page), ['play b5', 'placed b5']);
    assert.match((await square(page, 'd5').getAttribute('aria-label')) ?? '', /black/);
    person.assertContent();
    await person.context.close();
  }
});

test('the preview shows what flips and leaves the marks of legal moves', async () => {
  const person = await open();
  const { page } = person;
  await square(page, 'b5').hover();
  assert.equal(await page.locator('#sample [data-preview="+3"]').count(), 1);
  assert.equal(await page.locator('#sample [data-turns]').count(), 3);
  assert.equal(await page.locator('#sample [data-legal]').count(), 12);
  const ring = await square(page, 'b5').evaluate((element) => getComputedStyle(element, '::before').display);
  assert.notEqual(ring, 'none');
  await person.assertAccessible('a preview');
  await page.getByRole('switch', { name: 'Preview flips' }).click();
  await square(page, 'b5').hover();
  assert.equal(await page.locator('#sample [data-preview]').count(), 0);
  person.assertContent();
});

test('on a phone the first tap says what flips, and the second plays', async () => {
  const person = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = person;
  await record(page);
  await square(page, 'b5').tap();
  await page.locator('#feedback', { hasText: 'b5 flips 3. Tap again to play it.' }).waitFor();
  await square(page, 'd7').tap();
  await square(page, 'd7').tap();
  assert.deepEqual(await events(page), ['armed b5', 'armed d7', 'play d7', 'placed d7']);
  person.assertContent();
});

test('moves can be confirmed with the mouse, and the keyboard plays what is chosen', async () => {
  const person = await open();
  const { page } = person;
  await page.getByRole('switch', { name: 'Confirm moves' }).click();
  await record(page);
  await square(page, 'b5').click();
  await page.locator('#feedback', { hasText: 'b5 flips 3. Click again to play it.' }).waitFor();
  await page.keyboard.press('Escape');
  await square(page, 'b5').click();
  await page.keyboard.press('Enter');
  assert.deepEqual(await events(page), ['armed b5', 'armed b5', 'play b5', 'placed b5']);
  person.assertContent();
});

test('a board whose markup is in the page keeps it', async () => {
  const person = await open();
  const kept = await person.page.evaluate(() => {
    const sample = /** @type {any} */ (document.querySelector('#sample'));
    const copy = /** @type {any} */ (document.createElement('of-board'));
    copy.append(...[...sample.children].map((child) => child.cloneNode(true)));
    const before = [...copy.querySelectorAll('*')];
    document.body.append(copy);
    copy.show({ discs: `${'-'.repeat(63)}X`, label: 'Another position' });
    const now = [...copy.querySelectorAll('*')];
    return { same: before.length === now.length && before.every((node, at) => node === now[at]), h8: copy.querySelector('[data-square=h8]').getAttribute('aria-label') };
  });
  assert.deepEqual(kept, { same: true, h8: 'h8, black' });
  person.assertContent();
});

test('everything is exported, forgotten and imported again', async () => {
  const person = await open();
  const { page } = person;
  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('outflank-test', 3);
        opening.onupgradeneeded = () => opening.result.createObjectStore('games', { keyPath: 'id' }).createIndex('folder', 'folder');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('games', 'readwrite');
          writing.objectStore('games').put({ id: 1, folder: 'mine', moves: 'f5d6' });
          writing.oncomplete = () => (opening.result.close(), resolve(undefined));
        };
      }),
  );
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export everything' }).click()]);
  const file = join(server.home, 'export.json');
  await writeFile(file, await readFile(await download.path()));
  await page.getByText(/^Last export: /).waitFor();

  await page.getByRole('button', { name: 'Forget…' }).click();
  await person.assertAccessible('a question before everything is forgotten');
  await page.getByRole('button', { name: 'Forget everything' }).click();
  await page.waitForURL(`${server.url}/`);
  await page.goto(`${server.url}/settings`);
  assert.ok(await page.getByRole('radio', { name: 'System' }).isChecked());

  await page.locator('#file').setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await page.getByText('Nothing was imported').waitFor();
  await Promise.all([page.waitForEvent('load'), page.locator('#file').setInputFiles(file)]);
  assert.ok(await page.getByRole('radio', { name: 'Dark', exact: true }).isChecked());
  const games = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('outflank-test');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('games').objectStore('games').index('folder').getAll('mine');
          reading.onsuccess = () => resolve(reading.result);
        };
      }),
  );
  assert.deepEqual(games, [{ id: 1, folder: 'mine', moves: 'f5d6' }]);
});

test('another device takes over the games by a link that works once', async () => {
  const first = await open();
  const id = await first.page.evaluate(async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"black":"me","white":"engine:1"}' };
    return (await (await fetch('/api/games', init)).json()).id;
  });
  await first.page.getByRole('button', { name: 'Show code' }).click();
  const link = await first.page.getByRole('textbox', { name: /other device/ }).inputValue();
  const [second, third] = [await Person.sitDown(browser), await Person.sitDown(browser)];
  await second.page.goto(link);
  assert.equal(new URL(second.page.url()).hash, '');
  await second.assertAccessible('the page for another device');
  await second.page.getByRole('button', { name: 'Bring my games here' }).click();
  await second.page.waitForURL(`${server.url}/`);
  await second.page.goto(`${server.url}/game/${id}`);
  await second.page.getByText('Your move').first().waitFor();
  await third.page.goto(link);
  await third.page.getByRole('button', { name: 'Bring my games here' }).click();
  await third.page.getByText('That did not work').waitFor();
  for (const person of [first, second]) {
    person.assertContent();
    await person.context.close();
  }
  await third.context.close();
});
