import { MISTAKE, colorName, discs, isSerious, moveName } from './judgement.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./tree.js').Spot} Spot */

/** A mistake and the spot it led to. @typedef {{judgement: Judgement, played: Spot}} Task */

/** @typedef {'open' | 'found' | 'shown' | 'skipped'} Result */

/**
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

export class Round {
  at = 0;

  /** @param {Task[]} tasks */
  constructor(tasks) {
    this.tasks = tasks;
    /** @type {Result[]} */
    this.results = tasks.map(() => 'open');
    this.tries = tasks.map(() => 0);
  }

  /** @returns {Task | null} */
  get task() {
    return this.tasks.at(this.at) ?? null;
  }

  get settled() {
    return this.results[this.at] !== 'open';
  }

  /**
   * Records a try. A shown solution no longer counts as found.
   * @param {number} cost
   * @returns {boolean} whether the move is good enough
   */
  tried(cost) {
    const good = cost < MISTAKE;
    if (this.task === null || this.settled) return good;
    this.tries[this.at] += 1;
    if (good) this.results[this.at] = 'found';
    return good;
  }

  show() {
    if (this.task !== null && !this.settled) this.results[this.at] = 'shown';
  }

  next() {
    if (this.task === null) return;
    if (!this.settled) this.results[this.at] = 'skipped';
    this.at += 1;
  }

  get left() {
    return this.tasks.filter((_, i) => this.results[i] !== 'found');
  }

  get progress() {
    return `${Math.min(this.at + 1, this.tasks.length)} of ${this.tasks.length}`;
  }

  get question() {
    if (this.task === null) return '';
    const { judgement, played } = this.task;
    const who = colorName(played.ply?.by ?? 'black');
    return `${who} to move. ${moveName(played)} lost ${discs(judgement.loss)}. Find a move that loses less than ${MISTAKE} discs.`;
  }

  get summary() {
    const found = this.results.filter((result) => result === 'found').length;
    const atOnce = this.results.filter((result, i) => result === 'found' && this.tries[i] === 1).length;
    const all = this.tasks.length;
    const text = `You found a better move ${found} of ${all} times`;
    if (found === 0) return `${text}.`;
    return atOnce === found ? `${text}, each on the first try.` : `${text}, ${atOnce} on the first try.`;
  }

  /** @param {number} i */
  outcome(i) {
    const tries = this.tries[i];
    switch (this.results[i]) {
      case 'found':
        return tries === 1 ? 'found on the first try' : `found, ${tries} tries`;
      case 'shown':
        return 'shown';
      default:
        return 'skipped';
    }
  }
}
