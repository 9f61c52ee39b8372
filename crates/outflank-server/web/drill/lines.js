import { fill, h } from '../dom.js';
import { lineInShort, popularity } from './words.js';

/** @typedef {import('./words.js').Line} Line */

/** The pause in typing before a search, in milliseconds. */
const REST = 120;

export class LineList {
  /** @type {Line[] | null} */
  #listed = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  /**
   * @param {{search: HTMLInputElement, list: HTMLElement, none: HTMLElement}} parts
   * @param {{search: (text: string) => void, choose: (moves: string) => void}} act
   */
  constructor(parts, act) {
    this.parts = parts;
    this.act = act;
    parts.search.addEventListener('input', () => {
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => act.search(parts.search.value.trim()), REST);
    });
  }

  /**
   * @param {Line[]} lines
   * @param {string | null} current  the moves of the line that is played
   */
  show(lines, current) {
    const { list, none } = this.parts;
    if (lines !== this.#listed) {
      this.#listed = lines;
      none.hidden = lines.length > 0;
      fill(list, ...lines.map((line) => h('li', {}, this.#button(line))));
    }
    for (const button of list.querySelectorAll('button')) {
      if (button.dataset.moves === current) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  }

  /** @param {Line} line */
  #button({ name, moves: line, length, games }) {
    return h(
      'button',
      { type: 'button', class: 'quiet', 'data-moves': line, title: games == null ? undefined : popularity(games), onclick: () => this.act.choose(line) },
      h('span', {}, name),
      h('small', { class: 'soft' }, lineInShort({ length, games })),
    );
  }
}
