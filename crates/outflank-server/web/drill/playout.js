// An endgame puzzle after its answer: played out against the best defence, or shown as a line. The server plays the defence.

import { post } from '../api.js';
import { problemOf } from '../home/words.js';
import { boards } from '../replay.js';
import { say } from '../shell.js';
import { colorName, lineInWords, playedOut } from './words.js';

/** @typedef {import('../replay.js').Shown} Shown */
/** @typedef {import('./words.js').Position} Position */
/** @typedef {import('./words.js').Puzzle} Puzzle */
/** @typedef {import('./words.js').PlayOutState} State */

/** Between the moves of a line that is shown, in milliseconds. */
const PAUSE = 1100;

export class PlayOut {
  /** The last one is on the board; the others are what taking back returns to. @type {State[]} */
  #states;
  /** A line that is being shown, and the number of its plies on the board. @type {{state: State, plies: number} | null} */
  #line = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #busy = false;
  /** Numbers the requests: late responses are ignored. */
  #asked = 0;
  problem = '';

  /**
   * @param {Puzzle} puzzle
   * @param {{changed: (steps?: Shown[]) => void, over: () => void}} act
   */
  constructor(puzzle, act) {
    this.puzzle = puzzle;
    this.act = act;
    this.#states = [{ moves: '', position: puzzle.position, verdict: null, replies: null, ending: null }];
  }

  get state() {
    return this.#states[this.#states.length - 1];
  }

  get isShowing() {
    return this.#line !== null;
  }

  get isOver() {
    return !this.isShowing && this.state.ending != null;
  }

  get isPlaying() {
    return !this.#busy && !this.isShowing && !this.isOver;
  }

  get canTakeBack() {
    return this.#states.length > 1;
  }

  /** @param {string} square */
  async play(square) {
    if (!this.isPlaying) return;
    const state = await this.#ask({ move: square });
    if (state === null) return;
    say(playedOut(state)?.text ?? '');
    this.#arrive(state, this.state.position.plies.length);
  }

  takeBack() {
    this.leave();
    if (this.canTakeBack) this.#states.pop();
    say(`Taken back. ${this.#toMove}`);
    this.act.changed();
  }

  /** Shows the best line from here, move by move. */
  async show() {
    if (!this.isPlaying) return;
    const state = await this.#ask({ show: true });
    if (state === null) return;
    const { plies } = this.state.position;
    this.#line = { state, plies: plies.length };
    say(`${bestLine(this.state, state.position.plies.length, state)} ${state.ending?.text ?? ''}`);
    this.#step();
  }

  /** Stops the line. The game goes on from there. */
  async stop() {
    if (this.#line === null) return;
    const { state: whole, plies } = this.#line;
    clearTimeout(this.#timer);
    const moves = whole.position.plies.slice(0, plies).map(({ square }) => square ?? '');
    const state = await this.#ask({ moves: moves.join('') });
    if (state === null) return;
    this.#line = null;
    this.#arrive(state, plies);
    say(`Stopped. ${this.#toMove}`);
  }

  /** Ends what is still going on. */
  leave() {
    clearTimeout(this.#timer);
    this.#line = null;
    this.#busy = false;
    this.#asked += 1;
  }

  /**
   * The position on the board, which may be one of a line that is shown.
   * @returns {{position: Position, last: string | null, said: import('./words.js').Said | null}}
   */
  shown() {
    const { position } = this.state;
    if (this.#line === null) return { position, last: lastOf(position), said: playedOut(this.state) };
    const { state, plies: count } = this.#line;
    const plies = state.position.plies.slice(0, count);
    const { discs: board, last } = boards(position.start, plies)[count];
    const turn = state.position.plies[count]?.by ?? state.position.turn;
    const text = bestLine(this.state, count, state);
    return { position: { ...state.position, plies, board, turn, legal: [], over: null }, last, said: { kind: 'plain', text } };
  }

  get #toMove() {
    return this.isOver ? '' : `${colorName(this.state.position.turn)} to move.`;
  }

  #step() {
    if (this.#line === null) return;
    const { state, plies } = this.#line;
    if (plies === state.position.plies.length) {
      this.#line = null;
      this.#states.push({ ...state, replies: bestLine(this.state, plies, state) });
      this.act.changed();
      this.act.over();
      return;
    }
    this.#line.plies += 1;
    this.act.changed(boards(state.position.start, state.position.plies.slice(0, plies + 1)).slice(-1));
    this.#timer = setTimeout(() => this.#step(), PAUSE);
  }

  /**
   * @param {State} state
   * @param {number} plies  already on the board
   */
  #arrive(state, plies) {
    this.#states.push(state);
    this.act.changed(boards(state.position.start, state.position.plies).slice(plies + 1));
    if (this.isOver) this.act.over();
  }

  /**
   * @param {{move?: string, show?: boolean, moves?: string}} deed
   * @returns {Promise<State | null>} null if it failed, or no longer matters
   */
  async #ask(deed) {
    const asked = (this.#asked += 1);
    this.#busy = true;
    this.problem = '';
    this.act.changed();
    try {
      const state = await post('/api/drill/play', { puzzle: this.puzzle.id, moves: this.state.moves, ...deed });
      if (asked !== this.#asked) return null;
      this.#busy = false;
      return state;
    } catch (error) {
      if (asked !== this.#asked) return null;
      this.#busy = false;
      this.problem = `That failed: ${problemOf(error)}.`;
      this.act.changed();
      return null;
    }
  }
}

/**
 * @param {State} from  where the line begins
 * @param {number} plies  on the board
 * @param {State} state  where it ends
 */
function bestLine(from, plies, state) {
  return `Best line: ${lineInWords(state.position.plies.slice(from.position.plies.length, plies))}.`;
}

/** @param {Position} position */
function lastOf({ start, plies }) {
  return boards(start, plies).at(-1)?.last ?? null;
}
