import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { discs, grid, legal, square } from '../support/table.js';

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { width: 390, height: 844 };

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function lesson() {
  const answer = await fetch(`${server.url}/api/lesson`);
  return answer.json();
}

/**
 * What the server says about a try.
 * @param {number} step
 * @param {string} moves
 * @param {string} move
 */
async function judge(step, moves, move) {
  const answer = await fetch(`${server.url}/api/lesson/try`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ step, moves, move }),
  });
  return answer.json();
}

/** @param {Page} page @param {string} title */
const heading = (page, title) => page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();

/** @param {Page} page */
const myTurn = (page) => grid(page).getByRole('gridcell', { name: / legal,/ }).first().waitFor();

/** @param {Page} page @param {string} sentence */
const verdict = (page, sentence) => page.locator('#verdict').getByText(sentence, { exact: true }).waitFor();

/**
 * Completes the lesson, making every wrong move on the way.
 * @param {Page} page
 * @param {{play: (square: string) => Promise<void>, press: (button: string) => Promise<void>, look?: (what: string) => Promise<void>}} hands
 * @param {{wrong: boolean}} how
 */
async function walk(page, { play, press, look }, { wrong }) {
  const { steps, closing } = await lesson();
  let tries = 0;
  for (const { number, title, text, task } of steps) {
    await heading(page, title);
    await page.getByText(text).first().waitFor();
    let prompt = task;
    for (let moves = ''; prompt !== null; ) {
      await page.locator('#task').getByText(prompt, { exact: true }).waitFor();
      await myTurn(page);
      await look?.(`step ${number}${moves}`);
      const before = await discs(page);
      let right;
      for (const move of await legal(page)) {
        const answer = await judge(number, moves, move);
        if (answer.verdict === 'right') right ??= { move, answer };
        else if (wrong) {
          await play(move);
          await verdict(page, answer.sentence);
          assert.notEqual(await discs(page), before, 'the wrong move is shown');
          await look?.(`step ${number}${moves}, ${move}`);
          await press('Try again');
          await myTurn(page);
          assert.equal(await discs(page), before, 'it is taken back');
          tries += 1;
        }
      }
      assert.ok(right, `step ${number} can be done`);
      await play(right.move);
      await verdict(page, right.answer.sentence);
      moves = right.answer.moves;
      prompt = right.answer.task;
    }
    await look?.(`step ${number}, done`);
    await press(number < steps.length ? 'Next' : 'Finish');
  }
  await heading(page, 'You know how to play');
  await page.getByText(closing).first().waitFor();
  await look?.('the end');
  return tries;
}

test('the lesson is completed by mouse on a small screen, with every possible mistake', async () => {
  const person = await Person.sitDown(browser, { viewport: PHONE });
  const { page } = person;
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Learn it in three minutes' }).click();
  await page.waitForURL('**/learn*');
  const look = async (/** @type {string} */ what) => {
    const places = await page.evaluate(() =>
      ['task', 'board'].map((id) => {
        const { top, bottom, width } = /** @type {Element} */ (document.getElementById(id)).getBoundingClientRect();
        return { id, top, bottom, width };
      }),
    );
    for (const { id, top, bottom, width } of places.filter(({ width }) => width > 0)) {
      assert.ok(top >= 0 && bottom <= PHONE.height, `${what}: #${id} is in sight (${top} to ${bottom}, ${width} wide)`);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width, what);
  };
  const hands = {
    look,
    play: (/** @type {string} */ name) => square(page, name).click(),
    press: (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click(),
  };
  const tries = await walk(page, hands, { wrong: true });
  assert.ok(tries >= 20, `${tries} wrong moves were tried`);
  await person.assertAccessible('the end of the lesson');

  // It leads to a first game at level 1, and the home page no longer offers the lesson.
  await page.getByRole('button', { name: 'Play your first game' }).click();
  await page.waitForURL('**/game/*');
  await myTurn(page);
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Learn it in three minutes' }).waitFor({ state: 'hidden' });
  person.assertContent();
});

test('the lesson is completed by keyboard, and everything is announced', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/learn`);
  await myTurn(page);
  for (let presses = 0; presses < 40 && (await page.locator('of-board :focus').count()) === 0; presses += 1) {
    await page.keyboard.press('Tab');
  }
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? document.activeElement?.textContent);
  const play = async (/** @type {string} */ name) => {
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-square'));
    await page.keyboard.press('Control+Home');
    for (let column = 0; column < name.charCodeAt(0) - 97; column += 1) await page.keyboard.press('ArrowRight');
    for (let row = 1; row < Number(name[1]); row += 1) await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), name);
    await page.keyboard.press('Enter');
    await page.waitForFunction((square) => document.getElementById('said')?.textContent?.startsWith(square), name);
  };
  // The next button has the focus already.
  const press = async (/** @type {string} */ name) => {
    await page.waitForFunction((text) => document.activeElement?.textContent === text, name);
    await page.keyboard.press('Enter');
  };
  await walk(page, { play, press }, { wrong: true });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Play your first game');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Do it again');
  await page.keyboard.press('Enter');
  await heading(page, (await lesson()).steps[0].title);
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-square'));
  person.assertContent();
});

test('every step is accessible, in every theme', async () => {
  const person = await Person.sitDown(browser, { viewport: PHONE });
  const { page } = person;
  const { steps } = await lesson();
  for (const { number, title } of steps) {
    await page.goto(`${server.url}/learn#${number}`);
    await heading(page, title);
    await myTurn(page);
    await person.assertAccessible(`step ${number}`);
  }
  for (const theme of ['light', 'dark', 'contrast', 'colorblind']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /^Several lines/ }).click();
    await square(page, 'd1').click();
    await page.getByRole('button', { name: 'Show me' }).click();
    await square(page, 'c2').click();
    await page.getByText(/^c2 flips 6 discs/).first().waitFor();
    await person.assertAccessible(`a completed step, in ${theme}`);
  }
  person.assertContent();
});

