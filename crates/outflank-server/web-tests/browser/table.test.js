// The game page: premoves, hints, undo, the result, what moves and what never shifts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { create, discs, grid, legal, moves, playOut, reaches, result, square, turn } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 800 } };

/** Black plays a1, White has no move, and Black wins with c8. */
const WON = `board -OX-----${'-'.repeat(48)}XO------ X`;

/**
 * A public game between this person, who has Black, and someone who plays by the API.
 * @param {Person} person
 * @param {object} [proposal]
 */
async function duel(person, proposal = {}) {
  const { context, page } = person;
  const options = { data: { black: 'me', white: 'friend', public: true, ...proposal }, headers: { origin: server.url } };
  const { id, tokens } = await (await context.request.post(`${server.url}/api/games`, options)).json();
  const headers = { authorization: `Bearer ${tokens.white}`, 'content-type': 'application/json' };
  const ask = async (/** @type {string} */ path, /** @type {unknown} */ body) =>
    (await fetch(`${server.url}/api/game/${id}${path}`, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })).json();
  await ask('/join', { name: 'Bob' });
  await page.goto(`${server.url}/game/${id}`);
  await turn(page);
  let commands = 0;
  const command = async (/** @type {object} */ order) => {
    const { state } = await ask('', null);
    const answer = await ask('/command', { id: `white-${(commands += 1)}`, seen: state.number, ...order });
    assert.ok(answer.number, JSON.stringify(answer));
  };
  /** Waits until the server has Black's move. @param {number} count */
  const heard = async (count) => {
    for (;;) {
      const { state } = await ask('', null);
      if (state.moves.split(' ').filter(Boolean).length >= count) return;
    }
  };
  return { command, reply: (/** @type {string} */ name) => command({ command: 'play', square: name }), heard };
}

/** @param {Person} person @param {string | RegExp} text */
const says = ({ page }, text) => page.locator('#feedback').filter({ hasText: text }).waitFor();

/** @param {Person} person */
const premove = ({ page }) => page.locator('[data-premove]');

test('a premove is marked, can be cancelled, and is played at once', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  const { reply, heard } = await duel(person);
  await square(page, 'f5').click();
  await heard(1);
  await square(page, 'c3').click();
  await grid(page).getByRole('gridcell', { name: 'c3, empty, premove' }).waitFor();
  await says(person, 'You play c3 next');
  await person.assertAccessible('a premove');
  await square(page, 'c3').click();
  await premove(person).waitFor({ state: 'detached' });
  await square(page, 'c3').click();
  await premove(person).waitFor();
  await page.keyboard.press('Escape');
  await premove(person).waitFor({ state: 'detached' });

  await square(page, 'c3').focus();
  await page.keyboard.press('Enter');
  await premove(person).waitFor();
  await reply('d6');
  await reaches(page, 3);
  assert.deepEqual(await moves(page), ['f5', 'd6', 'c3']);
  assert.equal(await premove(person).count(), 0);
  await heard(3);
  person.assertContent();
});

test('a premove that is not legal is dropped with a sentence', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  const { reply, heard } = await duel(person);
  await square(page, 'f5').click();
  await heard(1);
  await square(page, 'a1').click();
  await premove(person).waitFor();
  await reply('d6');
  await says(person, 'The premove a1 was dropped: it is not legal now.');
  await page.getByRole('status').filter({ hasText: 'premove a1' }).waitFor();
  assert.deepEqual(await moves(page), ['f5', 'd6']);
  assert.ok((await legal(page)).includes('c3'), 'it is Black’s turn');
  person.assertContent();
});

test('players of both sides have no premoves', async () => {
  const person = await Person.sitDown(browser);
  await create(person, server.url, { black: 'me', white: 'me' });
  await turn(person.page);
  assert.equal(await person.page.locator('of-board[data-premovable]').count(), 0);
  await square(person.page, 'f5').click();
  await reaches(person.page, 1);
  assert.equal(await person.page.locator('of-board[data-premovable]').count(), 0);
});

