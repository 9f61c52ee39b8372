// The HTML that puts a game into someone else's page.

/** Room for the board, the players, the controls and a line of text, in pixels. */
const SIZE = { width: 400, height: 548 };

/**
 * @param {string} base  the server's address
 * @param {string} id
 * @param {{ply?: number, autoplay?: boolean}} [options]  `ply`: the position to begin with
 */
export function embedAddress(base, id, { ply, autoplay } = {}) {
  const address = new URL(`/embed/${encodeURIComponent(id)}`, base);
  if (ply !== undefined) address.searchParams.set('ply', String(ply));
  if (autoplay) address.searchParams.set('autoplay', '1');
  return address.href;
}

/**
 * @param {string} base
 * @param {string} id
 * @param {Parameters<typeof embedAddress>[2]} [options]
 */
export function embedCode(base, id, options) {
  const address = embedAddress(base, id, options).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const { width, height } = SIZE;
  return `<iframe src="${address}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" title="Othello game"></iframe>`;
}
