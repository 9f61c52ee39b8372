import { h, icon } from '../dom.js';
import { undoable } from '../shell.js';
import { canAsk, mayAsk } from './hint.js';
import { actor } from './model.js';

/** @typedef {import('../outbox.js').Order} Order */
/** @typedef {import('./model.js').Game} Game */

/**
 * @typedef {object} Hands
 * @property {(order: Order) => void} command
 * @property {() => void} hint
 * @property {() => void} chat
 * @property {() => void} turn turns the board
 * @property {() => void} share
 * @property {() => void} more
 */

const paths = {
  hint: 'M9 18h6M10 21h4M8.5 15c-2-1.4-3-3.3-3-5.4a6.5 6.5 0 0 1 13 0c0 2.1-1 4-3 5.4z',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  takeBack: 'M9 3 4 8l5 5M4 8h10a6 6 0 0 1 0 12h-3',
  draw: 'M5 9h14M5 15h14',
  turn: 'M7 20V5M7 5 3.5 8.5M7 5l3.5 3.5M17 4v15M17 19l3.5-3.5M17 19l-3.5-3.5',
  resign: 'M5 21V4h12l-2.5 4.5L17 13H5',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6',
  fresh: 'M12 5v14M5 12h14',
  more: 'M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z',
};

/** What a player can do besides moving: buttons below the moves, on phones in reach of the thumb. */
export class Controls {
  #hint;
  #chat;
  #takeBack;
  #draw;
  #turn;
  #resign;
  #share;
  #fresh = h('a', { class: 'button', href: '/' }, icon(paths.fresh), h('span', {}, 'New game'));
  #unread = h('b', { class: 'unread', hidden: true });
  /** @type {Game | null} */
  #game = null;

  /**
   * @param {HTMLElement} place
   * @param {Hands} hands
   */
  constructor(place, { command, hint, chat, turn, share, more }) {
    this.#hint = control('Hint', paths.hint, hint);
    this.#chat = control('Chat', paths.chat, chat);
    this.#chat.append(this.#unread);
    this.#takeBack = undoable({
      name: 'Take back',
      doing: 'Taking back',
      path: paths.takeBack,
      seconds: 1,
      act: () => command({ command: 'take_back', ...this.#lastMover() }),
    });
    this.#draw = undoable({ name: 'Draw', doing: 'Offering', path: paths.draw, act: () => command({ command: 'offer_draw' }) });
    this.#resign = undoable({
      name: 'Resign',
      doing: 'Resigning',
      path: paths.resign,
      act: () => command({ command: 'resign', ...this.#mover() }),
    });
    this.#turn = control('Turn board', paths.turn, turn);
    this.#share = control('Share', paths.share, share);
    place.append(
      this.#hint,
      this.#chat,
      this.#takeBack,
      this.#draw,
      this.#turn,
      this.#resign,
      this.#share,
      this.#fresh,
      control('More', paths.more, more),
    );
  }

  /**
   * @param {Game} game
   * @param {boolean} talks whether there is a chat
   */
  show(game, talks) {
    this.#game = game;
    const { state, you, players, full } = game;
    const isRunning = state.status === 'running';
    const isPlaying = you.length > 0 && (isRunning || state.status === 'paused');
    const hasPlaced = game.plies.some(({ by, square }) => square != null && you.includes(by));
    this.#hint.hidden = !isPlaying || !mayAsk(game);
    this.#hint.disabled = !canAsk(game);
    this.#chat.hidden = !talks;
    offer(this.#takeBack, isPlaying && full.takebacks !== 'never', isRunning && hasPlaced && state.offers.takeback == null);
    // The engine declines every draw.
    const isAmongPeople = players.black.kind === 'human' && players.white.kind === 'human';
    offer(this.#draw, isPlaying && isAmongPeople, isRunning && state.offers.draw == null);
    offer(this.#resign, isPlaying, isRunning);
    const isOver = state.status === 'over' || state.status === 'cancelled';
    // On phones there is room for five.
    this.#turn.hidden = isOver || (isPlaying && isAmongPeople);
    this.#turn.classList.toggle('phone-only', isPlaying);
    this.#share.hidden = isPlaying;
    this.#fresh.hidden = !isOver;
  }

  /**
   * @param {boolean} isOpen whether the chat is shown
   * @param {number} unread
   */
  chat(isOpen, unread) {
    this.#chat.setAttribute('aria-expanded', String(isOpen));
    this.#unread.hidden = unread === 0;
    this.#unread.textContent = unread === 0 ? '' : String(unread);
    this.#chat.setAttribute('aria-label', unread === 0 ? 'Chat' : `Chat, ${unread} new`);
  }

  /** @param {boolean} isBusy whether the engine is looking for a hint */
  hinting(isBusy) {
    this.#hint.setAttribute('aria-busy', String(isBusy));
  }

  /** With both seats, you take back the last placement of either side. */
  #lastMover() {
    if (this.#game === null || this.#game.you.length < 2) return {};
    const last = [...this.#game.plies].reverse().find(({ square }) => square != null);
    return last ? { as: last.by } : {};
  }

  /** With both seats, the side to move resigns. */
  #mover() {
    const color = this.#game === null || this.#game.you.length < 2 ? null : actor(this.#game);
    return color === null ? {} : { as: color };
  }
}

/**
 * @param {HTMLButtonElement & {cancel: () => void}} button
 * @param {boolean} isShown
 * @param {boolean} isEnabled
 */
function offer(button, isShown, isEnabled) {
  button.hidden = !isShown;
  button.disabled = !isEnabled;
  if (!isShown || !isEnabled) button.cancel();
}

/**
 * @param {string} name
 * @param {string} path
 * @param {() => void} act
 */
function control(name, path, act) {
  return h('button', { type: 'button', onclick: act }, icon(path), h('span', {}, name));
}
