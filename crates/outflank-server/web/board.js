// <of-board>: draws a board and reports chosen squares. It knows no rules: the view has the legal moves and their flips.

import { h } from './dom.js';
import { index, squares } from './replay.js';
import { chosen, motion } from './settings.js';

/** @typedef {import('./replay.js').Color} Color */
/** @typedef {import('./wire.js').LegalMove} Legal */
/** @typedef {{text: string, kind?: 'best' | 'good' | 'bad'}} Value */
/**
 * `discs` are 64 of `-`, `X` (black) and `O` (white), a1 b1 ... h8.
 * @typedef {{
 *   discs: string,
 *   legal?: Legal[],
 *   last?: string | null,
 *   turn?: Color,
 *   values?: Map<string, Value>,
 *   playable?: boolean,
 *   editable?: boolean,
 *   flipped?: boolean,
 *   animate?: boolean,
 *   label?: string,
 * }} BoardView
 */

/** Times of the flip animation, in milliseconds; `step` delays each further disc of a line. */
const turning = { duration: 300, delay: 90, step: 55 };

/**
 * Events, all with `{square}` as detail: `play` for a legal square, `illegal` for another one, `idle` while not `playable`, `square` while
 * `editable`, `armed` after a first tap that previews a move.
 */
export class Board extends HTMLElement {
  /** @type {BoardView} */
  #view = { discs: '-'.repeat(64) };
  /** @type {Map<string, Cell>} */
  #cells = new Map();
  /** @type {Map<string, Legal>} */
  #legal = new Map();
  /** The square with the tab stop, once it was moved. @type {string | null} */
  #cursor = null;
  /** The square that the next tap plays. @type {string | null} */
  #armed = null;
  /** @type {string | null} */
  #hovered = null;
  /** @type {string | null} */
  #previewed = null;
  /** @type {Animation[]} */
  #animations = [];
  #pointer = '';
  #grid = h('div', { role: 'grid', class: 'grid' });
  #files = h('div', { class: 'files', 'aria-hidden': 'true' });
  #ranks = h('div', { class: 'ranks', 'aria-hidden': 'true' });

