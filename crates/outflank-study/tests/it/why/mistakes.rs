//! Mistakes in tournament games, with lines of play.
//!
//! A file has a line of tab-separated cells for each: the board with the side to move, the line after the mistake, the line after the
//! best move, the loss in discs (`~` before estimates), and the game. Lines that start with `#` are comments.

use outflank_formats::{board_string, notation};
use outflank_rules::{Move, Position, Rules};
use outflank_study::report::{Loss, Reason, why};

use super::plain::Plain;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mistake {
    pub(crate) before: Position,
    pub(crate) refutation: Vec<Move>,
    pub(crate) best_line: Vec<Move>,
    pub(crate) loss: Loss,
    pub(crate) game: String,
}

impl Mistake {
    pub(crate) fn reasons(&self) -> Vec<Reason> {
        why(&self.before, &self.refutation, &self.best_line, self.loss)
    }

    pub(crate) fn plain(&self) -> Plain {
        Plain::parse(&board_string::write(&self.before))
    }
}

pub(crate) fn read(text: &str) -> Vec<Mistake> {
    rows(text).map(|cells| mistake(&cells)).collect()
}

pub(crate) fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

pub(crate) fn mistake(cells: &[&str]) -> Mistake {
    let [board, refutation, best_line, loss, game, ..] = cells[..] else { panic!("expected 5 cells: {cells:?}") };
    let moves = |text: &str| text.split(' ').map(|text| notation::parse_move(text).unwrap()).collect();
    Mistake {
        before: Position::new(Rules::Standard, board_string::parse(board).unwrap()).unwrap(),
        refutation: moves(refutation),
        best_line: moves(best_line),
        loss: Loss { discs: loss.trim_start_matches('~').parse().unwrap(), is_exact: !loss.starts_with('~') },
        game: game.to_owned(),
    }
}

pub(crate) fn write(mistake: &Mistake) -> String {
    let moves = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    let Mistake { before, refutation, best_line, loss, game } = mistake;
    let about = if loss.is_exact { "" } else { "~" };
    let board = board_string::write(before);
    format!("{board}\t{}\t{}\t{about}{:.2}\t{game}\n", moves(refutation), moves(best_line), loss.discs)
}
