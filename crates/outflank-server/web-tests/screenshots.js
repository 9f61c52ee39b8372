// Screenshots of every page: on a desktop in light and on a phone in dark, or with --all also the other way round.
//
//   OUTFLANK=path/to/outflank node screenshots.js FOLDER [--all]
//
// `cargo xtask pages FOLDER` builds the program and runs this.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Person, launch } from './support/browser.js';
import { ENDING, WHOLE } from './support/games.js';
import { PublicGame } from './support/play.js';
import { Server } from './support/server.js';
import { create, invite, result, square, turn } from './support/table.js';

const folder = process.argv[2];
if (!folder) throw new Error('expected the folder for the pictures');
await mkdir(folder, { recursive: true });

const desk = { viewport: { width: 1280, height: 860 } };
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** @type {Record<string, import('playwright-core').BrowserContextOptions>} */
const SCREENS = { 'desk-light': { ...desk, colorScheme: 'light' }, 'phone-dark': { ...phone, colorScheme: 'dark' } };
if (process.argv.includes('--all')) {
  Object.assign(SCREENS, { 'desk-dark': { ...desk, colorScheme: 'dark' }, 'phone-light': { ...phone, colorScheme: 'light' } });
}

const GAME = 'f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6';

/** Games to watch: the players, and how far they are. @type {[string, string, number][]} */
const LIVE = [
  ['Ayako', 'Ben', 31],
  ['Carla', 'Dora', 22],
  ['Emil', 'Finn', 12],
  ['Gwen', 'Hugo', 46],
];

// With a public address, invitations have a QR code.
const server = await Server.start('--public-url', 'http://127.0.0.1:{port}');
const club = await Server.start();
for (const [black, white, moves] of LIVE) {
  const game = await PublicGame.begin(club.url, { black, white });
  for (const move of WHOLE.slice(0, moves)) await game.play(move);
}
const finished = await PublicGame.begin(club.url, { black: 'Ines', white: 'Jun' });
for (const move of WHOLE) await finished.play(move);
const browser = await launch();

