// A game under study: its moves, the variations that were tried, and where one stands in them.

import { after } from '../replay.js';

/** @typedef {import('../replay.js').Ply} Ply */
/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('../replay.js').Start} Start */
/** How many discs each had to place at the start, in games that count them. @typedef {Record<Color, number> | null} Supply */

/**
 * What the server says about a position.
 * @typedef {object} Known
 * @property {Color} turn
 * @property {{square: string, flips: string[]}[]} legal
 * @property {string | null} opening
 * @property {{winner: Color | null, discs: {black: number, white: number}} | null} over
 * @property {string} record
 */

/** A position, and the ply that led to it. */
export class Spot {
  /**
   * @param {Spot | null} parent
   * @param {Ply | null} ply
   * @param {string} board
   */
  constructor(parent, ply, board) {
    this.parent = parent;
    this.ply = ply;
    this.board = board;
    /** What was played from here; the first is the main line. @type {Spot[]} */
    this.children = [];
    /** @type {Known | null} */
    this.known = null;
    /** What the engine found here last. @type {import('./analysis.js').Analysis | null} */
    this.analysis = null;
  }

  /** How many plies from the start. @returns {number} */
  get number() {
    return this.parent === null ? 0 : this.parent.number + 1;
  }

  /** How many discs were put down from the start. @returns {number} */
  get placements() {
    return this.parent === null ? 0 : this.parent.placements + (this.ply?.square ? 1 : 0);
  }

  /** The square of the last disc put down. @returns {string | null} */
  get last() {
    for (let spot = /** @type {Spot | null} */ (this); spot !== null; spot = spot.parent) {
      if (spot.ply?.square) return spot.ply.square;
    }
    return null;
  }

  /** This spot and all before it, the start first. @returns {Spot[]} */
  get path() {
    const path = [];
    for (let spot = /** @type {Spot | null} */ (this); spot !== null; spot = spot.parent) path.push(spot);
    return path.reverse();
  }

  /** The squares that were played from the start to here; passes follow from them. */
  get moves() {
    return this.path.flatMap(({ ply }) => (ply?.square ? [ply.square] : [])).join(' ');
  }

  /** Whether this is of the game itself, not of a variation. @returns {boolean} */
  get main() {
    return this.parent === null || (this.parent.children[0] === this && this.parent.main);
  }
}

/** The tree of a study, and the line in view. There is always one spot that one looks at. */
export class Study {
  /**
   * @param {string} rules
   * @param {Start} start
   * @param {Ply[]} [plies]
   * @param {Supply} [supply]
   */
  constructor(rules, start, plies = [], supply = null) {
    this.rules = rules;
    this.start = start;
    this.supply = supply;
    this.root = new Spot(null, null, start.board);
    this.spot = this.root;
    /** The line that stepping forward follows. @type {Spot[]} */
    this.line = [this.root];
    this.add(plies);
    this.go(this.root);
  }

  /**
   * Takes in plies from the start on; what is there already is kept. The last of them is then looked at.
   * @param {Ply[]} plies
   */
  add(plies) {
    let spot = this.root;
    for (const ply of plies) {
      let next = spot.children.find((child) => child.ply?.square === ply.square && child.ply.by === ply.by);
      if (next === undefined) {
        next = new Spot(spot, ply, after(spot.board, ply));
        spot.children.push(next);
      }
      spot = next;
    }
    this.go(spot);
  }

  /**
   * Looks at a spot of this tree. The line stays as it is as long as it goes through it.
   * @param {Spot} spot
   */
  go(spot) {
    this.spot = spot;
    if (this.line[spot.number] === spot) {
      this.line.push(...followed(this.line[this.line.length - 1]));
    } else {
      this.line = [...spot.path, ...followed(spot)];
    }
  }

  /** @param {number} steps  forward, or back when it is negative */
  step(steps) {
    const place = Math.min(Math.max(this.spot.number + steps, 0), this.line.length - 1);
    this.go(this.line[place]);
  }

  /** The game itself, without the start. @returns {Spot[]} */
  get game() {
    return followed(this.root);
  }

  /**
   * Takes a variation out, from this spot on. The game itself stays.
   * @param {Spot} spot
   */
  remove(spot) {
    const { parent } = spot;
    if (parent === null || spot.main) return;
    parent.children = parent.children.filter((child) => child !== spot);
    if (this.line.includes(spot)) {
      const seen = this.spot.number < spot.number ? this.spot : parent;
      this.line = [...parent.path, ...followed(parent)];
      this.go(seen);
    }
  }
}

/**
 * What follows a spot when nobody chooses otherwise.
 * @param {Spot} spot
 * @returns {Spot[]}
 */
export function followed(spot) {
  const line = [];
  for (let next = spot.children.at(0); next !== undefined; next = next.children.at(0)) line.push(next);
  return line;
}