  constructor() {
    super();
    for (const square of squares) {
      const disc = h('span', { class: 'disc' });
      const value = h('span', { class: 'value' });
      const element = h('div', { role: 'gridcell', class: 'square', tabindex: '-1', 'data-square': square }, disc, value);
      this.#cells.set(square, { element, disc, value });
    }
    this.#grid.addEventListener('pointerdown', (event) => (this.#pointer = event.pointerType));
    this.#grid.addEventListener('click', (event) => this.#clicked(event));
    this.#grid.addEventListener('keydown', (event) => this.#pressed(event));
    this.#grid.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'mouse') this.#preview((this.#hovered = squareOf(event.target)));
    });
    this.#grid.addEventListener('pointerleave', () => {
      this.#hovered = null;
      this.#preview(this.#focused());
    });
    this.#grid.addEventListener('focusin', (event) => this.#focusMoved(squareOf(event.target)));
    this.#grid.addEventListener('focusout', () => this.#preview(null));
  }

  connectedCallback() {
    if (this.#grid.isConnected) return;
    this.replaceChildren(h('div', { class: 'felt' }, this.#files, this.#ranks, this.#grid));
    this.#arrange();
    this.#draw();
  }

  /**
   * @param {BoardView} view
   * @returns {Promise<void>} resolved after the animation
   */
  show(view) {
    const before = this.#view;
    this.#view = view;
    this.#legal = new Map((view.legal ?? []).map((legal) => [legal.square, legal]));
    this.#armed = null;
    this.#still();
    if (Boolean(before.flipped) !== Boolean(view.flipped)) this.#arrange();
    this.#draw();
    this.#preview(this.#hovered ?? this.#focused());
    return view.animate && this.isConnected && motion() ? this.#animate(before.discs) : Promise.resolve();
  }

  /** @param {FocusOptions} [options] */
  focus(options) {
    this.#cells.get(this.#stop())?.element.focus(options);
  }

  #arrange() {
    const focused = this.#focused();
    const order = this.#view.flipped ? [...squares].reverse() : squares;
    const rows = Array.from({ length: 8 }, (_, row) =>
      h('div', { role: 'row' }, ...order.slice(8 * row, 8 * row + 8).map((square) => this.#cells.get(square)?.element)),
    );
    this.#grid.replaceChildren(...rows);
    this.#files.replaceChildren(...order.slice(0, 8).map((square) => h('span', {}, square[0])));
    this.#ranks.replaceChildren(...order.filter((_, i) => i % 8 === 0).map((square) => h('span', {}, square[1])));
    if (focused !== null) this.#cells.get(focused)?.element.focus({ preventScroll: true });
  }

  #draw() {
    const { discs, last, values, playable, editable, label } = this.#view;
    this.#grid.setAttribute('aria-label', label ?? 'Board');
    this.toggleAttribute('data-playable', Boolean(playable || editable));
    const stop = this.#stop();
    for (const [square, { element, disc, value }] of this.#cells) {
      const color = colorOf(discs[index(square)]);
      setData(disc, 'disc', color);
      setData(element, 'legal', this.#legal.has(square) ? '' : null);
      setData(element, 'last', square === last ? '' : null);
      const shown = values?.get(square);
      value.textContent = shown?.text ?? '';
      setData(value, 'kind', shown?.kind ?? null);
      element.tabIndex = square === stop ? 0 : -1;
      element.setAttribute('aria-label', this.#name(square, color));
    }
  }

  /**
   * @param {string} square
   * @param {Color | null} color
   */
  #name(square, color) {
    const legal = this.#legal.get(square);
    const value = this.#view.values?.get(square);
    return [
      square,
      color ?? 'empty',
      legal && 'legal',
      legal && `flips ${legal.flips.length}`,
      square === this.#view.last && 'last move',
      value && `value ${value.text}`,
    ]
      .filter(Boolean)
      .join(', ');
  }

  /** @param {string | null} square */
  #preview(square) {
    const legal = square !== null && this.#view.playable ? this.#legal.get(square) : undefined;
    const next = legal?.square ?? null;
    if (next === this.#previewed && next === null) return;
    this.#previewed = next;
    const turns = new Set(legal?.flips);
    for (const [name, { element, disc }] of this.#cells) {
      setData(element, 'turns', turns.has(name) ? '' : null);
      setData(element, 'preview', name === next ? `+${turns.size}` : null);
      setData(disc, 'ghost', name === next ? (this.#view.turn ?? null) : null);
    }
  }

  /** @param {string} square */
  #choose(square) {
    const { editable, playable } = this.#view;
    const kind = editable ? 'square' : !playable ? 'idle' : this.#legal.has(square) ? 'play' : 'illegal';
    this.#armed = null;
    this.dispatchEvent(new CustomEvent(kind, { detail: { square } }));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const square = squareOf(event.target);
    if (square === null) return;
    this.#cells.get(square)?.element.focus({ preventScroll: true });
    // Without marks for legal moves there is no preview.
    const twice = this.#pointer === 'touch' && chosen('tap') === 'preview' && chosen('legal') === 'on';
    const plays = this.#view.playable && !this.#view.editable && this.#legal.has(square);
    if (twice && plays && this.#armed !== square) {
      this.#armed = square;
      this.#preview(square);
      this.dispatchEvent(new CustomEvent('armed', { detail: { square } }));
      return;
    }
    this.#choose(square);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const square = squareOf(event.target);
    if (square === null || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (!event.repeat) this.#choose(square);
      return;
    }
    const at = this.#view.flipped ? 63 - index(square) : index(square);
    const to = moved(at, event.key, event.ctrlKey);
    if (to === null) return;
    event.preventDefault();
    const next = squares[this.#view.flipped ? 63 - to : to];
    this.#cells.get(next)?.element.focus();
  }

  /** @param {string | null} square */
  #focusMoved(square) {
    if (square === null) return;
    const old = this.#cells.get(this.#stop());
    this.#cursor = square;
    if (old) old.element.tabIndex = -1;
    const cell = this.#cells.get(square);
    if (cell) cell.element.tabIndex = 0;
    this.#preview(square);
  }

  #stop() {
    return this.#cursor ?? this.#view.legal?.[0]?.square ?? 'a1';
  }

  /** @returns {string | null} */
  #focused() {
    const active = document.activeElement;
    return active !== null && this.#grid.contains(active) ? squareOf(active) : null;
  }

  /** @param {string} before */
  async #animate(before) {
    const { discs, last } = this.#view;
    for (const [square, { element, disc }] of this.#cells) {
      const from = colorOf(before[index(square)]);
      const to = colorOf(discs[index(square)]);
      if (to === null || from === to) continue;
      if (from === null) {
        this.#animations.push(disc.animate(drop, { duration: turning.delay * 2, easing: 'ease-out' }));
        continue;
      }
      const old = h('span', { class: 'disc old', 'data-disc': from });
      element.append(old);
      const delay = turning.delay + turning.step * (last ? distance(last, square) - 1 : 0);
      const timing = { duration: turning.duration, delay, fill: /** @type {const} */ ('both') };
      this.#animations.push(old.animate(away, timing), disc.animate(into, timing));
    }
    await Promise.all(this.#animations.map((animation) => animation.finished.catch(() => {})));
    if (this.#view.discs === discs) this.#still();
  }

  #still() {
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
    for (const old of this.#grid.querySelectorAll('.old')) old.remove();
  }
}

/** @typedef {{element: HTMLElement, disc: HTMLElement, value: HTMLElement}} Cell */

const drop = [
  { transform: 'scale(1.25)', opacity: 0 },
  { transform: 'scale(1)', opacity: 1 },
];
// The old face narrows to an edge, then the new one opens.
const away = [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(0)' }];
const into = [{ transform: 'scaleX(0)' }, { transform: 'scaleX(0)', offset: 0.5 }, { transform: 'scaleX(1)' }];

/**
 * @param {number} at
 * @param {string} key
 * @param {boolean} far
 * @returns {number | null}
 */
function moved(at, key, far) {
  const column = at % 8;
  const row = (at - column) / 8;
  switch (key) {
    case 'ArrowLeft':
      return column > 0 ? at - 1 : at;
    case 'ArrowRight':
      return column < 7 ? at + 1 : at;
    case 'ArrowUp':
      return row > 0 ? at - 8 : at;
    case 'ArrowDown':
      return row < 7 ? at + 8 : at;
    case 'Home':
      return far ? 0 : at - column;
    case 'End':
      return far ? 63 : at - column + 7;
    case 'PageUp':
      return column;
    case 'PageDown':
      return 56 + column;
    default:
      return null;
  }
}

/**
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  const [p, q] = [index(a), index(b)];
  return Math.max(Math.abs((p % 8) - (q % 8)), Math.abs((p >> 3) - (q >> 3)));
}

/**
 * @param {string | undefined} mark
 * @returns {Color | null}
 */
function colorOf(mark) {
  return mark === 'X' ? 'black' : mark === 'O' ? 'white' : null;
}

/**
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
function squareOf(target) {
  return target instanceof Element ? (target.closest('[data-square]')?.getAttribute('data-square') ?? null) : null;
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string | null} value
 */
function setData(element, name, value) {
  if (value === null) delete element.dataset[name];
  else if (element.dataset[name] !== value) element.dataset[name] = value;
}

customElements.define('of-board', Board);
