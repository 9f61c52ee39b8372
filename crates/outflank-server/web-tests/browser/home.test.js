// The home page: a game with the first disc, the chips, invitations, challenges and lists.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { choose, firstDisc, invite, openChip, setName } from '../support/home.js';
import { PublicGame } from '../support/play.js';
import { Server } from '../support/server.js';
import { create, discs, grid, legal, moves, reaches, square, turn } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start('--public-url', 'http://127.0.0.1:{port}'), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** @param {import('playwright-core').Page} page */
const lead = (page) => page.locator('#lead');

test('the first disc starts a game against the engine, by mouse', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(server.url);
  await square(page, 'c4').click();
  await page.waitForURL(/\/game\/\w{10}$/);
  await turn(page);
  assert.equal((await moves(page))[0], 'c4');
  assert.equal((await moves(page)).length, 2, 'the engine has answered');
  person.assertContent();
});

test('the first disc starts a game by keyboard alone', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(server.url);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let presses = 0; !/, legal,/.test(await focused()); presses += 1) {
    assert.ok(presses < 30, 'the board can be reached by Tab');
    await page.keyboard.press('Tab');
  }
  const name = (await focused()).slice(0, 2);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/game\//);
  await turn(page);
  assert.equal((await moves(page))[0], name);
  person.assertContent();
});

test('on a phone the first tap says what the second one does, and the board stays still', async () => {
  const person = await Person.sitDown(browser, PHONE);
  const { page } = person;
  await page.goto(server.url);
  const before = await grid(page).boundingBox();
  await square(page, 'd3').tap();
  await lead(page).filter({ hasText: 'Tap again to play d3.' }).waitFor();
  assert.deepEqual(await grid(page).boundingBox(), before);
  await square(page, 'd3').tap();
  await page.waitForURL(/\/game\//);
  await reaches(page, 1);
  person.assertContent();
});

for (const [screen, options] of Object.entries({ 'a desk': {}, 'a phone': PHONE })) {
  test(`an option is chosen by its words, and a press beside the popover only closes it, on ${screen}`, async () => {
    const person = await Person.sitDown(browser, options);
    const { page } = person;
    await page.goto(server.url);
    const press = (/** @type {import('playwright-core').Locator} */ target) => (screen === 'a phone' ? target.tap() : target.click());
    const chip = page.locator('[data-chip="opponent"]');
    await press(chip.locator('summary'));
    await press(page.getByText('A friend', { exact: true }));
    await chip.locator('summary', { hasText: 'A friend' }).waitFor();
    assert.equal(await page.locator('details[open]').count(), 0);
    await lead(page).filter({ hasText: 'Send a link.' }).waitFor();
    await choose(page, /^Opponent/, /^Engine/);
    await press(chip.locator('summary'));
    const { x, y, width } = (await grid(page).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const [left, top] = [x + width * 0.45, y + width * 0.3];
    await (screen === 'a phone' ? page.touchscreen.tap(left, top) : page.mouse.click(left, top));
    await page.locator('details[open]').waitFor({ state: 'detached' });
    assert.equal(await page.locator('[data-preview]').count(), 0, 'nothing is played');
    assert.equal(new URL(page.url()).pathname, '/');
    person.assertContent();
  });
}

test('a start button replaces the glow where the first move is not yours', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(server.url);
  await choose(page, /^You play/, /^White/);
  await lead(page).filter({ hasText: 'the engine makes the first move' }).waitFor();
  assert.deepEqual(await legal(page), []);
  await person.assertAccessible('the start button');
  await page.getByRole('button', { name: 'Play the engine' }).click();
  await page.waitForURL(/\/game\//);
  await turn(page);
  assert.equal((await moves(page)).length, 1);

  // With a handicap White begins, and the choice of the colour is remembered.
  await page.goto(server.url);
  await openChip(page, /^More/);
  await page.getByLabel('Start').selectOption('Handicap, 2 corners');
  await page.keyboard.press('Escape');
  await page.locator('[data-legal]').first().waitFor();
  assert.equal((await discs(page))[0], 'X');
  await firstDisc(page);
  await turn(page);
  assert.equal((await discs(page))[0], 'X');
  person.assertContent();
});

test('other rules, clocks and a pasted record', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(server.url);
  await choose(page, /^Rules/, /^Shellos/);
  await page.waitForFunction(() => document.querySelectorAll('[data-legal]').length === 12);
  await choose(page, /^Clock/, /^10 minutes/);
  await page.reload();
  await page.locator('summary', { hasText: 'Shellos' }).waitFor();
  await page.locator('summary', { hasText: '10 minutes' }).waitFor();
  await choose(page, /^Rules/, /^Standard/);

  await openChip(page, /^More/);
  await page.getByLabel('Start').selectOption('Custom position');
  const field = page.getByLabel('A game or a board, in any format');
  await field.fill('nonsense!');
  await page.getByText('That could not be read').waitFor();
  person.complaints.length = 0; // Chromium notes the refusal.
  await field.fill('f5d6');
  await page.getByText('A game of 2 moves. Play continues from its last position.').waitFor();
  await page.keyboard.press('Escape');
  assert.equal((await discs(page)).replaceAll('-', '').length, 6);
  await firstDisc(page);
  await turn(page);
  await page.getByRole('timer').first().waitFor();
  person.assertContent();
});

test('a game for two at this screen', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(server.url);
  await choose(page, /^Opponent/, /^Two at this screen/);
  assert.ok(await page.locator('[data-chip="level"]').isHidden());
  await firstDisc(page);
  await reaches(page, 1);
  assert.ok((await legal(page)).length > 0, 'White moves here, too');
  person.assertContent();
});

