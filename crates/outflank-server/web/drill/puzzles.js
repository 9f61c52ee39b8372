// Puzzles, chosen by the server from the progress.

import { get } from '../api.js';
import { problemOf } from '../home/words.js';
import { say, toast } from '../shell.js';
import { linkTo } from '../study/links.js';
import { PlayOut } from './playout.js';
import { train } from './train.js';
import { HARDEST, KINDS, judged, nothingLeft, progress, values } from './words.js';

/** @typedef {import('./keep.js').Keep} Keep */
/** @typedef {import('./words.js').Puzzle} Puzzle */
/** @typedef {import('./words.js').Standing} Standing */
/** @typedef {import('./words.js').Verdict} Verdict */
/** @typedef {import('./wanted.js').Wanted} Wanted */
/**
 * - `choosing`: waiting for a move
 * - `asking`: waiting for the server
 * - `judged`: the answer is known
 * - `playing`: the puzzle is played out after its answer
 * - `empty`: no puzzle is left
 * - `failed`: the request failed
 * @typedef {'choosing' | 'asking' | 'judged' | 'playing' | 'empty' | 'failed'} State
 */

export class Puzzles {
  /** @type {Wanted} */
  wanted = { kind: null, difficulty: null, theme: null };
  /** @type {Standing | null} */
  standing = null;
  /** @type {Puzzle | null} */
  puzzle = null;
  /** @type {State} */
  state = 'asking';
  /** @type {Verdict | null} */
  #verdict = null;
  /** Null if the solution was requested. @type {string | null} */
  #answer = null;
  /** @type {PlayOut | null} */
  #playOut = null;
  #problem = '';
  /** Numbers the requests: late responses are ignored. */
  #asked = 0;

  /**
   * @param {Keep} keep
   * @param {{changed: (steps?: import('../replay.js').Shown[]) => void, judged: () => void, begun: () => void}} act
   */
  constructor(keep, act) {
    this.keep = keep;
    this.act = act;
  }

