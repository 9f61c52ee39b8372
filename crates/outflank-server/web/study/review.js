// The review of a game: every move judged, the graph, and the worst moves to be tried again.

import { fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { say } from '../shell.js';
import { costOf, queue, verdict } from './analysis.js';
import { Graph } from './graph.js';
import { MISTAKE, discs, seenBy, worst } from './judgement.js';

/** @typedef {import('./analysis.js').Analyst} Analyst */
/** @typedef {import('./analysis.js').Analysis} Analysis */
/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./tree.js').Study} Study */
/** @typedef {import('./tree.js').Known} Known */

/** How long the engine may look at a whole game. */
const SECONDS = 20;

/** How long it may look at a position for the verdict on another try. */
const VERDICT = 4;

/** How many mistakes are worth naming. */
const NAMED = 3;

/**
 * A mistake that is being tried again.
 * @typedef {object} Retry
 * @property {Judgement} judgement
 * @property {Spot} spot     the position before it
 * @property {Spot} played   the mistake
 * @property {'choosing' | 'judging' | 'judged'} stage
 * @property {string} says
 */

export class Review {
  /** What is known of the moves of the game, by ply. @type {Map<number, Judgement>} */
  judged = new Map();
  /** @type {Retry | null} */
  retry = null;
  /** The run that judges the game now. @type {object | null} */
  #run = null;
  #says = '';

  /**
   * @param {{card: HTMLElement, graph: HTMLElement, numbers: HTMLElement, says: HTMLElement, progress: HTMLProgressElement,
   *   button: HTMLButtonElement, mistakes: HTMLElement}} parts
   * @param {Analyst} analyst
   * @param {{study: () => Study, know: (spot: Spot) => Promise<Known>, go: (spot: Spot) => void, play: (moves: string[]) => void,
   *   changed: () => void}} act
   */
  constructor(parts, analyst, act) {
    this.parts = parts;
    this.analyst = analyst;
    this.act = act;
    this.graph = new Graph(parts.graph, parts.numbers, (ply) => {
      const study = act.study();
      act.go(ply === 0 ? study.root : study.game[ply - 1]);
    });
    parts.button.addEventListener('click', () => (this.running ? this.stop() : this.start()));
  }

  /** Whether the game is being judged now. */
  get running() {
    return this.#run !== null;
  }

  /** Forgets everything: another game begins. */
  reset() {
    this.stop();
    this.judged = new Map();
    this.retry = null;
    this.#says = '';
  }

  stop() {
    if (this.#run === null) return;
    this.#run = null;
    this.analyst.stop();
    this.#says = 'Stopped.';
    this.act.changed();
  }

  /** Judges every move of the game. */
  async start() {
    const last = this.act.study().game.at(-1);
    if (last === undefined) return;
    this.stop();
    const run = (this.#run = {});
    this.retry = null;
    this.#says = '';
    this.act.changed();
    let problem = '';
    try {
      const { record } = await this.act.know(last);
      if (this.#run !== run) return;
      await this.analyst.run('/api/study/review', { record, seconds: SECONDS }, (line) => this.#learn(line));
    } catch (error) {
      problem = `The game could not be judged: ${problemOf(error)}.`;
    }
    if (this.#run !== run) return;
    this.#run = null;
    this.#says = problem || this.#conclusion();
    say(this.#says);
    this.act.changed();
  }

  /**
   * A move was chosen while a mistake is being tried again: says what it costs.
   * @param {string} square
   */
  async judge(square) {
    const { retry } = this;
    if (retry === null || retry.stage === 'judging') return;
    const turn = retry.played.ply?.by ?? 'black';
    const tell = (/** @type {Retry['stage']} */ stage, /** @type {string} */ says) => {
      if (this.retry !== retry) return;
      Object.assign(retry, { stage, says });
      if (stage === 'judged') say(says);
      this.act.changed();
    };
    if (square === retry.played.ply?.square) {
      return tell('judged', `${square} was played: it cost ${discs(retry.judgement.loss)}.`);
    }
    tell('judging', `Looking at ${square}…`);
    try {
      const before = await this.#search(retry.spot);
      if (before === null) return tell('choosing', `No verdict on ${square}: it was stopped.`);
      let cost = costOf(before, square, turn);
      if (cost === null) {
        // The search does not list every move: this one is looked at by itself.
        const reply = await this.#search(this.act.study().spot);
        if (reply === null) return tell('choosing', `No verdict on ${square}: it was stopped.`);
        cost = Math.max(0, seenBy(before.lines[0].score, turn) - seenBy(reply.lines[0].score, turn));
      }
      tell('judged', verdict(square, cost, cost < MISTAKE));
    } catch (error) {
      tell('choosing', `No verdict on ${square}: ${problemOf(error)}.`);
    }
  }

  /** Shows all of it. */
  show() {
    const study = this.act.study();
    const { game } = study;
    const { card, says, progress, button } = this.parts;
    card.hidden = game.length === 0;
    const named = worst(this.judged.values(), NAMED);
    this.graph.show(game, this.judged, named, study.spot.main ? study.spot.number : null);
    const moves = game.filter(({ ply }) => ply?.square).length;
    const whole = this.judged.size >= moves;
    const going = whole ? 'All moves judged once; looking deeper.' : `${this.judged.size} of ${moves} moves judged.`;
    says.textContent = this.running ? this.#says || going : this.#says;
    progress.hidden = !this.running;
    progress.max = Math.max(1, moves);
    // How long it looks deeper nobody knows: then the bar only says that it goes on.
    if (whole) progress.removeAttribute('value');
    else progress.value = this.judged.size;
    button.textContent = this.running ? 'Stop' : this.judged.size > 0 ? 'Judge again' : 'Judge every move';
    this.#showMistakes(game, named);
  }

  /**
   * @param {Spot[]} game
   * @param {Judgement[]} named
   */
  #showMistakes(game, named) {
    const { mistakes } = this.parts;
    const active = document.activeElement;
    const focused = active instanceof HTMLButtonElement && mistakes.contains(active) ? nameOf(active) : null;
    if (this.retry !== null) {
      fill(mistakes, ...this.#retryNodes(this.retry));
    } else if (named.length > 0) {
      const items = named.map((judgement) => this.#mistake(judgement, game[judgement.ply - 1]));
      fill(mistakes, h('h3', { class: 'label' }, 'Costliest moves'), h('ol', { class: 'mistakes' }, ...items));
    } else {
      fill(mistakes);
    }
    if (focused !== null && !mistakes.contains(document.activeElement)) {
      const buttons = [...mistakes.querySelectorAll('button')];
      (buttons.find((button) => nameOf(button) === focused) ?? buttons[0])?.focus({ preventScroll: true });
    }
  }

  /**
   * @param {Judgement} judgement
   * @param {Spot | undefined} spot
   */
  #mistake(judgement, spot) {
    if (spot === undefined) return null;
    const { square, by } = spot.ply ?? {};
    const who = by === 'black' ? 'Black' : 'White';
    const instead = judgement.best === null ? '' : `, ${judgement.best} was better`;
    return h(
      'li',
      {},
      h('span', {}, h('b', {}, `${spot.placements}. ${square}`), ` cost ${who} ${discs(judgement.loss)}`),
      h('button', { type: 'button', 'aria-label': `Retry ${square}`, onclick: () => this.#begin(judgement, spot) }, 'Retry'),
      h('button', { type: 'button', 'aria-label': `Show ${square}${instead}`, onclick: () => this.act.go(spot) }, 'Show'),
    );
  }

  /**
   * @param {Judgement} judgement
   * @param {Spot} played
   */
  #begin(judgement, played) {
    const { parent } = played;
    if (parent === null) return;
    const who = played.ply?.by === 'black' ? 'Black' : 'White';
    const says = `${who} to move. ${played.ply?.square} cost ${discs(judgement.loss)}: find a better move on the board.`;
    this.stop();
    this.retry = { judgement, spot: parent, played, stage: 'choosing', says };
    say(says);
    this.act.go(parent);
  }

  /** @param {Retry} retry */
  #retryNodes(retry) {
    const { best } = retry.judgement;
    return [
      h('h3', { class: 'label' }, 'Another try'),
      h('p', {}, retry.says),
      h(
        'div',
        { class: 'row' },
        retry.stage === 'judged' &&
          h('button', { type: 'button', class: 'primary', onclick: () => this.#again(retry) }, 'Try again'),
        best !== null && h('button', { type: 'button', onclick: () => this.#reveal(retry, best) }, 'Show the best'),
        h('button', { type: 'button', onclick: () => this.#leave() }, 'Done'),
      ),
    ];
  }

  /** @param {Retry} retry */
  #again(retry) {
    this.#begin(retry.judgement, retry.played);
  }

  /**
   * @param {Retry} retry
   * @param {string} best
   */
  #reveal(retry, best) {
    this.retry = null;
    this.act.go(retry.spot);
    this.act.play([best]);
  }

  #leave() {
    this.retry = null;
    this.act.changed();
  }

  /**
   * @param {Spot} spot
   * @returns {Promise<Analysis | null>} null if it was stopped
   */
  async #search(spot) {
    if (spot.analysis?.done) return spot.analysis;
    const { record, legal } = await this.act.know(spot);
    /** @type {Analysis | null} */
    let found = null;
    const body = { record, lines: Math.max(1, legal.length), seconds: VERDICT, depth: null };
    const whole = await this.analyst.run('/api/analyze', body, (line) => {
      if ('lines' in line && line.lines.length > 0) found = line;
    });
    if (found === null && whole) throw new Error('the engine found nothing');
    return whole ? found : null;
  }

  /** @param {any} line  of a review, as the server writes it */
  #learn(line) {
    if ('ply' in line) {
      this.#says = '';
      this.judged.set(line.ply, line);
    } else if (line.waiting > 0) {
      this.#says = queue(line.waiting);
    }
    this.act.changed();
  }

  #conclusion() {
    const [first] = worst(this.judged.values(), 1);
    const spot = first && this.act.study().game[first.ply - 1];
    return spot
      ? `Done. The costliest move was ${spot.ply?.square}: ${discs(first.loss)}.`
      : `Done. No move cost ${MISTAKE} discs or more.`;
  }
}

/** @param {HTMLButtonElement} button */
function nameOf(button) {
  return button.ariaLabel ?? button.textContent;
}
