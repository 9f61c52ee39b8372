// /device#TOKEN: brings the games of another device here. A button does it, because a link that is only opened or previewed must not be used up.

import { post } from '../api.js';
import { byId } from '../dom.js';
import { problemOf } from '../home/words.js';
import '../shell.js';

const take = byId('take', HTMLButtonElement);
const says = byId('says', HTMLElement);
const token = location.hash.slice(1);
// The token must not stay in the history.
history.replaceState(null, '', location.pathname);

if (token === '') {
  take.disabled = true;
  says.textContent = 'This link is incomplete. Make a new one on the other device, under Settings.';
}

take.addEventListener('click', async () => {
  take.disabled = true;
  try {
    const { games } = await post('/api/device/take', { token });
    says.textContent = games === 1 ? 'One game is on this device now.' : `${games} games are on this device now.`;
    location.assign('/');
  } catch (error) {
    says.textContent = `That did not work: ${problemOf(error)}.`;
  }
});
