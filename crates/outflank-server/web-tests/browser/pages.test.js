import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Person, launch } from '../support/browser.js';
import { ENDING } from '../support/games.js';
import { Server } from '../support/server.js';
import { create, moves, square, turn } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const PAGES = [
  '/',
  '/watch',
  '/watch?channel=top',
  '/study',
  '/drill',
  '/drill#openings',
  '/learn',
  '/help',
  '/help/play',
  '/api',
  '/settings',
  '/device',
  '/game/0000000000',
  '/embed/0000000000',
  '/no-such-page',
];
const THEMES = ['light', 'dark', 'contrast', 'colorblind'];

test('axe finds nothing on any page, in any theme, on a desk and on a phone', async () => {
  for (const viewport of [{ width: 1280, height: 860 }, { width: 360, height: 740 }]) {
    const person = await Person.sitDown(browser, { viewport });
    // Chromium logs the 404 of a missing page to the console.
    person.offline = true;
    const inEveryTheme = async (/** @type {string} */ what) => {
      for (const theme of THEMES) {
        await person.page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
        await person.assertAccessible(`${what} in ${theme} at ${viewport.width}`);
      }
      assert.equal(await person.page.evaluate(() => document.documentElement.scrollWidth), viewport.width, what);
    };
    for (const path of PAGES) {
      await person.page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' });
      await inEveryTheme(path);
    }
    await person.page.goto(`${server.url}/study?record=${encodeURIComponent(ENDING)}`);
    await person.page.getByRole('table', { name: 'Accuracy' }).waitFor();
    await inEveryTheme('a finished review');
    // The radio button lies over its label, where axe does not look.
    await person.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'contrast'));
    const colors = await person.page
      .locator('.segments label:has(:checked)')
      .evaluateAll((labels) => labels.map((label) => [label, ...label.querySelectorAll('span')].map((part) => getComputedStyle(part).color)));
    assert.ok(colors.length > 0 && colors.every((parts) => new Set(parts).size === 1), JSON.stringify(colors));
    await person.page.getByRole('button', { name: 'Retry all' }).click();
    await person.page.getByText('1 of 6').first().waitFor();
    await inEveryTheme('a mistake that is retried');
    await person.context.close();
  }
});

test('the home page transfers less than 60 KB', async () => {
  const person = await Person.sitDown(browser);
  const session = await person.context.newCDPSession(person.page);
  await session.send('Network.enable');
  let bytes = 0;
  let files = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    files += 1;
  });
  await person.page.goto(server.url, { waitUntil: 'networkidle' });
  console.log(`the first page: ${files} files, ${bytes} bytes`);
  assert.ok(files > 3, 'the files were counted');
  assert.ok(bytes < 60_000, `${bytes} bytes`);
  person.assertContent();
});

test('the board has its place before the rest of the page is there', async () => {
  for (const viewport of [{ width: 1280, height: 860 }, { width: 360, height: 740 }]) {
    const person = await Person.sitDown(browser, { viewport });
    const { page } = person;
    const { id } = await create(person, server.url, { black: 'me', white: 'engine:1' });
    const read = async (/** @type {string} */ path) => (await person.context.request.get(`${server.url}${path}`)).text();
    for (const path of ['/', `/game/${id}`, '/study', '/drill', '/learn', `/embed/${id}`]) {
      // Without scripts, which are the same in both.
      const whole = (await read(path)).replaceAll(/<script[^]*?<\/script>/g, '');
      const first = whole.slice(0, whole.indexOf('</of-board>') + '</of-board>'.length);
      const boxes = [];
      for (const body of [first, whole]) {
        await page.route(`${server.url}${path}`, (route) => route.fulfill({ body, contentType: 'text/html' }));
        await page.goto(`${server.url}${path}`);
        boxes.push(await page.locator('of-board').first().boundingBox());
        await page.unroute(`${server.url}${path}`);
      }
      assert.deepEqual(boxes[0], boxes[1], `${path} at ${viewport.width}`);
    }
    await person.context.close();
  }
});

