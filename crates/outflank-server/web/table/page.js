// The game page: connects the server's messages and the person's actions to the parts.

import { Board } from '../board.js';
import { get, greet, post, Problem } from '../api.js';
import { ConnectionNote } from '../connection.js';
import { byId, fill, h } from '../dom.js';
import { Feedback } from '../feedback.js';
import { fetchLevels } from '../home/levels.js';
import { problemOf, rulesName } from '../home/words.js';
import { count, other, placements } from '../replay.js';
import { note, say, toast } from '../shell.js';
import { gameSocket, Socket } from '../socket.js';
import { play as sound, vibrate } from '../sound.js';
import { TypedMove } from '../typed.js';
import { Attention } from './attention.js';
import { Chat } from './chat.js';
import { Controls } from './controls.js';
import { exploreAddress } from './explore.js';
import { isFirstGame } from './first.js';
import { Hint, mayAsk } from './hint.js';
import { levelUp } from './level-up.js';
import { card, waitingCard } from './lobby.js';
import { begin, evolve, predict, mayPlay, movesOf } from './model.js';
import { showMore } from './more.js';
import { Moves } from './moves.js';
import { notice } from './notices.js';
import { resultCard } from './result.js';
import { Seats } from './seats.js';
import { showShare } from './share.js';
import { Stage } from './stage.js';
import { agree } from './teacher.js';
import { idleTip } from './tips.js';
import { clockName, headline, playerName, sentence } from './words.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../wire.js').FullGame} Full */
/** @typedef {import('../wire.js').State} State */
/** @typedef {import('../wire.js').Told | import('../wire.js').Reply} Message */
/** @typedef {import('../outbox.js').Order} Order */
/** @typedef {import('./model.js').Game} Game */

/** How long the text about a pass or from the chat is shown: it is long, and the board moves. */
const longShown = 9000;

class Page {
  #id;
  /** @type {Socket} */
  #socket;
  /** The game as acknowledged by the server. @type {Game | null} */
  #confirmed = null;
  /** The same with the player's own pending move. @type {Game | null} */
  #game = null;
  /** The ply after which the board is shown; null for the latest. @type {number | null} */
  #looking = null;
  /** The square to play when the opponent has moved. @type {string | null} */
  #premove = null;
  #turned = false;
  #watchers = 0;
  /** The smallest offset to the server's clock seen so far: messages can only be late. */
  #ahead = 0;
  /** Whether the offset is from an earlier connection. */
  #unheard = true;
  #followed = false;
  /** Whether a move waits for a possible warning. */
  #asking = false;
  /** What the card shows; it is drawn again only when that changes, so that it keeps what was typed. */
  #cardKey = '';

