import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { ENDING } from '../support/games.js';
import { Server } from '../support/server.js';
import { discs, grid, legal, square } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

// White gives away a corner with move 14.
const MOVES = 'f5 d6 c3 d3 c4 f4 f6 g5 e6 d7 e3 c5 f3 g7';
const GGF = `(;GM[Othello]PC[club]DT[2026.11.15]PB[Ann]PW[<i>Bob</i>]RE[?]TI[5:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]${MOVES.split(
  ' ',
)
  .map((move, i) => `${'BW'[i % 2]}[${move.toUpperCase()}]`)
  .join('')};)`;

/**
 * Waits until an element has the focus.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} wanted
 */
async function focused(page, wanted) {
  await wanted.and(page.locator(':focus')).waitFor();
}

/**
 * Moves to an element with the Tab key.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} wanted
 */
async function tabTo(page, wanted) {
  await wanted.waitFor();
  for (let presses = 0; presses < 100; presses += 1) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the tab key does not lead to ${wanted}`);
}

/**
 * Moves to a square with the arrow keys.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function arrowTo(page, name) {
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'gridcell');
  const from = await page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? '');
  const [right, down] = [0, 1].map((i) => name.charCodeAt(i) - from.charCodeAt(i));
  for (let i = 0; i < Math.abs(right); i += 1) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let i = 0; i < Math.abs(down); i += 1) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
  await focused(page, square(page, name));
}

test('a pasted GGF is read and analyzed, and its mistakes are retried', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await page.getByLabel('A game or a position').fill(GGF);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  // Names are text, never markup.
  await page.getByText('<i>Bob</i>').first().waitFor();

  // The analysis starts by itself: a graph and a table.
  await page.getByRole('tab', { name: 'Report', selected: true }).waitFor();
  await page.getByText('Show as a table').click();
  const rows = page.getByRole('region', { name: 'Evaluation as a table' }).getByRole('row');
  await rows.filter({ hasText: 'g7' }).waitFor();
  assert.equal(await rows.count(), MOVES.split(' ').length + 1, 'a row for each move, and the head');
  await page.getByRole('button', { name: 'Retry g7' }).waitFor();
  await page.getByRole('button', { name: 'Analyze deeper' }).waitFor();
  await person.assertAccessible('a game under study');

  // Retry the worst move: first the same mistake, then the engine's move.
  await page.getByRole('button', { name: 'Retry g7' }).click();
  await grid(page).getByRole('gridcell', { name: /^g7, empty, legal/ }).waitFor();
  await square(page, 'g7').click();
  await page.getByText(/g7 is the move of the game: it lost/).first().waitFor();
  await page.getByRole('button', { name: 'Show the best move' }).click();
  await page.getByText(/^[a-h][1-8] was best\.$/).first().waitFor();
  await page.getByText(/^In the game: White's 14\. g7 /).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  // The shown move is a variation of the game.
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.getByRole('button', { name: /^Delete the variation/ }).first().waitFor();

  await page.getByRole('button', { name: 'First position' }).click();
  assert.equal(await discs(page), '---------------------------OX------XO---------------------------');
  await page.getByRole('list', { name: 'Moves' }).locator('[aria-current]').focus();
  await page.keyboard.press('ArrowRight');
  await square(page, 'f5').and(page.getByRole('gridcell', { name: /black, last move/ })).waitFor();
  await page.keyboard.press('ArrowDown');
  await square(page, 'c4').and(page.getByRole('gridcell', { name: /black, last move/ })).waitFor();
  person.assertContent();
});

test('a finished game has sentences, accuracy, and mistakes to retry by mouse', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await page.getByLabel('A game or a position').fill(ENDING);
  await page.getByRole('button', { name: 'Read', exact: true }).click();

  // Accuracy, exact values and the turning point, which the board shows: the move played and a better one.
  const accuracy = page.getByRole('table', { name: 'Accuracy' });
  await accuracy.waitFor();
  await accuracy.getByRole('row', { name: /^Black \d+ % \S+ %? ?/ }).waitFor();
  await page.getByText('All.', { exact: true }).first().waitFor();
  await page.getByRole('img', { name: /Turning point: 11\. f8\./ }).waitFor();
  await page.getByRole('heading', { name: /^11\. f8 cost \d+ discs$/ }).waitFor();
  await grid(page).getByRole('gridcell', { name: /^f8, empty, legal, flips \d+, value .*, played$/ }).waitFor();
  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByRole('button', { name: 'Show the turning point, 11. f8' }).click();
  await square(page, 'a7').and(page.getByRole('gridcell', { name: /last move/ })).waitFor();

  // Each serious mistake has its cost, the best move and a reason.
  const mistakes = page.getByRole('list', { name: 'Mistakes' }).getByRole('listitem');
  assert.equal(await mistakes.count(), 6);
  for (const [i, played] of ['2. a4??', '3. a3??', '4. b7??', '5. g8??', '9. a6?', '11. f8??'].entries()) {
    assert.ok((await mistakes.nth(i).textContent())?.startsWith(played.slice(0, 5)), played);
  }
  await person.assertAccessible('a finished review');
  await page.getByRole('tab', { name: 'Moves' }).click();
  const moves = page.getByRole('list', { name: 'Moves' });
  await moves.getByRole('button', { name: /^2\. a4 ?, blunder, loses 28 discs$/ }).waitFor();
  await moves.getByRole('button', { name: /^9\. a6 ?, mistake, loses 4 discs$/ }).waitFor();
  assert.equal(await moves.getByRole('button', { name: /^7\. f1 ?, / }).count(), 0, 'what costs nothing has no sign');
  await person.assertAccessible('the moves of a game');
  await page.getByRole('tab', { name: 'Report' }).click();

  // White's mistakes: a bad try, the best move, and a skipped one.
  await page.getByRole('radio', { name: /^White/ }).check();
  await page.getByRole('button', { name: 'Retry all' }).click();
  const retry = page.getByRole('region', { name: 'Retry mistakes' });
  await retry.getByText('1 of 2').waitFor();
  await retry.getByText('White to move. 2. a4 lost 28 discs. Find a move that loses less than 2 discs.').waitFor();
  assert.equal(await page.getByRole('tab', { name: 'Moves' }).isVisible(), false, 'what follows is not given away');
  await person.assertAccessible('retrying a mistake');
  await grid(page).getByRole('gridcell', { name: /^a3, empty, legal/ }).waitFor();
  await square(page, 'a3').click();
  await retry.getByText(/^a3 loses \d+ discs\.$/).waitFor();
  await retry.getByRole('button', { name: 'Try again' }).click();
  await grid(page).getByRole('gridcell', { name: /^f1, empty, legal/ }).waitFor();
  await square(page, 'f1').click();
  await retry.getByText('f1 is the best move. Well done!').waitFor();
  await retry.getByText(/^In the game: White's 2\. a4 /).waitFor();
  await retry.getByRole('button', { name: 'Next mistake' }).click();
  await retry.getByText('2 of 2').waitFor();
  await retry.getByRole('button', { name: 'Skip' }).click();
  await retry.getByText('You found a better move 1 of 2 times, 0 on the first try.').waitFor();
  await retry.getByText('4. b7 skipped').waitFor();
  await retry.getByRole('button', { name: 'Retry the 1 not found' }).click();
  await retry.getByText('White to move. 4. b7').waitFor();
  await retry.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('tab', { name: 'Moves' }).waitFor();
  person.assertContent();
});

test('mistakes are retried by keyboard', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await tabTo(page, page.getByLabel('A game or a position'));
  await page.keyboard.insertText(ENDING);
  await tabTo(page, page.getByRole('button', { name: 'Read', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Accuracy' }).waitFor();

  await tabTo(page, page.getByRole('radio', { name: /^Both/ }));
  await page.keyboard.press('ArrowLeft');
  const begin = page.getByRole('button', { name: 'Retry all' });
  await tabTo(page, begin);
  await page.keyboard.press('Enter');

  // The board has the focus, and the question is announced.
  const said = page.getByRole('status');
  await said.getByText(/^1 of 2\. White to move\. 2\. a4 lost 28 discs/).waitFor();
  await grid(page).getByRole('gridcell', { name: /^f1, empty, legal/ }).waitFor();
  await arrowTo(page, 'f1');
  await page.keyboard.press('Enter');
  await said.getByText('f1 is the best move. Well done!').waitFor();

  // Then the next button gets the focus, then the board again.
  await focused(page, page.getByRole('button', { name: 'Next mistake' }));
  await page.keyboard.press('Enter');
  await said.getByText(/^2 of 2\. White to move\. 4\. b7/).waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Show the best move' }));
  await page.keyboard.press('Enter');
  await said.getByText('f1 was best.').waitFor();
  await focused(page, page.getByRole('button', { name: 'See the summary' }));
  await page.keyboard.press('Enter');
  await said.getByText('You found a better move 1 of 2 times, each on the first try.').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Back to the game' }));
  await page.keyboard.press('Enter');
  await focused(page, begin);
  person.assertContent();
});

test('the engine shows values on the squares, and its lines can be played', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study?record=f5d6c3d3c4`);
  await page.getByText('Tiger').first().waitFor();
  // The analysis of the game comes first.
  await page.getByRole('table', { name: 'Accuracy' }).waitFor();
  await page.getByRole('button', { name: 'Last position' }).click();
  await page.getByRole('tab', { name: 'Engine' }).click();
  await grid(page).getByRole('gridcell', { name: /legal, flips \d+, value [+−-]?\d/ }).first().waitFor();
  const line = page.getByRole('list', { name: 'Best lines' });
  const first = line.getByRole('button').first();
  await first.waitFor();
  await first.click();
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length >= 7);
  await page.getByRole('switch', { name: 'Engine' }).click();
  await line.waitFor({ state: 'hidden' });
  person.assertContent();
});

