/**
 * Waits until the address names a puzzle.
 * @param {import('playwright-core').Page} page
 * @param {string} [other]  not this one
 * @returns {Promise<string>} its id
 */
export async function puzzleOf(page, other) {
  await page.waitForFunction((old) => /^#[0-9a-f]{8}$/.test(location.hash) && location.hash.slice(1) !== old, other);
  return new URL(page.url()).hash.slice(1);
}

/**
 * All moves of a puzzle, best first. The server keeps no progress, so asking for the solution has no effect.
 * @param {string} url  of the server
 * @param {string} id
 * @returns {Promise<string[]>}
 */
export async function movesOf(url, id) {
  const answer = await fetch(`${url}/api/drill/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ puzzle: id, day: 0 }),
  });
  const { moves } = await answer.json();
  return moves.map((/** @type {{square: string}} */ move) => move.square);
}
