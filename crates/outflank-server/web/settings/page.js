import { Board } from '../board.js';
import { byId } from '../dom.js';
import { Feedback } from '../feedback.js';
import { chosen, choose, settings, store } from '../settings.js';
import { toast } from '../shell.js';
import { play } from '../sound.js';
import { sentenceOf } from '../store.js';
import { showData } from './data.js';
import { showSample } from './sample.js';

/** @typedef {import('../settings.js').Setting} Setting */

const form = byId('settings', HTMLFormElement);
const feedback = new Feedback(byId('feedback', HTMLElement));
const redraw = showSample(byId('sample', Board), feedback);

/** @param {string} name */
function isSetting(name) {
  return Object.hasOwn(settings, name);
}

function show() {
  for (const toggle of form.querySelectorAll('[data-setting]')) {
    const on = chosen(/** @type {Setting} */ (toggle.getAttribute('data-setting'))) === 'on';
    toggle.setAttribute('aria-checked', String(on));
  }
  for (const input of form.querySelectorAll('input')) {
    if (isSetting(input.name)) input.checked = chosen(/** @type {Setting} */ (input.name)) === input.value;
  }
}

/**
 * @param {Setting} setting
 * @param {string} value
 */
function change(setting, value) {
  const kept = choose(setting, value);
  if (!kept.kept) toast(sentenceOf(kept.problem));
  show();
  redraw();
  if (setting === 'sound' || setting === 'volume') play('place');
}

form.addEventListener('change', (event) => {
  const input = event.target;
  if (input instanceof HTMLInputElement && isSetting(input.name)) change(/** @type {Setting} */ (input.name), input.value);
});
form.addEventListener('click', (event) => {
  const toggle = event.target instanceof Element ? event.target.closest('[data-setting]') : null;
  if (toggle === null) return;
  const setting = /** @type {Setting} */ (toggle.getAttribute('data-setting'));
  change(setting, chosen(setting) === 'on' ? 'off' : 'on');
});
form.addEventListener('submit', (event) => event.preventDefault());
// Another tab has changed a setting; theme.js has applied it.
store.onchange(() => {
  show();
  redraw();
});

byId('vibration-option', HTMLElement).hidden = !('vibrate' in navigator) || !matchMedia('(pointer: coarse)').matches;
show();
showData();
