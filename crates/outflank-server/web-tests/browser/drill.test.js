import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { movesOf, puzzleOf } from '../support/puzzles.js';
import { Server } from '../support/server.js';
import { discs, grid, square } from '../support/table.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Waits for a puzzle and returns its id. @param {Page} page @param {string} [other]  not this one */
async function puzzle(page, other) {
  const id = await puzzleOf(page, other);
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  return id;
}

/** @param {string} id */
const solution = (id) => movesOf(server.url, id);

/** Plays a puzzle out without the page. @param {object} body @returns {Promise<any>} */
async function play(body) {
  const answer = await fetch(`${server.url}/api/drill/play`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return answer.json();
}

/** @param {Page} page @param {string} name */
const number = (page, name) => page.locator('#puzzle-numbers > div').filter({ hasText: name }).locator('b').innerText();

/** @param {Page} page @param {string} id */
async function solve(page, id) {
  const [best] = await solution(id);
  await square(page, best).click();
  await page.getByText(`Right: ${best}`).first().waitFor();
  await page.getByRole('button', { name: 'Next puzzle' }).click();
}

test('a puzzle is solved by mouse, and a reload keeps the streak', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Drill', exact: true }).click();
  const id = await puzzle(page);
  const [best, ...others] = await solution(id);
  await square(page, best).click();
  await page.getByText(`Right: ${best}`).first().waitFor();
  await grid(page).getByRole('gridcell', { name: new RegExp(`^${best}, .*value ✓`) }).waitFor();
  for (const other of others) await grid(page).getByRole('gridcell', { name: new RegExp(`^${other}, .*value `) }).waitFor();
  assert.equal(await number(page, 'Streak'), '1');
  assert.equal(await number(page, 'Solved'), '1');
  await person.assertAccessible('a solved puzzle');
  assert.equal(await page.getByRole('link', { name: 'Study this position' }).getAttribute('href').then((href) => href?.slice(0, 14)), '/study?record=');

  // The button has the focus, so Enter continues.
  await page.keyboard.press('Enter');
  await puzzle(page, id);
  await page.reload();
  await puzzle(page, id);
  assert.equal(await number(page, 'Streak'), '1');
  person.assertContent();
});

test('a failed puzzle shows what the mistake costs, and is repeated', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/drill`);
  const failed = await puzzle(page);
  const moves = await solution(failed);
  const wrong = moves[moves.length - 1];
  await square(page, wrong).click();
  await page.getByText(new RegExp(`^Wrong: ${wrong} .*${moves[0]}.* That cost \\d+ discs?\\.`)).first().waitFor();
  await grid(page).getByRole('gridcell', { name: new RegExp(`^${wrong}, .*value ✗`) }).waitFor();
  assert.equal(await number(page, 'Streak'), '0');
  assert.equal(await number(page, 'Learning'), '1');
  await person.assertAccessible('a failed puzzle');

  await page.getByRole('button', { name: 'Next puzzle' }).click();
  const seen = [await puzzle(page)];
  while (seen.at(-1) !== failed && seen.length < 10) {
    await solve(page, seen[seen.length - 1]);
    seen.push(await puzzle(page, seen[seen.length - 1]));
  }
  assert.equal(seen.at(-1), failed, `it comes again, after ${seen}`);
  person.assertContent();
});

test('an endgame is played out: a wrong move is named at once and taken back', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/drill?kind=endgame`);
  const id = await puzzle(page);
  const moves = await solution(id);
  const [best, wrong] = [moves[0], moves[moves.length - 1]];
  await square(page, wrong).click();
  await page.getByText(`Wrong: ${wrong}`).first().waitFor();
  const before = await discs(page);
  await page.getByRole('button', { name: 'Play it out' }).click();
  await page.getByText('Play it out against the best defence.').first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Take back' }).count(), 0);
  await square(page, wrong).click();
  const verdict = page.locator('#verdict');
  await verdict.filter({ hasText: new RegExp(`^✗${wrong} lets (Black|White) .*; ${best} still wins by \\d+\\.`) }).waitFor();
  await person.assertAccessible('a win thrown away');
  await page.getByRole('button', { name: 'Take back' }).click();
  assert.equal(await discs(page), before);

  // The best moves to the end, by typing.
  const field = page.getByLabel('Type a move');
  let played = '';
  for (let move = best; ; ) {
    await field.fill(move);
    await field.press('Enter');
    await verdict.filter({ hasText: new RegExp(`^✓${move} `) }).waitFor();
    const state = await play({ puzzle: id, moves: played, move });
    played = state.moves;
    if (state.ending !== null) break;
    const line = await play({ puzzle: id, moves: played, show: true });
    move = line.moves.slice(played.length, played.length + 2);
  }
  await verdict.filter({ hasText: /wins by \d+, the best possible result\./ }).waitFor();
  await page.getByRole('button', { name: 'Next puzzle' }).and(page.locator(':focus')).waitFor();
  assert.equal(await number(page, 'Learning'), '1', 'playing it out is no second answer');
  const study = await page.getByRole('link', { name: 'Study this position' }).getAttribute('href');
  assert.ok(study?.endsWith(played), `the study has the moves: ${study}`);
  await page.keyboard.press('Enter');
  await puzzle(page, id);
  person.assertContent();
});

