// The filter for puzzles, stored in the address.

import { HARDEST, KINDS, THEMES } from './words.js';

/** @typedef {import('./words.js').Kind} Kind */
/** @typedef {{kind: Kind | null, difficulty: number | null, theme: string | null}} Wanted */

/**
 * @param {string} search
 * @returns {Wanted}
 */
export function readWanted(search) {
  const fields = new URLSearchParams(search);
  const kind = fields.get('kind') ?? '';
  const theme = fields.get('theme') ?? '';
  const difficulty = Number(fields.get('difficulty'));
  return {
    kind: Object.hasOwn(KINDS, kind) ? /** @type {Kind} */ (kind) : null,
    difficulty: Number.isInteger(difficulty) && difficulty >= 1 && difficulty <= HARDEST ? difficulty : null,
    theme: Object.hasOwn(THEMES, theme) ? theme : null,
  };
}

/** @param {Wanted} wanted */
export function writeWanted({ kind, difficulty, theme }) {
  const fields = new URLSearchParams();
  if (kind !== null) fields.set('kind', kind);
  if (difficulty !== null) fields.set('difficulty', String(difficulty));
  if (theme !== null) fields.set('theme', theme);
  return fields.size === 0 ? '' : `?${fields}`;
}
