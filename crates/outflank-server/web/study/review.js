import { fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { say } from '../shell.js';
import { queue } from './analysis.js';
import { Graph } from './graph.js';
import { MISTAKE, discs, moveName, worst } from './judgement.js';
import { Mistakes } from './mistakes.js';
import { Report, exactText, turnedText } from './report.js';
import { followed } from './tree.js';
import { TurningPoint, lineOf } from './turning.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./analysis.js').Analyst} Analyst */
/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {Map<number, Judgement>} Judged */
/** How much work goes into a report; the page requests no deeper ones. @typedef {'quick' | 'standard'} Effort */
/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./tree.js').Study} Study */
/** @typedef {import('./tree.js').Known} Known */

export class Review {
  /** By ply. @type {Judged} */
  judged = new Map();
  /** @type {import('../wire.js').Report | null} */
  report = null;
  /** What a running review has judged: `judged`, or the next report, which replaces it as a whole. @type {Judged | null} */
  #run = null;
  #says = '';
  /** The side of the reader, if known. @type {Color | null} */
  #you = null;
  /** @type {Record<Color, string>} */
  #names = { black: 'Black', white: 'White' };
  #button = h('button', { type: 'button', onclick: () => this.start(this.#next() ?? 'quick') });

  /**
   * @param {{graph: HTMLElement, numbers: HTMLElement, turning: HTMLElement, report: HTMLElement, mistakes: HTMLElement, table: HTMLElement,
   *   again: HTMLElement}} parts  `again` is the place of a button that analyzes the game again
   * @param {Analyst} analyst
   * @param {{study: () => Study, know: (spot: Spot) => Promise<Known>, go: (spot: Spot) => void, show: (played: Spot) => void,
   *   line: (played: Spot, moves: string[]) => void, retry: (tasks: import('./round.js').Task[]) => void, changed: () => void,
   *   reported: () => void}} act  `show` shows the position before a move, `line` plays other moves in it
   */
  constructor(parts, analyst, act) {
    this.parts = parts;
    this.analyst = analyst;
    this.act = act;
    this.graph = new Graph(parts.graph, parts.numbers, (number) => {
      const { root, game } = act.study();
      act.go(game.find(({ placements }) => placements === number) ?? (number === 0 ? root : (game.at(-1) ?? root)));
    });
    this.turning = new TurningPoint(parts.turning, {
      retry: (played, judgement) => act.retry([{ played, judgement }]),
      line: (played, judgement) => act.line(played, lineOf(judgement)),
      show: (played) => act.show(played),
      stop: () => this.stop(),
    });
    this.taught = new Report(parts.report);
    this.mistakes = new Mistakes(parts.mistakes, act);
  }

  get running() {
    return this.#run !== null;
  }

