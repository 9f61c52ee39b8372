import { h } from '../dom.js';
import { label } from '../guests.js';
import { toast } from '../shell.js';
import { playerOf } from './words.js';

/** @typedef {import('../wire.js').ChatMessage} Line */
/** @typedef {import('./model.js').Game} Game */

const longest = 200;

/** The chat lies over the moves, on phones over the lower part of the page. It is closed until it is asked for. */
export class Chat {
  #log = h('div', { role: 'log', class: 'log', 'aria-label': 'Chat', tabindex: '0' });
  #input = h('input', { maxlength: longest, 'aria-label': 'Say something', placeholder: 'Say something', autocomplete: 'off' });
  #last = 0;
  #unread = 0;
  #changed;
  element;

  /**
   * @param {(text: string) => boolean} send false if there is no connection
   * @param {(isOpen: boolean, unread: number) => void} changed
   */
  constructor(send, changed) {
    this.#changed = changed;
    const form = h('form', {}, this.#input, h('button', {}, 'Send'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = this.#input.value.trim();
      if (text === '') return;
      if (send(text)) this.#input.value = '';
      else toast('No connection. Your message was not sent.');
    });
    this.element = h('section', { class: 'card chat', 'aria-label': 'Chat', hidden: true }, this.#log, form);
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.toggle();
    });
  }

  toggle() {
    const isOpen = Boolean(this.element.hidden);
    this.element.hidden = !isOpen;
    if (isOpen) {
      this.#unread = 0;
      this.#log.scrollTop = this.#log.scrollHeight;
      this.#input.focus({ preventScroll: true });
    }
    this.#changed(isOpen, this.#unread);
  }

  /**
   * A new connection repeats earlier lines, which are skipped.
   * @param {Line} line
   * @param {Game} game
   * @returns {boolean} whether it is a new line of someone else that is not in view
   */
  add(line, game) {
    if (line.number <= this.#last) return false;
    this.#last = line.number;
    this.#log.append(h('p', {}, h('b', {}, ...label(playerOf(game, line.by))), ' ', line.text));
    this.#log.scrollTop = this.#log.scrollHeight;
    if (!this.element.hidden || game.you.includes(line.by)) return false;
    this.#unread += 1;
    this.#changed(false, this.#unread);
    return true;
  }
}
