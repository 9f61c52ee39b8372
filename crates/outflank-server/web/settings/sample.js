// A board to try the settings on. It knows no rules: these are the moves of one position.

import { index } from '../replay.js';
import { play } from '../sound.js';

const DISCS = '------------------XO-O----XXOO----OOOX-----OXX------OX----------';
const LAST = 'c5';
/** @type {import('../wire.js').LegalMove[]} */
const LEGAL = Object.entries({
  c2: 'd3 e4',
  d2: 'd3',
  e2: 'd3',
  f2: 'f3 f4',
  e3: 'd3 e4 e5',
  g4: 'f4 e4',
  b5: 'c5 d5 e5',
  b6: 'c5',
  c6: 'c5 d6',
  d7: 'd6 d5 e7',
  d8: 'e7',
  e8: 'e7',
}).map(([square, flips]) => ({ square, flips: flips.split(' ') }));

/** How long a move stays on the board, in milliseconds. */
const SHOWN = 1200;

/**
 * @param {import('../board.js').Board} board
 * @param {import('../feedback.js').Feedback} feedback
 * @returns {() => void} draws it again after a change of the settings
 */
export function showSample(board, feedback) {
  const start = () => {
    feedback.moved();
    void board.show({ discs: DISCS, last: LAST, legal: LEGAL, turn: 'black', playable: true, label: 'Sample board' });
  };
  board.addEventListener('play', async (event) => {
    const { square } = /** @type {CustomEvent<{square: string}>} */ (event).detail;
    const discs = [...DISCS];
    for (const name of [square, ...(LEGAL.find((legal) => legal.square === square)?.flips ?? [])]) discs[index(name)] = 'X';
    feedback.moved();
    await board.show({ discs: discs.join(''), last: square, animate: true, label: 'Sample board' });
    setTimeout(start, SHOWN);
  });
  board.addEventListener('armed', (event) => feedback.armed(event));
  board.addEventListener('placed', () => play('place'));
  start();
  return start;
}
