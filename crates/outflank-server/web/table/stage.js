// Animates the board ply by ply, so that an immediate reply is shown after the move before it.

/** @typedef {import('../board.js').BoardView} BoardView */
/** @typedef {import('../replay.js').Shown} Shown */

/** Positions further away are shown without animation. */
const steps = 3;

/** @typedef {(view: BoardView) => Promise<void>} Show */

export class Stage {
  #show;
  #watched;
  /** @type {Shown[]} */
  #boards = [];
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
    // The current board may have been taken back.
    const seen = this.#boards[this.#at];
    if (seen !== undefined && boards[this.#at]?.discs !== seen.discs) this.#at = -1;
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
      if (this.#at === target && drawn === rest) return;
      const away = target - this.#at;
      const near = this.#at >= 0 && away >= -1 && away <= steps && this.#watched();
      const next = near && away > 0 ? this.#at + 1 : target;
      const animate = near && next !== this.#at;
      const last = next === target;
      this.#at = next;
      const { flipped, label } = rest;
      await this.#show({ ...(last ? rest : { flipped, label }), ...boards[next], animate });
      if (last) drawn = rest;
    }
  }
}
