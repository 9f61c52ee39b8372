import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, clockText, evolve, predict, left, mayPlay, movesOf, toleranceIn } from '../../web/table/model.js';
import { readAddress } from '../../web/study/address.js';
import { exploreAddress } from '../../web/table/explore.js';
import { mayAsk } from '../../web/table/hint.js';
import { headline, outcome, playerName, removal, sentence } from '../../web/table/words.js';
import { after, boards, count, index, readSquare, squares } from '../../web/replay.js';

const initial = '---------------------------OX------XO---------------------------';
const player = { kind: 'human', name: null, joined: true, open: false };

function state(number, moves, events = []) {
  return {
    type: 'state', number, at: 1000, status: 'running', events, moves, board: '', turn: 'black', discs: { black: 2, white: 2 },
    supply: null, legal: [{ square: 'd3', flips: ['d4'] }], clocks: null, offers: { draw: null, takeback: null, rematch: null },
    gone: { black: null, white: null }, opening: null, result: null, rematch: null,
  };
}

function game(number = 1, plies = []) {
  return begin({
    type: 'full', id: 'x', rules: 'standard', public: false, takebacks: 'free', created: 0, clock: null,
    start: { board: initial, turn: 'black' }, players: { black: player, white: { ...player, joined: false } }, you: ['black'],
    rematch_of: null, plies, state: state(number, movesOf(plies)),
  });
}

const d3 = { by: 'black', square: 'd3', flips: ['d4'] };
const c5 = { by: 'white', square: 'c5', flips: ['d5'] };
const pass = { by: 'white', square: null, flips: [] };
const played = (number, ply) => ({ number, event: ply.square === null ? 'passed' : 'played', ...ply, at: 0 });

test('a ply places a disc and flips others', () => {
  const discs = after(initial, d3);
  assert.deepEqual(count(discs), { black: 4, white: 1 });
  assert.equal(discs[index('d3')], 'X');
  assert.equal(discs[index('d4')], 'X');
  assert.equal(after(discs, pass), discs);
});

test('there is a board before the first ply and one after each; a pass keeps the last move', () => {
  const all = boards({ board: initial, turn: 'black' }, [d3, pass]);
  assert.deepEqual(all.map(({ last }) => last), [null, 'd3', 'd3']);
});

test('squares are read both ways round, and nothing else', () => {
  for (const square of squares) {
    assert.equal(readSquare(square), square);
    assert.equal(readSquare(` ${square[1]}${square[0].toUpperCase()} `), square);
    assert.equal(squares[index(square)], square);
  }
  for (const text of ['', 'd', 'd9', 'i3', 'd33', '33', 'dd', 'pass']) assert.equal(readSquare(text), null);
});

test('states advance the game', () => {
  const first = evolve(game(1), state(2, 'd3', [played(2, d3)]));
  const second = evolve(first.game, state(4, 'd3 c5 pass', [played(3, c5), { number: 4, event: 'passed', by: 'white' }]));
  assert.deepEqual(movesOf(second.game.plies), 'd3 c5 pass');
  assert.equal(second.game.boards.length, 4);
  assert.equal(second.fresh.length, 2);
});

test('known events are not applied again', () => {
  const first = evolve(game(1), state(2, 'd3', [played(2, d3)]));
  const again = evolve(first.game, state(3, 'd3', [played(2, d3), { number: 3, event: 'left', by: 'white' }]));
  assert.deepEqual(again.fresh.map(({ number }) => number), [3]);
  assert.equal(again.game.plies.length, 1);
  const old = evolve(again.game, state(2, 'd3', [played(2, d3)]));
  assert.equal(old.game, again.game);
});

test('a gap or inconsistent moves require the full game', () => {
  assert.equal(evolve(game(1), state(3, 'd3', [played(3, d3)])), null);
  assert.equal(evolve(game(1), state(2, 'c4', [played(2, d3)])), null);
});

test('a takeback removes the passes after a move', () => {
  const before = game(5, [d3, c5, d3, pass]);
  const one = evolve(before, state(6, 'd3 c5', [{ number: 6, event: 'taken_back', by: 'black', placements: 1 }]));
  assert.equal(movesOf(one.game.plies), 'd3 c5');
  const all = evolve(before, state(6, '', [{ number: 6, event: 'taken_back', by: 'black', placements: 3 }]));
  assert.equal(all.game.boards.at(-1).discs, initial);
});

test('a player who joins has a name from then on', () => {
  const next = evolve(game(1), state(2, '', [{ number: 2, event: 'joined', by: 'white', name: 'Bob', tag: 'k3f9' }]));
  assert.deepEqual(next.game.players.white, { ...player, name: 'Bob', tag: 'k3f9' });
});

test('your own move is shown at once, and no other can be played until the server replies', () => {
  const before = game(1);
  assert.ok(mayPlay(before));
  const predicted = predict(before, d3);
  assert.equal(predicted.boards.at(-1).last, 'd3');
  assert.equal(predicted.state.turn, 'white');
  assert.equal(mayPlay(predicted), false);
  assert.equal(before.plies.length, 0);
});

test('only the running clock counts down, to zero', () => {
  const running = { ...state(1, ''), clocks: { black: 5000, white: 7000, running: 'black' } };
  assert.equal(left(running, 'black', 3000), 3000);
  assert.equal(left(running, 'black', 90_000), 0);
  assert.equal(left(running, 'black', 500), 5000);
  assert.equal(left(running, 'white', 3000), 7000);
  assert.equal(left(state(1, ''), 'black', 0), null);
});

