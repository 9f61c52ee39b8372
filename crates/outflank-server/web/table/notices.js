// Cards that need the player's attention: invitations, offers, an absent opponent, the result.

import { h } from '../dom.js';
import { other } from '../replay.js';
import { nextLevel } from './next.js';
import { inviteLinks, linkFields, showShare } from './share.js';
import { colorName, headline, playerName, reason, removal, verdict } from './words.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {keyof import('../wire.js').Offers} Offer */
/** @typedef {import('../outbox.js').Order} Order */
/** @typedef {import('./model.js').Game} Game */

/**
 * @typedef {object} Acts
 * @property {(order: Order) => void} command
 * @property {(name: string) => void} join
 * @property {(level: number) => void} levelUp
 * @property {() => number} now the server's time
 */

/** How long before the removal of a game its players see a notice, in milliseconds. */
const removalNotice = 7 * 24 * 60 * 60 * 1000;

/** Kept until the seats change: drawing it again would fetch the QR codes again. */
/** @type {{key: string, card: HTMLElement} | null} */
let waitingCard = null;

/**
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement[]}
 */
export function notices(game, acts) {
  const { state } = game;
  switch (state.status) {
    case 'waiting': {
      const key = JSON.stringify([game.players, game.you]);
      if (waitingCard?.key !== key) waitingCard = { key, card: waiting(game, acts) };
      return [waitingCard.card, ...removedSoon(game, acts)];
    }
    case 'cancelled':
      return [card('The game was cancelled', home())];
    case 'over':
      return [...offers(game, acts), over(game, acts), ...removedSoon(game, acts)];
    case 'paused':
      return [card('The game is paused', h('p', {}, 'The clocks are stopped.')), ...removedSoon(game, acts)];
    case 'running':
      return [...offers(game, acts), ...gone(game, acts), ...removedSoon(game, acts)];
  }
}

/**
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement[]}
 */
function removedSoon(game, { now }) {
  const { state } = game;
  const text = removal(state);
  if (text === null || (state.removed_at ?? 0) - now() > removalNotice) return [];
  return [card('Keep this game?', h('p', {}, text), h('button', { type: 'button', onclick: () => showShare(game) }, 'Download …'))];
}

/**
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement[]}
 */
export function ending(game, acts) {
  return [...offers(game, acts), afterwards(game, acts)];
}

/**
 * @param {Game} game
 * @param {Acts} acts
 */
function afterwards(game, { command, levelUp }) {
  const { state, you, full } = game;
  const asked = state.offers.rematch;
  const may = you.length > 0 && state.rematch == null && asked == null;
  const level = nextLevel(game);
  const rematch = () => command({ command: 'offer_rematch', as: you[0] });
  return h(
    'div',
    { class: 'next' },
    level !== null && h('p', {}, `Ready for level ${level}?`),
    h(
      'div',
      { class: 'row' },
      level !== null && h('button', { type: 'button', class: 'primary', onclick: () => levelUp(level) }, `Play level ${level}`),
      may && h('button', { type: 'button', class: level === null ? 'primary' : '', onclick: rematch }, 'Rematch'),
      state.rematch != null && h('a', { class: level === null ? 'button primary' : 'button', href: `/game/${state.rematch}` }, 'Next game'),
      h('a', { class: 'button', href: `/study#game=${full.id}` }, 'Study this game'),
      home(),
    ),
  );
}

/**
 * @param {Game} game
 * @param {Acts} acts
 */
