// What a trainer shows: task, board, verdict and actions.

import { fill, h } from '../dom.js';
import { showStanding } from '../study/standing.js';

/** @typedef {import('./words.js').Position} Position */
/** @typedef {import('./words.js').Said} Said */
/** @typedef {{name: string, act?: () => void, href?: string, primary?: boolean}} Action */
/**
 * @typedef {object} Scene
 * @property {string} task
 * @property {string} about
 * @property {string} history  the moves of the game, without spaces
 * @property {Position | null} position
 * @property {import('../board.js').BoardView} view
 * @property {Said | null} said
 * @property {Action[]} actions
 * @property {string} problem
 */
/**
 * @typedef {object} Trainer
 * @property {() => Scene} scene
 * @property {() => {squares: string[]} | {wrong: string}} legal
 * @property {(square: string) => void} play
 */

const SIGNS = { good: '✓', bad: '✗', plain: '' };

export class Stage {
  /** The focus before it moved to a button. @type {HTMLElement | null} */
  #before = null;
  #hasOffered = false;

  /** @param {Record<'task' | 'about' | 'history' | 'standing' | 'said' | 'actions' | 'problem', HTMLElement>} parts */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {Scene} scene */
  show({ task, about, history, position, said, actions, problem }) {
    const { parts } = this;
    parts.task.textContent = task;
    parts.about.textContent = about;
    parts.history.textContent = history.replace(/..(?=.)/g, '$& ');
    parts.history.closest('details')?.toggleAttribute('hidden', history === '');
    parts.problem.textContent = problem;
    // On phones it is below the board.
    if (problem !== '') parts.problem.scrollIntoView({ block: 'nearest' });
    parts.standing.hidden = position === null;
    if (position !== null) showStanding(parts.standing, { board: position.board, known: position }, null);
    showVerdict(parts.said, said);
    this.#showActions(actions);
  }

  /**
   * Focuses the primary button, so that Enter continues, unless the focus is elsewhere on the page.
   * @param {HTMLElement[]} places  where moves are chosen, the board first
   */
  offer(places) {
    this.#hasOffered = true;
    const next = this.parts.actions.querySelector('.primary');
    // No further than to the first thing to press: on phones the board is above it.
    (next ?? this.parts.actions).scrollIntoView({ block: 'nearest' });
    const active = document.activeElement;
    const isPlaying = places.some((place) => place.contains(active));
    if (!(next instanceof HTMLElement) || (!isPlaying && active !== document.body)) return;
    this.#before = isPlaying && active instanceof HTMLElement ? active : places[0];
    next.focus({ preventScroll: true });
  }

  /** Returns the focus to where the last move was chosen. */
  goOn() {
    // On arrival the page is at its top. Scrolling would make the first Tab start here and not at the skip link.
    if (!this.#hasOffered) return;
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

/** @param {HTMLElement} place @param {Said | null} said */
export function showVerdict(place, said) {
  place.className = `said ${said?.kind ?? ''}`;
  fill(
    place,
    said !== null && h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[said.kind]),
    said !== null && h('span', {}, said.text),
  );
}

/** Ignores the key that chose the move while it is held down. @param {KeyboardEvent} event */
export function unlessHeld(event) {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
