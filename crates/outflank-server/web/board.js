// <of-board>: draws a board and reports chosen squares. It knows no rules: the view has the legal moves and their flips.
// Markup that is in the page already is adopted. Attributes: `tray` adds the tray, `picture` makes a board that can only be looked at.

import { boardTree, colorOf, files, inOrder, ranks, squareName } from './board-markup.js';
import { build, h } from './dom.js';
import { count, index, other, squares } from './replay.js';
import { chosen, motion } from './settings.js';

/** @typedef {import('./replay.js').Color} Color */
/** @typedef {import('./wire.js').LegalMove} Legal */
/**
 * What is written on a square. `loss`, in discs, gives its shade; without it, `bad` is dark and everything else light.
 * @typedef {{text: string, kind?: 'best' | 'good' | 'bad', loss?: number}} Value
 */
/**
 * `discs` are 64 of `-`, `X` (black) and `O` (white), a1 b1 ... h8. `played` is marked among the values.
 * @typedef {{
 *   discs: string,
 *   legal?: Legal[],
 *   last?: string | null,
 *   turn?: Color,
 *   values?: Map<string, Value>,
 *   played?: string | null,
 *   hints?: string[],
 *   premove?: string | null,
 *   playable?: boolean,
 *   premovable?: boolean,
 *   editable?: boolean,
 *   flipped?: boolean,
 *   animate?: boolean,
 *   label?: string,
 * }} BoardView
 */

/** Times of the animation, in milliseconds; `step` delays each further disc of a line. */
const times = { place: 120, flip: 240, step: 40 };

/**
 * Events, with `{square}` as detail:
 * - `play` for a legal square, `illegal` for another one; `idle` while not `playable`; `premove` for an empty square while `premovable`;
 *   `square` while `editable`.
 * - `armed` after the first of two taps or clicks, also with `flips` and `touch`: the next one plays.
 * - `placed` when a new disc is down, also with `color`; its flips begin.
 */
export class Board extends HTMLElement {
  /** @type {BoardView} */
  #view = { discs: '' };
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
  /** Null until the element is in the page. @type {HTMLElement | null} */
  #grid = null;
  /** @type {HTMLElement | null} */
  #tray = null;

  connectedCallback() {
    if (this.#grid !== null) return;
    if (this.querySelector('.grid') === null) {
      const options = { picture: this.hasAttribute('picture'), tray: this.hasAttribute('tray') };
      this.replaceChildren(...boardTree('', options).map((tree) => build(tree)));
    }
    const grid = /** @type {HTMLElement} */ (this.querySelector('.grid'));
    this.#grid = grid;
    this.#tray = this.querySelector('.tray');
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (grid.querySelectorAll('[data-square]'))) {
      const disc = /** @type {HTMLElement} */ (element.firstElementChild);
      this.#cells.set(element.dataset.square ?? '', { element, disc, value: null });
    }
    if (!this.hasAttribute('picture')) this.#listen(grid);
    const view = this.#view;
    this.#adopt();
    if (view.discs !== '') void this.show({ ...view, animate: false });
  }

