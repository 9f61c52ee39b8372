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
 * @param {(spot: Spot) => void} go
 */
export function aboutYou({ takeaways, moves }, you, game, go) {
  const { costliest = [], praise = [], practise } = takeaways?.[you] ?? {};
  if (costliest.length + praise.length === 0 && practise == null) return null;
  const mistakes = costliest.flatMap((ply) => moves.find((judged) => judged.ply === ply) ?? []);
  return h(
    'section',
    { class: 'about-you', 'aria-labelledby': 'about-you' },
    h('h3', { class: 'label', id: 'about-you' }, 'About you'),
    mistakes.length > 0 && h('p', {}, mistakes.length === 1 ? 'Your costliest mistake:' : 'Your costliest mistakes:'),
    mistakes.length > 0 &&
      h(
        'ol',
        {},
        ...mistakes.map(({ ply, grade, loss }) => {
          const spot = game[ply - 1];
          const name = moveName(spot);
          return h(
            'li',
            {},
            h('span', {}, h('b', {}, name, sign(grade)), ` lost ${discs(loss)}.`),
            h('button', { type: 'button', 'aria-label': `Show ${name}`, onclick: () => go(spot) }, 'Show'),
          );
        }),
      ),
    ...praise.map((clause) => h('p', {}, `You ${clause.replace(/\.?$/, '.')}`)),
    practise != null &&
      h('p', {}, 'To practise: ', h('a', { href: `/drill?theme=${encodeURIComponent(practise)}` }, THEMES[practise] ?? practise), '.'),
  );
}
