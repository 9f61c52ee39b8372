// What the study is about: the result as one of the players sees it, who played, the opening and when.

import { fill, h } from '../dom.js';
import { ago, rulesName } from '../home/words.js';
import { count } from '../replay.js';

/** @typedef {import('../replay.js').Color} Color */
/** @typedef {import('./sources.js').Source} Source */
/** @typedef {import('./tree.js').Study} Study */

/** Games are dated relative to now for this long, in milliseconds. */
const RECENT = 7 * 24 * 60 * 60 * 1000;

/**
 * @param {{title: HTMLElement, facts: HTMLElement}} parts
 * @param {Source | null} source
 * @param {Study} study
 */
export function showTitle({ title, facts }, source, study) {
  const text = headline(source, study);
  if (title.textContent !== text) title.textContent = text;
  fill(facts, ...factsOf(source, study));
  facts.title = facts.textContent ?? '';
}

/**
 * "You lost 25–39", "White won 34–30", "14 moves".
 * @param {Source | null} source
 * @param {Study} study
 */
export function headline(source, study) {
  const score = source && scoreOf(source, study);
  if (score) {
    const { black, white, winner } = score;
    const [own, other] = source?.you === 'white' ? [white, black] : [black, white];
    if (source?.you !== undefined) {
      const verb = winner === null ? 'drew' : winner === source.you ? 'won' : 'lost';
      return `You ${verb} ${own}–${other}`;
    }
    if (winner === null) return `Draw ${black}–${white}`;
    return winner === 'black' ? `Black won ${black}–${white}` : `White won ${white}–${black}`;
  }
  const moves = study.game.at(-1)?.placements ?? 0;
  if (moves === 0) return source === null ? 'Study' : 'A position';
  return moves === 1 ? '1 move' : `${moves} moves`;
}

/**
 * @param {Source | null} source
 * @param {Study} study
 */
function factsOf(source, study) {
  const { black, white } = source?.players ?? {};
  const names = /** @type {[Color, string | null | undefined][]} */ ([['black', black], ['white', white]]).map(([color, name]) =>
    h('span', { class: 'player' }, h('span', { class: 'token', 'data-disc': color }), source?.you === color ? 'You' : name || (color === 'black' ? 'Black' : 'White')),
  );
  const others = [
    source?.title,
    study.rules !== 'standard' && rulesName(study.rules),
    source?.opening,
    source?.date !== undefined && dateText(source.date, Date.now()),
  ].filter((text) => typeof text === 'string' && text !== '');
  const isEmpty = source === null && study.game.length === 0;
  if (isEmpty && others.length === 0) return ['Play on the board, or open a game.'];
  return [...names, ...others.map((text) => h('span', { class: 'fact' }, text || ''))];
}

/**
 * @param {Source} source
 * @param {Study} study
 * @returns {{black: number, white: number, winner: Color | null} | null} null while the game is not over
 */
function scoreOf({ result, discs }, study) {
  if (!result) return null;
  const last = study.game.at(-1);
  const counted = discs ?? count(last?.board ?? study.root.board);
  // A given margin counts the empty squares for the winner, or half of them for both.
  const isCounted = discs !== undefined || (result.margin !== 0 && counted.black - counted.white === result.margin);
  const { black, white } = isCounted ? counted : { black: 32 + result.margin / 2, white: 32 - result.margin / 2 };
  return { black, white, winner: result.winner ?? null };
}

/**
 * @param {number | string} date  a time, or a year or day as it was written
 * @param {number} now
 */
export function dateText(date, now) {
  if (typeof date === 'string') return date;
  return now - date < RECENT ? ago(date, now) : new Date(date).toLocaleDateString('en', { dateStyle: 'medium' });
}

/**
 * One game among others: "Ann – Bob, 60 moves".
 * @param {Source} source
 */
export function titleOf({ title, players, rules, plies }) {
  const { black, white } = players ?? {};
  const named = black || white ? `${black ?? 'Black'} – ${white ?? 'White'}` : (title ?? '');
  const moves = plies.filter(({ square }) => square != null).length;
  const length = moves === 0 ? 'a position' : moves === 1 ? '1 move' : `${moves} moves`;
  return [named, rules === 'standard' ? '' : rulesName(rules), length].filter((part) => part !== '').join(', ');
}
