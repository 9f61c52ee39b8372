// The running games: streamed, or requested from time to time where the stream is not available.

import { get } from '../api.js';
import { streamList } from '../home/lobby.js';

/** @typedef {import('./order.js').Watched} Watched */

/** Between requests, in milliseconds. */
const PERIOD = 3000;

/** @param {(games: Watched[]) => void} changed */
export function followRunning(changed) {
  let isStreamed = false;
  const poll = async () => {
    if (!isStreamed && !document.hidden) {
      const { games } = await get('/api/games?list=running&count=50').catch(() => ({ games: null }));
      if (!isStreamed && games !== null) changed(games);
    }
    setTimeout(poll, PERIOD);
  };
  streamList('running', (games) => {
    isStreamed = games !== null;
    if (games !== null) changed(games);
  });
  setTimeout(poll, PERIOD / 4);
}
