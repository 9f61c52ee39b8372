// The moves played in a position, from the server's game database.

import { post } from '../api.js';
import { fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { signed } from './judgement.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./tree.js').Spot} Spot */

/** @typedef {import('../wire.js').Results} Results */
/** @typedef {import('../wire.js').PlayedGame} Game */
/** @typedef {import('../wire.js').PlayedMove} Played */
/** @typedef {import('../wire.js').ExploreAnswer} Explored */

export class Explorer {
  /** Whether the server has games; null before the first response. @type {boolean | null} */
  #there = null;
  /** @type {WeakMap<Spot, Explored>} */
  #known = new WeakMap();
  /** @type {AbortController | null} */
  #asking = null;

  /**
   * @param {{says: HTMLElement, moves: HTMLElement, latest: HTMLElement, games: HTMLElement}} parts
   * @param {{position: (spot: Spot) => object, values: (spot: Spot) => Map<string, {text: string}>, play: (square: string) => void,
   *   open: (id: string) => void}} act  `open` opens a game of the collection
   */
  constructor(parts, act) {
    this.parts = parts;
    this.act = act;
  }

  /** @param {Spot} spot */
  async look(spot) {
    this.#asking?.abort();
    if (this.#there === false) return;
    const known = this.#known.get(spot);
    if (known !== undefined) return this.#show(spot, known);
    const { signal } = (this.#asking = new AbortController());
    try {
      const answer = await post('/api/study/explore', this.act.position(spot), { signal });
      if (signal.aborted) return;
      this.#there = answer.collection > 0;
      if (!this.#there) return this.#say('This server has no game collection. ', h('a', { href: '/help/databases' }, 'How to add one'));
      this.#known.set(spot, answer);
      this.#show(spot, answer);
    } catch (error) {
      if (!signal.aborted) this.#say(`The games could not be searched: ${problemOf(error)}.`);
    }
  }

  /** @param {Spot} spot */
  again(spot) {
    const known = this.#known.get(spot);
    if (known !== undefined) this.#show(spot, known);
  }

  /** @param {...import('../dom.js').Child} words */
  #say(...words) {
    const { says, moves, latest } = this.parts;
    fill(says, ...words);
    fill(moves);
    latest.hidden = true;
  }

  /**
   * @param {Spot} spot
   * @param {Explored} known
   */
  #show(spot, known) {
    const collection = known.collection.toLocaleString('en');
    if (known.games === 0) return this.#say(`None of ${collection} games reached this position.`);
    const { says, moves, latest, games } = this.parts;
    says.textContent = `${known.games.toLocaleString('en')} of ${collection} games. Black won, drawn, White won:`;
    const turn = spot.known?.turn ?? 'black';
    const values = this.act.values(spot);
    const focused = document.activeElement;
    const kept = focused instanceof HTMLElement && moves.contains(focused) ? focused.dataset.square : undefined;
    fill(
      moves,
      h('thead', {}, h('tr', {}, ...['Move', 'Games', 'Results, %', 'Mean', 'Engine'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, ...known.moves.map((played) => this.#row(played, turn, values.get(played.square)?.text))),
    );
    const buttons = [...moves.querySelectorAll('button')];
    if (kept !== undefined) buttons.find(({ dataset }) => dataset.square === kept)?.focus({ preventScroll: true });
    latest.hidden = known.latest.length === 0;
    fill(games, ...known.latest.map((game) => h('li', {}, this.#game(game))));
  }

  /** @param {Game} game */
  #game(game) {
    const { id } = game;
    if (id == null) return h('div', {}, ...gameParts(game));
    const open = (/** @type {MouseEvent} */ event) => {
      // With a key held, the browser opens another tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.act.open(id);
    };
    return h('a', { href: `/study#${new URLSearchParams({ collection: id })}`, onclick: open }, ...gameParts(game));
  }

  /**
   * @param {Played} played
   * @param {Color} turn
   * @param {string | undefined} value
   */
  #row(played, turn, value) {
    const { square, opening, games } = played;
    const name = `Play ${square}${opening == null ? '' : `, ${opening}`}`;
    const play = () => this.act.play(square);
    return h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        h('button', { type: 'button', class: 'move', 'data-square': square, 'aria-label': name, title: opening, onclick: play }, square),
      ),
      h('td', {}, games.toLocaleString('en')),
      h('td', {}, bar(played, turn)),
      h('td', {}, played.mean == null ? '–' : signed(played.mean)),
      h('td', {}, value ?? '–'),
    );
  }
}

/**
 * @param {Results} results  for the side to move
 * @param {Color} turn
 */
function bar(results, turn) {
  const parts = resultParts(results, turn);
  if (parts === null) return '–';
  const text = `Black won ${parts.black} %, drawn ${parts.drawn} %, White won ${parts.white} %`;
  const spans = /** @type {const} */ (['black', 'drawn', 'white']).map((part) => {
    const share = parts[part];
    const span = h('i', { class: part }, part !== 'drawn' && share >= 12 ? String(share) : '');
    span.style.setProperty('--part', String(share));
    return span;
  });
  return h('span', { class: 'results', role: 'img', 'aria-label': text, title: text }, ...spans);
}

/**
 * In percent of the games with a result; null if there are none.
 * @param {Results} results  for the side to move
 * @param {Color} turn
 */
export function resultParts({ wins, draws, losses }, turn) {
  const known = wins + draws + losses;
  if (known === 0) return null;
  const [won, lost] = [wins, losses].map((number) => Math.round((100 * number) / known));
  const drawn = Math.max(0, 100 - won - lost);
  return turn === 'black' ? { black: won, drawn, white: lost } : { black: lost, drawn, white: won };
}

/**
 * "d6: Rose–Shaman 37–27, Paris 1997", in parts. The punctuation between them is for screen readers.
 * @param {Game} game
 */
function gameParts(game) {
  const { played, players, score, place } = gameFacts(game);
  const unseen = (/** @type {string} */ text) => h('span', { class: 'visually-hidden' }, text);
  return [
    played !== '' && h('b', { class: 'played' }, played, unseen(': ')),
    h('span', { class: 'players' }, players),
    score !== '' && h('span', { class: 'score' }, unseen(' '), score),
    place !== '' && h('span', { class: 'place' }, unseen(', '), place),
  ];
}

/** @param {Game} game */
export function gameFacts({ players, event, year, margin, square }) {
  const name = (/** @type {string} */ player) => player || 'unknown';
  return {
    played: square ?? '',
    players: `${name(players.black)}–${name(players.white)}`,
    score: margin == null ? '' : `${32 + margin / 2}–${32 - margin / 2}`,
    place: [event, year].filter((part) => part !== '' && part != null).join(' '),
  };
}