  next() {
    return this.#begin(async () => {
      const { puzzle, standing } = await train(this.keep, '/api/drill/next', this.wanted);
      this.standing = standing;
      return puzzle;
    });
  }

  /** @param {string} id */
  open(id) {
    return this.#begin(async () => {
      const [puzzle, { standing }] = await Promise.all([get(`/api/puzzles/${id}`), train(this.keep, '/api/drill/next', this.wanted)]);
      this.standing = standing;
      return puzzle;
    });
  }

  /** @param {string} square */
  play(square) {
    return this.#playOut === null ? this.#solve(square) : this.#playOut.play(square);
  }

  legal() {
    if (this.puzzle === null || this.state === 'empty') return { wrong: 'There is no puzzle to solve.' };
    if (this.#playOut?.isPlaying) return { squares: this.#playOut.state.position.legal.map(({ square }) => square) };
    if (this.#playOut?.isShowing) return { wrong: 'Stop the line first.' };
    if (this.state !== 'choosing') return { wrong: 'This puzzle is done. Go to the next one.' };
    return { squares: this.puzzle.position.legal.map(({ square }) => square) };
  }

  /** @returns {import('./scene.js').Scene} */
  scene() {
    const { puzzle, state } = this;
    if (puzzle !== null && this.#playOut !== null) return this.#playOutScene(puzzle, this.#playOut);
    const verdict = this.#verdict;
    const position = puzzle?.position ?? null;
    return {
      task: state === 'empty' && this.standing !== null ? nothingLeft(this.standing) : (puzzle?.task ?? ''),
      about: puzzle === null ? '' : about(puzzle),
      history: puzzle?.moves ?? '',
      position,
      view: {
        discs: position?.board ?? '-'.repeat(64),
        legal: position?.legal ?? [],
        turn: position?.turn,
        values: verdict === null ? undefined : values(verdict, this.#answer),
        playable: state === 'choosing',
        label: 'Board',
      },
      said: verdict === null || puzzle === null ? null : judged(verdict, this.#answer, puzzle.kind),
      actions: this.#actions(),
      problem: this.#problem,
    };
  }

  /**
   * @param {Puzzle} puzzle
   * @param {PlayOut} playOut
   * @returns {import('./scene.js').Scene}
   */
  #playOutScene(puzzle, playOut) {
    const { position, last, said } = playOut.shown();
    return {
      task: puzzle.task,
      about: about(puzzle),
      history: puzzle.moves + playOut.state.moves,
      position,
      view: { discs: position.board, legal: playOut.isPlaying ? position.legal : [], last, turn: position.turn, playable: playOut.isPlaying, label: 'Board' },
      said: said ?? { kind: 'plain', text: 'Play it out against the best defence.' },
      actions: this.#playOutActions(puzzle, playOut),
      problem: playOut.problem,
    };
  }

  /**
   * @param {Puzzle} puzzle
   * @param {PlayOut} playOut
   * @returns {import('./scene.js').Action[]}
   */
  #playOutActions(puzzle, playOut) {
    const next = { name: 'Next puzzle', primary: playOut.isOver, act: () => this.next() };
    const takeBack = { name: 'Take back', act: () => playOut.takeBack() };
    const study = studyOf(puzzle, playOut.state);
    if (playOut.isShowing) return [{ name: 'Stop', act: () => void playOut.stop() }, next];
    return [
      ...(playOut.isOver ? [next] : []),
      ...(playOut.canTakeBack ? [takeBack] : []),
      ...(playOut.isOver ? [] : [{ name: 'Show the line', act: () => void playOut.show() }, next]),
      ...(study === null ? [] : [study]),
    ];
  }

  /** Continues after the answer: a right one stays on the board. */
  #beginPlayOut() {
    const { puzzle } = this;
    if (puzzle === null || this.state !== 'judged') return null;
    const playOut = new PlayOut(puzzle, { changed: (steps) => this.act.changed(steps), over: () => this.act.judged() });
    this.#playOut = playOut;
    this.state = 'playing';
    this.act.begun();
    return playOut;
  }

  #play() {
    const right = this.#verdict?.right ? this.#answer : null;
    const playOut = this.#beginPlayOut();
    if (right !== null) playOut?.play(right);
    else say('Play it out against the best defence.');
  }

  /** @returns {import('./scene.js').Action[]} */
  #actions() {
    const { puzzle, state } = this;
    if (state === 'failed') return [{ name: 'Next puzzle', primary: true, act: () => this.next() }];
    if (puzzle === null) return [];
    if (state === 'choosing') return [{ name: 'Show the solution', act: () => this.#solve(null) }];
    if (state !== 'judged') return [];
    const study = studyOf(puzzle, { moves: '', position: puzzle.position });
    return [
      { name: 'Next puzzle', primary: true, act: () => this.next() },
      ...(puzzle.kind === 'endgame' ? [{ name: 'Play it out', act: () => this.#play() }, { name: 'Show the line', act: () => void this.#beginPlayOut()?.show() }] : []),
      ...(study === null ? [] : [study]),
      { name: 'Copy link', act: () => void copy(`${location.origin}/drill#${puzzle.id}`) },
    ];
  }

  /** @param {() => Promise<Puzzle | null | undefined>} find */
  async #begin(find) {
    const asked = (this.#asked += 1);
    this.#playOut?.leave();
    this.#playOut = null;
    this.state = 'asking';
    this.#problem = '';
    this.act.changed();
    try {
      const puzzle = await find();
      if (asked !== this.#asked) return;
      this.puzzle = puzzle ?? null;
      this.state = this.puzzle === null ? 'empty' : 'choosing';
      this.#verdict = null;
      this.#answer = null;
      say(this.scene().task);
    } catch (error) {
      if (asked !== this.#asked) return;
      this.state = 'failed';
      this.#problem = `The puzzle could not be loaded: ${problemOf(error)}.`;
    }
    this.act.begun();
  }

  /** @param {string | null} square  null to see the solution */
  async #solve(square) {
    const { puzzle } = this;
    if (puzzle === null || this.state !== 'choosing') return;
    const asked = (this.#asked += 1);
    this.state = 'asking';
    this.#problem = '';
    this.act.changed();
    try {
      /** @type {Verdict} */
      const verdict = await train(this.keep, '/api/drill/answer', { ...this.wanted, puzzle: puzzle.id, move: square });
      // The result counts even if another puzzle was opened meanwhile.
      this.keep.save(verdict.progress);
      this.standing = verdict.standing;
      if (asked !== this.#asked) return;
      this.#verdict = verdict;
      this.#answer = square;
      this.state = 'judged';
      say(`${judged(verdict, square, puzzle.kind).text} ${progress(verdict.standing)}`);
      this.act.changed();
      this.act.judged();
    } catch (error) {
      if (asked !== this.#asked) return;
      this.state = 'choosing';
      this.#problem = `The answer could not be checked: ${problemOf(error)}.`;
      this.act.changed();
    }
  }
}

/** @param {string} link */
async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    toast('Link copied.');
  } catch {
    // The clipboard needs a secure origin and a permission.
    prompt('A link to this puzzle', link);
  }
}

/** @param {Puzzle} puzzle */
function about({ kind, difficulty, source, opening }) {
  return [KINDS[kind], `difficulty ${difficulty} of ${HARDEST}`, source, opening ?? ''].filter((part) => part !== '').join(' · ');
}

/**
 * A link to study the position with the moves that led to it.
 * @param {Puzzle} puzzle
 * @param {Pick<import('./words.js').PlayOutState, 'moves' | 'position'>} state
 */
function studyOf({ moves: history }, { moves, position }) {
  // Without the game, the record begins in the puzzle's position.
  const href = linkTo('', history === '' ? position.record : history + moves);
  return href === null ? null : { name: 'Study this position', href };
}
