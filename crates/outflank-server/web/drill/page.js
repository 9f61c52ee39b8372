import '../board.js';
import { Board } from '../board.js';
import { followRequests } from '../connection.js';
import { byId, fill, h } from '../dom.js';
import { Feedback } from '../feedback.js';
import { play as sound } from '../sound.js';
import { TypedMove } from '../typed.js';
import { Keep, browserStore } from './keep.js';
import { Keeping } from './keeping.js';
import { LineList } from './lines.js';
import { Openings } from './openings.js';
import { Puzzles } from './puzzles.js';
import { Stage } from './scene.js';
import { readWanted, writeWanted } from './wanted.js';
import { HARDEST, THEMES } from './words.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {'puzzles' | 'openings'} Mode */

class Page {
  board = byId('board', Board);
  feedback = new Feedback(byId('feedback', HTMLElement));
  stage = new Stage({
    task: byId('task', HTMLElement),
    about: byId('about', HTMLElement),
    history: byId('history', HTMLElement),
    standing: byId('standing', HTMLElement),
    said: byId('verdict', HTMLElement),
    actions: byId('actions', HTMLElement),
    problem: byId('problem', HTMLElement),
  });
  kind = byId('kind', HTMLSelectElement);
  difficulty = byId('difficulty', HTMLSelectElement);
  theme = byId('theme', HTMLSelectElement);
  keep = new Keep(browserStore());
  /** @type {Mode} */
  mode = 'puzzles';
  #drawing = 0;

  constructor() {
    this.puzzles = new Puzzles(this.keep, {
      changed: (steps) => this.#draw('puzzles', steps),
      begun: () => {
        this.#draw('puzzles');
        this.#goOn('puzzles');
      },
      judged: () => this.#offer('puzzles'),
    });
    this.openings = new Openings(this.keep, {
      changed: (steps) => this.#draw('openings', steps),
      begun: () => {
        this.#draw('openings');
        this.#goOn('openings');
      },
      judged: () => this.#offer('openings'),
    });
    this.lines = new LineList(
      { search: byId('search', HTMLInputElement), list: byId('lines', HTMLElement), none: byId('no-lines', HTMLElement) },
      { search: (text) => this.openings.search(text), choose: (moves) => this.openings.begin(moves) },
    );
    this.keeping = new Keeping({ buttons: byId('keeping', HTMLElement), notice: byId('notice', HTMLElement) }, this.keep, () => this.#anew());
    this.typed = new TypedMove(
      () => this.#trainer.legal(),
      (square) => this.#trainer.play(square),
    ).element;
    byId('typed', HTMLElement).append(this.typed);
    const { kind, difficulty, theme } = (this.puzzles.wanted = readWanted(location.search));
    this.kind.value = kind ?? '';
    this.difficulty.value = String(difficulty ?? '');
    this.theme.append(...Object.entries(THEMES).map(([name, title]) => new Option(title, name)));
    this.theme.value = theme ?? '';
    this.#listen();
  }

  arrive() {
    if (this.#go(location.hash.slice(1))) return;
    this.#change('puzzles');
    this.puzzles.next();
  }

  /**
   * @param {string} asked  what follows its `#`
   * @returns {boolean} false if it names nothing
   */
  #go(asked) {
    const fields = new URLSearchParams(asked);
    const opening = fields.get('opening');
    if (opening !== null) {
      this.openings.side = fields.get('side') === 'white' ? 'white' : 'black';
      check('side', this.openings.side);
      this.#change('openings');
      this.openings.begin(opening);
    } else if (asked === 'openings') {
      this.#change('openings');
      this.openings.refresh();
    } else if (/^[0-9a-f]{8}$/.test(asked)) {
      this.#change('puzzles');
      this.puzzles.open(asked);
    } else {
      return false;
    }
    return true;
  }

  get #trainer() {
    return this.mode === 'puzzles' ? this.puzzles : this.openings;
  }

