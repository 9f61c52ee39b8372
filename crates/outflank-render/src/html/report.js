// Steps through the games of a report. The page holds everything that can be read; this shows a position at a time. It knows no rules:
// the board after each ply comes with the data.

/** @typedef {'black' | 'white'} Color */
/**
 * A board of the game. `discs` are 64 of `-`, `X` (black) and `O` (white), a1 b1 ... h8. The start has no `by`, a pass no
 * `square`, and the end no `turn`.
 * @typedef {{discs: string, by?: Color, square?: string, turn?: Color}} Shown
 */
/**
 * A judged move. Scores are discs for Black; the loss is what the move cost its player.
 * @typedef {{ply: number, number: number, by: Color, played: string, best: string, score: number, best_score: number, loss: number,
 *   sign?: string, depth: number, exact: boolean, sentence?: string}} Judged
 */
/**
 * What the page knows about a game: its report, in the form of docs/report.schema.json, and its boards from the start on.
 * @typedef {{report: {moves: Judged[]}, boards: Shown[]}} Game
 */

/** A game on the page: its board, where one stands in it, and everything that says so. */
class Viewer {
  #ply = 0;
  /** @type {Map<number, Judged>} */
  #judged;
  /** @type {number[]} the plies of the mistakes */
  #mistakes;
  /** @type {Map<string, Cell>} */
  #cells;
  /** @type {SVGSVGElement | null} */
  #graph;

