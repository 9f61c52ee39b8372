// Ways to hand a game on: links, a QR code, files.

import { qr } from '../api.js';
import { dialog, h } from '../dom.js';
import { toast } from '../shell.js';
import { colorName } from './words.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../wire.js').Links} Links */
/** @typedef {import('./model.js').Game} Game */

const files = { json: 'JSON', ggf: 'GGF', sgf: 'SGF', txt: 'Text', svg: 'Picture (SVG)', png: 'Picture (PNG)' };

/**
 * The links that the server told when this game was made in this tab; it tells them only once.
 * @param {string} id
 * @returns {Links | null}
 */
export function keptLinks(id) {
  try {
    return JSON.parse(sessionStorage.getItem(`outflank-links-${id}`) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * The links to the seats that wait for somebody.
 * @param {Game} game
 * @returns {{color: Color, link: string}[]}
 */
export function inviteLinks(game) {
  const links = keptLinks(game.full.id);
  return /** @type {Color[]} */ (['black', 'white']).flatMap((color) => {
    const link = links?.[color];
    return link && !game.players[color].joined && !game.you.includes(color) ? [{ color, link }] : [];
  });
}

/**
 * A link with a button that copies it, one that shares it where the system can, and its QR code.
 * @param {string} name
 * @param {string} path
 */
export function linkField(name, path) {
  const address = new URL(path, location.href).href;
  const input = h('input', { readonly: true, value: address, onfocus: () => input.select() });
  const picture = h('img', { class: 'qr', alt: `QR code of the link: ${name}`, width: 160, height: 160, hidden: true });
  qr(address).then(
    (source) => {
      picture.src = source;
      picture.hidden = false;
    },
    () => {
      // The link works without its picture.
    },
  );
  const canShare = typeof navigator.share === 'function';
  return h(
    'div',
    { class: 'link' },
    h('label', { class: 'field' }, h('span', {}, name), input),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: 'primary', onclick: () => copy(input) }, 'Copy link'),
      canShare &&
        h('button', { type: 'button', onclick: () => navigator.share({ title: 'Outflank', url: address }).catch(() => {}) }, 'Send …'),
    ),
    picture,
  );
}

/** @param {Game} game */
export function showShare(game) {
  const { id } = game.full;
  const watch = game.full.public ? `/game/${id}` : keptLinks(id)?.watch;
  const downloads = Object.entries(files).map(([ending, name]) =>
    h('a', { class: 'button', href: `/game/${id}.${ending}`, download: `${id}.${ending}` }, name),
  );
  dialog(
    'Share',
    ...inviteLinks(game).map(({ color, link }) => linkField(`To play ${colorName(color)}`, link)),
    watch
      ? linkField('To watch', watch)
      : h('p', { class: 'soft' }, 'This game is private. The link for watching is shown in the tab where it was made.'),
    h('h3', { class: 'label' }, 'Save the game'),
    h('div', { class: 'row' }, ...downloads),
  );
}

/** @param {HTMLInputElement} input */
async function copy(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    toast('The link is copied.');
  } catch {
    // Without a secure address there is no clipboard: the link is selected, to be copied by hand.
    input.focus();
    input.select();
    toast('The link is selected: copy it from here.');
  }
}
