// The state of the connection, in the header: calm, and only while there is none.

import { greet } from './api.js';
import { h } from './dom.js';
import { say } from './shell.js';

/** Between attempts to reach the server, in milliseconds. The first failure may only be a page that is being left. */
const RETRY = { first: 500, later: 3000 };

/** @typedef {'' | 'Reconnecting…' | 'Offline'} Words */

export class ConnectionNote {
  /** @type {Words} */
  #shown = '';
  #words = h('span', {});
  #element;

  /** @param {() => void} retry */
  constructor(retry) {
    this.#element = h('div', { class: 'connection', hidden: true }, this.#words, h('button', { type: 'button', onclick: retry }, 'Retry'));
    document.querySelector('of-header header')?.append(this.#element);
  }

  get isShown() {
    return this.#shown !== '';
  }

  hide() {
    this.#shown = '';
    this.#element.hidden = true;
  }

  /** @param {Words} words  none while there is a connection */
  show(words) {
    if (words === this.#shown) return;
    this.#shown = words;
    this.#words.textContent = words;
    this.#element.hidden = words === '';
    say({ '': 'Connected again.', 'Reconnecting…': 'Connection lost. Reconnecting.', Offline: 'You are offline.' }[words]);
  }
}

/** Shows whether requests reach the server, and tries again until one does. */
export function followRequests() {
  const note = new ConnectionNote(greet);
  let failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  addEventListener('outflank-reach', (event) => {
    clearTimeout(timer);
    const isReached = /** @type {CustomEvent<boolean>} */ (event).detail;
    failures = isReached ? 0 : failures + 1;
    if (isReached) return note.show('');
    if (failures > 1) note.show(navigator.onLine ? 'Reconnecting…' : 'Offline');
    timer = setTimeout(greet, failures === 1 ? RETRY.first : RETRY.later);
  });
  addEventListener('online', greet);
}