  /**
   * @param {Color} [you]  the side of the reader of the next game
   * @param {{black?: string | null, white?: string | null}} [players]
   */
  reset(you, players) {
    this.stop();
    this.#you = you ?? null;
    this.#names = { black: players?.black || 'Black', white: players?.white || 'White' };
    this.mistakes.reset(this.#you, this.#names);
    this.judged = new Map();
    this.report = null;
    this.#says = '';
  }

  stop() {
    if (this.#run === null) return;
    this.#run = null;
    this.analyst.stop();
    this.#says = 'Stopped.';
    this.act.changed();
  }

  /**
   * The judgement of the move played in a position. Passes are not judged.
   * @param {Spot} spot
   * @returns {Judgement | null}
   */
  at(spot) {
    if (!spot.main) return null;
    const played = followed(spot).find(({ ply }) => ply?.square);
    return (played && this.judged.get(played.number)) ?? null;
  }

  /** Whether a report with more effort could say more. */
  get canUpdate() {
    const { report } = this;
    return !this.running && report?.effort === 'quick' && report.rules === 'standard' && report.moves.some(({ exact }) => !exact);
  }

  update() {
    this.start('standard');
  }

  /** @param {Effort} effort */
  async start(effort) {
    const last = this.act.study().game.at(-1);
    if (last === undefined) return;
    this.stop();
    if (this.report === null) this.judged = new Map(this.judged);
    const run = (this.#run = this.report === null ? this.judged : new Map());
    this.#says = '';
    this.act.changed();
    let problem = '';
    try {
      const { record } = await this.act.know(last);
      if (this.#run !== run) return;
      await this.analyst.run('/api/study/review', { record, effort }, (line) => this.#learn(run, line));
    } catch (error) {
      problem = `The analysis failed: ${problemOf(error)}.`;
    }
    if (this.#run !== run) return;
    this.#run = null;
    this.#says = problem || this.#conclusion();
    say(problem || [this.#says, ...this.#lessons()].join(' '));
    this.act.changed();
    if (problem === '' && this.report !== null) this.act.reported();
  }

  show() {
    const study = this.act.study();
    const { game } = study;
    const at = study.spot.main ? study.spot : null;
    const turned = this.turned;
    this.graph.show(game, this.judged, { at, turned: turned?.played ?? null });
    // Rows that come in one by one would push each other down.
    const isFirst = this.running && this.report === null;
    this.taught.show(this.report, game, { you: this.#you, names: this.#names });
    this.parts.mistakes.hidden = isFirst;
    if (!isFirst) this.mistakes.show(game, this.judged, study.spot);
    this.parts.table.hidden = isFirst || this.judged.size === 0;
    if (this.running) {
      fill(this.parts.again);
      const [done, moves] = [this.#run?.size ?? 0, placements(game)];
      return this.turning.running({ says: this.#says || `${done} of ${moves} moves analyzed.`, done, moves });
    }
    const effort = this.#next();
    this.#button.textContent = this.report === null ? 'Analyze the game' : effort === this.report.effort ? 'Analyze again' : 'Analyze deeper';
    const says = this.#says || (game.length === 0 ? 'Open a game or play one on the board: the report says where it was decided.' : 'Not analyzed yet.');
    const button = effort === null || game.length === 0 ? null : this.#button;
    this.#button.className = this.report === null ? 'primary' : '';
    this.turning.done(turned, says, this.report === null ? button : null);
    const isFocused = document.activeElement === this.#button;
    if (this.report !== null) fill(this.parts.again, button);
    else fill(this.parts.again);
    if (isFocused) (button ?? this.parts.table.querySelector('summary'))?.focus({ preventScroll: true });
  }

  /** The move with which the game turned, and its judgement. */
  get turned() {
    const { report } = this;
    if (!report?.turned) return null;
    const played = this.act.study().game[report.turned.ply - 1];
    const judgement = this.judged.get(report.turned.ply);
    return played && judgement ? { played, judgement, sentence: report.turned.sentence } : null;
  }

  /** The effort with which it is worth to analyze the game. @returns {Effort | null} */
  #next() {
    const { report } = this;
    if (report === null) return 'quick';
    // Moves were played after the last one of the game.
    if (this.judged.size < placements(this.act.study().game)) return report.effort === 'standard' ? 'standard' : 'quick';
    return this.canUpdate ? 'standard' : null;
  }

  /**
   * @param {Judged} run
   * @param {any} line  a `ReviewLine`
   */
  #learn(run, line) {
    if ('ply' in line) {
      this.#says = '';
      run.set(line.ply, line);
    } else if (line.waiting > 0) {
      this.#says = queue(line.waiting);
    } else if (line.done) {
      this.judged = run;
      this.report = line.report;
    }
    this.act.changed();
  }

  #conclusion() {
    const first = worst(this.judged.values());
    const spot = first && this.act.study().game[first.ply - 1];
    return spot
      ? `The worst move was ${moveName(spot)}, which lost ${discs(first.loss)}.`
      : `No move lost ${MISTAKE} discs or more.`;
  }

  #lessons() {
    if (this.report === null) return [];
    return [`Turning point: ${turnedText(this.report)}`, `Exact values: ${exactText(this.report, this.act.study().game)}`];
  }
}

/** @param {Spot[]} game */
function placements(game) {
  return game.at(-1)?.placements ?? 0;
}