  /**
   * @param {HTMLElement} article
   * @param {Game} game
   */
  constructor(article, game) {
    this.article = article;
    this.game = game;
    this.#judged = new Map(game.report.moves.map((judged) => [judged.ply, judged]));
    this.#mistakes = game.report.moves.filter(({ sign }) => sign !== undefined).map(({ ply }) => ply);
    this.#cells = layOut(part(article, 'of-board'));
    this.#graph = article.querySelector('svg.graph');
    article.addEventListener('click', (event) => this.#clicked(event));
    this.#graph?.addEventListener('pointerdown', (event) => this.#pointed(event));
    this.#graph?.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) this.#pointed(event);
    });
    this.#show();
  }

  /**
   * Shows the position after `ply` plies, or the nearest one.
   * @param {number} ply
   */
  go(ply) {
    this.#ply = Math.max(0, Math.min(this.game.boards.length - 1, ply));
    this.#show();
  }

  /**
   * Does what a button or a key says.
   * @param {string} step
   */
  step(step) {
    switch (step) {
      case 'first':
        return this.go(0);
      case 'back':
        return this.go(this.#ply - 1);
      case 'on':
        return this.go(this.#ply + 1);
      case 'last':
        return this.go(this.game.boards.length - 1);
      case 'mistake':
        return this.go(this.#nextMistake() ?? this.#ply);
    }
  }

  /** The next mistake from here, or the first one again. */
  #nextMistake() {
    return this.#mistakes.find((ply) => ply > this.#ply) ?? this.#mistakes[0];
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.dataset.step !== undefined) this.step(button.dataset.step);
    else if (button?.dataset.ply !== undefined) this.go(Number(button.dataset.ply));
  }

  /** @param {PointerEvent} event */
  #pointed(event) {
    const graph = this.#graph;
    if (graph === null) return;
    const { left, right, width } = measures(graph);
    const box = graph.getBoundingClientRect();
    const x = ((event.clientX - box.left) * width) / box.width;
    this.go(Math.round(((x - left) * (this.game.boards.length - 1)) / (right - left)));
  }

  #show() {
    const board = this.game.boards[this.#ply];
    const judged = this.#judged.get(this.#ply);
    this.#draw(board, judged);
    this.#tell(board, judged);
    this.#markGraph();
    this.#markMove();
    const at = this.#ply;
    const ends = { first: at === 0, back: at === 0, on: at === this.game.boards.length - 1, last: at === this.game.boards.length - 1 };
    for (const [step, isThere] of Object.entries(ends)) {
      // A button that is switched off would lose the focus of who steps by it.
      part(this.article, `[data-step='${step}']`).setAttribute('aria-disabled', String(isThere));
    }
    part(this.article, "[data-step='mistake']").toggleAttribute('disabled', this.#mistakes.length === 0);
  }

  /**
   * @param {Shown} board
   * @param {Judged | undefined} judged
   */
  #draw(board, judged) {
    // A pass leaves the mark where the last disc was placed.
    const last = this.game.boards.slice(0, this.#ply + 1).findLast(({ square }) => square !== undefined)?.square;
    const best = judged !== undefined && judged.best !== judged.played ? judged.best : undefined;
    for (const [index, [square, cell]] of [...this.#cells].entries()) {
      const color = colorOf(board.discs[index]);
      setData(cell.disc, 'disc', color);
      setData(cell.square, 'last', square === last ? '' : undefined);
      setData(cell.value, 'kind', square === best ? 'best' : undefined);
      cell.value.textContent = square === best ? 'best' : '';
      cell.sign.textContent = square === judged?.played ? (judged.sign ?? '') : '';
      cell.name.textContent = [square, color ?? 'empty', square === last && 'last move', square === best && 'best'].filter(Boolean).join(', ');
    }
    for (const color of /** @type {const} */ (['black', 'white'])) {
      const count = [...board.discs].filter((mark) => colorOf(mark) === color).length;
      part(this.article, `[data-count='${color}']`).textContent = String(count);
    }
  }

  /**
   * Says in words what the board shows, for the eye and for screen readers.
   * @param {Shown} board
   * @param {Judged | undefined} judged
   */
  #tell(board, judged) {
    const turn = board.turn === undefined ? 'The game is over.' : `${side(board.turn)} to move.`;
    const name = this.#name(board, judged);
    const disc = board.by === undefined ? [] : [token(board.by)];
    part(this.article, "[data-now='move']").replaceChildren(...disc, element('b', '', {}, name), ` ${turn}`);
    part(this.article, "[data-now='stats']").replaceChildren(...(judged === undefined ? [] : stats(judged)));
    const sentence = judged?.sentence ?? (board.square !== undefined && judged === undefined ? 'This move was not judged.' : '');
    part(this.article, "[data-now='sentence']").textContent = sentence;
    const mover = board.square === undefined || board.by === undefined ? '' : `${side(board.by)} `;
    const value = judged === undefined ? '' : worth(judged);
    part(this.article, "[data-now='spoken']").textContent = `${mover}${name}. ${sentence} ${value} ${turn}`;
  }

  /**
   * What made the board what it is: "17. d7??".
   * @param {Shown} board
   * @param {Judged | undefined} judged
   */
  #name(board, judged) {
    if (board.by === undefined) return 'Start';
    if (board.square === undefined) return `${side(board.by)} passes`;
    return `${this.#placements()}. ${board.square}${judged?.sign ?? ''}`;
  }

  /** How many discs were placed until here. */
  #placements() {
    return this.game.boards.slice(0, this.#ply + 1).filter(({ square }) => square !== undefined).length;
  }

  #markGraph() {
    const line = this.#graph?.querySelector('.at');
    if (!this.#graph || !line) return;
    const { left, right } = measures(this.#graph);
    const x = left + ((right - left) * this.#ply) / Math.max(1, this.game.boards.length - 1);
    line.setAttribute('x1', String(x));
    line.setAttribute('x2', String(x));
  }

  #markMove() {
    for (const old of this.article.querySelectorAll('button[aria-current]')) old.removeAttribute('aria-current');
    for (const button of this.article.querySelectorAll(`button[data-ply='${this.#ply}']`)) button.setAttribute('aria-current', 'true');
    const region = part(this.article, '.scroll');
    const row = region.querySelector('button[aria-current]')?.closest('tr');
    if (!row) {
      region.scrollTop = 0;
      return;
    }
    // Only the list is scrolled, never the page.
    const [box, place] = [region.getBoundingClientRect(), row.getBoundingClientRect()];
    const head = region.querySelector('thead')?.getBoundingClientRect().height ?? 0;
    if (place.top < box.top + head) region.scrollTop -= box.top + head - place.top;
    else if (place.bottom > box.bottom) region.scrollTop += place.bottom - box.bottom;
  }
}

/** @typedef {{square: HTMLElement, disc: HTMLElement, value: HTMLElement, sign: HTMLElement, name: HTMLElement}} Cell */

/**
 * Builds an empty board.
 * @param {HTMLElement} place
 * @returns {Map<string, Cell>} the squares by name, a1 b1 ... h8
 */
function layOut(place) {
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  const grid = element('div', 'grid', { role: 'table', 'aria-label': 'Board' });
  const files = element('div', 'files', { 'aria-hidden': 'true' });
  const ranks = element('div', 'ranks', { 'aria-hidden': 'true' });
  for (const digit of '12345678') {
    const row = element('div', '', { role: 'row' });
    for (const letter of 'abcdefgh') {
      const square = element('div', 'square', { role: 'cell' });
      const [disc, value, sign] = ['disc', 'value', 'sign'].map((name) => element('span', name, { 'aria-hidden': 'true' }));
      const name = element('span', 'visually-hidden');
      square.append(disc, value, sign, name);
      row.append(square);
      cells.set(letter + digit, { square, disc, value, sign, name });
    }
    grid.append(row);
    ranks.append(element('span', '', {}, digit));
  }
  files.append(...[...'abcdefgh'].map((letter) => element('span', '', {}, letter)));
  const rim = element('div', 'rim');
  rim.append(files, ranks, grid);
  place.replaceChildren(rim);
  return cells;
}

