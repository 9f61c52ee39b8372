// Shared by all pages: the header with the settings, and the live region.

import { dialog, h, icon } from './dom.js';
import { chosen, choose, settings } from './settings.js';

/** @typedef {import('./settings.js').Setting} Setting */

const pages = {
  play: ['Play', '/'],
  learn: ['Learn', '/learn'],
  watch: ['Watch', '/#watch'],
  study: ['Study', '/study'],
  drill: ['Drill', '/drill'],
  help: ['Help', '/help'],
  api: ['API', '/api'],
};

/** <of-header current="play">. Its own content stays, before the settings. */
export class Header extends HTMLElement {
  connectedCallback() {
    if (this.querySelector('header')) return;
    const current = this.getAttribute('current');
    const own = [...this.childNodes];
    const links = Object.entries(pages).map(([page, [name, address]]) =>
      h('a', { href: address, 'aria-current': page === current && 'page' }, name),
    );
    this.replaceChildren(
      h('a', { class: 'skip', href: '#main' }, 'Skip to content'),
      h(
        'header',
        {},
        h('a', { class: 'brand', href: '/' }, h('span', { class: 'logo', 'aria-hidden': 'true' }), 'Outflank'),
        h('nav', { 'aria-label': 'Pages' }, ...links),
        h('div', { class: 'actions' }, ...own, button('Settings', gear, showSettings)),
      ),
    );
  }
}

/** @param {string} text */
export function say(text) {
  // Repeated words are announced only from a new node.
  region().replaceChildren(h('span', {}, text));
}

/**
 * Shows and announces a text.
 * @param {string} text
 */
export function toast(text) {
  say(text);
  note(text);
}

/**
 * Shows a text without announcing it.
 * @param {string} text
 */
export function note(text) {
  const box = h('div', { class: 'toast', 'aria-hidden': 'true' }, text);
  for (const old of document.querySelectorAll('.toast')) old.remove();
  (document.querySelector('dialog[open]') ?? document.body).append(box);
  setTimeout(() => box.remove(), 5000);
}

/**
 * @param {string} name
 * @param {string} path
 * @param {() => void} act
 */
export function button(name, path, act) {
  return h('button', { type: 'button', class: 'quiet icon-button', 'aria-label': name, title: name, onclick: act }, icon(path));
}

function showSettings() {
  const fields = Object.entries(settings).map(([name, { name: label, values }]) => {
    const setting = /** @type {Setting} */ (name);
    const options = Object.entries(values).map(([value, text]) =>
      h('option', { value, selected: value === chosen(setting) }, text),
    );
    const select = h('select', { onchange: () => choose(setting, select.value) }, ...options);
    return h('label', { class: 'field' }, h('span', {}, label), select);
  });
  dialog('Settings', h('div', { class: 'fields' }, ...fields));
}

function region() {
  const found = document.getElementById('said');
  if (found !== null) return found;
  const made = h('div', { id: 'said', role: 'status', 'aria-live': 'polite', class: 'visually-hidden' });
  document.body.append(made);
  return made;
}

const gear =
  'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5M9 14.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5';

region();
customElements.define('of-header', Header);
