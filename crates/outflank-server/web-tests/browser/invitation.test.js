import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { create, grid, invite } from '../support/table.js';

/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** @param {Person} person @param {string} url @returns {Promise<string>} the link to play White */
async function start(person, url) {
  await create(person, url, { black: 'me', white: 'friend' });
  return invite(person.page);
}

test('a server on loopback explains how to accept others instead of showing a dead link', async () => {
  const server = await Server.start();
  try {
    const ann = await Person.sitDown(browser);
    const link = await start(ann, server.url);
    const card = ann.page.getByRole('region', { name: 'Invite a friend' });
    await card.getByText('This server only accepts connections from this computer.').waitFor();
    await card.getByText('outflank serve --lan').waitFor();
    assert.equal(await ann.page.getByRole('img', { name: /QR code/ }).count(), 0);
    await ann.assertAccessible('an invitation on loopback');

    // On this computer the link works.
    const bob = await Person.sitDown(browser);
    await bob.page.goto(link);
    await bob.page.getByRole('button', { name: 'Play White' }).click();
    await grid(bob.page).waitFor();
    await ann.page.getByRole('button', { name: 'More' }).click();
    const dialog = ann.page.getByRole('dialog', { name: 'More' });
    await dialog.getByRole('button', { name: 'New link for watchers' }).click();
    await dialog.getByText('only accepts connections').waitFor();
    await dialog.getByLabel('To watch, on this computer').waitFor();
    assert.equal(await dialog.getByRole('img', { name: /QR code/ }).count(), 0);
    for (const person of [ann, bob]) person.assertContent();
  } finally {
    await server.close();
  }
});

test('a configured address is in the link and in the QR code', async () => {
  const server = await Server.start('--public-url', 'http://localhost:{port}');
  try {
    const ann = await Person.sitDown(browser);
    const link = await start(ann, `http://localhost:${server.port}`);
    assert.match(link, new RegExp(`^http://localhost:${server.port}/game/\\w+#`));
    await codeDrawn(ann.page);
    ann.assertContent();

    // A page opened at another address names the right one.
    const eve = await Person.sitDown(browser);
    eve.offline = true; // The refusal is on the console, as it should be.
    await eve.page.goto(`${server.url}/game/0123456789`);
    const refused = await eve.page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      return (await (await fetch('/api/games', { method: 'POST', headers, body: '{}' })).json()).message;
    });
    assert.match(refused, new RegExp(`configured for http://localhost:${server.port} .*, but the page was opened at ${server.url}`));
  } finally {
    await server.close();
  }
});

test('the first of several addresses is used, and another can be chosen', async () => {
  const server = await Server.start();
  try {
    const ann = await Person.sitDown(browser);
    const addresses = ['http://192.168.1.5:8220', 'http://10.0.0.7:8220'];
    await ann.page.route('**/api/site', (route) => route.fulfill({ json: { reachable: true, public_url: null, addresses } }));
    /** @type {string[]} */
    const drawn = [];
    await ann.page.route('**/api/qr', (route) => {
      drawn.push(route.request().postDataJSON().text);
      return route.continue();
    });
    const first = await start(ann, server.url);
    assert.match(first, /^http:\/\/192\.168\.1\.5:8220\/game\/\w+#/);
    await codeDrawn(ann.page);
    const choice = ann.page.getByLabel('Address of this computer');
    await choice.selectOption('10.0.0.7:8220');
    const second = await ann.page.getByLabel('To play White').inputValue();
    assert.equal(second, first.replace(addresses[0], addresses[1]));
    await codeDrawn(ann.page);
    assert.deepEqual(drawn, [first, second]);
    await ann.assertAccessible('a choice of addresses');
    ann.assertContent();
  } finally {
    await server.close();
  }
});

/**
 * The image has its place before it has its content.
 * @param {import('playwright-core').Page} page
 */
async function codeDrawn(page) {
  await page.waitForFunction(() => (/** @type {HTMLImageElement | null} */ (document.querySelector('img.qr'))?.naturalWidth ?? 0) > 0);
}
