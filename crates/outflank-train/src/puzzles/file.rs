//! Writes a puzzle file for `outflank_study::puzzles`.

use std::fmt::Write;

use outflank_formats::board_string;
use outflank_study::puzzles::{Kind, Scored, VERSION};
use outflank_study::report::Theme;

use super::PuzzlesArguments;
use super::endgame::EMPTIES;
use super::games::NamedGames;
use super::history::history;
use super::opening::PLACEMENTS;
use super::selection::ChosenPuzzle;
use crate::engine::EngineWeights;
use crate::records::Recipe;
use crate::wthor;

pub(super) const COLUMNS: &str = "# name\tkind\tdifficulty\tboard\tmoves\tsource\tgame\tthemes";

pub(super) fn write(
    chosen: &[ChosenPuzzle],
    arguments: &PuzzlesArguments,
    games: &NamedGames,
    weights: &EngineWeights,
) -> String {
    let mut chosen: Vec<&ChosenPuzzle> = chosen.iter().collect();
    chosen.sort_by_key(|chosen| {
        let found = &chosen.found;
        (chosen.difficulty, found.kind, found.position.empty().len(), chosen.id)
    });
    let mut file = header(&chosen, arguments, games, weights);
    for chosen in chosen {
        file += &line(chosen, games);
    }
    file
}

fn header(
    chosen: &[&ChosenPuzzle],
    arguments: &PuzzlesArguments,
    games: &NamedGames,
    weights: &EngineWeights,
) -> String {
    let &PuzzlesArguments { count, openings, depth, seed, .. } = arguments;
    let NamedGames { games, checksum } = games;
    let command = format!("outflank-train puzzles --count {count} --openings {openings} --depth {depth} --seed {seed}");
    let made = wthor::describe(Recipe::new("made from"), games.len(), *checksum);
    let number = |kind| chosen.iter().filter(|chosen| chosen.found.kind == kind).count();
    let years = || games.iter().map(|game| game.year).filter(|&year| year != 0);
    let (first, last) = (years().min().unwrap_or(0), years().max().unwrap_or(0));
    format!(
        "{VERSION}\n\
         # {command}\n\
         # {made}\n\
         # The games are those of WTHOR, the tournament database of the Fédération Française d'Othello, {first} to {last}.\n\
         # {endgames} endgames with {least} to {most} empty squares, solved; {openings} openings after {from} to {to} placements, \
         by book and search.\n\
         {COLUMNS}\n",
        made = weights.describe(made),
        endgames = number(Kind::Endgame),
        openings = number(Kind::Opening),
        least = EMPTIES.start(),
        most = EMPTIES.end(),
        from = PLACEMENTS.start(),
        to = PLACEMENTS.end(),
    )
}

fn line(ChosenPuzzle { id, difficulty, found, themes }: &ChosenPuzzle, games: &NamedGames) -> String {
    let board = board_string::write(&found.position);
    let game = &games.games[found.game];
    let source = game.source().expect("games without names make no puzzles");
    let history = history(game, &found.position).expect("the position was found in this game");
    let mut line = format!("{id}\t{}\t{difficulty}\t{board}\t", found.kind.name());
    for (Scored { square, score }, number) in found.moves.iter().zip(0..) {
        let blank = if number == 0 { "" } else { " " };
        let _ = write!(line, "{blank}{square}{score:+}");
    }
    line + &format!("\t{source}\t{history}{}\n", themes_cell(themes))
}

/// With the tab before it; nothing if there are none.
pub(super) fn themes_cell(themes: &[Theme]) -> String {
    let separated =
        themes.iter().zip(0..).map(|(theme, number)| [if number == 0 { "\t" } else { " " }, theme.name()].concat());
    separated.collect()
}
