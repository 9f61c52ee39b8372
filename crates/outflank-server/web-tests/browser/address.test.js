// A study is in its address: reload, back and a sent link restore it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { ENDING, WHOLE } from '../support/games.js';
import { Server } from '../support/server.js';
import { discs, grid, square } from '../support/table.js';

/** @typedef {import('playwright-core').Page} Page */

const GAME = WHOLE.join('');
const DESK = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/**
 * Pastes a text while no field has the focus.
 * @param {Page} page
 * @param {string} text
 */
function paste(page, text) {
  return page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

/** What one sees of a study: the board, the moves, the variations and where one is. @param {Page} page */
async function seen(page) {
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  return page.evaluate(() => {
    const texts = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].map((node) => (node.textContent ?? '').replace(/[?,].*/, ''));
    const cells = [...document.querySelectorAll('of-board [data-square]')].map((cell) => cell.querySelector('.disc')?.getAttribute('data-disc')?.[0] ?? '-');
    return { board: cells.join(''), moves: texts('#moves .move'), lines: texts('#notes .line'), at: texts('.move[aria-current]'), flipped: document.querySelector('of-board [data-square]')?.getAttribute('data-square') };
  });
}

/** Waits until the address has stopped changing. @param {Page} page */
async function settled(page) {
  let before = '';
  while (before !== page.url()) {
    before = page.url();
    await page.waitForTimeout(400);
  }
}

test('a pasted game with variations survives a reload, and its address is the same study elsewhere', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  await paste(page, 'f5d6c3d3c4f4f6');
  await page.getByRole('heading', { name: '7 moves' }).waitFor();
  await page.getByRole('table', { name: 'Accuracy' }).waitFor();

  // Two variations, one of them with a comment.
  await page.getByRole('tab', { name: 'Moves' }).click();
  const field = page.getByLabel('Type a move');
  const play = async (/** @type {string} */ move) => {
    await grid(page).getByRole('gridcell', { name: new RegExp(`^${move}, empty, legal`) }).waitFor();
    await field.fill(move);
    await field.press('Enter');
    await square(page, move).and(page.getByRole('gridcell', { name: /last move/ })).waitFor();
  };
  const moves = page.getByRole('list', { name: 'Moves' });
  await moves.getByRole('button', { name: /^2\. d6/ }).click();
  await play('c5');
  await moves.getByRole('button', { name: /^1\. f5/ }).click();
  await play('f6');
  await play('e6');
  await play('f4');
  await page.getByLabel('Comment on 4. f4').fill('Mine, not for others.');
  await page.getByRole('button', { name: 'Previous move' }).click();
  await page.getByRole('button', { name: 'Flip the board' }).click();
  await page.getByText(/^Saved in your library/).waitFor();
  await settled(page);
  const before = await seen(page);
  assert.deepEqual(before.at, ['3. e6']);
  assert.equal(before.lines.length, 2);
  assert.ok(!decodeURIComponent(page.url()).includes('Mine'), page.url());

  await page.reload();
  await page.getByRole('button', { name: 'Delete the variation 3. c5' }).waitFor();
  assert.deepEqual(await seen(page), before);
  await page.getByText('Mine, not for others.').waitFor();
  await page.getByRole('tab', { name: 'Moves', selected: true }).waitFor();

  // Another browser gets everything but the comment.
  const other = await Person.sitDown(browser);
  await other.page.goto(page.url());
  await other.page.getByRole('button', { name: 'Delete the variation 3. c5' }).waitFor();
  const { lines, ...rest } = await seen(other.page);
  const { lines: own, ...mine } = before;
  assert.deepEqual(rest, mine);
  assert.deepEqual(lines, own.map((line) => line.replace('Mine, not for others.', '')));
  assert.equal(await other.page.getByText('Mine, not for others.').count(), 0);

  // Another game is another page of the history.
  await paste(page, 'd3c3');
  await page.getByRole('heading', { name: '2 moves' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Delete the variation 3. c5' }).waitFor();
  assert.deepEqual(await seen(page), before);
  await page.goForward();
  await page.getByRole('heading', { name: '2 moves' }).waitFor();
  for (const one of [person, other]) one.assertContent();
});

test('an ending, its rules and its players survive a reload', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study?record=${encodeURIComponent(ENDING)}`);
  await page.getByRole('table', { name: 'Accuracy' }).waitFor();
  await page.getByRole('button', { name: 'Show a6' }).click();
  await settled(page);
  assert.ok(!page.url().includes('?record='), page.url());
  const board = await discs(page);
  await page.reload();
  await page.getByRole('table', { name: 'Accuracy' }).waitFor();
  assert.equal(await discs(page), board);
  await page.goto(`${server.url}/study#tree=zz**&at=9`);
  await page.getByText('This link is damaged.').waitFor();
  person.assertContent();
});

