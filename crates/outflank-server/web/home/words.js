// Names and descriptions of rules and clocks, for all pages.

/** @typedef {'standard' | 'orthogonal' | 'thirty' | 'shellos'} Rules */
/** @typedef {import('../wire.js').ClockSetting | null | undefined} Clock */

/** @type {readonly {id: Rules, name: string, sentence: string}[]} */
export const RULES = [
  {
    id: 'standard',
    name: 'Othello',
    sentence: 'Outflank discs along any line to flip them; most discs at the end wins.',
  },
  {
    id: 'orthogonal',
    name: 'Orthogonal',
    sentence: 'Only rows and columns flip, never diagonals, and each player has 30 discs.',
  },
  {
    id: 'thirty',
    name: 'Thirty discs',
    sentence: 'Othello with 30 discs per player. The game ends when the player to move has none left.',
  },
  {
    id: 'shellos',
    name: 'Shellos',
    sentence: 'Any empty square that touches a disc may be played, even if nothing flips there.',
  },
];

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** @type {readonly {id: string, name: string, clock: Clock}[]} */
export const CLOCKS = [
  { id: 'none', name: 'No clock', clock: null },
  { id: '1+1', name: '1 minute + 1 s', clock: { main: MINUTE, increment: SECOND } },
  { id: '3+2', name: '3 minutes + 2 s', clock: { main: 3 * MINUTE, increment: 2 * SECOND } },
  { id: '5+3', name: '5 minutes + 3 s', clock: { main: 5 * MINUTE, increment: 3 * SECOND } },
  { id: '10+0', name: '10 minutes', clock: { main: 10 * MINUTE } },
  { id: '20+0', name: '20 minutes', clock: { main: 20 * MINUTE } },
  { id: '30+0', name: '30 minutes', clock: { main: 30 * MINUTE } },
  { id: '3d', name: '3 days', clock: { main: 3 * 24 * 60 * MINUTE } },
];

/** @param {string} id */
export function rulesName(id) {
  return RULES.find((rules) => rules.id === id)?.name ?? id;
}

/**
 * "5 min + 3 s", "no clock".
 * @param {Clock} clock
 */
export function clockName(clock) {
  if (clock == null) return 'no clock';
  const extra = clock.increment ? ` + ${seconds(clock.increment)}` : clock.delay ? `, ${seconds(clock.delay)} delay` : '';
  return duration(clock.main) + extra;
}

/**
 * @param {number} then
 * @param {number} now
 */
export function ago(then, now) {
  const minutes = Math.floor((now - then) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / (24 * 60));
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/**
 * The message of an error, without a final full stop.
 * @param {unknown} error
 */
export function problemOf(error) {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

/** @param {number} ms */
function duration(ms) {
  const day = 24 * 60 * MINUTE;
  if (ms >= day && ms % day === 0) return ms === day ? '1 day' : `${ms / day} days`;
  if (ms >= 60 * MINUTE && ms % (60 * MINUTE) === 0) return `${ms / (60 * MINUTE)} h`;
  if (ms >= MINUTE && ms % SECOND === 0) {
    const rest = (ms % MINUTE) / SECOND;
    return rest === 0 ? `${ms / MINUTE} min` : `${Math.floor(ms / MINUTE)} min ${rest} s`;
  }
  return seconds(ms);
}

/** @param {number} ms */
function seconds(ms) {
  return `${ms / SECOND} s`;
}
