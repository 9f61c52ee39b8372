// Openings from memory: the server plays the replies of a named line.

import { get } from '../api.js';
import { problemOf } from '../home/words.js';
import { boards } from '../replay.js';
import { say } from '../shell.js';
import { STANDARD } from '../study/draft.js';
import { linkTo } from '../study/links.js';
import { train } from './train.js';
import { moves, noLineLeft, popularity, stepped } from './words.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./keep.js').Keep} Keep */
/** @typedef {import('./words.js').Lesson} Lesson */
/** @typedef {import('./words.js').Line} Line */
/** @typedef {import('./words.js').LessonStanding} LessonStanding */

export class Openings {
  /** @type {Line[]} */
  lines = [];
  /** @type {Color} */
  side = 'black';
  /** @type {Lesson | null} */
  lesson = null;
  /** @type {LessonStanding | null} */
  standing = null;
  #text = '';
  /** @type {string | null} */
  #tried = null;
  #slips = 0;
  #busy = false;
  #nothing = '';
  #problem = '';
  /** Numbers the requests: late responses are ignored. */
  #asked = 0;
  #searched = 0;

  /**
   * @param {Keep} keep
   * @param {{changed: (steps?: import('../replay.js').Shown[]) => void, judged: () => void, begun: () => void}} act
   */
  constructor(keep, act) {
    this.keep = keep;
    this.act = act;
  }

