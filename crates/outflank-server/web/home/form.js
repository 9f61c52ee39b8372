// The form for a new game. The first button starts with the last choices.

import { post } from '../api.js';
import { fill, h } from '../dom.js';
import { boards } from '../replay.js';
import { say } from '../shell.js';
import {
  COLOURS,
  LEVELS,
  LONGEST_NAME,
  OPPONENTS,
  STARTS,
  boardOf,
  proposal,
  sane,
  summary,
} from './choices.js';
import { enter } from './door.js';
import { fetchLevels } from './levels.js';
import { load, save } from './memory.js';
import { thumbnail } from './thumbnail.js';
import { CLOCKS, RULES, problemOf } from './words.js';

/** @typedef {import('./choices.js').Choices} Choices */

/** The pause in typing before a pasted position is read, in milliseconds. */
const PAUSE = 350;

export class Form {
  /** @type {string | null} */
  #pasted = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;
  /** @type {AbortController | null} */
  #reading = null;
  #waiting = false;
  /** @type {import('./levels.js').Level[]} */
  #levels = [];

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    const fragment = new URLSearchParams(location.hash.slice(1));
    const record = fragment.get('record');
    const choices = load();
    /** @type {Choices} */
    this.choices = record === null ? choices : sane({ ...choices, rules: fragment.get('rules'), start: 'record', record });

    this.picture = h('div', { class: 'picture' });
    this.start = h('button', { class: 'primary start', type: 'submit' });
    this.summary = h('p', { class: 'soft', id: 'summary' });
    this.problem = h('p', { class: 'bad', role: 'alert' });
    this.level = h('input', {
      type: 'range',
      id: 'level',
      name: 'level',
      min: LEVELS.first,
      max: LEVELS.strongest,
      'aria-describedby': 'level-means',
    });
    this.levelName = h('b', {});
    this.levelMeans = h('p', { class: 'soft means', id: 'level-means' });
    this.rulesMeans = h('p', { class: 'soft means', id: 'rules-means' });
    this.startMeans = h('p', { class: 'soft means', id: 'start-means' });
    this.readProblem = h('p', { class: 'means', id: 'record-means', role: 'status' });
    this.levelField = h(
      'div',
      { class: 'field wide' },
      h('label', { for: 'level' }, 'Level ', this.levelName),
      this.level,
      this.levelMeans,
    );
    this.colourField = radios('Your colour', 'colour', COLOURS);
    this.recordField = h(
      'div',
      { class: 'field wide' },
      h('label', { for: 'record' }, 'A record or a board, in any format'),
      h('textarea', { id: 'record', name: 'record', rows: 4, spellcheck: 'false', 'aria-describedby': 'record-means' }),
      this.readProblem,
    );
    this.openField = h(
      'label',
      { class: 'check wide' },
      h('input', { type: 'checkbox', name: 'open' }),
      h('span', {}, 'Anyone can watch'),
    );
    this.more = h(
      'details',
      {},
      h('summary', {}, 'Rules, start, name'),
      h(
        'div',
        { class: 'fields pairs' },
        select('Rules', 'rules', RULES, this.rulesMeans),
        select('Start', 'start', STARTS, this.startMeans),
        this.recordField,
        h(
          'div',
          { class: 'field' },
          h('label', { for: 'name' }, 'Your name'),
          h('input', { id: 'name', name: 'name', maxlength: LONGEST_NAME, autocomplete: 'nickname', placeholder: 'None' }),
        ),
        this.openField,
      ),
    );
    fill(
      form,
      h('div', { class: 'top' }, this.picture, h('div', { class: 'go' }, this.start, this.summary, this.problem)),
      radios('Against', 'opponent', OPPONENTS),
      h('div', { class: 'fields pairs' }, this.levelField, this.colourField, select('Clock', 'clock', CLOCKS)),
      this.more,
    );
    this.#set();
    // Unfold everything where there is space.
    this.more.open = this.choices.start !== 'initial' || this.choices.rules !== 'standard' || innerWidth > 960;
    this.#show();
    if (record !== null) {
      history.replaceState(null, '', location.pathname);
      this.#read();
    }
    form.addEventListener('input', (event) => this.#changed(event));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
    fetchLevels().then((levels) => {
      this.#levels = levels;
      this.#show();
    });
    // The page may be restored from the history.
    addEventListener('pageshow', () => this.#wait(false));
  }

  #set() {
    for (const [name, value] of Object.entries(this.choices)) {
      const field = this.form.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === true;
      else if (field instanceof RadioNodeList) field.value = String(value);
      else if (isField(field)) field.value = String(value);
    }
  }