test('the best line is shown move by move, and can be stopped', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/drill?kind=endgame`);
  const id = await puzzle(page);
  const [best] = await solution(id);
  await page.getByText('Moves that led here').click();
  const history = await page.locator('#history').innerText();
  assert.match(history, /^([a-h][1-8] )+[a-h][1-8]$/);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByRole('button', { name: 'Show the line' }).click();
  await page.locator('#verdict').filter({ hasText: new RegExp(`^Best line: (Black|White) ${best}, (Black|White) `) }).waitFor();
  await person.assertAccessible('a line that is shown');
  await page.getByRole('button', { name: 'Stop' }).click();
  await grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();
  await page.getByRole('button', { name: 'Show the line' }).click();
  await page.locator('#verdict').filter({ hasText: /^Best line: .* (Black|White) wins by \d+, the best possible result\./ }).waitFor();
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await puzzle(page, id);
  person.assertContent();
});

test('a puzzle is solved by keyboard alone', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/drill`);
  const id = await puzzle(page);
  const [best] = await solution(id);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? null);
  // The skip link leaves the puzzle as it is.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (let tabs = 0; (await focused()) === null && tabs < 30; tabs += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Home');
  assert.equal(await page.locator('[data-legal]').count(), (await solution(id)).length, 'it is the same puzzle');
  assert.equal(await focused(), 'a1');
  for (let file = 'a'.charCodeAt(0); file < best.charCodeAt(0); file += 1) await page.keyboard.press('ArrowRight');
  for (let rank = 1; rank < Number(best[1]); rank += 1) await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), best);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Next puzzle' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');

  // The board has the focus again. The next puzzle is solved by typing.
  const second = await puzzle(page, id);
  await page.locator('[data-square]:focus').waitFor();
  const [move] = await solution(second);
  await page.getByLabel('Type a move').focus();
  await page.keyboard.type(move);
  await page.keyboard.press('Enter');
  await page.getByText(`Right: ${move}`).first().waitFor();
  assert.equal(await number(page, 'Streak'), '2');

  // From a button the focus returns to the board, too.
  await page.keyboard.press('Enter');
  await puzzle(page, second);
  await page.getByRole('button', { name: 'Show the solution' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Next puzzle' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[data-square]:focus').waitFor();
  person.assertContent();
});

test('on a phone the first tap shows the flips, and the second one plays', async () => {
  const person = await Person.sitDown(browser, { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });
  const { page } = person;
  await page.goto(`${server.url}/drill`);
  const [best] = await solution(await puzzle(page));
  await square(page, best).tap();
  assert.equal(await page.getByText('Right:').count(), 0);
  await square(page, best).tap();
  await page.getByText(`Right: ${best}`).first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  person.assertContent();
});

test('a link opens its puzzle, the solution can be shown, and filters apply', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/drill`);
  const first = await puzzle(page);
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('3');
  const third = await puzzle(page, first);
  await page.getByText('difficulty 3 of 5').waitFor();
  await page.reload();
  assert.equal(await puzzle(page), third, 'it is still the same');
  assert.equal(await page.getByRole('combobox', { name: 'Difficulty' }).inputValue(), '3');
  await page.goto(`${server.url}/drill#${first}`);
  await page.waitForFunction((id) => location.hash === `#${id}`, first);
  await page.goto('about:blank');
  await page.goto(`${server.url}/drill#${third}`);
  assert.equal(await puzzle(page), third);
  await page.getByText('difficulty 3 of 5').waitFor();
  const [best] = await solution(third);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByText(`The solution is ${best}`).first().waitFor();
  assert.equal(await number(page, 'Learning'), '1');

  // An unknown puzzle leads to another one.
  await page.goto('about:blank');
  await page.goto(`${server.url}/drill#00000000`);
  await page.getByText('no such puzzle').waitFor();
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await puzzle(page);
  person.complaints = person.complaints.filter((text) => !text.includes('status of 404'));
  person.assertContent();
});

