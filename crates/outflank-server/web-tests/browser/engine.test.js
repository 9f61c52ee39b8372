import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { create, discs, grid, legal, moves, playOut, result, square, turn } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A game against the weakest level, which replies at once. @param {Person} person */
const start = (person) => create(person, server.url, { black: 'me', white: 'engine:1' });

test('a whole game against the engine by mouse', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await start(person);
  const placed = await playOut(page, (name) => square(page, name).click());
  assert.ok(placed >= 5, `${placed} discs were placed`);
  await person.assertAccessible('a finished game');

  // The list steps through the game, and the record can be downloaded.
  const all = await moves(page);
  const end = await discs(page);
  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByText(/After 0 of/).waitFor();
  assert.equal(await discs(page), '---------------------------OX------XO---------------------------');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  assert.equal(await discs(page), end);
  const record = await (await fetch(`${page.url()}.json`, { headers: await cookies(person) })).json();
  assert.equal(record.plies.length, all.length);
  person.assertContent();
});

test('a whole game against the engine by keyboard alone', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await start(person);
  await turn(page);
  await tabTo(person, (name) => / empty| black| white/.test(name));
  const placed = await playOut(page, async (name) => {
    await walkTo(person, name);
    await page.keyboard.press('Enter');
    // The focus stays on the square.
    assert.match(await focused(person), new RegExp(`^${name},`));
  });
  assert.ok(placed >= 5);
  // The focus stays on the board; what comes next is within reach.
  await page.getByRole('status').filter({ hasText: /You (won|lost)|Draw/ }).waitFor();
  assert.notEqual(await focused(person), '');
  await tabTo(person, (name) => name === 'Review game');
  await tabTo(person, (name) => name === 'Rematch');
  person.assertContent();
});

test('moves can be typed, both ways round, and nonsense is explained', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await start(person);
  await turn(page);
  const field = page.getByLabel('Type a move');
  await field.fill('x9');
  await field.press('Enter');
  await page.getByText('“x9” is not a square').first().waitFor();
  await field.fill('a1');
  await field.press('Enter');
  await page.getByText('a1 is not a legal move.').first().waitFor();
  const [first] = await legal(page);
  await field.fill(`${first[1]}${first[0]}`);
  await field.press('Enter');
  await page.getByRole('button', { name: `1, Black ${first}` }).waitFor();
  // Screen readers get the events as sentences.
  await page.getByRole('status').filter({ hasText: /White plays/ }).waitFor();
  person.assertContent();
});

test('a whole game on a phone by touch', async () => {
  const person = await Person.sitDown(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = person;
  await start(person);
  await turn(page);
  await person.assertAccessible('a game on a phone');
  // The board fits on the screen.
  const box = await grid(page).boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844, JSON.stringify(box));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  const placed = await playOut(page, async (name) => {
    // The first tap shows the flips, the second one plays.
    await square(page, name).tap();
    assert.ok((await legal(page)).includes(name), 'a first touch does not play');
    await square(page, name).tap();
  });
  assert.ok(placed >= 5);
  person.assertContent();
});

test('a game works on a screen of 320 pixels and on one of 4K', async () => {
  for (const viewport of [{ width: 320, height: 568 }, { width: 3840, height: 2160 }]) {
    const person = await Person.sitDown(browser, { viewport });
    const { page } = person;
    await start(person);
    await turn(page);
    const size = (await grid(page).boundingBox())?.width ?? 0;
    assert.ok(size / 8 >= 24, `squares are large enough at ${viewport.width}: ${size / 8}`);
    assert.ok(size >= Math.min(viewport.width, viewport.height) * 0.7, `the board is the largest thing at ${viewport.width}: ${size}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    person.assertContent();
    await person.context.close();
  }
});

/** The name of the focused element. @param {Person} person */
function focused({ page }) {
  return page.evaluate(() => {
    const active = document.activeElement;
    return active === document.body ? '' : (active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '');
  });
}

/**
 * Presses Tab until an element with a matching name has the focus.
 * @param {Person} person
 * @param {(name: string) => boolean} fits
 */
async function tabTo(person, fits) {
  for (let presses = 0; presses < 40; presses += 1) {
    await person.page.keyboard.press('Tab');
    if (fits(await focused(person))) return;
  }
  assert.fail('it cannot be reached by Tab');
}

/**
 * Moves to a square with the arrow keys.
 * @param {Person} person
 * @param {string} name
 */
async function walkTo(person, name) {
  const from = await focused(person);
  const press = async (/** @type {string} */ key, /** @type {number} */ times) => {
    for (let i = 0; i < times; i += 1) await person.page.keyboard.press(key);
  };
  const [columns, rows] = [name.charCodeAt(0) - from.charCodeAt(0), Number(name[1]) - Number(from[1])];
  await press(columns > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(columns));
  await press(rows > 0 ? 'ArrowDown' : 'ArrowUp', Math.abs(rows));
  assert.match(await focused(person), new RegExp(`^${name},`));
}

/** The person's cookies, for a request outside the browser. @param {Person} person */
async function cookies(person) {
  const kept = await person.context.cookies();
  return { cookie: kept.map(({ name, value }) => `${name}=${value}`).join('; ') };
}
