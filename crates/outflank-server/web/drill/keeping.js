// The panel about what is kept: saved as a file, read from one, begun anew; and what could not be read.

import { post } from '../api.js';
import { dialog, fill, h } from '../dom.js';
import { problemOf } from '../home/words.js';
import { toast } from '../shell.js';
import { date, today } from './day.js';
import { read, write } from './keep.js';
import { isUnreadable } from './train.js';
import { progress as inWords } from './words.js';

/** @typedef {import('./keep.js').Keep} Keep */
/** @typedef {import('./keep.js').Progress} Progress */

/** The largest file that is read, in bytes: what the server takes. */
const LARGEST = 1 << 20;

export class Keeping {
  #file = h('input', { type: 'file', accept: 'application/json,.json', class: 'visually-hidden', tabindex: -1, 'aria-label': 'A file' });
  #problem = h('p', { class: 'bad', role: 'alert' });

  /**
   * @param {{buttons: HTMLElement, notice: HTMLElement}} parts
   * @param {Keep} keep
   * @param {() => void} changed  something else is kept now
   */
  constructor(parts, keep, changed) {
    this.parts = parts;
    this.keep = keep;
    this.changed = changed;
    fill(
      parts.buttons,
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', onclick: () => this.#save() }, 'Save as a file'),
        h('button', { type: 'button', onclick: () => this.#file.click() }, 'Read a file'),
        h('button', { type: 'button', class: 'danger', onclick: () => this.#beginAnew() }, 'Begin anew'),
      ),
      this.#file,
      this.#problem,
    );
    this.#file.addEventListener('change', () => this.#open(this.#file.files?.[0]));
  }

  /** Shows what the person has to know about what is kept. */
  show() {
    const { notice } = this.parts;
    const aside = this.keep.aside();
    notice.hidden = aside.length === 0 && this.keep.stored;
    fill(
      notice,
      !this.keep.stored &&
        h('p', {}, 'This browser does not keep your progress: save it as a file before you leave.'),
      aside.length > 0 &&
        h('p', {}, 'What was kept of your training cannot be read. It is put aside, not deleted, and you have begun anew.'),
      aside.length > 0 &&
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'button', onclick: () => aside.forEach((text, i) => download(`outflank-drill-unread-${i + 1}.txt`, text)) }, 'Save it as a file'),
          h('button', { type: 'button', class: 'danger', onclick: () => this.#forget() }, 'Delete it'),
        ),
    );
  }

  #save() {
    const progress = this.keep.load();
    if (progress === null) return toast('There is nothing to save yet.');
    download(`outflank-drill-${date()}.json`, write(progress));
  }

  /** @param {File | undefined} file */
  async #open(file) {
    if (file === undefined) return;
    this.#problem.textContent = '';
    try {
      if (file.size > LARGEST) throw new Error('it is too large');
      const found = read(await file.text());
      if ('wrong' in found) throw new Error(found.wrong);
      await this.#offer(found.progress);
    } catch (error) {
      this.#problem.textContent = `${file.name} was not read: ${problemOf(error)}.`;
    } finally {
      this.#file.value = '';
    }
  }

  /**
   * Asks whether the progress of a file is to take the place of what is kept. The server says whether it can be used.
   * @param {Progress} progress
   */
  async #offer(progress) {
    const standing = async (/** @type {Progress | null} */ kept) => inWords((await post('/api/drill/next', { progress: kept, day: today() })).standing);
    const there = await standing(progress);
    const now = this.keep.load();
    const replace = () => {
      this.keep.save(progress);
      toast('The file is read.');
      this.changed();
    };
    if (now === null) return replace();
    const here = await standing(now).catch((error) => {
      if (isUnreadable(error)) return 'It cannot be read.';
      throw error;
    });
    confirm('Take the progress of the file?', [`In the file: ${there}`, `In this browser, to be replaced: ${here}`], 'Replace', replace);
  }

  #beginAnew() {
    const text = 'Everything that is kept of your puzzles in this browser is deleted. A file that you have saved stays.';
    confirm('Begin anew?', [text], 'Delete', () => {
      this.keep.clear();
      toast('You begin anew.');
      this.changed();
    });
  }

  #forget() {
    confirm('Delete what cannot be read?', ['It cannot be brought back.'], 'Delete', () => {
      this.keep.forgetAside();
      this.show();
    });
  }
}

/**
 * @param {string} title
 * @param {string[]} texts
 * @param {string} name  of the button that does it
 * @param {() => void} act
 */
function confirm(title, texts, name, act) {
  const yes = h('button', { type: 'button', class: 'danger' }, name);
  const no = h('button', { type: 'button' }, 'Cancel');
  const box = dialog(title, h('div', { class: 'fields' }, ...texts.map((text) => h('p', {}, text)), h('div', { class: 'row' }, yes, no)));
  yes.addEventListener('click', () => {
    box.close();
    act();
  });
  no.addEventListener('click', () => box.close());
}

/**
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  h('a', { href, download: name }).click();
  // The browser has taken it by the time that the next task runs.
  setTimeout(() => URL.revokeObjectURL(href));
}
