// The start of standard Othello, for boards that are in a page before any script and before any request.

/** @type {import('./wire.js').Start & {legal: import('./wire.js').LegalMove[]}} */
export const START = {
  board: `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)}`,
  turn: 'black',
  legal: [
    { square: 'd3', flips: ['d4'] },
    { square: 'c4', flips: ['d4'] },
    { square: 'f5', flips: ['e5'] },
    { square: 'e6', flips: ['e5'] },
  ],
};
