// The study page: a tree of moves, the board in front of it, and the panels that read, judge and share.

import '../board.js';
import { post } from '../api.js';
import { Board } from '../board.js';
import { byId } from '../dom.js';
import { count } from '../replay.js';
import { button, say } from '../shell.js';
import { TypedMove } from '../typed.js';
import { problemOf, rulesName } from '../home/words.js';
import { Analyst, values } from './analysis.js';
import { STANDARD } from './draft.js';
import { Editor } from './editor.js';
import { Engine } from './engine.js';
import { MoveList } from './moves.js';
import { Reader, titleOf } from './reader.js';
import { Review } from './review.js';
import { showShare } from './share.js';
import { showStanding } from './standing.js';
import { Study } from './tree.js';

/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./reader.js').Source} Source */
/** @typedef {import('./tree.js').Known & {start: import('../replay.js').Start, plies: import('../replay.js').Ply[]}} Answer */

/** How long one rests at a position before the server is asked about it: holding an arrow key asks once. */
const REST = 80;

class Page {
  board = byId('board', Board);
  analyst = new Analyst();
  study = new Study('standard', { board: STANDARD, turn: 'black' });
  /** @type {Source | null} */
  source = null;
  flipped = false;
  /** The end of the motion on the board; what changes meanwhile waits for it. */
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
      { card: byId('engine-card', HTMLElement), says: byId('engine-says', HTMLElement), list: byId('lines', HTMLElement) },
      this.analyst,
      { found: (spot) => spot === this.study.spot && this.#draw(false), play: (moves) => this.#play(moves) },
    );
    this.review = new Review(
      {
        card: byId('review-card', HTMLElement),
        graph: byId('graph', HTMLElement),
        numbers: byId('numbers', HTMLElement),
        says: byId('review-says', HTMLElement),
        progress: byId('review-progress', HTMLProgressElement),
        button: byId('review', HTMLButtonElement),
        mistakes: byId('mistakes', HTMLElement),
      },
      this.analyst,
      {
        study: () => this.study,
        know: (spot) => this.#know(spot),
        go: (spot) => this.#go(spot),
        play: (moves) => this.#play(moves),
        changed: () => this.#soon(),
      },
    );
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
    this.steps = [
      button('First position', 'M18 6l-7 6 7 6M7 6v12', () => this.#step(-Infinity)),
      button('Previous move', 'M15 6l-7 6 7 6', () => this.#step(-1)),
      button('Next move', 'M9 6l7 6-7 6', () => this.#step(1)),
      button('Last position', 'M6 6l7 6-7 6M17 6v12', () => this.#step(Infinity)),
    ];
    byId('steps', HTMLElement).append(
      ...this.steps,
      button('Turn the board round', 'M7 4v13M3.5 13.5L7 17l3.5-3.5M17 20V7M13.5 10.5L17 7l3.5 3.5', () => {
        this.flipped = !this.flipped;
        this.#draw(false);
      }),
    );
    this.#listen();
  }

  /**
   * Begins the study of a game, and has it judged.
   * @param {Source} source
   */
  load(source) {
    this.source = source;
    this.review.reset();
    this.study = new Study(source.rules, source.start, source.plies, source.supply);
    // A position without moves is looked at; a game is read from its start.
    this.#look(false);
    document.title = `${titleOf(source)}: Outflank`;
    say(`Loaded: ${titleOf(source)}.`);
    if (source.plies.length > 0) this.review.start();
  }

  /** Shows what the address asks for. */
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
      say(`${/** @type {CustomEvent} */ (event).detail.square} cannot be played.`);
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
    // A page that nobody sees keeps no searcher busy.
    addEventListener('pagehide', () => this.analyst.stop());
  }

  /** @param {number} steps */
  #step(steps) {
    if (this.editor.draft !== null) return;
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
    // While a mistake is tried again, the question is what is told.
    if (this.review.retry?.stage !== 'choosing') say(`${what}. ${black} to ${white}.`);
    this.#look(animate);
  }

  /**
   * Plays moves from where one stands. The server says what becomes of it.
   * @param {string[]} moves
   */
  async #play(moves) {
    if (this.#playing || this.editor.draft !== null) return;
    this.#playing = true;
    const { study } = this;
    const { spot } = study;
    const problem = byId('position-problem', HTMLElement);
    problem.textContent = '';
    try {
      const answer = await this.#ask([spot.moves, ...moves].join(' ').trim());
      if (this.study !== study || study.spot !== spot) return;
      study.add(answer.plies);
      study.spot.known = answer;
      const tried = this.review.retry;
      this.#moved(moves.length === 1);
      if (tried?.spot === spot) this.review.judge(moves[0]);
    } catch (error) {
      problem.textContent = `${moves[0]} was not played: ${problemOf(error)}.`;
    } finally {
      this.#playing = false;
    }
  }

  /** What can be typed. */
  #legal() {
    const { known } = this.study.spot;
    if (known === null) return { wrong: 'The server has not told yet what can be played here.' };
    if (known.over !== null) return { wrong: 'The game is over here.' };
    return { squares: known.legal.map(({ square }) => square) };
  }

