import '../board.js';
import { Board } from '../board.js';
import { byId } from '../dom.js';
import { Feedback } from '../feedback.js';
import { count } from '../replay.js';
import { say } from '../shell.js';
import { TypedMove } from '../typed.js';
import { problemOf, rulesName } from '../home/words.js';
import { Analyst } from './analysis.js';
import { candidates, values } from './candidates.js';
import { STANDARD } from './draft.js';
import { Editor } from './editor.js';
import { Engine } from './engine.js';
import { Explorer } from './explorer.js';
import { asked, know, played, position } from './known.js';
import { MoveList } from './moves.js';
import { Reader, titleOf } from './reader.js';
import { Retry } from './retry.js';
import { Review } from './review.js';
import { showShare } from './share.js';
import { showStanding } from './standing.js';
import { Steps } from './steps.js';
import { Study } from './tree.js';

/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./reader.js').Source} Source */

/** The pause at a position before it is requested, in milliseconds: holding an arrow key sends one request. */
const REST = 80;

class Page {
  board = byId('board', Board);
  feedback = new Feedback(byId('feedback', HTMLElement));
  analyst = new Analyst();
  study = new Study('standard', { board: STANDARD, turn: 'black' });
  /** @type {Source | null} */
  source = null;
  flipped = false;
  /** Resolved after the current animation. */
  #settled = Promise.resolve();
  #drawing = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {number | null} */
  #frame = null;
  #playing = false;

  constructor() {
    this.engine = new Engine(
      {
        card: byId('engine-card', HTMLElement),
        says: byId('engine-says', HTMLElement),
        report: byId('engine-report', HTMLElement),
        deeper: byId('engine-deeper', HTMLElement),
        list: byId('lines', HTMLElement),
      },
      this.analyst,
      {
        judged: (spot) => this.review.at(spot),
        canUpdate: () => this.review.canUpdate,
        update: () => this.review.update(),
        found: (spot) => this.#found(spot),
        play: (moves) => this.#play(moves),
      },
    );
    this.explorer = new Explorer(
      {
        card: byId('explorer-card', HTMLElement),
        says: byId('explorer-says', HTMLElement),
        moves: byId('explorer-moves', HTMLElement),
        games: byId('explorer-games', HTMLElement),
      },
      {
        position: (spot) => asked(this.study, spot.moves),
        values: (spot) => this.#values(spot),
        play: (square) => this.#play([square]),
      },
    );
    this.review = new Review(
      {
        card: byId('review-card', HTMLElement),
        graph: byId('graph', HTMLElement),
        numbers: byId('numbers', HTMLElement),
        says: byId('review-says', HTMLElement),
        progress: byId('review-progress', HTMLProgressElement),
        button: byId('review', HTMLButtonElement),
        lessons: byId('report-card', HTMLElement),
        report: byId('report', HTMLElement),
        mistakes: byId('mistakes', HTMLElement),
      },
      this.analyst,
      {
        study: () => this.study,
        know: (spot) => know(this.study, spot),
        go: (spot) => this.#go(spot),
        retry: (tasks) => {
          this.review.stop();
          this.retry.begin(tasks);
        },
        changed: () => {
          this.#soon();
          this.#revalue();
        },
      },
    );
    this.retry = new Retry(byId('retry', HTMLElement), this.analyst, {
      know: (spot) => know(this.study, spot),
      go: (spot) => this.#go(spot),
      play: (moves) => this.#play(moves),
      look: () => this.#lookAtBoard(),
      changed: () => this.#soon(),
      left: () => {
        this.#panels();
        this.#explore();
        this.review.mistakes.focus();
      },
    });
    this.list = new MoveList(byId('moves', HTMLElement), {
      go: (spot) => this.#go(spot),
      step: (steps) => this.#step(steps),
      remove: (spot) => {
        this.study.remove(spot);
        this.#look(false);
      },
    });
    this.editor = new Editor(byId('editor', HTMLFormElement), {
      changed: () => {
        this.#draw(false);
        this.#soon();
      },
      done: (draft) => this.#setUp(draft),
      left: () => {
        this.#look(false);
        byId('set-up', HTMLButtonElement).focus();
      },
    });
    byId('typed', HTMLElement).append(new TypedMove(() => this.#legal(), (square) => this.#play([square])).element);
    this.reader = new Reader(byId('reader', HTMLFormElement), (source) => this.load(source));
    this.steps = new Steps(byId('steps', HTMLElement), {
      step: (steps) => this.#step(steps),
      turn: () => {
        this.flipped = !this.flipped;
        this.#draw(false);
      },
    });
    this.#listen();
  }

  /** @param {Source} source */
  load(source) {
    this.source = source;
    this.retry.reset();
    this.review.reset(source.you);
    this.study = new Study(source.rules, source.start, source.plies, source.supply);
    this.#look(false);
    document.title = `${titleOf(source)}: Outflank`;
    say(`Loaded: ${titleOf(source)}.`);
    if (source.plies.length > 0) this.review.start('quick');
  }

  arrive() {
    const record = new URLSearchParams(location.search).get('record');
    const game = new URLSearchParams(location.hash.slice(1)).get('game');
    this.#look(false);
    if (game !== null) this.reader.fetch(game);
    else if (record !== null) this.reader.read(record);
  }

  #listen() {
    this.board.addEventListener('play', (event) => this.#play([/** @type {CustomEvent} */ (event).detail.square]));
    this.board.addEventListener('square', (event) => this.editor.choose(/** @type {CustomEvent} */ (event).detail.square));
    this.board.addEventListener('illegal', (event) => {
      const { square } = /** @type {CustomEvent} */ (event).detail;
      this.feedback.explain(asked(this.study, this.study.spot.moves), square);
    });
    const engine = byId('engine', HTMLButtonElement);
    engine.addEventListener('click', () => {
      this.engine.on = !this.engine.on;
      engine.setAttribute('aria-pressed', String(this.engine.on));
      this.#think();
      this.#draw(false);
    });
    byId('set-up', HTMLButtonElement).addEventListener('click', () => {
      if (this.editor.draft !== null) return this.editor.close();
      const { spot, rules } = this.study;
      this.editor.open({ board: spot.board, turn: spot.known?.turn ?? 'black', rules });
      this.#think();
    });
    document.addEventListener('keydown', (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest('input, textarea, select, [role="grid"], dialog, .scroll')) return;
      if (event.key === 'ArrowLeft') this.#step(-1);
      else if (event.key === 'ArrowRight') this.#step(1);
    });
    addEventListener('hashchange', () => this.arrive());
    addEventListener('pagehide', () => this.analyst.stop());
  }

  /** @param {number} steps */
  #step(steps) {
    if (this.editor.draft !== null || this.retry.active) return;
    const { spot } = this.study;
    this.study.step(steps);
    if (this.study.spot !== spot) this.#moved(steps === 1);
  }

