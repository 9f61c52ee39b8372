// A game with a friend, or with anyone: the invitation is shown on this page, a challenge opens its game.

import { get, post } from '../api.js';
import { dialog, h } from '../dom.js';
import { linkFields } from '../links.js';
import { proposal } from './choices.js';
import { enter } from './door.js';
import { gameAddress } from './listing.js';
import { streamList } from './lobby.js';
import { matching } from './match.js';

/** @typedef {import('./choices.js').Choices} Choices */
/** @typedef {import('./listing.js').Listed} Listed */

/** The last invitation, shown again if the choices are the same. @type {{wanted: string, game: import('../wire.js').Created} | null} */
let invited = null;

/** @param {Choices} choices */
export async function inviteFriend(choices) {
  const wanted = proposal({ ...choices, opponent: 'friend' });
  const same = JSON.stringify(wanted);
  if (invited?.wanted !== same) invited = { wanted: same, game: await post('/api/games', wanted) };
  const { game } = invited;
  const mine = game.you[0];
  const theirs = mine === 'black' ? 'white' : 'black';
  const link = game.links[theirs];
  const box = dialog(
    'Invite a friend',
    h('p', {}, `You play ${mine === 'black' ? 'Black' : 'White'}. The game starts when your friend opens this link.`),
    link != null && linkFields([{ name: `To play ${theirs === 'black' ? 'Black' : 'White'}`, path: link }]),
    h('a', { class: 'button to-board', href: gameAddress(game.id) }, 'Go to the board'),
  );
  box.classList.add('invitation');
  const stop = streamList('mine', (games) => {
    if (!games?.some(({ id, status }) => id === game.id && status === 'running')) return;
    invited = null;
    location.assign(gameAddress(game.id));
  });
  box.addEventListener('close', stop);
}

/**
 * Joins a challenge with the same terms, or posts one.
 * @param {Choices} choices
 */
export async function findOpponent(choices) {
  /** @type {{games: Listed[]}} */
  const { games } = await get('/api/games?list=open&count=50');
  const found = matching(choices, games);
  if (found === null) return enter(await post('/api/games', proposal({ ...choices, opponent: 'anyone' })));
  await join(found.id, choices.name);
}

/**
 * @param {string} id
 * @param {string} name
 */
export async function join(id, name) {
  const known = name.trim();
  await post(`/api/game/${encodeURIComponent(id)}/join`, { name: known === '' ? null : known });
  location.assign(gameAddress(id));
}
