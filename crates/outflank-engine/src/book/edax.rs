//! The text format of Edax, as its commands `book export` and `book import` write and read it (`book.c` of Edax 4).
//!
//! A line per position: `BOARD SIDE,LEVEL,MOVE,SCORE`. Edax writes the least of the symmetric boards with the side to move
//! as X. Moves to other positions of the book are not written, since their scores follow from those positions. MOVE and SCORE
//! are the best of the other moves, in whole discs for the side to move; `--` and -127 if there are none.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::error::Error;
use std::fmt;

use outflank_rules::{Bitboard, Board, Square};

use super::packed::MAX_BOARDS;
use super::searchers::{Depth, Searchers, Watch};
use super::tree::{Edge, NodeId, Reached, Source, Tree};
use crate::Score;

const NO_SCORE: i32 = -127;
const MAX_LEVEL: u8 = 60;

impl Tree {
    /// The book as Edax imports it. Values are rounded to whole discs. Of the moves that leave the book, only the best one of
    /// each position is written. The values must be propagated.
    pub fn to_edax(&self) -> String {
        let mut text = String::new();
        let mut passes = BTreeSet::new();
        let is_expanded = |id| matches!(self.node(id).source, Source::Moves(_));
        let mut ids: Vec<NodeId> = self.nodes().map(|(id, _)| id).filter(|&id| is_expanded(id)).collect();
        ids.sort_by_key(|&id| (Reverse(self.node(id).board.empty().len()), self.node(id).board));
        for id in ids {
            let board = self.node(id).board;
            let mut leaf = None;
            for (square, edge, value) in self.moves(id) {
                match edge {
                    Edge::Turn(next) if is_expanded(next) => {}
                    Edge::Again(next) if is_expanded(next) => {
                        passes.insert(board.play_unchecked(square).canonical());
                    }
                    _ => leaf = leaf.max(Some((value, Reverse(square)))),
                }
            }
            let leaf = leaf.map(|(value, Reverse(square))| (square, value));
            text += &line(board, self.depth(), leaf);
        }
        text.extend(passes.into_iter().map(|board| line(board, self.depth(), None)));
        text
    }
}

fn line(board: Board, depth: u8, leaf: Option<(Square, Score)>) -> String {
    let disc = |square| match () {
        _ if board.player().contains(square) => 'X',
        _ if board.opponent().contains(square) => 'O',
        _ => '-',
    };
    let squares: String = Square::ALL.into_iter().map(disc).collect();
    let (mv, score) = match leaf {
        Some((square, value)) => (square.to_string().to_uppercase(), value.discs().round() as i32),
        None => ("--".to_owned(), NO_SCORE),
    };
    format!("{squares} X,{},{mv},{score}\n", depth.min(MAX_LEVEL))
}

/// The positions of a book of Edax.
#[derive(Clone, Debug)]
pub struct EdaxBook {
    positions: HashMap<Board, Entry>,
}

/// A line. Its move is on the canonical board.
#[derive(Clone, Copy, Debug)]
struct Entry {
    line: usize,
    level: u8,
    leaf: Option<(Leaf, Score)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaf {
    Place(Square),
    Pass,
}

/// What an import made.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The book, with its values propagated.
    pub tree: Tree,
    /// Number of positions that no line of the book reaches from the start.
    pub unreachable: usize,
    /// Number of boards without a value in the file, which were searched.
    pub searched: usize,
}

