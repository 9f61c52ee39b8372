// The state of the lesson. The server judges every move.

import { boards } from '../replay.js';

/** @typedef {import('../replay.js').Shown} Shown */
/** @typedef {import('../wire.js').StudyPosition} Position */
/** @typedef {import('../wire.js').TutorialStep} Step */
/** @typedef {import('../wire.js').Tutorial} Tutorial */
/** @typedef {import('../wire.js').TryAnswer} Answer */
/**
 * - `trying`: waiting for a move
 * - `asking`: waiting for the server
 * - `wrong`: showing a wrong move with White's reply
 * - `done`: the step is done
 * - `over`: the lesson is done
 * @typedef {'trying' | 'asking' | 'wrong' | 'done' | 'over'} State
 */

export class Lesson {
  /** @type {Step} */
  step;
  /** @type {State} */
  state = 'trying';
  task = '';
  /** @type {{kind: 'good' | 'bad' | 'plain', text: string} | null} */
  said = null;
  /** The right moves, if the learner asked for them. @type {string[]} */
  marked = [];
  /** @type {Position} */
  position;
  /** The board: the position, or the result of a wrong move. @type {Shown} */
  shown;
  #moves = '';
  /** @type {string[]} */
  #hint = [];
  /** Numbers the requests: late responses are ignored. */
  #asked = 0;

  /**
   * @param {Tutorial} tutorial
   * @param {import('./progress.js').Progress} progress
   * @param {(body: {step: number, moves: string, move: string}) => Promise<Answer>} ask
   */
  constructor(tutorial, progress, ask) {
    this.tutorial = tutorial;
    this.progress = progress;
    this.ask = ask;
    this.step = tutorial.steps[0];
    this.position = this.step.position;
    this.shown = { discs: this.position.board, last: null };
    this.go(progress.first(tutorial.steps.length));
  }

  get steps() {
    return this.tutorial.steps;
  }

  get isLast() {
    return this.step.number === this.steps.length;
  }

  /** @param {number} number  one that does not exist is ignored */
  go(number) {
    const step = this.steps[number - 1];
    if (step === undefined) return;
    this.#asked += 1;
    this.step = step;
    this.state = 'trying';
    this.task = step.task;
    this.said = null;
    this.#moves = '';
    this.#put(step.position);
  }

  next() {
    if (!this.isLast) return this.go(this.step.number + 1);
    this.#asked += 1;
    this.state = 'over';
    this.progress.finish();
    this.said = null;
    this.task = '';
    this.#put(this.steps[0].position);
  }

  tryAgain() {
    if (this.state !== 'wrong') return;
    this.state = 'trying';
    this.said = null;
    this.#put(this.position);
  }

  showMe() {
    if (this.state !== 'wrong') return;
    const hint = this.#hint;
    this.tryAgain();
    this.marked = hint;
    this.said = { kind: 'plain', text: hint.length === 1 ? `Play ${hint[0]}.` : 'Play one of the squares marked ✓.' };
  }

  /**
   * @param {string} square
   * @returns {Promise<Shown[]>} the boards to animate
   */
  async play(square) {
    if (this.state !== 'trying') return [];
    const asked = (this.#asked += 1);
    this.state = 'asking';
    let answer;
    try {
      answer = await this.ask({ step: this.step.number, moves: this.#moves, move: square });
    } catch (error) {
      if (asked === this.#asked) this.state = 'trying';
      throw error;
    }
    if (asked !== this.#asked) return [];
    const from = { board: this.shown.discs, turn: this.position.turn };
    const steps = boards(from, answer.plies).slice(1);
    switch (answer.verdict) {
      case 'illegal':
        this.state = 'trying';
        this.said = { kind: 'plain', text: answer.sentence };
        break;
      case 'wrong':
        this.state = 'wrong';
        this.said = { kind: 'bad', text: answer.sentence };
        this.marked = [];
        this.#hint = answer.hint;
        this.shown = steps.at(-1) ?? this.shown;
        break;
      case 'right':
        this.state = answer.task == null ? 'done' : 'trying';
        this.said = { kind: 'good', text: answer.sentence };
        this.#moves = answer.moves;
        this.#put(answer.position, steps.at(-1)?.last);
        if (answer.task == null) this.progress.add(this.step.number);
        else this.task = answer.task;
        break;
    }
    return steps;
  }

  /**
   * @param {Position} position
   * @param {string | null} [last]
   */
  #put(position, last = null) {
    this.position = position;
    this.shown = { discs: position.board, last };
    this.marked = [];
    this.#hint = [];
  }
}
