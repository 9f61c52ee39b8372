// The connection to a game. It reconnects and resumes after the last known event.

import { Outbox, freshId } from './outbox.js';

/** @typedef {import('./wire.js').Told | import('./wire.js').Reply} Message */
/** @typedef {import('./outbox.js').Order} Order */
/** @typedef {import('./outbox.js').Place} Place */

/** `lost`: reconnecting. `offline`: the browser has no network. */
/** @typedef {'connecting' | 'connected' | 'lost' | 'offline'} Connection */

/**
 * @typedef {object} Listener
 * @property {(message: Message) => void} message replies to commands are not passed on
 * @property {(connection: Connection) => void} connection
 * @property {(order: Order | null, why: string) => void} dropped a command, or chat if null, was rejected
 */

/** @typedef {Pick<WebSocket, 'send' | 'close' | 'onmessage' | 'onclose' | 'readyState'>} Wire */

const ping = { every: 15_000, patience: 8_000 };

const patience = 10_000;

/**
 * The delay before a reconnect: doubled each time up to half a minute, and randomized so that clients don't all return at once.
 * @param {number} attempt counted from 0
 * @param {number} chance from 0 to 1
 */
export function backOff(attempt, chance) {
  return Math.min(30_000, 500 * 2 ** Math.min(attempt, 10)) * (1 - chance / 2);
}

export class Socket {
  #connect;
  #listener;
  #outbox = new Outbox(freshId);
  /** @type {Wire | null} */
  #wire = null;
  /** @type {Place | null} */
  #place = null;
  #attempt = 0;
  /** @type {Connection} */
  #connection = 'connecting';
  #online = true;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {(after: number | null) => Wire} connect opens a connection that resumes after this event, or starts with the full game
   * @param {Listener} listener
   * @param {Place | null} [place] of a game that the page has already
   */
  constructor(connect, listener, place = null) {
    this.#connect = connect;
    this.#listener = listener;
    this.#place = place;
    this.#open();
  }

  get waiting() {
    return this.#outbox.size;
  }

  /**
   * @param {Order} order
   * @param {string} moves the moves that the person saw, including unacknowledged ones
   */
  command(order, moves) {
    const command = this.#place === null ? null : this.#outbox.add(order, { number: this.#place.number, moves });
    if (command === null) this.#listener.dropped(order, 'too many commands are pending');
    else if (this.#connection === 'connected') this.#send(command);
  }

  /**
   * @param {string} text
   * @returns {boolean} whether there is a connection to send it over
   */
  chat(text) {
    if (this.#connection !== 'connected') return false;
    this.#send({ type: 'chat', text });
    return true;
  }

  restart() {
    this.#place = null;
    this.#attempt = 0;
    this.#drop();
    this.#open();
  }

  /** The page is visible again, or the network is back. */
  wake() {
    this.#online = true;
    if (this.#closed) return;
    if (this.#connection === 'connected') {
      this.#ping();
    } else {
      this.#attempt = 0;
      this.#drop();
      this.#open();
    }
  }

  /** The browser has no network. Keep trying: a server on this machine needs none. */
  sleep() {
    this.#online = false;
    if (!this.#closed) this.#lost();
  }

  close() {
    this.#closed = true;
    this.#drop();
  }

  #open() {
    if (this.#closed) return;
    const wire = this.#connect(this.#place?.number ?? null);
    this.#wire = wire;
    wire.onmessage = (event) => {
      if (this.#wire === wire) this.#received(event.data);
    };
    wire.onclose = () => {
      if (this.#wire === wire) this.#lost();
    };
    this.#expect(patience);
  }

  #lost() {
    this.#drop();
    this.#notify(this.#online ? 'lost' : 'offline');
    this.#timer = setTimeout(() => this.#open(), backOff(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  #drop() {
    clearTimeout(this.#timer);
    const wire = this.#wire;
    this.#wire = null;
    wire?.close();
    if (this.#connection === 'connected') this.#connection = 'connecting';
  }

  /** @param {unknown} data */
  #received(data) {
    /** @type {Message} */
    let message;
    try {
      message = JSON.parse(String(data));
    } catch {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ping(), ping.every);
    switch (message.type) {
      case 'full':
        this.#place = message.state;
        this.#listener.message(message);
        this.#connected();
        break;
      case 'state':
        this.#state(message);
        this.#connected();
        break;
      case 'ack':
        this.#outbox.done(message.id);
        break;
      case 'removed':
        this.close();
        this.#listener.message(message);
        break;
      case 'refused':
        this.#refused(message);
        break;
      default:
        this.#listener.message(message);
    }
  }

  /** @param {import('./wire.js').State} state */
  #state(state) {
    if (this.#place !== null && state.number < this.#place.number) return;
    this.#place = state;
    this.#listener.message(state);
  }

  #connected() {
    if (this.#connection === 'connected' || this.#wire === null) return;
    this.#attempt = 0;
    this.#notify('connected');
    // The reply has the server's time.
    this.#send({ type: 'ping' });
    for (const command of this.#outbox.unanswered()) this.#send(command);
  }

  /** @param {import('./wire.js').Refusal} refusal */
  #refused(refusal) {
    if (refusal.state != null) this.#state(refusal.state);
    if (refusal.id == null) return this.#listener.dropped(null, refusal.message);
    if (this.#place === null) return;
    const verdict = this.#outbox.refused({ ...refusal, id: refusal.id }, this.#place);
    switch (verdict.next) {
      case 'send':
        this.#send(verdict.command);
        break;
      case 'later':
        // Pending commands are repeated over the next connection.
        this.#attempt += 1;
        this.#lost();
        break;
      case 'report':
        this.#listener.dropped(verdict.order, verdict.message);
        break;
      case 'nothing':
    }
  }

  #ping() {
    if (this.#wire === null) return;
    this.#send({ type: 'ping' });
    this.#expect(ping.patience);
  }

  /**
   * Drops a silent connection.
   * @param {number} within
   */
  #expect(within) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lost(), within);
  }

  /** @param {unknown} message */
  #send(message) {
    // A lost command is still in the outbox.
    if (this.#wire?.readyState === 1) this.#wire.send(JSON.stringify(message));
  }

  /** @param {Connection} connection */
  #notify(connection) {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#listener.connection(connection);
  }
}

/**
 * @param {string} id
 * @returns {(after: number | null) => Wire}
 */
export function gameSocket(id) {
  return (after) => {
    const address = new URL(`/api/game/${id}/socket`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    if (after !== null) address.searchParams.set('after', String(after));
    return new WebSocket(address);
  };
}
