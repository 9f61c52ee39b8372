import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { discs, square, turn } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Black can capture everything with d1. */
const BOARD = '-XO-----XO------X-----------------------------------------------';

/**
 * A game against the engine from that board.
 * @param {Person} person
 */
async function sitDown({ page }) {
  await page.goto(server.url);
  const { id } = await page.evaluate(async (record) => {
    const proposal = { black: 'me', white: 'engine:1', start: { record } };
    const answer = await fetch('/api/games', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(proposal),
    });
    return answer.json();
  }, `board ${BOARD} X`);
  await page.goto(`${server.url}/game/${id}`);
  // The squares are drawn before the game is loaded; wait for a legal one.
  assert.equal(await turn(page), 'turn');
}

/**
 * @param {Person} person
 * @param {string} choice
 */
async function choose({ page }, choice) {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Warnings against the engine').selectOption({ label: choice });
  await page.getByRole('button', { name: 'Close' }).click();
}

test('the player is warned before a mistake, by mouse and by keyboard, if the setting is on', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await sitDown(person);
  await choose(person, 'Over 4 discs lost');
  await square(page, 'c2').click();
  const asked = page.getByRole('dialog', { name: 'Play c2?' });
  await asked.getByText(/^c2 .*costs/).waitFor();
  await person.assertAccessible('a warning');
  await asked.getByRole('button', { name: 'Think again' }).click();
  await asked.waitFor({ state: 'detached' });
  assert.equal(await discs(page), BOARD, 'nothing was played');

  // By keyboard: Escape cancels, and the move can be confirmed.
  const field = page.getByLabel('Type a move');
  await field.fill('c2');
  await field.press('Enter');
  await asked.waitFor();
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  await field.fill('c2');
  await field.press('Enter');
  await asked.getByRole('button', { name: 'Play it anyway' }).press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length > 0);

  // Without the setting the move is played at once.
  await sitDown(person);
  await choose(person, 'Off');
  await square(page, 'c2').click();
  await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length > 0);
  assert.equal(await asked.count(), 0);
  person.assertContent();
});