impl EdaxBook {
    /// Parses a file. Every line must be correct.
    pub fn parse(file: &[u8]) -> Result<EdaxBook, EdaxError> {
        let mut positions = HashMap::new();
        for (number, line) in (1..).zip(file.split(|&byte| byte == b'\n')) {
            let at = |kind| EdaxError { line: number, kind };
            if line.trim_ascii().is_empty() {
                continue;
            }
            let (board, entry) = parse_line(line, number).map_err(at)?;
            if let Some(Entry { line: first, .. }) = positions.insert(board, entry) {
                return Err(at(EdaxErrorKind::Repeated { first }));
            }
        }
        let start = Board::START.canonical();
        match positions.contains_key(&start) {
            true => Ok(EdaxBook { positions }),
            false => Err(EdaxError { line: 1, kind: EdaxErrorKind::NoStart }),
        }
    }

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Turns it into a book whose searches look `depth` plies ahead. Moves without a score in the file get a quick search; none
    /// of them becomes better than the best move that the file names. `None` if `watch` stopped the searches.
    pub fn import(
        &self,
        depth: u8,
        searchers: &mut Searchers,
        watch: Watch<'_>,
    ) -> Result<Option<Imported>, EdaxError> {
        let expanded = self.reachable();
        let mut leaves = Leaves::default();
        for &board in &expanded {
            self.add_moves(board, &mut leaves);
        }
        for board in &expanded {
            leaves.0.remove(board);
        }
        if expanded.len() + leaves.0.len() > MAX_BOARDS {
            return Err(EdaxError { line: 1, kind: EdaxErrorKind::TooLarge });
        }
        let unknown: Vec<Board> =
            leaves.0.iter().filter(|(_, leaf)| leaf.known.is_none()).map(|(&board, _)| board).collect();
        let searched = unknown.len();
        let Some(values) = searchers.values(unknown, Depth::Quick, depth, watch) else { return Ok(None) };

        let mut tree = Tree::new(depth);
        let ids: Vec<NodeId> =
            expanded.iter().map(|&board| tree.insert_canonical(board, Source::Search, Score::default())).collect();
        for (board, leaf) in leaves.0 {
            let (source, value) = match (leaf.known, values.get(&board)) {
                (Some((_, value)), _) => (Source::Search, value),
                (None, Some(&value)) => (Source::QuickSearch, value.max(leaf.least).min(leaf.most)),
                (None, None) => unreachable!("it was searched"),
            };
            tree.insert_canonical(board, source, value);
        }
        for id in ids {
            assert!(tree.expand(id), "all its children were added");
        }
        tree.propagate();
        let is_unreachable = |board: &&Board| !board.moves().is_empty() && !expanded.contains(board);
        let unreachable = self.positions.keys().filter(is_unreachable).count();
        Ok(Some(Imported { tree, unreachable, searched }))
    }

    /// The positions with moves that the book reaches from the start.
    fn reachable(&self) -> BTreeSet<Board> {
        let mut found = BTreeSet::from([Board::START.canonical()]);
        let mut waiting = VecDeque::from([Board::START.canonical()]);
        while let Some(board) = waiting.pop_front() {
            for square in board.moves() {
                let next = Reached::by(board, square).board();
                let next = next.filter(|next| self.positions.contains_key(next));
                waiting.extend(next.filter(|&next| found.insert(next)));
            }
        }
        found
    }

    fn add_moves(&self, board: Board, leaves: &mut Leaves) {
        let Entry { level, leaf, .. } = self.positions[&board];
        let best = leaf.and_then(|(leaf, score)| match leaf {
            Leaf::Place(square) => Some((Reached::by(board, square), score)),
            Leaf::Pass => None,
        });
        for square in board.moves() {
            let reached = Reached::by(board, square);
            let Some(next) = reached.board() else { continue };
            let leaf = leaves.0.entry(next).or_default();
            match best {
                // The same change of sides leads from a move's value to that of its board.
                Some((best, score)) if best == reached => leaf.learn(level, reached.value(|_| score)),
                Some((_, score)) => leaf.limit(reached, score),
                None => {}
            }
            if let Reached::Again(_) = reached
                && let Some(pass) = self.positions.get(&board.play_unchecked(square).canonical())
                && let Some((Leaf::Pass, score)) = pass.leaf
            {
                leaf.learn(pass.level, -score);
            }
        }
    }
}

/// What the file says about boards that are not expanded.
#[derive(Debug, Default)]
struct Leaves(BTreeMap<Board, LeafValue>);

#[derive(Clone, Copy, Debug)]
struct LeafValue {
    known: Option<(u8, Score)>,
    least: Score,
    most: Score,
}

impl Default for LeafValue {
    fn default() -> LeafValue {
        LeafValue { known: None, least: Score::from_discs(-64), most: Score::from_discs(64) }
    }
}

impl LeafValue {
    /// The highest level counts, and of equal ones the value nearer to a draw.
    fn learn(&mut self, level: u8, value: Score) {
        let weight = |(level, value): (u8, Score)| (level, Reverse(value.units().abs()), value);
        let new = (level, value);
        if self.known.is_none_or(|known| weight(new) > weight(known)) {
            self.known = Some(new);
        }
    }