  /** @param {string} text */
  async search(text) {
    const searched = (this.#searched += 1);
    try {
      const { openings } = await get(`/api/openings?${new URLSearchParams({ text })}`);
      if (searched !== this.#searched) return;
      this.lines = openings;
      this.#text = text;
      this.#problem = '';
    } catch (error) {
      if (searched !== this.#searched) return;
      this.#problem = `The openings could not be loaded: ${problemOf(error)}.`;
    }
    this.act.changed();
  }

  /** @param {string} opening  its moves */
  async begin(opening) {
    this.#slips = 0;
    this.#nothing = '';
    await this.#ask({ opening }, null);
    this.act.begun();
  }

  again() {
    if (this.lesson !== null) this.begin(this.lesson.opening.moves);
  }

  async next() {
    const asked = (this.#asked += 1);
    try {
      const { opening, standing } = await train(this.keep, '/api/drill/lesson', { text: this.#text, side: this.side });
      if (asked !== this.#asked) return;
      this.standing = standing;
      if (opening != null) return await this.begin(opening.moves);
      this.lesson = null;
      this.#nothing = noLineLeft(standing);
      this.#problem = '';
      say(this.#nothing);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#problem = `The next line could not be loaded: ${problemOf(error)}.`;
    }
    this.act.changed();
  }

  async refresh() {
    const { side } = this;
    try {
      const { standing } = await train(this.keep, '/api/drill/lesson', { side });
      if (side === this.side) this.standing = standing;
    } catch {
      // Keep the old numbers; the next request shows the error.
    }
    this.act.changed();
  }

  /** @param {string} square */
  async play(square) {
    if (!this.#isPlaying) return;
    const arrived = await this.#goOn({ move: square }, square);
    if (arrived && this.lesson?.step !== 'right') this.act.judged();
  }

  legal() {
    const { lesson } = this;
    if (lesson === null) return { wrong: 'Choose a line first.' };
    if (lesson.step === 'done') return { wrong: 'The line is complete.' };
    if (lesson.step === 'left') return { wrong: 'Choose “Try again” first.' };
    return { squares: lesson.position.legal.map(({ square }) => square) };
  }

  /** @returns {import('./scene.js').Scene} */
  scene() {
    const { lesson } = this;
    const position = lesson?.position ?? null;
    return {
      task: lesson === null ? this.#nothing || 'Choose a line and play it from memory.' : this.#task(lesson),
      about: lesson === null ? '' : about(lesson),
      history: '',
      position,
      view: {
        discs: position?.board ?? STANDARD,
        last: lesson === null ? null : (boards(lesson.position.start, lesson.position.plies).at(-1)?.last ?? null),
        legal: position !== null && this.#isPlaying ? position.legal : [],
        turn: position?.turn,
        values: lesson === null ? undefined : this.#marks(lesson),
        playable: this.#isPlaying,
        label: 'Board',
      },
      said: lesson === null ? null : stepped(lesson, this.#tried, this.#slips),
      actions: this.#actions(),
      problem: this.#problem,
    };
  }

  get #isPlaying() {
    return !this.#busy && this.lesson !== null && this.lesson.step !== 'done' && this.lesson.step !== 'left';
  }

  /** @param {Lesson} lesson */
  #task({ opening }) {
    return `${opening.name}: you play ${this.side === 'black' ? 'Black' : 'White'}.`;
  }

  /** @param {Lesson} lesson */
  #marks({ step, expected }) {
    /** @type {Map<string, import('../board.js').Value>} */
    const marks = new Map();
    if (step === 'left' && this.#tried !== null) marks.set(this.#tried, { text: '✗', kind: 'bad' });
    if (expected != null) marks.set(expected, { text: '✓', kind: 'best' });
    return marks;
  }

  /** @returns {import('./scene.js').Action[]} */
  #actions() {
    const { lesson } = this;
    const next = { name: 'Next line', act: () => void this.next() };
    const again = { name: 'From the start', act: () => this.again() };
    switch (lesson?.step) {
      case undefined:
        return this.#nothing === '' ? [next] : [];
      case 'left':
        return [{ name: 'Try again', primary: true, act: () => this.#tryAgain() }, again, next];
      case 'done': {
        const study = linkTo('', lesson?.position.record ?? '');
        return [{ ...next, primary: true }, again, ...(study === null ? [] : [{ name: 'Study this position', href: study }])];
      }
      case 'shown':
        return [again, next];
      default:
        return [{ name: 'Show the move', act: () => void this.#goOn({ show: true }, null) }, again, next];
    }
  }

  #tryAgain() {
    if (this.lesson === null) return;
    this.lesson = { ...this.lesson, step: 'waiting', expected: null };
    this.#tried = null;
    say('Try again from here.');
    this.act.begun();
  }

  /**
   * @param {{move: string} | {show: true}} deed
   * @param {string | null} square
   */
  async #goOn(deed, square) {
    const { lesson } = this;
    if (lesson === null) return false;
    const body = { opening: lesson.opening.moves, moves: lesson.moves, failed: this.#slips > 0, ...deed };
    return this.#ask(body, square);
  }

  /**
   * @param {{opening: string, moves?: string, failed?: boolean}} body
   * @param {string | null} square
   * @returns {Promise<boolean>} whether it succeeded
   */
  async #ask(body, square) {
    const asked = (this.#asked += 1);
    this.#busy = true;
    this.#problem = '';
    const before = body.moves === undefined ? null : this.lesson;
    try {
      const lesson = /** @type {Lesson} */ (await train(this.keep, '/api/drill/opening', { ...body, side: this.side }));
      // The result counts even if another line was started meanwhile.
      if (before !== null) this.keep.save(lesson.progress);
      if (asked !== this.#asked) return false;
      this.lesson = lesson;
      this.standing = lesson.standing;
      this.#tried = square;
      if (lesson.step === 'left' || lesson.step === 'shown') this.#slips += 1;
      const said = stepped(lesson, square, this.#slips);
      say(said?.text ?? `${this.#task(lesson)} ${lesson.position.turn === 'black' ? 'Black' : 'White'} to move.`);
    } catch (error) {
      if (asked !== this.#asked) return false;
      this.#problem = `That failed: ${problemOf(error)}.`;
    }
    this.#busy = false;
    this.act.changed(before === null || this.lesson === null ? [] : steps(before, this.lesson));
    return this.#problem === '';
  }
}

/** @param {Lesson} lesson */
function about({ opening, position }) {
  const placed = position.plies.filter(({ square }) => square != null).length;
  const played = opening.games == null ? '' : ` · ${popularity(opening.games)}`;
  return `${placed} of ${moves(opening.length)} played${played}`;
}

/**
 * The boards from one step to the next: your move and the reply.
 * @param {Lesson} before
 * @param {Lesson} after
 */
function steps(before, after) {
  return boards(after.position.start, after.position.plies).slice(before.position.plies.length + 1);
}
