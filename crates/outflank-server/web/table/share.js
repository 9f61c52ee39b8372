import { get, qr } from '../api.js';
import { dialog, fill, h } from '../dom.js';
import { invitation } from '../invitation.js';
import { toast } from '../shell.js';
import { colorName, removal } from './words.js';

/** @typedef {import('../wire.js').Color} Color */
/** @typedef {import('../wire.js').BySeat} Links */
/** @typedef {import('./model.js').Game} Game */
/** @typedef {{name: string, path: string}} Link */

const files = { json: 'JSON', ggf: 'GGF', sgf: 'SGF', txt: 'Text', svg: 'Picture (SVG)', png: 'Picture (PNG)' };

/**
 * The links of a game created in this tab; the server sends them only once.
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
 * Links that work for others, or why there are none. The server's addresses may change, so they are requested each time.
 * @param {Link[]} links
 * @returns {HTMLElement}
 */
export function linkFields(links) {
  const place = h('div', { class: 'links' });
  const fields = h('div', { class: 'links' });
  /** @param {string} base */
  const show = (base) => fill(fields, ...links.map(({ name, path }) => linkField(name, new URL(path, base).href, true)));
  /** @param {string} sentence @param {...import('../dom.js').Child} remedy */
  const explain = (sentence, ...remedy) =>
    fill(
      place,
      h('p', { class: 'unreachable', role: 'note' }, sentence, ...remedy),
      ...links.map(({ name, path }) => linkField(`${name}, on this computer`, new URL(path, location.origin).href, false)),
    );
  get('/api/site').then(
    (site) => {
      const found = invitation(site, location);
      switch (found.kind) {
        case 'share':
          show(found.addresses[0]);
          fill(place, found.addresses.length > 1 && addressChoice(found.addresses, show), fields);
          break;
        case 'local':
          explain(
            'This server only accepts connections from this computer. To invite someone on your network, stop it and start it with ',
            h('code', {}, 'outflank serve --lan'),
            '.',
          );
          break;
        case 'unknown':
          explain(
            'Others cannot reach this computer. Connect it to a network, or open this page at the address that others use.',
          );
          break;
      }
    },
    // The address of this page is the best guess.
    () => {
      show(location.origin);
      fill(place, fields);
    },
  );
  return place;
}

/**
 * @param {string[]} addresses
 * @param {(address: string) => void} chosen
 */
function addressChoice(addresses, chosen) {
  const options = addresses.map((address) => h('option', { value: address }, address.replace('http://', '')));
  const select = h('select', { onchange: () => chosen(select.value) }, ...options);
  return h('label', { class: 'field' }, h('span', {}, 'Address of this computer'), select);
}

/**
 * @param {string} name
 * @param {string} address
 * @param {boolean} forOthers
 */
function linkField(name, address, forOthers) {
  const input = h('input', { readonly: true, value: address, onfocus: () => input.select() });
  const picture = h('img', { class: 'qr', alt: `QR code of the link: ${name}`, width: 160, height: 160, hidden: true });
  if (forOthers) {
    qr(address).then(
      (source) => {
        picture.src = source;
        picture.hidden = false;
      },
      () => {
      },
    );
  }
  const canShare = forOthers && typeof navigator.share === 'function';
  return h(
    'div',
    { class: 'link' },
    h('label', { class: 'field' }, h('span', {}, name), input),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: forOthers && 'primary', onclick: () => copy(input) }, 'Copy link'),
      canShare &&
        h('button', { type: 'button', onclick: () => navigator.share({ title: 'Outflank', url: address }).catch(() => {}) }, 'Share …'),
    ),
    forOthers && picture,
  );
}

/** @param {Game} game */
export function showShare(game) {
  const { id } = game.full;
  const watch = game.full.public ? `/game/${id}` : keptLinks(id)?.watch;
  const links = inviteLinks(game).map(({ color, link }) => ({ name: `To play ${colorName(color)}`, path: link }));
  if (watch) links.push({ name: 'To watch', path: watch });
  const removed = removal(game.state);
  const downloads = Object.entries(files).map(([ending, name]) =>
    h('a', { class: 'button', href: `/game/${id}.${ending}`, download: `${id}.${ending}` }, name),
  );
  dialog(
    'Share',
    links.length > 0 && linkFields(links),
    !watch && h('p', { class: 'soft' }, 'This game is private. The link for spectators is shown in the tab where you created it.'),
    h('h3', { class: 'label' }, 'Download'),
    removed !== null && h('p', { class: 'soft' }, removed),
    h('div', { class: 'row' }, ...downloads),
  );
}

/** @param {HTMLInputElement} input */
async function copy(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    toast('Link copied.');
  } catch {
    // The clipboard needs a secure origin.
    input.focus();
    input.select();
    toast('Copy the selected link.');
  }
}
