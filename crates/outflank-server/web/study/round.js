// Going through the mistakes of a game one after the other. It needs no page.

import { MISTAKE, colorName, discs, isSerious, moveName } from './judgement.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./tree.js').Spot} Spot */

/** A mistake to be tried again: what was said about it, and the spot to which it led. @typedef {{judgement: Judgement, played: Spot}} Task */

/** What became of a task. @typedef {'open' | 'found' | 'shown' | 'skipped'} Result */

/**
 * The mistakes of a game in their order; of both sides, or of one.
 * @param {Spot[]} game
 * @param {ReadonlyMap<number, Judgement>} judged  by ply
 * @param {Color | 'both'} side
 * @returns {Task[]}
 */
export function tasksOf(game, judged, side) {
  return game.flatMap((played, i) => {
    const judgement = judged.get(i + 1);
    const theirs = side === 'both' || played.ply?.by === side;
    return judgement !== undefined && isSerious(judgement) && theirs ? [{ judgement, played }] : [];
  });
}

/** One time through some mistakes. It is over when each of them is settled. */
export class Round {
  at = 0;

  /** @param {Task[]} tasks */
  constructor(tasks) {
    this.tasks = tasks;
    /** @type {Result[]} */
    this.results = tasks.map(() => 'open');
    /** How many moves were tried for each. */
    this.tries = tasks.map(() => 0);
  }

  /** The task that is looked at; null once all are over. @returns {Task | null} */
  get task() {
    return this.tasks.at(this.at) ?? null;
  }

  /** Whether there is nothing left to do for the task that is looked at. */
  get settled() {
    return this.results[this.at] !== 'open';
  }

  /**
   * A move was tried that costs so many discs. What was shown before is not found any more.
   * @param {number} cost
   * @returns {boolean} whether it is good enough
   */
  tried(cost) {
    const good = cost < MISTAKE;
    if (this.task === null || this.settled) return good;
    this.tries[this.at] += 1;
    if (good) this.results[this.at] = 'found';
    return good;
  }

  /** The best move is shown. */
  show() {
    if (this.task !== null && !this.settled) this.results[this.at] = 'shown';
  }

  /** Goes on to the next task. What is left open is skipped. */
  next() {
    if (this.task === null) return;
    if (!this.settled) this.results[this.at] = 'skipped';
    this.at += 1;
  }

  /** The tasks for which no move was found. */
  get left() {
    return this.tasks.filter((_, i) => this.results[i] !== 'found');
  }

  /** "2 of 5". */
  get progress() {
    return `${Math.min(this.at + 1, this.tasks.length)} of ${this.tasks.length}`;
  }

  /** What is asked, in words. */
  get question() {
    if (this.task === null) return '';
    const { judgement, played } = this.task;
    const who = colorName(played.ply?.by ?? 'black');
    return `${who} to move. ${moveName(played)} cost ${discs(judgement.loss)}: find a move that loses less than ${MISTAKE}.`;
  }

  /** How it went, in words. */
  get summary() {
    const found = this.results.filter((result) => result === 'found').length;
    const atOnce = this.results.filter((result, i) => result === 'found' && this.tries[i] === 1).length;
    const all = this.tasks.length;
    const said = `You found a better move ${found} of ${all} times`;
    if (found === 0) return `${said}.`;
    return atOnce === found ? `${said}, each at the first try.` : `${said}, ${atOnce} at the first try.`;
  }

  /**
   * What became of a task, in words.
   * @param {number} i
   */
  outcome(i) {
    const tries = this.tries[i];
    switch (this.results[i]) {
      case 'found':
        return tries === 1 ? 'found at the first try' : `found, ${tries} tries`;
      case 'shown':
        return 'shown';
      default:
        return 'skipped';
    }
  }
}
