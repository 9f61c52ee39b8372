import { discs, signed } from '../study/judgement.js';

/** @typedef {import('../wire.js').PuzzleKind} Kind */
/** @typedef {import('../wire.js').StudyPosition} Position */
/** @typedef {import('../wire.js').ShownPuzzle} Puzzle */
/** @typedef {import('../wire.js').DrillStanding} Standing */
/** @typedef {import('../wire.js').LessonStanding} LessonStanding */
/** @typedef {import('../wire.js').NamedLine} Line */
/** @typedef {import('../wire.js').AnswerVerdict} Verdict */
/** @typedef {import('../wire.js').LessonStep} Lesson */
/** @typedef {import('../wire.js').PlayOutState} PlayOutState */
/** @typedef {import('../wire.js').Ply} Ply */
/** @typedef {{kind: 'good' | 'bad' | 'plain', text: string}} Said */

export const KINDS = { endgame: 'Endgame', opening: 'Opening' };

/** @type {Record<string, string>} */
export const THEMES = {
  access: 'Access',
  corner: 'Corners',
  counting: 'Counting',
  edge: 'Edges',
  mobility: 'Mobility',
  parity: 'Parity',
  pass: 'Passes',
  tempo: 'Tempo',
  wedge: 'Wedges',
};

const NAMED = 3;

export const HARDEST = 5;

/**
 * @param {Verdict} verdict
 * @param {string | null} square  null if the solution was requested
 * @param {Kind} kind
 * @returns {Said}
 */
export function judged({ right, best, loss, moves }, square, kind) {
  const worth = (/** @type {string} */ of) => {
    const score = moves.find((move) => move.square === of)?.score ?? 0;
    return kind === 'endgame' ? result(score) : `is worth ${signed(score)}`;
  };
  const solution = `${best} ${worth(best)}`;
  if (square === null || loss == null) return { kind: 'plain', text: `The solution is ${best}: it ${worth(best)}. You will see this puzzle again.` };
  if (right) return { kind: 'good', text: `Right: ${solution}.` };
  return { kind: 'bad', text: `Wrong: ${square} ${worth(square)}, ${solution}. That cost ${discs(loss)}. You will see this puzzle again.` };
}

/**
 * The values of all moves, with a tick for the best and a cross for a wrong answer.
 * @param {Verdict} verdict
 * @param {string | null} square
 * @returns {Map<string, import('../board.js').Value>}
 */
export function values({ best, moves }, square) {
  const most = Math.max(...moves.map(({ score }) => score));
  return new Map(
    moves.map((move) => {
      const mark = move.square === best ? '✓\u200a' : move.square === square ? '✗\u200a' : '';
      const kind = move.square === best ? /** @type {const} */ ('best') : move.square === square ? /** @type {const} */ ('bad') : undefined;
      return [move.square, { text: `${mark}${signed(move.score)}`, kind, loss: most - move.score }];
    }),
  );
}

/**
 * About the last move of a puzzle that is played out.
 * @param {Pick<PlayOutState, 'verdict' | 'replies' | 'ending'>} state
 * @returns {Said | null}
 */
export function playedOut({ verdict, replies, ending }) {
  const kinds = /** @type {const} */ ({ only: 'good', best: 'good', keeps: 'plain', throws_away: 'bad' });
  const text = [verdict?.text, replies, ending?.text].filter(Boolean).join(' ');
  return text === '' ? null : { kind: verdict == null ? 'plain' : kinds[verdict.kind], text };
}

/**
 * "Black b8, White g8, Black passes"
 * @param {Ply[]} plies
 */
export function lineInWords(plies) {
  return plies.map(({ by, square }) => `${colorName(by)} ${square ?? 'passes'}`).join(', ');
}

/** @param {import('../replay.js').Color} color */
export function colorName(color) {
  return color === 'black' ? 'Black' : 'White';
}

/** @param {Standing} standing */
export function nothingLeft({ puzzles, learning }) {
  if (puzzles === 0) return 'No puzzles match. Choose others.';
  const later = learning === 0 ? '' : learning === 1 ? ' One of them will come back another day.' : ` ${learning} of them will come back on other days.`;
  return `You have tried all of these puzzles.${later}`;
}

/**
 * The numbers, for screen readers.
 * @param {Standing} standing
 */
export function progress({ streak, solved, puzzles, due }) {
  return `Streak ${streak}. ${solved} of ${puzzles} solved, ${due} due today.`;
}

/** @param {LessonStanding} standing */
export function noLineLeft({ learning }) {
  const later = learning === 0 ? '' : ' Those you failed will come back on other days.';
  return `You have played all of these lines.${later} Choose one to play it again.`;
}

/**
 * @param {Lesson} lesson
 * @param {string | null} square
 * @param {number} slips  how often the line was left or shown
 * @returns {Said | null}
 */
export function stepped({ step, opening, answer, expected, known_as, leads_to }, square, slips) {
  switch (step) {
    case 'right':
      return { kind: 'good', text: answer == null ? `Right: ${square}.` : `Right: ${square}. The reply is ${answer}.` };
    case 'done': {
      const further = leads_to.length === 0 ? '' : ` It continues to ${list(leads_to)}.`;
      return { kind: 'good', text: `${opening.name} complete, ${slipped(slips)}.${further}` };
    }
    case 'left': {
      const elsewhere = known_as != null ? ` ${square} is the ${known_as}.` : leads_to.length > 0 ? ` ${square} leads to ${list(leads_to)}.` : '';
      return { kind: 'bad', text: `${square} leaves the line: ${opening.name} continues with ${expected}.${elsewhere}` };
    }
    case 'shown':
      return { kind: 'plain', text: `${opening.name} continues with ${expected}. You will see this line again.` };
    default:
      return null;
  }
}

/**
 * Of a line in the list: its length, and how often it was played if that is known.
 * @param {Pick<Line, 'length' | 'games'>} line
 */
export function lineInShort({ length, games }) {
  return games == null ? moves(length) : `${moves(length)}, ${counted(games, 'game')}`;
}

/** @param {number} games */
export function popularity(games) {
  return `played in ${counted(games, 'tournament game')}`;
}

/** @param {number} count */
export function moves(count) {
  return counted(count, 'move');
}

/**
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString('en')} ${noun}s`;
}

/** @param {number} score */
function result(score) {
  if (score === 0) return 'draws';
  return score > 0 ? `wins by ${score}` : `loses by ${-score}`;
}

/** @param {string[]} names */
function list(names) {
  const more = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** @param {number} slips */
function slipped(slips) {
  return slips === 0 ? 'without a mistake' : slips === 1 ? 'with one mistake' : `with ${slips} mistakes`;
}