/**
 * What a judged move was worth, in a few numbers.
 * @param {Judged} judged
 */
function stats({ score, best_score, loss, best, played, exact, depth }) {
  const isBest = best === played;
  return [
    ['Value for Black', signed(score), exact ? 'exact' : `${depth} deep`],
    ['Cost', isBest ? 'none' : discs(loss), ''],
    ['Best', best, isBest ? 'played' : signed(best_score)],
  ].map(([name, number, note]) => {
    const group = element('div', '');
    const value = element('dd', '', {}, `${number} `);
    value.append(element('small', '', {}, note));
    group.append(element('dt', '', {}, name), value);
    return group;
  });
}

/**
 * The same as a sentence.
 * @param {Judged} judged
 */
function worth({ score, best_score, loss, best, played }) {
  if (best === played) return `The best move. Value for Black ${signed(score)}.`;
  return `Cost ${discs(loss)}. Value for Black ${signed(score)}, after ${best} ${signed(best_score)}.`;
}

/**
 * A number of discs with its sign, rounded to a tenth: "+1.5", "−2", "0".
 * @param {number} score
 */
function signed(score) {
  const tenths = Math.round(score * 10) / 10;
  return tenths > 0 ? `+${tenths}` : tenths < 0 ? `−${-tenths}` : '0';
}

/**
 * "3.5 discs", "1 disc".
 * @param {number} count
 */
function discs(count) {
  const tenths = Math.round(count * 10) / 10;
  return `${tenths} ${tenths === 1 ? 'disc' : 'discs'}`;
}

/** @param {Color} color */
function side(color) {
  return color === 'black' ? 'Black' : 'White';
}

/**
 * @param {string} mark
 * @returns {Color | undefined}
 */
function colorOf(mark) {
  return mark === 'X' ? 'black' : mark === 'O' ? 'white' : undefined;
}

/**
 * Where a graph begins and ends, in its own units.
 * @param {SVGSVGElement} graph
 */
function measures(graph) {
  const { left, right } = graph.dataset;
  return { left: Number(left), right: Number(right), width: graph.viewBox.baseVal.width };
}

/**
 * The first element that fits, which the page's own HTML holds.
 * @param {ParentNode} within
 * @param {string} selector
 * @returns {HTMLElement}
 */
function part(within, selector) {
  const found = within.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * @param {string} tag
 * @param {string} name  its class
 * @param {Record<string, string>} [attributes]
 * @param {string} [text]
 */
function element(tag, name, attributes = {}, text = '') {
  const made = document.createElement(tag);
  if (name !== '') made.className = name;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** @param {Color} color */
function token(color) {
  const disc = element('span', 'token', { role: 'img', 'aria-label': side(color) });
  disc.dataset.disc = color;
  return disc;
}

/**
 * @param {HTMLElement} of
 * @param {string} name
 * @param {string | undefined} value
 */
function setData(of, name, value) {
  if (value === undefined) delete of.dataset[name];
  else of.dataset[name] = value;
}

/** The keys that step, where they mean nothing else. @type {Record<string, string>} */
const KEYS = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' };

/** @type {Game[]} */
const games = JSON.parse(part(document, '#games').textContent ?? '[]');
const articles = [...document.querySelectorAll('article.game')].filter((one) => one instanceof HTMLElement);
/** The games that were looked at. @type {Map<number, Viewer>} */
const viewers = new Map();
/** @type {Viewer | undefined} */
let current;

/**
 * Shows a game, and no other.
 * @param {number} index
 */
function choose(index) {
  for (const [at, article] of articles.entries()) article.hidden = at !== index;
  for (const link of document.querySelectorAll('.games a')) {
    if (link.getAttribute('href') === `#${articles[index].id}`) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  current = viewers.get(index) ?? new Viewer(articles[index], games[index]);
  viewers.set(index, current);
}

/** Goes where the address points: `#game-2`, or a move of it, `#game-2-ply-17`. */
function follow() {
  const [, game, ply] = /^#game-(\d+)(?:-ply-(\d+))?$/.exec(location.hash) ?? [];
  const index = Number(game) - 1;
  if (articles[index] === undefined) return false;
  choose(index);
  if (ply !== undefined) current?.go(Number(ply));
  return true;
}

/** Shows the game from its title on: the browser has gone to the row of the move, from where the board may not be seen. */
function beginAtTitle() {
  articles.find((article) => !article.hidden)?.querySelector('h2')?.focus();
}

window.addEventListener('hashchange', () => {
  if (follow()) beginAtTitle();
});
document.addEventListener('keydown', (event) => {
  const step = KEYS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  current?.step(step);
});
if (follow()) window.addEventListener('load', beginAtTitle);
else if (articles.length > 0) choose(0);
