// What was played in the position, in the server's collection of games, beside what the engine thinks of it.

import { post } from '../api.js';
import { fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { signed } from './judgement.js';

/** @typedef {import('./tree.js').Spot} Spot */

/**
 * Results for the side to move.
 * @typedef {object} Results
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number | null} mean
 */

/**
 * @typedef {object} Game
 * @property {{black: string, white: string}} players
 * @property {string} event
 * @property {number | null} year
 * @property {number | null} margin
 * @property {string | null} square
 */

/** @typedef {Results & {square: string, opening: string | null, years: [number, number] | null}} Played */
/** @typedef {Results & {collection: number, moves: Played[], latest: Game[]}} Explored */

export class Explorer {
  /** Whether the server has games. Nobody knows before it was asked. @type {boolean | null} */
  #there = null;
  /** What was told, by the moves that led there. @type {WeakMap<Spot, Explored>} */
  #told = new WeakMap();
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

  /**
   * Shows what was played at a spot, and asks if that is not known.
   * @param {Spot} spot
   */
  async look(spot) {
    this.#asking?.abort();
    if (this.#there === false) return;
    const told = this.#told.get(spot);
    if (told !== undefined) return this.#show(spot, told);
    const { signal } = (this.#asking = new AbortController());
    try {
      const answer = await post('/api/study/explore', this.act.position(spot), { signal });
      if (signal.aborted) return;
      this.#there = answer.collection > 0;
      if (!this.#there) return;
      this.#told.set(spot, answer);
      this.#show(spot, answer);
    } catch (error) {
      // Where there may be no games, nobody misses them.
      if (!signal.aborted && this.#there) this.#say(`The games cannot be asked: ${problemOf(error)}.`);
    }
  }

  /** Shows nothing: what others played would give away what is looked for. */
  hide() {
    this.#asking?.abort();
    this.parts.card.hidden = true;
  }

  /**
   * Shows a spot again, because the engine thinks otherwise now.
   * @param {Spot} spot
   */
  again(spot) {
    const told = this.#told.get(spot);
    if (told !== undefined) this.#show(spot, told);
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
   * @param {Explored} told
   */
  #show(spot, told) {
    if (told.games === 0) return this.#say(`None of ${told.collection} games had this position.`);
    const { card, says, moves, games } = this.parts;
    card.hidden = false;
    says.textContent = `${told.games} of ${told.collection} games. Results are for the side to move.`;
    const values = this.act.values(spot);
    const focused = document.activeElement;
    const kept = focused instanceof HTMLElement && moves.contains(focused) ? focused.dataset.square : undefined;
    fill(
      moves,
      h('thead', {}, h('tr', {}, ...['Move', 'Games', 'Won', 'Mean', 'Engine'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, ...told.moves.map((played) => this.#row(played, values.get(played.square)?.text))),
    );
    const buttons = [...moves.querySelectorAll('button')];
    if (kept !== undefined) buttons.find(({ dataset }) => dataset.square === kept)?.focus({ preventScroll: true });
    fill(games, ...told.latest.map((game) => h('li', {}, gameText(game))));
  }

  /**
   * @param {Played} played
   * @param {string | undefined} value
   */
  #row(played, value) {
    const { square, opening, games } = played;
    const name = `Play ${square}${opening === null ? '' : `, ${opening}`}`;
    const play = () => this.act.play(square);
    return h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        h('button', { type: 'button', class: 'move', 'data-square': square, 'aria-label': name, onclick: play }, square),
        opening !== null && h('span', { class: 'soft' }, ` ${opening}`),
      ),
      h('td', {}, String(games)),
      h('td', {}, share(played)),
      h('td', {}, played.mean === null ? '–' : signed(played.mean)),
      h('td', {}, value ?? '–'),
    );
  }
}

/**
 * The points that a side made of those that it could make: "62 %". A draw is half a win.
 * @param {Results} results
 */
export function share({ wins, draws, losses }) {
  const known = wins + draws + losses;
  return known === 0 ? '–' : `${Math.round((100 * (wins + draws / 2)) / known)} %`;
}

/**
 * A game in one line: "d6: Rose–Shaman 37–27, Paris 1997".
 * @param {Game} game
 */
export function gameText({ players, event, year, margin, square }) {
  const name = (/** @type {string} */ player) => player || 'unknown';
  const score = margin === null ? '' : ` ${32 + margin / 2}–${32 - margin / 2}`;
  const place = [event, year].filter((part) => part !== '' && part !== null).join(' ');
  const played = square === null ? '' : `${square}: `;
  return `${played}${name(players.black)}–${name(players.white)}${score}${place === '' ? '' : `, ${place}`}`;
}
