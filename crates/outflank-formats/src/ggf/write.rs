use outflank_rules::{ByColor, Color, Move, Rules};

use super::{clock, read, result};
use crate::board_string::{self, Dialect};
use crate::notation::upper_case;
use crate::property::{PropertyWriter, color_name, is_free_name};
use crate::record::{Details, Note};
use crate::seconds::Seconds;
use crate::{Record, WriteError, variant};

/// Writes a game as one line, without a line break. Every record can be written.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut game = GameWriter::default();
    game.details(record);
    for (ply, note) in record.plies() {
        game.ply(ply.before.turn(), ply.mv, note);
    }
    Ok(format!("(;{};)", game.0.text))
}

#[derive(Default)]
struct GameWriter(PropertyWriter);

impl GameWriter {
    fn details(&mut self, record: &Record) {
        let details = &record.details;
        self.0.property(
            "GM",
            &match record.rules() {
                Rules::Standard => "Othello".to_owned(),
                rules => variant::name(rules),
            },
        );
        self.text("PC", &details.place);
        self.text("DT", &details.date);
        self.text("EV", &details.event);
        self.text("RO", &details.round);
        self.text("PB", &details.players.black.name);
        self.text("PW", &details.players.white.name);
        self.text("RB", &details.players.black.rating);
        self.text("RW", &details.players.white.rating);
        self.clocks(details);
        let match_type = details.other("TY").map(clean).filter(|text| !text.is_empty() && read::is_match_type(text));
        self.0.property("TY", match_type.as_deref().unwrap_or("8"));
        for tag in details.others.iter().filter(|tag| is_free_name(&tag.name, read::is_known)) {
            self.0.property(&tag.name, &clean(&tag.value));
        }
        if let Some(komi) = details.komi {
            self.0.property("KM", &komi.to_string());
        }
        match record.result() {
            Some(result) => self.0.property("RE", &result::write(result)),
            None => {
                let kept = kept(details, "RE", |text| result::is_unknown(text) || result::parse(text).is_some());
                self.0.property("RE", kept.as_deref().unwrap_or("?"));
            }
        }
        self.text("ON", &details.opening);
        self.0.property("BO", &board_string::write_as(record.start(), Dialect::Ggf));
        self.text("SUPPLY", &variant::supply(record.start()).unwrap_or_default());
        self.text("C", &details.comment);
    }

    /// Writes clocks that could not be parsed as they were.
    fn clocks(&mut self, details: &Details) {
        let is_clock = |text: &str| clock::parse(text).is_some();
        let ByColor { black, white } = details.clocks;
        if let Some(clock) = black.filter(|_| black == white) {
            return self.0.property("TI", &clock::write(clock));
        }
        self.text("TI", &kept(details, "TI", is_clock).unwrap_or_default());
        for (name, clock) in [("TB", black), ("TW", white)] {
            let written = clock.map(clock::write);
            self.text(name, &written.or_else(|| kept(details, name, is_clock)).unwrap_or_default());
        }
    }

    fn ply(&mut self, by: Color, mv: Move, note: &Note) {
        let mut text = upper_case(mv, "PA");
        let eval = note.eval.map(|eval| eval.to_string());
        let time = note.time.map(|time| format!("{:.2}", Seconds(time)));
        match (eval, time) {
            (None, None) => {}
            (Some(eval), None) => text += &format!("/{eval}"),
            (eval, Some(time)) => text += &format!("/{}/{time}", eval.unwrap_or_default()),
        }
        self.0.property(color_name(by), &text);
        self.text("C", &note.comment);
    }

    fn text(&mut self, name: &str, text: &str) {
        self.0.property_unless_empty(name, &clean(text));
    }
}

/// Replaces the characters that a value cannot contain.
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