function waiting(game, { command, join }) {
  const { players, you } = game;
  const colors = /** @type {Color[]} */ (['black', 'white']);
  const mine = you.find((color) => !players[color].joined);
  const free = you.length === 0 ? colors.find((color) => players[color].open && !players[color].joined) : undefined;
  const seat = mine ?? free;
  if (seat !== undefined) return joinCard(game, seat, join);
  if (you.length === 0) return card('The game has not started', h('p', {}, 'Waiting for the players.'));
  const links = inviteLinks(game).filter(({ color }) => !players[color].open);
  const listed = colors.some((color) => players[color].open && !players[color].joined);
  const words = listed
    ? 'Your challenge is in the lobby. The game starts when someone accepts it.'
    : links.length > 0
      ? 'The game starts when your friend opens the link and accepts.'
      : 'The game starts when your opponent opens the invitation link, which is shown in the tab where you created the game.';
  return card(
    listed ? 'Waiting for an opponent' : 'Invite a friend',
    h('p', {}, words),
    links.length > 0 && linkFields(links.map(({ color, link }) => ({ name: `To play ${colorName(color)}`, path: link }))),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: 'danger', onclick: () => command({ command: 'cancel' }) }, 'Cancel the game'),
    ),
  );
}

/**
 * @param {Game} game
 * @param {Color} seat
 * @param {(name: string) => void} join
 */
function joinCard(game, seat, join) {
  const opponent = game.players[other(seat)];
  const against = opponent.joined ? ` against ${playerName(game, other(seat))}` : '';
  const input = h('input', { maxlength: 24, autocomplete: 'nickname', placeholder: 'None', value: rememberedName() });
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
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement[]}
 */
function offers(game, { command }) {
  /** @type {Record<Offer, {asks: string, waits: string, accept: Order['command'], decline: Order['command']}>} */
  const texts = {
    draw: { asks: 'offers a draw', waits: 'You offered a draw.', accept: 'accept_draw', decline: 'decline_draw' },
    takeback: {
      asks: 'asks for a takeback',
      waits: 'You asked for a takeback.',
      accept: 'accept_takeback',
      decline: 'decline_takeback',
    },
    rematch: { asks: 'offers a rematch', waits: 'You offered a rematch.', accept: 'accept_rematch', decline: 'decline_rematch' },
  };
  return Object.entries(texts).flatMap(([kind, text]) => {
    const by = game.state.offers[/** @type {Offer} */ (kind)];
    if (by == null) return [];
    const name = playerName(game, by);
    if (!game.you.includes(other(by))) {
      const words = game.you.includes(by) ? `${text.waits} Waiting for a reply.` : `${name} ${text.asks}.`;
      return [h('p', { class: 'card notice' }, words)];
    }
    const answer = (/** @type {string} */ order) => () =>
      command(/** @type {Order} */ ({ command: order, as: other(by) }));
    return [
      h(
        'div',
        { class: 'card notice attention' },
        h('p', {}, h('b', {}, name), ` ${text.asks}.`),
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'button', class: 'primary', onclick: answer(text.accept) }, 'Accept'),
          h('button', { type: 'button', onclick: answer(text.decline) }, 'Decline'),
        ),
      ),
    ];
  });
}

/**
 * @param {Game} game
 * @param {Acts} acts
 * @returns {HTMLElement[]}
 */
function gone(game, { command, now }) {
  if (game.you.length !== 1) return [];
  const away = game.state.gone[other(game.you[0])];
  if (away === null) return [];
  const name = playerName(game, other(game.you[0]));
  const ms = away.claim_in - Math.max(0, now() - game.state.at);
  const claim = h('button', { type: 'button', class: 'primary', onclick: () => command({ command: 'claim' }) }, 'Claim victory');
  const seconds = Math.ceil(ms / 1000);
  return [
    h(
      'div',
      { class: 'card notice attention', 'data-counts': '' },
      h('p', {}, h('b', {}, name), ' has left.', ms > 0 && ` You can claim victory in ${seconds} s.`),
      ms <= 0 && h('div', { class: 'row' }, claim),
    ),
  ];
}

/**
 * @param {Game} game
 * @param {Acts} acts
 */
function over(game, acts) {
  const { result } = game.state;
  return card(result ? headline(result) : 'The game is over', h('p', {}, result && `${reason(result)} ${verdict(game)}`), afterwards(game, acts));
}

function home() {
  return h('a', { class: 'button', href: '/' }, 'Home');
}

/**
 * @param {string} title
 * @param {...import('../dom.js').Child} content
 */
function card(title, ...content) {
  return h('section', { class: 'card notice', 'aria-label': title }, h('h2', {}, title), ...content);
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
