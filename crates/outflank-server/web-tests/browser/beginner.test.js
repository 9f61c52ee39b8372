// The first games of a new player, and guests who share a name.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { choose, setName } from '../support/home.js';
import { Server } from '../support/server.js';
import { create, legal, moves, result, square, turn } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Black plays a1, White has no move, and Black wins with c8. */
const WON = `board -OX-----${'-'.repeat(48)}XO------ X`;

/**
 * Creates and opens a game.
 * @param {Person} person
 * @param {object} [proposal]
 */
async function play(person, proposal = {}) {
  await create(person, server.url, { black: 'me', white: 'engine:1', ...proposal });
  await turn(person.page);
}

/** @param {Person} person */
const feedback = ({ page }) => page.locator('#feedback');

/** @param {Person} person @param {string} text */
const says = (person, text) => feedback(person).filter({ hasText: text }).waitFor();

/** The places of the board and the players, and whether the feedback covers them. @param {Person} person */
async function layout({ page }) {
  const boxes = await page.evaluate(() => {
    const box = (/** @type {string} */ name) => document.querySelector(name)?.getBoundingClientRect().toJSON();
    return { board: box('#board'), top: box('#top'), bottom: box('#bottom'), opening: box('#opening'), record: box('#record'), actions: box('#actions'), line: box('#feedback') };
  });
  const { line, ...others } = boxes;
  // Its height is that of its text; its room is kept.
  boxes.line = undefined;
  for (const [name, box] of Object.entries(others)) {
    const apart = line.bottom <= box.top || line.top >= box.bottom || line.right <= box.left || line.left >= box.right;
    assert.ok(apart, `the line lies over ${name}: ${JSON.stringify(boxes)}`);
  }
  return boxes;
}

test('a new player starts at level 1, and the last level is remembered', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  const { levels } = await (await fetch(`${server.url}/api/levels`)).json();
  const level = (/** @type {number} */ number) => page.getByRole('radio', { name: `Level ${number}`, exact: true });
  const chip = (/** @type {number} */ number) => page.locator('summary', { hasText: `Level ${number}, ${levels[number - 1].name.toLowerCase()}` });
  await page.goto(server.url);
  await chip(1).click();
  await page.getByText(levels[0].description).waitFor();
  assert.ok(await level(1).isChecked());
  const place = () => page.locator('#board').boundingBox();
  const before = await place();
  for (const number of [9, 4]) {
    await level(number).check();
    await page.getByText(levels[number - 1].description).waitFor();
    await chip(number).waitFor();
    assert.deepEqual(await place(), before, 'the board stays still');
  }
  await person.assertAccessible('the home page');
  await page.reload();
  await chip(4).click();
  await page.getByText(levels[3].description).waitFor();
  assert.ok(await level(4).isChecked());
  person.assertContent();
});

for (const [screen, options] of Object.entries({ 'a desk': {}, 'a phone': PHONE, 'a phone on its side': { ...PHONE, viewport: { width: 844, height: 390 } } })) {
  test(`an illegal square is explained beside the board, on ${screen}`, async () => {
    const person = await Person.sitDown(browser, options);
    const { page } = person;
    await play(person, { clock: { main: 300_000 } });
    const before = await layout(person);
    const touch = 'hasTouch' in options;
    await (touch ? square(page, 'a1').tap() : square(page, 'a1').click());
    await says(person, 'On a1 Black would outflank no white disc in any direction.');
    assert.deepEqual(await layout(person), before, 'nothing moves');
    await page.getByRole('status').filter({ hasText: 'On a1 black' }).waitFor();
    await person.assertAccessible('an illegal square');
    await (touch ? square(page, 'd4').tap() : square(page, 'd4').click());
    await says(person, 'D4 already has a white disc.');
    await page.waitForFunction(() => document.getElementById('feedback')?.textContent === '');
    assert.deepEqual(await layout(person), before);
      await square(page, 'h8').focus();
    await page.keyboard.press('Enter');
    await says(person, 'On h8 Black would outflank');
    assert.deepEqual(await moves(page), []);
    person.assertContent();
  });
}

test('on a phone the first tap says what it flips, and that a second one plays', async () => {
  const person = await Person.sitDown(browser, PHONE);
  const { page } = person;
  await play(person, { start: 'initial' });
  const before = await layout(person);
  const [first] = await legal(page);
  await square(page, first).tap();
  await says(person, `${first} flips 1. Tap again to play it.`);
  assert.deepEqual(await layout(person), before);
  assert.deepEqual(await moves(page), []);
  await person.assertAccessible('a first tap');
  await square(page, first).tap();
  await page.getByRole('button', { name: `1, Black ${first}` }).waitFor();
  assert.equal(await feedback(person).textContent(), '');
  person.assertContent();
});

test('a mouse click plays without a hint', async () => {
  const person = await Person.sitDown(browser);
  await play(person);
  const [first] = await legal(person.page);
  await square(person.page, first).click();
  await person.page.getByRole('button', { name: `1, Black ${first}` }).waitFor();
  assert.equal(await feedback(person).textContent(), '');
  person.assertContent();
});