  #main = byId('main', HTMLElement);
  #board = byId('board', Board);
  #feedback = new Feedback(byId('feedback', HTMLElement));
  #attention = new Attention();
  #note = new ConnectionNote(() => this.#socket.wake());
  #hint = new Hint(() => this.#draw());
  #stage = new Stage((view, ply) => this.#show(view, ply));
  #seats = new Seats(
    () => this.#now(),
    (color) => {
      if (this.#game?.you.includes(color)) sound('low');
    },
  );
  #moves = new Moves((ply) => this.#look(ply));
  #chat = new Chat(
    (text) => this.#socket.chat(text),
    (isOpen, unread) => {
      this.#main.toggleAttribute('data-chat', isOpen);
      this.#controls.chat(isOpen, unread);
    },
  );
  #typed = new TypedMove(
    () => (this.#game && mayPlay(this.#game) ? { squares: this.#game.state.legal.map(({ square }) => square) } : { wrong: 'It is not your turn.' }),
    (square) => this.#play(square),
  );
  #controls = new Controls(byId('actions', HTMLElement), {
    command: (order) => this.#command(order),
    hint: () => this.#askHint(),
    chat: () => this.#chat.toggle(),
    turn: () => this.#turn(),
    share: () => this.#game && showShare(this.#game),
    more: () => this.#game && showMore(this.#game, () => this.#turn()),
  });

  /**
   * @param {string} id
   * @param {Full | null} full the game as the page came with it
   */
  constructor(id, full) {
    this.#id = id;
    fill(byId('record', HTMLElement), ...this.#moves.elements);
    fill(byId('typed', HTMLElement), this.#typed.element);
    byId('record', HTMLElement).after(this.#chat.element);
    place('top', this.#seats.element('white'));
    place('bottom', this.#seats.element('black'));
    this.#listen();
    if (full !== null) this.#begin(full);
    const listener = {
      message: (/** @type {Message} */ message) => this.#received(message),
      connection: (/** @type {import('../socket.js').Connection} */ connection) => this.#connection(connection),
      dropped: (/** @type {Order | null} */ order, /** @type {string} */ why) => this.#dropped(order, why),
    };
    this.#socket = new Socket(gameSocket(id), listener, full?.state);
    setInterval(() => {
      if (this.#game?.state.status === 'running' && document.querySelector('[data-counts]')) this.#drawNotice(this.#game);
    }, 1000);
  }

  #listen() {
    const board = this.#board;
    const square = (/** @type {Event} */ event) => /** @type {CustomEvent<{square: string}>} */ (event).detail.square;
    board.addEventListener('play', (event) => this.#play(square(event)));
    board.addEventListener('premove', (event) => this.#setPremove(square(event)));
    board.addEventListener('armed', (event) => this.#feedback.armed(event));
    board.addEventListener('placed', (event) => {
      sound('place');
      const { color } = /** @type {CustomEvent<{color: Color}>} */ (event).detail;
      if (this.#game?.you.length === 1 && this.#game.you[0] !== color) vibrate();
    });
    board.addEventListener('illegal', (event) => {
      if (this.#game === null) return;
      const { board, turn, supply } = this.#game.state;
      this.#feedback.explain({ rules: this.#game.full.rules, board, turn, supply }, square(event));
    });
    board.addEventListener('idle', (event) => {
      const tip = this.#game && idleTip(this.#game, this.#looking !== null, square(event));
      if (tip !== null) this.#feedback.answer(tip);
    });
    document.addEventListener('keydown', (event) => this.#pressed(event));
    // A phone that is turned has another list.
    addEventListener('resize', () => this.#moves.reveal());
    addEventListener('online', () => this.#socket.wake());
    addEventListener('offline', () => this.#socket.sleep());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#socket.wake();
    });
  }

  /** @param {Message} message */
  #received(message) {
    switch (message.type) {
      case 'removed':
        this.#removed();
        break;
      case 'full':
        this.#begin(message);
        break;
      case 'state':
        this.#heard(message.at);
        this.#state(message);
        break;
      case 'pong':
        this.#heard(message.at);
        break;
      case 'chat':
        this.#said(message);
        break;
      case 'watchers':
        this.#watchers = message.count;
        if (this.#game !== null) this.#drawOpening(this.#game);
        break;
    }
  }

  /** @param {Full} full */
  #begin(full) {
    this.#heard(full.state.at);
    this.#confirmed = begin(full);
    this.#game = this.#confirmed;
    if (this.#looking !== null && this.#looking >= this.#confirmed.plies.length) this.#looking = null;
    if (full.players.black.level != null || full.players.white.level != null) {
      void fetchLevels().then((levels) => this.#seats.nameLevels(levels));
    }
    const dropped = this.#resolvePremove(false);
    if (dropped !== null) this.#feedback.answer(dropped);
    this.#draw();
  }

  /** @param {State} state */
  #state(state) {
    if (this.#confirmed === null) return;
    const next = evolve(this.#confirmed, state);
    if (next === null) {
      this.#socket.restart();
      return;
    }
    const { game, fresh } = next;
    const seen = movesOf(this.#game?.plies ?? []);
    // The pending move stays while the board it was played on is unchanged.
    const predicted = this.#game !== this.#confirmed && this.#game !== null && game.plies === this.#confirmed.plies;
    const ply = predicted ? this.#game?.plies.at(-1) : undefined;
    this.#confirmed = game;
    this.#game = ply ? predict(game, ply) : game;
    if (this.#looking !== null && this.#looking >= this.#game.plies.length) this.#looking = null;
    if (movesOf(this.#game.plies) !== seen) this.#feedback.moved();
    const dropped = this.#resolvePremove(fresh.some(({ event }) => event === 'taken_back'));
    const shown = this.#draw();
    const words = [...fresh.map((event) => sentence(event, game)), dropped].filter((text) => text !== null);
    if (words.length > 0) say(words.join(' '));
    if (dropped !== null) this.#feedback.show(dropped);
    for (const event of fresh) this.#happened(event, game, shown);
    // Two players at one screen need one click.
    if (game.you.length === 2 && game.state.offers.rematch != null && !this.#followed) {
      this.#followed = true;
      this.#command({ command: 'accept_rematch', as: other(game.state.offers.rematch) });
    }
  }

  /**
   * @param {import('./model.js').GameEvent} event
   * @param {Game} game after it
   * @param {Promise<void>} shown resolved when the board shows it
   */
  #happened(event, game, shown) {
    if (event.event === 'passed') {
      void shown.then(() => {
        sound('pass');
        this.#feedback.show(sentence(event, game) ?? '', longShown);
      });
    } else if (event.event === 'ended') {
      void shown.then(() => sound('end'));
    } else if ('by' in event && /offered|asked/.test(event.event) && !game.you.includes(event.by)) {
      sound('offer');
    } else if (event.event.endsWith('declined') && 'by' in event && game.you.includes(other(event.by))) {
      note(sentence(event, game) ?? '');
    } else if (event.event === 'continued' && game.you.length > 0) {
      this.#follow(event.game);
    }
  }

  /** @param {import('../wire.js').ChatMessage} line */
  #said(line) {
    const game = this.#game;
    if (game === null || !this.#chat.add(line, game) || this.#now() - line.at > 5000) return;
    this.#feedback.show(`${playerName(game, line.by)}: ${line.text}`, longShown);
    say(`${playerName(game, line.by)}: ${line.text}`);
  }

  /** @param {string} next */
  #follow(next) {
    this.#socket.close();
    location.assign(`/game/${next}`);
  }

  /** @param {string} square */
  async #play(square) {
    const game = this.#game;
    if (game === null || !mayPlay(game) || !isLegal(game, square) || this.#asking) return;
    this.#asking = true;
    const agreed = await agree(game, square);
    this.#asking = false;
    if (agreed) this.#place(square);
  }

  /** @param {string} square */
  #place(square) {
    const game = this.#game;
    // The game may have changed during the warning.
    if (game === null || !mayPlay(game)) return;
    const legal = game.state.legal.find((move) => move.square === square);
    if (legal === undefined) return;
    const by = game.state.turn;
    this.#looking = null;
    this.#feedback.clear();
    this.#game = predict(game, { by, square, flips: legal.flips });
    this.#draw();
    this.#command({ command: 'play', square }, game);
  }

  /**
   * Chooses the square to play next; choosing it again cancels it.
   * @param {string} square
   */
  #setPremove(square) {
    const isCancelled = this.#premove === square;
    this.#premove = isCancelled ? null : square;
    this.#feedback.answer(isCancelled ? 'Premove cancelled.' : `You play ${square} next, if it is legal then. Choose it again to cancel.`);
    this.#draw();
  }

  /**
   * Plays the premove at once when it is the player's turn.
   * @param {boolean} isTakenBack whether the game went back
   * @returns {string | null} why it was dropped
   */
  #resolvePremove(isTakenBack) {
    const [game, square] = [this.#game, this.#premove];
    if (game === null || square === null) return null;
    const isRunning = game.state.status === 'running';
    // Until then it waits.
    if (isRunning && !isTakenBack && !mayPlay(game)) return null;
    this.#premove = null;
    if (!isRunning) return null;
    if (isTakenBack) return `The premove ${square} was dropped because a move was taken back.`;
    if (!isLegal(game, square)) return `The premove ${square} was dropped: it is not legal now.`;
    this.#place(square);
    return null;
  }

  async #askHint() {
    const game = this.#game;
    if (game === null) return;
    this.#controls.hinting(true);
    try {
      const sentence = await this.#hint.ask(game);
      if (sentence !== null) this.#feedback.answer(sentence, longShown);
    } catch (error) {
      this.#feedback.answer(`No hint is available: ${problemOf(error)}.`);
    }
    this.#controls.hinting(false);
  }

  #turn() {
    this.#turned = !this.#turned;
    this.#draw();
  }

  /**
   * @param {Order} order
   * @param {Game | null} seen
   */
  #command(order, seen = this.#game) {
    if (seen !== null) this.#socket.command(order, movesOf(seen.plies));
  }

  /**
   * @param {Order | null} order null for chat
   * @param {string} why
   */
  #dropped(order, why) {
    if (order === null) {
      toast(`Message not sent: ${why}.`);
      return;
    }
    this.#game = this.#confirmed;
    this.#draw();
    const what = order.command === 'play' ? `${order.square} was not played` : 'That failed';
    toast(`${what}: ${why}.`);
  }

  /** @param {string} name */
  async #join(name) {
    try {
      await post(`/api/game/${this.#id}/join`, name === '' ? {} : { name });
      this.#socket.restart();
    } catch (problem) {
      toast(`You could not join: ${problem instanceof Problem ? problem.message : problem}.`);
    }
  }

  /** @param {number} ply */
  #look(ply) {
    if (this.#game === null) return;
    this.#looking = ply >= this.#game.plies.length ? null : ply;
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || target?.closest('input, textarea, select, dialog')) return;
    if (event.key === 'Escape' && this.#premove !== null) return this.#setPremove(this.#premove);
    // The board and the lists use the other keys themselves.
    if (!target?.closest('of-board, .moves, .log')) this.#moves.key(event);
  }

  /** @returns {Promise<void>} resolved after the animation */
  #draw() {
    const game = this.#game;
    if (game === null) return Promise.resolve();
    const { state, you } = game;
    const at = this.#looking ?? game.plies.length;
    const isNow = this.#looking === null;
    const playable = isNow && mayPlay(game);
    // Marks the first running game as the first.
    if (state.status === 'running' && you.length > 0) isFirstGame(this.#id);
    this.#hint.follow(game);
    const shown = this.#stage.show(game.boards, at, {
      legal: playable ? state.legal : [],
      turn: state.turn,
      playable,
      premovable: isNow && state.status === 'running' && you.length === 1 && you[0] !== state.turn,
      premove: isNow ? this.#premove : null,
      hints: playable ? this.#hint.squares : [],
      values: playable ? this.#hint.values : undefined,
      flipped: this.#turned,
    });
    // The result waits for the last flips.
    const isEnd = state.status === 'over' && this.#main.dataset.status === 'running';
    if (!isEnd) this.#drawAround(game);
    return shown.then(() => {
      if (isEnd && this.#game !== null) this.#drawAround(this.#game);
    });
  }

  /**
   * Shows a ply on the board, and what belongs to it beside.
   * @param {import('../board.js').BoardView} view
   * @param {number} ply
   */
  #show(view, ply) {
    const game = this.#game;
    if (game !== null) {
      const plies = this.#looking === null ? game.plies.slice(0, ply) : game.plies;
      this.#seats.count(count(view.discs));
      this.#moves.show(plies, ply, 64 - discsOf(game.full.start.board));
    }
    return this.#board.show(view);
  }

  /** Everything but the board. @param {Game} game */
  #drawAround(game) {
    const before = document.activeElement;
    const { state, you } = game;
    this.#main.dataset.status = state.status;
    const isBlackUp = (you.length === 1 && you[0] === 'white') !== this.#turned;
    place('top', this.#seats.element(isBlackUp ? 'black' : 'white'));
    place('bottom', this.#seats.element(isBlackUp ? 'white' : 'black'));
    this.#seats.show(game);
    byId('typed', HTMLElement).hidden = you.length === 0 || state.status !== 'running';
    this.#controls.show(game, hasCompany(game));
    this.#drawOpening(game);
    this.#drawCard(game);
    this.#drawNotice(game);
    this.#title(game);
    this.#moves.reveal();
    this.#keepFocus(before);
  }

  /** @param {Game} game */
  #drawOpening(game) {
    const { full, state, you } = game;
    const name = state.opening;
    const facts = [];
    if (name == null) facts.push(rulesName(full.rules), clockName(full.clock));
    else if (state.opening_moves != null) facts.push(`known to move ${state.opening_moves}`);
    if (you.length === 0 && this.#watchers < 2) facts.push('you are watching');
    else if (this.#watchers > 0) facts.push(`${this.#watchers} watching`);
    // The study has an engine, so it opens only where hints are allowed.
    const mayExplore = mayAsk(game) || state.status === 'over';
    fill(
      byId('opening', HTMLElement),
      name != null && h('b', {}, name),
      h('span', { class: 'soft' }, facts.join(' · ')),
      mayExplore && h('a', { href: exploreAddress(game, this.#looking ?? game.plies.length) }, 'Explore'),
    );
  }

  /** The card that takes the place of moves or opening: an invitation, or the result. @param {Game} game */
  #drawCard(game) {
    const { state, players, you } = game;
    const key = JSON.stringify([state.status, players, you, state.result, state.offers.rematch, state.rematch]);
    if (key === this.#cardKey) return;
    this.#cardKey = key;
    const command = (/** @type {Order} */ order) => this.#command(order);
    const acts = { command, levelUp: (/** @type {number} */ level) => void levelUp(game, level) };
    const box = byId('card', HTMLElement);
    const before = box.contains(document.activeElement) ? document.activeElement?.textContent : null;
    if (state.status === 'waiting') fill(box, waitingCard(game, { command, join: (name) => this.#join(name) }));
    else if (state.status === 'cancelled') fill(box, card('The game was cancelled', h('a', { class: 'button primary', href: '/' }, 'New game')));
    else if (state.status === 'over') fill(box, resultCard(game, acts));
    else fill(box);
    box.hidden = box.childElementCount === 0;
    const plate = byId('plate', HTMLElement);
    const { result } = state;
    if (result != null) fill(plate, h('span', { class: 'token', 'data-disc': result.winner ?? 'both', 'aria-hidden': 'true' }), headline(result));
    plate.hidden = result == null;
    if (before != null) [...box.querySelectorAll('button')].find((found) => found.textContent === before)?.focus({ preventScroll: true });
  }

  /** @param {Game} game */
  #drawNotice(game) {
    const box = byId('notices', HTMLElement);
    const at = this.#looking;
    const before = document.activeElement;
    const name = box.contains(before) ? before?.textContent : null;
    const past =
      at !== null &&
      h(
        'div',
        { class: 'notice' },
        h('p', {}, `After ${placements(game.plies.slice(0, at))} of ${placements(game.plies)} moves.`),
        h('button', { type: 'button', onclick: () => this.#look(game.plies.length) }, 'Back to the game'),
      );
    fill(box, past || notice(game, { command: (order) => this.#command(order), now: () => this.#now() }));
    if (name !== null) [...box.querySelectorAll('button')].find((found) => found.textContent === name)?.focus({ preventScroll: true });
    this.#keepFocus(before);
  }

  /** @param {Game} game */
  #title(game) {
    const { state, you, players } = game;
    const names = `${players.black.name ?? 'Black'} – ${players.white.name ?? 'White'}`;
    const isMine = state.status === 'running' && you.length === 1 && you[0] === state.turn;
    const last = game.plies.at(-1);
    const news = last?.square == null ? 'It is your move.' : `${playerName(game, last.by)} played ${last.square}.`;
    this.#attention.show(state.result ? headline(state.result) : names, isMine, news);
    byId('title', HTMLElement).textContent = names;
  }

  /** @param {Element | null} before */
  #keepFocus(before) {
    if (before === null || before === document.body) return;
    const now = document.activeElement;
    if (now !== null && now !== document.body && !(now instanceof HTMLButtonElement && now.disabled)) return;
    const next = this.#main.dataset.status === 'over' ? byId('card', HTMLElement).querySelector('a') : null;
    (next ?? this.#board).focus({ preventScroll: true });
  }

  /** A socket cannot see why it does not connect. */
  async #checkAccess() {
    try {
      await get(`/api/game/${this.#id}`);
    } catch (problem) {
      if (!(problem instanceof Problem)) return;
      if (problem.status === 404 && this.#game !== null) this.#removed();
      else if (problem.status === 404) this.#failed('Game not found', 'The link may be incomplete, or the game was removed.');
      else if (problem.status === 401 || problem.status === 403) this.#failed('This game is private', 'Ask one of the players for a link.');
    }
  }

  #removed() {
    this.#failed('This game was removed', 'Inactive games are removed after a while, and the host can remove any game.');
  }

  /**
   * @param {string} title
   * @param {string} text
   */
  #failed(title, text) {
    this.#socket.close();
    this.#note.hide();
    this.#main.dataset.status = 'failed';
    this.#main.querySelector('.failed')?.remove();
    this.#main.append(h('div', { class: 'failed' }, card(title, h('p', { class: 'soft' }, text), h('a', { class: 'button primary', href: '/' }, 'Play'))));
  }

  /** @param {import('../socket.js').Connection} connection */
  #connection(connection) {
    if (connection === 'lost') this.#checkAccess();
    if (connection !== 'connected') this.#unheard = true;
    else if (this.#note.isShown) greet();
    this.#note.show(connection === 'lost' ? 'Reconnecting…' : connection === 'offline' ? 'Offline' : '');
  }

  /** @param {number} at the server's time in a message */
  #heard(at) {
    const ahead = performance.now() - at;
    this.#ahead = this.#unheard ? ahead : Math.min(this.#ahead, ahead);
    this.#unheard = false;
  }

  #now() {
    return performance.now() - this.#ahead;
  }
}

/**
 * @param {Game} game
 * @param {string} square
 */
function isLegal(game, square) {
  return game.state.legal.some((move) => move.square === square);
}

/**
 * Whether there is someone to talk to.
 * @param {Game} game
 */
function hasCompany({ you, players }) {
  const opponent = you.length === 1 ? players[other(you[0])] : null;
  return opponent !== null && opponent.kind === 'human' && opponent.joined;
}

/** @param {string} board */
function discsOf(board) {
  const { black, white } = count(board);
  return black + white;
}

/**
 * @param {string} id
 * @param {HTMLElement} element
 */
function place(id, element) {
  const parent = byId(id, HTMLElement);
  if (parent.firstChild !== element) fill(parent, element);
}

/**
 * The game that the server has put into the page, if it has.
 * @returns {Full | null}
 */
function fromPage() {
  try {
    return JSON.parse(document.getElementById('state')?.textContent ?? 'null');
  } catch {
    return null;
  }
}

async function start() {
  const id = location.pathname.split('/').at(-1) ?? '';
  const token = location.hash.slice(1);
  if (token !== '') {
    history.replaceState(null, '', location.pathname);
    try {
      await post(`/api/game/${id}/seat`, { token });
    } catch (problem) {
      if (problem instanceof Problem) toast(`This link does not work: ${problem.message}.`);
    }
  }
  // With a token the page came without its seat.
  new Page(id, token === '' ? fromPage() : null);
}

// Another link to this game changes only the fragment.
addEventListener('hashchange', () => location.reload());
start();