  /** @param {Event} event */
  #changed(event) {
    const data = new FormData(this.form);
    this.choices = sane({ ...Object.fromEntries(data), open: data.has('open') });
    // `sane` may have changed a start that does not fit the rules.
    this.#set();
    save(this.choices);
    const touched = /** @type {Element | null} */ (event.target)?.getAttribute('name') ?? '';
    if (this.choices.start === 'record' && ['record', 'start', 'rules'].includes(touched)) {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.#read(), PAUSE);
    }
    fill(this.problem);
    this.#show();
  }

  #show() {
    const { choices } = this;
    const opponent = OPPONENTS.find(({ id }) => id === choices.opponent);
    const level = this.#levels.find(({ number }) => number === choices.level);
    const words = level === undefined ? [choices.level] : [choices.level, level.name];
    this.start.textContent = opponent?.start ?? 'Play';
    this.summary.textContent = `${summary(choices)}.`;
    this.levelField.hidden = choices.opponent !== 'engine';
    this.levelName.textContent = words.join(': ');
    this.level.setAttribute('aria-valuetext', words.join(', '));
    this.levelMeans.textContent = level?.description ?? '';
    this.colourField.hidden = choices.opponent === 'here';
    this.rulesMeans.textContent = RULES.find(({ id }) => id === choices.rules)?.sentence ?? '';
    this.startMeans.textContent = STARTS.find(({ id }) => id === choices.start)?.sentence ?? '';
    this.recordField.hidden = choices.start !== 'record';
    // A challenge in the lobby is always public.
    this.openField.hidden = choices.opponent === 'anyone';
    for (const option of this.form.querySelectorAll('option')) {
      if (option.value === 'xot') option.disabled = choices.rules !== 'standard';
    }
    const board = choices.start === 'record' ? (this.#pasted ?? '-'.repeat(64)) : boardOf(choices.start);
    fill(this.picture, thumbnail(board));
  }

  async #read() {
    this.#reading?.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const { record, rules } = this.choices;
    this.#pasted = null;
    this.readProblem.className = 'means soft';
    this.readProblem.textContent = '';
    if (record.trim() !== '') {
      try {
        const { games } = await post('/api/study/read', { text: record, rules }, { signal });
        const [game] = games;
        if (game.rules !== rules) {
          this.choices = sane({ ...this.choices, rules: game.rules });
          this.#set();
        }
        this.#pasted = boards(game.start, game.plies).at(-1)?.discs ?? null;
        const moves = game.plies.filter((/** @type {{square: string | null}} */ ply) => ply.square != null).length;
        this.readProblem.textContent =
          moves === 0 ? 'A position.' : `A game of ${moves} moves. Play continues from its last position.`;
      } catch (error) {
        if (signal.aborted) return;
        this.readProblem.className = 'means bad';
        this.readProblem.textContent = `That could not be read: ${problemOf(error)}.`;
      }
    }
    this.#show();
  }

  async #submit() {
    if (this.choices.start === 'record' && this.choices.record.trim() === '') {
      this.more.open = true;
      this.readProblem.className = 'means bad';
      this.readProblem.textContent = 'Paste a record or a board first.';
      this.recordField.querySelector('textarea')?.focus();
      return;
    }
    if (this.#waiting) return;
    this.#wait(true);
    fill(this.problem);
    try {
      enter(await post('/api/games', proposal(this.choices)));
    } catch (error) {
      this.#wait(false);
      this.problem.textContent = `The game could not be created: ${problemOf(error)}.`;
    }
  }

  /**
   * A `disabled` button would lose the focus.
   * @param {boolean} waiting
   */
  #wait(waiting) {
    this.#waiting = waiting;
    this.start.setAttribute('aria-disabled', String(waiting));
    if (waiting) say('Creating the game.');
  }
}

/**
 * @param {string} title
 * @param {string} name
 * @param {readonly {id: string, name: string}[]} options
 */
function radios(title, name, options) {
  const choices = options.map((option) =>
    h(
      'label',
      {},
      h('input', { type: 'radio', name, value: option.id }),
      (option.id === 'black' || option.id === 'white') && h('span', { class: 'token', 'data-disc': option.id }),
      h('span', {}, option.name),
    ),
  );
  return h('fieldset', { class: `segments ${name}` }, h('legend', {}, title), h('div', {}, ...choices));
}

/**
 * @param {string} title
 * @param {string} name
 * @param {readonly {id: string, name: string}[]} options
 * @param {HTMLElement} [means]  what says what the choice means
 */
function select(title, name, options, means) {
  const choices = options.map((option) => h('option', { value: option.id }, option.name));
  const field = h('select', { id: name, name, 'aria-describedby': means?.id }, ...choices);
  return h('div', { class: 'field' }, h('label', { for: name }, title), field, means);
}

/**
 * @param {Element | RadioNodeList | null} field
 * @returns {field is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement}
 */
function isField(field) {
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
}
