use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use indicatif::HumanCount;
use outflank_engine::{Book, BookMove, Score};
use outflank_formats::{board_string, plain};
use outflank_render::sanitize;
use outflank_rules::{Color, Position, Rules};
use serde::Serialize;

use super::file::{self, BookFile};
use crate::cli::ShowArguments;

pub(crate) fn run(arguments: &ShowArguments) -> anyhow::Result<ExitCode> {
    let position = arguments.position.as_deref().map(parse).transpose()?;
    let file = BookFile::open(&arguments.book)?;
    let mut out = io::stdout().lock();
    match position {
        None => {
            let summary = Summary::of(&file);
            match arguments.json {
                true => writeln!(out, "{}", serde_json::to_string(&summary)?)?,
                false => summary.write(&mut out)?,
            }
        }
        Some(position) => {
            let book = Book::new(file.tree);
            let value = book.value(&position).context("the position is not in the book")?;
            let moves = PositionMoves::new(&position, value, &book.moves(&position));
            match arguments.json {
                true => writeln!(out, "{}", serde_json::to_string(&moves)?)?,
                false => moves.write(position.turn(), &mut out)?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn parse(text: &str) -> anyhow::Result<Position> {
    let record = plain::parse(text).map_err(anyhow::Error::from).and_then(|unchecked| Ok(unchecked.check()?));
    let record = record.with_context(|| format!("'{text}'"))?;
    match record.rules() {
        Rules::Standard => Ok(*record.game().position()),
        rules => bail!("'{text}': expected a standard Othello position, found {rules}"),
    }
}

#[derive(Serialize)]
struct Summary {
    origin: String,
    positions: usize,
    boards: usize,
    depth: u8,
    value: f32,
    line: String,
}

impl Summary {
    fn of(file: &BookFile) -> Summary {
        let BookFile { origin, tree } = file;
        Summary {
            origin: origin.clone(),
            positions: tree.expanded(),
            boards: tree.nodes().len(),
            depth: tree.depth(),
            value: tree.node(tree.start()).value.discs(),
            line: file::best_line(tree),
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Summary { origin, positions, boards, depth, value, line } = self;
        writeln!(out, "positions  {}", HumanCount(*positions as u64))?;
        writeln!(out, "boards     {} with values", HumanCount(*boards as u64))?;
        writeln!(out, "depth      {depth} plies")?;
        writeln!(out, "made       {}", sanitize::line(origin))?;
        writeln!(out, "start      {value:+.2}")?;
        writeln!(out, "best line  {line}")
    }
}

#[derive(Serialize)]
struct PositionMoves {
    position: String,
    value: f32,
    moves: Vec<MoveValue>,
}

#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    square: String,
    value: f32,
    replies: bool,
}

impl PositionMoves {
    fn new(position: &Position, value: Score, moves: &[BookMove]) -> PositionMoves {
        let valued = |mv: &BookMove| MoveValue {
            square: mv.square.to_string(),
            value: mv.value.discs(),
            replies: mv.has_replies,
        };
        PositionMoves {
            position: board_string::write(position),
            value: value.discs(),
            moves: moves.iter().map(valued).collect(),
        }
    }

    fn write(&self, turn: Color, out: &mut impl Write) -> io::Result<()> {
        let side = match turn {
            Color::Black => "Black",
            Color::White => "White",
        };
        writeln!(out, "{side} to move: {:+.2}", self.value)?;
        if self.moves.is_empty() {
            return writeln!(out, "The book ends here.");
        }
        writeln!(out, "move   value  replies")?;
        for MoveValue { square, value, replies } in &self.moves {
            writeln!(out, "{square:4}  {value:+6.2}  {}", if *replies { "yes" } else { "no" })?;
        }
        Ok(())
    }
}
