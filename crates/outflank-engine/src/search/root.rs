//! Deeper and deeper, until a limit is met.

use std::sync::{Arc, Mutex};
use std::thread;

use outflank_rules::{Bitboard, Board, Move};

use super::control::Control;
use super::node::Node;
use super::principal::Variation;
use super::share::Shared;
use super::worker::Worker;
use crate::memory::Memory;
use crate::tt::{GREATEST, LEAST};
use crate::{Analysis, Bound, Goal, Line, Score, Selectivity};

/// What to search, and how far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) board: Board,
    /// The most plies; to the end if there are no more empty squares.
    pub(crate) depth: u8,
    pub(crate) lines: usize,
    pub(crate) goal: Goal,
    pub(crate) threads: usize,
}

/// Searches until the task is done or the control says stop, and tells every step on the way.
pub(crate) fn search(memory: &Memory, task: &Task, control: &Control, progress: &mut dyn FnMut(&Analysis)) -> Analysis {
    let node = Node::of(task.board);
    let moves = node.moves();
    if moves.is_empty() {
        return match node.opponent_moves().is_empty() {
            true => over(control),
            false => after_pass(memory, task, control, progress),
        };
    }
    memory.table.begin_search();
    let shared = Shared::new(Arc::clone(&memory.table));
    let worker = || Worker::new(&shared, &memory.evaluation, memory.lend_solver());
    let mut workers = vec![worker()];
    workers[0].watch = Some(control);

    let mut analysis = first_glance(&node, moves, &workers[0], control);
    for step in plan(node.empties, task.depth) {
        if control.is_late_to_begin() {
            break;
        }
        if step.depth >= COMPANY_FROM && workers.len() < task.threads {
            workers.resize_with(task.threads, worker);
        }
        let lines = match iterate(&mut workers, &node, moves, &analysis.lines, step, task) {
            Iteration::Whole(lines) => lines,
            Iteration::BrokenOff(found) => {
                // Of several lines it cannot be compared with the others, which were not searched as far.
                if let (Some(found), 0..=1) = (found, task.lines) {
                    analysis.lines = vec![found];
                }
                break;
            }
        };
        analysis = Analysis {
            lines,
            depth: step.depth,
            selectivity: step.selectivity,
            exact: step.depth == node.empties && step.selectivity == Selectivity::Full,
            nodes: workers.iter().map(Worker::nodes).sum(),
            time: control.elapsed(),
        };
        progress(&analysis);
    }
    analysis.nodes = workers.iter().map(Worker::nodes).sum();
    analysis.time = control.elapsed();
    workers.into_iter().for_each(|worker| memory.take_back(worker.solver));
    analysis
}

/// One search of a certain depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    depth: u8,
    selectivity: Selectivity,
}

/// From this depth on a search is worth more than one thread.
const COMPANY_FROM: u8 = 9;

/// The selectivity of a search that does not go to the end.
const MIDGAME: Selectivity = Selectivity::P73;

/// Which searches to make, in which order. Shallow and selective ones fill the table with good moves for the others.
fn plan(empties: u8, depth: u8) -> Vec<Step> {
    let to_the_end = depth >= empties;
    let deepest = match to_the_end {
        false => depth,
        true if empties <= 26 => (empties / 2 + 2).min(empties),
        true => empties - 12,
    };
    let mut steps: Vec<_> = (1..=deepest).map(|depth| Step { depth, selectivity: MIDGAME }).collect();
    if to_the_end {
        use Selectivity::*;
        let levels: &[Selectivity] = match empties {
            0..=13 => &[Full],
            14..=23 => &[P73, Full],
            24..=26 => &[P73, P87, Full],
            // So many squares are seldom solved in time, and then it counts how sure the result is.
            _ => &Selectivity::ALL,
        };
        steps.extend(levels.iter().map(|&selectivity| Step { depth: empties, selectivity }));
    }
    steps
}

/// What came of a step.
enum Iteration {
    /// The lines, best first.
    Whole(Vec<Line>),
    /// It was broken off. The best move that it had come to by then is here, if it had come to one: it begins with the best
    /// move of the step before, so that another one is better.
    BrokenOff(Option<Line>),
}

