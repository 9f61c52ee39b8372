// A page on another origin: it plays with its own secret and cannot use the browser's cookie.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { Person, launch } from '../support/browser.js';
import { Server } from '../support/server.js';
import { create } from '../support/table.js';

/** @type {Server} */ let server;
/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('node:http').Server} */ let elsewhere;
/** Another port is another origin, but the same site: the browser sends its cookies there. */
let origin = '';

before(async () => {
  elsewhere = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Elsewhere</title>');
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const address = elsewhere.address();
  if (address === null || typeof address === 'string') throw new Error('a listening socket has a port');
  origin = `http://127.0.0.1:${address.port}`;
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
  elsewhere?.close();
});

/**
 * Plays a game as docs/guide/api.md describes. Runs in the page on the other origin.
 * @param {string} url
 */
async function playGame(url) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const secret = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const authorization = `Bearer ${secret}`;
  /** @param {string} path @param {unknown} value */
  const post = async (path, value) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(value) });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { id } = await post('/api/games', { black: 'me', white: 'engine:1' });
  const stream = await fetch(`${url}/api/game/${id}/stream`, { headers: { authorization } });
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (stream.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error('the stream ended before the game');
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((text) => text !== '')) {
      const message = JSON.parse(line);
      const state = message.type === 'full' ? message.state : message;
      if (message.type !== 'full' && message.type !== 'state') continue;
      if (state.status === 'over') {
        await reader.cancel();
        return { id, moves: state.moves, result: state.result };
      }
      if (state.turn !== 'black' || state.legal.length === 0) continue;
      const command = { id: `m-${state.number}`, seen: state.number, command: 'play', square: state.legal[0].square };
      await post(`/api/game/${id}/command`, command);
    }
  }
}

test('a page on another origin plays a game with its own secret', async () => {
  const stranger = await Person.sitDown(browser);
  await stranger.page.goto(origin);
  const { moves, result } = await stranger.page.evaluate(playGame, server.url);
  assert.ok(moves.split(' ').length > 8, moves);
  assert.equal(result.how, 'played_out');
  assert.equal(typeof result.discs.black, 'number');
  // Errors are readable too.
  const refused = await stranger.page.evaluate(async (url) => {
    const answer = await fetch(`${url}/api/games`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    return [answer.status, (await answer.json()).error];
  }, server.url);
  assert.deepEqual(refused, [403, 'foreign_origin']);
  stranger.complaints.length = 0; // Chromium notes the refusal.
});

test('a page on another origin cannot use the browser’s cookie', async () => {
  const ann = await Person.sitDown(browser);
  await create(ann, server.url, { black: 'me', white: 'friend' });
  const game = new URL(ann.page.url()).pathname.replace('/game/', '/api/game/');
  const own = await ann.page.evaluate(async (path) => (await (await fetch(path)).json()).you, game);
  assert.deepEqual(own, ['black']);

  const page = await ann.context.newPage();
  await page.goto(origin);
  const found = await page.evaluate(
    async ({ url, path }) => {
      /** @param {RequestInit} init @param {string} [rest] */
      const outcome = async (init, rest = '') => {
        try {
          const answer = await fetch(url + path + rest, init);
          return `${answer.status} ${(await answer.json()).error}`;
        } catch (error) {
          return /** @type {Error} */ (error).name;
        }
      };
      const cancel = { method: 'POST', body: JSON.stringify({ id: 'c', seen: 1, command: 'cancel' }) };
      const json = { 'content-type': 'application/json' };
      return {
        read: await outcome({}),
        readWithCookie: await outcome({ credentials: 'include' }),
        command: await outcome({ ...cancel, headers: json }, '/command'),
        commandWithCookie: await outcome({ ...cancel, headers: json, credentials: 'include' }, '/command'),
        simpleWithCookie: await outcome({ ...cancel, credentials: 'include', mode: 'no-cors' }, '/command'),
      };
    },
    { url: server.url, path: game },
  );
  assert.deepEqual(found, {
    read: '403 not_yours',
    readWithCookie: 'TypeError',
    command: '403 foreign_origin',
    commandWithCookie: 'TypeError',
    simpleWithCookie: 'SyntaxError', // The answer to such a request is kept from the page.
  });
  const status = await ann.page.evaluate(async (path) => (await (await fetch(path)).json()).state.status, game);
  assert.equal(status, 'waiting');
  ann.assertContent();
});
