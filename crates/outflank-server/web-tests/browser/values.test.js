// A move has one value on the study page, wherever it is shown.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{compared: number, judged: number, contradictions: string[]}} Seen */

const GAMES = 20;

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test('a move never has two values while games are stepped through with the engine on', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  // Searches take long on a busy machine.
  page.setDefaultTimeout(60_000);
  await page.addInitScript(watchValues);
  await page.goto(`${server.url}/study`);
  await page.getByLabel('A game or a position').fill(await readFile(new URL('../data/games.ggf', import.meta.url), 'utf8'));
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  const games = page.getByLabel('Which game');
  for (let game = 0; game < GAMES; game += 1) {
    await page.getByRole('tab', { name: 'Moves' }).click();
    if (game > 0) await games.selectOption({ index: game });
    await frame(page);
    await page.locator('#review-says').filter({ hasText: /^(The worst move|No move) / }).waitFor({ state: 'attached' });
    // The report has shown the turning point.
    await page.getByRole('list', { name: 'Moves' }).getByRole('button', { name: 'Start' }).click();
    await page.getByRole('tab', { name: 'Engine' }).click();
    // Stopping somewhere lets the engine find values of its own.
    await step(page, 2 + (game % 10));
    await page.locator('#engine-says').filter({ hasText: /^Engine: / }).waitFor();
    await step(page, Infinity);
    const { compared, judged, contradictions } = await seen(page);
    assert.deepEqual(contradictions, [], `game ${game + 1}`);
    assert.equal(compared, judged, `positions of game ${game + 1} in which moves were compared`);
  }
  person.assertContent();
});

test('an engine that has looked deeper offers to update the report', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  // Searches take long on a busy machine.
  page.setDefaultTimeout(60_000);
  await page.addInitScript(watchValues);
  const [, , , game] = (await readFile(new URL('../data/games.ggf', import.meta.url), 'utf8')).split('\n');
  await page.goto(`${server.url}/study?record=${encodeURIComponent(game)}`);
  await page.locator('#review-says').filter({ hasText: /^(The worst move|No move) / }).waitFor();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByRole('list', { name: 'Moves' }).getByRole('button', { name: 'Start' }).click();
  // With 22 empty squares a quick report estimates, and a standard one solves.
  await step(page, 9);
  await page.getByRole('tab', { name: 'Engine' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Engine' });
  await panel.getByText(/^Report: 12 plies, within \d+ discs?\.$/).waitFor();
  await panel.getByText(/^The engine has now looked deeper than the report: (\d+ plies instead of|to the end instead of) 12/).waitFor();
  await panel.getByRole('button', { name: 'Update the report' }).click();
  await panel.getByText('Updating the report…').waitFor();
  await panel.getByText(/^Report: exact\.$/).waitFor();
  assert.equal(await panel.getByRole('button', { name: 'Update the report' }).count(), 0);
  assert.equal(await page.locator('button').filter({ hasText: 'Analyze deeper' }).count(), 0);
  await step(page, Infinity);
  assert.deepEqual((await seen(page)).contradictions, []);
  person.assertContent();
});

/**
 * Steps forward with the keyboard, a frame for each position.
 * @param {Page} page
 * @param {number} most
 */
async function step(page, most) {
  await frame(page);
  await page.evaluate(async (steps) => {
    const next = document.querySelector('[aria-label="Next move"]');
    for (let i = 0; i < steps && next?.getAttribute('aria-disabled') === 'false'; i += 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      // The values are compared after the frame, or after the next one if a comparison was due; two timeouts later that is done.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => setTimeout(drawn)))));
    }
  }, Math.min(most, 100));
}

/** Waits until the page has drawn and its values have been compared. @param {Page} page */
function frame(page) {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => setTimeout(drawn))))),
  );
}

/** What was seen since the last call. @param {Page} page @returns {Promise<Seen>} */
function seen(page) {
  return page.evaluate(() => /** @type {any} */ (window).seenValues());
}