  /** @param {Spot} spot */
  #go(spot) {
    const forward = spot.parent === this.study.spot;
    this.study.go(spot);
    this.#moved(forward);
  }

  /** @param {boolean} animate */
  #moved(animate) {
    const { ply, board } = this.study.spot;
    const { black, white } = count(board);
    const who = ply?.by === 'black' ? 'Black' : 'White';
    const what = ply === null ? 'Start' : `${who} ${ply.square ?? 'passes'}`;
    // While retrying, only questions and verdicts are announced.
    if (!this.retry.active) say(`${what}. ${black} to ${white}.`);
    this.feedback.clear();
    this.#look(animate);
  }

  /** @param {string[]} moves */
  async #play(moves) {
    if (this.#playing || this.editor.draft !== null) return;
    this.#playing = true;
    const { study } = this;
    const { spot } = study;
    const problem = byId('position-problem', HTMLElement);
    problem.textContent = '';
    try {
      const answer = await played(study, [spot.moves, ...moves].join(' ').trim());
      if (this.study !== study || study.spot !== spot) return;
      study.add(answer.plies);
      study.spot.known = answer;
      this.#moved(moves.length === 1);
      if (this.retry.asks(spot)) this.retry.judge(moves[0], study.spot);
    } catch (error) {
      problem.textContent = `${moves[0]} was not played: ${problemOf(error)}.`;
    } finally {
      this.#playing = false;
    }
  }

  #legal() {
    const { known } = this.study.spot;
    if (known === null) return { wrong: 'The legal moves are still loading.' };
    if (known.over != null) return { wrong: 'The game is over.' };
    return { squares: known.legal.map(({ square }) => square) };
  }

  /** @param {import('./draft.js').Draft} draft */
  async #setUp({ board, turn, rules }) {
    const answer = await position({ rules, board, turn, moves: '' });
    this.source = null;
    this.retry.reset();
    this.review.reset();
    this.study = new Study(rules, answer.start, answer.plies);
    this.study.step(Infinity);
    this.study.spot.known = answer;
  }

  /** @param {Spot} spot  about which the engine has found something out */
  async #found(spot) {
    // The board draws after the animation, and the panel shows the same values.
    await this.#settled;
    if (spot !== this.study.spot) return;
    this.engine.show(spot);
    this.#revalue();
  }

  /** Draws the values on the squares and in the explorer. */
  #revalue() {
    if (this.engine.on) this.#draw(false);
    if (!this.retry.active) this.explorer.again(this.study.spot);
  }

  /** @param {boolean} animate */
  #look(animate) {
    const { spot } = this.study;
    this.#asking?.abort();
    clearTimeout(this.#rest);
    byId('position-problem', HTMLElement).textContent = '';
    this.#draw(animate);
    this.#soon();
    if (spot.known !== null) {
      this.#explore();
      return this.#think();
    }
    this.engine.rest();
    const { signal } = (this.#asking = new AbortController());
    this.#rest = setTimeout(async () => {
      try {
        await know(this.study, spot, signal);
        if (this.study.spot !== spot) return;
        this.#draw(false);
        this.#soon();
        this.#explore();
        this.#think();
      } catch (error) {
        if (signal.aborted) return;
        byId('position-problem', HTMLElement).textContent = `The legal moves could not be loaded: ${problemOf(error)}.`;
      }
    }, REST);
  }

  #explore() {
    if (this.retry.active) this.explorer.hide();
    else this.explorer.look(this.study.spot);
  }

  #think() {
    const { engine, review, retry } = this;
    const { spot } = this.study;
    if (!engine.on || this.editor.draft !== null) {
      engine.rest();
      return engine.show(spot);
    }
    if (review.running) return engine.show(spot, review.report === null ? 'Analyzing the game first.' : 'Updating the report…');
    if (retry.active) return engine.rest();
    engine.think(spot);
  }

  /** @param {boolean} animate */
  async #draw(animate) {
    const drawing = (this.#drawing += 1);
    if (!animate) await this.#settled;
    if (drawing !== this.#drawing) return;
    const { draft } = this.editor;
    if (draft !== null) {
      this.board.show({
        discs: draft.board,
        turn: draft.turn,
        editable: true,
        flipped: this.flipped,
        label: 'Board to set up',
      });
      return;
    }
    const { spot } = this.study;
    const { known } = spot;
    const shown = this.engine.on && !this.retry.active;
    // While retrying, moves are allowed only in the position of the question.
    const playable = known !== null && known.over == null && (!this.retry.active || this.retry.asks(spot));
    this.#settled = this.board.show({
      discs: spot.board,
      legal: playable ? known.legal : [],
      last: spot.last,
      turn: known?.turn,
      values: shown ? this.#values(spot) : undefined,
      playable,
      flipped: this.flipped,
      animate,
      label: 'Board',
    });
  }

  /** @param {Spot} spot */
  #values(spot) {
    const judgement = this.review.at(spot);
    const turn = spot.known?.turn ?? judgement?.by ?? 'black';
    return values(candidates(judgement, spot.analysis, turn), turn);
  }

  #lookAtBoard() {
    this.board.focus({ preventScroll: true });
    this.board.scrollIntoView({ block: 'nearest' });
  }

  /** Draws the panels in the next frame, once for many changes. */
  #soon() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#panels();
    });
  }

  #panels() {
    const { study, source } = this;
    const { draft } = this.editor;
    const { spot, rules } = study;
    const { known } = spot;
    byId('main', HTMLElement).classList.toggle('editing', draft !== null);
    // The other panels would give away the solution.
    byId('main', HTMLElement).classList.toggle('retrying', this.retry.active);
    byId('players', HTMLElement).textContent = source ? titleOf(source) : rules === 'standard' ? '' : rulesName(rules);
    showStanding(byId('standing', HTMLElement), spot, draft);
    this.steps.show(study);
    byId('no-moves', HTMLElement).hidden = study.game.length > 0;
    this.list.show(study, this.review.judged);
    this.review.show();
    this.retry.show();
    showShare(
      byId('share', HTMLElement),
      known && { record: known.record, rules, id: source?.id, over: known.over != null },
    );
    this.#think();
  }
}

new Page().arrive();
