import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { discs, grid, legal, moves, square, turn } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Plays the first legal square, and waits until the other sees it. @param {Person} mover @param {Person} other */
async function play(mover, other) {
  assert.equal(await turn(mover.page), 'turn');
  const [first] = await legal(mover.page);
  const count = (await moves(mover.page)).length;
  await square(mover.page, first).click();
  await other.page.waitForFunction((known) => document.querySelectorAll('[data-ply]').length > known, count);
}

test('two browsers play by invitation, with a reload, a lost connection, a restart and a rematch', async () => {
  const ann = await Person.sitDown(browser);
  const bob = await Person.sitDown(browser);

  await ann.page.goto(server.url);
  await ann.page.getByRole('radio', { name: 'A friend' }).check();
  await ann.page.getByLabel('Your name').fill('Ann');
  await ann.page.getByRole('button', { name: 'Invite a friend' }).click();
  const link = await ann.page.getByLabel('To play White').inputValue();
  await ann.assertAccessible('an invitation');

  // The secret is removed from Bob's address bar.
  await bob.page.goto(link);
  await bob.page.getByText('against Ann').waitFor();
  assert.doesNotMatch(bob.page.url(), /#./);
  await bob.page.getByLabel('Your name').fill('<b>Bob</b>');
  await bob.assertAccessible('being invited');
  await bob.page.getByRole('button', { name: 'Play White' }).click();
  await grid(bob.page).waitFor();

  await play(ann, bob);
  // A name is text, never markup.
  await ann.page.getByText('<b>Bob</b>').first().waitFor();
  await play(bob, ann);

  // So is chat.
  await bob.page.getByLabel('Say something').fill('Good luck! <img src=x onerror=alert(1)>');
  await bob.page.getByRole('button', { name: 'Send' }).click();
  await ann.page.getByRole('log').getByText('Good luck! <img src=x onerror=alert(1)>').waitFor();

  // The address alone shows nothing of a private game.
  const eve = await Person.sitDown(browser);
  eve.offline = true; // The refusal of her request is on the console, as it should be.
  await eve.page.goto(ann.page.url());
  await eve.page.getByText(/private/i).first().waitFor();
  assert.equal(await grid(eve.page).count() === 0 || (await legal(eve.page)).length === 0, true);

  // A reload keeps the game.
  const before = [await discs(ann.page), await moves(ann.page)];
  await ann.page.reload();
  await turn(ann.page);
  assert.deepEqual([await discs(ann.page), await moves(ann.page)], before);

  // Bob loses his connection while Ann plays, then catches up.
  bob.offline = true;
  await bob.context.setOffline(true);
  await bob.page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await bob.page.getByText(/Connection lost|offline/).first().waitFor({ timeout: 40_000 });
  const [first] = await legal(ann.page);
  await square(ann.page, first).click();
  await ann.page.getByRole('button', { name: new RegExp(`3, Black ${first}`) }).waitFor();
  assert.equal((await moves(bob.page)).length, 2);
  await bob.context.setOffline(false);
  await bob.page.getByRole('button', { name: `3, Black ${first}` }).waitFor({ timeout: 40_000 });
  assert.equal(await discs(bob.page), await discs(ann.page));
  bob.offline = false;

  // The server is killed and restarted; the game continues.
  ann.offline = bob.offline = true;
  await server.end('SIGKILL');
  await ann.page.getByText(/Connection lost/).first().waitFor();
  await server.again();
  await bob.page.getByText(/Connection lost/).first().waitFor({ state: 'hidden', timeout: 40_000 });
  await ann.page.getByText(/Connection lost/).first().waitFor({ state: 'hidden', timeout: 40_000 });
  ann.offline = bob.offline = false;
  await play(bob, ann);

  // Ann asks for a takeback, and Bob accepts.
  await ann.page.getByRole('button', { name: 'Take back' }).click();
  await bob.page.getByText('asks for a takeback').first().waitFor();
  await bob.page.getByRole('button', { name: 'Accept' }).click();
  await ann.page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 2);
  await bob.page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 2);
  await play(ann, bob);

  // Bob resigns, and they play a rematch with colours swapped.
  await bob.page.getByRole('button', { name: 'Resign' }).click();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await ann.page.getByRole('dialog', { name: 'Black wins' }).waitFor();
  const old = ann.page.url();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Rematch' }).click();
  await bob.page.getByRole('dialog', { name: 'Black wins' }).waitFor();
  // The offer is shown in the dialog, which covers the cards.
  await bob.page.getByRole('dialog').getByText('offers a rematch').waitFor();
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await Promise.all([ann, bob].map(({ page }) => page.waitForURL((url) => url.href !== old)));
  assert.equal(ann.page.url(), bob.page.url());
  await play(bob, ann);
  await play(ann, bob);
  for (const person of [ann, bob]) person.assertContent();
});

test('a challenge is accepted, and anyone can watch', async () => {
  const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => Person.sitDown(browser)));
  await ann.page.goto(server.url);
  await ann.page.getByRole('radio', { name: 'Anyone' }).check();
  await ann.page.getByLabel('Your name').fill('Ann of the lobby');
  await ann.page.getByRole('button', { name: 'Challenge anyone' }).click();
  await ann.page.getByText('Waiting for an opponent').waitFor();

  await bob.page.goto(server.url);
  const open = bob.page.getByRole('region', { name: 'Open challenges' });
  await open.getByText('Ann of the lobby').waitFor();
  await open.getByRole('button', { name: /Join|Play/ }).first().click();
  await bob.page.waitForURL(/\/game\//);
  await eve.page.goto(ann.page.url());
  await grid(eve.page).waitFor();
  await play(ann, bob);
  await eve.page.getByRole('button', { name: /1, Black/ }).waitFor();
  await eve.page.getByText('you are watching').waitFor();
  assert.deepEqual(await legal(eve.page), [], 'who watches is offered nothing to play');
  await ann.page.getByText('1 watching').waitFor();
  for (const person of [ann, bob, eve]) person.assertContent();
});

test('two players share one screen', async () => {
  const both = await Person.sitDown(browser);
  await both.page.goto(server.url);
  await both.page.getByRole('radio', { name: 'Same screen' }).check();
  await both.page.getByRole('button', { name: 'Play on this screen' }).click();
  for (let i = 0; i < 4; i += 1) await play(both, both);
  await both.page.getByRole('button', { name: 'Take back' }).click();
  await both.page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 3);
  both.assertContent();
});
