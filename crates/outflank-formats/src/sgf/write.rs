use outflank_rules::{ByColor, Color, Move, Position, Rules};

use super::read::{self, for_black};
use super::{result, text};
use crate::property::{PropertyWriter, color_name, is_free_name};
use crate::record::{Clock, Details, Note, Tag};
use crate::seconds::{self, Seconds};
use crate::{Record, WriteError, ggf, variant};

/// Writes a game, without a line break at the end. Every record can be written.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut game = GameWriter::default();
    game.root(record);
    for (ply, note) in record.plies() {
        game.node(ply.before.turn(), ply.mv, note);
    }
    Ok(format!("(;{})", game.0.text))
}

#[derive(Default)]
struct GameWriter(PropertyWriter);

impl GameWriter {
    fn root(&mut self, record: &Record) {
        let details = &record.details;
        self.0.property("FF", "4");
        self.0.property(
            "GM",
            &match record.rules() {
                Rules::Standard => "2".to_owned(),
                rules => variant::name(rules),
            },
        );
        self.0.property("CA", "UTF-8");
        self.0.property("AP", concat!("Outflank:", env!("CARGO_PKG_VERSION")));
        self.0.property("SZ", "8");
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
            self.0.property("KM", &komi.to_string());
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
            Some(main) => self.0.property("TM", &Seconds(main).to_string()),
            None => self.line("TM", &kept(details, "TM", |text| seconds::parse(text).is_some()).unwrap_or_default()),
        }
        let implied = common.map(|main| Clock { main, ..Clock::default() });
        for (name, color) in [("BCLOCK", Color::Black), ("WCLOCK", Color::White)] {
            if let Some(clock) = details.clocks[color].filter(|_| details.clocks[color] != implied) {
                self.0.property(name, &ggf::clock::write(clock));
            }
        }
    }

    /// `RE`, and a private property if that loses something.
    fn result(&mut self, record: &Record) {
        let Some(result) = record.result() else {
            let is_understood = |text: &str| result::is_unknown(text) || result::parse(text).is_some();
            return self.line("RE", &kept(&record.details, "RE", is_understood).unwrap_or_default());
        };
        let short = result::write(result);
        self.0.property("RE", &short);
        if result::parse(&short) != Some(result) {
            self.0.property("RESULT", &ggf::result::write(result));
        }
    }

    /// Adjacent tags with the same name become values of one property.
    fn others(&mut self, others: &[Tag]) {
        let others: Vec<&Tag> = others.iter().filter(|tag| is_free_name(&tag.name, read::is_known)).collect();
        for tags in others.chunk_by(|one, next| one.name == next.name) {
            self.0.text += &tags[0].name;
            tags.iter().for_each(|tag| self.0.value(&text::write(&tag.value)));
        }
    }

    fn start(&mut self, start: &Position) {
        let ByColor { black, white } = start.setup().discs;
        if black.is_empty() && white.is_empty() {
            self.0.property("AE", "a1:h8");
        }
        for (name, discs) in [("AB", black), ("AW", white)].into_iter().filter(|(_, discs)| !discs.is_empty()) {
            self.0.text += name;
            discs.into_iter().for_each(|square| self.0.value(&square.to_string()));
        }
        self.0.property("PL", color_name(start.turn()));
        self.line("SUPPLY", &variant::supply(start).unwrap_or_default());
    }

    fn node(&mut self, by: Color, mv: Move, note: &Note) {
        self.0.text.push(';');
        self.0.property(
            color_name(by),
            &match mv {
                Move::Place(square) => square.to_string(),
                Move::Pass => "PA".to_owned(),
            },
        );
        if let Some(eval) = note.eval {
            self.0.property("V", &for_black(eval, by).to_string());
        }
        if let Some(time) = note.time {
            self.0.property("MT", &format!("{:.2}", Seconds(time)));
        }
        self.comment(&note.comment);
    }

    fn line(&mut self, name: &str, line: &str) {
        self.0.property_unless_empty(name, &text::write_line(line));
    }

    fn comment(&mut self, comment: &str) {
        self.0.property_unless_empty("C", &text::write(comment));
    }
}

/// The kept text of a known property that could not be parsed.
fn kept(details: &Details, name: &str, is_understood: impl Fn(&str) -> bool) -> Option<String> {
    let line = details.other(name).map(|value| text::read_line(&text::write_line(value)))?;
    (!is_understood(&line)).then_some(line)
}