test('a hint marks one square, then the best ones with their values', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await create(person, server.url, { black: 'me', white: 'engine:1', start: { record: 'f5d6c3d3c4f4' } });
  await turn(page);
  const hint = page.getByRole('button', { name: 'Hint' });
  await hint.click();
  await page.locator('[data-hint]').waitFor();
  assert.equal(await page.locator('[data-hint]').count(), 1);
  await page.getByRole('status').filter({ hasText: /^Try [a-h][1-8]\./ }).waitFor();
  await person.assertAccessible('a hint');
  await hint.click();
  const values = page.getByRole('gridcell', { name: /legal.*value/ });
  await values.first().waitFor();
  const count = await values.count();
  assert.ok(count > 0 && count <= 3, `${count} values`);
  assert.equal(await page.locator('[data-hint]').count(), 0);
  await person.assertAccessible('the best squares');
  await values.first().click();
  await reaches(page, 1);
  assert.equal(await page.locator('.value').count(), 0, 'gone with the position');
  person.assertContent();
});

test('there are no hints against people, and none for watchers', async () => {
  const [ann, eve] = await Promise.all([1, 2].map(() => Person.sitDown(browser)));
  await duel(ann);
  assert.equal(await ann.page.getByRole('button', { name: 'Hint' }).count(), 0);
  await eve.page.goto(ann.page.url());
  await eve.page.getByText('you are watching').waitFor();
  assert.equal(await eve.page.getByRole('button', { name: 'Hint' }).count(), 0);
  assert.equal(await eve.page.getByRole('link', { name: 'Explore' }).count(), 0);
  for (const person of [ann, eve]) person.assertContent();
});

test('resigning can be undone for three seconds', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await duel(person);
  const resign = page.locator('#actions').getByRole('button', { name: /Resign/ });
  await resign.click();
  await resign.getByText('Undo').waitFor();
  await person.assertAccessible('a countdown');
  await resign.click();
  await page.waitForTimeout(3500);
  assert.ok((await legal(page)).length > 0, 'the game goes on');
  const asked = Date.now();
  await resign.click();
  await result(page).getByRole('heading', { name: 'You lost' }).waitFor();
  assert.ok(Date.now() - asked >= 2900, `${Date.now() - asked} ms`);
  person.assertContent();
});

