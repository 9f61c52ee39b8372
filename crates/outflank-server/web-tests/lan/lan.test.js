// Two computers on a network: server and browser on the first, a browser on the second.
//
// OUTFLANK_ANN and OUTFLANK_BOB are the command prefixes that run a program on each; the test that builds the network sets them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { playOut, square } from '../support/table.js';

const { OUTFLANK, OUTFLANK_ANN, OUTFLANK_BOB, CHROMIUM = '/usr/bin/chromium' } = process.env;
if (!OUTFLANK || !OUTFLANK_ANN || !OUTFLANK_BOB) throw new Error('this test is started by one that builds a network');

/** @type {string} */ let folder;
/** @type {import('node:child_process').ChildProcess} */ let server;
/** @type {import('playwright-core').Browser[]} */ let browsers;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outflank-'));
  const [program, ...words] = OUTFLANK_ANN.split(' ');
  server = spawn(program, [...words, OUTFLANK, 'serve', '--lan'], {
    env: { ...process.env, OUTFLANK_HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (server.stdout === null) throw new Error('the output is a pipe');
  await once(createInterface({ input: server.stdout }), 'line');
  browsers = await Promise.all([OUTFLANK_ANN, OUTFLANK_BOB].map(browserOn));
});
after(async () => {
  await Promise.all((browsers ?? []).map((browser) => browser.close()));
  server.kill();
  await rm(folder, { recursive: true, force: true });
});

/** @param {string} words @param {number} number */
async function browserOn(words, number) {
  const script = join(folder, `browser-${number}`);
  await writeFile(script, `#!/bin/sh\nexec ${words} ${CHROMIUM} "$@"\n`);
  await chmod(script, 0o755);
  // It is root in its user namespace, where Chromium's sandbox does not work.
  return launch({ executablePath: script, chromiumSandbox: false });
}

test('a neighbour opens the invitation and plays a game to the end', async () => {
  const [ann, bob] = await Promise.all(browsers.map((browser) => Person.sitDown(browser)));
  await ann.page.goto('http://127.0.0.1:8220');
  await ann.page.getByRole('button', { name: 'Invite a friend' }).click();
  const link = await ann.page.getByRole('textbox', { name: 'To play White' }).inputValue();
  assert.match(link, /^http:\/\/10\.82\.20\.1:8220\/game\/\w+#/);
  await ann.page.getByRole('img', { name: /QR code/ }).waitFor();

  await bob.page.goto(link);
  await bob.page.getByRole('button', { name: 'Play White' }).click();
  // The home page, which Ann is leaving, has a board too.
  await ann.page.waitForURL(/\/game\//);
  const placed = await Promise.all([ann, bob].map(({ page }) => playOut(page, (first) => square(page, first).click())));
  assert.ok(placed.every((count) => count > 3), `${placed} discs were placed`);
  const discs = await Promise.all([ann, bob].map(({ page }) => page.getByText(/^Black \d+, White \d+\.$/).innerText()));
  assert.equal(discs[0], discs[1]);
  for (const person of [ann, bob]) person.assertContent();
});
