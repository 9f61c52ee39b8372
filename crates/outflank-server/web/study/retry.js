// Retrying mistakes: find a better move in the position before each of them.

import { fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { say } from '../shell.js';
import { costOf, verdict } from './analysis.js';
import { discs, moveName, seenBy } from './judgement.js';
import { Round } from './round.js';

/** @typedef {import('./analysis.js').Analyst} Analyst */
/** @typedef {import('./analysis.js').Analysis} Analysis */
/** @typedef {import('./round.js').Task} Task */
/** @typedef {import('./tree.js').Known} Known */
/** @typedef {import('./tree.js').Spot} Spot */

const SECONDS = 4;

/** @typedef {'choosing' | 'judging' | 'missed' | 'settled' | 'over'} Stage */

export class Retry {
  /** @type {Round | null} */
  #round = null;
  /** @type {Stage} */
  #stage = 'over';
  #says = '';
  /** The analysis of the position, started when it is shown. @type {Promise<Analysis | null> | null} */
  #search = null;
  /** Whether the panel must be drawn again. An unchanged panel keeps the focus. */
  #isStale = true;
  /** Where the focus goes with the next drawing. @type {'board' | 'panel' | null} */
  #focus = null;

  /**
   * @param {HTMLElement} place
   * @param {Analyst} analyst
   * @param {{know: (spot: Spot) => Promise<Known>, go: (spot: Spot) => void, play: (moves: string[]) => void, look: () => void,
   *   changed: () => void, left: () => void}} act  `look` gives the board the focus
   */
  constructor(place, analyst, act) {
    this.place = place;
    this.analyst = analyst;
    this.act = act;
  }

  get active() {
    return this.#round !== null;
  }

  /** @param {Spot} spot */
  asks(spot) {
    return this.#stage === 'choosing' && this.#round?.task?.played.parent === spot;
  }

  reset() {
    this.#round = null;
    this.#search = null;
  }

  /** @param {Task[]} tasks  at least one */
  begin(tasks) {
    this.#round = new Round(tasks);
    this.#ask();
  }

  /**
   * @param {string} square
   * @param {Spot} reached
   */
  async judge(square, reached) {
    const round = this.#round;
    const task = round?.task;
    if (!round || !task || this.#stage !== 'choosing') return;
    const { judgement, played } = task;
    const { parent } = played;
    if (parent === null) return;
    const turn = played.ply?.by ?? 'black';
    if (square === played.ply?.square) {
      round.tried(judgement.loss);
      return this.#report('missed', `${square} is the move of the game: it lost ${discs(judgement.loss)}.`);
    }
    // The review's best move counts, even if a shorter search disagrees.
    if (square === judgement.best) {
      round.tried(0);
      return this.#report('settled', verdict(square, 0, true));
    }
    this.#report('judging', `Checking ${square}…`);
    const isCurrent = () => this.#round === round && round.task === task && this.#stage === 'judging';
    try {
      const before = await (this.#search ?? this.#look(parent));
      // The search may have no line for the move: then search the position after it.
      const cost = before && (costOf(before, square, turn) ?? (await this.#costAfter(reached, before, turn)));
      if (!isCurrent()) return;
      if (cost === null) return this.#unjudged(square, 'the search was stopped');
      const good = round.tried(cost);
      this.#report(good ? 'settled' : 'missed', verdict(square, cost, good));
    } catch (error) {
      if (isCurrent()) this.#unjudged(square, problemOf(error));
    }
  }

  show() {
    const { place } = this;
    const round = this.#round;
    place.hidden = round === null;
    if (round === null) return fill(place);
    if (this.#isStale) {
      this.#isStale = false;
      const content = round.task ? this.#question(round) : this.#summary(round);
      fill(place, h('h2', { id: 'retry-title' }, 'Retry mistakes'), ...content);
    }
    const focus = this.#focus;
    this.#focus = null;
    if (focus === 'board') this.act.look();
    const button = place.querySelector('button.primary') ?? place.querySelector('button');
    if (focus === 'panel' && button instanceof HTMLElement) button.focus({ preventScroll: true });
  }

  /** @param {Round} round */
  #question(round) {
    const many = round.tasks.length > 1;
    const stage = this.#stage;
    const last = round.at === round.tasks.length - 1;
    const next = last ? 'See the summary' : 'Next mistake';
    return [
      many && h('p', { class: 'soft' }, round.progress),
      h('p', {}, this.#says),
      // Before, the sentence would give away the solution.
      stage === 'settled' && h('p', { class: 'soft' }, `In the game: ${round.task?.judgement.sentence}`),
      h(
        'div',
        { class: 'row' },
        stage === 'missed' && act('Try again', () => this.#ask(), 'primary'),
        stage === 'settled' && many && act(next, () => this.#next(), 'primary'),
        stage !== 'settled' && act('Show the best move', () => this.#reveal(round)),
        stage !== 'settled' && many && act('Skip', () => this.#next()),
        many ? act('Quit', () => this.#leave()) : act('Done', () => this.#leave(), stage === 'settled' && 'primary'),
      ),
    ];
  }

  /** @param {Round} round */
  #summary(round) {
    const { left } = round;
    const items = round.tasks.map(({ played }, i) =>
      h('li', {}, h('b', {}, moveName(played)), ` ${round.outcome(i)}`),
    );
    return [
      h('p', {}, round.summary),
      h('ol', { class: 'outcomes' }, ...items),
      h(
        'div',
        { class: 'row' },
        left.length > 0 && act(`Retry the ${left.length} not found`, () => this.begin(left), 'primary'),
        act('Back to the game', () => this.#leave(), left.length === 0 && 'primary'),
      ),
    ];
  }

  #ask() {
    const round = this.#round;
    const spot = round?.task?.played.parent;
    if (!round || !spot) return;
    this.#stage = 'choosing';
    this.#says = round.question;
    this.#isStale = true;
    this.#focus = 'board';
    say(round.tasks.length > 1 ? `${round.progress}. ${this.#says}` : this.#says);
    this.act.go(spot);
    this.#search ??= this.#look(spot);
    // `judge` handles errors; until then they are not unhandled rejections.
    this.#search.catch(() => {});
  }

  #next() {
    const round = this.#round;
    if (round === null) return;
    this.#search = null;
    this.analyst.stop();
    round.next();
    if (round.task !== null) return this.#ask();
    this.#report('over', round.summary);
    this.act.go(round.tasks[round.at - 1].played);
  }

  /** @param {Round} round */
  #reveal(round) {
    const { task } = round;
    if (task === null || task.played.parent === null) return;
    const { best } = task.judgement;
    round.show();
    this.#report('settled', `${best} was best.`);
    this.act.go(task.played.parent);
    this.act.play([best]);
  }

  #leave() {
    const played = this.#round?.tasks[Math.min(this.#round.at, this.#round.tasks.length - 1)].played;
    this.reset();
    this.analyst.stop();
    if (played) this.act.go(played);
    this.act.left();
  }

  /**
   * @param {Stage} stage
   * @param {string} says
   */
  #report(stage, says) {
    this.#stage = stage;
    this.#says = says;
    this.#isStale = true;
    if (stage !== 'judging') {
      this.#focus = 'panel';
      say(says);
    }
    this.act.changed();
  }

  /**
   * A failed analysis does not count as a try.
   * @param {string} square
   * @param {string} why
   */
  #unjudged(square, why) {
    this.#search = null;
    this.#report('missed', `${square} could not be checked: ${why}.`);
  }

  /**
   * @param {Spot} reached
   * @param {Analysis} before
   * @param {import('../replay.js').Color} turn
   * @returns {Promise<number | null>} null if it was stopped
   */
  async #costAfter(reached, before, turn) {
    const reply = await this.#look(reached);
    return reply && Math.max(0, seenBy(before.lines[0].score, turn) - seenBy(reply.lines[0].score, turn));
  }

  /**
   * @param {Spot} spot
   * @returns {Promise<Analysis | null>} null if it was stopped
   */
  async #look(spot) {
    if (spot.analysis?.done) return spot.analysis;
    const { record, legal } = await this.act.know(spot);
    /** @type {Analysis | null} */
    let found = null;
    const body = { record, lines: Math.max(1, legal.length), seconds: SECONDS, depth: null };
    const whole = await this.analyst.run('/api/analyze', body, (line) => {
      if ('lines' in line && line.lines.length > 0) found = line;
    });
    if (found === null && whole) throw new Error('the engine found nothing');
    return whole ? found : null;
  }
}

/**
 * @param {string} name
 * @param {() => void} onclick
 * @param {string | false} [kind]
 */
function act(name, onclick, kind = false) {
  return h('button', { type: 'button', class: kind, onclick }, name);
}
