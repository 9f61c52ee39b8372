// The game page: connects the server's messages and the person's actions to the parts.

import { Board } from '../board.js';
import { get, post, Problem } from '../api.js';
import { byId, fill, h } from '../dom.js';
import { Feedback } from '../feedback.js';
import { rulesName } from '../home/words.js';
import { count, other, placements } from '../replay.js';
import { note, say, toast } from '../shell.js';
import { gameSocket, Socket } from '../socket.js';
import { play as sound } from '../sound.js';
import { TypedMove } from '../typed.js';
import { Chat } from './chat.js';
import { Controls } from './controls.js';
import { isFirstGame } from './first.js';
import { levelUp } from './level-up.js';
import { begin, evolve, predict, mayPlay, movesOf } from './model.js';
import { Moves } from './moves.js';
import { notices } from './notices.js';
import { ResultDialog } from './result.js';
import { Seats } from './seats.js';
import { showShare } from './share.js';
import { Stage } from './stage.js';
import { agree } from './teacher.js';
import { idleTip, tapTip } from './tips.js';
import { clockName, headline, sentence } from './words.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../wire.js').FullGame} Full */
/** @typedef {import('../wire.js').State} State */
/** @typedef {import('../wire.js').Told | import('../wire.js').Reply} Message */
/** @typedef {import('../outbox.js').Order} Order */
/** @typedef {import('./model.js').Game} Game */

const pause = 700;

