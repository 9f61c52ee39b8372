// Measures the page in Chromium, and fails where it is slower or worse than we promise:
//
//   OUTFLANK=path/to/outflank node audit.js
//
// `cargo xtask audit` builds the program and runs this. Run it on a quiet machine.

import lighthouse from 'lighthouse';
import { Person, launch } from '../web-tests/support/browser.js';
import { Server } from '../web-tests/support/server.js';
import { newGame } from './game.js';
import { SCREENS, slowVisit } from './slow.js';

const RUNS = 5;

const LEAST = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

/** Milliseconds on a slow phone or computer; bytes of the first visit. */
const MOST = { paint: 1000, playable: 2000, again: 1000, shift: 0.02, bytes: 60_000 };

/** The port by which Lighthouse drives the browser. */
const PORT = 9377;

const server = await Server.start();
const browser = await launch({ args: [`--remote-debugging-port=${PORT}`, '--no-first-run', '--disable-background-networking'] });
/** @type {string[]} */
const failures = [];
/** @type {Awaited<ReturnType<import('playwright-core').BrowserContext['storageState']>> | undefined} */
let state;
try {
  const host = await Person.sitDown(browser);
  const game = await newGame(host.page, server.url);
  // With the cookie of the player.
  state = await host.context.storageState();
  const pages = { home: '/', game: `/game/${game}`, study: '/study', drill: '/drill', watch: '/watch' };
  for (const [name, path] of Object.entries(pages)) {
    await audit(name, server.url + path);
    for (const screen of Object.keys(SCREENS)) await visit(name, server.url + path, screen);
  }
} finally {
  await browser.close();
  await server.close();
}
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);

/**
 * @param {string} name
 * @param {string} url
 */
async function audit(name, url) {
  /** @type {Record<string, number[]>} */
  const scores = Object.fromEntries(Object.keys(LEAST).map((category) => [category, []]));
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(url, { port: PORT, onlyCategories: Object.keys(LEAST), logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse has no result for ${url}`);
    for (const [category, { score }] of Object.entries(result.lhr.categories)) scores[category].push(Math.round((score ?? 0) * 100));
    if (run === 0) {
      const faults = Object.values(result.lhr.audits).filter((audit) => audit.score !== null && audit.score < 0.9);
      for (const { id, score, displayValue } of faults) console.log(`  ${name}: ${id} ${score} ${displayValue ?? ''}`);
    }
  }
  for (const [category, least] of Object.entries(LEAST)) report(name, category, median(scores[category]), least, -1);
}

/**
 * @param {string} name
 * @param {string} url
 * @param {string} screen
 */
async function visit(name, url, screen) {
  /** @type {Record<string, number[]>} */
  const measured = Object.fromEntries(Object.keys(MOST).map((figure) => [figure, []]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [figure, value] of Object.entries(await slowVisit(browser, url, screen, state))) measured[figure].push(value);
  }
  for (const [figure, most] of Object.entries(MOST)) {
    // No visit may shift.
    const value = figure === 'shift' ? Math.max(...measured[figure]) : median(measured[figure]);
    report(`${name} on a ${screen}`, figure, value, most, 1);
  }
}

/**
 * @param {string} name
 * @param {string} figure
 * @param {number} value
 * @param {number} limit
 * @param {1 | -1} sign  1 for an upper limit
 */
function report(name, figure, value, limit, sign) {
  const line = `${name}: ${figure} ${Number(value.toFixed(3))} (${sign > 0 ? 'at most' : 'at least'} ${limit})`;
  console.log(line);
  if (!(sign * value <= sign * limit)) failures.push(line);
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