  /** Takes the position from the markup, so that the first `show` changes only what differs. */
  #adopt() {
    const marks = squares.map((square) => {
      const color = this.#cells.get(square)?.disc.dataset.disc;
      return color === 'black' ? 'X' : color === 'white' ? 'O' : '-';
    });
    this.#view = { discs: marks.join(''), flipped: this.#cells.keys().next().value === 'h8' };
    this.#fillTray();
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
    if (this.#grid === null) return Promise.resolve();
    if (Boolean(before.flipped) !== Boolean(view.flipped)) this.#arrange();
    this.#draw();
    // A preview on discs that turn would show two moves at once.
    const preview = () => {
      if (this.#view === view) this.#preview(this.#hovered ?? this.#focused());
    };
    if (view.animate) return this.#change(before.discs).then(preview);
    preview();
    return Promise.resolve();
  }

  /** @param {FocusOptions} [options] */
  focus(options) {
    this.#cells.get(this.#stop())?.element.focus(options);
  }

  /** @param {HTMLElement} grid */
  #listen(grid) {
    grid.addEventListener('pointerdown', (event) => (this.#pointer = event.pointerType));
    grid.addEventListener('click', (event) => this.#clicked(event));
    grid.addEventListener('keydown', (event) => this.#pressed(event));
    grid.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'mouse') this.#preview((this.#hovered = squareOf(event.target)));
    });
    grid.addEventListener('pointerleave', () => {
      this.#hovered = null;
      this.#preview(this.#armed ?? this.#focused());
    });
    grid.addEventListener('focusin', (event) => this.#focusMoved(squareOf(event.target)));
    grid.addEventListener('focusout', () => this.#preview(this.#armed));
  }

  #arrange() {
    const focused = this.#focused();
    const flipped = Boolean(this.#view.flipped);
    const order = inOrder(flipped);
    for (const [row, element] of [...(this.#grid?.children ?? [])].entries()) {
      element.replaceChildren(...order.slice(8 * row, 8 * row + 8).flatMap((square) => this.#cells.get(square)?.element ?? []));
    }
    this.querySelector('.files')?.replaceChildren(...files(flipped).map((tree) => build(tree)));
    this.querySelector('.ranks')?.replaceChildren(...ranks(flipped).map((tree) => build(tree)));
    if (focused !== null) this.#cells.get(focused)?.element.focus({ preventScroll: true });
  }

  #draw() {
    const { discs, last, turn, values, played, hints, premove, playable, premovable, editable, label } = this.#view;
    setAttribute(this.#grid, 'aria-label', label ?? 'Board');
    this.toggleAttribute('data-playable', Boolean(playable));
    this.toggleAttribute('data-premovable', Boolean(premovable && !playable));
    this.toggleAttribute('data-editable', Boolean(editable));
    this.#fillTray();
    const isPicture = this.hasAttribute('picture');
    const stop = this.#stop();
    for (const [square, cell] of this.#cells) {
      const { element, disc } = cell;
      const color = colorOf(discs[index(square)]);
      const legal = this.#legal.get(square);
      const isPremove = square === premove;
      const isHint = hints?.includes(square) ?? false;
      const value = values?.get(square);
      setData(disc, 'disc', color);
      setData(disc, 'ghost', isPremove && color === null && turn !== undefined ? other(turn) : null);
      setData(element, 'legal', legal ? '' : null);
      setData(element, 'last', square === last ? '' : null);
      setData(element, 'hint', isHint ? '' : null);
      setData(element, 'premove', isPremove ? '' : null);
      setData(element, 'played', square === played ? '' : null);
      setData(element, 'preview', null);
      setData(element, 'turns', null);
      writeValue(cell, value);
      if (isPicture) continue;
      const tabindex = square === stop ? 0 : -1;
      if (element.tabIndex !== tabindex) element.tabIndex = tabindex;
      const state = { color, legal, last: square === last, value: value?.text, played: square === played, hint: isHint, premove: isPremove };
      setAttribute(element, 'aria-label', squareName(square, state));
    }
    this.#previewed = null;
  }

  #fillTray() {
    if (this.#tray === null) return;
    const { black, white } = count(this.#view.discs);
    this.#tray.style.setProperty('--black', String(black));
    this.#tray.style.setProperty('--white', String(white));
  }

  /** @param {string | null} square */
  #preview(square) {
    // Without marks for legal moves a preview would give them away.
    const shows = square !== null && (square === this.#armed || (chosen('preview') === 'on' && chosen('legal') === 'on'));
    const legal = shows && this.#view.playable ? this.#legal.get(square) : undefined;
    const next = legal?.square ?? null;
    if (next === this.#previewed) return;
    this.#previewed = next;
    const turns = new Set(legal?.flips);
    for (const [name, { element, disc }] of this.#cells) {
      if (name === this.#view.premove) continue;
      setData(element, 'turns', turns.has(name) ? '' : null);
      setData(element, 'preview', name === next ? `+${turns.size}` : null);
      setData(disc, 'ghost', name === next ? (this.#view.turn ?? null) : null);
    }
  }

  /** @param {string} square */
  #choose(square) {
    const { editable, playable, premovable, discs } = this.#view;
    const isPremove = premovable && colorOf(discs[index(square)]) === null;
    const kind = editable ? 'square' : playable ? (this.#legal.has(square) ? 'play' : 'illegal') : isPremove ? 'premove' : 'idle';
    this.#armed = null;
    this.dispatchEvent(new CustomEvent(kind, { detail: { square } }));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const square = squareOf(event.target);
    if (square === null) return;
    this.#cells.get(square)?.element.focus({ preventScroll: true });
    const touch = this.#pointer === 'touch';
    const previews = touch && chosen('preview') === 'on' && chosen('legal') === 'on';
    const legal = this.#view.playable && !this.#view.editable ? this.#legal.get(square) : undefined;
    if (legal !== undefined && (previews || chosen('confirm') === 'on') && this.#armed !== square) {
      this.#armed = square;
      this.#preview(square);
      this.dispatchEvent(new CustomEvent('armed', { detail: { square, flips: legal.flips.length, touch } }));
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
    if (event.key === 'Escape' && this.#armed !== null) {
      this.#armed = null;
      this.#preview(null);
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
    if (square !== this.#armed) this.#armed = null;
    this.#preview(square);
  }

  #stop() {
    return this.#cursor ?? this.#view.legal?.[0]?.square ?? 'a1';
  }

  /** @returns {string | null} */
  #focused() {
    const active = document.activeElement;
    return active !== null && this.#grid?.contains(active) ? squareOf(active) : null;
  }

  /**
   * Animates the change from another position: the new disc is put down, then the others turn, one after the other along each line.
   * @param {string} before
   */
  async #change(before) {
    const changed = [...this.#cells].flatMap(([square, cell]) => {
      const from = colorOf(before[index(square)]);
      const to = colorOf(this.#view.discs[index(square)]);
      return from === to ? [] : [{ square, from, to, ...cell }];
    });
    const placed = changed.filter(({ from }) => from === null);
    // Lines begin at the disc that is put down, or taken back.
    const origin = (placed[0] ?? changed.find(({ to }) => to === null))?.square;
    const announce = () => {
      for (const { square, to } of placed) this.dispatchEvent(new CustomEvent('placed', { detail: { square, color: to } }));
    };
    // Browsers don't run animations of hidden pages.
    if (!this.isConnected || !motion() || document.hidden) return announce();
    let end = times.place;
    for (const { disc } of placed) this.#animations.push(disc.animate(drop, { duration: times.place, easing }));
    for (const { square, from, to, disc, element } of changed) {
      if (from === null || to === null) continue;
      const delay = (placed.length > 0 ? times.place : 0) + times.step * (origin === undefined ? 0 : distance(origin, square) - 1);
      const old = h('span', { class: 'disc old', 'aria-hidden': 'true', 'data-disc': from });
      element.append(old);
      const timing = { duration: times.flip, delay, fill: /** @type {const} */ ('both') };
      this.#animations.push(old.animate(away, timing), disc.animate(into, timing));
      end = Math.max(end, delay + times.flip);
    }
    const running = this.#animations;
    if (placed.length > 0) void finished(running.slice(0, placed.length), times.place).then((ended) => ended && announce());
    await finished(running, end);
    if (this.#animations === running) this.#still();
  }

  #still() {
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
    for (const old of this.#grid?.querySelectorAll('.old') ?? []) old.remove();
  }
}

/** @typedef {{element: HTMLElement, disc: HTMLElement, value: HTMLElement | null}} Cell */

const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';
const drop = [
  { transform: 'scale(1.18)', opacity: 0 },
  { transform: 'scale(1)', opacity: 1 },
];
// The old face narrows to an edge and rises a little, then the new one opens.
const away = [
  { transform: 'none', easing: 'ease-in' },
  { transform: 'translateY(-6%) scaleX(0)', offset: 0.5 },
  { transform: 'scaleX(0)' },
];
const into = [
  { transform: 'scaleX(0)' },
  { transform: 'translateY(-6%) scaleX(0)', offset: 0.5, easing: 'ease-out' },
  { transform: 'none' },
];

/**
 * Waits for animations, but not longer than they take: a page that is hidden meanwhile does not run them.
 * @param {Animation[]} animations
 * @param {number} ms
 * @returns {Promise<boolean>} whether they ran to their end
 */
function finished(animations, ms) {
  const all = Promise.all(animations.map(({ finished }) => finished)).then(
    () => true,
    () => false,
  );
  return Promise.race([all, new Promise((/** @type {(ended: boolean) => void} */ done) => setTimeout(() => done(true), ms + 200))]);
}

/**
 * The shade of a move that costs `loss` discs: 0, the lightest, to 5.
 * @param {number} loss
 */
export function shade(loss) {
  const step = [1, 4, 8, 13, 20].findIndex((limit) => loss < limit);
  return step < 0 ? 5 : step;
}

/**
 * @param {Cell} cell
 * @param {Value | undefined} value
 */
function writeValue(cell, value) {
  if (value === undefined) {
    cell.value?.remove();
    cell.value = null;
    return;
  }
  if (cell.value === null) cell.element.append((cell.value = h('span', { class: 'value' })));
  if (cell.value.textContent !== value.text) cell.value.textContent = value.text;
  const { kind, loss } = value;
  setData(cell.value, 'kind', kind ?? null);
  setData(cell.value, 'step', String(loss !== undefined ? shade(loss) : kind === 'best' ? 0 : kind === 'bad' ? 4 : 1));
}

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
  if (value === null) {
    if (name in element.dataset) delete element.dataset[name];
  } else if (element.dataset[name] !== value) element.dataset[name] = value;
}

/**
 * @param {Element | null} element
 * @param {string} name
 * @param {string} value
 */
function setAttribute(element, name, value) {
  if (element?.getAttribute(name) !== value) element?.setAttribute(name, value);
}

customElements.define('of-board', Board);