test('a mistyped link leads to a page that explains it', async () => {
  const person = await Person.sitDown(browser);
  for (const path of ['/nothing', '/game/x', '/game/%ff', '/game/0123456789/x']) {
    const answer = await person.page.goto(`${server.url}${path}`);
    assert.equal(answer?.status(), 404, path);
    await person.page.getByText('Page not found').waitFor();
    await person.page.getByRole('link', { name: 'Play Othello' }).waitFor();
  }
  await person.context.close();
});

test('no page sends requests to other hosts', async () => {
  const person = await Person.sitDown(browser);
  /** @type {string[]} */
  const foreign = [];
  person.page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:') && !request.url().startsWith('blob:')) foreign.push(request.url());
  });
  for (const path of ['/', '/watch', '/study', '/drill', '/learn', '/api']) await person.page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' });
  assert.deepEqual(foreign, []);
  person.assertContent();
});

test('a page that meets another version of the server says so and reloads once', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.route('**/api/levels', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'outflank-build': 'another' } });
  });
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto(server.url);
  await page.getByText('Outflank was updated. Reloading the page.').first().waitFor();
  // The page asks again after the reload, and this time the same answer changes nothing.
  await page.waitForResponse('**/api/levels');
  await page.waitForLoadState('networkidle');
  assert.equal(await page.locator('.toast').count(), 0);
  assert.equal(loads, 2);
  person.assertContent();
  await person.context.close();
});

test('a game that is open during an upgrade of the server goes on with the new page', async () => {
  const own = await Server.start();
  try {
    const person = await Person.sitDown(browser);
    const { page } = person;
    await create(person, own.url, { black: 'me', white: 'me' });
    await turn(page);
    await square(page, 'f5').click();
    await page.locator('[data-ply]').waitFor();

    const folder = join(own.home, 'page');
    await newerPage(folder);
    own.options.push('--page', folder);
    person.offline = true;
    await own.end('SIGKILL');
    await page.getByText('Reconnecting…').waitFor();
    await own.again();
    await page.waitForFunction(() => document.querySelector('meta[name="build"]')?.getAttribute('content') === 'newer', undefined, { timeout: 60_000 });
    await turn(page);
    assert.deepEqual(await moves(page), ['f5']);
    person.assertContent();
  } finally {
    await own.close();
  }
});

test('every page shows that the server is away, and that it is back', async () => {
  const own = await Server.start();
  try {
    const people = await Promise.all(
      ['/', '/watch', '/study', '/drill', '/learn'].map(async (path) => {
        const person = await Person.sitDown(browser, { viewport: { width: 360, height: 740 } });
        await person.page.goto(`${own.url}${path}`, { waitUntil: 'networkidle' });
        return { path, person, page: person.page };
      }),
    );
    for (const { person } of people) person.offline = true;
    await own.end('SIGKILL');
    for (const { path, person, page } of people) {
      // These ask nothing by themselves.
      if (['/study', '/drill', '/learn'].includes(path)) await page.getByRole('gridcell', { name: / legal,/ }).first().click();
      const note = page.locator('.connection', { hasText: 'Reconnecting…' });
      await note.waitFor();
      await page.getByRole('status').filter({ hasText: 'Connection lost.' }).waitFor();
      const [left, middle, right] = await Promise.all(['.logo', '.connection', 'a[aria-label="Settings"]'].map((what) => page.locator(what).boundingBox()));
      assert.ok(left && middle && right && left.x + left.width <= middle.x && middle.x + middle.width <= right.x, JSON.stringify({ path, left, middle, right }));
      await person.assertAccessible(`${path} without a server`);
    }
    await own.again();
    for (const { person, page } of people) {
      await page.getByText('Reconnecting…').waitFor({ state: 'hidden', timeout: 40_000 });
      person.assertContent();
    }
  } finally {
    await own.close();
  }
});

/** The page as a later version of the server has it. @param {string} folder */
async function newerPage(folder) {
  await cp(fileURLToPath(new URL('../../web-dist', import.meta.url)), folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.br')) await rm(path);
    if (name.endsWith('.html')) await writeFile(path, (await readFile(path, 'utf8')).replace(/(name="build" content=")\w+/, '$1newer'));
  }
}
