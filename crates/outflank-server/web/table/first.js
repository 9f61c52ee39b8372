// The first game of this browser, in which more is explained.

const FIRST = 'outflank-first-game';

/** @param {string} id */
export function isFirstGame(id) {
  try {
    const first = localStorage.getItem(FIRST);
    if (first === null) localStorage.setItem(FIRST, id);
    return (first ?? id) === id;
  } catch {
    return false;
  }
}