/// One step for each line.
fn iterate(
    workers: &mut [Worker<'_>],
    node: &Node,
    moves: Bitboard,
    previous: &[Line],
    step: Step,
    task: &Task,
) -> Iteration {
    let mut lines = Vec::<Line>::new();
    let mut left = moves;
    while lines.len() < task.lines.max(1) && !left.is_empty() {
        let guess = previous.get(lines.len()).map_or(0, |line| line.score.steps());
        let line = match together(workers, |worker| worker.line(node, left, guess, step, task.goal)) {
            Ok(line) => line,
            Err(found) => return Iteration::BrokenOff(found),
        };
        if let Some(Move::Place(square)) = line.pv.first() {
            left = left.without(*square);
        }
        lines.push(line);
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    Iteration::Whole(lines)
}

/// Lets every worker do the same job; the first to finish ends it for all. If all were told to stop, the error is what the
/// first of them had found.
fn together<'s>(
    workers: &mut [Worker<'s>],
    job: impl Fn(&mut Worker<'s>) -> Option<Line> + Sync,
) -> Result<Line, Option<Line>> {
    let done = Mutex::new(None);
    let has_company = workers.len() > 1;
    let work = |worker: &mut Worker<'s>| {
        worker.has_company = has_company;
        let line = job(worker);
        if worker.is_aborted() {
            return line;
        }
        worker.shared.abort();
        let mut done = done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if done.is_none() {
            *done = line;
        }
        None
    };
    let Some((first, others)) = workers.split_first_mut() else { return Err(None) };
    first.shared.begin_iteration();
    let begun = thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| work(worker));
        }
        work(first)
    });
    done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).ok_or(begun)
}

impl Worker<'_> {
    /// The best of some moves, found with a window around what is expected. If the search is broken off, the best of those
    /// that it had come to, if it had come to any.
    fn line(&mut self, node: &Node, moves: Bitboard, guess: i32, step: Step, goal: Goal) -> Option<Line> {
        self.selectivity = step.selectivity;
        let mut pv = Variation::new();
        let to_the_end = step.depth == node.empties;
        if to_the_end && goal == Goal::Winner {
            let score = self.principal_among(node, moves, -1, 1, step.depth, &mut pv);
            let bound = match score {
                0 => Bound::Exact,
                1.. => Bound::AtLeast,
                _ => Bound::AtMost,
            };
            return (!self.is_aborted()).then_some(Line { pv, score: Score::from_steps(score), bound });
        }
        let width = if to_the_end { Score::STEPS } else { 3 * Score::STEPS };
        let mut window = Window::around(guess, width);
        loop {
            let score = self.principal_among(node, moves, window.alpha, window.beta, step.depth, &mut pv);
            if window.contains(score) {
                return Some(Line { pv, score: Score::from_steps(score), bound: Bound::Exact });
            }
            if self.is_aborted() {
                return None;
            }
            window = window.moved_to(score);
        }
    }
}

/// Where the score is expected.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: i32,
    beta: i32,
    width: i32,
}

impl Window {
    fn around(score: i32, width: i32) -> Window {
        Window { alpha: (score - width).max(LEAST - 1), beta: (score + width).min(GREATEST + 1), width }
    }

    fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// A window for another try, wider on the side where the score must be. Searches with different windows cut off
    /// different things and may contradict each other, so that after a few tries everything is let in.
    fn moved_to(self, bound: i32) -> Window {
        let width = self.width * 4;
        if width > 64 * Score::STEPS {
            return Window { alpha: LEAST - 1, beta: GREATEST + 1, width };
        }
        let around = Window::around(bound, Score::STEPS);
        match bound <= self.alpha {
            true => Window { alpha: (bound - width).max(LEAST - 1), width, ..around },
            false => Window { beta: (bound + width).min(GREATEST + 1), width, ..around },
        }
    }
}

/// What can be said without a search: a legal move, and what the evaluation says.
fn first_glance(node: &Node, moves: Bitboard, worker: &Worker<'_>, control: &Control) -> Analysis {
    let value = |square| -node.played(square, node.flips(square)).evaluate(worker.evaluation);
    let best = moves.into_iter().map(|square| (value(square), square)).max_by_key(|&(value, _)| value);
    let line =
        |(value, square)| Line { pv: vec![Move::Place(square)], score: Score::from_steps(value), bound: Bound::Exact };
    Analysis {
        lines: best.map(line).into_iter().collect(),
        depth: 1,
        selectivity: MIDGAME,
        exact: false,
        nodes: 0,
        time: control.elapsed(),
    }
}

fn over(control: &Control) -> Analysis {
    Analysis {
        lines: Vec::new(),
        depth: 0,
        selectivity: Selectivity::Full,
        exact: true,
        nodes: 0,
        time: control.elapsed(),
    }
}

/// Who must pass has one line, and its score is what the opponent makes of it.
fn after_pass(memory: &Memory, task: &Task, control: &Control, progress: &mut dyn FnMut(&Analysis)) -> Analysis {
    let passed = |analysis: &Analysis| {
        let line = |line: &Line| Line {
            pv: [&[Move::Pass], &line.pv[..]].concat(),
            score: -line.score,
            bound: match line.bound {
                Bound::Exact => Bound::Exact,
                Bound::AtLeast => Bound::AtMost,
                Bound::AtMost => Bound::AtLeast,
            },
        };
        Analysis { lines: analysis.lines.iter().take(1).map(line).collect(), ..analysis.clone() }
    };
    let task = Task { board: task.board.pass(), lines: 1, ..*task };
    let analysis = search(memory, &task, control, &mut |analysis| progress(&passed(analysis)));
    passed(&analysis)
}
