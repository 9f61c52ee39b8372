//! What is said while a book grows.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use outflank_engine::book::{Edge, Tree};
use outflank_rules::Board;

pub(super) struct Progress {
    begun: Instant,
    /// When something was last said.
    said: Instant,
    is_terminal: bool,
    /// How many positions there were in the beginning.
    first: usize,
}

impl Progress {
    pub(super) fn new(tree: &Tree) -> Progress {
        let now = Instant::now();
        Progress { begun: now, said: now, is_terminal: io::stderr().is_terminal(), first: tree.expanded() }
    }

    /// Updates a terminal line twice a second, a log twice a minute.
    pub(super) fn update(&mut self, tree: &Tree) {
        let pause = if self.is_terminal { Duration::from_millis(500) } else { Duration::from_secs(30) };
        if self.said.elapsed() >= pause {
            self.said = Instant::now();
            match self.is_terminal {
                true => eprint!("\r{}", self.line(tree)),
                false => eprintln!("{}", self.line(tree)),
            }
        }
    }

    /// The book is written.
    pub(super) fn end(&self, tree: &Tree, bytes: usize) {
        let start = if self.is_terminal { "\r" } else { "" };
        eprintln!("{start}{}, {:.0} s, {bytes} bytes", self.line(tree), self.begun.elapsed().as_secs_f64());
        eprintln!("the start is worth {}, and the best line is {}", tree.node(tree.start()).value, best_line(tree));
    }

    fn line(&self, tree: &Tree) -> String {
        let grown = (tree.expanded() - self.first) as f64;
        let rate = grown / self.begun.elapsed().as_secs_f64() * 60.0;
        format!("{} positions, {rate:.0} positions/min, {} boards", tree.expanded(), tree.nodes().len())
    }
}

/// The moves of best play as far as the book knows them.
fn best_line(tree: &Tree) -> String {
    let mut board = Board::START;
    let mut line = String::new();
    while let Some((id, symmetry)) = tree.find(board) {
        let best = tree.moves(id).max_by_key(|&(square, _, value)| (value, std::cmp::Reverse(square)));
        let Some((square, edge, _)) = best else { break };
        let square = symmetry.inverse().square(square);
        line += &square.to_string();
        let after = board.play_unchecked(square);
        board = match edge {
            Edge::Turn(_) => after,
            Edge::Again(_) => after.pass(),
            Edge::Over(_) => break,
        };
    }
    line
}
