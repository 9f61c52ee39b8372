use outflank_render::board::BoardImage;
use outflank_render::preview::Preview;
use outflank_rules::{ByColor, Color};
use outflank_study::openings::{self, Language};
use outflank_table::{Ending, Table};

use super::{name, sitting};
use crate::live::PlayedGame;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameHead {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The path of the preview, 1200 x 630.
    pub(crate) image: String,
}

impl GameHead {
    pub(crate) fn of(game: &PlayedGame) -> GameHead {
        let (table, _) = sitting(game);
        let (players, position) = (players(game), table.game().position());
        let ByColor { black, white } = &players;
        let discs = position.counts();
        let title = match game.table {
            Some(_) => format!("{black} vs {white}, {}–{}", discs.black, discs.white),
            None => format!("{black} vs {white}"),
        };
        let opening = openings::of_game(table.game(), Language::English);
        let opening = opening.map(|opening| format!(" Opening: {}.", opening.name)).unwrap_or_default();
        GameHead { title, description: sentence(game) + &opening, image: format!("/game/{}/preview.png", game.id) }
    }
}

pub(crate) fn preview(game: &PlayedGame) -> Option<Preview> {
    let (table, _) = sitting(game);
    let board = BoardImage::of(table.game(), None)?;
    let discs = table.game().position().counts();
    Some(Preview { board, names: players(game), discs, sentence: sentence(game) })
}

fn players(game: &PlayedGame) -> ByColor<String> {
    ByColor::from_fn(|color| name(game, color).unwrap_or_else(|| color_name(color).to_owned()))
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn sentence(game: &PlayedGame) -> String {
    let Some(table) = &game.table else { return "This game has not begun.".to_owned() };
    let moves = match table.game().placements().count() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    };
    match table.ending() {
        None => running(table),
        Some(Ending::PlayedOut(outcome)) => match outcome.winner() {
            Some(winner) => format!("{} won by {}.", color_name(winner), outcome.margin(winner)),
            None => "A draw.".to_owned(),
        },
        Some(Ending::DrawAgreed) => format!("A draw by agreement after {moves}."),
        Some(Ending::Resigned { by }) => format!("{} resigned after {moves}.", color_name(by)),
        Some(Ending::TimeOut { by }) => format!("{} ran out of time after {moves}.", color_name(by)),
        Some(Ending::Abandoned { by }) => format!("{} left after {moves}.", color_name(by)),
    }
}

fn running(table: &Table) -> String {
    let next = table.game().placements().count() + 1;
    format!("Move {next}, {} to play.", color_name(table.game().position().turn()))
}
