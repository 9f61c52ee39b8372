const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} board  64 of `-`, `X` and `O`
 * @returns {SVGSVGElement}
 */
export function thumbnail(board) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 80 80');
  svg.setAttribute('class', 'thumbnail');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(
    path(
      'lines',
      'M0 10h80M0 20h80M0 30h80M0 40h80M0 50h80M0 60h80M0 70h80M10 0v80M20 0v80M30 0v80M40 0v80M50 0v80M60 0v80M70 0v80',
    ),
    path('black', discs(board, 'X')),
    path('white', discs(board, 'O')),
  );
  return svg;
}

/**
 * @param {string} board
 * @param {'X' | 'O'} mark
 */
export function discs(board, mark) {
  let d = '';
  for (let i = 0; i < board.length; i += 1) {
    if (board[i] === mark) d += `M${10 * (i % 8) + 1} ${10 * Math.floor(i / 8) + 5}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`;
  }
  return d;
}

/**
 * @param {string} name
 * @param {string} d
 */
function path(name, d) {
  const made = document.createElementNS(SVG, 'path');
  made.setAttribute('class', name);
  made.setAttribute('d', d);
  return made;
}
