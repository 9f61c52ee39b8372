// The filter for puzzles, stored in the address.

import { HARDEST, KINDS } from './words.js';

/** @typedef {import('./words.js').Kind} Kind */
/** @typedef {{kind: Kind | null, difficulty: number | null}} Wanted */

/**
 * @param {string} search
 * @returns {Wanted}
 */
export function readWanted(search) {
  const fields = new URLSearchParams(search);
  const kind = fields.get('kind') ?? '';
  const difficulty = Number(fields.get('difficulty'));
  return {
    kind: Object.hasOwn(KINDS, kind) ? /** @type {Kind} */ (kind) : null,
    difficulty: Number.isInteger(difficulty) && difficulty >= 1 && difficulty <= HARDEST ? difficulty : null,
  };
}

/** @param {Wanted} wanted */
export function writeWanted({ kind, difficulty }) {
  const fields = new URLSearchParams();
  if (kind !== null) fields.set('kind', kind);
  if (difficulty !== null) fields.set('difficulty', String(difficulty));
  return fields.size === 0 ? '' : `?${fields}`;
}
