import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { setName } from '../support/home.js';
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

test('a challenge is listed while its creator is present, and again after a return', async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => Person.sitDown(browser)));
  await bob.page.goto(server.url);
  const challenges = bob.page.getByRole('region', { name: 'Open challenges' });
  const ofAnn = challenges.getByText('Ann of the lobby');

  await ann.page.goto(server.url);
  await setName(ann.page, 'Ann of the lobby');
  await ann.page.getByRole('button', { name: 'Find an opponent' }).click();
  await ann.page.getByText('Waiting for an opponent').waitFor();
  const address = ann.page.url();
  await ofAnn.waitFor({ timeout: 3_000 });

  await ann.page.close();
  const closed = Date.now();
  await ofAnn.waitFor({ state: 'detached', timeout: 35_000 });
  const gone = (Date.now() - closed) / 1000;
  assert.ok(gone > 20, `it stays for a reload: gone after ${gone} s`);
  console.log(`gone from the lobby ${gone.toFixed(1)} s after the tab was closed`);

  // The link still works.
  const eve = await Person.sitDown(browser);
  await eve.page.goto(address);
  await eve.page.getByRole('button', { name: /Play White|Join/ }).first().waitFor();
  assert.equal(await ofAnn.count(), 0);

  const again = await ann.context.newPage();
  await again.goto(address);
  await ofAnn.waitFor({ timeout: 5_000 });
  await challenges.getByRole('button', { name: /Join/ }).first().click();
  await bob.page.waitForURL(/\/game\//);
  for (const person of [ann, bob, eve]) person.assertContent();
});
