// Undo after the fact: a note with a button. The next note replaces it.

import { h } from './dom.js';
import { say } from './shell.js';

const SHOWN = 12_000;

/** @type {{box: HTMLElement, undo: () => void} | null} */
let offered = null;

/**
 * Says what was done and offers to undo it, also with Ctrl+Z.
 * @param {string} text
 * @param {() => unknown} undo
 */
export function offerUndo(text, undo) {
  offered?.box.remove();
  for (const old of document.querySelectorAll('.toast')) old.remove();
  const act = () => {
    close();
    say('Undone.');
    undo();
  };
  const before = document.activeElement;
  const button = h('button', { type: 'button', onclick: act }, 'Undo');
  const box = h('div', { class: 'toast undo', role: 'group', 'aria-label': text }, h('span', {}, text), button);
  const close = () => {
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    if (offered?.box === box) offered = null;
    if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
  offered = { box, undo: act };
  (document.querySelector('dialog[open]') ?? document.body).append(box);
  say(`${text} Press Undo to take it back.`);
  // The button that was pressed is often gone.
  if (before === null || before === document.body || !before.isConnected) button.focus({ preventScroll: true });
  setTimeout(() => {
    if (!box.contains(document.activeElement)) close();
    else box.addEventListener('focusout', close, { once: true });
  }, SHOWN);
}

globalThis.document?.addEventListener('keydown', (event) => {
  if (offered === null || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest('input, textarea') !== null) return;
  event.preventDefault();
  offered.undo();
});