test('an invitation is shown in place, with link and QR code, and the game opens when the friend is there', async () => {
  const [ann, bob] = await Promise.all([Person.sitDown(browser), Person.sitDown(browser)]);
  await ann.page.goto(server.url);
  await setName(ann.page, 'Ann');
  const link = await (await invite(ann.page)).inputValue();
  assert.match(link, new RegExp(`^${server.url}/game/\\w+#`));
  await ann.page.getByRole('img', { name: /QR code/ }).waitFor();
  await ann.assertAccessible('an invitation');
  assert.equal(new URL(ann.page.url()).pathname, '/');
  // Closed and opened again, it is the same.
  await ann.page.keyboard.press('Escape');
  assert.equal(await (await invite(ann.page)).inputValue(), link);

  await bob.page.goto(link);
  await bob.page.getByRole('button', { name: 'Play White' }).click();
  await ann.page.waitForURL(/\/game\//);
  await turn(ann.page);
  for (const person of [ann, bob]) person.assertContent();
});

test('Find an opponent joins a challenge with the same terms', async () => {
  const [ann, bob] = await Promise.all([Person.sitDown(browser), Person.sitDown(browser)]);
  for (const { page } of [ann, bob]) {
    await page.goto(server.url);
    await choose(page, /^Clock/, /^3 minutes/);
    await page.getByRole('button', { name: 'Find an opponent' }).click();
    await page.waitForURL(/\/game\//);
  }
  assert.equal(new URL(ann.page.url()).pathname, new URL(bob.page.url()).pathname);
  await turn(ann.page);
  for (const person of [ann, bob]) person.assertContent();
});

test('your games are listed, with those first in which it is your move', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(server.url);
  await page.locator('#lists:not([data-loading])').waitFor();
  assert.ok(await page.locator('#mine').isHidden(), 'a list that is empty is not there');
  await create(person, server.url, { black: 'me', white: 'engine:1' });
  await turn(page);
  await create(person, server.url, { black: 'me', white: 'friend' });
  await page.goto(server.url);
  const rows = page.getByRole('region', { name: 'Your games' }).getByRole('listitem');
  await rows.nth(1).waitFor();
  assert.match(await rows.first().innerText(), /Engine[^]*Your move/);
  assert.match(await rows.nth(1).innerText(), /Waiting/);
  await page.getByRole('link', { name: /Your move.*Against Engine.*Continue/s }).waitFor();
  person.assertContent();
});

test('running games and the puzzle of the day are on the home page', async () => {
  const game = await PublicGame.begin(server.url, { black: 'Carla', white: 'Dora', moves: 9 });
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(server.url);
  await page.getByRole('region', { name: 'Playing now' }).getByText('Carla').waitFor();
  const { puzzle } = await (await fetch(`${server.url}/api/drill/today`)).json();
  await page.getByRole('link', { name: /Today’s puzzle/ }).click();
  await page.waitForURL(`**/drill#${puzzle.id}`);
  await game.resign();
  person.assertContent();
});

test('where nothing is on, the home page says nothing twice', async () => {
  const quiet = await Server.start();
  try {
    const person = await Person.sitDown(browser);
    const { page } = person;
    await page.goto(quiet.url, { waitUntil: 'networkidle' });
    assert.equal(await page.getByText('New to Othello?').filter({ visible: true }).count(), 1);
    await create(person, quiet.url, { black: 'me', white: 'engine:1' });
    await page.goto(quiet.url);
    await page.getByRole('region', { name: 'Your games' }).getByText('Engine, level 1').waitFor();
    await page.getByRole('region', { name: 'New to Othello?' }).waitFor();
    person.assertContent();
  } finally {
    await quiet.close();
  }
});

test('choices that the browser cannot keep are announced once, and still apply', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(server.url);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await choose(page, /^Clock/, /^10 minutes/);
  await page.locator('.toast', { hasText: 'storage for Outflank is full' }).waitFor();
  await page.locator('.toast').waitFor({ state: 'detached' });
  await choose(page, /^Clock/, /^20 minutes/);
  assert.equal(await page.locator('.toast').count(), 0);
  await firstDisc(page);
  await page.getByRole('timer').first().waitFor();
  person.assertContent();
});

