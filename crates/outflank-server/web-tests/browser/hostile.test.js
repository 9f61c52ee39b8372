import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';

/** @typedef {import('playwright-core').Page} Page */

const CORPUS = new URL('../../../outflank-formats/tests/data/hostile.jsonl', import.meta.url);
const BOARD = '8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *';

/** What each text tries. @type {{tries: string, text: string}[]} */ let texts;
/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {string} */ let folder;
before(async () => {
  const lines = (await readFile(CORPUS, 'utf8')).trim().split('\n').map((line) => JSON.parse(line));
  // Binary input is for the parsers of files.
  texts = lines.filter(({ text }) => text !== undefined).map(({ tries, text, times }) => ({ tries, text: text.repeat(times ?? 1) }));
  assert.ok(texts.length > 100, 'the corpus was read');
  folder = await mkdtemp(join(tmpdir(), 'outflank-hostile-'));
  // Each guest has an address of its own, so that no rate limit applies.
  [server, browser] = await Promise.all([Server.start('--trust-proxy', '127.0.0.1'), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Records every effect of a text: a dialog, a request, a navigation, the variable that the texts set. */
async function witness() {
  const person = await Person.sitDown(browser);
  person.page.setDefaultTimeout(60_000);
  person.page.on('dialog', (dialog) => {
    person.complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  person.context.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|file:|data:|blob:)/.test(request.url())) person.complaints.push(`a request: ${request.url()}`);
  });
  person.context.on('page', (page) => person.complaints.push(`a window: ${page.url()}`));
  return person;
}

/** Fails if a text had an effect. @param {Person} person @param {string} what */
async function assertHarmless(person, what) {
  const done = await person.page.evaluate(() => {
    const here = /** @type {any} */ (window);
    return { pwned: typeof here.pwned, everywhere: typeof (/** @type {any} */ ({}).pwned), function: typeof document.getElementById };
  });
  assert.deepEqual(done, { pwned: 'undefined', everywhere: 'undefined', function: 'function' }, what);
  // No text became an element.
  assert.equal(await person.page.locator('iframe, object, embed, base, foreignObject, [onerror], [onload], [onfocus]').count(), 0, what);
  assert.deepEqual(person.complaints, [], what);
}

let guests = 0;
function elsewhere() {
  guests += 1;
  return `10.0.${guests >> 8}.${guests & 255}`;
}

/** @param {string} method @param {string} path @param {unknown} body @param {Record<string, string>} [headers] */
function ask(method, path, body, headers = {}) {
  return fetch(`${server.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': elsewhere(), ...headers },
    body: JSON.stringify(body),
  });
}

/** A text as displayed, with white space collapsed. @param {string} text */
const seen = (text) => text.replace(/\s+/g, ' ').trim();

test('names are text in the lobby, at the table and in downloads', { timeout: 600_000 }, async () => {
  const person = await witness();
  const refused = [];
  /** @type {{tries: string, text: string, id: string}[]} */
  const made = [];
  for (const { tries, text } of texts) {
    const answer = await ask('POST', '/api/games', { black: 'me', white: 'anyone', public: true, name: text });
    if (answer.status === 201) made.push({ tries, text, id: (await answer.json()).id });
    else {
      assert.ok([400, 413, 422].includes(answer.status), `${tries}: ${answer.status}`);
      refused.push(text);
    }
    // The size of a page of the lobby.
    if (answer.status === 201 && made.length % 10 === 0) {
      await person.page.goto(server.url);
      await person.page.getByRole('region', { name: 'Open challenges' }).getByText(seen(text), { exact: false }).first().waitFor();
      await assertHarmless(person, `the lobby, up to ${tries}`);
    }
  }
  assert.ok(made.length > 20, `${made.length} names were taken`);
  assert.ok(refused.some((text) => text.includes('\u001b')) && refused.some((text) => text.includes('\u202e')), 'some names are refused');
  assert.ok(made.every(({ text }) => !/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text.trim())), 'no name talks to a terminal');
  for (const { tries, text, id } of made) {
    await person.page.goto(`${server.url}/game/${id}`);
    await person.page.getByText(seen(text), { exact: false }).first().waitFor();
    await assertHarmless(person, `the table: ${tries}`);
  }
  // Opened on their own, as a picture that someone sent.
  for (const { tries, id } of made.filter(({ text }) => /[<>"'&]/.test(text))) {
    const picture = await person.page.goto(`${server.url}/game/${id}.svg`);
    assert.equal(picture?.status(), 200, tries);
    assert.equal(await person.page.evaluate(() => typeof (/** @type {any} */ (window).pwned)), 'undefined', `a picture: ${tries}`);
    // Chromium requests a favicon for a picture opened on its own, and there is none.
    person.complaints = person.complaints.filter((complaint) => !/status of 404/.test(complaint));
    assert.deepEqual(person.complaints, [], tries);
    // The others are downloaded, never displayed.
    for (const ending of ['txt', 'json', 'ggf', 'sgf']) {
      const { headers } = await fetch(`${server.url}/game/${id}.${ending}`);
      assert.match(headers.get('Content-Disposition') ?? '', /^attachment; filename="?[\w.-]+"?$/, `${ending}: ${tries}`);
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
    }
  }
  await person.context.close();
});

/** The burst of chat lines that the server allows. */
const LINES = 5;

test('chat is text', { timeout: 600_000 }, async () => {
  const person = await witness();
  await person.page.goto(server.url);
  let heard = 0;
  for (let first = 0; first < texts.length; first += LINES) {
    // The browser holds Black, so it gets White's chat.
    const game = await person.page.evaluate(async (from) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
      const body = JSON.stringify({ black: 'me', white: 'friend', name: 'Ann' });
      return (await fetch('/api/games', { method: 'POST', headers, body })).json();
    }, elsewhere());
    const bearer = { Authorization: `Bearer ${game.tokens.white}` };
    assert.equal((await ask('POST', `/api/game/${game.id}/join`, { name: 'Bob' }, bearer)).status, 200);
    const lines = [];
    for (const { tries, text } of texts.slice(first, first + LINES)) {
      const answer = await ask('POST', `/api/game/${game.id}/chat`, { text }, bearer);
      if (answer.ok) lines.push(seen(text));
      else assert.ok([400, 413, 422].includes(answer.status), `${tries}: ${answer.status} ${await answer.text()}`);
    }
    heard += lines.length;
    if (lines.length === 0) continue;
    await person.page.goto(`${server.url}/game/${game.id}`);
    await person.page.getByRole('button', { name: /^Chat/ }).click();
    const log = person.page.getByRole('log');
    await log.getByText(lines[lines.length - 1]).last().waitFor();
    const shown = seen(await log.innerText());
    for (const line of lines) assert.ok(shown.includes(line), line);
    await assertHarmless(person, `the chat, from ${texts[first].tries}`);
  }
  assert.ok(heard > 50, `${heard} lines were taken`);
  await person.context.close();
});

/** Games with a text as players, event and comment. @param {{text: string}[]} some */
const records = (some) =>
  // A file with zero bytes is rejected as binary.
  some.filter(({ text }) => !text.includes('\0')).map(({ text }) => {
    const value = text.slice(0, 300).replaceAll(']', ')');
    return `(;GM[Othello]PC[${value}]DT[2026]PB[${value}]PW[${value}]TY[8]BO[${BOARD}]C[${value}]B[f5]C[${value}]W[d6];)`;
  });

test('records are text in study', { timeout: 600_000 }, async () => {
  const person = await witness();
  let read = 0;
  for (let first = 0; first < texts.length; first += 40) {
    const some = texts.slice(first, first + 40);
    await person.page.goto(`${server.url}/study`);
    await person.page.getByLabel('A game or a position').fill(records(some).join('\n'));
    await person.page.getByRole('button', { name: 'Read', exact: true }).click();
    await person.page.getByText(/games, read as GGF/).first().waitFor();
    await person.page.getByRole('tab', { name: 'Moves' }).click();
    const choice = person.page.getByLabel('Which game');
    const games = await choice.locator('option').count();
    read += games;
    for (let game = 0; game < games; game += 5) {
      // The engine's rate limit for one guest.
      await person.context.setExtraHTTPHeaders({ 'X-Forwarded-For': elsewhere() });
      await choice.selectOption({ index: game });
      await assertHarmless(person, `study, game ${game} from ${some[0].tries}`);
    }
  }
  assert.ok(read > 100, `${read} games were read`);
  // In the address, as a link that someone sent.
  for (const { tries, text } of texts.filter(({ text }) => /[<"]/.test(text) && text.length < 200)) {
    person.offline = true; // What cannot be read is refused, and Chromium says so on the console.
    await person.page.goto(`${server.url}/study?record=${encodeURIComponent(text)}`, { waitUntil: 'networkidle' });
    person.complaints = person.complaints.filter((complaint) => !/status of 4\d\d/.test(complaint));
    await assertHarmless(person, `a link: ${tries}`);
  }
  await person.context.close();
});

test('records are text in a report', { timeout: 600_000 }, async () => {
  const program = process.env.OUTFLANK;
  if (!program) throw new Error('the variable OUTFLANK must name the program to test');
  const [source, page] = [join(folder, 'hostile.ggf'), join(folder, 'hostile.html')];
  await writeFile(source, records(texts).join('\n'));
  const options = { env: { ...process.env, OUTFLANK_HOME: folder }, maxBuffer: 1 << 28 };
  // Status 1: some games cannot be read. The others are in the report.
  const { stderr } = await promisify(execFile)(program, ['analyze', source, '--level', '1', '--html', page], options).catch((error) => error);
  assert.ok(!String(stderr).includes('panicked'), stderr);
  const person = await witness();
  await person.page.goto(pathToFileURL(page).href);
  await person.page.getByText('<svg onload=pwned=1>').first().waitFor();
  await assertHarmless(person, 'the report');
  await person.context.close();
});
