// Pending commands. Each is kept until it is acknowledged or rejected, and repeated with the same id over the next connection: the server
// executes an id once.

/** @typedef {import('./wire.js').Color} Color */
/** @typedef {import('./wire.js').Order & {as?: Color}} Order */
/** @typedef {import('./wire.js').CommandRequest & {type: 'command'}} Command */
/** @typedef {import('./wire.js').Refusal & {id: string}} Refusal */

/** The last event of a game and its moves. @typedef {{number: number, moves: string}} Place */

/**
 * What to do about a refusal: send another command, retry later, or report it.
 * @typedef {{next: 'send', command: Command} | {next: 'later'} | {next: 'report', order: Order, message: string} | {next: 'nothing'}} Verdict
 */

/** A person has never more pending commands. */
export const most = 8;

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
   * @param {Place} place the game as the person saw it
   * @returns {Command | null} null if too many commands are pending
   */
  add(order, place) {
    if (this.#waiting.size >= most) return null;
    return this.#put(order, place, 0);
  }

  unanswered() {
    return [...this.#waiting.values()].map(({ command }) => command);
  }

  /** @param {string} id */
  done(id) {
    this.#waiting.delete(id);
  }

  clear() {
    const orders = [...this.#waiting.values()].map(({ order }) => order);
    this.#waiting.clear();
    return orders;
  }

  /**
   * @param {Refusal} refusal
   * @param {Place} place
   * @returns {Verdict}
   */
  refused(refusal, place) {
    const entry = this.#waiting.get(refusal.id);
    if (entry === undefined) return { next: 'nothing' };
    entry.tries += 1;
    if (refusal.status === 503 && entry.tries < tries) return { next: 'later' };
    this.#waiting.delete(refusal.id);
    if (refusal.error !== 'stale') return { next: 'report', order: entry.order, message: refusal.message };
    // If no disc has moved, the person would do the same again.
    if (entry.moves === place.moves && entry.tries < tries) {
      return { next: 'send', command: this.#put(entry.order, place, entry.tries) };
    }
    return { next: 'report', order: entry.order, message: 'the position has changed' };
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

export function freshId() {
  return `c-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
