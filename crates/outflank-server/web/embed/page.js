// A public game on a board that plays it through. Needs no cookies: it shows what anyone can see.

import { get } from '../api.js';
import { Board } from '../board.js';
import { byId, fill, h, icon } from '../dom.js';
import { label } from '../guests.js';
import { gameAddress } from '../home/listing.js';
import { problemOf } from '../home/words.js';
import { count, placements } from '../replay.js';
import { motion } from '../settings.js';
import { begin, evolve } from '../table/model.js';
import { headline, playerName, playerOf } from '../table/words.js';
import { Reel, wanted } from './reel.js';

/** @typedef {import('../table/model.js').Game} Game */

/** Between moves while it plays, in milliseconds. */
const PACE = 1000;

const icons = {
  first: 'M18 5l-9 7 9 7zM6 5v14',
  back: 'M15 5l-9 7 9 7z',
  play: 'M7 4l12 8-12 8z',
  pause: 'M8 5v14M16 5v14',
  next: 'M9 5l9 7-9 7z',
  last: 'M6 5l9 7-9 7zM18 5v14',
};

class Page {
  board = byId('board', Board);
  told = byId('told', HTMLElement);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #playing;
  #buttons;

  /**
   * @param {Game} game
   * @param {ReturnType<typeof wanted>} options
   */
  constructor(game, { ply, autoplay }) {
    this.game = game;
    this.reel = new Reel(game.plies.length, autoplay && ply === null ? 0 : ply);
    this.#buttons = {
      first: this.#button('First position', icons.first, () => this.#go(0)),
      back: this.#button('Previous move', icons.back, () => this.#go(this.reel.at - 1)),
      play: this.#button('Play', icons.play, () => (this.#playing === undefined ? this.#play() : this.#stop())),
      next: this.#button('Next move', icons.next, () => this.#go(this.reel.at + 1)),
      last: this.#button('Last position', icons.last, () => this.#go(this.reel.last)),
    };
    fill(byId('steps', HTMLElement), ...Object.values(this.#buttons));
    document.title = `${playerName(game, 'black')} – ${playerName(game, 'white')}: Outflank`;
    byId('title', HTMLElement).textContent = `${playerName(game, 'black')} against ${playerName(game, 'white')}`;
    addEventListener('keydown', (event) => this.#key(event));
    this.#draw(false);
    if (game.state.status !== 'over' && game.state.status !== 'cancelled') this.#follow();
    if (autoplay && motion()) this.#play();
  }

  /** A game that still goes on. */
  #follow() {
    const source = new EventSource(`/api/game/${encodeURIComponent(this.game.full.id)}/stream`);
    source.addEventListener('message', (event) => {
      /** @type {import('../wire.js').Told} */
      const message = JSON.parse(event.data);
      const game = message.type === 'full' ? begin(message) : message.type === 'state' ? (evolve(this.game, message)?.game ?? null) : this.game;
      // A state that does not follow: connecting again brings the whole game.
      if (game === null) {
        source.close();
        return this.#follow();
      }
      const grown = game.plies.length - this.game.plies.length;
      this.game = game;
      this.reel.grow(game.plies.length);
      this.#draw(grown === 1 && this.reel.isAtEnd);
      if (game.state.status === 'over') source.close();
    });
  }

  /** @param {number} ply */
  #go(ply) {
    this.#stop();
    const before = this.reel.at;
    this.reel.go(ply);
    this.#draw(Math.abs(this.reel.at - before) === 1);
  }

  #play() {
    if (this.reel.isAtEnd) {
      this.reel.go(0);
      this.#draw(false);
    }
    this.#playing = setInterval(() => {
      this.reel.go(this.reel.at + 1);
      if (this.reel.isAtEnd) this.#stop();
      this.#draw(true);
    }, PACE);
    this.#draw(false);
  }

  #stop() {
    clearInterval(this.#playing);
    this.#playing = undefined;
    this.#draw(false);
  }

  /** @param {boolean} animate */
  #draw(animate) {
    const { game, reel } = this;
    const { discs, last } = game.boards[reel.at];
    const { black, white } = count(discs);
    const move = placements(game.plies.slice(0, reel.at));
    const { result } = game.state;
    const words = `${black} black and ${white} white discs${move > 0 ? ` after move ${move}` : ''}`;
    void this.board.show({ discs, last: reel.at === 0 ? null : last, animate, label: `Board: ${words}` });
    for (const color of /** @type {const} */ (['black', 'white'])) {
      fill(byId(color, HTMLElement), ...label(playerOf(game, color)));
      byId(`${color}-count`, HTMLElement).textContent = String(color === 'black' ? black : white);
    }
    const ending = reel.isAtEnd && result != null ? headline(result) : move === 0 ? 'Start' : `Move ${move} of ${placements(game.plies)}`;
    if (this.told.textContent !== ending) this.told.textContent = ending;
    const isPlaying = this.#playing !== undefined;
    const { first, back, play, next, last: end } = this.#buttons;
    setDisabled([first, back], reel.at === 0);
    setDisabled([next, end], reel.isAtEnd);
    if (play.getAttribute('aria-label') !== (isPlaying ? 'Pause' : 'Play')) {
      play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
      fill(play, icon(isPlaying ? icons.pause : icons.play));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const ways = { ArrowLeft: this.reel.at - 1, ArrowRight: this.reel.at + 1, Home: 0, End: this.reel.last };
    const to = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#go(to);
  }

  /**
   * @param {string} name
   * @param {string} path
   * @param {() => void} act
   */
  #button(name, path, act) {
    return h('button', { type: 'button', 'aria-label': name, onclick: act }, icon(path));
  }
}

/**
 * A `disabled` button would lose the focus.
 * @param {HTMLButtonElement[]} buttons
 * @param {boolean} disabled
 */
function setDisabled(buttons, disabled) {
  for (const button of buttons) button.setAttribute('aria-disabled', String(disabled));
}

const id = location.pathname.split('/')[2] ?? '';
byId('link', HTMLAnchorElement).href = gameAddress(decodeURIComponent(id));
try {
  new Page(begin(await get(`/api/game/${id}`)), wanted(location.search));
} catch (error) {
  byId('told', HTMLElement).textContent = `No game to show: ${problemOf(error)}.`;
}
