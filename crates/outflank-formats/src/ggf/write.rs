use outflank_rules::{ByColor, Move, Rules};

use super::{clock, read, result};
use crate::board_string::{self, Dialect};
use crate::notation::upper_case;
use crate::property::{PropertyWriter, color_name, is_free_name};
use crate::record::{Details, Note};
use crate::seconds::Seconds;
use crate::{Record, WriteError, variant};

/// Writes a game as one line, without a line break. Every record can be written.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut game = PropertyWriter::new(clean);
    write_details(&mut game, record);
    for (ply, note) in record.plies() {
        game.property(color_name(ply.before.turn()), &move_text(ply.mv, note));
        game.line("C", &note.comment);
    }
    Ok(format!("(;{};)", game.text))
}

fn write_details(game: &mut PropertyWriter, record: &Record) {
    let details = &record.details;
    let name = match record.rules() {
        Rules::Standard => "Othello".to_owned(),
        rules => variant::name(rules),
    };
    game.property("GM", &name);
    game.event_and_players(details, ByColor { black: "RB", white: "RW" });
    write_clocks(game, details);
    let match_type = details.other("TY").map(clean).filter(|text| !text.is_empty() && read::is_match_type(text));
    game.property("TY", match_type.as_deref().unwrap_or("8"));
    for tag in details.others.iter().filter(|tag| is_free_name(&tag.name, read::is_known)) {
        game.property(&tag.name, &clean(&tag.value));
    }
    game.komi(details.komi);
    match record.result() {
        Some(result) => game.property("RE", &result::write(result)),
        None => {
            let kept = kept(details, "RE", |text| result::is_unknown(text) || result::parse(text).is_some());
            game.property("RE", kept.as_deref().unwrap_or("?"));
        }
    }
    game.line("ON", &details.opening);
    game.property("BO", &board_string::write_as(record.start(), Dialect::Ggf));
    game.line("SUPPLY", &variant::supply(record.start()).unwrap_or_default());
    game.line("C", &details.comment);
}

/// Clocks that could not be parsed are written unchanged.
fn write_clocks(game: &mut PropertyWriter, details: &Details) {
    let is_clock = |text: &str| clock::parse(text).is_some();
    let ByColor { black, white } = details.clocks;
    if let Some(clock) = black.filter(|_| black == white) {
        return game.property("TI", &clock::write(clock));
    }
    game.line("TI", &kept(details, "TI", is_clock).unwrap_or_default());
    for (name, clock) in [("TB", black), ("TW", white)] {
        let written = clock.map(clock::write);
        game.line(name, &written.or_else(|| kept(details, name, is_clock)).unwrap_or_default());
    }
}

fn move_text(mv: Move, note: &Note) -> String {
    let name = upper_case(mv, "PA");
    let eval = note.eval.map(|eval| eval.to_string());
    let time = note.time.map(|time| format!("{:.2}", Seconds(time)));
    match (eval, time) {
        (None, None) => name,
        (Some(eval), None) => format!("{name}/{eval}"),
        (eval, Some(time)) => format!("{name}/{}/{time}", eval.unwrap_or_default()),
    }
}

fn clean(text: &str) -> String {
    let held = |character: char| match character {
        ']' => ')',
        character if character.is_control() => ' ',
        character => character,
    };
    text.chars().map(held).collect::<String>().trim().to_owned()
}

/// The kept text of a known property that could not be parsed.
fn kept(details: &Details, name: &str, is_understood: impl Fn(&str) -> bool) -> Option<String> {
    details.other(name).map(clean).filter(|text| !text.is_empty() && !is_understood(text))
}
