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
 * Streams the open challenges while the page is visible.
 * @param {(games: Listed[] | null) => void} changed  called with the list whenever it changes, and with `null` when the stream is lost
 */
export function streamOpen(changed) {
  /** @type {EventSource | null} */
  let source = null;
  const close = () => {
    source?.close();
    source = null;
  };
  const open = () => {
    if (document.hidden || source !== null) return;
    const list = new StreamedList();
    source = new EventSource('/api/games/stream?list=open');
    source.addEventListener('message', (event) => changed(list.take(JSON.parse(event.data))));
    source.addEventListener('error', () => {
      changed(null);
      // The browser reconnects by itself, unless it was rejected.
      if (source?.readyState === EventSource.CLOSED) {
        close();
        setTimeout(open, RETRY);
      }
    });
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  addEventListener('pagehide', close);
  addEventListener('pageshow', open);
  open();
}
