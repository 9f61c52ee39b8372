import { h } from '../dom.js';
import { THEMES } from '../drill/words.js';
import { discs, moveName, sign } from './judgement.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./tree.js').Spot} Spot */
/** @typedef {import('../wire.js').Report} Data */

/**
 * What a report says to one of the players; null if there is nothing.
 * @param {Data} report
 * @param {Color} you
 * @param {Spot[]} game
 */
export function aboutYou({ takeaways, moves }, you, game) {
  const { costliest = [], praise = [], practise } = takeaways?.[you] ?? {};
  const mistakes = costliest.flatMap((ply) => moves.find((judged) => judged.ply === ply) ?? []);
  if (mistakes.length + praise.length === 0 && practise == null) return null;
  const listed = mistakes.map(({ ply, grade, loss }) => `${moveName(game[ply - 1])}${sign(grade)} (${discs(loss)})`);
  return h(
    'section',
    { class: 'about-you', 'aria-labelledby': 'about-you' },
    h('h2', { id: 'about-you' }, 'About you'),
    listed.length > 0 && h('p', {}, `Your costliest ${listed.length === 1 ? 'mistake' : 'mistakes'}: ${listed.join(', ')}.`),
    ...praise.map((clause) => h('p', {}, `You ${clause.replace(/\.?$/, '.')}`)),
    practise != null &&
      h('p', {}, 'To practise: ', h('a', { href: `/drill?theme=${encodeURIComponent(practise)}` }, THEMES[practise] ?? practise), '.'),
  );
}
