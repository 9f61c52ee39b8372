// Links for others and for one's other devices, with QR codes and the system's share sheet.

import { get, post, qr } from './api.js';
import { dialog, fill, h } from './dom.js';
import { invitation } from './invitation.js';
import { toast } from './shell.js';

/** @typedef {{name: string, path: string}} Link */

/**
 * Links that work for others, or why there are none. The server's addresses may change, so they are requested each time.
 * @param {Link[]} links
 * @param {boolean} [withCode] whether with QR codes
 * @returns {HTMLElement}
 */
export function linkFields(links, withCode = true) {
  const place = h('div', { class: 'links' });
  const fields = h('div', { class: 'links' });
  /** @param {string} base */
  const show = (base) => fill(fields, ...links.map(({ name, path }) => linkField(name, new URL(path, base).href, true, withCode)));
  /** @param {string} sentence @param {...import('./dom.js').Child} remedy */
  const explain = (sentence, ...remedy) =>
    fill(
      place,
      h('p', { class: 'unreachable', role: 'note' }, sentence, ...remedy),
      ...links.map(({ name, path }) => linkField(`${name}, on this computer`, new URL(path, location.origin).href, false, false)),
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
 * @param {boolean} withCode
 */
function linkField(name, address, forOthers, withCode) {
  const input = h('input', { readonly: true, value: address, onfocus: () => input.select() });
  const picture = h('img', { class: 'qr', alt: `QR code of the link: ${name}`, width: 160, height: 160 });
  if (withCode) {
    qr(address).then(
      (source) => (picture.src = source),
      () => picture.remove(),
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
    withCode && picture,
  );
}

/**
 * Shows a link that brings one's seats to another device.
 * @param {string} path  of the request: for one game, or for all
 */
export async function showDeviceLink(path) {
  const { link } = await post(path, {});
  dialog(
    'Continue on another device',
    h('p', { class: 'soft' }, 'Scan the code, or open the link on the other device. It works once, for ten minutes. You can go on playing here, too.'),
    linkFields([{ name: 'For your other device', path: link }]),
  );
}

/**
 * @param {HTMLInputElement} input
 * @param {string} [what]
 */
export async function copy(input, what = 'Link') {
  try {
    await navigator.clipboard.writeText(input.value);
    toast(`${what} copied.`);
  } catch {
    // The clipboard needs a secure origin.
    input.focus();
    input.select();
    toast(`Copy the selected ${what.toLowerCase()}.`);
  }
}