test('moves can be typed from the initial position, and the engine analyzes it', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  await page.getByRole('tab', { name: 'Engine' }).click();
  await page.getByRole('list', { name: 'Best lines' }).getByRole('button').first().waitFor();
  await page.getByRole('switch', { name: 'Engine' }).click();
  await page.getByRole('tab', { name: 'Moves' }).click();

  const field = page.getByLabel('Type a move');
  await field.fill('a1');
  await field.press('Enter');
  await page.getByText('a1 is not a legal move.').first().waitFor();
  await field.fill('F5');
  await field.press('Enter');
  await square(page, 'f5').and(page.getByRole('gridcell', { name: /black, last move/ })).waitFor();
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  await field.fill('6d');
  await field.press('Enter');
  await square(page, 'd6').and(page.getByRole('gridcell', { name: /white, last move/ })).waitFor();
  person.assertContent();
});

test('a position is set up by clicking, and errors name their place', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/study`);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('radio', { name: 'Black', exact: true }).first().check();
  await square(page, 'd4').click();
  await page.getByRole('radio', { name: 'White', exact: true }).first().check();
  await square(page, 'e4').click();
  await page.getByRole('button', { name: 'Use this position' }).click();
  await grid(page).getByRole('gridcell', { name: 'f4, empty, legal, flips 1' }).waitFor();
  assert.deepEqual(await legal(page), ['f4']);

  await page.goto(`${server.url}/study`);
  await page.getByLabel('A game or a position').fill('f5d6\n  a1');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.getByText(/move 3, a1, is not legal.*\(line 2, column 3\)/).first().waitFor();
  // Chromium logs every rejected request to the console.
  person.complaints = person.complaints.filter((text) => !text.includes('status of 422'));
  person.assertContent();
});

test('the players of a game on the server retry their own mistakes', async () => {
  const [ann, bob] = [await Person.sitDown(browser), await Person.sitDown(browser)];
  const id = await played(ann, bob);
  await ann.page.goto(`${server.url}/game/${id}`);
  await ann.page.getByRole('link', { name: 'Review game' }).first().click();
  await ann.page.getByRole('heading', { name: /^You (won|lost) \d+–\d+$/ }).waitFor();
  await ann.page.getByRole('list', { name: 'Your mistakes' }).waitFor();
  assert.equal(await ann.page.getByRole('list', { name: 'Your mistakes' }).getByRole('listitem').count(), 4);
  await bob.page.goto(`${server.url}/study#game=${id}`);
  const mistakes = bob.page.getByRole('list', { name: 'Your mistakes' });
  await mistakes.waitFor();
  assert.deepEqual(await mistakes.locator('.name').allTextContents(), ['2. a4??', '4. b7??']);
  await bob.page.getByText(/(just now|min ago)$/).waitFor();
  const about = bob.page.getByRole('region', { name: 'About you' });
  await about.getByText('Your costliest mistakes: 2. a4?? (28 discs), 4. b7?? (12 discs).').waitFor();
  await mistakes.getByRole('button', { name: 'Show b7' }).click();
  await square(bob.page, 'a3').and(bob.page.getByRole('gridcell', { name: /last move/ })).waitFor();
  await bob.assertAccessible('a report about a player');
  await bob.page.getByRole('button', { name: 'Retry all' }).click();
  const retry = bob.page.getByRole('region', { name: 'Retry mistakes' });
  await retry.getByText('1 of 2').waitFor();
  await retry.getByText(/^White to move\. 2\. a4 lost 28 discs\./).waitFor();
  await retry.getByRole('button', { name: 'Quit' }).click();
  await bob.page.getByRole('radio', { name: /^Black 4/ }).check();
  assert.equal(await bob.page.getByRole('list', { name: 'Mistakes' }).getByRole('listitem').count(), 4);

  // Others have no side.
  const eve = await Person.sitDown(browser);
  await eve.page.goto(`${server.url}/study#game=${id}`);
  await eve.page.getByRole('list', { name: 'Mistakes' }).waitFor();
  assert.equal(await eve.page.getByRole('radio', { name: /^You/ }).count(), 0);
  assert.equal(await eve.page.getByRole('region', { name: 'About you' }).count(), 0);
  for (const person of [ann, bob, eve]) person.assertContent();
});

/**
 * Plays a public game in which Ann is Black and Bob is White.
 * @param {Person} ann
 * @param {Person} bob
 * @returns {Promise<string>} its name
 */
async function played(ann, bob) {
  const [start, moves] = ENDING.split('\n');
  /** @param {Person} person @param {string} path @param {object} data */
  const post = async ({ context }, path, data) => {
    const answer = await context.request.post(`${server.url}${path}`, { data, headers: { origin: server.url } });
    assert.ok(answer.ok(), await answer.text());
    return answer.json();
  };
  const { id, tokens } = await post(ann, '/api/games', { black: 'me', white: 'friend', start: { record: start }, public: true });
  await post(bob, `/api/game/${id}/seat`, { token: tokens.white });
  let { state } = await post(bob, `/api/game/${id}/join`, {});
  for (const [i, square] of (moves.match(/../g) ?? []).entries()) {
    const mover = state.turn === 'black' ? ann : bob;
    ({ state } = await post(mover, `/api/game/${id}/command`, { command: 'play', square, id: `move${i}`, seen: state.number }));
  }
  assert.equal(state.status, 'over');
  return id;
}