test('nothing shifts on any page while lists arrive, nor at any choice', async () => {
  const games = await Promise.all([12, 20].map((count) => PublicGame.begin(server.url, { moves: count })));
  for (const viewport of [PHONE.viewport, { width: 1280, height: 860 }]) {
    const person = await Person.sitDown(browser, { viewport });
    await create(person, server.url, { black: 'me', white: 'engine:1' });
    await turn(person.page);
    await watchShifts(person);
    const [{ id }] = games;
    const pages = ['/', '/watch', '/watch?channel=top', `/game/${id}`, `/embed/${id}`, '/study', '/learn', '/drill', '/drill#openings', '/settings'];
    for (const path of [...pages, '/device', '/help', '/help/play', '/api', '/game/0000000000', '/no-such-page']) {
      // Another fragment alone would not load the page.
      await person.page.goto('about:blank');
      await person.page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' });
      await assertStill(person, `${path} at ${viewport.width}`);
      // Chromium notes the 404 of what is missing.
      if (/no-such|0000/.test(path)) person.complaints.length = 0;
    }
    // Choices that are remembered are there before the first paint.
    await person.page.goto(server.url);
    await choose(person.page, /^Level/, /^Level 7$/);
    await choose(person.page, /^You play/, /^Random/);
    await choose(person.page, /^Clock/, /^5 minutes/);
    await person.page.goto(server.url, { waitUntil: 'networkidle' });
    await assertStill(person, `remembered choices at ${viewport.width}`);
    person.assertContent();
    await person.context.close();
  }
  for (const game of games) await game.resign();
});

/** @param {Person} person */
async function watchShifts({ page }) {
  await page.addInitScript(() => {
    const name = (/** @type {any} */ node) => node?.id || node?.className || node?.nodeName;
    /** @type {unknown[]} */
    const shifts = (/** @type {any} */ (window).shifts = []);
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        shifts.push({ value: entry.value, sources: entry.sources.map((/** @type {any} */ { node }) => name(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** @param {Person} person @param {string} what */
async function assertStill({ page }, what) {
  await page.waitForTimeout(300);
  /** @type {{value: number, sources: string[]}[]} */
  const shifts = await page.evaluate(() => /** @type {any} */ (window).shifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  console.log(`layout shift of ${what}: ${total.toFixed(4)}`);
  assert.ok(total <= 0.02, `${what}: ${JSON.stringify(shifts)}`);
}
