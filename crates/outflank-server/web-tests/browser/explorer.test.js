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
  [server, browser] = await Promise.all([Server.start('--collection', GAMES, '--trust-proxy', '127.0.0.1'), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test('the explorer shows and plays known moves beside the values of the engine', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await page.getByRole('tab', { name: 'Explorer' }).click();
  const games = page.getByRole('tabpanel', { name: 'Explorer' });
  await games.getByText('200 of 200 games').waitFor();
  await games.getByRole('button', { name: /^Play / }).first().click();
  // Of the three legal replies, people play two.
  const row = games.getByRole('row').filter({ has: page.getByRole('button', { name: 'Perpendicular Opening' }) });
  await row.getByRole('img', { name: /^Black won \d+ %, drawn \d+ %, White won \d+ %$/ }).waitFor();

  // The engine's values appear in the same rows.
  await page.getByRole('tab', { name: 'Engine' }).click();
  await page.getByRole('list', { name: 'Best lines' }).getByRole('button').first().waitFor();
  await page.getByRole('tab', { name: 'Explorer' }).click();
  await row.getByRole('cell').last().filter({ hasText: /^[+−]?\d/ }).waitFor();

  // By keyboard.
  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await games.getByText(/^\d+ of 200 games/).waitFor();
  await games.getByRole('region', { name: 'Latest games' }).getByRole('listitem').first().waitFor();
  await person.assertAccessible('the explorer');

  // A position in none of the games.
  await page.goto(`${server.url}/study?record=f5f4f3`);
  await page.getByRole('heading', { name: '3 moves' }).waitFor();
  await page.getByRole('tab', { name: 'Explorer' }).click();
  await page.getByRole('button', { name: 'Last position' }).click();
  await games.getByText(/^(None of 200 games reached|\d+ of 200)/).waitFor();
  person.assertContent();
});

test('a listed game opens, also in another tab by its link', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study#tab=explorer`);
  const games = page.getByRole('region', { name: 'Latest games' }).getByRole('link');
  const [name, link] = [await games.first().textContent(), await games.first().getAttribute('href')];
  await games.first().click();
  await page.getByRole('heading', { name: /won|Draw/ }).waitFor();
  const players = (name ?? '').replace(/^\w+: /, '').split('–')[0];
  await page.locator('#facts').filter({ hasText: players }).waitFor();
  await page.getByRole('table', { name: 'Accuracy' }).waitFor();
  const moves = await page.locator('#moves .move').allTextContents();
  await page.goBack();
  await page.getByRole('tab', { name: 'Explorer', selected: true }).waitFor();

  const other = await Person.sitDown(browser);
  await other.page.goto(`${server.url}${link}`);
  await other.page.locator('#facts').filter({ hasText: players }).waitFor();
  // The report, which may not be there yet, adds its marks.
  const played = (/** @type {string[]} */ texts) => texts.map((text) => text.match(/^\d+\. [a-h][1-8]/)?.[0] ?? text);
  assert.deepEqual(played(await other.page.locator('#moves .move').allTextContents()), played(moves));
  for (const one of [person, other]) one.assertContent();
});

/** Numbers from 0 to 1, the same ones in every run. */
function chances() {
  let state = 22;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

test('thirty games found in different positions open', { timeout: 300_000 }, async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  const chance = chances();
  /** @param {import('playwright-core').Locator} found */
  const any = async (found) => {
    await found.first().waitFor();
    return found.nth(Math.floor(chance() * (await found.count())));
  };
  const explorer = page.getByRole('tabpanel', { name: 'Explorer' });
  const opened = new Set();
  for (let game = 0; opened.size < 30; game += 1) {
    assert.ok(game < 90, `${opened.size} different games after ${game} tries`);
    await page.goto('about:blank');
    // The server limits what one visitor may ask in a minute.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.0.0.${game}` });
    await page.goto(`${server.url}/study#tab=explorer`);
    /** @type {string[]} */
    const path = [];
    for (let steps = 3 + (game % 9); steps > 0; steps -= 1) {
      const move = await any(explorer.getByRole('row').getByRole('button', { name: /^Play / }));
      const name = (await move.getAttribute('data-square')) ?? '';
      await move.click();
      path.push(name);
      await square(page, name).and(page.getByRole('gridcell', { name: /last move/ })).waitFor();
      // The list is of the position on the board once this move is not in it.
      await explorer.locator(`#explorer-moves [data-square="${name}"]`).waitFor({ state: 'detached' });
    }
    const link = await any(explorer.getByRole('region', { name: 'Latest games' }).getByRole('link'));
    const text = (await link.textContent()) ?? '';
    const [, next, black, white, score] = text.match(/^(\w\w): (.+)–(.+) (\d+–\d+)(?:,|$)/) ?? assert.fail(text);
    await link.click();
    const discs = score.split('–').map(Number).sort((a, b) => b - a).join('–');
    await page.getByRole('heading', { name: new RegExp(`(won|Draw) ${discs}$`) }).waitFor();
    const facts = (await page.locator('#facts').textContent()) ?? '';
    assert.ok(facts.includes(black) && facts.includes(white), `${text}: ${facts}`);
    await page.getByRole('tab', { name: 'Moves' }).click();
    const moves = (await page.locator('#moves .move').allTextContents()).map((move) => move.match(/\d+\. ([a-h][1-8])/)?.[1]).filter(Boolean);
    assert.ok(moves.length > 40, `${text}: ${moves.length} moves`);
    assert.deepEqual(moves.slice(0, path.length + 1), [...path, next], text);
    opened.add(text.slice(4));
  }
  person.assertContent();
});

test('a server without games says so, and links to the guide', async () => {
  const bare = await Server.start();
  try {
    const person = await Person.sitDown(browser);
    const { page } = person;
    await page.goto(`${bare.url}/study#tab=explorer`);
    await page.getByText('This server has no game collection.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'How to add one' }).getAttribute('href'), '/help/databases');
    await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
    await square(page, 'f5').click();
    await square(page, 'f5').and(page.getByRole('gridcell', { name: /black, last move/ })).waitFor();
    person.assertContent();
  } finally {
    await bare.close();
  }
});
