import { problemOf } from '../home/words.js';
import { say } from '../shell.js';
import { queue } from './analysis.js';
import { Graph } from './graph.js';
import { MISTAKE, discs, isSerious, moveName, worst } from './judgement.js';
import { Mistakes } from './mistakes.js';
import { Report, exactText, turnedText } from './report.js';

/** @typedef {import('./analysis.js').Analyst} Analyst */
/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./tree.js').Study} Study */
/** @typedef {import('./tree.js').Known} Known */

export class Review {
  /** By ply. @type {Map<number, Judgement>} */
  judged = new Map();
  /** @type {import('../wire.js').Report | null} */
  report = null;
  /** @type {object | null} */
  #run = null;
  #says = '';

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
    this.graph = new Graph(parts.graph, parts.numbers, (ply) => {
      const study = act.study();
      act.go(ply === 0 ? study.root : study.game[ply - 1]);
    });
    this.taught = new Report(parts.report, act.go);
    this.mistakes = new Mistakes(parts.mistakes, act);
    parts.button.addEventListener('click', () => (this.running ? this.stop() : this.start()));
  }

  get running() {
    return this.#run !== null;
  }

  reset() {
    this.stop();
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

  async start() {
    const last = this.act.study().game.at(-1);
    if (last === undefined) return;
    this.stop();
    const run = (this.#run = {});
    this.report = null;
    this.#says = '';
    this.act.changed();
    let problem = '';
    try {
      const { record } = await this.act.know(last);
      if (this.#run !== run) return;
      await this.analyst.run('/api/study/review', { record, effort: 'quick' }, (line) => this.#learn(line));
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
    const { card, says, progress, button, lessons } = this.parts;
    const marked = [...this.judged.values()].filter(isSerious);
    card.hidden = game.length === 0;
    lessons.hidden = this.report === null && marked.length === 0;
    const at = study.spot.main ? study.spot.number : null;
    this.graph.show(game, this.judged, { marked, at, turned: this.report?.turned?.ply ?? null });
    const moves = game.filter(({ ply }) => ply?.square).length;
    const whole = this.judged.size >= moves;
    const going = whole ? 'All moves analyzed; searching deeper.' : `${this.judged.size} of ${moves} moves analyzed.`;
    says.textContent = this.running ? this.#says || going : this.#says;
    progress.hidden = !this.running;
    progress.max = Math.max(1, moves);
    // The time for the deeper search is unknown.
    if (whole) progress.removeAttribute('value');
    else progress.value = this.judged.size;
    button.textContent = this.running ? 'Stop' : this.judged.size > 0 ? 'Analyze again' : 'Analyze the game';
    this.taught.show(this.report, game);
    this.mistakes.show(game, this.judged);
  }

  /** @param {any} line  a `ReviewLine` */
  #learn(line) {
    if ('ply' in line) {
      this.#says = '';
      this.judged.set(line.ply, line);
    } else if (line.waiting > 0) {
      this.#says = queue(line.waiting);
    } else if (line.done) {
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
