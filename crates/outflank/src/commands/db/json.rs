//! Answers for programs.

use std::io::{self, Write};

use outflank_formats::board_string;
use outflank_render::sanitize;
use outflank_study::index::{Count, GameView, Tally};
use serde::Serialize;

use super::answer::Answer;
use super::text::moves;

/// Writes an answer as one object on one line.
pub(super) fn write(answer: &Answer<'_>, out: &mut impl Write) -> io::Result<()> {
    let json = serde_json::to_string(&JsonAnswer::from(answer))?;
    writeln!(out, "{}", sanitize::json(&json))
}

#[derive(Serialize)]
struct JsonAnswer<'a> {
    games: usize,
    sources: usize,
    /// The first and the last.
    years: Option<[u16; 2]>,
    players: Vec<JsonCount<'a>>,
    tournaments: Vec<JsonCount<'a>>,
    results: JsonTally,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<JsonPlayer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<&'a [&'static str]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<JsonPosition>,
    list: Vec<JsonGame<'a>>,
    left_out: &'a [&'a str],
}

#[derive(Serialize)]
struct JsonCount<'a> {
    name: &'a str,
    games: usize,
}

#[derive(Serialize)]
struct JsonTally {
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    /// The mean margin.
    discs: Option<f64>,
}

#[derive(Serialize)]
struct JsonPlayer<'a> {
    names: &'a [&'a str],
    black: JsonTally,
    white: JsonTally,
}

#[derive(Serialize)]
struct JsonPosition {
    position: String,
    opening: Option<&'static str>,
    moves: Vec<JsonMove>,
}

#[derive(Serialize)]
struct JsonMove {
    #[serde(rename = "move")]
    mv: Option<String>,
    share: f64,
    years: Option<[u16; 2]>,
    #[serde(flatten)]
    results: JsonTally,
}

#[derive(Serialize)]
struct JsonGame<'a> {
    year: Option<u16>,
    black: &'a str,
    white: &'a str,
    tournament: &'a str,
    /// Black's, in discs.
    margin: Option<i8>,
    opening: Option<&'static str>,
    moves: String,
    file: &'a str,
    number: u32,
}

impl<'a> From<&'a Answer<'a>> for JsonAnswer<'a> {
    fn from(answer: &'a Answer<'a>) -> JsonAnswer<'a> {
        let summary = &answer.summary;
        JsonAnswer {
            games: summary.black.games,
            sources: summary.sources,
            years: summary.years.as_ref().map(|years| [*years.start(), *years.end()]),
            players: summary.players.iter().map(JsonCount::from).collect(),
            tournaments: summary.events.iter().map(JsonCount::from).collect(),
            results: (&summary.black).into(),
            player: answer.player.as_ref().map(|player| JsonPlayer {
                names: &player.names,
                black: (&player.results.black).into(),
                white: (&player.results.white).into(),
            }),
            openings: answer.openings.as_deref(),
            position: answer.position.as_ref().map(|answer| {
                let all: usize = answer.continuations.iter().map(|continuation| continuation.tally.games).sum();
                let moves = answer.continuations.iter().map(|continuation| JsonMove {
                    mv: continuation.mv.map(|mv| mv.to_string()),
                    share: continuation.tally.games as f64 / all as f64,
                    years: continuation.years.as_ref().map(|years| [*years.start(), *years.end()]),
                    results: (&continuation.tally).into(),
                });
                JsonPosition {
                    position: board_string::write(&answer.position),
                    opening: answer.opening,
                    moves: moves.collect(),
                }
            }),
            list: answer.listed().map(|game| JsonGame::of(game, answer)).collect(),
            left_out: &answer.left_out,
        }
    }
}

impl<'a> From<&'a Count> for JsonCount<'a> {
    fn from(Count { name, games }: &'a Count) -> JsonCount<'a> {
        JsonCount { name, games: *games }
    }
}

impl From<&Tally> for JsonTally {
    fn from(tally: &Tally) -> JsonTally {
        let &Tally { games, wins, draws, losses, .. } = tally;
        JsonTally { games, wins, draws, losses, discs: tally.mean() }
    }
}

impl<'a> JsonGame<'a> {
    fn of(game: &GameView<'a>, answer: &Answer<'_>) -> JsonGame<'a> {
        let players = game.players();
        JsonGame {
            year: game.year(),
            black: players.black,
            white: players.white,
            tournament: game.event(),
            margin: game.margin(),
            opening: game.opening(answer.language).map(|opening| opening.name),
            moves: moves(game),
            file: game.source(),
            number: game.number(),
        }
    }
}
