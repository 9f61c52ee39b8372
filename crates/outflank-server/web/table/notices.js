// What waits for an answer: offers, an opponent who has left, a game that will be removed. One at a time, in a place that is kept for it.

import { h } from '../dom.js';
import { other } from '../replay.js';
import { showShare } from './share.js';
import { playerName, removal } from './words.js';

/** @typedef {import('../wire.js').Offers} Offers */
/** @typedef {import('../outbox.js').Order} Order */
/** @typedef {import('./model.js').Game} Game */

/**
 * @typedef {object} Acts
 * @property {(order: Order) => void} command
 * @property {() => number} now the server's time
 */

/** How long before the removal of a game its players see a notice, in milliseconds. */
const removalNotice = 7 * 24 * 60 * 60 * 1000;

/** @type {Record<keyof Offers, {asks: string, waits: string, accept: Order['command'], decline: Order['command']}>} */
const texts = {
  draw: { asks: 'offers a draw', waits: 'You offered a draw.', accept: 'accept_draw', decline: 'decline_draw' },
  takeback: { asks: 'asks for a takeback', waits: 'You asked for a takeback.', accept: 'accept_takeback', decline: 'decline_takeback' },
  rematch: { asks: 'offers a rematch', waits: 'You offered a rematch.', accept: 'accept_rematch', decline: 'decline_rematch' },
};

/**
 * The notice to show, if there is one.
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement | null}
 */
export function notice(game, acts) {
  const { status } = game.state;
  if (status === 'paused') return plain('The game is paused. The clocks are stopped.');
  const isRunning = status === 'running';
  return (isRunning && (offer(game, 'draw', acts) ?? offer(game, 'takeback', acts) ?? gone(game, acts))) || removedSoon(game, acts);
}

/**
 * @param {Game} game
 * @param {keyof Offers} kind
 * @param {Pick<Acts, 'command'>} acts
 * @returns {HTMLElement | null}
 */
export function offer(game, kind, { command }) {
  const by = game.state.offers[kind];
  const text = texts[kind];
  if (by == null) return null;
  if (!game.you.includes(other(by))) {
    return plain(game.you.includes(by) ? `${text.waits} Waiting for a reply.` : `${playerName(game, by)} ${text.asks}.`);
  }
  const answer = (/** @type {string} */ order) => () => command(/** @type {Order} */ ({ command: order, as: other(by) }));
  return asking(
    [h('b', {}, playerName(game, by)), ` ${text.asks}.`],
    h('button', { type: 'button', class: 'primary', onclick: answer(text.accept) }, 'Accept'),
    h('button', { type: 'button', onclick: answer(text.decline) }, 'Decline'),
  );
}

/**
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement | null}
 */
function gone(game, { command, now }) {
  if (game.you.length !== 1) return null;
  const away = game.state.gone[other(game.you[0])];
  if (away === null) return null;
  const name = playerName(game, other(game.you[0]));
  const ms = away.claim_in - Math.max(0, now() - game.state.at);
  const wait = ms > 0 && ` You can claim victory in ${Math.ceil(ms / 1000)} s.`;
  const claim = ms <= 0 && h('button', { type: 'button', class: 'primary', onclick: () => command({ command: 'claim' }) }, 'Claim victory');
  const box = asking([h('b', {}, name), ' has left.', wait], claim);
  box.dataset.counts = '';
  return box;
}

/**
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement | null}
 */
function removedSoon(game, { now }) {
  const text = removal(game.state);
  if (text === null || (game.state.removed_at ?? 0) - now() > removalNotice) return null;
  return asking([text], h('button', { type: 'button', onclick: () => showShare(game) }, 'Download …'));
}

/** @param {string} text */
function plain(text) {
  return h('p', { class: 'notice' }, text);
}

/**
 * @param {import('../dom.js').Child[]} text
 * @param {...import('../dom.js').Child} buttons
 */
function asking(text, ...buttons) {
  return h('div', { class: 'notice asks' }, h('p', {}, ...text), ...buttons);
}
