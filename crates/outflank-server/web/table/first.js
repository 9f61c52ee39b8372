// Which game is the first that this browser plays: more is explained in it.

const FIRST = 'outflank-first-game';

/**
 * Whether a game is the first one. The first game that is asked about stays the first.
 * @param {string} id
 */
export function isFirstGame(id) {
  try {
    const first = localStorage.getItem(FIRST);
    if (first === null) localStorage.setItem(FIRST, id);
    return (first ?? id) === id;
  } catch {
    return false;
  }
}
