// Animates the board ply by ply: a reply is shown after the flips of the move before it have ended, and a takeback turns the discs back.

/** @typedef {import('../board.js').BoardView} BoardView */
/** @typedef {import('../replay.js').Shown} Shown */

/** Positions further away are shown without animation. */
const steps = 3;

/** @typedef {(view: BoardView, ply: number) => Promise<void>} Show */

export class Stage {
  #show;
  #watched;
  /** The game to show. @type {Shown[]} */
  #boards = [];
  /** The game in which the ply shown lies: another one after a takeback. @type {Shown[]} */
  #trail = [];
  /** The ply shown; -1 before the first. */
  #at = -1;
  #target = 0;
  /** @type {Omit<BoardView, 'discs' | 'last'>} */
  #rest = {};
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {Show} show resolves after the animation
   * @param {() => boolean} [watched] whether the page is visible
   */
  constructor(show, watched = () => document.visibilityState !== 'hidden') {
    this.#show = show;
    this.#watched = watched;
  }

  /**
   * @param {Shown[]} boards
   * @param {number} target the ply to show
   * @param {Omit<BoardView, 'discs' | 'last'>} rest applies at the target
   * @returns {Promise<void>} resolved at the target
   */
  show(boards, target, rest) {
    this.#boards = boards;
    this.#target = target;
    this.#rest = rest;
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  async #run() {
    let drawn = null;
    for (;;) {
      const [boards, target, rest] = [this.#boards, this.#target, this.#rest];
      if (this.#isOn(boards, this.#at)) this.#trail = boards;
      if (this.#trail === boards && this.#at === target && drawn === rest) return;
      const next = this.#next(boards, target);
      const animate = next.near && next.ply !== this.#at;
      const isLast = next.ply === target && this.#isOn(boards, target, next.from);
      const view = next.from[next.ply];
      this.#at = next.ply;
      this.#trail = next.from;
      const { flipped, label } = rest;
      await this.#show({ ...(isLast ? rest : { flipped, label }), ...view, animate }, next.ply);
      if (isLast) drawn = rest;
    }
  }

  /**
   * @param {Shown[]} boards
   * @param {number} target
   * @returns {{from: Shown[], ply: number, near: boolean}}
   */
  #next(boards, target) {
    const away = target - this.#at;
    const watched = this.#at >= 0 && this.#watched();
    if (this.#trail !== boards) {
      const isTakeback = this.#isOn(boards, target) && away < 0;
      return watched && isTakeback && away >= -steps
        ? { from: this.#trail, ply: this.#at - 1, near: true }
        : { from: boards, ply: target, near: false };
    }
    const near = watched && away >= -1 && away <= steps;
    return { from: boards, ply: near && away > 0 ? this.#at + 1 : target, near };
  }

  /**
   * Whether the trail has the same board at a ply.
   * @param {Shown[]} boards
   * @param {number} ply
   * @param {Shown[]} [trail]
   */
  #isOn(boards, ply, trail = this.#trail) {
    return boards[ply] !== undefined && boards[ply].discs === trail[ply]?.discs;
  }
}
