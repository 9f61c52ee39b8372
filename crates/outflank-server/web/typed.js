import { h } from './dom.js';
import { readSquare } from './replay.js';
import { say } from './shell.js';

export class TypedMove {
  #input = h('input', {
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    maxlength: 8,
    placeholder: 'd3',
    'aria-describedby': 'typed-wrong',
  });
  #wrong = h('p', { id: 'typed-wrong', class: 'bad' });
  #legal;
  element;

  /**
   * @param {() => {squares: string[]} | {wrong: string}} legal  the legal moves, or why there are none
   * @param {(square: string) => void} play
   */
  constructor(legal, play) {
    this.#legal = legal;
    this.element = h(
      'form',
      { class: 'typed' },
      h('label', {}, h('span', {}, 'Type a move'), this.#input),
      h('button', {}, 'Play'),
      this.#wrong,
    );
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      const read = this.#read(this.#input.value);
      this.#wrong.textContent = 'wrong' in read ? read.wrong : '';
      if ('wrong' in read) {
        say(read.wrong);
        this.#input.select();
      } else {
        this.#input.value = '';
        play(read.square);
      }
    });
    this.#input.addEventListener('input', () => (this.#wrong.textContent = ''));
  }

  /**
   * @param {string} text
   * @returns {{square: string} | {wrong: string}}
   */
  #read(text) {
    const square = readSquare(text);
    if (square === null) return { wrong: text.trim() === '' ? 'Type a square, such as d3.' : `“${text.trim()}” is not a square. Type one such as d3.` };
    const legal = this.#legal();
    if ('wrong' in legal) return legal;
    return legal.squares.includes(square) ? { square } : { wrong: `${square} is not a legal move.` };
  }
}
