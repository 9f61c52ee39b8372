// Actions on the game page, by roles and accessible names.

import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */

const LONGEST = 61;

/**
 * Creates a game with the person's cookie and opens it.
 * @param {import('./browser.js').Person} person
 * @param {string} url of the server
 * @param {object} proposal
 * @returns {Promise<import('../../web/wire.js').Created>}
 */
export async function create({ context, page }, url, proposal) {
  const made = await (await context.request.post(`${url}/api/games`, { data: proposal, headers: { origin: url } })).json();
  assert.ok(made.id, JSON.stringify(made));
  await page.goto(`${url}/game/${made.id}`);
  return made;
}

/** Asks for an invitation to play White. @param {Page} page @returns {Promise<string>} the link */
export async function invite(page) {
  await page.getByRole('button', { name: 'New invitation link' }).click();
  return page.getByLabel('To play White').inputValue();
}

/** @param {Page} page */
export const grid = (page) => page.getByRole('grid', { name: 'Board' });

/** @param {Page} page */
export async function legal(page) {
  const cells = grid(page).getByRole('gridcell', { name: / legal,/ });
  return cells.evaluateAll((found) => found.map((cell) => cell.getAttribute('aria-label')?.slice(0, 2) ?? ''));
}

/** @param {Page} page @param {string} name */
export const square = (page, name) => grid(page).getByRole('gridcell', { name: new RegExp(`^${name},`) });

/** The card with the result. @param {Page} page */
export const result = (page) => page.getByRole('region', { name: 'Result' });

/** Waits until it is the player's turn or the game is over. @param {Page} page @returns {Promise<'turn' | 'over'>} */
export async function turn(page) {
  const mine = grid(page).getByRole('gridcell', { name: / legal,/ }).first();
  await mine.or(result(page)).first().waitFor();
  return (await result(page).isVisible()) ? 'over' : 'turn';
}

/**
 * Plays the first legal move until the game is over.
 * @param {Page} page
 * @param {(square: string) => Promise<void>} play
 * @returns {Promise<number>} how many discs one has placed
 */
export async function playOut(page, play) {
  for (let placed = 0; placed <= LONGEST; placed += 1) {
    if ((await turn(page)) === 'over') return placed;
    const [first] = await legal(page);
    const before = await moves(page);
    await play(first);
    await reaches(page, before.length + 1);
  }
  assert.fail('the game does not end');
}

/** Waits until the list has this number of moves, whatever the opponent has played since. @param {Page} page @param {number} count */
export async function reaches(page, count) {
  await page.waitForFunction((least) => document.querySelectorAll('[data-ply]').length >= least, count);
}

/** The moves in the list, including passes. @param {Page} page @returns {Promise<string[]>} */
export function moves(page) {
  return page.locator('[data-ply]').evaluateAll((plies) => plies.map((ply) => ply.textContent?.trim() ?? ''));
}

/** The board as 64 characters: `-`, `X`, `O`. @param {Page} page */
export function discs(page) {
  return grid(page)
    .getByRole('gridcell')
    .evaluateAll((cells) => {
      const named = cells.map((cell) => (cell.getAttribute('aria-label') ?? '').split(', '));
      const order = (/** @type {string} */ name) => Number(name[1]) * 8 + name.charCodeAt(0);
      named.sort(([a], [b]) => order(a) - order(b));
      return named.map(([, disc]) => ({ black: 'X', white: 'O' })[disc] ?? '-').join('');
    });
}
