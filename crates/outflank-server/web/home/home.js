import '../shell.js';
import { Board } from '../board.js';
import { followRequests } from '../connection.js';
import { byId } from '../dom.js';
import { showFeatures } from './features.js';
import { Form } from './form.js';
import { findOpponent, inviteFriend } from './invite.js';
import { showLists } from './lists.js';
import { Stage } from './stage.js';
import { problemOf } from './words.js';

const lead = byId('lead', HTMLElement);
const form = new Form(byId('new-game', HTMLFormElement), (touched) => {
  if (['start', 'record', 'rules', 'opponent', 'colour'].includes(touched)) stage.open(touched === 'record');
  mark();
});
const stage = new Stage({ board: byId('board', Board), start: byId('start', HTMLButtonElement), lead }, form);
const invite = byId('invite', HTMLButtonElement);
const find = byId('find', HTMLButtonElement);

/** The one thing to press is filled, if it is not the board. */
function mark() {
  invite.classList.toggle('primary', form.choices.opponent === 'friend');
  find.classList.toggle('primary', form.choices.opponent === 'anyone');
}

/**
 * @param {HTMLButtonElement} button
 * @param {(choices: import('./choices.js').Choices) => Promise<void>} act
 */
function offer(button, act) {
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    try {
      await act(form.choices);
    } catch (error) {
      lead.classList.add('bad');
      lead.textContent = `The game could not be created: ${problemOf(error)}.`;
    }
    button.removeAttribute('aria-disabled');
  });
}

mark();
followRequests();
offer(invite, inviteFriend);
offer(find, findOpponent);
showFeatures();
showLists(() => form.choices.name);
