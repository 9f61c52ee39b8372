// Shared by all pages: header, footer and tab bar, the live region, toasts, and buttons that leave time to undo.

import { build, fill, h, icon } from './dom.js';
import { footerTree, headerTree, tabBarTree } from './shell-markup.js';
import { isUpdate } from './update.js';

/** @typedef {import('./markup.js').Tree} Tree */

/** An element with markup of its own. What the HTML holds already is kept. */
class Shell extends HTMLElement {
  connectedCallback() {
    if (this.firstElementChild === null) this.replaceChildren(...this.trees(this.getAttribute('current')).map((tree) => build(tree)));
  }

  /**
   * @param {string | null} _current
   * @returns {Tree[]}
   */
  trees(_current) {
    return [];
  }
}

/** <of-header current="play">. */
export class Header extends Shell {
  trees = headerTree;
}

/** <of-footer>. */
export class Footer extends Shell {
  trees = footerTree;
}

/** <of-tab-bar current="play">, at the bottom of phones. */
export class TabBar extends Shell {
  trees = tabBarTree;
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

/**
 * A button that acts after some seconds: pressed, it counts down ("Resigning … Undo (3)"), and pressing it again stops that.
 * @param {{name: string, doing: string, act: () => void, path?: string, seconds?: number}} options  `path` is of an icon
 * @returns {HTMLButtonElement & {cancel: () => void}}
 */
export function undoable({ name, doing, act, path, seconds = 3 }) {
  let left = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const rest = () => {
    clearTimeout(timer);
    left = 0;
    element.removeAttribute('data-undo');
    fill(element, path !== undefined && icon(path), name);
  };
  const tick = () => {
    if (left === 0) {
      rest();
      act();
      return;
    }
    fill(element, h('span', { class: 'counting' }, `${doing} …`), h('b', {}, `Undo (${left})`));
    left -= 1;
    timer = setTimeout(tick, 1000);
  };
  const press = () => {
    if (element.hasAttribute('data-undo')) {
      say('Undone.');
      return rest();
    }
    element.setAttribute('data-undo', '');
    say(`${doing} in ${seconds} seconds. Press again to undo.`);
    left = seconds;
    tick();
  };
  const element = h('button', { type: 'button', onclick: press });
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && element.hasAttribute('data-undo')) press();
  });
  rest();
  return Object.assign(element, { cancel: rest });
}

function region() {
  const found = document.getElementById('said');
  if (found !== null) return found;
  const made = h('div', { id: 'said', role: 'status', 'aria-live': 'polite', class: 'visually-hidden' });
  document.body.append(made);
  return made;
}

// From api.js.
addEventListener('outflank-build', (event) => {
  if (!isUpdate(/** @type {CustomEvent<string>} */ (event).detail)) return;
  toast('Outflank was updated. Reloading the page.');
  setTimeout(() => location.reload(), 1500);
});

region();
customElements.define('of-header', Header);
customElements.define('of-footer', Footer);
customElements.define('of-tab-bar', TabBar);
