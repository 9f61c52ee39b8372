use std::io::{self, Write};

use jiff::Timestamp;
use outflank_formats::format::{self, Format};
use outflank_render::number::counted;
use outflank_render::sanitize;
use outflank_rules::{ByColor, Color};
use outflank_server::StoredGame;
use outflank_server::store::{Occupant, Summary};
use outflank_table::{Time, TimeControl};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct ListedGame {
    id: String,
    status: &'static str,
    public: bool,
    created: u64,
    updated: u64,
    black: String,
    white: String,
    clock: bool,
    placements: u8,
    discs: ByColor<u8>,
}

#[derive(Serialize)]
pub(super) struct ShownGame {
    #[serde(flatten)]
    listed: ListedGame,
    moves: String,
    events: usize,
    chat_lines: usize,
}

pub(super) fn listed(summary: &Summary) -> ListedGame {
    ListedGame {
        id: summary.id.to_string(),
        status: summary.status.name(),
        public: summary.public,
        created: summary.created.as_millis(),
        updated: summary.updated.as_millis(),
        black: player(summary, Color::Black),
        white: player(summary, Color::White),
        clock: summary.time != TimeControl::Unlimited,
        placements: summary.placements,
        discs: summary.position.counts(),
    }
}

pub(super) fn shown(game: &StoredGame) -> ShownGame {
    ShownGame { listed: listed(&game.summary), moves: moves(game), events: game.events, chat_lines: game.chat_lines }
}

pub(super) fn write_json(value: &impl Serialize) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{}", sanitize::json(&serde_json::to_string(value)?))?;
    Ok(())
}

pub(super) fn list(games: &[Summary]) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for summary in games {
        writeln!(out, "{}", line(summary))?;
    }
    writeln!(out, "{}", counted(games.len(), "game"))?;
    Ok(out.flush()?)
}

/// `Xh3kQ9wLm2  running    2026-11-18 01:42  24 moves  Ann - Engine, level 3`
pub(super) fn line(summary: &Summary) -> String {
    let (status, moves) = (summary.status.name(), counted(usize::from(summary.placements), "move"));
    let (black, white) = (player(summary, Color::Black), player(summary, Color::White));
    let line = format!("{}  {status:9}  {}  {moves:>8}  {black} - {white}", summary.id, minute(summary.updated));
    sanitize::lines(&line).to_string()
}

pub(super) fn show(game: &StoredGame) -> anyhow::Result<()> {
    let summary = &game.summary;
    let discs = summary.position.counts();
    let fields = [
        ("Game", summary.id.to_string()),
        ("Status", summary.status.name().to_owned()),
        ("Black", player(summary, Color::Black)),
        ("White", player(summary, Color::White)),
        ("Public", if summary.public { "yes" } else { "no" }.to_owned()),
        ("Clock", if summary.time == TimeControl::Unlimited { "no" } else { "yes" }.to_owned()),
        ("Created", minute(summary.created)),
        ("Last change", minute(summary.updated)),
        ("Discs", format!("{}-{}", discs.black, discs.white)),
        ("Moves", moves(game)),
        ("Stored", format!("{}, {}", counted(game.events, "event"), counted(game.chat_lines, "chat line"))),
    ];
    for (name, value) in fields {
        writeln!(io::stdout(), "{}", sanitize::lines(&format!("{name:12} {value}")))?;
    }
    Ok(())
}

fn moves(game: &StoredGame) -> String {
    let text = format::write(&game.record, Format::Lines).unwrap_or_default();
    text.trim_end().to_owned()
}

fn player(summary: &Summary, color: Color) -> String {
    match (summary.occupants[color], &summary.names[color], &summary.tags[color]) {
        (Occupant::Engine(level), _, _) => format!("Engine, level {level}"),
        (_, Some(name), _) => name.as_str().to_owned(),
        (_, None, Some(tag)) => format!("Guest {}", tag.as_str()),
        (_, None, None) if summary.joined[color] => "Guest".to_owned(),
        (_, None, None) => "(not joined)".to_owned(),
    }
}

fn minute(time: Time) -> String {
    let time = i64::try_from(time.as_millis()).ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
    time.map_or_else(|| "?".to_owned(), |time| time.strftime("%Y-%m-%d %H:%M").to_string())
}
