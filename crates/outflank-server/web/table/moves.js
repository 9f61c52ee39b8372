import { button } from '../shell.js';
import { fill, h } from '../dom.js';
import { placements } from '../replay.js';
import { colorName } from './words.js';

/** @typedef {import('../wire.js').Ply} Ply */
/** @typedef {import('../wire.js').Color} Color */

export class Moves {
  #list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
  #steps = h('div', { class: 'steps', role: 'group', 'aria-label': 'Step through the game' });
  /** @type {HTMLButtonElement[]} */
  #buttons;
  /** @type {Ply[]} */
  #plies = [];
  #at = 0;
  #go;

  /** @param {(ply: number) => void} go shows the board after a ply */
  constructor(go) {
    this.#go = go;
    this.#buttons = [
      button('First position', 'M18 6l-7 6 7 6M7 6v12', () => go(0)),
      button('Previous move', 'M15 6l-7 6 7 6', () => go(Math.max(0, this.#at - 1))),
      button('Next move', 'M9 6l7 6-7 6', () => go(Math.min(this.#plies.length, this.#at + 1))),
      button('Last position', 'M6 6l7 6-7 6M17 6v12', () => go(this.#plies.length)),
    ];
    this.#steps.append(...this.#buttons);
    this.#list.addEventListener('keydown', (event) => {
      if (this.key(event)) this.#list.querySelector('[aria-current]')?.closest('button')?.focus();
    });
  }

  get elements() {
    return [this.#list, this.#steps];
  }

  /**
   * @param {Ply[]} plies
   * @param {number} at the ply after which the board is shown
   * @param {Color} first the side that moved first
   */
  show(plies, at, first) {
    const focused = this.#list.contains(document.activeElement);
    const changed = plies !== this.#plies || this.#list.childElementCount === 0;
    this.#plies = plies;
    this.#at = at;
    if (changed) this.#write(first);
    this.#list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const current = this.#list.querySelector(`[data-ply="${at}"]`);
    current?.setAttribute('aria-current', 'true');
    if (current instanceof HTMLElement) {
      reveal(this.#list, current);
      if (focused) current.focus({ preventScroll: true });
    } else {
      this.#list.scrollTo({ top: 0, left: 0 });
    }
    // A `disabled` button would lose the focus.
    const ends = [at === 0, at === 0, at === plies.length, at === plies.length];
    this.#buttons.forEach((step, i) => step.setAttribute('aria-disabled', String(ends[i])));
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was handled
   */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    const last = this.#plies.length;
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: last };
    if (!(event.key in targets)) return false;
    event.preventDefault();
    this.#go(Math.min(last, Math.max(0, targets[event.key])));
    return true;
  }

  /** @param {Color} first */
  #write(first) {
    // If White begins, the first cell stays empty.
    const shift = first === 'white' ? 1 : 0;
    const rows = [];
    for (let row = 0; row * 2 < this.#plies.length + shift; row += 1) {
      const cells = [row * 2 - shift, row * 2 + 1 - shift].map((i) => this.#cell(i));
      rows.push(h('li', {}, ...cells));
    }
    fill(this.#list, ...rows);
    if (rows.length === 0) fill(this.#list, h('li', { class: 'soft none' }, 'No moves yet.'));
  }

  /** @param {number} i */
  #cell(i) {
    const ply = this.#plies[i];
    if (ply === undefined) return h('span', { class: 'ply' });
    const number = ply.square == null ? '' : String(placements(this.#plies.slice(0, i + 1)));
    const name = [number, `${colorName(ply.by)} ${ply.square ?? 'pass'}`].filter(Boolean).join(', ');
    return h(
      'button',
      { type: 'button', class: 'quiet ply', 'data-ply': i + 1, 'aria-label': name, onclick: () => this.#go(i + 1) },
      h('span', { class: 'number', 'aria-hidden': 'true' }, number),
      h('span', { class: 'token small', 'data-disc': ply.by, 'aria-hidden': 'true' }),
      ply.square ?? 'pass',
    );
  }
}

/**
 * Scrolls the list only; `scrollIntoView` would scroll the page.
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
function reveal(list, item) {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  const dy = inner.top + inner.height / 2 - (outer.top + outer.height / 2);
  const dx = inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  list.scrollBy({ top: dy, left: dx });
}
