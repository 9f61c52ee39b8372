import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { Problem } from '../../web/api.js';
import { Analyst, queue } from '../../web/study/analysis.js';
import { titleOf } from '../../web/study/title.js';

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/** A server that streams lines and counts open requests. */
function server() {
  const state = {
    open: 0,
    most: 0,
    /** @type {((line: unknown) => void)[]} */ write: [],
    /** @type {(() => void)[]} */ end: [],
  };
  globalThis.fetch = async (_, init) => {
    state.open += 1;
    state.most = Math.max(state.most, state.open);
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      start(controller) {
        state.write.push((line) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`)));
        state.end.push(() => {
          state.open -= 1;
          controller.close();
        });
        init?.signal?.addEventListener('abort', () => {
          state.open -= 1;
          controller.error(new DOMException('stopped', 'AbortError'));
        });
      },
    });
    return new Response(body);
  };
  return state;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a search reports every line and its end', async () => {
  const { write, end } = server();
  /** @type {unknown[]} */
  const lines = [];
  const run = new Analyst().run('/api/analyze', {}, (line) => lines.push(line));
  await settle();
  write[0]({ waiting: 1 });
  write[0]({ depth: 4, lines: [] });
  end[0]();
  assert.equal(await run, true);
  assert.deepEqual(lines, [{ waiting: 1 }, { depth: 4, lines: [] }]);
});

test('a new search stops the previous one, which reports nothing more', async () => {
  const state = server();
  const analyst = new Analyst();
  /** @type {unknown[]} */
  const lines = [];
  const first = analyst.run('/api/analyze', {}, () => lines.push('first'));
  await settle();
  const second = analyst.run('/api/study/review', {}, () => lines.push('second'));
  await settle();
  assert.equal(await first, false);
  state.write[1]({ ply: 1 });
  state.end[1]();
  assert.equal(await second, true);
  assert.deepEqual(lines, ['second']);
  assert.equal(state.most, 1, 'there are never two at once');
});

test('stopping a search is not an error', async () => {
  const state = server();
  const analyst = new Analyst();
  const run = analyst.run('/api/analyze', {}, () => assert.fail('nothing was reported'));
  await settle();
  analyst.stop();
  assert.equal(await run, false);
  assert.equal(state.open, 0);
});

test('an error in the middle of a stream is thrown', async () => {
  const state = server();
  const run = new Analyst().run('/api/analyze', {}, () => {});
  await settle();
  state.write[0]({ error: 'internal', message: 'the engine failed' });
  await assert.rejects(run, (error) => error instanceof Problem && error.message === 'the engine failed');
});

test('a place in the queue is described', () => {
  assert.equal(queue(0), 'Thinking…');
  assert.match(queue(1), /^One request ahead/);
  assert.match(queue(3), /^3 requests ahead/);
});

test('a game is named after its players, or by what it is', () => {
  const ply = { by: /** @type {const} */ ('black'), square: 'f5', flips: ['e5'] };
  const source = {
    title: 'Paris, 1998',
    players: { black: 'Ann', white: null },
    rules: 'standard',
    start: { board: '-'.repeat(64), turn: /** @type {const} */ ('black') },
    plies: [ply, { ...ply, square: null }],
  };
  assert.equal(titleOf(source), 'Ann – White, 1 move');
  assert.equal(titleOf({ ...source, players: { black: null, white: null } }), 'Paris, 1998, 1 move');
  assert.equal(
    titleOf({ ...source, title: null, players: { black: null, white: null }, rules: 'thirty', plies: [] }),
    'Thirty discs, a position',
  );
});
