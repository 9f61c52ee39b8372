// Study: a pasted game is read and judged, mistakes are tried again, positions are set up.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { discs, grid, legal, square } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

// A whole game, in which White gives a corner away with the fourteenth move.
const MOVES = 'f5 d6 c3 d3 c4 f4 f6 g5 e6 d7 e3 c5 f3 g7';
const GGF = `(;GM[Othello]PC[club]DT[2026.11.15]PB[Ann]PW[<i>Bob</i>]RE[?]TI[5:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]${MOVES.split(
  ' ',
)
  .map((move, i) => `${'BW'[i % 2]}[${move.toUpperCase()}]`)
  .join('')};)`;

test('a pasted GGF is read, judged, and its mistakes are tried again', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await page.getByLabel('A game or a position').fill(GGF);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  // Who played is text, never markup.
  await page.getByText('<i>Bob</i>').first().waitFor();

  // The review comes by itself: a graph, and the same as a table.
  await page.getByRole('heading', { name: 'Evaluation, Black up' }).waitFor();
  await page.getByText('The same as a table').click();
  const rows = page.getByRole('table').getByRole('row');
  await rows.filter({ hasText: 'g7' }).waitFor();
  assert.equal(await rows.count(), MOVES.split(' ').length + 1, 'a row for each move, and the head');
  await page.getByRole('button', { name: 'Retry g7' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await person.assertAccessible('a game that is studied');

  // Try the worst move again: first the same mistake, then the engine's move.
  await page.getByRole('button', { name: 'Retry g7' }).click();
  await grid(page).getByRole('gridcell', { name: /^g7, empty, legal/ }).waitFor();
  await square(page, 'g7').click();
  await page.getByText(/g7 was played: it cost/).first().waitFor();
  await page.getByRole('button', { name: 'Show the best' }).click();
  await page.getByRole('list', { name: 'Moves' }).locator('[aria-current]').filter({ hasNotText: 'g7' }).waitFor();

  // The game is stepped through by keys.
  await page.getByRole('button', { name: 'First position' }).click();
  assert.equal(await discs(page), '---------------------------OX------XO---------------------------');
  await page.getByRole('list', { name: 'Moves' }).locator('[aria-current]').focus();
  await page.keyboard.press('ArrowRight');
  await square(page, 'f5').and(page.getByRole('gridcell', { name: /black, last move/ })).waitFor();
  person.assertContent();
});

test('the engine puts values on the squares, and its lines can be played', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study?record=f5d6c3d3c4`);
  await page.getByRole('button', { name: 'Last position' }).click();
  await page.getByText('Tiger').first().waitFor();
  await page.getByRole('button', { name: 'Engine' }).click();
  await grid(page).getByRole('gridcell', { name: /legal, flips \d+, value [+−-]?\d/ }).first().waitFor();
  const line = page.getByRole('list', { name: 'Best lines' });
  const first = line.getByRole('button').first();
  await first.waitFor();
  await first.click();
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length >= 7);
  person.assertContent();
});

test('moves can be typed from the usual start, and the engine thinks about it', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  // A start without moves is a position like others.
  await page.getByRole('button', { name: 'Engine', exact: true }).click();
  await page.getByRole('list', { name: 'Best lines' }).getByRole('button').first().waitFor();
  await page.getByRole('button', { name: 'Engine', exact: true }).click();

  const field = page.getByLabel('Type a move');
  await field.fill('a1');
  await field.press('Enter');
  await page.getByText('a1 is not legal now.').first().waitFor();
  await field.fill('F5');
  await field.press('Enter');
  await square(page, 'f5').and(page.getByRole('gridcell', { name: /black, last move/ })).waitFor();
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  await field.fill('6d');
  await field.press('Enter');
  await square(page, 'd6').and(page.getByRole('gridcell', { name: /white, last move/ })).waitFor();
  person.assertContent();
});

test('a position is set up by clicking, and nonsense is explained with its place', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('radio', { name: 'Black', exact: true }).first().check();
  await square(page, 'd4').click();
  await page.getByRole('radio', { name: 'White', exact: true }).first().check();
  await square(page, 'e4').click();
  await page.getByRole('button', { name: 'Use this position' }).click();
  await grid(page).getByRole('gridcell', { name: 'f4, empty, legal, flips 1' }).waitFor();
  assert.deepEqual(await legal(page), ['f4']);

  await page.goto(`${server.url}/study`);
  await page.getByLabel('A game or a position').fill('f5d6\n  a1');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByText(/line 2, column 3: move 3, a1, is not legal/).first().waitFor();
  // Chromium tells every refused request on the console; that is no fault of the page.
  person.complaints = person.complaints.filter((text) => !text.includes('status of 422'));
  person.assertContent();
});