test('clocks are formatted as people expect', () => {
  assert.equal(clockText(300_000), '5:00');
  assert.equal(clockText(299_001), '5:00');
  assert.equal(clockText(65_000), '1:05');
  assert.equal(clockText(19_990), '0:19.9');
  assert.equal(clockText(0), '0:00.0');
  assert.equal(clockText(3_723_000), '1:02:03');
});

test('moves and results are described', () => {
  const at = game(1);
  assert.equal(sentence(played(2, c5), at), 'White plays c5, flips 1.');
  assert.equal(headline({ winner: 'black', how: 'played_out', discs: { black: 40, white: 24 } }), 'Black wins 40 to 24');
  assert.equal(headline({ winner: null, how: 'played_out', discs: { black: 32, white: 32 } }), 'Draw, 32 to 32');
  assert.equal(headline({ winner: 'white', how: 'resigned', discs: { black: 32, white: 3 } }), 'White wins');
});

test('a result is about the player', () => {
  const seen = (/** @type {any} */ you, /** @type {any} */ result) => outcome(/** @type {any} */ ({ you, state: { result } }));
  const played = { winner: 'white', how: 'played_out', discs: { black: 25, white: 39 } };
  assert.equal(seen(['black'], played), 'You lost by 14');
  assert.equal(seen(['white'], played), 'You won by 14');
  assert.equal(seen(['white'], { ...played, how: 'resigned' }), 'You won');
  for (const you of [[], ['black', 'white']]) assert.equal(seen(you, played), 'White wins 39 to 25');
  assert.equal(seen(['black'], { ...played, winner: null }), 'Draw');
});

test('the study opens at the position on the board', () => {
  const at = (/** @type {number} */ ply) => readAddress(exploreAddress(game(5, [d3, c5, pass]), ply).split('#')[1]);
  assert.deepEqual([at(3)?.at, at(2)?.at, at(1)?.at, at(0)?.at], [['d3', 'c5'], ['d3', 'c5'], ['d3'], []]);
  const board = `${initial.slice(0, 63)}X`;
  const full = { ...game(1).full, start: { board, turn: 'white' } };
  assert.deepEqual(readAddress(exploreAddress({ ...game(1), full }, 0).split('#')[1])?.start, full.start);
});

test('hints are for games against the engine and for players of both sides', () => {
  const players = (/** @type {string} */ white) => ({ black: { kind: 'human' }, white: { kind: white } });
  const asks = (/** @type {any} */ you, /** @type {string} */ white) => mayAsk(/** @type {any} */ ({ you, players: players(white) }));
  assert.ok(asks(['black'], 'engine'));
  assert.ok(asks(['black', 'white'], 'human'));
  assert.ok(!asks(['black'], 'human'));
  for (const kind of ['human', 'engine']) assert.ok(!asks([], kind), 'not for watchers');
});

test('only players of the engine get warnings', () => {
  const engine = { kind: 'engine' };
  const human = { kind: 'human' };
  const game = (/** @type {any} */ you, /** @type {any} */ black, /** @type {any} */ white) =>
    /** @type {any} */ ({ you, players: { black, white } });
  assert.equal(toleranceIn(game(['black'], human, engine), 'over4'), 4);
  assert.equal(toleranceIn(game(['black'], human, engine), 'off'), null);
  assert.equal(toleranceIn(game(['black'], human, human), 'over4'), null);
  assert.equal(toleranceIn(game([], human, engine), 'over4'), null);
  assert.equal(toleranceIn(game(['black', 'white'], human, human), 'over4'), null);
});

test('a pass is explained to both players and to spectators', () => {
  const passed = { number: 2, event: 'passed', by: 'white' };
  const seen = (/** @type {any} */ you) => sentence(passed, { ...game(1), you });
  assert.equal(seen(['black']), 'White has no legal move and passes. Your turn again.');
  assert.equal(seen(['white']), 'You have no legal move, so your turn passes.');
  for (const you of [[], ['black', 'white']]) assert.equal(seen(you), 'White has no legal move and passes. Black plays again.');
});

test('a tag is shown where names do not distinguish the players', () => {
  const names = (/** @type {any} */ black, /** @type {any} */ white, /** @type {any} */ you = ['black']) => {
    const players = { black: { ...player, name: black, tag: 'k3f9' }, white: { ...player, name: white, tag: 'x2m7' } };
    const at = { ...game(1), players, you };
    return [playerName(at, 'black'), playerName(at, 'white')];
  };
  assert.deepEqual(names('Ann', 'Bob'), ['Ann', 'Bob']);
  assert.deepEqual(names('Ann', 'ann'), ['Ann #k3f9', 'ann #x2m7']);
  assert.deepEqual(names(null, null), ['You', 'Guest x2m7']);
  assert.deepEqual(names(null, 'Bob', []), ['Guest k3f9', 'Bob']);
  const untagged = { ...game(1), you: [] };
  assert.deepEqual([playerName(untagged, 'black'), playerName(untagged, 'white')], ['Black', 'White']);
});

test('players see when a game will be removed', () => {
  const at = Date.UTC(2026, 11, 18, 12);
  assert.equal(removal(state(1, '')), null);
  assert.equal(
    removal({ ...state(1, ''), removed_at: at }),
    'The server will remove this game on December 18, 2026 unless someone moves. Download it to keep it.',
  );
  assert.equal(
    removal({ ...state(1, ''), status: 'over', removed_at: at }),
    'The server will remove this game on December 18, 2026. Download it to keep it.',
  );
});
