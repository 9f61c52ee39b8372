import { get, post } from '../api.js';
import { Board } from '../board.js';
import { followRequests } from '../connection.js';
import { byId, fill, h } from '../dom.js';
import { browserStore } from '../drill/keep.js';
import { showVerdict, unlessHeld } from '../drill/scene.js';
import { DEFAULTS, proposal } from '../home/choices.js';
import { enter } from '../home/door.js';
import { problemOf } from '../home/words.js';
import { chosen, motion } from '../settings.js';
import { say } from '../shell.js';
import { play as sound } from '../sound.js';
import { showStanding } from '../study/standing.js';
import { Lesson } from './lesson.js';
import { Progress } from './progress.js';

/** The pause between animated moves, in milliseconds. */
const PAUSE = 350;

class Page {
  board = byId('board', Board);
  steps = byId('steps', HTMLElement);
  place = byId('place', HTMLElement);
  title = byId('title', HTMLElement);
  text = byId('text', HTMLElement);
  task = byId('task', HTMLElement);
  tap = byId('tap', HTMLElement);
  standing = byId('standing', HTMLElement);
  verdict = byId('verdict', HTMLElement);
  problem = byId('problem', HTMLElement);
  actions = byId('actions', HTMLElement);
  #drawing = 0;

  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    for (const kind of ['play', 'illegal']) {
      this.board.addEventListener(kind, (event) => this.#play(/** @type {CustomEvent} */ (event).detail.square));
    }
    this.board.addEventListener('placed', () => sound('place'));
    addEventListener('hashchange', () => this.#open());
    this.#open();
    this.#draw();
  }

  #open() {
    const number = Number(location.hash.slice(1));
    if (Number.isInteger(number) && number > 0 && number !== this.lesson.step.number) this.#act(() => this.lesson.go(number));
  }