/** Runs in the page: after every change it compares all values of each move. */
function watchValues() {
  /** The moves before which the position was compared. @type {Set<string>} */ let compared = new Set();
  /** @type {Set<string>} */ let contradictions = new Set();
  Object.assign(window, {
    seenValues: () => {
      const sum = { compared: compared.size, judged: judged().filter(({ score }) => score !== '–').length, contradictions: [...contradictions] };
      [compared, contradictions] = [new Set(), new Set()];
      return sum;
    },
  });

  /** @param {string} text */
  const number = (text) => Number(text.replace('−', '-').replace(/[^-\d.]/g, ''));
  /** @param {string} selector @param {ParentNode} [within] */
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const text = (/** @type {Element | null | undefined} */ node) => node?.textContent ?? '';
  const isHidden = (/** @type {string} */ selector) => document.querySelector(selector)?.closest('[hidden]') !== null;

  /** The rows of the table, by ply. Scores are for Black. */
  const judged = () =>
    all('#numbers tbody tr').map((row) => {
      const [name, by, score, loss, best] = [...row.children].map(text);
      const [, square = '', bestScore = ''] = best.match(/^(..) \((.*)\)$/) ?? [];
      return { name: name.replace(/\?+$/, ''), by, score, loss, best: square, bestScore };
    });

  /** @param {string} what @param {Map<string, string>} values  by place */
  const compare = (what, values) => {
    const different = new Set([...values.values()].map(number));
    if (different.size > 1) contradictions.add(`${what}: ${[...values].map(([place, value]) => `${place} ${value}`).join(', ')}`);
  };

  const check = () => {
    const rows = judged();
    const buttons = all('#moves .move');
    for (const [i, { name, score, loss }] of rows.entries()) {
      if (score === '–') continue;
      const [, mark] = text(buttons[i + 1]).match(/loses ([\d.]+) disc/) ?? [];
      if (mark !== undefined) compare(`loss of ${name}`, new Map([['table', loss], ['move list', mark]]));
      const tip = all('.graph title').map(text).find((one) => one.startsWith(name));
      compare(`value of ${name}`, new Map([['table', score], ['graph', tip?.match(/: (.*) for Black$/)?.[1] ?? 'none']]));
    }
    for (const item of isHidden('#mistakes') ? [] : all('#mistakes li')) {
      const name = text(item.querySelector('b'));
      const cost = text(item.querySelector('.cost')).replace('−', '');
      const loss = rows.find((row) => row.name === name)?.loss ?? 'none';
      // Estimates are rounded there.
      const isNear = Math.abs(number(cost) - number(loss)) < 0.6;
      compare(`cost of ${name}`, new Map([['table', loss], ['mistakes', isNear ? loss : cost]]));
    }

    // The position on the board: in the table, on the squares and in the panel.
    const at = buttons.findIndex((one) => one.hasAttribute('aria-current'));
    const next = at < 0 ? undefined : rows.slice(at).find(({ name }) => name !== 'pass');
    if (next === undefined || next.score === '–' || isHidden('#lines')) return;
    /** @type {Map<string, Map<string, string>>} */
    const values = new Map();
    /** @param {string} square @param {string} place @param {string} value */
    const add = (square, place, value) => values.set(square, (values.get(square) ?? new Map()).set(place, value));
    const forMover = (/** @type {string} */ score) => (next.by === 'Black' ? score : String(0 - number(score)));
    add(next.name.split(' ')[1], 'table', forMover(next.score));
    add(next.best, 'table', forMover(next.bestScore));
    for (const line of all('#lines li')) add(text(line.querySelector('.move')), 'panel', text(line.querySelector('b')));
    for (const square of all('[data-square]', document.querySelector('of-board') ?? document)) {
      const value = text(square.querySelector('.value'));
      if (value !== '') add(square.getAttribute('data-square') ?? '', 'board', value);
    }
    for (const [square, shown] of values) compare(`${square} before ${next.name}`, shown);
    const isEverywhere = ['table', 'panel', 'board'].every((place) => values.get(next.best)?.has(place));
    if (isEverywhere) compared.add(next.name);
  };

  let pending = false;
  new MutationObserver(() => {
    if (pending) return;
    pending = true;
    // After the frame in which the page draws its panels.
    requestAnimationFrame(() =>
      setTimeout(() => {
        pending = false;
        check();
      }),
    );
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}
