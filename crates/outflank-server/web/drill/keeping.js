// The panel for the progress: save, load, start over, and unreadable progress.

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
        h('button', { type: 'button', onclick: () => this.#file.click() }, 'Load a file'),
        h('button', { type: 'button', class: 'danger', onclick: () => this.#beginAnew() }, 'Start over'),
      ),
      this.#file,
      this.#problem,
    );
    this.#file.addEventListener('change', () => this.#open(this.#file.files?.[0]));
  }

  show() {
    const { notice } = this.parts;
    const aside = this.keep.aside();
    notice.hidden = aside.length === 0 && this.keep.stored;
    fill(
      notice,
      !this.keep.stored &&
        h('p', {}, 'This browser cannot store your progress. Save it as a file before you leave.'),
      aside.length > 0 &&
        h('p', {}, 'Your stored progress could not be read. It was set aside, not deleted, and you have started over.'),
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
      this.#problem.textContent = `${file.name} could not be read: ${problemOf(error)}.`;
    } finally {
      this.#file.value = '';
    }
  }

  /**
   * Offers to replace the progress with that of a file, which the server checks first.
   * @param {Progress} progress
   */
  async #offer(progress) {
    const standing = async (/** @type {Progress | null} */ kept) => inWords((await post('/api/drill/next', { progress: kept, day: today() })).standing);
    const there = await standing(progress);
    const now = this.keep.load();
    const replace = () => {
      this.keep.save(progress);
      toast('Progress loaded.');
      this.changed();
    };
    if (now === null) return replace();
    const here = await standing(now).catch((error) => {
      if (isUnreadable(error)) return 'It cannot be read.';
      throw error;
    });
    confirm('Replace your progress?', [`In the file: ${there}`, `In this browser, to be replaced: ${here}`], 'Replace', replace);
  }

  #beginAnew() {
    const text = 'This deletes your progress in this browser. Saved files are not affected.';
    confirm('Start over?', [text], 'Delete', () => {
      this.keep.clear();
      toast('Progress deleted.');
      this.changed();
    });
  }

  #forget() {
    confirm('Delete the unreadable progress?', ['This cannot be undone.'], 'Delete', () => {
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
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(href));
}
