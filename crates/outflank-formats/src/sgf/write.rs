use outflank_rules::{ByColor, Color, Move, Position, Rules};

use super::read::{self, for_black};
use super::{result, text};
use crate::record::{Clock, Details, Note, Tag};
use crate::seconds::{self, Seconds};
use crate::{Record, WriteError, ggf, variant};

/// Writes a game, without a line break at the end. Every record can be written.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut game = Writing { text: "(;".to_owned() };
    game.root(record);
    for (ply, note) in record.plies() {
        game.node(ply.before.turn(), ply.mv, note);
    }
    game.text.push(')');
    Ok(game.text)
}

struct Writing {
    text: String,
}

impl Writing {
    fn root(&mut self, record: &Record) {
        let details = &record.details;
        self.property("FF", "4");
        self.property(
            "GM",
            &match record.rules() {
                Rules::Standard => "2".to_owned(),
                rules => variant::name(rules),
            },
        );
        self.property("CA", "UTF-8");
        self.property("AP", concat!("Outflank:", env!("CARGO_PKG_VERSION")));
        self.property("SZ", "8");
        self.line("PC", &details.place);
        self.line("DT", &details.date);
        self.line("EV", &details.event);
        self.line("RO", &details.round);
        self.line("PB", &details.players.black.name);
        self.line("PW", &details.players.white.name);
        self.line("BR", &details.players.black.rating);
        self.line("WR", &details.players.white.rating);
        self.clocks(details);
        if let Some(komi) = details.komi {
            self.property("KM", &komi.to_string());
        }
        self.result(record);
        self.line("ON", &details.opening);
        self.others(&details.others);
        self.start(record.start());
        self.comment(&details.comment);
    }

    /// `TM` if both players have the same main time, and private properties for what it cannot express.
    fn clocks(&mut self, details: &Details) {
        let mains = details.clocks.map(|clock| clock.map(|clock| clock.main));
        let common = mains.black.filter(|_| mains.black == mains.white);
        match common {
            Some(main) => self.property("TM", &Seconds(main).to_string()),
            None => self.line("TM", &kept(details, "TM", |text| seconds::parse(text).is_some()).unwrap_or_default()),
        }
        let said = common.map(|main| Clock { main, ..Clock::default() });
        for (name, color) in [("BCLOCK", Color::Black), ("WCLOCK", Color::White)] {
            if let Some(clock) = details.clocks[color].filter(|_| details.clocks[color] != said) {
                self.property(name, &ggf::clock::Written(clock).to_string());
            }
        }
    }

    /// `RE`, and a private property if that loses something.
    fn result(&mut self, record: &Record) {
        let Some(verdict) = record.result() else {
            let is_understood = |text: &str| result::is_unknown(text) || result::parse(text).is_some();
            return self.line("RE", &kept(&record.details, "RE", is_understood).unwrap_or_default());
        };
        let said = result::write(verdict);
        self.property("RE", &said);
        if result::parse(&said) != Some(verdict) {
            self.property("RESULT", &ggf::result::Written(verdict).to_string());
        }
    }

    /// Adjacent tags with the same name become values of one property.
    fn others(&mut self, others: &[Tag]) {
        let others: Vec<&Tag> = others.iter().filter(|tag| is_ours_to_write(&tag.name)).collect();
        for tags in others.chunk_by(|one, next| one.name == next.name) {
            self.text += &tags[0].name;
            tags.iter().for_each(|tag| self.value(&text::write(&tag.value)));
        }
    }

    fn start(&mut self, start: &Position) {
        let ByColor { black, white } = start.setup().discs;
        if black.is_empty() && white.is_empty() {
            self.property("AE", "a1:h8");
        }
        for (name, discs) in [("AB", black), ("AW", white)].into_iter().filter(|(_, discs)| !discs.is_empty()) {
            self.text += name;
            discs.into_iter().for_each(|square| self.value(&square.to_string()));
        }
        self.property("PL", letter(start.turn()));
        self.line("SUPPLY", &variant::supply(start).unwrap_or_default());
    }

    fn node(&mut self, by: Color, mv: Move, note: &Note) {
        self.text.push(';');
        self.property(
            letter(by),
            &match mv {
                Move::Place(square) => square.to_string(),
                Move::Pass => "PA".to_owned(),
            },
        );
        if let Some(eval) = note.eval {
            self.property("V", &for_black(eval, by).to_string());
        }
        if let Some(time) = note.time {
            self.property("MT", &format!("{:.2}", Seconds(time)));
        }
        self.comment(&note.comment);
    }

    fn line(&mut self, name: &str, line: &str) {
        let value = text::write_line(line);
        if !value.is_empty() {
            self.property(name, &value);
        }
    }

    fn comment(&mut self, comment: &str) {
        let value = text::write(comment);
        if !value.is_empty() {
            self.property("C", &value);
        }
    }

    fn property(&mut self, name: &str, value: &str) {
        self.text += name;
        self.value(value);
    }

    fn value(&mut self, value: &str) {
        self.text += &format!("[{value}]");
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Other tags must not look like known properties.
fn is_ours_to_write(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase()) && !read::is_known(name)
}

/// The kept text of a known property that could not be parsed.
fn kept(details: &Details, name: &str, is_understood: impl Fn(&str) -> bool) -> Option<String> {
    let line = details.other(name).map(|value| text::read_line(&text::write_line(value)))?;
    (!is_understood(&line)).then_some(line)
}
