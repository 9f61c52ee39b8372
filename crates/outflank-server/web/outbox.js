// Commands on their way to the server. Each is kept until it is carried out or refused, so that it can be sent again,
// under the same id, over the next connection: the server carries out an id only once.

/** @typedef {import('./wire.js').Order} Order */
/** @typedef {import('./wire.js').Command} Command */
/** @typedef {import('./wire.js').Refusal & {id: string}} Refusal */

/** Where a game stands, as far as commands are concerned: its last event, and its moves. @typedef {{number: number, moves: string}} Place */

/**
 * What is to be done about a refusal: send this instead, send the same again a little later, or tell the person.
 * @typedef {{next: 'send', command: Command} | {next: 'later'} | {next: 'tell', order: Order, message: string} | {next: 'nothing'}} Verdict
 */

/** More than this many commands at once are not a person's. */
export const most = 8;

/** So often a server that cannot serve now is asked again. */
const tries = 6;

export class Outbox {
  /** @type {Map<string, {command: Command, order: Order, moves: string, tries: number}>} */
  #waiting = new Map();
  #fresh;

  /** @param {() => string} fresh makes an id that no other command has */
  constructor(fresh) {
    this.#fresh = fresh;
  }

  get size() {
    return this.#waiting.size;
  }

  /**
   * @param {Order} order
   * @param {Place} place where the game stood when the person acted: its last event that is known, and the moves on the board
   * @returns {Command | null} what to send; null if too much is on its way
   */
  add(order, place) {
    if (this.#waiting.size >= most) return null;
    return this.#put(order, place, 0);
  }

  /** Everything that has not been answered, in its order, as it was first sent. */
  unanswered() {
    return [...this.#waiting.values()].map(({ command }) => command);
  }

  /** @param {string} id */
  done(id) {
    this.#waiting.delete(id);
  }

  /** Forgets everything, and says what that was. */
  clear() {
    const orders = [...this.#waiting.values()].map(({ order }) => order);
    this.#waiting.clear();
    return orders;
  }

  /**
   * @param {Refusal} refusal
   * @param {Place} place where the game stands now
   * @returns {Verdict}
   */
  refused(refusal, place) {
    const entry = this.#waiting.get(refusal.id);
    if (entry === undefined) return { next: 'nothing' };
    entry.tries += 1;
    if (refusal.status === 503 && entry.tries < tries) return { next: 'later' };
    this.#waiting.delete(refusal.id);
    if (refusal.error !== 'stale') return { next: 'tell', order: entry.order, message: refusal.message };
    // Something has happened. If no disc has moved, the person would do the same again.
    if (entry.moves === place.moves && entry.tries < tries) {
      return { next: 'send', command: this.#put(entry.order, place, entry.tries) };
    }
    return { next: 'tell', order: entry.order, message: 'the board has changed since' };
  }

  /**
   * @param {Order} order
   * @param {Place} place
   * @param {number} tries
   * @returns {Command}
   */
  #put(order, place, tries) {
    /** @type {Command} */
    const command = { type: 'command', id: this.#fresh(), seen: place.number, ...order };
    this.#waiting.set(command.id, { command, order, moves: place.moves, tries });
    return command;
  }
}

/** An id that nobody else makes: 96 random bits. */
export function freshId() {
  return `c-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
