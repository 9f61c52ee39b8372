// The moves played in a position, from the server's game database.

import { post } from '../api.js';
import { fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { signed } from './judgement.js';

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
   * @param {{card: HTMLElement, says: HTMLElement, moves: HTMLElement, games: HTMLElement}} parts
   * @param {{position: (spot: Spot) => object, values: (spot: Spot) => Map<string, {text: string}>, play: (square: string) => void}} act
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
      if (!this.#there) return;
      this.#known.set(spot, answer);
      this.#show(spot, answer);
    } catch (error) {
      // A server without games shows no error.
      if (!signal.aborted && this.#there) this.#say(`The games could not be searched: ${problemOf(error)}.`);
    }
  }

  /** Known moves would give away the solution. */
  hide() {
    this.#asking?.abort();
    this.parts.card.hidden = true;
  }

  /** @param {Spot} spot */
  again(spot) {
    const known = this.#known.get(spot);
    if (known !== undefined) this.#show(spot, known);
  }

  /** @param {string} words */
  #say(words) {
    const { card, says, moves, games } = this.parts;
    card.hidden = false;
    says.textContent = words;
    fill(moves);
    fill(games);
  }

  /**
   * @param {Spot} spot
   * @param {Explored} known
   */
  #show(spot, known) {
    if (known.games === 0) return this.#say(`None of ${known.collection} games had this position.`);
    const { card, says, moves, games } = this.parts;
    card.hidden = false;
    says.textContent = `${known.games} of ${known.collection} games. Results are for the side to move.`;
    const values = this.act.values(spot);
    const focused = document.activeElement;
    const kept = focused instanceof HTMLElement && moves.contains(focused) ? focused.dataset.square : undefined;
    fill(
      moves,
      h('thead', {}, h('tr', {}, ...['Move', 'Games', 'Won', 'Mean', 'Engine'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, ...known.moves.map((played) => this.#row(played, values.get(played.square)?.text))),
    );
    const buttons = [...moves.querySelectorAll('button')];
    if (kept !== undefined) buttons.find(({ dataset }) => dataset.square === kept)?.focus({ preventScroll: true });
    fill(games, ...known.latest.map((game) => h('li', {}, gameText(game))));
  }

  /**
   * @param {Played} played
   * @param {string | undefined} value
   */
  #row(played, value) {
    const { square, opening, games } = played;
    const name = `Play ${square}${opening == null ? '' : `, ${opening}`}`;
    const play = () => this.act.play(square);
    return h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        h('button', { type: 'button', class: 'move', 'data-square': square, 'aria-label': name, onclick: play }, square),
        opening != null && h('span', { class: 'soft' }, ` ${opening}`),
      ),
      h('td', {}, String(games)),
      h('td', {}, share(played)),
      h('td', {}, played.mean == null ? '–' : signed(played.mean)),
      h('td', {}, value ?? '–'),
    );
  }
}

/**
 * Percentage of points: "62 %". A draw is half a win.
 * @param {Results} results
 */
export function share({ wins, draws, losses }) {
  const known = wins + draws + losses;
  return known === 0 ? '–' : `${Math.round((100 * (wins + draws / 2)) / known)} %`;
}

/**
 * "d6: Rose–Shaman 37–27, Paris 1997".
 * @param {Game} game
 */
export function gameText({ players, event, year, margin, square }) {
  const name = (/** @type {string} */ player) => player || 'unknown';
  const score = margin == null ? '' : ` ${32 + margin / 2}–${32 - margin / 2}`;
  const place = [event, year].filter((part) => part !== '' && part != null).join(' ');
  const played = square == null ? '' : `${square}: `;
  return `${played}${name(players.black)}–${name(players.white)}${score}${place === '' ? '' : `, ${place}`}`;
}