test('an illegal move is explained, and the right moves can be shown', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/learn#2`);
  await myTurn(page);
  const before = await discs(page);
  await square(page, 'h8').click();
  await verdict(page, (await judge(2, '', 'h8')).sentence);
  assert.match(await page.locator('#verdict').innerText(), /h8 .* would outflank no white disc in any direction/);
  assert.equal(await discs(page), before);
  await square(page, 'd1').click();
  await verdict(page, (await judge(2, '', 'd1')).sentence);
  await page.getByRole('button', { name: 'Show me' }).click();
  await grid(page).getByRole('gridcell', { name: /^c2, .*value ✓/ }).waitFor();
  await verdict(page, 'Play c2.');
  await square(page, 'c2').click();
  await verdict(page, (await judge(2, '', 'c2')).sentence);
  person.assertContent();
});

test('completed steps are remembered, and the lesson works without storage', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  const { steps } = await lesson();
  const links = page.getByRole('navigation', { name: 'Steps' }).getByRole('link');
  await page.goto(`${server.url}/learn`);
  await square(page, 'd3').click();
  await page.getByRole('button', { name: 'Next' }).click();
  await heading(page, steps[1].title);
  await page.goto(`${server.url}/study`);
  await page.goto(`${server.url}/learn`);
  await heading(page, steps[1].title);
  await links.and(page.getByRole('link', { name: `${steps[0].title} (done)` })).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await heading(page, steps[0].title);
  person.assertContent();

  const without = await Person.sitDown(browser);
  await without.context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
  await without.page.goto(`${server.url}/learn`);
  await square(without.page, 'd3').click();
  await without.page.getByRole('button', { name: 'Next' }).click();
  await heading(without.page, steps[1].title);
  without.assertContent();
});

test('on a touch screen a second tap plays, as the lesson explains', async () => {
  const person = await Person.sitDown(browser, { viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = person;
  await page.goto(`${server.url}/learn`);
  await myTurn(page);
  await page.getByText('Tap once to see what flips, and again to play.').waitFor();
  await square(page, 'd3').tap();
  await page.locator('[data-preview="+1"]').waitFor();
  assert.equal(await page.locator('#verdict').innerText(), '');
  await square(page, 'd3').tap();
  await verdict(page, (await judge(1, '', 'd3')).sentence);
  person.assertContent();
});

test('an unreachable server loses no step', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.goto(`${server.url}/learn#2`);
  await myTurn(page);
  person.offline = true;
  await person.context.setOffline(true);
  await square(page, 'c2').click();
  await page.getByText('The move could not be checked: the server cannot be reached. Try again.').waitFor();
  await person.context.setOffline(false);
  await square(page, 'c2').click();
  await verdict(page, (await judge(2, '', 'c2')).sentence);
  await page.getByText('The move could not be checked').waitFor({ state: 'hidden' });
  person.assertContent();
});