test('a file takes the progress to another browser', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/drill`);
  await solve(page, await puzzle(page));
  await page.getByText('Keep your progress').click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  assert.match(saved.suggestedFilename(), /^outflank-drill-\d{4}-\d\d-\d\d\.json$/);
  const file = { name: 'kept.json', mimeType: 'application/json', buffer: await readFile(await saved.path()) };

  const other = await Person.sitDown(browser);
  await other.page.goto(`${server.url}/drill`);
  await puzzle(other.page);
  assert.equal(await number(other.page, 'Streak'), '0');
  await other.page.getByText('Keep your progress').click();
  const field = other.page.getByLabel('A file');
  for (const nonsense of ['f5d6', '{"format":"outflank-drill","version":1,"streak":7}']) {
    await field.setInputFiles({ ...file, buffer: Buffer.from(nonsense) });
    await other.page.getByText('kept.json could not be read').waitFor();
  }
  await field.setInputFiles(file);
  await other.page.getByText('Progress loaded.').first().waitFor();
  await other.page.locator('#puzzle-numbers b').first().and(other.page.getByText('1', { exact: true })).waitFor();

  // Existing progress is not replaced without asking.
  await field.setInputFiles(file);
  const asked = other.page.getByRole('dialog', { name: 'Replace your progress?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await other.page.getByRole('button', { name: 'Start over' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await other.page.locator('#puzzle-numbers b').first().and(other.page.getByText('0', { exact: true })).waitFor();
  person.assertContent();
  other.complaints = other.complaints.filter((text) => !text.includes('status of 422'));
  other.assertContent();
});

test('damaged progress is set aside and can be saved', async () => {
  for (const damaged of ['{"format":"outflank-drill","ver', '{"format":"outflank-drill","version":1,"streak":7}']) {
    const person = await Person.sitDown(browser);
    const { page } = person;
    await page.goto(`${server.url}/drill`);
    await puzzle(page);
    await page.evaluate((text) => localStorage.setItem('outflank-drill', text), damaged);
    await page.reload();
    const id = await puzzle(page);
    await page.getByText('It was set aside, not deleted').waitFor();
    await person.assertAccessible('a notice about damaged progress');
    await solve(page, id);
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save it as a file' }).click()]);
    assert.equal(await readFile(await saved.path(), 'utf8'), damaged);
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('It was set aside, not deleted').waitFor({ state: 'hidden' });
    assert.equal(await number(page, 'Streak'), '1');
    // Chromium logs every rejected request to the console.
    person.complaints = person.complaints.filter((text) => !text.includes('status of 422'));
    person.assertContent();
    await person.context.close();
  }
});

test('an opening is completed, and another one is left and resumed', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/drill`);
  await page.getByRole('radio', { name: 'Openings' }).check();
  const lines = page.getByRole('list', { name: 'Lines' });
  await lines.getByRole('button', { name: /^Tiger/ }).first().waitFor();
  // Any language, with or without accents.
  await page.getByLabel('Find a line').fill('tigre');
  await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 1);
  await lines.getByRole('button', { name: /^Tiger/ }).click();
  await page.getByText('Tiger: you play Black.').first().waitFor();
  for (const [move, answer] of [['f5', 'd6'], ['c3', 'd3']]) {
    await grid(page).getByRole('gridcell', { name: new RegExp(`^${move}, empty, legal`) }).waitFor();
    await square(page, move).click();
    await grid(page).getByRole('gridcell', { name: new RegExp(`^${answer}, white, last move`) }).waitFor();
  }
  await square(page, 'c4').click();
  await page.getByText(/^Tiger complete, without a mistake\./).first().waitFor();
  await person.assertAccessible('a completed opening');

  // With White, by typing; the third move leaves the line.
  await page.getByRole('radio', { name: 'White' }).check();
  await page.getByText('Tiger: you play White.').first().waitFor();
  await grid(page).getByRole('gridcell', { name: /^f5, black, last move/ }).waitFor();
  const field = page.getByLabel('Type a move');
  await field.fill('d6');
  await field.press('Enter');
  await grid(page).getByRole('gridcell', { name: /^c3, black, last move/ }).waitFor();
  const before = await discs(page);
  await field.fill('f4');
  await field.press('Enter');
  await page.getByText(/^f4 leaves the line: Tiger continues with d3\./).first().waitFor();
  assert.equal(await discs(page), before, 'it was not played');
  await grid(page).getByRole('gridcell', { name: /^f4, .*value ✗/ }).waitFor();
  await grid(page).getByRole('gridcell', { name: /^d3, .*value ✓/ }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).and(page.locator(':focus')).waitFor();
  await person.assertAccessible('a line that was left');
  await page.keyboard.press('Enter');
  await field.and(page.locator(':focus')).waitFor();
  await field.fill('d3');
  await field.press('Enter');
  await page.getByText(/^Tiger complete, with one mistake\./).first().waitFor();

  // The address leads to the same line.
  await page.getByLabel('Find a line').fill('');
  await page.waitForFunction(() => document.querySelectorAll('#lines li').length > 20);
  await page.getByRole('button', { name: 'Next line' }).click();
  await page.getByText('Tiger: you play White.').first().waitFor({ state: 'hidden' });
  const task = await page.locator('#task').innerText();
  await page.reload();
  await page.getByText(task).first().waitFor();
  person.assertContent();
});
