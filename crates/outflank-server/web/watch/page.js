import '../shell.js';
import { get } from '../api.js';
import { followRequests } from '../connection.js';
import { byId } from '../dom.js';
import { Card, LiveBoards } from './boards.js';
import { Channel } from './channel.js';
import { followRunning } from './feed.js';

/** Finished games to replay. */
const RECENT = 8;

const isChannel = new URLSearchParams(location.search).has('channel');
byId(isChannel ? 'to-channel' : 'to-boards', HTMLAnchorElement).setAttribute('aria-current', 'page');

const quiet = byId('quiet', HTMLElement);
const place = byId(isChannel ? 'channel' : 'live', HTMLElement);
const view = isChannel ? new Channel() : new LiveBoards(/** @type {HTMLElement} */ (place.querySelector('.boards')));

/** @param {import('./order.js').Watched[]} running */
function show(running) {
  if (running.length > 0) place.hidden = false;
  quiet.hidden = !place.hidden;
  view.show(running);
}

async function showRecent() {
  const { games } = await get(`/api/games?list=finished&count=${RECENT}`);
  const recent = byId('recent', HTMLElement);
  recent.hidden = games.length === 0;
  recent.querySelector('.boards')?.append(...games.map((/** @type {import('./order.js').Watched} */ game) => new Card(game).element));
}

followRequests();
/** The finished games come below, once it is known what is above. */
let isFirst = true;
followRunning((running) => {
  show(running);
  if (!isFirst) return;
  isFirst = false;
  if (!isChannel) showRecent().catch(() => {});
});
