import { fill, h } from '../dom.js';
import { count } from '../replay.js';

/** @typedef {import('./tree.js').Spot} Spot */

/**
 * @param {HTMLElement} place
 * @param {Pick<Spot, 'board' | 'known'>} spot
 * @param {import('./draft.js').Draft | null} draft  a position that is being set up: then it is what is shown
 */
export function showStanding(place, { board, known }, draft) {
  const { black, white } = count(draft?.board ?? board);
  const turn = draft?.turn ?? known?.turn;
  const over = draft === null ? known?.over : null;
  fill(
    place,
    ...discs('black', black),
    ...discs('white', white),
    h('span', {}, over ? outcome(over) : turn ? `${turn === 'black' ? 'Black' : 'White'} to move` : ''),
    h('span', { class: 'soft' }, (draft === null && known?.opening) || ''),
  );
}

/**
 * @param {'black' | 'white'} color
 * @param {number} number
 */
function discs(color, number) {
  const name = color === 'black' ? 'Black' : 'White';
  return [h('span', { class: 'token', 'data-disc': color, role: 'img', 'aria-label': name }), h('b', {}, String(number))];
}

/** @param {NonNullable<import('./tree.js').Known['over']>} over */
function outcome({ winner, discs: { black, white } }) {
  if (winner == null) return 'Draw';
  return `${winner === 'black' ? 'Black' : 'White'} won by ${Math.abs(black - white)}`;
}
