// Brings the board from what it shows to what it should show, one ply after the other, so that an answer that comes at
// once is seen after the move that it answers.

/** @typedef {import('../board.js').BoardView} BoardView */
/** @typedef {import('../replay.js').Shown} Shown */

/** What is further away than this is shown at once: nobody wants to wait for it. */
const steps = 3;

/** @typedef {(view: BoardView) => Promise<void>} Show */

export class Stage {
  #show;
  #watched;
  /** @type {Shown[]} */
  #boards = [];
  /** The ply after which the board stands; -1 before anything is shown. */
  #at = -1;
  #target = 0;
  /** @type {Omit<BoardView, 'discs' | 'last'>} */
  #rest = {};
  /** @type {Promise<void> | null} */
  #running = null;

  /**
   * @param {Show} show draws a view, and ends when it stands still
   * @param {() => boolean} [watched] whether somebody can see it; motion that nobody sees is left out
   */
  constructor(show, watched = () => document.visibilityState !== 'hidden') {
    this.#show = show;
    this.#watched = watched;
  }

  /**
   * @param {Shown[]} boards
   * @param {number} target the ply after which the board shall stand
   * @param {Omit<BoardView, 'discs' | 'last'>} rest what holds once it stands there
   * @returns {Promise<void>} ends when it does
   */
  show(boards, target, rest) {
    // What is seen may have been taken back: go on from the last board that both have.
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
