use std::sync::{Arc, Mutex};
use std::thread;

use outflank_rules::{Bitboard, Board, Move};

use super::control::Control;
use super::node::Node;
use super::shared::Shared;
use super::worker::Worker;
use crate::memory::Memory;
use crate::simd::{self, Job, Kernels};
use crate::tt::{MAX_SCORE, MIN_SCORE};
use crate::{Analysis, Bound, Goal, Score, Selectivity, Variation};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) board: Board,
    pub(crate) depth: u8,
    pub(crate) lines: usize,
    pub(crate) goal: Goal,
    pub(crate) threads: usize,
}

/// Searches until the task is done or `control` stops it. `progress` gets the analysis after every iteration.
pub(crate) fn search(memory: &Memory, task: &Task, control: &Control, progress: &mut dyn FnMut(&Analysis)) -> Analysis {
    simd::dispatch(Search { memory, task, control, progress })
}

struct Search<'a> {
    memory: &'a Memory,
    task: &'a Task,
    control: &'a Control,
    progress: &'a mut dyn FnMut(&Analysis),
}

impl Job for Search<'_> {
    type Output = Analysis;

    fn run<K: Kernels>(self, kernels: K) -> Analysis {
        let Search { memory, task, control, progress } = self;
        let node = Node::of(task.board);
        let moves = node.moves(kernels);
        if moves.is_empty() {
            return match node.opponent_moves(kernels).is_empty() {
                true => over(control),
                false => after_pass(memory, task, control, progress),
            };
        }
        memory.table().begin_search();
        let shared = Shared::new(Arc::clone(memory.table()));
        let worker = || Worker::new(kernels, &shared, memory);
        let mut workers = vec![worker()];
        workers[0].control = Some(control);

        let mut analysis = static_analysis(&node, moves, &workers[0], control);
        let mut certainty = Certainty::default();
        for iteration in iterations(node.empties, task.depth) {
            let is_forced = moves.len() == 1 && control.saves_time() && analysis.depth > 1;
            if is_forced || control.is_late_for_iteration(certainty.share_of_time()) {
                break;
            }
            if iteration.depth >= MIN_SPLIT_DEPTH && workers.len() < task.threads {
                workers.resize_with(task.threads, worker);
            }
            let lines = match iterate(&mut workers, &node, moves, &analysis.lines, iteration, task) {
                IterationResult::Complete(lines) => lines,
                IterationResult::Aborted(found) => {
                    // With several lines it cannot be ranked among the others, which were not searched as deeply.
                    if let (Some(found), 0..=1) = (found, task.lines) {
                        analysis.lines = vec![found];
                    }
                    break;
                }
            };
            analysis = Analysis {
                lines,
                depth: iteration.depth,
                selectivity: iteration.selectivity,
                exact: iteration.depth == node.empties && iteration.selectivity == Selectivity::Full,
                nodes: workers.iter().map(Worker::nodes).sum(),
                time: control.elapsed(),
            };
            certainty.update(&analysis);
            progress(&analysis);
        }
        analysis.nodes = workers.iter().map(Worker::nodes).sum();
        analysis.time = control.elapsed();
        workers.into_iter().for_each(|worker| memory.return_cache(worker.solver.into_cache()));
        analysis
    }
}

/// How sure the search is of its best move.
#[derive(Debug, Default)]
struct Certainty {
    best: Option<(Move, Score)>,
    /// Iterations in a row with the same best move and about the same score.
    steady: u32,
    has_fallen: bool,
}

/// A score that falls by this much is a reason to look for another move.
const FALL: i32 = 3 * Score::UNITS_PER_DISC / 2;

impl Certainty {
    fn update(&mut self, analysis: &Analysis) {
        let Some(line) = analysis.lines.first() else { return };
        let Some(&mv) = line.pv.first() else { return };
        let before = self.best.replace((mv, line.score));
        self.has_fallen = before.is_some_and(|(_, score)| line.score.units() <= score.units() - FALL);
        let is_same = before.is_some_and(|(before, _)| before == mv) && !self.has_fallen;
        self.steady = if is_same { self.steady + 1 } else { 0 };
    }