for (const [name, options] of Object.entries({ 'a desk': DESK, 'a phone': PHONE })) {
  test(`the result is beside the board, and the page never scrolls, on ${name}`, async () => {
    const person = await Person.sitDown(browser, options);
    const { page } = person;
    const fits = async (/** @type {string} */ when) => {
      const [tall, wide] = await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]);
      assert.deepEqual([tall, wide], [0, 0], `${when}: ${tall} px too tall, ${wide} px too wide`);
    };
    const box = async (/** @type {string} */ what) => (await page.locator(what).boundingBox()) ?? assert.fail(what);
    await duel(person, { clock: { main: 600_000 } });
    await fits('during the game');
    const before = await Promise.all(['#board', '#top', '#bottom', 'of-header'].map(box));
    await page.getByRole('button', { name: 'Resign' }).click();
    await result(page).waitFor();
    await fits('at the end');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    assert.deepEqual(await Promise.all(['#board', '#top', '#bottom', 'of-header'].map(box)), before, 'board and seats stay');
    const [board, card] = await Promise.all([box('#board'), box('#card')]);
    const isApart = card.x >= board.x + board.width || card.y >= board.y + board.height;
    assert.ok(isApart && card.y + card.height <= (options.viewport.height - (name === 'a phone' ? 64 : 0)), JSON.stringify({ board, card }));
    await person.assertAccessible(`a result on ${name}`);
    await page.getByRole('link', { name: 'Review game' }).click();
    await page.waitForURL(/\/study/);
    person.assertContent();
  });

  test(`nothing shifts during a whole game, on ${name}`, async () => {
    const person = await Person.sitDown(browser, options);
    const { page } = person;
    await page.addInitScript(() => {
      /** @type {unknown[]} */
      const shifts = (/** @type {any} */ (window).shifts = []);
      const name = (/** @type {any} */ node) => node?.id || node?.className || node?.nodeName;
      new PerformanceObserver((list) => {
        for (const entry of /** @type {any[]} */ (list.getEntries())) {
          shifts.push({ value: entry.value, sources: entry.sources.map((/** @type {any} */ { node }) => name(node)) });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await create(person, server.url, { black: 'me', white: 'engine:1', clock: { main: 600_000 } });
    await playOut(page, async (first) => {
      if (name === 'a phone') await square(page, first).tap();
      if (name === 'a phone') await square(page, first).tap();
      else await square(page, first).click();
    });
    /** @type {{value: number, sources: string[]}[]} */
    const shifts = await page.evaluate(() => /** @type {any} */ (window).shifts);
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    console.log(`layout shift on ${name}: ${total.toFixed(4)}`);
    assert.ok(total <= 0.02, JSON.stringify(shifts));
    person.assertContent();
  });
}

/**
 * What moved on the board: animations with their square, duration, delay and start, and texts when they appeared.
 * @typedef {{at: number, square: string, kind: 'place' | 'flip', duration: number, delay: number}} Moved
 */

/** A person who sees motion, and whose page records it. @param {'no-preference' | 'reduce'} [reducedMotion] */
async function recorded(reducedMotion = 'no-preference') {
  const person = await Person.sitDown(browser, { ...DESK, reducedMotion });
  await person.page.addInitScript(() => {
    const here = /** @type {any} */ (window);
    here.moved = [];
    here.seen = {};
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
      const { duration, delay = 0 } = /** @type {KeyframeAnimationOptions} */ (timing);
      const name = this.closest('[data-square]')?.getAttribute('data-square');
      // Each flip has two faces; the new one counts.
      if (!this.classList.contains('old')) {
        here.moved.push({ at: performance.now(), square: name, kind: duration === 120 ? 'place' : 'flip', duration, delay });
      }
      return animate.call(this, frames, timing);
    };
    const note = () => {
      const texts = { pass: document.getElementById('feedback')?.textContent?.includes('passes'), end: document.querySelector('.result') };
      for (const [name, is] of Object.entries(texts)) if (is) here.seen[name] ??= performance.now();
    };
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const motion = async () => {
    const found = await person.page.evaluate(() => ({ moved: /** @type {any} */ (window).moved.splice(0), seen: /** @type {any} */ (window).seen }));
    return /** @type {{moved: Moved[], seen: Record<string, number>}} */ (found);
  };
  return { person, page: person.page, motion };
}

/** When the last of these has ended. @param {Moved[]} moved */
const end = (moved) => Math.max(...moved.map(({ at, duration, delay }) => at + delay + duration));

/** A frame, for a busy machine. */
const FRAME = 20;

test('a disc is placed, then the others flip along the line', async () => {
  const { person, page, motion } = await recorded();
  await duel(person, { start: { record: `board ${'-'.repeat(24)}-OOOX---${'-'.repeat(32)} X` } });
  await square(page, 'a4').click();
  await page.waitForTimeout(900);
  const { moved } = await motion();
  const from = moved[0].at;
  const script = moved.map(({ square, kind, duration, delay }) => `${square} ${kind} ${delay}+${duration}`);
  assert.deepEqual(script, ['a4 place 0+120', 'b4 flip 120+240', 'c4 flip 160+240', 'd4 flip 200+240']);
  assert.ok(moved.every(({ at }) => at - from < FRAME), 'they are one movement');
  person.assertContent();
});

test('in every frame the discs are as far as they should be', async () => {
  const { person, page } = await recorded();
  await duel(person, { start: { record: `board ${'-'.repeat(24)}-OOOX---${'-'.repeat(32)} X` } });
  const recording = page.evaluate(
    () =>
      new Promise((/** @type {(found: {start: number, frames: {at: number, seen: string}[]}) => void} */ done) => {
        /** @type {{at: number, seen: string}[]} */
        const frames = [];
        let start = Infinity;
        const isSeen = (/** @type {Element} */ face) => {
          const { opacity, transform } = getComputedStyle(face);
          return Number(opacity) > 0 && (transform === 'none' || Math.abs(new DOMMatrix(transform).a) > 0.01);
        };
        const look = () => {
          const at = Number(document.timeline.currentTime);
          for (const { startTime } of document.querySelector('of-board')?.getAnimations({ subtree: true }) ?? []) {
            if (startTime !== null) start = Math.min(start, Number(startTime));
          }
          const faces = ['a4', 'b4', 'c4', 'd4'].map((name) =>
            [...document.querySelectorAll(`[data-square="${name}"] .disc[data-disc]`)].flatMap((face) => (isSeen(face) ? (face.getAttribute('data-disc')?.[0] ?? '') : '')).join(''),
          );
          frames.push({ at, seen: faces.join(' ') });
          if (at > start + 600) done({ start, frames });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  await square(page, 'a4').click();
  const { start, frames } = await recording;
  // A disc is on its edge, and a frame shows neither face, in the middle of its turn.
  const script = /** @type {[number, string][]} */ ([[0, 'b w w w'], [240, 'b b w w'], [280, 'b b b w'], [320, 'b b b b']]);
  const shown = frames.map(({ at, seen }) => ({ at: Math.round(at - start), seen })).filter(({ at }) => at > 0);
  for (const { at, seen } of shown) {
    if (script.some(([turn]) => turn > 0 && Math.abs(at - turn) <= 3)) continue;
    const expected = script.filter(([from]) => from <= at).at(-1)?.[1];
    assert.equal(seen, expected, `after ${at} ms, among ${JSON.stringify(shown)}`);
  }
  assert.ok(shown.filter(({ at }) => at < 440).length >= 5, `frames: ${JSON.stringify(shown)}`);
  person.assertContent();
});

test('replies, passes, ends, takebacks and premoves come in order', async () => {
  const { person, page, motion } = await recorded();
  const { reply, heard, command } = await duel(person, { takebacks: 'asked' });
  await square(page, 'f5').click();
  await heard(1);
  await reply('d6');
  await turn(page);
  await page.waitForTimeout(800);
  const first = (await motion()).moved;
  assert.deepEqual(first.map(({ square, kind }) => `${square} ${kind}`), ['f5 place', 'e5 flip', 'd6 place', 'd5 flip']);
  assert.ok(first[2].at >= end(first.slice(0, 2)) - FRAME, 'the reply waits for the flips');

  // A premove: the opponent's flips end before it is placed.
  await square(page, 'c3').click();
  await heard(3);
  await page.waitForTimeout(800);
  await motion();
  await square(page, 'c4').click();
  await premove(person).waitFor();
  await reply('d3');
  await reaches(page, 5);
  await page.waitForTimeout(900);
  const next = (await motion()).moved;
  const placed = next.filter(({ kind }) => kind === 'place');
  assert.deepEqual(placed.map(({ square }) => square), ['d3', 'c4']);
  const [before, after] = [next.slice(0, next.indexOf(placed[1])), next.slice(next.indexOf(placed[1]))];
  assert.ok(after[0].at >= end(before) - FRAME, 'the premove waits for the flips');
  assert.ok(after[0].at - end(before) < 500, `and no longer: ${after[0].at - end(before)} ms`);

  // A takeback turns the same discs back, without placing any.
  const was = await discs(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('You asked for a takeback.').waitFor();
  await command({ command: 'accept_takeback' });
  await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 4);
  await page.waitForTimeout(800);
  const back = (await motion()).moved;
  assert.ok(back.length > 0 && back.every(({ kind, duration }) => kind === 'flip' && duration === 240), JSON.stringify(back));
  assert.deepEqual(new Set(back.map(({ square }) => square)), new Set(after.filter(({ kind }) => kind === 'flip').map(({ square }) => square)));
  assert.deepEqual(back.map(({ delay }) => delay).sort(), after.slice(1).map(({ delay }) => delay - 120).sort());
  assert.notEqual(await discs(page), was);
  person.assertContent();
});

test('a pass and an end wait for the flips', async () => {
  const { person, page, motion } = await recorded();
  await create(person, server.url, { black: 'me', white: 'engine:1', start: { record: WON } });
  await turn(page);
  await square(page, 'a1').click();
  await says(person, 'passes');
  const pass = await motion();
  assert.ok(pass.seen.pass >= end(pass.moved) - FRAME, 'the pass is announced after the flips');
  await turn(page);
  await square(page, 'c8').click();
  await result(page).waitFor();
  const last = await motion();
  assert.deepEqual(last.moved.map(({ kind }) => kind), ['place', 'flip']);
  assert.ok(last.seen.end >= end(last.moved) - FRAME, 'the result comes after the flips');
  person.assertContent();
});

test('a player in another tab is called by title, icon and notification', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await page.addInitScript(() => {
    const here = /** @type {any} */ (window);
    here.calls = [];
    here.isHidden = false;
    Object.defineProperty(document, 'hidden', { get: () => here.isHidden });
    here.Notification = class {
      static permission = 'default';
      static requestPermission = async () => (this.permission = 'granted');
      /** @param {string} title @param {{body: string}} options */
      constructor(title, { body }) {
        here.calls.push(`${title}: ${body}`);
      }
      close() {}
    };
  });
  const { reply, heard } = await duel(person);
  await page.getByRole('button', { name: 'More' }).click();
  const toggle = page.getByRole('switch', { name: 'Notify me when it’s my turn' });
  await toggle.click();
  await page.locator('[role="switch"][aria-checked="true"]').waitFor();
  await person.assertAccessible('the menu');
  await page.keyboard.press('Escape');
  await square(page, 'f5').click();
  await heard(1);
  await page.evaluate(() => (/** @type {any} */ (window).isHidden = true));
  await reply('d6');
  await reaches(page, 2);
  assert.match(await page.title(), /^● Your turn/);
  assert.match((await page.locator('link[rel="icon"]').getAttribute('href')) ?? '', /^data:image/);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).calls), ['Your turn: Bob played d6.']);
  await page.evaluate(() => {
    /** @type {any} */ (window).isHidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  assert.match((await page.locator('link[rel="icon"]').getAttribute('href')) ?? '', /favicon/);
  person.assertContent();
});

test('a page that comes with the game shows it before it is connected', async () => {
  const person = await Person.sitDown(browser);
  const { page } = person;
  await duel(person, { start: { record: 'f5d6' } });
  const address = page.url();
  await page.goto('about:blank');
  const full = await (await fetch(address.replace('/game/', '/api/game/'))).json();
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const state = `<script type="application/json" id="state">${JSON.stringify(full)}</script>`;
    await route.fulfill({ response, body: (await response.text()).replace('</main>', `</main>${state}`) });
  });
  await page.addInitScript(() => {
    // Never connects.
    /** @type {any} */ (window).WebSocket = class {
      close() {}
    };
  });
  await page.goto(address);
  await page.getByText('Bob').first().waitFor();
  assert.equal(await discs(page), full.state.board);
  person.assertContent();
});

test('with reduced motion nothing moves', async () => {
  const { person, page, motion } = await recorded('reduce');
  await create(person, server.url, { black: 'me', white: 'engine:1', start: { record: WON } });
  await turn(page);
  await square(page, 'a1').click();
  await says(person, 'passes');
  await turn(page);
  await square(page, 'c8').click();
  await result(page).waitFor();
  assert.deepEqual((await motion()).moved, []);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  person.assertContent();
});
