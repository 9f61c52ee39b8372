// The result, beside the final board: what happened, and what to do next.

import { h } from '../dom.js';
import { reviewAddress } from './explore.js';
import { nextLevel } from './next.js';
import { offer } from './notices.js';
import { outcome, reason } from './words.js';

/** @typedef {import('./model.js').Game} Game */

/**
 * @typedef {object} Acts
 * @property {(order: import('../outbox.js').Order) => void} command
 * @property {(level: number) => void} levelUp
 */

/**
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement}
 */
export function resultCard(game, { command, levelUp }) {
  const { state, you, full } = game;
  const asked = offer(game, 'rematch', { command });
  const level = nextLevel(game);
  const mayAsk = you.length > 0 && state.rematch == null && state.offers.rematch == null;
  return h(
    'section',
    { class: 'card result', 'aria-label': 'Result' },
    h('div', { class: 'outcome' }, h('h2', {}, outcome(game)), h('p', { class: 'soft' }, state.result == null ? '' : reason(state.result))),
    asked,
    h(
      'div',
      { class: 'next' },
      h('a', { class: 'button primary', href: reviewAddress(full.id) }, 'Review game'),
      mayAsk && h('button', { type: 'button', onclick: () => command({ command: 'offer_rematch', as: you[0] }) }, 'Rematch'),
      state.rematch != null && h('a', { class: 'button', href: `/game/${state.rematch}` }, 'Next game'),
      level !== null && h('button', { type: 'button', class: 'level', onclick: () => levelUp(level) }, `Play level ${level}`),
    ),
  );
}