test('a dropped file is opened', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['(;GM[2]PB[Ann]PW[Bob];B[f5];W[d6];B[c3])'], 'game.sgf', { type: 'application/x-go-sgf' }));
    for (const kind of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.locator('#facts').filter({ hasText: 'Ann' }).waitFor();
  assert.equal(await page.locator('#moves .move').count(), 4);
  person.assertContent();
});

test('on a phone, Show scrolls to the board', async () => {
  const person = await Person.sitDown(browser, PHONE);
  const { page } = person;
  await page.goto(`${server.url}/study?record=${GAME}`);
  await page.getByRole('table', { name: 'Accuracy' }).waitFor();
  await page.getByRole('button', { name: 'Show a2' }).tap();
  await square(page, 'a3').and(page.getByRole('gridcell', { name: /last move/ })).waitFor();
  const box = await grid(page).boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 676, `the board is visible above the tab bar: ${JSON.stringify(box)}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  person.assertContent();
});

for (const [size, options] of /** @type {const} */ ([['on a desk', DESK], ['on a phone', PHONE]])) {
  test(`nothing moves while a report arrives, ${size}`, async () => {
    const person = await Person.sitDown(browser, options);
    const { page } = person;
    await page.addInitScript(() => {
      const shifts = /** @type {{value: number, hadRecentInput: boolean}[]} */ ([]);
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => shifts.push(.../** @type {any[]} */ (list.getEntries()))).observe({ type: 'layout-shift', buffered: true });
    });
    /** The sum of all shifts, also right after a click. @returns {Promise<number>} */
    const shift = () => page.evaluate(() => /** @type {any} */ (window).shifts.reduce((/** @type {number} */ sum, /** @type {{value: number}} */ { value }) => sum + value, 0));
    await page.goto(`${server.url}/study`);
    await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
    assert.ok((await shift()) <= 0.02, `an empty study: ${await shift()}`);
    await page.goto(`${server.url}/study?record=${GAME}`);
    await page.getByRole('table', { name: 'Accuracy' }).waitFor();
    await page.waitForTimeout(300);
    assert.ok((await shift()) <= 0.02, `a report: ${await shift()}`);
    await settled(page);
    await page.reload();
    await page.getByRole('table', { name: 'Accuracy' }).waitFor();
    await page.waitForTimeout(300);
    assert.ok((await shift()) <= 0.02, `a reload: ${await shift()}`);
    // Stepping, where a click excuses nothing.
    for (const name of ['First position', 'Next move', 'Next move', 'Last position']) await page.getByRole('button', { name }).click();
    await page.waitForTimeout(300);
    assert.ok((await shift()) <= 0.02, `stepping: ${await shift()}`);
    person.assertContent();
  });
}

test('by keyboard alone: paste, step, branch, change tabs, retry', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.url}/study`);
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  await page.evaluate((text) => navigator.clipboard.writeText(text), ENDING);
  await page.keyboard.press('ControlOrMeta+v');
  await page.getByRole('table', { name: 'Accuracy' }).waitFor();

  // To the tabs, and through them with the arrow keys.
  const to = async (/** @type {import('playwright-core').Locator} */ wanted) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await wanted.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`the tab key does not lead to ${wanted}`);
  };
  await to(page.getByRole('tab', { name: 'Report' }));
  await page.keyboard.press('Home');
  await page.getByRole('tab', { name: 'Moves', selected: true }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tab', { name: 'Share', selected: true }).waitFor();
  await page.keyboard.press('ArrowRight');

  // Step with the arrow keys on the sheet, and branch with a typed move.
  await to(page.locator('#moves [aria-current]'));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await square(page, 'g1').and(page.getByRole('gridcell', { name: /last move/ })).waitFor();
  await grid(page).getByRole('gridcell', { name: /^f1, empty, legal/ }).waitFor();
  await to(page.getByLabel('Type a move'));
  await page.keyboard.type('f1');
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: 'Delete the variation 2. f1' });
  await remove.waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.locator('#notes button').last().and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await remove.waitFor();

  // Retry the turning point.
  await page.locator('#tab-moves').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await to(page.getByRole('button', { name: 'Retry', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Retry mistakes' }).getByText(/^Black to move\. 11\. f8 lost/).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'gridcell');
  await to(page.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Report', selected: true }).waitFor();
  person.assertContent();
});
