// A game under study: its moves, variations and the current spot.

import { after } from '../replay.js';
import { graft, inOrder } from './compact.js';

/** @typedef {import('../replay.js').Ply} Ply */
/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('../replay.js').Start} Start */
/** The discs to place at the start, in variants that limit them. @typedef {Record<Color, number> | null | undefined} Supply */

/** @typedef {import('../wire.js').StudyPosition} Known */
/** @typedef {import('./compact.js').Branch} Branch */

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
    this.comment = '';
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
    /** Lines that were saved or sent and are not loaded yet. @type {string[][]} */
    this.waiting = [];
    /** Comments on moves of these lines, by the moves from the start. @type {Map<string, string>} */
    this.unplaced = new Map();
    this.add(plies);
    this.go(this.root);
  }

  /**
   * Adds plies from the start, reusing existing spots, and goes to the last one.
   * @param {Ply[]} plies
   */
  add(plies) {
    this.go(this.insert(plies));
  }

  /**
   * Adds plies from the start, reusing existing spots.
   * @param {Ply[]} plies
   * @returns {Spot} the last one
   */
  insert(plies) {
    let spot = this.root;
    for (const ply of plies) {
      let next = spot.children.find((child) => child.ply?.square == ply.square && child.ply?.by === ply.by);
      if (next === undefined) {
        next = new Spot(spot, ply, after(spot.board, ply));
        spot.children.push(next);
      }
      spot = next;
    }
    return spot;
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

  /**
   * Removes a variation.
   * @param {Spot} spot
   * @returns {(() => void) | null} puts it back; null for the main line, which stays
   */
  remove(spot) {
    const { parent } = spot;
    if (parent === null || spot.main) return null;
    const before = { children: parent.children, spot: this.spot, line: this.line };
    parent.children = parent.children.filter((child) => child !== spot);
    if (this.line.includes(spot)) {
      const seen = this.spot.number < spot.number ? this.spot : parent;
      this.line = [...parent.path, ...followed(parent)];
      this.go(seen);
    }
    return () => {
      // Moves played meanwhile stay.
      parent.children = [...before.children, ...parent.children.filter((child) => !before.children.includes(child))];
      this.line = before.line;
      this.go(before.spot);
    };
  }

  /**
   * Puts a variation before the line that it left.
   * @param {Spot} spot  any of its moves
   * @returns {(() => void) | null} undoes it; null if there is nothing before it
   */
  promote(spot) {
    let first = spot;
    while (first.parent !== null && first.parent.children[0] === first) first = first.parent;
    const { parent } = first;
    if (parent === null) return null;
    const before = parent.children;
    const place = (/** @type {Spot[]} */ children) => {
      parent.children = children;
      this.line = [...this.spot.path, ...followed(this.spot)];
    };
    place([first, ...before.filter((child) => child !== first)]);
    return () => place([...before, ...parent.children.filter((child) => !before.includes(child))]);
  }

  /**
   * The spot after moves; null if they are not in the tree.
   * @param {string[]} moves
   * @returns {Spot | null}
   */
  find(moves) {
    let spot = this.root;
    for (const square of moves) {
      const next = placed(spot).find((child) => child.ply?.square === square);
      if (next === undefined) return null;
      spot = next;
    }
    return spot;
  }

  /**
   * Puts comments on the spots that are there, and keeps the others until their lines are loaded.
   * @param {Iterable<[string, string]>} comments  by moves
   */
  place(comments) {
    for (const [moves, comment] of comments) {
      const spot = this.find(moves.split(' ').filter((move) => move !== ''));
      if (spot === null) this.unplaced.set(moves, comment);
      else {
        spot.comment = comment;
        this.unplaced.delete(moves);
      }
    }
  }

  /** All comments, by the moves from the start. */
  get comments() {
    const comments = new Map(this.unplaced);
    for (const spot of spotsAfter(this.root)) if (spot.comment !== '') comments.set(spot.moves, spot.comment);
    return comments;
  }

  get hasVariations() {
    return this.waiting.length > 0 || spotsAfter(this.root).some(({ children }) => children.length > 1);
  }

  /**
   * Orders variations as in another tree.
   * @param {Branch} order
   */
  arrange(order) {
    const walk = (/** @type {Spot} */ spot, /** @type {Branch} */ branch) => {
      const holder = spot.children[0]?.ply?.square === null ? spot.children[0] : spot;
      const names = branch.children.map(({ square }) => square);
      holder.children.sort(inOrder(names, ({ ply }) => ply?.square ?? ''));
      for (const child of holder.children) {
        const like = branch.children.find(({ square }) => square === child.ply?.square);
        if (like !== undefined) walk(child, like);
      }
    };
    walk(this.root, order);
    this.line = [...this.spot.path, ...followed(this.spot)];
  }

  /**
   * The tree without passes, as it is saved and sent. It has the lines that are not loaded, too.
   * @returns {{root: Branch, spots: Map<Branch, Spot>}}
   */
  sketch() {
    /** @type {Map<Branch, Spot>} */
    const spots = new Map();
    const draw = (/** @type {Spot} */ spot) => {
      /** @type {Branch} */
      const branch = { square: spot.ply?.square ?? '', children: placed(spot).map(draw) };
      spots.set(branch, spot);
      return branch;
    };
    const root = draw(this.root);
    for (const line of this.waiting) graft(root, line);
    return { root, spots };
  }
}

/**
 * @param {Spot} spot
 * @returns {Spot[]}
 */
function spotsAfter(spot) {
  return [spot, ...spot.children.flatMap(spotsAfter)];
}

/**
 * The spots after the next disc, also if a pass comes before it.
 * @param {Spot} spot
 * @returns {Spot[]}
 */
function placed(spot) {
  return spot.children.flatMap((child) => (child.ply?.square ? [child] : placed(child)));
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
