import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { grid, square } from '../support/table.js';

/** 200 tournament games. */
const GAMES = fileURLToPath(new URL('../../../outflank-formats/tests/data/wthor_200.wtb', import.meta.url));

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start('--collection', GAMES), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test('the explorer shows and plays known moves beside the values of the engine', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  const games = page.getByRole('region', { name: 'Games', exact: true });
  await games.getByText('200 of 200 games').waitFor();
  await games.getByRole('button', { name: /^Play / }).first().click();
  // Of the three legal replies, people play two.
  await games.getByRole('button', { name: 'Perpendicular Opening' }).waitFor();
  const row = games.getByRole('row').filter({ hasText: 'Perpendicular Opening' });
  assert.match(await row.getByRole('cell').nth(1).innerText(), /^\d+ %$/);

  // The engine's values appear in the same rows.
  await page.getByRole('button', { name: 'Engine', exact: true }).click();
  await row.getByRole('cell').last().filter({ hasText: /^[+−]?\d/ }).waitFor();
  await page.getByRole('button', { name: 'Engine', exact: true }).click();

  // By keyboard.
  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await games.getByText(/^\d+ of 200 games/).waitFor();
  await games.getByText('Latest games').focus();
  await page.keyboard.press('Enter');
  await games.getByRole('listitem').first().waitFor();
  await person.assertAccessible('the explorer');

  // A position in none of the games.
  await page.goto(`${server.url}/study?record=f5f4f3`);
  await page.getByRole('button', { name: 'Last position' }).click();
  await games.getByText(/^(None of 200 games had|\d+ of 200)/).waitFor();
  person.assertContent();
});

test('a server without games shows no explorer', async () => {
  const bare = await Server.start();
  try {
    const person = await Person.sitDown(browser);
    const { page } = person;
    const asked = page.waitForResponse(/explore/);
    await page.goto(`${bare.url}/study`);
    await asked;
    await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
    await square(page, 'f5').click();
    await page.getByRole('heading', { name: 'Moves' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Games', exact: true }).count(), 0);
    person.assertContent();
  } finally {
    await bare.close();
  }
});
