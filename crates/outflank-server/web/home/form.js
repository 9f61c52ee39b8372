// The chips: choices for a new game, remembered for the next one.

import { closeChip, openOneChip } from '../chips.js';
import { fill, h } from '../dom.js';
import { toast } from '../shell.js';
import { sentenceOf } from '../store.js';
import { COLOURS, LEVELS, LONGEST_NAME, OPPONENTS, STARTS, sane } from './choices.js';
import { fetchLevels } from './levels.js';
import { load, save, saveLabels } from './memory.js';
import { CLOCKS, RULES } from './words.js';

/** @typedef {import('./choices.js').Choices} Choices */

export class Form {
  /** @type {import('./levels.js').Level[]} */
  #levels = [];
  #hasComplained = false;
  #changed;
  #levelName = h('b', {});
  #levelMeans = h('p', { class: 'soft small level-means' });
  #rulesMeans = h('p', { class: 'soft small means', id: 'rules-means' });
  #startMeans = h('p', { class: 'soft small means', id: 'start-means' });
  #recordMeans = h('p', { class: 'soft small means', id: 'record-means', role: 'status' });
  #recordField = h(
    'div',
    { class: 'field' },
    h('label', { for: 'record' }, 'A game or a board, in any format'),
    h('textarea', { id: 'record', name: 'record', rows: 4, spellcheck: 'false', 'aria-describedby': 'record-means' }),
    this.#recordMeans,
  );
  #openField = h('label', { class: 'check' }, h('input', { type: 'checkbox', name: 'open' }), h('span', {}, 'Anyone can watch'));

  /**
   * @param {HTMLFormElement} form
   * @param {(touched: string) => void} changed  called with the name of the field
   */
  constructor(form, changed) {
    this.form = form;
    this.#changed = changed;
    this.choices = recalled();
    this.#build();
    this.#set();
    this.#show();
    openOneChip(form);
    form.addEventListener('input', (event) => this.#input(event));
    fetchLevels().then((levels) => {
      this.#levels = levels;
      this.#show();
    });
  }

  /** @param {Partial<Choices>} some */
  choose(some) {
    this.choices = sane({ ...this.choices, ...some });
    this.#set();
    this.#show();
  }

  /**
   * What the pasted record is, or why it can't be read.
   * @param {string} text
   * @param {boolean} [isProblem]
   */
  explainRecord(text, isProblem = false) {
    this.#recordMeans.className = `small means ${isProblem ? 'bad' : 'soft'}`;
    this.#recordMeans.textContent = text;
  }

  askForRecord() {
    this.#chip('more').open = true;
    this.form.querySelector('textarea')?.focus();
  }

  #build() {
    const numbers = Array.from({ length: LEVELS.strongest }, (_, i) => i + LEVELS.first);
    this.#fill('opponent', radios('Opponent', 'opponent', OPPONENTS));
    this.#fill(
      'level',
      this.#levelName,
      h(
        'fieldset',
        { class: 'levels' },
        h('legend', { class: 'visually-hidden' }, 'Level'),
        ...numbers.map((n) => h('label', {}, h('input', { type: 'radio', name: 'level', value: n, 'aria-label': `Level ${n}` }), String(n))),
      ),
      this.#levelMeans,
    );
    this.#fill('colour', radios('You play', 'colour', COLOURS));
    this.#fill('clock', radios('Clock', 'clock', CLOCKS));
    const rules = RULES.map((option) => (option.id === 'standard' ? { ...option, name: 'Standard' } : option));
    this.#fill('rules', radios('Rules', 'rules', rules), this.#rulesMeans);
    const starts = STARTS.map(({ id, name }) => h('option', { value: id }, name));
    this.#fill(
      'more',
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'start-from' }, 'Start'),
        h('select', { id: 'start-from', name: 'start', 'aria-describedby': 'start-means' }, ...starts),
        this.#startMeans,
      ),
      this.#recordField,
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'name' }, 'Your name'),
        h('input', { id: 'name', name: 'name', maxlength: LONGEST_NAME, autocomplete: 'nickname', placeholder: 'Optional' }),
      ),
      this.#openField,
    );
    // Choosing with a pointer is done with one press; arrow keys may go on.
    for (const name of ['opponent', 'colour', 'clock', 'rules']) {
      const chip = this.#chip(name);
      chip.addEventListener('click', (event) => {
        if (event.target instanceof HTMLInputElement && event.detail > 0) closeChip(chip);
      });
    }
  }

  /** @param {Event} event */
  #input(event) {
    const data = new FormData(this.form);
    const touched = /** @type {Element | null} */ (event.target)?.getAttribute('name') ?? '';
    this.choices = sane({ ...Object.fromEntries(data), open: data.has('open') });
    // `sane` may have changed a start that does not fit the rules.
    this.#set();
    this.#show();
    const kept = save(this.choices);
    if (!kept.kept && !this.#hasComplained) toast(sentenceOf(kept.problem));
    this.#hasComplained ||= !kept.kept;
    this.#changed(touched);
  }

  #set() {
    for (const [name, value] of Object.entries(this.choices)) {
      const field = this.form.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = value === true;
      else if (field instanceof RadioNodeList) field.value = String(value);
      else if (isField(field) && field.value !== String(value)) field.value = String(value);
    }
  }

  #show() {
    const { opponent, colour, level, clock, rules, start } = this.choices;
    const known = this.#levels.find(({ number }) => number === level);
    const levelName = known === undefined ? `Level ${level}` : `Level ${level}, ${known.name.toLowerCase()}`;
    const disc = this.#chip('colour').querySelector('.token');
    disc?.setAttribute('data-disc', colour === 'random' ? 'both' : colour);
    this.#label({
      opponent: nameIn(OPPONENTS, opponent),
      level: opponent === 'engine' ? levelName : '',
      colour: opponent === 'here' ? '' : nameIn(COLOURS, colour),
      clock: nameIn(CLOCKS, clock),
      rules: rules === 'standard' ? 'Standard rules' : nameIn(RULES, rules),
      more: start === 'initial' ? 'More' : nameIn(STARTS, start),
    });
    this.#levelName.textContent = levelName;
    this.#levelMeans.textContent = known?.description ?? '';
    this.#rulesMeans.textContent = RULES.find(({ id }) => id === rules)?.sentence ?? '';
    this.#startMeans.textContent = STARTS.find(({ id }) => id === start)?.sentence ?? '';
    this.#recordField.hidden = start !== 'record';
    // A challenge in the lobby is always public.
    this.#openField.hidden = opponent === 'anyone';
    for (const option of this.form.querySelectorAll('option')) {
      if (option.value === 'xot') option.disabled = rules !== 'standard';
    }
  }

  /** @param {Record<string, string>} labels  an empty one hides its chip */
  #label(labels) {
    for (const [name, text] of Object.entries(labels)) {
      const chip = this.#chip(name);
      const place = /** @type {HTMLElement} */ (chip.querySelector('of-chosen'));
      chip.hidden = text === '';
      // The name of a level comes later, and may be there from the last visit.
      if (name === 'level' && place.textContent?.startsWith(`${text},`)) labels.level = place.textContent;
      else if (place.textContent !== text) place.textContent = text;
    }
    if (this.choices.start !== 'record') saveLabels(labels);
  }

  /** @param {string} name @param {...Node} content */
  #fill(name, ...content) {
    const pop = this.#chip(name).querySelector('.pop');
    if (pop !== null) fill(pop, ...content);
  }

  /** @param {string} name */
  #chip(name) {
    return /** @type {HTMLDetailsElement} */ (this.form.querySelector(`[data-chip="${name}"]`));
  }
}