/** How to open each page. @type {Record<string, (person: Person) => Promise<void>>} */
const PAGES = {
  home: async ({ page }) => {
    await page.goto(server.url, { waitUntil: 'networkidle' });
  },
  game: async (person) => {
    const id = await played(person);
    await person.page.goto(`${server.url}/game/${id}`);
    await turn(person.page);
    await person.page.mouse.move(0, 0);
  },
  preview: async (person) => {
    const id = await played(person);
    await person.page.goto(`${server.url}/game/${id}`);
    await turn(person.page);
    const first = await person.page.getByRole('gridcell', { name: / legal,/ }).nth(2).getAttribute('data-square');
    await square(person.page, first ?? '').hover();
  },
  illegal: async (person) => {
    const id = await played(person);
    await person.page.goto(`${server.url}/game/${id}`);
    await turn(person.page);
    await square(person.page, 'a1').click();
    await person.page.locator('#feedback').filter({ hasText: 'a1' }).waitFor();
  },
  hint: async (person) => {
    await create(person, server.url, { black: 'me', white: 'engine:5', start: { record: GAME } });
    await turn(person.page);
    for (const mark of ['[data-hint]', '.value']) {
      await person.page.getByRole('button', { name: 'Hint' }).click();
      await person.page.locator(mark).first().waitFor();
    }
  },
  result: async (person) => {
    await played(person).then((id) => person.page.goto(`${server.url}/game/${id}`));
    await person.page.getByRole('button', { name: 'Resign' }).click();
    await result(person.page).waitFor();
  },
  waiting: async (person) => {
    await create(person, server.url, { black: 'me', white: 'friend' });
    await invite(person.page);
    await person.page.getByRole('img', { name: /QR code/ }).waitFor();
  },
  invitation: async ({ page }) => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Invite a friend' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
  },
  study: async ({ page }) => {
    await page.goto(`${server.url}/study?record=${GAME}`);
    await page.getByRole('table', { name: 'Accuracy' }).waitFor();
    await page.getByRole('button', { name: 'Last position' }).click();
    await page.getByRole('tab', { name: 'Engine' }).click();
    await page.locator('#engine-says').filter({ hasText: /\d\d plies/ }).waitFor();
  },
  report: async ({ page }) => {
    await page.goto(`${server.url}/study?record=${encodeURIComponent(ENDING)}`);
    await page.getByRole('table', { name: 'Accuracy' }).waitFor();
  },
  retry: async ({ page }) => {
    await page.goto(`${server.url}/study?record=${encodeURIComponent(ENDING)}`);
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  },
  puzzle: async ({ page }) => {
    await page.goto(`${server.url}/drill`);
    await page.getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  },
  solution: async ({ page }) => {
    await page.goto(`${server.url}/drill`);
    await page.getByRole('gridcell', { name: / legal,/ }).first().waitFor();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await page.getByRole('button', { name: 'Next puzzle' }).waitFor();
  },
  'played-out': async ({ page }) => {
    await page.goto(`${server.url}/drill?kind=endgame`);
    await page.getByRole('gridcell', { name: / legal,/ }).first().waitFor();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await page.getByRole('button', { name: 'Play it out' }).click();
    await page.getByRole('gridcell', { name: / legal,/ }).last().click();
    await page.getByRole('button', { name: 'Take back' }).waitFor();
  },
  opening: async ({ page }) => {
    await page.goto(`${server.url}/drill#opening=f5d6c3d3c4&side=white`);
    await page.getByRole('gridcell', { name: 'f6, empty, legal, flips 1' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  },
  watch: async ({ page }) => {
    await page.goto(`${club.url}/watch`, { waitUntil: 'networkidle' });
    await page.locator('.live-game').first().waitFor();
  },
  channel: async ({ page }) => {
    await page.goto(`${club.url}/watch?channel=top`);
    await page.locator('.seat').first().waitFor();
  },
  embed: async (person) => {
    const id = await played(person);
    await person.page.goto(`${server.url}/embed/${id}`);
    await person.page.getByText('Move 20 of 20').waitFor();
  },
  lesson: async ({ page }) => {
    await page.goto(`${server.url}/learn`);
    await page.getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  },
  settings: async ({ page }) => {
    await page.goto(`${server.url}/settings`, { waitUntil: 'networkidle' });
  },
  library: async ({ page }) => {
    await page.goto(`${server.url}/study?record=${encodeURIComponent(ENDING)}`);
    await page.getByRole('table', { name: 'Accuracy' }).waitFor();
    await page.getByRole('button', { name: 'Library' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForLoadState('networkidle');
  },
  device: async ({ page }) => {
    await page.goto(`${server.url}/device#token`);
  },
  help: async ({ page }) => {
    await page.goto(`${server.url}/help`);
  },
  api: async ({ page }) => {
    await page.goto(`${server.url}/api`, { waitUntil: 'networkidle' });
  },
};

try {
  for (const [screen, options] of Object.entries(SCREENS)) {
    for (const [name, visit] of Object.entries(PAGES)) {
      const person = await Person.sitDown(browser, options);
      await visit(person);
      const path = join(folder, `${name}-${screen}.jpg`);
      await person.page.screenshot({ path, type: 'jpeg', quality: 80, animations: 'disabled' });
      person.assertContent();
      await person.context.close();
      console.log(path);
    }
  }
} finally {
  await browser.close();
  await server.close();
  await club.close();
}

/**
 * A started game between two people. The page creates it, so that its browser holds Black.
 * @param {Person} person
 * @returns {Promise<string>}
 */
async function played({ page }) {
  await page.goto(server.url);
  return page.evaluate(async (record) => {
    const post = async (/** @type {string} */ path, /** @type {unknown} */ body, /** @type {string | null} */ secret) => {
      const headers = new Headers({ 'content-type': 'application/json' });
      if (secret !== null) headers.set('authorization', `Bearer ${secret}`);
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return answer.json();
    };
    const clock = { main: 300_000, increment: 3_000 };
    const proposal = { black: 'me', white: 'friend', name: 'Ann', clock, public: true };
    const { id, tokens } = await post('/api/games', proposal, null);
    let seen = (await post(`/api/game/${id}/join`, { name: 'Bob' }, tokens.white)).state.number;
    for (const [i, move] of (record.match(/../g) ?? []).entries()) {
      const command = { id: `c${i}`, seen, command: 'play', square: move };
      ({ number: seen } = await post(`/api/game/${id}/command`, command, i % 2 === 0 ? tokens.black : tokens.white));
    }
    return id;
  }, GAME);
}
