// What the drill says, in sentences. Nothing here touches the page.

import { discs, signed } from '../study/judgement.js';

/** @typedef {'endgame' | 'opening'} Kind */
/** @typedef {import('../study/tree.js').Known & {board: string, start: import('../replay.js').Start, plies: import('../replay.js').Ply[]}} Position */
/** @typedef {{id: string, kind: Kind, difficulty: number, task: string, source: string, position: Position}} Puzzle */
/** @typedef {{puzzles: number, solved: number, learning: number, due: number, streak: number, longest: number, level: number}} Standing */
/** @typedef {{lessons: number, solved: number, learning: number, due: number}} LessonStanding */
/** A line that has a name. Its moves, run together, are what it is known by. @typedef {{name: string, moves: string, length: number}} Line */
/** @typedef {{square: string, score: number}} Scored */
/**
 * @typedef {object} Verdict
 * @property {boolean} right
 * @property {string} best
 * @property {number | null} loss
 * @property {Scored[]} moves
 * @property {Standing} standing
 * @property {import('./keep.js').Progress} progress
 */
/**
 * @typedef {object} Lesson
 * @property {Line} opening
 * @property {'waiting' | 'right' | 'done' | 'left' | 'shown'} step
 * @property {string | null} answer
 * @property {string | null} expected
 * @property {string | null} known_as
 * @property {string[]} leads_to
 * @property {string} moves
 * @property {Position} position
 * @property {LessonStanding} standing
 * @property {import('./keep.js').Progress} progress
 */
/** A judgement in words: good, bad, or neither. @typedef {{kind: 'good' | 'bad' | 'plain', text: string}} Said */

export const KINDS = { endgame: 'Endgame', opening: 'Opening' };

/** How many openings are named at once. */
const NAMED = 3;

/** The hardest difficulty. */
export const HARDEST = 5;

/**
 * What became of an answer.
 * @param {Verdict} verdict
 * @param {string | null} square  none if the solution was asked for
 * @param {Kind} kind
 * @returns {Said}
 */
export function judged({ right, best, loss, moves }, square, kind) {
  const worth = (/** @type {string} */ of) => {
    const score = moves.find((move) => move.square === of)?.score ?? 0;
    return kind === 'endgame' ? result(score) : `is worth ${signed(score)}`;
  };
  const solution = `${best} ${worth(best)}`;
  if (square === null || loss === null) return { kind: 'plain', text: `The move is ${best}: it ${worth(best)}. The puzzle will come again.` };
  if (right) return { kind: 'good', text: `Right: ${solution}.` };
  return { kind: 'bad', text: `Wrong: ${square} ${worth(square)}, ${solution}. It costs ${discs(loss)}. The puzzle will come again.` };
}

/**
 * The values of all moves, to be shown on their squares: the best with a tick, a wrong answer with a cross.
 * @param {Verdict} verdict
 * @param {string | null} square
 * @returns {Map<string, import('../board.js').Value>}
 */
export function values({ best, moves }, square) {
  return new Map(
    moves.map((move) => {
      const mark = move.square === best ? '✓' : move.square === square ? '✗' : '';
      const kind = move.square === best ? /** @type {const} */ ('best') : move.square === square ? /** @type {const} */ ('bad') : undefined;
      return [move.square, { text: `${mark}${signed(move.score)}`, kind }];
    }),
  );
}

/**
 * What there is to say when no puzzle is left.
 * @param {Standing} standing
 */
export function nothingLeft({ puzzles, learning }) {
  if (puzzles === 0) return 'There are no such puzzles. Choose others.';
  const later = learning === 0 ? '' : learning === 1 ? ' One of them comes again on another day.' : ` ${learning} of them come again on other days.`;
  return `You have tried all of these puzzles.${later}`;
}

/**
 * How it goes, for those who do not see the numbers.
 * @param {Standing} standing
 */
export function progress({ streak, solved, puzzles, due }) {
  return `Streak ${streak}. ${solved} of ${puzzles} solved, ${due} due today.`;
}

/**
 * What there is to say when no line is left.
 * @param {LessonStanding} standing
 */
export function noLineLeft({ learning }) {
  const later = learning === 0 ? '' : ' Those that you have left come again on other days.';
  return `You have played all of these lines.${later} Choose one to play it once more.`;
}

/**
 * What became of a move in an opening.
 * @param {Lesson} lesson
 * @param {string | null} square
 * @param {number} slips  how often the line was left or shown
 * @returns {Said | null}
 */
export function stepped({ step, opening, answer, expected, known_as, leads_to }, square, slips) {
  switch (step) {
    case 'right':
      return { kind: 'good', text: answer === null ? `Right: ${square}.` : `Right: ${square}. The answer is ${answer}.` };
    case 'done': {
      const further = leads_to.length === 0 ? '' : ` It goes on to ${list(leads_to)}.`;
      return { kind: 'good', text: `${opening.name} to its end, ${slipped(slips)}.${further}` };
    }
    case 'left': {
      const elsewhere = known_as !== null ? ` ${square} is known as ${known_as}.` : leads_to.length > 0 ? ` ${square} leads to ${list(leads_to)}.` : '';
      return { kind: 'bad', text: `${square} leaves the line: ${opening.name} has ${expected} here.${elsewhere}` };
    }
    case 'shown':
      return { kind: 'plain', text: `${opening.name} has ${expected} here. The line will come again.` };
    default:
      return null;
  }
}

/** @param {number} count */
export function moves(count) {
  return count === 1 ? '1 move' : `${count} moves`;
}

/** @param {number} score */
function result(score) {
  if (score === 0) return 'draws';
  return score > 0 ? `wins by ${score}` : `loses by ${-score}`;
}

/**
 * Some names, and how many more there are.
 * @param {string[]} names
 */
function list(names) {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** @param {number} slips */
function slipped(slips) {
  return slips === 0 ? 'without a slip' : slips === 1 ? 'with one slip' : `with ${slips} slips`;
}