    /// What the search may take of the time for an average move.
    fn share_of_time(&self) -> f64 {
        match self.steady {
            _ if self.has_fallen => 2.2,
            0 => 1.6,
            1..=2 => 1.2,
            3..=5 => 0.9,
            _ => 0.7,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Iteration {
    depth: u8,
    selectivity: Selectivity,
}

/// Use more than one thread from this depth on.
const MIN_SPLIT_DEPTH: u8 = 9;

const MIDGAME_SELECTIVITY: Selectivity = Selectivity::P73;

/// The iterations to run. Shallow and selective ones fill the table with good moves for the others.
fn iterations(empties: u8, depth: u8) -> Vec<Iteration> {
    let solves = depth >= empties;
    let deepest = match solves {
        false => depth,
        true if empties <= 26 => (empties / 2 + 2).min(empties),
        true => empties - 12,
    };
    let midgame = |depth| Iteration { depth, selectivity: MIDGAME_SELECTIVITY };
    let mut iterations: Vec<_> = (1..=deepest).map(midgame).collect();
    if solves {
        use Selectivity::*;
        let levels: &[Selectivity] = match empties {
            0..=13 => &[Full],
            14..=23 => &[P73, Full],
            24..=26 => &[P73, P87, Full],
            // Rarely solved in time, so it matters how reliable the last result is.
            _ => &Selectivity::ALL,
        };
        iterations.extend(levels.iter().map(|&selectivity| Iteration { depth: empties, selectivity }));
    }
    iterations
}

enum IterationResult {
    Complete(Vec<Variation>),
    /// The best line found so far, if any. The previous best move is searched first, so another one is better.
    Aborted(Option<Variation>),
}

fn iterate<K: Kernels>(
    workers: &mut [Worker<'_, K>],
    node: &Node,
    moves: Bitboard,
    previous: &[Variation],
    iteration: Iteration,
    task: &Task,
) -> IterationResult {
    let mut lines = Vec::<Variation>::new();
    let mut left = moves;
    while lines.len() < task.lines.max(1) && !left.is_empty() {
        let guess = previous.get(lines.len()).map_or(0, |line| line.score.units());
        let line = match run_parallel(workers, |worker| worker.best_line(node, left, guess, iteration, task.goal)) {
            Ok(line) => line,
            Err(found) => return IterationResult::Aborted(found),
        };
        if let Some(Move::Place(square)) = line.pv.first() {
            left = left.without(*square);
        }
        lines.push(line);
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    IterationResult::Complete(lines)
}

/// Runs `job` on every worker; the first to finish aborts the others. If stopped, the error is what the first worker had found.
fn run_parallel<'s, K: Kernels>(
    workers: &mut [Worker<'s, K>],
    job: impl Fn(&mut Worker<'s, K>) -> Option<Variation> + Sync,
) -> Result<Variation, Option<Variation>> {
    let done = Mutex::new(None);
    let is_parallel = workers.len() > 1;
    let work = |worker: &mut Worker<'s, K>| {
        worker.is_parallel = is_parallel;
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
    let found = thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| work(worker));
        }
        work(first)
    });
    done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).ok_or(found)
}

impl<K: Kernels> Worker<'_, K> {
    /// The best of `moves`, found with an aspiration window around `guess`; when aborted, the best so far, if any.
    fn best_line(
        &mut self,
        node: &Node,
        moves: Bitboard,
        guess: i32,
        Iteration { depth, selectivity }: Iteration,
        goal: Goal,
    ) -> Option<Variation> {
        self.selectivity = selectivity;
        let mut pv = Vec::new();
        let is_exact = depth == node.empties;
        if is_exact && goal == Goal::Winner {
            let score = self.pvs_moves(node, moves, -1, 1, depth, &mut pv);
            let bound = match score {
                0 => Bound::Exact,
                1.. => Bound::AtLeast,
                _ => Bound::AtMost,
            };
            return (!self.is_aborted()).then_some(Variation { pv, score: Score::from_units(score), bound });
        }
        let width = if is_exact { Score::UNITS_PER_DISC } else { 3 * Score::UNITS_PER_DISC };
        let mut window = Window::around(guess, width);
        loop {
            let score = self.pvs_moves(node, moves, window.alpha, window.beta, depth, &mut pv);
            if window.contains(score) {
                return Some(Variation { pv, score: Score::from_units(score), bound: Bound::Exact });
            }
            if self.is_aborted() {
                return None;
            }
            window = window.widened(score);
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: i32,
    beta: i32,
    width: i32,
}

impl Window {
    fn around(score: i32, width: i32) -> Window {
        Window { alpha: (score - width).max(MIN_SCORE - 1), beta: (score + width).min(MAX_SCORE + 1), width }
    }

    fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Widens the side that failed. Selective searches may contradict each other, so after a few failures the window opens completely.
    fn widened(self, bound: i32) -> Window {
        let width = self.width * 4;
        if width > 64 * Score::UNITS_PER_DISC {
            return Window { alpha: MIN_SCORE - 1, beta: MAX_SCORE + 1, width };
        }
        let around = Window::around(bound, Score::UNITS_PER_DISC);
        match bound <= self.alpha {
            true => Window { alpha: (bound - width).max(MIN_SCORE - 1), width, ..around },
            false => Window { beta: (bound + width).min(MAX_SCORE + 1), width, ..around },
        }
    }
}

fn static_analysis<K: Kernels>(node: &Node, moves: Bitboard, worker: &Worker<'_, K>, control: &Control) -> Analysis {
    let value =
        |square| -node.played(square, node.flips(worker.kernels, square)).evaluate(worker.kernels, worker.evaluation);
    let best = moves.into_iter().map(|square| (value(square), square)).max_by_key(|&(value, _)| value);
    let line = |(value, square)| Variation {
        pv: vec![Move::Place(square)],
        score: Score::from_units(value),
        bound: Bound::Exact,
    };
    Analysis {
        lines: best.map(line).into_iter().collect(),
        depth: 1,
        selectivity: MIDGAME_SELECTIVITY,
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

/// A forced pass: the opponent's analysis, negated.
fn after_pass(memory: &Memory, task: &Task, control: &Control, progress: &mut dyn FnMut(&Analysis)) -> Analysis {
    let passed = |analysis: &Analysis| {
        let line = |line: &Variation| Variation {
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

#[cfg(test)]
mod tests {
    use outflank_rules::Square;

    use super::*;

    fn after(iterations: &[(Square, i8)]) -> f64 {
        let mut certainty = Certainty::default();
        for &(square, discs) in iterations {
            let line =
                Variation { pv: vec![Move::Place(square)], score: Score::from_discs(discs), bound: Bound::Exact };
            let (depth, selectivity) = (1, MIDGAME_SELECTIVITY);
            let (exact, nodes, time) = (false, 0, std::time::Duration::ZERO);
            certainty.update(&Analysis { lines: vec![line], depth, selectivity, exact, nodes, time });
        }
        certainty.share_of_time()
    }

    #[test]
    fn difficult_moves_take_more_time_than_clear_ones() {
        use Square::{C4, D3};
        let clear = after(&[(D3, 2); 9]);
        let new_best = after(&[(D3, 2), (D3, 2), (D3, 2), (C4, 2)]);
        let fallen = after(&[(D3, 2), (D3, 2), (D3, 2), (D3, 0)]);
        assert!(clear < 1.0 && 1.0 < new_best && new_best < fallen);
        assert_eq!(
            after(&[(D3, 2), (D3, 2), (D3, 2), (D3, 8)]),
            after(&[(D3, 2); 4]),
            "a better score is no reason to doubt"
        );
    }
}
