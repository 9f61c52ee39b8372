// What a trainer shows: the task above the board, the board, what is said about a move, and what can be done now.

import { fill, h } from '../dom.js';
import { showStanding } from '../study/standing.js';

/** @typedef {import('./words.js').Position} Position */
/** @typedef {import('./words.js').Said} Said */
/** Something that can be done now: a button, or a link. @typedef {{name: string, act?: () => void, href?: string, primary?: boolean}} Action */
/**
 * @typedef {object} Scene
 * @property {string} task
 * @property {string} about  what is known beside the task
 * @property {Position | null} position
 * @property {import('../board.js').BoardView} view
 * @property {Said | null} said
 * @property {Action[]} actions
 * @property {string} problem
 */
/**
 * One way to train.
 * @typedef {object} Trainer
 * @property {() => Scene} scene
 * @property {() => {squares: string[]} | {wrong: string}} legal
 * @property {(square: string) => void} play
 */

const SIGNS = { good: '✓', bad: '✗', plain: '' };

/** The parts of the page around the board. */
export class Stage {
  /** Where the person was before a button got the focus. @type {HTMLElement | null} */
  #before = null;

  /** @param {Record<'task' | 'about' | 'standing' | 'said' | 'actions' | 'problem', HTMLElement>} parts */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {Scene} scene */
  show({ task, about, position, said, actions, problem }) {
    const { parts } = this;
    parts.task.textContent = task;
    parts.about.textContent = about;
    parts.problem.textContent = problem;
    parts.standing.hidden = position === null;
    if (position !== null) showStanding(parts.standing, { board: position.board, known: position }, null);
    parts.said.className = `said ${said?.kind ?? ''}`;
    fill(
      parts.said,
      said !== null && h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[said.kind]),
      said !== null && h('span', {}, said.text),
    );
    this.#showActions(actions);
  }

  /**
   * Gives the focus to the button for what comes next, so that Enter goes on; but not if the person is busy elsewhere.
   * @param {HTMLElement[]} places  where moves are chosen, the board first
   */
  offer(places) {
    // On a small screen the verdict is below the board.
    this.parts.actions.scrollIntoView({ block: 'nearest' });
    const active = document.activeElement;
    const isPlaying = places.some((place) => place.contains(active));
    const next = this.parts.actions.querySelector('.primary');
    if (!(next instanceof HTMLElement) || (!isPlaying && active !== document.body)) return;
    this.#before = isPlaying && active instanceof HTMLElement ? active : places[0];
    next.focus({ preventScroll: true });
  }

  /** Gives the focus back to where the last move was chosen, with the task in sight. */
  goOn() {
    this.parts.task.scrollIntoView({ block: 'nearest' });
    const active = document.activeElement;
    if (active === document.body || this.parts.actions.contains(active)) this.#before?.focus({ preventScroll: true });
  }

  /** @param {Action[]} actions */
  #showActions(actions) {
    const place = this.parts.actions;
    const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const made = actions.map(({ name, act, href, primary }) => {
      const look = primary ? 'primary' : '';
      return href === undefined
        ? h('button', { type: 'button', class: look, onclick: act, onkeydown: unlessHeld }, name)
        : h('a', { class: `button ${look}`, href }, name);
    });
    fill(place, ...made);
    if (focused !== null) made.find(({ textContent }) => textContent === focused)?.focus({ preventScroll: true });
  }
}

/** The key that has chosen a move, still held down, does not go on at once. @param {KeyboardEvent} event */
function unlessHeld(event) {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
