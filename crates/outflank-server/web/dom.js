// DOM nodes. Text is always text: nothing here parses HTML.

import { present } from './markup.js';

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with attributes and children. `on*` attributes are listeners; `true` is an attribute without a value;
 * `false`, `null` and `undefined` leave it out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...given(children));
  return element;
}

/**
 * The nodes of a tree: of HTML, and of SVG from an `svg` element down.
 * @param {import('./markup.js').Tree} tree
 * @param {boolean} [drawn]  whether it is inside SVG
 * @returns {Element}
 */
export function build([tag, attributes, ...children], drawn = false) {
  const inSvg = drawn || tag === 'svg';
  const element = inSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of present(attributes)) element.setAttribute(name, value);
  element.append(...children.map((child) => (typeof child === 'string' ? child : build(child, inSvg))));
  return element;
}

/**
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren(...given(children));
}

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return element;
}

/**
 * @param {string} path
 * @returns {SVGSVGElement}
 */
export function icon(path) {
  const svg = build(['svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ['path', { d: path }]]);
  return /** @type {SVGSVGElement} */ (svg);
}

/**
 * Shows a modal dialog. Closing it returns the focus.
 * @param {string} title
 * @param {...Child} content
 * @returns {HTMLDialogElement}
 */
export function dialog(title, ...content) {
  // The title gets the focus: it is announced, and keys meant for the page have no effect.
  const heading = h('h2', { id: `dialog-${++dialogs}`, tabindex: '-1', autofocus: true }, title);
  const close = h('button', { class: 'quiet close', type: 'button', 'aria-label': 'Close' }, icon('M6 6l12 12M18 6L6 18'));
  const box = h('dialog', { 'aria-labelledby': heading.id }, h('div', { class: 'head' }, heading, close), ...content);
  const before = document.activeElement;
  close.addEventListener('click', () => box.close());
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  box.addEventListener('close', () => {
    box.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    // The element may be gone or disabled by now.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  });
  document.body.append(box);
  box.showModal();
  return box;
}

let dialogs = 0;

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function given(children) {
  return children.filter((child) => child !== null && child !== undefined && child !== false);
}
