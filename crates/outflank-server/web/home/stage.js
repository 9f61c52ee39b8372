// The board of the home page. If the first move is yours, the first disc starts the game; otherwise a button does.

import { post } from '../api.js';
import { after } from '../replay.js';
import { say } from '../shell.js';
import { proposal } from './choices.js';
import { enter } from './door.js';
import { playFirst } from './first-move.js';
import { saveLabels } from './memory.js';
import { askOpening, canBegin, firstBoard, knownOpening, leadOf } from './opening.js';
import { problemOf } from './words.js';

/** @typedef {import('./opening.js').Opening} Opening */

/** The pause in typing before a pasted record is read, in milliseconds. */
const PAUSE = 350;

export class Stage {
  /** @type {Opening | null} */
  #opening = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;
  /** @type {AbortController | null} */
  #asking = null;
  #isStarting = false;

  /**
   * @param {{board: import('../board.js').Board, start: HTMLButtonElement, lead: HTMLElement}} parts
   * @param {import('./form.js').Form} form
   */
  constructor(parts, form) {
    this.parts = parts;
    this.form = form;
    const { board } = parts;
    board.addEventListener('play', (event) => this.#play(/** @type {CustomEvent} */ (event).detail.square));
    board.addEventListener('illegal', () => this.#notice('Play on one of the marked squares.'));
    board.addEventListener('armed', (event) => {
      const { square, touch } = /** @type {CustomEvent} */ (event).detail;
      this.#notice(`${touch ? 'Tap' : 'Click'} again to play ${square}.`);
    });
    form.form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!parts.start.hidden) void this.begin();
    });
    // The page may be restored from the history.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#rest());
    this.open();
  }

  /**
   * Shows the first position of the chosen game.
   * @param {boolean} [typing]  whether more is likely to come
   */
  open(typing = false) {
    const { choices } = this.form;
    clearTimeout(this.#typing);
    this.#asking?.abort();
    this.form.explainRecord('');
    this.#opening = knownOpening(choices);
    this.#draw();
    const isEmpty = choices.start === 'record' && choices.record.trim() === '';
    if (this.#opening === null && choices.start !== 'xot' && !isEmpty) this.#typing = setTimeout(() => this.#ask(), typing ? PAUSE : 0);
  }

  async #ask() {
    const asking = (this.#asking = new AbortController());
    try {
      const opening = await askOpening(this.form.choices, asking.signal);
      if (asking.signal.aborted) return;
      if (opening !== null && 'rules' in opening) this.form.choose({ rules: /** @type {import('./words.js').Rules} */ (opening.rules) });
      this.#opening = opening;
      this.form.explainRecord(opening?.about ?? '');
    } catch (error) {
      if (asking.signal.aborted) return;
      this.form.explainRecord(`That could not be read: ${problemOf(error)}.`, true);
    }
    this.#draw();
  }

  #draw() {
    const { board, start, lead } = this.parts;
    const { choices } = this.form;
    const opening = this.#opening;
    const begins = canBegin(choices, opening);
    const text = leadOf(choices, opening);
    lead.classList.remove('bad');
    if (lead.textContent !== text) lead.textContent = text;
    if (choices.start !== 'record') saveLabels({ lead: text });
    const name = choices.opponent === 'here' ? 'Play on this screen' : 'Play the engine';
    if (start.textContent !== name) start.textContent = name;
    start.hidden = begins || (choices.opponent !== 'engine' && choices.opponent !== 'here');
    board.classList.toggle('glow', begins);
    void board.show({
      discs: opening?.board ?? firstBoard(choices),
      turn: opening?.turn,
      legal: begins ? opening?.legal : [],
      playable: begins && !this.#isStarting,
      label: 'Board',
    });
  }

  /** @param {string} square */
  async #play(square) {
    const opening = this.#opening;
    const move = opening?.legal.find((legal) => legal.square === square);
    if (opening === null || move === undefined || this.#isStarting) return;
    this.#isStarting = true;
    const { board, turn } = opening;
    const discs = after(board, { by: turn, ...move });
    const turned = this.parts.board.show({ discs, last: square, turn, animate: true, label: 'Board' });
    try {
      const game = await post('/api/games', proposal(this.form.choices));
      await Promise.all([turned, playFirst(game, square, turn)]);
      enter(game);
    } catch (error) {
      this.#rest();
      this.#notice(`The game could not be created: ${problemOf(error)}.`, true);
    }
  }

  /** Starts the game with a button. */
  async begin() {
    if (this.#isStarting) return;
    const { choices } = this.form;
    if (choices.start === 'record' && choices.record.trim() === '') {
      this.form.askForRecord();
      this.form.explainRecord('Paste a game or a board first.', true);
      return;
    }
    this.#isStarting = true;
    // A `disabled` button would lose the focus.
    this.parts.start.setAttribute('aria-disabled', 'true');
    say('Creating the game.');
    try {
      enter(await post('/api/games', proposal(choices)));
    } catch (error) {
      this.#rest();
      this.#notice(`The game could not be created: ${problemOf(error)}.`, true);
    }
  }

  #rest() {
    this.#isStarting = false;
    this.parts.start.removeAttribute('aria-disabled');
    this.#draw();
  }

  /**
   * @param {string} text
   * @param {boolean} [isProblem]
   */
  #notice(text, isProblem = false) {
    const { lead } = this.parts;
    // A shorter sentence must not move the board under the finger.
    lead.style.minHeight = `${lead.offsetHeight}px`;
    lead.classList.toggle('bad', isProblem);
    lead.textContent = text;
  }
}