  /**
   * Begins anew from a position that was set up. The server says whether there is such a position.
   * @param {import('./draft.js').Draft} draft
   */
  async #setUp({ board, turn, rules }) {
    const answer = await position({ rules, board, turn, moves: '' });
    this.source = null;
    this.review.reset();
    this.study = new Study(rules, answer.start, answer.plies);
    this.study.step(Infinity);
    this.study.spot.known = answer;
  }

  /**
   * @param {string} moves
   * @param {AbortSignal} [signal]
   */
  #ask(moves, signal) {
    const { rules, start, supply } = this.study;
    return position({ rules, board: start.board, turn: start.turn, supply, moves }, signal);
  }

  /**
   * @param {Spot} spot
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('./tree.js').Known>}
   */
  async #know(spot, signal) {
    spot.known ??= await this.#ask(spot.moves, signal);
    return spot.known;
  }

  /**
   * Shows the spot that is looked at, and asks about it what is not known yet.
   * @param {boolean} animate
   */
  #look(animate) {
    const { spot } = this.study;
    this.#asking?.abort();
    clearTimeout(this.#rest);
    byId('position-problem', HTMLElement).textContent = '';
    this.#draw(animate);
    this.#soon();
    if (spot.known !== null) return this.#think();
    this.engine.rest();
    const { signal } = (this.#asking = new AbortController());
    this.#rest = setTimeout(async () => {
      try {
        await this.#know(spot, signal);
        if (this.study.spot !== spot) return;
        this.#draw(false);
        this.#soon();
        this.#think();
      } catch (error) {
        if (signal.aborted) return;
        byId('position-problem', HTMLElement).textContent = `Nothing can be played here: ${problemOf(error)}.`;
      }
    }, REST);
  }

  /** Lets the engine think about what is looked at, if it may. */
  #think() {
    const { engine, review } = this;
    if (!engine.on || this.editor.draft !== null) {
      engine.rest();
      return engine.say('');
    }
    if (review.running) return engine.say('The engine judges the game first.');
    if (review.retry !== null) {
      engine.rest();
      return engine.say('Hidden while you look for a better move.');
    }
    engine.think(this.study.spot);
  }

  /**
   * Draws the board and what stands above it.
   * @param {boolean} animate
   */
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
    const { known, analysis } = spot;
    const shown = this.engine.on && this.review.retry === null && analysis !== null && known !== null;
    this.#settled = this.board.show({
      discs: spot.board,
      legal: known?.legal ?? [],
      last: spot.last,
      turn: known?.turn,
      values: shown ? values(analysis, known.turn) : undefined,
      playable: known !== null && known.over === null,
      flipped: this.flipped,
      animate,
      label: 'Board',
    });
  }

  /** Draws the panels with the next frame: many changes at once are drawn once. */
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
    // While a position is set up, the other panels have nothing to do with the board.
    byId('main', HTMLElement).classList.toggle('editing', draft !== null);
    byId('players', HTMLElement).textContent = source ? titleOf(source) : rules === 'standard' ? '' : rulesName(rules);
    showStanding(byId('standing', HTMLElement), spot, draft);
    const ends = [spot.number === 0, spot.number === study.line.length - 1];
    this.steps.forEach((step, i) => step.setAttribute('aria-disabled', String(ends[i < 2 ? 0 : 1])));
    byId('no-moves', HTMLElement).hidden = study.game.length > 0;
    this.list.show(study, this.review.judged);
    this.review.show();
    showShare(
      byId('share', HTMLElement),
      known && { record: known.record, rules, id: source?.id, over: known.over !== null },
    );
    this.#think();
  }
}

/**
 * What the server says about a position.
 * @param {object} asked
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
function position(asked, signal) {
  return post('/api/study/position', asked, { signal });
}

new Page().arrive();
