// A game under study: its moves, variations and the current spot.

import { after } from '../replay.js';

/** @typedef {import('../replay.js').Ply} Ply */
/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('../replay.js').Start} Start */
/** The discs to place at the start, in variants that limit them. @typedef {Record<Color, number> | null | undefined} Supply */

/** @typedef {import('../wire.js').StudyPosition} Known */

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
    /** The first is the main line. @type {Spot[]} */
    this.children = [];
    /** @type {Known | null} */
    this.known = null;
    /** @type {import('./analysis.js').Analysis | null} */
    this.analysis = null;
  }

  /** @returns {number} */
  get number() {
    return this.parent === null ? 0 : this.parent.number + 1;
  }

  /** @returns {number} */
  get placements() {
    return this.parent === null ? 0 : this.parent.placements + (this.ply?.square ? 1 : 0);
  }

  /** @returns {string | null} */
  get last() {
    for (let spot = /** @type {Spot | null} */ (this); spot !== null; spot = spot.parent) {
      if (spot.ply?.square) return spot.ply.square;
    }
    return null;
  }

  /** @returns {Spot[]} */
  get path() {
    const path = [];
    for (let spot = /** @type {Spot | null} */ (this); spot !== null; spot = spot.parent) path.push(spot);
    return path.reverse();
  }

  /** The squares from the start to here; passes follow from them. */
  get moves() {
    return this.path.flatMap(({ ply }) => (ply?.square ? [ply.square] : [])).join(' ');
  }

  /** @returns {boolean} */
  get main() {
    return this.parent === null || (this.parent.children[0] === this && this.parent.main);
  }
}

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
    /** The line that stepping follows. @type {Spot[]} */
    this.line = [this.root];
    this.add(plies);
    this.go(this.root);
  }

  /**
   * Adds plies from the start, reusing existing spots, and goes to the last one.
   * @param {Ply[]} plies
   */
  add(plies) {
    let spot = this.root;
    for (const ply of plies) {
      let next = spot.children.find((child) => child.ply?.square == ply.square && child.ply?.by === ply.by);
      if (next === undefined) {
        next = new Spot(spot, ply, after(spot.board, ply));
        spot.children.push(next);
      }
      spot = next;
    }
    this.go(spot);
  }

  /** @param {Spot} spot */
  go(spot) {
    this.spot = spot;
    if (this.line[spot.number] === spot) {
      this.line.push(...followed(this.line[this.line.length - 1]));
    } else {
      this.line = [...spot.path, ...followed(spot)];
    }
  }

  /** @param {number} steps  negative to go back */
  step(steps) {
    const place = Math.min(Math.max(this.spot.number + steps, 0), this.line.length - 1);
    this.go(this.line[place]);
  }

  /** The main line without the start. @returns {Spot[]} */
  get game() {
    return followed(this.root);
  }

  /** @param {Spot} spot */
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
 * @param {Spot} spot
 * @returns {Spot[]}
 */
export function followed(spot) {
  const line = [];
  for (let next = spot.children.at(0); next !== undefined; next = next.children.at(0)) line.push(next);
  return line;
}
