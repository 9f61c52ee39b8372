/** The end of a game: Black's moves 3, 5, 9 and 11 are serious mistakes, and White's 2 and 4. It is solved in no time. */
export const ENDING = 'board OOOOO--XOOOOOOXX-OXXOXOX-XOXXXOX-XXOXXOX-XOXXXXX--OOOO-X--OOO--- X\ng1a4a3b7g8a5f1g7a6a7f8h8a8b8';

/** The 60 moves of a game that White wins 39–25. */
export const WHOLE = 'f5d6c3d3c4f4f6f3e6e7f7c5b6g5c6d7f8e8e3c7c8g8h6g4g6h4h5h7h3h2e2f2g3d1d8b8b7b4e1a8c1f1b3a7d2b1a4c2a6a5b5a3a2g7h8a1b2h1g2g1'.match(/../g) ?? [];
