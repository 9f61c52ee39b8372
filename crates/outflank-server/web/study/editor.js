import { h } from '../dom.js';
import { index } from '../replay.js';
import { say } from '../shell.js';
import { RULES } from '../home/words.js';
import { STANDARD, put } from './draft.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./draft.js').Draft} Draft */
/** @typedef {import('./draft.js').Mark} Mark */

const NAMES = { X: 'black', O: 'white', '-': 'empty' };

export class Editor {
  /** @type {Draft | null} */
  draft = null;

  /**
   * @param {HTMLFormElement} form
   * @param {{changed: () => void, done: (draft: Draft) => Promise<void>, left: () => void}} act
   */
  constructor(form, act) {
    this.form = form;
    this.act = act;
    this.problem = h('p', { class: 'bad', role: 'alert' });
    this.rules = h(
      'select',
      { id: 'rules', name: 'rules' },
      ...RULES.map(({ id, name }) => h('option', { value: id }, name)),
    );
    form.replaceChildren(
      h('h2', {}, 'Set up a position'),
      h('p', { class: 'soft' }, 'Choose a square to place a disc, and again to remove it.'),
      choice('Place', 'mark', [
        ['X', 'Black', 'black'],
        ['O', 'White', 'white'],
        ['-', 'Empty', null],
      ]),
      choice('To move', 'turn', [
        ['black', 'Black', 'black'],
        ['white', 'White', 'white'],
      ]),
      h('div', { class: 'field' }, h('label', { for: 'rules' }, 'Rules'), this.rules),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', onclick: () => this.#all('-'.repeat(64)) }, 'Clear'),
        h('button', { type: 'button', onclick: () => this.#all(STANDARD) }, 'Standard'),
      ),
      this.problem,
      h(
        'div',
        { class: 'row' },
        h('button', { class: 'primary', type: 'submit' }, 'Use this position'),
        h('button', { type: 'button', onclick: () => this.close() }, 'Cancel'),
      ),
    );
    form.addEventListener('input', () => {
      if (this.draft === null) return;
      this.draft = { ...this.draft, turn: /** @type {Color} */ (this.#value('turn')), rules: this.rules.value };
      act.changed();
    });
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (this.draft === null) return;
      this.problem.textContent = '';
      try {
        await act.done(this.draft);
        this.close();
      } catch (error) {
        this.problem.textContent = error instanceof Error ? error.message : String(error);
      }
    });
  }

  /** @param {Draft} draft */
  open(draft) {
    this.draft = draft;
    this.problem.textContent = '';
    this.form.hidden = false;
    this.rules.value = draft.rules;
    this.#choose('turn', draft.turn);
    this.#choose('mark', 'X');
    this.act.changed();
    this.form.querySelector('input')?.focus();
  }

  close() {
    this.reset();
    this.act.left();
  }

  reset() {
    this.draft = null;
    this.form.hidden = true;
  }

  /** @param {string} square */
  choose(square) {
    if (this.draft === null) return;
    const mark = /** @type {Mark} */ (this.#value('mark'));
    const board = put(this.draft.board, square, mark);
    this.draft = { ...this.draft, board };
    say(`${square}, ${NAMES[/** @type {Mark} */ (board[index(square)])]}`);
    this.act.changed();
  }

  /** @param {string} board */
  #all(board) {
    if (this.draft === null) return;
    this.draft = { ...this.draft, board };
    this.act.changed();
  }

  /** @param {string} name */
  #value(name) {
    const field = this.form.elements.namedItem(name);
    return field instanceof RadioNodeList ? field.value : '';
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #choose(name, value) {
    const field = this.form.elements.namedItem(name);
    if (field instanceof RadioNodeList) field.value = value;
  }
}

/**
 * @param {string} title
 * @param {string} name
 * @param {[string, string, Color | null][]} options  value, name, and the disc that stands for it
 */
function choice(title, name, options) {
  const labels = options.map(([value, text, disc]) =>
    h(
      'label',
      {},
      h('input', { type: 'radio', name, value }),
      disc !== null && h('span', { class: 'token', 'data-disc': disc }),
      h('span', {}, text),
    ),
  );
  return h('fieldset', { class: 'segments' }, h('legend', {}, title), h('div', {}, ...labels));
}
