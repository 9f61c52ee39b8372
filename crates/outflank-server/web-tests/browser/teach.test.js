import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { create, discs, reaches, square, turn } from '../support/table.js';

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
async function sitDown(person) {
  await create(person, server.url, { black: 'me', white: 'engine:1', start: { record: `board ${BOARD} X` } });
  // The squares are drawn before the game is loaded; wait for a legal one.
  assert.equal(await turn(person.page), 'turn');
}

/**
 * @param {Person} person
 * @param {string} choice
 */
async function choose({ page }, choice) {
  const game = page.url();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radiogroup', { name: 'Warnings' }).getByLabel(choice).check();
  await page.goto(game);
  assert.equal(await turn(page), 'turn');
}

test('the player is warned before a mistake, by mouse and by keyboard, if the setting is on', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await sitDown(person);
  await choose(person, 'Over 4');
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
  await reaches(page, 1);

  // Without the setting the move is played at once.
  await sitDown(person);
  await choose(person, 'Off');
  await square(page, 'c2').click();
  await reaches(page, 1);
  assert.equal(await asked.count(), 0);
  person.assertContent();
});
