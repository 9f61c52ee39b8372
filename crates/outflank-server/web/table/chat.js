import { h } from '../dom.js';
import { label } from '../guests.js';
import { note, toast } from '../shell.js';
import { playerName, playerOf } from './words.js';

/** @typedef {import('../wire.js').ChatMessage} Line */
/** @typedef {import('./model.js').Game} Game */

const longest = 200;

export class Chat {
  #log = h('div', { role: 'log', class: 'log', 'aria-label': 'Chat', tabindex: '0' });
  #input = h('input', { maxlength: longest, 'aria-label': 'Say something', placeholder: 'Say something', autocomplete: 'off' });
  #last = 0;
  element;

  /** @param {(text: string) => boolean} send false if there is no connection */
  constructor(send) {
    const form = h('form', { class: 'row' }, this.#input, h('button', {}, 'Send'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text === '') return;
      if (send(text)) this.#input.value = '';
      else toast('No connection. Your message was not sent.');
    });
    this.element = h('section', { class: 'card chat', 'aria-label': 'Chat' }, h('h2', {}, 'Chat'), this.#log, form);
  }

  /**
   * A new connection repeats earlier lines, which are skipped.
   * @param {Line} line
   * @param {Game} game
   * @param {boolean} fresh whether it is new
   */
  add(line, game, fresh) {
    if (line.number <= this.#last) return;
    this.#last = line.number;
    this.#log.append(h('p', {}, h('b', {}, ...label(playerOf(game, line.by))), ' ', line.text));
    this.#log.scrollTop = this.#log.scrollHeight;
    if (fresh && !game.you.includes(line.by) && !inView(this.element)) note(`${playerName(game, line.by)}: ${line.text}`);
  }
}

/** @param {Element} element */
function inView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}
