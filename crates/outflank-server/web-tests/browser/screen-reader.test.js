// A whole game, a study and a puzzle with a screen reader: nothing here knows more of a page than roles, names and what is announced.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { ENDING } from '../support/games.js';
import { movesOf, puzzleOf } from '../support/puzzles.js';
import { ScreenReader } from '../support/screen-reader.js';
import { Server } from '../support/server.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** @param {string} path */
async function open(path) {
  const person = await Person.sitDown(browser);
  // What the page announces, in order.
  await person.context.addInitScript(() => {
    const here = /** @type {any} */ (window);
    here.announced = [];
    const listen = () => {
      const region = document.querySelector('#said[aria-live]');
      if (region === null) return;
      watching.disconnect();
      new MutationObserver(() => here.announced.push(region.textContent)).observe(region, { childList: true, subtree: true, characterData: true });
    };
    const watching = new MutationObserver(listen);
    watching.observe(document, { childList: true, subtree: true });
  });
  await person.page.goto(`${server.url}${path}`);
  return { person, page: person.page, reader: await ScreenReader.of(person) };
}

/** @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
const announced = (page) => page.evaluate(() => /** @type {any} */ (window).announced);

test('a whole game against the engine', async () => {
  const { person, page, reader } = await open('/');
  await reader.press('gridcell', /^d3, empty, legal, flips 1/);
  await page.waitForURL(/\/game\//);
  await reader.find('gridcell', /^d3, (black|white)/);
  for (let placed = 1; ; placed += 1) {
    assert.ok(placed <= 60, 'the game ends');
    // Either it is the player's turn, or there is a result.
    let next;
    do {
      const spoken = await reader.read();
      if (spoken.some(({ role, name }) => role === 'region' && name === 'Result')) break;
      next = spoken.find(({ role, name }) => role === 'gridcell' && / legal,/.test(name));
    } while (next === undefined);
    if (next === undefined) break;
    const square = next.name.slice(0, 2);
    await reader.press('gridcell', new RegExp(`^${square}, empty, legal`));
    await reader.find('gridcell', new RegExp(`^${square}, (black|white)`));
  }
  await reader.find('heading', /^(You won|You lost|Draw)/);
  await reader.find('link', /^Review game$/);
  await reader.find('button', /^Rematch$/);
  const words = (await announced(page)).join(' ');
  assert.match(words, /White plays [a-h][1-8], flips \d+\./);
  assert.match(words, /(You won|You lost|Draw)[^.]*\. Black \d+, White \d+\./);
  person.assertContent();
});

test('a game is read in, looked through, branched and retried', async () => {
  const { person, page, reader } = await open('/study');
  await reader.type(/^A game or a position$/, ENDING);
  await reader.press('button', /^Read$/);
  await reader.find('table', /^Accuracy$/);
  await reader.find('heading', /^White won 37–27$/);
  await reader.find('heading', /^11\. f8 cost 12 discs$/);
  assert.match((await announced(page)).join(' '), /Loaded: .*The worst move was 2\. a4, which lost 28 discs\./);

  await reader.press('tab', /^Moves$/);
  await reader.press('button', /^1\. g1/);
  await reader.find('gridcell', /^g1, black, last move/);
  await reader.press('gridcell', /^f1, empty, legal/);
  await reader.find('button', /^Delete the variation 2\. f1$/);

  await reader.press('tab', /^Report$/);
  await reader.press('button', /^Retry f8$/);
  await reader.find('heading', /^Retry mistakes$/);
  await reader.press('gridcell', /^a8, empty, legal/);
  await reader.press('button', /^Done$/);
  await reader.find('tab', /^Report$/);
  assert.match((await announced(page)).join(' '), /Find a move that loses less than 2 discs\..* a8 is the best move\./);
  person.assertContent();
});

test('puzzles are solved, right and wrong', async () => {
  const { person, page, reader } = await open('/drill');
  let id;
  for (const isRight of [true, false]) {
    id = await puzzleOf(page, id);
    await reader.find('gridcell', / legal,/);
    const spoken = await reader.read();
    assert.ok(spoken.some(({ name }) => /^(Black|White) to move( and |: )/.test(name)), 'the task is read out');
    const moves = await movesOf(server.url, id);
    const square = isRight ? moves[0] : moves[moves.length - 1];
    await reader.press('gridcell', new RegExp(`^${square}, empty, legal`));
    await reader.find('gridcell', new RegExp(`^${square}, .*value ${isRight ? '✓' : '✗'}`));
    const verdict = isRight ? `Right: ${square} ` : `Wrong: ${square} .* You will see this puzzle again\\.`;
    assert.match((await announced(page)).join(' '), new RegExp(verdict));
    await reader.press('button', /^Next puzzle$/);
  }
  person.assertContent();
});
