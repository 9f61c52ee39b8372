// The card while the game has not started: an invitation to send, or one to accept.

import { h, fill } from '../dom.js';
import { problemOf } from '../home/words.js';
import { other } from '../replay.js';
import { toast, undoable } from '../shell.js';
import { linkFields } from '../links.js';
import { newLink } from './share.js';
import { colorName, playerName } from './words.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('./model.js').Game} Game */

/**
 * @typedef {object} Acts
 * @property {(order: import('../outbox.js').Order) => void} command
 * @property {(name: string) => void} join
 */

const colors = /** @type {Color[]} */ (['black', 'white']);

/** The links made on this page. Only memory holds them. @type {Map<Color, string>} */
const links = new Map();

/**
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement}
 */
export function waitingCard(game, { command, join }) {
  const { players, you } = game;
  const mine = you.find((color) => !players[color].joined);
  const free = you.length === 0 ? colors.find((color) => players[color].open && !players[color].joined) : undefined;
  const seat = mine ?? free;
  if (seat !== undefined) return joinCard(game, seat, join);
  const wanted = colors.filter((color) => !players[color].joined && !you.includes(color));
  if (you.length === 0) return card('The game has not started', h('p', { class: 'soft' }, 'Waiting for the players.'));
  const isListed = wanted.some((color) => players[color].open);
  return card(
    isListed ? 'Waiting for an opponent' : 'Invite a friend',
    h(
      'p',
      { class: 'soft' },
      isListed
        ? 'Your challenge is in the lobby. The game starts when someone accepts it.'
        : 'The game starts when your friend opens the link and accepts. You can close this page and come back.',
    ),
    ...wanted.filter((color) => !players[color].open).map((color) => invitation(game, color)),
    h('div', { class: 'row' }, undoable({ name: 'Cancel game', doing: 'Cancelling', act: () => command({ command: 'cancel' }) })),
  );
}

/**
 * The link for a seat, or a button that asks the server for one.
 * @param {Game} game
 * @param {Color} color
 */
function invitation(game, color) {
  const place = h('div', { class: 'links' });
  const show = (/** @type {string} */ path) => fill(place, linkFields([{ name: `To play ${colorName(color)}`, path }]));
  const make = async () => {
    button.disabled = true;
    try {
      const path = await newLink(game, color);
      links.set(color, path);
      show(path);
    } catch (error) {
      button.disabled = false;
      toast(`The link could not be created: ${problemOf(error)}.`);
    }
  };
  const button = h('button', { type: 'button', class: 'primary', onclick: make }, 'New invitation link');
  const known = links.get(color);
  if (known !== undefined) show(known);
  else fill(place, h('p', {}, 'Create a link for your friend. An earlier one stops working, unless it was used.'), button);
  return place;
}

/**
 * @param {Game} game
 * @param {Color} seat
 * @param {(name: string) => void} join
 */
function joinCard(game, seat, join) {
  const opponent = game.players[other(seat)];
  const against = opponent.joined ? ` against ${playerName(game, other(seat))}` : '';
  const input = h('input', { maxlength: 24, autocomplete: 'nickname', placeholder: 'Optional', value: rememberedName() });
  const form = h(
    'form',
    { class: 'fields' },
    h('label', { class: 'field' }, h('span', {}, 'Your name'), input),
    h('button', { class: 'primary' }, `Play ${colorName(seat)}`),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    rememberName(input.value.trim());
    join(input.value.trim());
  });
  return card('You’re invited', h('p', {}, `You play ${colorName(seat)}${against}.`), form);
}

/**
 * @param {string} title
 * @param {...import('../dom.js').Child} content
 */
export function card(title, ...content) {
  return h('section', { class: 'card lobby', 'aria-label': title }, h('h2', {}, title), ...content);
}

const nameKey = 'outflank-name';

function rememberedName() {
  try {
    return localStorage.getItem(nameKey) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} name */
function rememberName(name) {
  try {
    localStorage.setItem(nameKey, name);
  } catch {
    // No storage.
  }
}
