/** The end of a game: Black's moves 3, 5, 9 and 11 are serious mistakes, and White's 2 and 4. It is solved in no time. */
export const ENDING = 'board OOOOO--XOOOOOOXX-OXXOXOX-XOXXXOX-XXOXXOX-XOXXXXX--OOOO-X--OOO--- X\ng1a4a3b7g8a5f1g7a6a7f8h8a8b8';