/** The last choices, or those of a link to play from a position. */
function recalled() {
  const choices = load();
  const fragment = new URLSearchParams(location.hash.slice(1));
  const record = fragment.get('record');
  if (record === null) return choices;
  history.replaceState(null, '', location.pathname);
  return sane({ ...choices, rules: fragment.get('rules'), start: 'record', record });
}

/**
 * @param {string} title
 * @param {string} name
 * @param {readonly {id: string, name: string, sentence?: string}[]} options
 */
function radios(title, name, options) {
  const choices = options.map((option) =>
    h(
      'label',
      {},
      h('input', { type: 'radio', name, value: option.id }),
      name === 'colour' && h('span', { class: 'token', 'data-disc': option.id === 'random' ? 'both' : option.id }),
      h('span', {}, option.name),
      name === 'opponent' && h('span', { class: 'soft small' }, option.sentence),
    ),
  );
  return h('fieldset', { class: 'options' }, h('legend', { class: 'visually-hidden' }, title), ...choices);
}

/** @param {readonly {id: string, name: string}[]} options @param {string} id */
function nameIn(options, id) {
  return options.find((option) => option.id === id)?.name ?? id;
}

/**
 * @param {Element | RadioNodeList | null} field
 * @returns {field is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement}
 */
function isField(field) {
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
}
