use outflank_rules::{ByColor, Color, Move, Position, Rules, Square};

use super::{clock, read, result};
use crate::record::{Details, Note};
use crate::seconds::Seconds;
use crate::{Record, WriteError, variant};

/// Writes a game as one line, without a line break. Every record can be written.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut game = Writing { text: "(;".to_owned() };
    game.details(record);
    for (ply, note) in record.plies() {
        game.ply(ply.before.turn(), ply.mv, note);
    }
    game.text.push_str(";)");
    Ok(game.text)
}

struct Writing {
    text: String,
}

impl Writing {
    fn details(&mut self, record: &Record) {
        let details = &record.details;
        self.property(
            "GM",
            &match record.rules() {
                Rules::Standard => "Othello".to_owned(),
                rules => variant::name(rules),
            },
        );
        self.said("PC", &details.place);
        self.said("DT", &details.date);
        self.said("EV", &details.event);
        self.said("RO", &details.round);
        self.said("PB", &details.players.black.name);
        self.said("PW", &details.players.white.name);
        self.said("RB", &details.players.black.rating);
        self.said("RW", &details.players.white.rating);
        self.clocks(details);
        let match_type = details.other("TY").map(clean).filter(|text| !text.is_empty() && read::is_match_type(text));
        self.property("TY", match_type.as_deref().unwrap_or("8"));
        for tag in details.others.iter().filter(|tag| is_ours_to_write(&tag.name)) {
            self.property(&tag.name, &clean(&tag.value));
        }
        if let Some(komi) = details.komi {
            self.property("KM", &komi.to_string());
        }
        match record.result() {
            Some(verdict) => self.property("RE", &result::Written(verdict).to_string()),
            None => {
                let kept = kept(details, "RE", |text| result::is_unknown(text) || result::parse(text).is_some());
                self.property("RE", kept.as_deref().unwrap_or("?"));
            }
        }
        self.said("ON", &details.opening);
        self.property("BO", &board(record.start()));
        self.said("SUPPLY", &variant::supply(record.start()).unwrap_or_default());
        self.said("C", &details.comment);
    }

    /// Writes clocks that could not be parsed as they were.
    fn clocks(&mut self, details: &Details) {
        let is_clock = |text: &str| clock::parse(text).is_some();
        let ByColor { black, white } = details.clocks;
        if let Some(clock) = black.filter(|_| black == white) {
            return self.property("TI", &clock::Written(clock).to_string());
        }
        self.said("TI", &kept(details, "TI", is_clock).unwrap_or_default());
        for (name, clock) in [("TB", black), ("TW", white)] {
            let written = clock.map(|clock| clock::Written(clock).to_string());
            self.said(name, &written.or_else(|| kept(details, name, is_clock)).unwrap_or_default());
        }
    }

    fn ply(&mut self, by: Color, mv: Move, note: &Note) {
        let mut text = match mv {
            Move::Place(square) => square.to_string().to_ascii_uppercase(),
            Move::Pass => "PA".to_owned(),
        };
        let eval = note.eval.map(|eval| eval.to_string());
        let time = note.time.map(|time| format!("{:.2}", Seconds(time)));
        match (eval, time) {
            (None, None) => {}
            (Some(eval), None) => text += &format!("/{eval}"),
            (eval, Some(time)) => text += &format!("/{}/{time}", eval.unwrap_or_default()),
        }
        self.property(
            match by {
                Color::Black => "B",
                Color::White => "W",
            },
            &text,
        );
        self.said("C", &note.comment);
    }

    /// Writes a text, unless it is empty.
    fn said(&mut self, name: &str, text: &str) {
        let text = clean(text);
        if !text.is_empty() {
            self.property(name, &text);
        }
    }

    fn property(&mut self, name: &str, value: &str) {
        self.text += &format!("{name}[{value}]");
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

/// Other tags must not look like known properties.
fn is_ours_to_write(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase()) && !read::is_known(name)
}

/// The kept text of a known property that could not be parsed.
fn kept(details: &Details, name: &str, is_understood: impl Fn(&str) -> bool) -> Option<String> {
    details.other(name).map(clean).filter(|text| !text.is_empty() && !is_understood(text))
}

fn board(start: &Position) -> String {
    let setup = start.setup();
    let mut text = "8".to_owned();
    for square in Square::ALL {
        if square.column() == 0 {
            text.push(' ');
        }
        let disc = Color::ALL.into_iter().find(|&color| setup.discs[color].contains(square));
        text.push_str(disc.map_or("-", letter));
    }
    text + " " + letter(setup.turn)
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "*",
        Color::White => "O",
    }
}
