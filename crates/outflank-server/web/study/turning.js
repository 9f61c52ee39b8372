// The card on top of the report: how far the analysis is, then the turning point.

import { fill, h } from '../dom.js';
import { MISTAKE, discs, moveName } from './judgement.js';

/** @typedef {import('./judgement.js').Judgement} Judgement */
/** @typedef {import('./tree.js').Spot} Spot */

/** The moves of a line that are written out. */
const LINE = 5;

/**
 * @typedef {object} Progress
 * @property {string} says
 * @property {number} done
 * @property {number} moves
 */

export class TurningPoint {
  /** The same content is not drawn again, so that the focus stays. */
  #shown = '';
  #bar = h('progress', { 'aria-label': 'Moves analyzed' });
  #says = h('p', { id: 'review-says' });
  /** @type {HTMLButtonElement | null} */
  #stop = null;

  /**
   * @param {HTMLElement} place
   * @param {{retry: (played: Spot, judgement: Judgement) => void, line: (played: Spot, judgement: Judgement) => void, show: (played: Spot) => void, stop: () => void}} act
   */
  constructor(place, act) {
    this.place = place;
    this.act = act;
  }

  /** @param {Progress} progress */
  running({ says, done, moves }) {
    if (this.#shown !== 'running') {
      this.#shown = 'running';
      this.#stop = h('button', { type: 'button', onclick: () => this.act.stop() }, 'Stop');
      fill(this.place, h('p', { class: 'label' }, 'Analyzing the game'), this.#bar, this.#says, h('div', { class: 'row' }, this.#stop));
    }
    this.#bar.max = Math.max(1, moves);
    this.#bar.value = done;
    this.#says.textContent = says;
  }

  /**
   * @param {{played: Spot, judgement: Judgement, sentence: string} | null} turned
   * @param {string} conclusion
   * @param {HTMLElement | null} begin  a button, before the game is analyzed
   */
  done(turned, conclusion, begin) {
    const shown = `${turned?.played.moves ?? ''} ${turned?.sentence ?? ''} ${conclusion} ${begin?.textContent ?? ''}`;
    if (shown === this.#shown) return;
    const isFocused = this.place.contains(document.activeElement);
    this.#shown = shown;
    this.#says.textContent = conclusion;
    this.#says.className = turned === null ? '' : 'soft small';
    fill(this.place, ...(turned === null ? [h('p', { class: 'label' }, 'The game'), this.#says, begin && h('div', { class: 'row' }, begin)] : this.#turned(turned)));
    if (isFocused) this.place.querySelector('button')?.focus({ preventScroll: true });
  }

  /** @param {{played: Spot, judgement: Judgement, sentence: string}} turned */
  #turned({ played, judgement, sentence }) {
    return [
      h('p', { class: 'label' }, 'The turning point'),
      h('h2', {}, costText(played, judgement)),
      h('p', {}, `${sentence.replace(`${moveName(played)}. `, '')} ${lineText(played, judgement)}`),
      h(
        'div',
        { class: 'row' },
        judgement.loss >= MISTAKE && h('button', { type: 'button', class: 'primary', onclick: () => this.act.retry(played, judgement) }, 'Retry'),
        h('button', { type: 'button', 'aria-label': `Show the turning point, ${moveName(played)}`, onclick: () => this.act.show(played) }, 'Show'),
        judgement.best !== judgement.played && h('button', { type: 'button', onclick: () => this.act.line(played, judgement) }, 'Show the line'),
      ),
      this.#says,
    ];
  }
}

/**
 * "19. e3 cost about 7 discs".
 * @param {Spot} played
 * @param {Judgement} judgement
 */
export function costText(played, { loss, exact }) {
  const name = moveName(played);
  if (loss < 0.5) return `${name} decided the game`;
  return exact ? `${name} cost ${discs(loss)}` : `${name} cost about ${discs(Math.max(1, Math.round(loss)))}`;
}

/**
 * "Better: 19. d8 20. c8 21. b8.", the first moves.
 * @param {Spot} played
 * @param {Judgement} judgement
 */
export function lineText(played, judgement) {
  if (judgement.best === judgement.played) return '';
  let number = played.placements;
  const moves = lineOf(judgement)
    .slice(0, LINE)
    .map((move) => (move === 'pass' ? move : `${number++}. ${move}`));
  return `Better: ${moves.join(' ')}.`;
}

/**
 * The best line, with passes.
 * @param {Judgement} judgement
 * @returns {string[]}
 */
export function lineOf({ best, best_line: line }) {
  return (line ?? best).match(/../g)?.map((move) => (move === 'pa' ? 'pass' : move)) ?? [best];
}
