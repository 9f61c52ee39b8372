import { problemOf } from '../home/words.js';
import { say } from '../shell.js';
import { queue } from './analysis.js';
import { Graph } from './graph.js';
import { MISTAKE, discs, isSerious, moveName, worst } from './judgement.js';
import { Mistakes } from './mistakes.js';
import { Report, exactText, turnedText } from './report.js';
import { followed } from './tree.js';

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

  /**
   * @param {{card: HTMLElement, graph: HTMLElement, numbers: HTMLElement, says: HTMLElement, progress: HTMLProgressElement,
   *   button: HTMLButtonElement, lessons: HTMLElement, report: HTMLElement, mistakes: HTMLElement}} parts
   * @param {Analyst} analyst
   * @param {{study: () => Study, know: (spot: Spot) => Promise<Known>, go: (spot: Spot) => void,
   *   retry: (tasks: import('./round.js').Task[]) => void, changed: () => void}} act
   */
  constructor(parts, analyst, act) {
    this.parts = parts;
    this.analyst = analyst;
    this.act = act;
    this.graph = new Graph(parts.graph, parts.numbers, (number) => {
      const { root, game } = act.study();
      act.go(game.find(({ placements }) => placements === number) ?? root);
    });
    this.taught = new Report(parts.report, act.go);
    this.mistakes = new Mistakes(parts.mistakes, act);
    parts.button.addEventListener('click', () => (this.running ? this.stop() : this.start(this.#next() ?? 'quick')));
  }

  get running() {
    return this.#run !== null;
  }

  /** @param {Color} [you]  the side of the reader of the next game */
  reset(you) {
    this.stop();
    this.#you = you ?? null;
    this.mistakes.reset(this.#you);
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
  }

  show() {
    const study = this.act.study();
    const { game } = study;
    const { card, says, progress, lessons } = this.parts;
    card.hidden = game.length === 0;
    lessons.hidden = this.report === null && ![...this.judged.values()].some(isSerious);
    const turned = this.report?.turned && game[this.report.turned.ply - 1];
    this.graph.show(game, this.judged, { at: study.spot.main ? study.spot : null, turned: turned ?? null });
    const moves = placements(game);
    const done = this.#run?.size ?? 0;
    says.textContent = this.#says || (this.running ? `${done} of ${moves} moves analyzed.` : '');
    progress.hidden = !this.running;
    progress.max = Math.max(1, moves);
    progress.value = done;
    this.#showButton();
    this.taught.show(this.report, game, this.#you);
    this.mistakes.show(game, this.judged);
  }

  #showButton() {
    const { button, card } = this.parts;
    const effort = this.#next();
    button.textContent = this.running
      ? 'Stop'
      : this.report === null
        ? 'Analyze the game'
        : effort === this.report.effort
          ? 'Analyze again'
          : 'Analyze deeper';
    const focused = document.activeElement === button;
    button.hidden = !this.running && effort === null;
    if (button.hidden && focused) card.querySelector('summary')?.focus({ preventScroll: true });
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
      ? `Done. The worst move was ${moveName(spot)}, which lost ${discs(first.loss)}.`
      : `Done. No move lost ${MISTAKE} discs or more.`;
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