    /// The move there is worth no more than `best` to the side that makes it.
    fn limit(&mut self, reached: Reached, best: Score) {
        match reached {
            Reached::Turn(_) => self.least = self.least.max(-best),
            Reached::Again(_) => self.most = self.most.min(best),
            Reached::Over(_) => {}
        }
    }
}

fn parse_line(line: &[u8], number: usize) -> Result<(Board, Entry), EdaxErrorKind> {
    let text = str::from_utf8(line).map_err(|_| EdaxErrorKind::Fields)?;
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    let [board, level, mv, score] = fields[..] else { return Err(EdaxErrorKind::Fields) };
    let board = parse_board(board).ok_or(EdaxErrorKind::Board)?;
    let level = level.parse().ok().filter(|&level| level <= MAX_LEVEL).ok_or(EdaxErrorKind::Level)?;
    let leaf = match mv.to_ascii_lowercase().as_str() {
        "--" => None,
        "pa" | "ps" if board.moves().is_empty() => Some(Leaf::Pass),
        mv => {
            let square = mv.parse().ok().filter(|&square| board.moves().contains(square));
            Some(Leaf::Place(square.ok_or(EdaxErrorKind::Move)?))
        }
    };
    let score: i8 = score.parse().map_err(|_| EdaxErrorKind::Score)?;
    let leaf = match leaf {
        Some(_) if !(-64..=64).contains(&score) => return Err(EdaxErrorKind::Score),
        leaf => leaf.map(|leaf| (leaf, Score::from_discs(score))),
    };
    let (canonical, leaf) = match leaf {
        Some((Leaf::Place(square), score)) => {
            let (canonical, square) = board.canonical_move(square);
            (canonical, Some((Leaf::Place(square), score)))
        }
        leaf => (board.canonical(), leaf),
    };
    Ok((canonical, Entry { line: number, level, leaf }))
}

fn parse_board(text: &str) -> Option<Board> {
    let mut chars = text.chars().filter(|char| !char.is_whitespace()).map(|char| char.to_ascii_lowercase());
    let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for square in Square::ALL {
        match chars.next()? {
            'x' | 'b' | '*' => black = black.with(square),
            'o' | 'w' => white = white.with(square),
            '-' | '.' => {}
            _ => return None,
        }
    }
    let (player, opponent) = match chars.next()? {
        'x' | 'b' | '*' => (black, white),
        'o' | 'w' => (white, black),
        _ => return None,
    };
    Board::new(player, opponent).filter(|_| chars.next().is_none())
}

/// Why a book of Edax was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdaxError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: EdaxErrorKind,
}

/// What is wrong with a book of Edax.
#[allow(missing_docs, reason = "the variants name what is wrong")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdaxErrorKind {
    Fields,
    Board,
    Level,
    Move,
    Score,
    Repeated { first: usize },
    NoStart,
    TooLarge,
}

impl fmt::Display for EdaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            EdaxErrorKind::NoStart => {
                return f.write_str("the initial position is missing; export a book that starts with it");
            }
            EdaxErrorKind::TooLarge => {
                return write!(f, "more than {MAX_BOARDS} boards; export a smaller book");
            }
            _ => write!(f, "line {}: ", self.line)?,
        }
        match self.kind {
            EdaxErrorKind::Fields => f.write_str("expected BOARD,LEVEL,MOVE,SCORE"),
            EdaxErrorKind::Board => {
                f.write_str("expected a board of 64 characters (X, O and -) and the side to move (X or O)")
            }
            EdaxErrorKind::Level => write!(f, "expected a level from 0 to {MAX_LEVEL}"),
            EdaxErrorKind::Move => f.write_str("expected a legal move, PA for a pass or -- for none"),
            EdaxErrorKind::Score => f.write_str("expected a score from -64 to 64"),
            EdaxErrorKind::Repeated { first } => write!(f, "the same position as in line {first}"),
            EdaxErrorKind::NoStart | EdaxErrorKind::TooLarge => Ok(()),
        }?;
        f.write_str("; correct or delete the line")
    }
}

impl Error for EdaxError {}
