// The report of `outflank analyze --html`, opened as a file.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Person, launch } from '../support/browser.js';

/** @typedef {import('playwright-core').Page} Page */

/** A game of the World Championship of 2004, from the WTHOR database. */
const GAME =
  'f5d6c3d3c4f4f6f3e6e7d7c5c6g6f8c7c8b6e3b5b4f2e2a3h6f7g8b3d2d1c2e1g5c1b2b1g4h4a5a7h3h5a6a4g3g2h1h2g1f1a1e8a2h8a8h7g7d8b7b8';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {string} */ let folder;
/** @type {string} */ let single;
/** Two games, one of them with hostile names. @type {string} */ let several;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outflank-report-'));
  browser = await launch();
  single = await report('single', [ggf(GAME, 'Kinoshita Hisako', 'Seeley Ben')]);
  several = await report('several', [
    ggf(GAME, 'Kinoshita Hisako', 'Seeley Ben'),
    ggf(GAME.slice(0, 28), '<img src=x onerror=alert(1)>', '</script><script>alert(2)</script>'),
  ]);
});
after(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/**
 * @param {string} moves
 * @param {string} black
 * @param {string} white
 */
function ggf(moves, black, white) {
  const board = '8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *';
  const plies = (moves.match(/../g) ?? []).map((move, i) => `${'BW'[i % 2]}[${move}]`).join('');
  return `(;GM[Othello]PC[World Championship]DT[2004]PB[${black}]PW[${white}]TY[8]BO[${board}]${plies};)`;
}

/**
 * Writes a report with the program named by OUTFLANK.
 * @param {string} name
 * @param {string[]} games
 * @returns {Promise<string>} where it can be opened
 */
async function report(name, games) {
  const program = process.env.OUTFLANK;
  if (!program) throw new Error('the variable OUTFLANK must name the program to test');
  const [source, page] = [join(folder, `${name}.ggf`), join(folder, `${name}.html`)];
  await writeFile(source, games.join('\n'));
  await promisify(execFile)(program, ['analyze', source, '--level', '4', '--exact', '18', '--html', page], {
    env: { ...process.env, OUTFLANK_HOME: folder },
  });
  return pathToFileURL(page).href;
}

/**
 * Opens a report. A dialog would be the effect of a hostile name.
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function open(url, options) {
  const person = await Person.sitDown(browser, options);
  person.page.on('dialog', (dialog) => {
    person.complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  person.page.on('request', (request) => {
    if (request.url().split('#')[0] !== url.split('#')[0]) person.complaints.push(`a request: ${request.url()}`);
  });
  await person.page.goto(url);
  return person;
}

/** The last move and its colour. @param {Page} page */
async function last(page) {
  const cell = page.getByRole('table', { name: 'Board' }).getByRole('cell', { name: /last move/ });
  return (await cell.count()) === 0 ? null : ((await cell.locator('.visually-hidden').textContent()) ?? '');
}

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** The text about the position. @param {Page} page */
const said = async (page) => (await page.getByRole('status').textContent()) ?? '';

/** @param {Page} page */
const counts = (page) => page.locator('.game:not([hidden]) .count').allTextContents();

/** @param {string} url @returns {Promise<any>} */
async function data(url) {
  const html = await readFile(new URL(url), 'utf8');
  return JSON.parse(html.match(/<script type="application\/json" id="games">(.*?)<\/script>/s)?.[1] ?? '[]');
}

/** @param {Page} page */
async function assertFits(page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(content <= window, `${content} pixels in a window of ${window}`);
}

for (const [size, options] of /** @type {const} */ ([
  ['on a desk', {}],
  ['on a phone', PHONE],
])) {
  test(`a game is stepped through by the buttons, the moves and the graph, ${size}`, async () => {
    const person = await open(single, options);
    const { page } = person;
    await page.getByRole('heading', { name: 'Kinoshita Hisako – Seeley Ben' }).waitFor();
    assert.deepEqual(await counts(page), ['2', '2']);
    await press(page, 'One move on');
    assert.match((await last(page)) ?? '', /^f5, black, last move/);
    assert.deepEqual(await counts(page), ['4', '1']);
    await press(page, 'One move back');
    assert.equal(await last(page), null);
    await press(page, 'Last position');
    assert.match((await last(page)) ?? '', /^b8, /);
    assert.deepEqual(await counts(page), ['30', '34']);
    assert.match(await said(page), /The game is over/);
    await press(page, 'First position');
    assert.match(await said(page), /Start\..*Black to move/);

    await page.getByRole('region', { name: 'All moves' }).getByRole('button', { name: /f3/ }).click();
    assert.match((await last(page)) ?? '', /^f3, white, last move/);
    const graph = page.getByRole('img', { name: /^Value for Black/ });
    await graph.scrollIntoViewIfNeeded();
    const box = await graph.boundingBox();
    assert.ok(box);
    await graph.click({ position: { x: box.width * 0.55, y: box.height / 2 } });
    assert.match(await said(page), /^(Black|White) (2[89]|3[0-6])\. /);
    await assertFits(page);
    person.assertContent();
  });
}

test('every mistake is shown in turn, with its loss and the better move', async () => {
  const [{ report }] = await data(single);
  const mistakes = report.moves.filter((/** @type {{sign?: string}} */ { sign }) => sign !== undefined);
  assert.ok(mistakes.length >= 3, 'the game has mistakes');
  const person = await open(single);
  const { page } = person;
  for (const mistake of [...mistakes, mistakes[0]]) {
    await press(page, 'Next mistake');
    assert.match(await said(page), new RegExp(`^${mistake.by === 'black' ? 'Black' : 'White'} ${mistake.number}\\. ${mistake.played}`));
    assert.ok((await said(page)).includes(mistake.sentence));
    await page.getByRole('cell', { name: `${mistake.best}, empty, best`, exact: true }).waitFor();
    assert.equal(await page.locator('of-board .sign:not(:empty)').textContent(), mistake.sign);
  }
  person.assertContent();
});

test('a link to a move shows its position', async () => {
  const person = await open(`${single}#game-1-ply-40`, PHONE);
  const { page } = person;
  await page.getByRole('heading', { name: 'Kinoshita Hisako – Seeley Ben' }).and(page.locator(':focus')).waitFor();
  const board = await page.getByRole('table', { name: 'Board' }).boundingBox();
  assert.ok(board !== null && board.y >= 0 && board.y < PHONE.viewport.height / 2, `the board begins at ${board?.y}`);
  assert.notEqual(await last(page), null, 'the move is on it');
  person.assertContent();
});

test('the report works by keyboard', async () => {
  const person = await open(single);
  const { page } = person;
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.match((await last(page)) ?? '', /^d6, white/);
  await page.keyboard.press('ArrowLeft');
  assert.match((await last(page)) ?? '', /^f5, black/);
  await page.keyboard.press('End');
  assert.match((await last(page)) ?? '', /^b8, /);
  await page.keyboard.press('ArrowRight');
  assert.match((await last(page)) ?? '', /^b8, /);
  await page.keyboard.press('Home');
  assert.equal(await last(page), null);

  // The buttons are in order, with a visible focus.
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus');
  assert.equal(await focused.getAttribute('aria-label'), 'First position');
  assert.notEqual(await focused.evaluate((element) => getComputedStyle(element).outlineStyle), 'none');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab');
  assert.equal(await focused.textContent(), 'Next mistake');
  await page.keyboard.press('Enter');
  assert.match(await said(page), /\?/);
  person.assertContent();
});

test('one of several games is shown, and names are text', async () => {
  const person = await open(several);
  const { page } = person;
  const list = page.getByRole('navigation', { name: 'Games' });
  assert.equal(await page.getByRole('article').count(), 1);
  const second = list.getByRole('link', { name: '<img src=x onerror=alert(1)> – </script><script>alert(2)</script>' });
  await second.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^<img src=x onerror/ }).waitFor();
  assert.equal(await second.getAttribute('aria-current'), 'true');
  assert.equal(await page.getByRole('article').count(), 1);
  await page.keyboard.press('End');
  assert.match((await last(page)) ?? '', /^g6, white, last move/);
  await list.getByRole('link', { name: /Kinoshita/ }).click();
  await page.getByRole('heading', { name: 'Kinoshita Hisako – Seeley Ben' }).waitFor();
  // A move has an address.
  await page.goto(`${several}#game-1-ply-8`);
  await page.getByRole('cell', { name: 'f3, white, last move' }).waitFor();
  assert.equal(await page.locator('img, main script').count(), 0);
  await assertFits(page);
  person.assertContent();
});

test('axe finds no violation, light and dark', async () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const options of [{}, PHONE]) {
      const person = await open(several, { ...options, colorScheme });
      await press(person.page, 'Next mistake');
      await person.assertAccessible(`the report, ${colorScheme}`);
      await assertFits(person.page);
      person.assertContent();
      await person.context.close();
    }
  }
});