  #listen() {
    this.board.addEventListener('play', (event) => this.#trainer.play(/** @type {CustomEvent} */ (event).detail.square));
    this.board.addEventListener('armed', (event) => this.feedback.armed(event));
    this.board.addEventListener('placed', () => sound('place'));
    this.board.addEventListener('illegal', (event) => {
      const { position } = this.#trainer.scene();
      const { square } = /** @type {CustomEvent} */ (event).detail;
      // Puzzles and openings have standard rules.
      if (position !== null) this.feedback.explain({ board: position.board, turn: position.turn }, square);
    });
    for (const input of radios('mode')) {
      input.addEventListener('change', () => {
        this.#change(/** @type {Mode} */ (input.value));
        if (this.mode === 'puzzles' && this.puzzles.puzzle === null) this.puzzles.next();
        if (this.mode === 'openings') this.openings.refresh();
      });
    }
    for (const input of radios('side')) {
      input.addEventListener('change', () => {
        this.openings.side = /** @type {Color} */ (input.value);
        if (this.openings.lesson === null) this.openings.refresh();
        else this.openings.again();
      });
    }
    for (const select of [this.kind, this.difficulty, this.theme]) {
      select.addEventListener('change', () => {
        this.puzzles.wanted = readWanted(String(new URLSearchParams({ kind: this.kind.value, difficulty: this.difficulty.value, theme: this.theme.value })));
        this.puzzles.next();
      });
    }
    addEventListener('hashchange', () => this.#go(location.hash.slice(1)));
  }

  #anew() {
    this.puzzles.puzzle = null;
    if (this.mode === 'puzzles') this.puzzles.next();
    else this.openings.refresh();
  }

  /** @param {Mode} mode */
  #change(mode) {
    this.mode = mode;
    check('mode', mode);
    byId('puzzles', HTMLElement).hidden = mode !== 'puzzles';
    byId('openings-card', HTMLElement).hidden = mode !== 'openings';
    if (mode === 'openings' && this.openings.lines.length === 0) this.openings.search('');
    this.#draw(mode);
  }

  /**
   * @param {Mode} mode
   * @param {import('../replay.js').Shown[]} [steps]  the boards through which the discs move to what is shown
   */
  async #draw(mode, steps = []) {
    if (mode !== this.mode) return;
    const drawing = (this.#drawing += 1);
    const scene = this.#trainer.scene();
    this.feedback.clear();
    this.stage.show(scene);
    this.#panels();
    for (const { discs, last } of steps.slice(0, -1)) {
      await this.board.show({ discs, last, animate: true, label: 'Board' });
      if (drawing !== this.#drawing) return;
    }
    this.board.show({ ...scene.view, animate: steps.length > 0 });
  }

  #panels() {
    const { puzzles, openings } = this;
    // The address links to the puzzle only until it is answered, so that a reload is no second try.
    const address =
      this.mode === 'openings'
        ? openings.lesson === null
          ? '#openings'
          : `#${new URLSearchParams({ opening: openings.lesson.opening.moves, side: openings.side })}`
        : puzzles.state === 'choosing'
          ? `#${puzzles.puzzle?.id}`
          : '';
    history.replaceState(null, '', `${location.pathname}${writeWanted(puzzles.wanted)}${address}`);
    this.keeping.show();
    this.lines.show(openings.lines, openings.lesson?.opening.moves ?? null);
    if (puzzles.standing !== null) showPuzzleNumbers(byId('puzzle-numbers', HTMLElement), puzzles.standing);
    if (openings.standing !== null) showLineNumbers(byId('line-numbers', HTMLElement), openings.standing);
  }

  /** @param {Mode} mode */
  #offer(mode) {
    if (mode === this.mode) this.stage.offer([this.board, this.typed]);
  }

  /** @param {Mode} mode */
  #goOn(mode) {
    if (mode === this.mode) this.stage.goOn();
  }
}

/**
 * @param {HTMLElement} place
 * @param {import('./words.js').Standing} standing
 */
function showPuzzleNumbers(place, { streak, longest, solved, puzzles, due, learning, level }) {
  fill(
    place,
    number('Streak', streak, longest > streak ? ` longest ${longest}` : ''),
    number('Solved', solved, ` of ${puzzles}`),
    number('Due today', due),
    number('Learning', learning),
    number('Level', level, ` of ${HARDEST}`),
  );
}

/**
 * @param {HTMLElement} place
 * @param {import('./words.js').LessonStanding} standing
 */
function showLineNumbers(place, { lessons, solved, due, learning }) {
  fill(place, number('Known', solved, ` of ${lessons}`), number('Due today', due), number('Learning', learning));
}

/**
 * @param {string} name
 * @param {number} count
 * @param {string} [beside]
 */
function number(name, count, beside = '') {
  return h('div', {}, h('dt', {}, name), h('dd', {}, h('b', {}, String(count)), beside));
}

/** @param {string} name */
function radios(name) {
  return /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`input[name="${name}"]`));
}

/**
 * @param {string} name
 * @param {string} value
 */
function check(name, value) {
  for (const input of radios(name)) input.checked = input.value === value;
}

followRequests();
new Page().arrive();
