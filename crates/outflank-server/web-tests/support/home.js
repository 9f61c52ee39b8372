// Actions on the home page, by roles and accessible names.

import { grid } from './table.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {RegExp} name  of the chip */
export async function openChip(page, name) {
  const chip = page.locator('details.chip', { has: page.locator('summary', { hasText: name }) });
  if ((await chip.getAttribute('open')) === null) await chip.locator('summary').click();
}

/** Chooses one of the options of a chip. @param {Page} page @param {RegExp} chip @param {RegExp} option */
export async function choose(page, chip, option) {
  await openChip(page, chip);
  await page.getByRole('radio', { name: option }).check();
  await page.keyboard.press('Escape');
}

/** @param {Page} page @param {string} name */
export async function setName(page, name) {
  await openChip(page, /^More/);
  await page.getByLabel('Your name').fill(name);
  await page.keyboard.press('Escape');
}

/** Starts a game with the first disc. @param {Page} page */
export async function firstDisc(page) {
  const first = grid(page).getByRole('gridcell', { name: / legal,/ }).first();
  await first.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/game\//);
}

/** Opens an invitation in place, and returns the field with its link. @param {Page} page */
export async function invite(page) {
  await page.getByRole('button', { name: 'Invite a friend' }).click();
  return page.getByRole('dialog', { name: 'Invite a friend' }).getByLabel(/^To play/);
}
