// The library of games in the browser.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { grid } from '../support/table.js';

/** @typedef {import('playwright-core').Page} Page */

const SGF = '(;GM[2]PB[Ann]PW[Bob];B[f5];W[d6];B[c3];W[d3])';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {Page} page */
async function open(page) {
  await page.getByRole('button', { name: 'Library' }).click();
  const panel = page.getByRole('dialog', { name: 'Library' });
  await panel.waitFor();
  return panel;
}

/**
 * Studies a game and comments on a move, which saves it.
 * @param {Page} page
 * @param {string} comment
 */
async function comment(page, comment) {
  await page.goto(`${server.url}/study?record=${encodeURIComponent(SGF)}`);
  await page.locator('#facts').filter({ hasText: 'Ann' }).waitFor();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByRole('list', { name: 'Moves' }).getByRole('button', { name: /^2\. d6/ }).click();
  await page.getByLabel('Comment on 2. d6').fill(comment);
  await page.getByText('Saved in your library as “Ann – Bob”.').waitFor();
}

/** @param {import('playwright-core').Download} download */
async function textOf(download) {
  return readFile(await download.path(), 'utf8');
}

test('a game is saved, renamed, moved, found, deleted and brought back', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await comment(page, 'A <b>good</b> reply.');
  let panel = await open(page);
  await panel.getByRole('button', { name: /^Ann – Bob/ }).waitFor();
  await person.assertAccessible('the library');

  await panel.getByRole('button', { name: 'New folder' }).click();
  await panel.getByLabel('Name').fill('Openings');
  await panel.getByLabel('Name').press('Enter');
  await panel.getByRole('region', { name: 'Openings' }).waitFor();
  await panel.getByRole('button', { name: 'More for Ann – Bob' }).click();
  await panel.getByLabel('Name').fill('Perpendicular');
  await panel.getByLabel('Name').press('Enter');
  await panel.getByRole('button', { name: /^Perpendicular/ }).waitFor();
  await panel.getByLabel('Folder', { exact: true }).selectOption('Openings');
  const folder = panel.getByRole('region', { name: 'Openings' });
  await folder.getByRole('button', { name: /^Perpendicular/ }).waitFor();
  await person.assertAccessible('the library with a folder');
  await panel.getByLabel('Search the library').fill('nothing like it');
  await panel.getByText('No game is called “nothing like it”.').waitFor();
  await panel.getByLabel('Search the library').fill('perp');
  await folder.getByRole('button', { name: /^Perpendicular/ }).waitFor();
  await panel.getByLabel('Search the library').fill('');

  await panel.getByRole('button', { name: 'Delete' }).click();
  await panel.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal(await panel.getByRole('button', { name: /^Perpendicular/ }).count(), 0);
  await panel.getByRole('button', { name: 'Undo' }).click();
  await folder.getByRole('button', { name: /^Perpendicular/ }).waitFor();

  // From another game back to this one, with its comment.
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.goto(`${server.url}/study`);
  panel = await open(page);
  await panel.getByRole('button', { name: /^Perpendicular/ }).click();
  await page.locator('#facts').filter({ hasText: 'Ann' }).waitFor();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByText('A <b>good</b> reply.').waitFor();
  person.assertContent();
});

test('games are exported and imported, as JSON and as SGF', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await comment(page, 'Kept in the file.');
  let panel = await open(page);
  await panel.getByRole('button', { name: 'More for Ann – Bob' }).click();
  const [sgf] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Export SGF' }).click()]);
  assert.equal(sgf.suggestedFilename(), 'Ann-Bob.sgf');
  assert.match(await textOf(sgf), /;W\[d6\]C\[Kept in the file\.\];B\[c3\]/);
  const [all] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Export all' }).click()]);
  const json = await textOf(all);

  const other = await Person.sitDown(browser);
  await other.page.goto(`${server.url}/study`);
  panel = await open(other.page);
  await panel.getByText(/^Games are saved here/).waitFor();
  const file = panel.getByLabel('A file to import');
  await file.setInputFiles({ name: 'library.json', mimeType: 'application/json', buffer: Buffer.from(json) });
  await panel.getByText('Imported one game from library.json.').waitFor();
  await file.setInputFiles({ name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from(`${await textOf(sgf)}${SGF.replace('Ann', 'Eve')}`) });
  await panel.getByText('Imported 2 games from two.txt.').waitFor();
  await panel.getByRole('button', { name: /^Eve – Bob/ }).waitFor();
  await file.setInputFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"format":"outflank-library","version":7}') });
  await panel.getByText(/^Nothing was imported: the file has version 7/).waitFor();
  await panel.getByRole('button', { name: /^Ann – Bob.*1 comment/ }).click();
  await other.page.getByRole('tab', { name: 'Moves' }).click();
  await other.page.getByText('Kept in the file.').waitFor();
  for (const one of [person, other]) one.assertContent();
});

test('two tabs of one game keep what both have added', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await comment(page, 'From the first tab.');
  await page.waitForFunction(() => location.hash.includes('saved='));
  const second = await person.context.newPage();
  await second.goto(page.url());
  await second.getByText('From the first tab.').waitFor();
  await second.getByRole('list', { name: 'Moves' }).getByRole('button', { name: /^1\. f5/ }).click();
  await second.getByLabel('Comment on 1. f5').fill('From the second tab.');
  await page.getByText('From the second tab.').waitFor();
  await page.getByRole('list', { name: 'Moves' }).getByRole('button', { name: /^3\. c3/ }).click();
  await page.getByLabel('Comment on 3. c3').fill('Both.');
  await second.getByText('Both.').waitFor();
  await second.reload();
  for (const text of ['From the first tab.', 'From the second tab.', 'Both.']) await second.getByText(text).waitFor();
  person.assertContent();
});

test('a message reports a full or forbidden storage, and the study goes on', async () => {
  const full = await Person.sitDown(browser);
  await full.page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await full.page.goto(`${server.url}/study?record=f5d6`);
  await full.page.getByRole('heading', { name: '2 moves' }).waitFor();
  await full.page.getByRole('tab', { name: 'Moves' }).click();
  await full.page.getByLabel('Comment on the start').fill('Too much.');
  await full.page.getByText(/^This browser’s storage for Outflank is full/).first().waitFor();
  assert.equal(await full.page.getByLabel('Comment on the start').inputValue(), 'Too much.');

  const forbidden = await Person.sitDown(browser);
  await forbidden.page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await forbidden.page.goto(`${server.url}/study?record=f5d6`);
  await forbidden.page.getByRole('heading', { name: '2 moves' }).waitFor();
  const panel = await open(forbidden.page);
  await panel.getByText(/^This browser does not let Outflank store games/).waitFor();
  await panel.getByRole('button', { name: 'Close' }).click();
  await forbidden.page.reload();
  await forbidden.page.getByRole('heading', { name: '2 moves' }).waitFor();
  await grid(forbidden.page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  for (const one of [full, forbidden]) one.assertContent();
});

test('on a phone the library is a sheet from below', async () => {
  const person = await Person.sitDown(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const { page } = person;
  await comment(page, 'On the train.');
  const panel = await open(page);
  await panel.getByRole('button', { name: 'More for Ann – Bob' }).tap();
  await panel.getByRole('button', { name: 'Delete' }).waitFor();
  await person.assertAccessible('the library on a phone');
  const box = await panel.boundingBox();
  assert.ok(box && box.x === 0 && Math.round(box.width) === 360 && Math.round(box.y + box.height) === 740, JSON.stringify(box));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  person.assertContent();
});