  /** @param {string} square */
  async #play(square) {
    this.problem.textContent = '';
    const { lesson } = this;
    try {
      const steps = await lesson.play(square);
      const task = lesson.state === 'trying' && steps.length > 0 ? ` ${lesson.task}` : '';
      if (lesson.said !== null) say(`${lesson.said.text}${task}`);
      const drawn = this.#draw(steps);
      if (lesson.state === 'wrong' || lesson.state === 'done') this.#offer();
      await drawn;
    } catch (error) {
      this.problem.textContent = `The move could not be checked: ${problemOf(error)}. Try again.`;
      this.problem.scrollIntoView({ block: 'nearest' });
    }
  }

  /** @param {() => void} act */
  #act(act) {
    const focused = this.actions.contains(document.activeElement) || this.steps.contains(document.activeElement);
    act();
    this.problem.textContent = '';
    this.#draw();
    const { lesson } = this;
    say(lesson.said?.text ?? [this.title.textContent, this.text.textContent, lesson.task].filter(Boolean).join(' '));
    if (!focused) return;
    if (lesson.state === 'over') this.#offer();
    else this.board.focus({ preventScroll: true });
    // On small screens the buttons are below the board, and the text is above it.
    this.title.scrollIntoView({ block: 'nearest' });
  }

  /** Focuses the primary button, so that Enter continues, unless the focus is elsewhere on the page. */
  #offer() {
    const next = this.actions.querySelector('.primary');
    (next ?? this.actions).scrollIntoView({ block: 'nearest' });
    const active = document.activeElement;
    if (next instanceof HTMLElement && (active === document.body || this.board.contains(active))) next.focus({ preventScroll: true });
  }

  /** @param {import('../replay.js').Shown[]} [steps] */
  async #draw(steps = []) {
    const drawing = (this.#drawing += 1);
    const { lesson } = this;
    this.#texts();
    for (const { discs, last } of steps.slice(0, -1)) {
      await this.board.show({ discs, last, animate: true, label: 'Board' });
      if (motion()) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (drawing !== this.#drawing) return;
    }
    const { position, shown, marked, state } = lesson;
    const isTheirs = state === 'trying';
    showStanding(this.standing, { board: shown.discs, known: shown.discs === position.board ? position : null }, null);
    await this.board.show({
      discs: shown.discs,
      last: shown.last,
      legal: isTheirs ? position.legal : [],
      turn: position.turn,
      values: new Map(marked.map((square) => [square, { text: '✓', kind: 'best' }])),
      playable: isTheirs,
      animate: steps.length > 0,
      label: 'Board',
    });
  }

  #texts() {
    const { step, steps, state, said, tutorial, task } = this.lesson;
    const isOver = state === 'over';
    this.place.textContent = isOver ? tutorial.title : `${tutorial.title} · Step ${step.number} of ${steps.length}`;
    this.title.textContent = isOver ? 'You know how to play' : step.title;
    this.text.textContent = isOver ? tutorial.closing : step.text;
    this.task.textContent = task;
    this.tap.hidden = state !== 'trying' || step.number > 1 || chosen('preview') !== 'on' || chosen('legal') !== 'on';
    showVerdict(this.verdict, said);
    this.#outline();
    this.#buttons();
    history.replaceState(null, '', isOver ? location.pathname : `#${step.number}`);
  }

  #outline() {
    const { lesson } = this;
    const links = lesson.steps.map(({ number, title }) => {
      const isDone = lesson.progress.has(number);
      const isCurrent = lesson.state !== 'over' && number === lesson.step.number;
      return h(
        'li',
        {},
        h(
          'a',
          {
            href: `#${number}`,
            class: isDone && 'done',
            'aria-current': isCurrent && 'step',
            onclick: (/** @type {MouseEvent} */ event) => {
              event.preventDefault();
              this.#act(() => lesson.go(number));
            },
          },
          h('span', { class: 'dot', 'aria-hidden': 'true' }, isDone ? '✓' : String(number)),
          h('span', { class: 'name' }, title),
          isDone && h('span', { class: 'visually-hidden' }, '(done)'),
        ),
      );
    });
    fill(this.steps, ...links);
  }

  #buttons() {
    const { lesson } = this;
    const { state, step, isLast } = lesson;
    const focused = this.actions.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const button = (/** @type {string} */ name, /** @type {() => void} */ act, look = '') =>
      h('button', { type: 'button', class: look, onclick: act, onkeydown: unlessHeld }, name);
    const back = step.number > 1 && button('Back', () => this.#act(() => lesson.go(step.number - 1)));
    const next = button(isLast ? 'Finish' : 'Next', () => this.#act(() => lesson.next()), state === 'done' ? 'primary' : '');
    const made =
      state === 'over'
        ? [button('Play your first game', () => void this.#playGame(), 'primary'), button('Do it again', () => this.#act(() => this.#restart()))]
        : state === 'wrong'
          ? [back, button('Try again', () => this.#act(() => lesson.tryAgain()), 'primary'), button('Show me', () => this.#act(() => lesson.showMe()))]
          : [back, next];
    fill(this.actions, ...made);
    if (focused === null) return;
    const same = [...this.actions.children].find(({ textContent }) => textContent === focused);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }

  #restart() {
    this.lesson.progress.clear();
    this.lesson.go(1);
  }

  async #playGame() {
    try {
      enter(await post('/api/games', proposal({ ...DEFAULTS, opponent: 'engine', level: 1 })));
    } catch (error) {
      this.problem.textContent = `The game could not be started: ${problemOf(error)}.`;
    }
  }
}

followRequests();
try {
  const tutorial = await get('/api/lesson');
  new Page(new Lesson(tutorial, new Progress(browserStore()), (body) => post('/api/lesson/try', body)));
} catch (error) {
  byId('problem', HTMLElement).textContent = `The lesson could not be loaded: ${problemOf(error)}. Reload the page to try again.`;
}
