import { greet } from '../api.js';

/** @typedef {import('./listing.js').Listed} Listed */

/** The delay before a rejected stream is opened again, in milliseconds. */
const RETRY = 10_000;

export class StreamedList {
  /** @type {Map<string, Listed>} */
  #games = new Map();

  /**
   * @param {{type: string, games?: Listed[], game?: Listed, id?: string}} message
   * @returns {Listed[]}
   */
  take(message) {
    if (message.type === 'games') this.#games = new Map((message.games ?? []).map((game) => [game.id, game]));
    else if (message.type === 'game' && message.game) this.#games.set(message.game.id, message.game);
    else if (message.type === 'gone' && message.id) this.#games.delete(message.id);
    return [...this.#games.values()].sort((a, b) => b.updated - a.updated || (a.id < b.id ? 1 : -1));
  }
}

/**
 * Streams a list of games while the page is visible.
 * @param {'open' | 'mine' | 'running'} name
 * @param {(games: Listed[] | null) => void} changed  called with the list whenever it changes, and with `null` when the stream is lost
 * @returns {() => void} ends it
 */
export function streamList(name, changed) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const ended = new AbortController();
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    if (document.hidden || source !== null || ended.signal.aborted) return;
    const list = new StreamedList();
    source = new EventSource(`/api/games/stream?list=${name}`);
    let isLost = false;
    source.addEventListener('message', (event) => {
      if (isLost) greet();
      isLost = false;
      changed(list.take(JSON.parse(event.data)));
    });
    source.addEventListener('error', () => {
      isLost = true;
      changed(null);
      // The browser reconnects by itself, unless it was rejected.
      if (source?.readyState === EventSource.CLOSED) {
        close();
        timer = setTimeout(open, RETRY);
      }
    });
  };
  const { signal } = ended;
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()), { signal });
  addEventListener('pagehide', close, { signal });
  addEventListener('pageshow', open, { signal });
  open();
  return () => {
    ended.abort();
    close();
  };
}
