import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { ENDING } from '../support/games.js';
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

const PAGES = ['/', '/study', '/drill', '/drill#openings', '/learn', '/help', '/help/play', '/api', '/game/0000000000', '/no-such-page'];
const THEMES = ['light', 'dark', 'contrast', 'mono'];

test('axe finds no serious violation on any page, in any theme, on a desk and on a phone', async () => {
  for (const viewport of [{ width: 1280, height: 860 }, { width: 390, height: 844 }]) {
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
    await person.page.getByRole('button', { name: 'Retry your mistakes' }).click();
    await person.page.getByText('1 of 6').first().waitFor();
    await inEveryTheme('a mistake that is retried');
    await person.context.close();
  }
});

test('the home page transfers less than 100 KB', async () => {
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
  assert.ok(bytes < 100_000, `${bytes} bytes`);
  person.assertContent();
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
  for (const path of ['/', '/study', '/drill', '/learn', '/api']) await person.page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' });
  assert.deepEqual(foreign, []);
  person.assertContent();
});
