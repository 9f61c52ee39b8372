use std::io::{self, Write};

use outflank_formats::board_string;
use outflank_render::sanitize;
use outflank_study::index::{Count, GameView, Tally};
use serde::Serialize;

use super::result::SearchResult;
use super::text::moves;

pub(super) fn write(result: &SearchResult<'_>, out: &mut impl Write) -> io::Result<()> {
    let json = serde_json::to_string(&JsonResult::from(result))?;
    writeln!(out, "{}", sanitize::json(&json))
}

#[derive(Serialize)]
struct JsonResult<'a> {
    games: usize,
    sources: usize,
    years: Option<[u16; 2]>,
    players: &'a [Count],
    tournaments: &'a [Count],
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
struct JsonTally {
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
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
    margin: Option<i8>,
    opening: Option<&'static str>,
    moves: String,
    file: &'a str,
    number: u32,
}

impl<'a> From<&'a SearchResult<'a>> for JsonResult<'a> {
    fn from(result: &'a SearchResult<'a>) -> JsonResult<'a> {
        let summary = &result.summary;
        JsonResult {
            games: summary.black.games,
            sources: summary.sources,
            years: summary.years.as_ref().map(|years| [*years.start(), *years.end()]),
            players: &summary.players,
            tournaments: &summary.events,
            results: (&summary.black).into(),
            player: result.player.as_ref().map(|player| JsonPlayer {
                names: &player.names,
                black: (&player.results.black).into(),
                white: (&player.results.white).into(),
            }),
            openings: result.openings.as_deref(),
            position: result.position.as_ref().map(|result| {
                let all: usize = result.continuations.iter().map(|continuation| continuation.tally.games).sum();
                let moves = result.continuations.iter().map(|continuation| JsonMove {
                    mv: continuation.mv.map(|mv| mv.to_string()),
                    share: continuation.tally.games as f64 / all as f64,
                    years: continuation.years.as_ref().map(|years| [*years.start(), *years.end()]),
                    results: (&continuation.tally).into(),
                });
                JsonPosition {
                    position: board_string::write(&result.position),
                    opening: result.opening,
                    moves: moves.collect(),
                }
            }),
            list: result.listed().map(|game| JsonGame::of(game, result)).collect(),
            left_out: &result.left_out,
        }
    }
}

impl From<&Tally> for JsonTally {
    fn from(tally: &Tally) -> JsonTally {
        let &Tally { games, wins, draws, losses, .. } = tally;
        JsonTally { games, wins, draws, losses, discs: tally.mean() }
    }
}

impl<'a> JsonGame<'a> {
    fn of(game: &GameView<'a>, result: &SearchResult<'_>) -> JsonGame<'a> {
        let players = game.players();
        JsonGame {
            year: game.year(),
            black: players.black,
            white: players.white,
            tournament: game.event(),
            margin: game.margin(),
            opening: game.opening(result.language).map(|opening| opening.name),
            moves: moves(game),
            file: game.source(),
            number: game.number(),
        }
    }
}
