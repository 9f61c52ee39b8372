import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stage } from '../../web/table/stage.js';

const boards = (...discs) => discs.map((text) => ({ discs: text, last: null }));
const game = boards('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');

/** A stage whose animations end when the test says so. */
function stage(watched = true) {
  const views = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  const show = (view) => {
    views.push(view);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const seen = () => views.map(({ discs }) => discs).join('');
  const settle = async () => {
    for (let resolve = waiting.shift(); resolve !== undefined; resolve = waiting.shift()) {
      resolve();
      await new Promise(setImmediate);
    }
  };
  return { on: new Stage(show, () => watched), views, seen, settle };
}

test('the first view is shown at once', async () => {
  const { on, views, settle } = stage();
  const done = on.show(game, 5, { playable: true });
  await settle();
  await done;
  assert.deepEqual(views, [{ discs: 'f', last: null, playable: true, animate: false }]);
});

test('an immediate reply is animated after the move before it', async () => {
  const { on, views, seen, settle } = stage();
  on.show(game, 2, {});
  await settle();
  on.show(game, 3, {});
  assert.equal(seen(), 'cd');
  const done = on.show(game, 4, { playable: true });
  assert.equal(seen(), 'cd');
  await settle();
  await done;
  assert.equal(seen(), 'cde');
  assert.deepEqual(views.map(({ animate, playable }) => [animate, playable]), [[false, undefined], [true, undefined], [true, true]]);
});

test('several plies are shown one by one, and nothing can be played in between', async () => {
  const { on, views, seen, settle } = stage();
  on.show(game, 1, {});
  await settle();
  const done = on.show(game, 4, { playable: true, legal: [] });
  await settle();
  await done;
  assert.equal(seen(), 'bcde');
  assert.deepEqual(views.map(({ playable }) => playable), [undefined, undefined, undefined, true]);
});

test('distant positions and hidden pages are shown without animation', async () => {
  const far = stage();
  far.on.show(game, 1, {});
  await far.settle();
  far.on.show(game, 7, {});
  await far.settle();
  assert.equal(far.seen(), 'bh');
  const hidden = stage(false);
  hidden.on.show(game, 1, {});
  await hidden.settle();
  hidden.on.show(game, 3, {});
  await hidden.settle();
  assert.equal(hidden.seen(), 'bd');
});

test('a rejected or taken-back move disappears', async () => {
  const { on, seen, settle } = stage();
  on.show(game, 2, {});
  await settle();
  on.show(game, 3, {});
  const done = on.show(game.slice(0, 3), 2, { playable: true });
  await settle();
  await done;
  assert.equal(seen(), 'cdc');
  const other = boards('a', 'b', 'x', 'y');
  on.show(other, 3, {});
  await settle();
  assert.equal(seen(), 'cdcy');
});

test('a takeback goes back ply by ply, as it was played', async () => {
  const { on, views, seen, settle } = stage();
  on.show(game, 4, {});
  await settle();
  const done = on.show(game.slice(0, 3), 2, { playable: true });
  await settle();
  await done;
  assert.equal(seen(), 'edc');
  assert.deepEqual(views.map(({ animate, playable }) => [animate, playable]), [[false, undefined], [true, undefined], [true, true]]);
  on.show(game.slice(0, 4), 3, {});
  await settle();
  assert.equal(seen(), 'edcd', 'and forward again');
});

test('beside each board its ply is reported', async () => {
  /** @type {number[]} */
  const plies = [];
  const on = new Stage(async (_, ply) => void plies.push(ply), () => true);
  await on.show(game, 1, {});
  await on.show(game, 3, {});
  await on.show(game.slice(0, 2), 1, {});
  assert.deepEqual(plies, [1, 2, 3, 2, 1]);
});
