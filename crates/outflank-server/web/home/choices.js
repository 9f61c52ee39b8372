import { START } from '../start.js';
import { CLOCKS, RULES } from './words.js';

/** @typedef {import('./words.js').Rules} Rules */
/** @typedef {'engine' | 'here' | 'friend' | 'anyone'} Opponent */
/** @typedef {'black' | 'white' | 'random'} Colour */
/** @typedef {'initial' | 'xot' | 'handicap-1' | 'handicap-2' | 'handicap-3' | 'handicap-4' | 'record'} Start */

/**
 * @typedef {object} Choices
 * @property {Opponent} opponent
 * @property {number} level   of the engine, 1 to 10
 * @property {Colour} colour
 * @property {Rules} rules
 * @property {string} clock   one of the presets
 * @property {Start} start
 * @property {string} record  what was pasted, for a start from a record
 * @property {boolean} open   whether anyone can watch
 * @property {string} name
 */

/** @typedef {import('../wire.js').Proposal} Proposal */

/** @type {readonly {id: Opponent, name: string, sentence: string}[]} */
export const OPPONENTS = [
  { id: 'engine', name: 'Engine', sentence: 'Ten levels, from first evening to full strength.' },
  { id: 'friend', name: 'A friend', sentence: 'By link or QR code.' },
  { id: 'anyone', name: 'Anyone', sentence: 'The first player to accept.' },
  { id: 'here', name: 'Two at this screen', sentence: 'Take turns on one board.' },
];

/** @type {readonly {id: Colour, name: string}[]} */
export const COLOURS = [
  { id: 'black', name: 'Black' },
  { id: 'white', name: 'White' },
  { id: 'random', name: 'Random' },
];

/** @type {readonly {id: Start, name: string, sentence: string}[]} */
export const STARTS = [
  { id: 'initial', name: 'Standard', sentence: 'Four discs in the centre; Black begins.' },
  { id: 'xot', name: 'XOT', sentence: 'A random, balanced opening of eight moves.' },
  { id: 'handicap-1', name: 'Handicap, 1 corner', sentence: 'Black has one corner; White begins.' },
  { id: 'handicap-2', name: 'Handicap, 2 corners', sentence: 'Black has two corners; White begins.' },
  { id: 'handicap-3', name: 'Handicap, 3 corners', sentence: 'Black has three corners; White begins.' },
  { id: 'handicap-4', name: 'Handicap, 4 corners', sentence: 'Black has all four corners; White begins.' },
  { id: 'record', name: 'Custom position', sentence: 'Start from the last position of a record or board that you paste.' },
];

export const LEVELS = { first: 1, strongest: 10 };

export const LONGEST_NAME = 24;

/** @type {Readonly<Choices>} */
export const DEFAULTS = {
  opponent: 'engine',
  level: LEVELS.first,
  colour: 'black',
  rules: 'standard',
  clock: 'none',
  start: 'initial',
  record: '',
  open: false,
  name: '',
};

/**
 * Reads stored choices, possibly written by another version.
 * @param {string | null} text
 * @returns {Choices}
 */
export function recall(text) {
  try {
    const found = JSON.parse(text ?? '{}');
    return sane(typeof found === 'object' && found !== null ? found : {});
  } catch {
    return sane({});
  }
}

/**
 * Choices from any values; missing or invalid ones become the default.
 * @param {Record<string, unknown>} found
 * @returns {Choices}
 */
export function sane(found) {
  /** @template T @param {readonly {id: T}[]} options @param {unknown} id @param {T} otherwise */
  const among = (options, id, otherwise) => options.find((option) => option.id === id)?.id ?? otherwise;
  const level = Number(found.level);
  const rules = among(RULES, found.rules, DEFAULTS.rules);
  const start = among(STARTS, found.start, DEFAULTS.start);
  return {
    opponent: among(OPPONENTS, found.opponent, DEFAULTS.opponent),
    level: Number.isInteger(level) && level >= LEVELS.first && level <= LEVELS.strongest ? level : DEFAULTS.level,
    colour: among(COLOURS, found.colour, DEFAULTS.colour),
    rules,
    clock: among(CLOCKS, found.clock, DEFAULTS.clock),
    // XOT openings are for standard Othello.
    start: start === 'xot' && rules !== 'standard' ? DEFAULTS.start : start,
    record: typeof found.record === 'string' ? found.record : DEFAULTS.record,
    open: found.open === true,
    name: typeof found.name === 'string' ? shortened(found.name) : DEFAULTS.name,
  };
}

/**
 * What to store: not the name, which is shared with other pages, and no pasted position.
 * @param {Choices} choices
 */
export function remembered(choices) {
  const { record: _, name: __, ...rest } = choices;
  return JSON.stringify(rest.start === 'record' ? { ...rest, start: DEFAULTS.start } : rest);
}

/**
 * @param {Choices} choices
 * @returns {Proposal}
 */
export function proposal(choices) {
  const { opponent, colour, name } = choices;
  const other = opponent === 'engine' ? `engine:${choices.level}` : opponent === 'here' ? 'me' : opponent;
  const mine = opponent !== 'here' && colour === 'white' ? 'white' : 'black';
  /** @type {Proposal} */
  const asked = {
    rules: choices.rules,
    start: startOf(choices),
    clock: CLOCKS.find((preset) => preset.id === choices.clock)?.clock ?? null,
    black: mine === 'black' ? 'me' : other,
    white: mine === 'white' ? 'me' : other,
    shuffle: opponent !== 'here' && colour === 'random',
    public: opponent === 'anyone' || choices.open,
  };
  const known = shortened(name.trim());
  if (known !== '') asked.name = known;
  return asked;
}

/** @param {Start} start */
export function boardOf(start) {
  const corners = [0, 63, 7, 56].slice(0, start.startsWith('handicap-') ? Number(start.slice(-1)) : 0);
  const squares = [...START.board];
  for (const corner of corners) squares[corner] = 'X';
  return squares.join('');
}

/**
 * @param {import('../replay.js').Start} played
 * @param {Start} chosen  what was chosen last: a random opening is drawn again
 * @returns {Proposal['start']}
 */
export function startingFrom({ board, turn }, chosen) {
  const known = STARTS.find(({ id }) => boardOf(id) === board && (id === 'initial') === (turn === 'black'));
  if (known !== undefined) return startOf({ start: known.id, record: '' });
  return chosen === 'xot' ? 'xot' : { record: `board ${board} ${turn === 'black' ? 'X' : 'O'}` };
}

/** @param {Pick<Choices, 'start' | 'record'>} choices @returns {import('../wire.js').StartSetting} */
function startOf({ start, record }) {
  if (start === 'record') return { record };
  return start === 'initial' || start === 'xot' ? start : { handicap: Number(start.slice(-1)) };
}

/** @param {string} name */
function shortened(name) {
  return [...name].slice(0, LONGEST_NAME).join('');
}
