import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { create, discs, grid, invite, legal, moves, reaches, result, square, turn } from '../support/table.js';

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
  await reaches(other.page, count + 1);
}

test('two browsers play by invitation, with closed tabs, a lost connection, a killed server and a rematch', async () => {
  const ann = await Person.sitDown(browser);
  const bob = await Person.sitDown(browser);

  const { id } = await create(ann, server.url, { black: 'me', white: 'friend', name: 'Ann' });
  const first = await invite(ann.page);
  await ann.assertAccessible('an invitation');
  // No secret is in storage that scripts read.
  assert.doesNotMatch(await ann.page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])), /#|token/i);

  // Ann closes the tab before Bob has joined, and gets a new link. The old one is revoked.
  await ann.page.close();
  ann.page = await ann.context.newPage();
  await ann.page.goto(`${server.url}/game/${id}`);
  const link = await invite(ann.page);
  assert.notEqual(link, first);
  const late = await Person.sitDown(browser);
  late.offline = true; // The refusal is on the console, as it should be.
  await late.page.goto(first);
  await late.page.getByText('This link does not work').first().waitFor();
  await late.context.close();

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
  await bob.page.getByRole('button', { name: 'Chat' }).click();
  await bob.page.getByLabel('Say something').fill('Good luck! <img src=x onerror=alert(1)>');
  await bob.page.getByRole('button', { name: 'Send' }).click();
  await ann.page.locator('#feedback').filter({ hasText: 'Good luck!' }).waitFor();
  await ann.page.getByRole('button', { name: 'Chat, 1 new' }).click();
  await ann.page.getByRole('log').getByText('Good luck! <img src=x onerror=alert(1)>').waitFor();
  await ann.assertAccessible('a chat');
  await ann.page.keyboard.press('Escape');
  await bob.page.getByRole('button', { name: 'Chat' }).click();

  // The address alone shows nothing of a private game.
  const eve = await Person.sitDown(browser);
  eve.offline = true; // The refusal of her request is on the console, as it should be.
  await eve.page.goto(ann.page.url());
  await eve.page.getByText(/private/i).first().waitFor();
  assert.equal(await grid(eve.page).isVisible(), false);

  // Both close their tabs; the game is there when they come back.
  const before = [await discs(ann.page), await moves(ann.page)];
  for (const person of [ann, bob]) {
    await person.page.close();
    person.page = await person.context.newPage();
    await person.page.goto(`${server.url}/game/${id}`);
    await reaches(person.page, 2);
    assert.deepEqual([await discs(person.page), await moves(person.page)], before);
  }

  // Bob loses his connection while Ann plays, then catches up.
  bob.offline = true;
  await bob.context.setOffline(true);
  await bob.page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await bob.page.getByText(/Offline|Reconnecting/).first().waitFor({ timeout: 40_000 });
  const [next] = await legal(ann.page);
  await square(ann.page, next).click();
  await ann.page.getByRole('button', { name: new RegExp(`3, Black ${next}`) }).waitFor();
  assert.equal((await moves(bob.page)).length, 2);
  await bob.context.setOffline(false);
  await bob.page.getByRole('button', { name: `3, Black ${next}` }).waitFor({ timeout: 40_000 });
  assert.equal(await discs(bob.page), await discs(ann.page));
  bob.offline = false;

  // The server is killed and restarted; the game continues.
  ann.offline = bob.offline = true;
  await server.end('SIGKILL');
  await ann.page.getByText('Reconnecting…').waitFor();
  await server.again();
  for (const { page } of [ann, bob]) await page.getByText('Reconnecting…').waitFor({ state: 'hidden', timeout: 40_000 });
  ann.offline = bob.offline = false;
  await play(bob, ann);

  // Ann asks for a takeback, and Bob accepts.
  await ann.page.getByRole('button', { name: 'Take back' }).click();
  await bob.page.getByText('asks for a takeback').first().waitFor();
  await bob.assertAccessible('an offer');
  await bob.page.getByRole('button', { name: 'Accept' }).click();
  for (const { page } of [ann, bob]) await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 2);
  await play(ann, bob);

  // Bob resigns, and they play a rematch with colours swapped.
  await bob.page.getByRole('button', { name: 'Resign' }).click();
  await result(ann.page).getByRole('heading', { name: 'You won' }).waitFor();
  await result(bob.page).getByRole('heading', { name: 'You lost' }).waitFor();
  const old = ann.page.url();
  await result(ann.page).getByRole('button', { name: 'Rematch' }).click();
  await result(bob.page).getByText('offers a rematch').waitFor();
  await result(bob.page).getByRole('button', { name: 'Accept' }).click();
  await Promise.all([ann, bob].map(({ page }) => page.waitForURL((url) => url.href !== old)));
  assert.equal(ann.page.url(), bob.page.url());
  await play(bob, ann);
  await play(ann, bob);
  for (const person of [ann, bob]) person.assertContent();
});

test('a game goes on on a second device', async () => {
  const [ann, bob, phone] = await Promise.all([1, 2, 3].map(() => Person.sitDown(browser)));
  await create(ann, server.url, { black: 'me', white: 'friend', name: 'Ann' });
  await bob.page.goto(await invite(ann.page));
  await bob.page.getByRole('button', { name: 'Play White' }).click();
  await play(ann, bob);
  await ann.page.getByRole('button', { name: 'More' }).click();
  await ann.page.getByRole('button', { name: 'Continue on another device' }).click();
  const link = await ann.page.getByLabel('For your other device').inputValue();
  await ann.page.getByRole('dialog', { name: 'Continue on another device' }).waitFor();
  await ann.assertAccessible('a link for another device');
  await phone.page.goto(link);
  await reaches(phone.page, 1);
  await play(bob, phone);
  await play(phone, bob);
  assert.equal(await discs(ann.page), await discs(phone.page));
  for (const person of [ann, bob, phone]) person.assertContent();
});

test('a challenge is accepted, and anyone can watch', async () => {
  const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => Person.sitDown(browser)));
  await create(ann, server.url, { black: 'me', white: 'anyone', name: 'Ann', public: true });
  await ann.page.getByText('Waiting for an opponent').waitFor();
  await bob.page.goto(ann.page.url());
  await bob.page.getByRole('button', { name: 'Play White' }).click();
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
  await create(both, server.url, { black: 'me', white: 'me' });
  for (let i = 0; i < 4; i += 1) await play(both, both);
  await both.page.getByRole('button', { name: 'Take back' }).click();
  await both.page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 3);
  both.assertContent();
});