/** How long the text about a pass is shown: it is long, and the board moves. */
const passShown = 9000;

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
  #turned = false;
  #watchers = 0;
  /** The smallest offset to the server's clock seen so far: messages can only be late. */
  #ahead = 0;
  /** Whether the offset is from an earlier connection. */
  #unheard = true;
  #followed = false;
  /** Whether a move waits for a possible warning. */
  #asking = false;

  #board = byId('board', Board);
  #feedback = new Feedback(byId('feedback', HTMLElement));
  /** @type {import('./notices.js').Acts} */
  #acts = {
    command: (order) => this.#command(order),
    join: (name) => this.#join(name),
    levelUp: (level) => this.#game && levelUp(this.#game, level),
    now: () => this.#now(),
  };
  #result = new ResultDialog(this.#acts);
  #stage = new Stage((view) => {
    if (view.animate) sound('place');
    return this.#board.show(view);
  });
  #seats = new Seats(
    () => this.#now(),
    (color) => {
      if (this.#game?.you.includes(color)) sound('low');
    },
  );
  #moves = new Moves((ply) => this.#look(ply));
  #chat = new Chat((text) => this.#socket.chat(text));
  #typed = new TypedMove(
    () => (this.#game && mayPlay(this.#game) ? { squares: this.#game.state.legal.map(({ square }) => square) } : { wrong: 'It is not your turn.' }),
    (square) => this.#play(square),
  );
  #controls = new Controls({
    command: (order) => this.#command(order),
    flip: () => {
      this.#turned = !this.#turned;
      this.#draw();
    },
    share: () => {
      if (this.#game) showShare(this.#game);
    },
  });
  #about = h('p', { class: 'about soft' });
  #past = h('p', { class: 'past' });

  /** @param {string} id */
  constructor(id) {
    this.#id = id;
    fill(byId('record', HTMLElement), this.#about, ...this.#moves.elements, this.#past, this.#typed.element);
    byId('controls', HTMLElement).append(this.#controls.element);
    this.#board.addEventListener('play', (event) => this.#play(/** @type {CustomEvent} */ (event).detail.square));
    for (const kind of ['illegal', 'idle', 'armed']) {
      this.#board.addEventListener(kind, (event) => this.#answer(kind, /** @type {CustomEvent} */ (event).detail.square));
    }
    document.addEventListener('keydown', (event) => this.#pressed(event));
    this.#socket = new Socket(gameSocket(id), {
      message: (message) => this.#received(message),
      connection: (connection) => this.#connection(connection),
      dropped: (order, why) => this.#dropped(order, why),
    });
    addEventListener('online', () => this.#socket.wake());
    addEventListener('offline', () => this.#socket.sleep());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#socket.wake();
    });
    setInterval(() => {
      if (this.#game?.state.status === 'running' && document.querySelector('[data-counts]')) this.#drawNotices(this.#game);
    }, 1000);
  }

  /** @param {Message} message */
  #received(message) {
    switch (message.type) {
      case 'removed':
        this.#removed();
        break;
      case 'full':
        this.#heard(message.state.at);
        this.#confirmed = begin(message);
        this.#game = this.#confirmed;
        if (this.#looking !== null && this.#looking >= this.#confirmed.plies.length) this.#looking = null;
        this.#draw();
        break;
      case 'state':
        this.#heard(message.at);
        this.#state(message);
        break;
      case 'pong':
        this.#heard(message.at);
        break;
      case 'chat':
        if (this.#game) this.#chat.add(message, this.#game, this.#now() - message.at < 5000);
        break;
      case 'watchers':
        this.#watchers = message.count;
        this.#drawAbout();
        break;
    }
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
    const shown = this.#draw();
    if (movesOf(this.#game.plies) !== seen) this.#feedback.moved();
    const words = fresh.map((event) => sentence(event, game)).filter((text) => text !== null);
    if (words.length > 0) say(words.join(' '));
    for (const event of fresh) {
      if (event.event === 'passed') {
        sound('pass');
        this.#feedback.show(sentence(event, game) ?? '', passShown);
      } else if (event.event === 'ended') {
        sound('end');
        shown.then(() => setTimeout(() => this.#game && this.#result.open(this.#game), pause));
      } else if ('by' in event && /offered|asked/.test(event.event) && !game.you.includes(event.by)) {
        sound('offer');
      } else if (event.event.endsWith('declined') && 'by' in event && game.you.includes(other(event.by))) {
        note(sentence(event, game) ?? '');
      } else if (event.event === 'continued' && game.you.length > 0) {
        this.#follow(event.game);
      }
    }
    // Two players at one screen need one click.
    if (game.you.length === 2 && game.state.offers.rematch != null && !this.#followed) {
      this.#followed = true;
      this.#command({ command: 'accept_rematch', as: other(game.state.offers.rematch) });
    }
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

  /**
   * @param {string} kind
   * @param {string} square
   */
  #answer(kind, square) {
    const game = this.#game;
    if (game === null) return;
    if (kind === 'illegal') {
      const { board, turn, supply } = game.state;
      this.#feedback.explain({ rules: game.full.rules, board, turn, supply }, square);
      return;
    }
    const tip = kind === 'armed' ? tapTip(game, square) : idleTip(game, this.#looking !== null, square);
    if (tip !== null) this.#feedback.answer(tip);
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
    // The board, lists and fields use these keys themselves.
    if (event.defaultPrevented || target?.closest('input, textarea, select, dialog, of-board, .moves, .log')) return;
    this.#moves.key(event);
  }

  /** @returns {Promise<void>} resolved after the animation */
  #draw() {
    const game = this.#game;
    if (game === null) return Promise.resolve();
    const before = document.activeElement;
    const { state, you } = game;
    const last = game.plies.length;
    const at = this.#looking ?? last;
    const playable = this.#looking === null && mayPlay(game);
    // Marks the first running game as the first.
    if (state.status === 'running' && you.length > 0) isFirstGame(this.#id);
    const flipped = (you.length === 1 && you[0] === 'white') !== this.#turned;
    byId('main', HTMLElement).dataset.status = state.status;
    const shown = this.#stage.show(game.boards, at, {
      legal: playable ? state.legal : [],
      turn: state.turn,
      playable,
      flipped: this.#turned,
    });
    const [top, bottom] = flipped ? ['black', 'white'] : ['white', 'black'];
    place('top', this.#seats.element(/** @type {Color} */ (top)));
    place('bottom', this.#seats.element(/** @type {Color} */ (bottom)));
    this.#seats.show(game, at === last ? count(game.boards[last].discs) : count(game.boards[at].discs));
    fill(
      this.#past,
      at < last && `After ${placements(game.plies.slice(0, at))} of ${placements(game.plies)} moves. `,
      at < last && h('button', { type: 'button', class: 'primary', onclick: () => this.#look(last) }, 'Back to the game'),
    );
    this.#past.hidden = at === last;
    this.#typed.element.hidden = you.length === 0 || state.status === 'over' || state.status === 'cancelled';
    this.#controls.show(game);
    const opponent = you.length === 1 ? game.players[other(you[0])] : null;
    const talks = opponent !== null && opponent.kind === 'human' && opponent.joined;
    place('chat', talks ? this.#chat.element : null);
    this.#drawAbout();
    this.#drawNotices(game);
    // The list scrolls to the current move, so it comes after everything that changes its height.
    this.#moves.show(game.plies, at, game.full.start.turn);
    this.#title(game);
    this.#keepFocus(before);
    this.#result.show(game);
    return shown;
  }

  /** @param {Game} game */
  #drawNotices(game) {
    const before = document.activeElement;
    const cards = notices(game, this.#acts);
    const parent = byId('notices', HTMLElement);
    // An unchanged card keeps what was typed into it.
    if (cards.length === 1 && parent.firstChild === cards[0] && parent.childElementCount === 1) return;
    const name = parent.contains(before) ? before?.textContent : null;
    fill(parent, ...cards);
    if (name !== null) [...parent.querySelectorAll('button')].find((found) => found.textContent === name)?.focus({ preventScroll: true });
    this.#keepFocus(before);
  }

  #drawAbout() {
    const game = this.#game;
    if (game === null) return;
    const { full, state } = game;
    const facts = [rulesName(full.rules), clockName(full.clock)];
    if (this.#watchers > 0) facts.push(`${this.#watchers} watching`);
    if (game.you.length === 0) facts.push('you are watching');
    fill(this.#about, state.opening != null && h('b', {}, state.opening), facts.join(' · '));
  }

  /** @param {Game} game */
  #title({ state, you, players }) {
    const names = `${players.black.name ?? 'Black'} – ${players.white.name ?? 'White'}`;
    const mine = state.status === 'running' && you.length === 1 && you[0] === state.turn;
    document.title = `${mine ? '● Your turn' : state.result ? headline(state.result) : names} · Outflank`;
    byId('title', HTMLElement).textContent = names;
  }

  /** @param {Element | null} before */
  #keepFocus(before) {
    if (before === null || before === document.body) return;
    const now = document.activeElement;
    if (now === null || now === document.body || (now instanceof HTMLButtonElement && now.disabled)) {
      this.#board.focus({ preventScroll: true });
    }
  }

  /** A socket cannot see why it does not connect. */
  async #checkRemoved() {
    try {
      await get(`/api/game/${this.#id}`);
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 404) this.#removed();
    }
  }

  #removed() {
    this.#socket.close();
    byId('connection', HTMLElement).hidden = true;
    failed('This game was removed', 'Games without a move for a long time are removed, and the host can remove any game.');
  }

  /** @param {import('../socket.js').Connection} connection */
  #connection(connection) {
    const banner = byId('connection', HTMLElement);
    if (connection === 'lost') this.#checkRemoved();
    if (connection !== 'connected') this.#unheard = true;
    const texts = { lost: 'Connection lost. Reconnecting…', offline: 'You are offline.', connected: '', connecting: '' };
    const text = texts[connection];
    if (!banner.hidden && connection === 'connected') say('Reconnected.');
    else if (text !== '') say(text);
    banner.hidden = text === '';
    fill(
      banner,
      h('span', {}, text),
      h('button', { type: 'button', onclick: () => this.#socket.wake() }, 'Reconnect now'),
    );
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
 * @param {string} id
 * @param {HTMLElement | null} element
 */
function place(id, element) {
  const parent = byId(id, HTMLElement);
  if (parent.firstChild === element) return;
  fill(parent, element);
}

/**
 * @param {string} title
 * @param {string} text
 */
function failed(title, text) {
  byId('main', HTMLElement).dataset.status = 'failed';
  fill(
    byId('notices', HTMLElement),
    h('section', { class: 'card notice' }, h('h2', {}, title), h('p', {}, text), h('a', { class: 'button primary', href: '/' }, 'Home')),
  );
}

async function start() {
  const id = location.pathname.split('/').at(-1) ?? '';
  const token = location.hash.slice(1);
  try {
    if (token !== '') {
      history.replaceState(null, '', location.pathname);
      await post(`/api/game/${id}/seat`, { token });
    }
  } catch (problem) {
    if (problem instanceof Problem) toast(`This link does not work: ${problem.message}.`);
  }
  try {
    await get(`/api/game/${id}`);
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 404) {
      failed('Game not found', 'The link may be incomplete.');
      return;
    }
    if (problem instanceof Problem && (problem.status === 401 || problem.status === 403)) {
      failed('This game is private', 'Ask one of the players for a link.');
      return;
    }
  }
  new Page(id);
}

// Another link to this game changes only the fragment.
addEventListener('hashchange', () => location.reload());
start();
