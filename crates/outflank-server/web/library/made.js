// Entries made of games and studies.

import { encodeTree } from '../study/compact.js';
import { Study } from '../study/tree.js';
import { newId } from './entry.js';

/** @typedef {import('./entry.js').Entry} Entry */
/** @typedef {import('../study/sources.js').Source} Source */

/**
 * @param {Source} source
 * @returns {Entry}
 */
export function entryOf(source) {
  return { ...contentOf(new Study(source.rules, source.start, source.plies, source.supply), source), ...placeOf(source) };
}

/**
 * What is saved of a study.
 * @param {Study} study
 * @param {Source | null} source
 */
export function contentOf(study, source) {
  const { root, spots } = study.sketch();
  const { text, numbers } = encodeTree(root);
  const colors = [...numbers.keys()].slice(1).map((branch) => ({ black: 'B', white: 'W', '': '-' })[spots.get(branch)?.ply?.by ?? '']);
  return {
    rules: study.rules,
    start: { board: study.start.board, turn: study.start.turn },
    supply: study.supply ?? null,
    tree: text,
    colors: colors.join(''),
    comments: Object.fromEntries(study.comments),
    players: { black: source?.players.black ?? null, white: source?.players.white ?? null },
    title: source?.title ?? null,
    margin: source?.result?.margin ?? null,
    game: source?.id ?? null,
    collected: source?.collected ?? null,
  };
}

/**
 * A new place in the library.
 * @param {Source | null} source
 */
export function placeOf(source) {
  const now = Date.now();
  const { black, white } = source?.players ?? {};
  const [first, second] = source?.you === 'black' ? ['You', white] : source?.you === 'white' ? [black, 'You'] : [black, white];
  const day = new Date(now).toLocaleDateString('en', { dateStyle: 'medium' });
  const name = first || second ? `${first || 'Black'} – ${second || 'White'}` : (source?.title ?? `Study of ${day}`);
  return { id: newId(), name, folder: null, created: now, updated: now };
}
