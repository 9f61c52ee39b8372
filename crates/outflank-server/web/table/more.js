// What is needed now and then, behind "More".

import { dialog, h } from '../dom.js';
import { problemOf, rulesName } from '../home/words.js';
import { showDeviceLink } from '../links.js';
import { choose, chosen } from '../settings.js';
import { toast } from '../shell.js';
import { canNotify, notifies, setNotifies } from './attention.js';
import { shareParts } from './share.js';
import { clockName } from './words.js';

/** @typedef {import('./model.js').Game} Game */

/**
 * @param {Game} game
 * @param {() => void} turn turns the board
 */
export function showMore(game, turn) {
  const { full, you, state } = game;
  const isOver = state.status === 'over' || state.status === 'cancelled';
  const box = dialog(
    'More',
    h('p', { class: 'soft' }, `${rulesName(full.rules)} · ${clockName(full.clock)}`),
    h(
      'div',
      { class: 'menu' },
      item('Turn board', () => {
        box.close();
        turn();
      }),
      you.length > 0 && !isOver && item('Continue on another device', () => continueElsewhere(full.id)),
      you.length > 0 && canNotify() && toggle('Notify me when it’s my turn', notifies(), notify),
      toggle('Sounds', chosen('sound') === 'on', async (on) => {
        choose('sound', on ? 'on' : 'off');
        return on;
      }),
    ),
    h('h3', { class: 'label' }, 'Share'),
    ...shareParts(game),
  );
  box.classList.add('more');
}

/** @param {string} game */
function continueElsewhere(game) {
  showDeviceLink(`/api/game/${game}/device`).catch((error) => toast(`The link could not be created: ${problemOf(error)}.`));
}

/**
 * @param {boolean} on
 * @returns {Promise<boolean>}
 */
async function notify(on) {
  const isOn = await setNotifies(on);
  if (on && !isOn) toast('Your browser does not allow notifications from this page.');
  return isOn;
}

/**
 * @param {string} name
 * @param {() => void} act
 */
function item(name, act) {
  return h('button', { type: 'button', onclick: act }, name);
}

/**
 * @param {string} name
 * @param {boolean} on
 * @param {(on: boolean) => Promise<boolean>} change returns what it is then
 */
function toggle(name, on, change) {
  const control = h('button', { type: 'button', class: 'toggle', role: 'switch', 'aria-checked': String(on), 'aria-label': name });
  control.addEventListener('click', async () => {
    const isOn = await change(control.getAttribute('aria-checked') !== 'true');
    control.setAttribute('aria-checked', String(isOn));
  });
  return h('div', { class: 'option' }, h('span', { 'aria-hidden': 'true' }, name), control);
}
