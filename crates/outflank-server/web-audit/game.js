/**
 * Starts a public game in which White, the engine, has answered, so that Black can move.
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @returns {Promise<string>} its id
 */
export async function newGame(page, url) {
  await page.goto(url);
  return page.evaluate(async () => {
    const proposal = { black: 'me', white: 'engine:1', public: true };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/games', { method: 'POST', headers, body: JSON.stringify(proposal) });
    return (await answer.json()).id;
  });
}
