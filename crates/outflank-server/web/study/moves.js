// The score sheet: a slot for each move of a whole game, there from the start. Variations and comments are listed below it.

import { fill, h, icon } from '../dom.js';
import { count } from '../replay.js';
import { discs, isSerious, lossMark, moveName, sign } from './judgement.js';

/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('./tree.js').Study} Study */
/** @typedef {import('./judgement.js').Judgement} Judgement */

const COLUMNS = 4;

/** The sheet has one tab stop; the arrow keys step through the game. */
export class MoveList {
  /** @type {HTMLElement | null} */
  #current = null;

  /**
   * @param {{sheet: HTMLElement, notes: HTMLElement}} parts
   * @param {{go: (spot: Spot) => void, step: (steps: number) => void, promote: (spot: Spot) => void, remove: (spot: Spot) => void}} act
   */
  constructor(parts, act) {
    this.parts = parts;
    this.act = act;
    for (const place of [parts.sheet, parts.notes]) {
      const rows = place === parts.sheet ? COLUMNS : 1;
      place.addEventListener('keydown', (event) => {
        const steps = { ArrowLeft: -1, ArrowUp: -rows, ArrowRight: 1, ArrowDown: rows, Home: -Infinity, End: Infinity }[event.key];
        if (steps === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        act.step(steps);
      });
    }
  }

  /**
   * @param {Study} study
   * @param {ReadonlyMap<number, Judgement>} judged
   */
  show(study, judged) {
    const { sheet, notes } = this.parts;
    const active = document.activeElement;
    const wasOnMove = active?.classList.contains('move') && (sheet.contains(active) || notes.contains(active));
    this.#current = null;
    const { game } = study;
    const { black, white } = count(study.root.board);
    const empty = Array.from({ length: Math.max(0, 64 - black - white - placements(game)) }, (_, i) =>
      h('li', { class: 'empty', 'aria-hidden': 'true' }, h('span', { class: 'number' }, `${placements(game) + i + 1}.`)),
    );
    fill(
      sheet,
      h('li', { class: 'start' }, this.#button(study, study.root, ['Start'], null)),
      ...game.map((spot) => h('li', {}, this.#move(study, spot, judged.get(spot.number) ?? null))),
      ...empty,
    );
    const items = [study.root, ...game].flatMap((spot) => [
      spot.comment !== '' && h('li', { class: 'comment' }, h('b', {}, spot.ply === null ? 'Start' : moveName(spot)), ` ${spot.comment}`),
      ...(spot.parent?.children.slice(1) ?? []).map((first) => this.#variation(study, first)),
    ]);
    fill(notes, ...items);
    notes.hidden = items.every((item) => item === false);
    const current = /** @type {HTMLElement | null} */ (this.#current);
    if (wasOnMove) current?.focus({ preventScroll: true });
  }

  /**
   * @param {Study} study
   * @param {Spot} spot
   * @param {Judgement | null} judgement
   */
  #move(study, spot, judgement) {
    const number = h('span', { class: 'number' }, spot.ply?.square ? `${spot.placements}. ` : '');
    return this.#button(study, spot, [number, spot.ply?.square ?? 'pass'], judgement);
  }

  /**
   * @param {Study} study
   * @param {Spot} spot
   * @param {(Node | string)[]} name
   * @param {Judgement | null} judgement
   */
  #button(study, spot, name, judgement) {
    const current = spot === study.spot;
    const grade = judgement !== null && isSerious(judgement) ? judgement.grade : null;
    const loses = judgement !== null && lossMark(judgement.loss) !== '' ? `loses ${discs(judgement.loss)}` : '';
    const button = h(
      'button',
      {
        type: 'button',
        class: 'move',
        tabindex: current ? 0 : -1,
        title: loses === '' ? null : `${moveName(spot)} ${loses}`,
        'aria-current': current && 'true',
        onclick: () => this.act.go(spot),
      },
      ...name,
      grade !== null && h('b', { class: 'bad', 'aria-hidden': 'true' }, sign(grade)),
      spot.comment !== '' && h('span', { class: 'noted', 'aria-hidden': 'true' }),
      h('span', { class: 'visually-hidden' }, [grade, loses, spot.comment && 'commented'].filter(Boolean).map((text) => `, ${text}`).join('')),
    );
    if (current) this.#current = button;
    return button;
  }

  /**
   * @param {Study} study
   * @param {Spot} first
   */
  #variation(study, first) {
    /** @type {Node[]} */
    const nodes = [];
    /** @param {Spot} spot */
    const line = (spot) => {
      for (let at = /** @type {Spot | undefined} */ (spot); at !== undefined; at = at.children.at(0)) {
        nodes.push(this.#move(study, at, null));
        if (at.comment !== '') nodes.push(h('span', { class: 'said' }, at.comment));
        const others = at === spot ? [] : (at.parent?.children.slice(1) ?? []);
        for (const other of others) {
          nodes.push(document.createTextNode('('));
          line(other);
          nodes.push(document.createTextNode(')'));
        }
      }
    };
    line(first);
    const name = moveName(first);
    return h(
      'li',
      { class: 'variation' },
      h('div', { class: 'line' }, ...nodes),
      small(`Promote the variation ${name}`, 'M12 19V5M6 11l6-6 6 6', () => this.act.promote(first)),
      small(`Delete the variation ${name}`, 'M6 6l12 12M18 6L6 18', () => this.act.remove(first)),
    );
  }
}

/**
 * @param {string} name
 * @param {string} path
 * @param {() => void} onclick
 */
function small(name, path, onclick) {
  return h('button', { type: 'button', class: 'quiet small-button', 'aria-label': name, title: name, onclick }, icon(path));
}

/** @param {Spot[]} game */
function placements(game) {
  return game.at(-1)?.placements ?? 0;
}
