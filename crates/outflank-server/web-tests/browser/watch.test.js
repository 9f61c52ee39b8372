// Watching: small boards that move, the channel, and boards in other pages.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { PublicGame } from '../support/play.js';
import { Server } from '../support/server.js';
import { discs } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The position that a picture of a board shows. @param {import('playwright-core').Locator} board */
function pictured(board) {
  return board.locator('[data-square]').evaluateAll((cells) => {
    const marks = cells.map((cell) => cell.firstElementChild?.getAttribute('data-disc'));
    return marks.map((disc) => (disc === 'black' ? 'X' : disc === 'white' ? 'O' : '-')).join('');
  });
}

/** @param {() => Promise<unknown>} found @param {unknown} wanted */
async function becomes(found, wanted) {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await found()) === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(await found(), wanted);
}

test('when nothing is on, there is something to do', async () => {
  const person = await Person.sitDown(browser);
  await person.page.goto(`${server.url}/watch`);
  await person.page.getByRole('heading', { name: 'No games right now' }).waitFor();
  await person.page.getByRole('link', { name: 'Play a game' }).waitFor();
  await person.assertAccessible('a quiet hour');
  person.assertContent();
});

test('boards move while games are played, stay in place, and show the end', async () => {
  const first = await PublicGame.begin(server.url, { moves: 4 });
  const second = await PublicGame.begin(server.url, { black: 'Carla', white: 'Dora', moves: 6 });
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/watch`);
  const live = page.getByRole('region', { name: 'Live games' });
  const card = live.getByRole('listitem').filter({ hasText: 'Ann' });
  await becomes(() => pictured(card), first.state.board);
  await becomes(() => pictured(live.getByRole('listitem').filter({ hasText: 'Carla' })), second.state.board);
  const places = await live.getByRole('listitem').allInnerTexts();
  const square = await first.play();
  await becomes(() => pictured(card), first.state.board);
  assert.equal(await card.locator('[data-last]').getAttribute('data-square'), square);
  assert.deepEqual((await live.getByRole('listitem').allInnerTexts()).map((text) => text.slice(0, 3)), places.map((text) => text.slice(0, 3)));
  await person.assertAccessible('live games');

  await first.resign();
  await card.getByText(/won by resignation/).waitFor();
  await second.resign();
  await page.goto(`${server.url}/watch`);
  await page.getByRole('region', { name: 'Just finished' }).getByText('Carla').waitFor();
  person.assertContent();
});

test('the channel shows one game and goes on with the next', async () => {
  const first = await PublicGame.begin(server.url, { moves: 4 });
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/watch?channel=top`);
  await becomes(() => discs(page), first.state.board);
  await first.play();
  await becomes(() => discs(page), first.state.board);
  await person.assertAccessible('the channel');

  const second = await PublicGame.begin(server.url, { black: 'Carla', white: 'Dora', moves: 5 });
  await first.resign();
  await page.getByText(/wins\./).waitFor();
  await page.getByRole('group', { name: 'Black' }).filter({ hasText: 'Carla' }).waitFor({ timeout: 20_000 });
  await becomes(() => discs(page), second.state.board);

  // With the switch off, the end stays.
  await page.getByRole('switch', { name: 'Jump to the next game' }).click();
  const third = await PublicGame.begin(server.url, { black: 'Eve', white: 'Finn', moves: 2 });
  await second.resign();
  await page.getByText(/wins\./).waitFor();
  await page.waitForTimeout(9_500);
  await page.getByText('Carla').first().waitFor();
  await page.getByRole('button', { name: 'Next game' }).click();
  await becomes(() => discs(page), third.state.board);
  await third.resign();
  person.assertContent();
});

test('a board in someone’s blog plays a game through', async () => {
  const game = await PublicGame.begin(server.url);
  await game.playOut();
  const blog = createServer((_, answer) => {
    const frame = `<iframe src="${server.url}/embed/${game.id}?ply=4" width="320" height="480" title="A game"></iframe>`;
    answer.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>A blog</title><link rel="icon" href="data:,">${frame}`);
  }).listen(0, '127.0.0.1');
  blog.unref();
  await once(blog, 'listening');
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (blog.address()).port}`);
  const frame = page.frameLocator('iframe');
  const board = frame.locator('of-board');
  await frame.getByText(/^Move 4 of/).waitFor();
  const early = await pictured(board);
  await frame.getByRole('button', { name: 'Next move' }).click();
  await frame.getByText(/^Move 5 of/).waitFor();
  assert.notEqual(await pictured(board), early);
  await frame.getByRole('button', { name: 'Last position' }).click();
  await becomes(() => pictured(board), game.state.board);
  await frame.getByText(/wins|Draw/).waitFor();
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  await frame.getByText(/^Move 2 of/).waitFor();
  await frame.getByRole('button', { name: 'Pause' }).click();
  assert.equal(await frame.getByRole('link', { name: 'Outflank' }).getAttribute('href'), `/game/${game.id}`);
  const inside = page.frames()[1];
  assert.equal(await inside.evaluate(() => document.documentElement.scrollWidth), 320);
  assert.ok((await inside.evaluate(() => document.documentElement.scrollHeight)) <= 480, 'everything fits into the frame');
  person.assertContent();

  // No other page can be framed.
  await page.goto(`${server.url}/embed/${game.id}`);
  await person.assertAccessible('an embedded game');
  assert.match((await fetch(`${server.url}/`)).headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  blog.close();
});

test('an embedded game that is still played follows its moves', async () => {
  const game = await PublicGame.begin(server.url, { moves: 3 });
  const person = await Person.sitDown(browser, { viewport: { width: 320, height: 480 } });
  const { page } = person;
  await page.goto(`${server.url}/embed/${game.id}`);
  const board = page.locator('of-board');
  await becomes(() => pictured(board), game.state.board);
  await game.play();
  await becomes(() => pictured(board), game.state.board);
  await game.resign();
  await page.getByText(/wins/).waitFor();
  person.assertContent();
});