test('a pass is explained, and a win leads to the next level', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await play(person, { start: { record: WON }, name: 'Ann', clock: { main: 300_000 } });
  const before = await layout(person);
  await square(page, 'a1').click();
  await says(person, 'White has no legal move and passes. Your turn again. A player without a move must pass; it isn’t a choice.');
  assert.deepEqual(await layout(person), before);
  await turn(page);
  await square(page, 'c8').click();
  await result(page).getByRole('heading', { name: /You won by/ }).waitFor();
  await result(page).getByRole('button', { name: 'Rematch' }).waitFor();
  await person.assertAccessible('a win against the engine');
  await square(page, 'h4').click();
  await says(person, 'The game is over.');
  const old = page.url();
  await result(page).getByRole('button', { name: 'Play level 2' }).click();
  await page.waitForURL((url) => url.href !== old && url.pathname.startsWith('/game/'));
  await page.getByText(/^Level 2/).waitFor();
  await page.getByText('Ann (you)').waitFor();
  assert.deepEqual((await legal(page)).sort(), ['a1', 'c8']);
  // In the second game a pass is explained in fewer words.
  await square(page, 'a1').click();
  await says(person, 'White has no legal move and passes. Your turn again.');
  assert.doesNotMatch((await feedback(person).textContent()) ?? '', /choice/);

  await page.goto(server.url);
  await page.locator('summary', { hasText: /^Level 2/ }).waitFor();
  person.assertContent();
});

test('a loss offers no next level', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await play(person);
  await page.getByRole('button', { name: 'Resign' }).click();
  await result(page).getByRole('button', { name: 'Rematch' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Play level/ }).count(), 0);
  person.assertContent();
});

test('tags distinguish guests of the same name in the lobby, at the table and in the chat', async () => {
  const [ann, other, nameless, visitor] = await Promise.all([1, 2, 3, 4].map(() => Person.sitDown(browser)));
  const challenge = async (/** @type {Person} */ { page }, /** @type {string} */ name, /** @type {RegExp} */ clock) => {
    await page.goto(server.url);
    await setName(page, name);
    // Challenges with the same clock would be joined.
    await choose(page, /^Clock/, clock);
    await page.getByRole('button', { name: 'Find an opponent' }).click();
    await page.getByText('Waiting for an opponent').waitFor();
  };
  await challenge(ann, 'Ann', /^No clock/);
  await visitor.page.goto(server.url);
  const open = visitor.page.getByRole('region', { name: 'Open challenges' });
  const annsTag = (await open.locator('.name .tag').textContent()) ?? '';
  assert.match(annsTag, /^#[0-9a-z]{4}$/);

  // Another guest claims to be Ann, and a third has no name.
  await challenge(other, `Ann ${annsTag}`, /^10 minutes/);
  await challenge(nameless, '', /^20 minutes/);
  await visitor.page.reload();
  await open.getByRole('button', { name: /^Join Guest/ }).waitFor();
  const names = await open.locator('.name').evaluateAll((found) =>
    found.map((name) => [name.firstChild?.textContent ?? '', name.querySelector('.tag')?.textContent ?? '']),
  );
  const tags = names.map(([, tag]) => tag);
  assert.deepEqual(names.map(([name]) => name).sort(), ['Ann', `Ann ${annsTag}`, 'Guest']);
  assert.equal(new Set(tags.map((tag) => tag.replace('#', ''))).size, 3, `${names}`);
  assert.equal(tags.filter((tag) => tag === annsTag).length, 1, 'only one of them has this tag');
  await visitor.assertAccessible('the lobby');

  await setName(visitor.page, 'Ann');
  await open.getByRole('button', { name: `Join Ann ${annsTag}`, exact: true }).click();
  await turn(ann.page);
  for (const { page } of [ann, visitor]) {
    await page.locator('.seat .tag').nth(1).waitFor();
    const shown = await page.locator('.seat .tag').allTextContents();
    assert.ok(shown.includes(annsTag) && new Set(shown).size === 2, `${shown}`);
  }
  await visitor.page.getByRole('button', { name: 'Chat' }).click();
  await visitor.page.getByLabel('Say something').fill('Hello!');
  await visitor.page.getByRole('button', { name: 'Send' }).click();
  await ann.page.getByRole('button', { name: /^Chat/ }).click();
  await ann.page.getByRole('log').getByText('Hello!').waitFor();
  const said = await ann.page.getByRole('log').locator('.tag').textContent();
  assert.match(said ?? '', /^#[0-9a-z]{4}$/);
  assert.notEqual(said, annsTag);
  await square(visitor.page, 'd4').click();
  await says(visitor, 'It is Black’s turn.');
  await visitor.assertAccessible('two guests with the same name');
  await square(ann.page, (await legal(ann.page))[0]).click();
  await turn(visitor.page);
  assert.equal(await feedback(visitor).textContent(), '');
  for (const person of [ann, other, nameless, visitor]) person.assertContent();
});
