use outflank_rules::{ByColor, Color, Move, Position, Rules};

use super::read::{self, for_black};
use super::{result, text};
use crate::property::{PropertyWriter, color_name, is_free_name};
use crate::record::{Clock, Details, Follows, Note, Tag, VariationMove};
use crate::seconds::{self, Seconds};
use crate::variations::Continuations;
use crate::{Record, WriteError, ggf, variant};

/// Writes a game, without a line break at the end. Every record can be written.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut game = PropertyWriter::new(text::write_line);
    write_root(&mut game, record);
    write_moves(&mut game, record);
    Ok(format!("(;{})", game.text))
}

fn write_moves(game: &mut PropertyWriter, record: &Record) {
    let tree = Continuations::of(record);
    let mut placed = 0;
    let mut open = Vec::new();
    for (ply, note) in record.plies() {
        if ply.mv != Move::Pass {
            if !tree.after(Follows::Game(placed)).is_empty() {
                game.text.push('(');
                open.push(placed);
            }
            placed += 1;
        }
        write_node(game, ply.before.turn(), ply.mv, note);
    }
    // An empty node keeps what follows the last move out of the game.
    if !tree.after(Follows::Game(placed)).is_empty() {
        game.text += "(;";
        open.push(placed);
    }
    for placed in open.into_iter().rev() {
        game.text.push(')');
        write_variations(game, &tree, tree.after(Follows::Game(placed)));
    }
}

fn write_variations(game: &mut PropertyWriter, tree: &Continuations<'_>, firsts: &[usize]) {
    for &first in firsts {
        game.text.push('(');
        let mut next = first;
        loop {
            let VariationMove { ply, forces_pass, note, .. } = tree.variation(next);
            write_node(game, ply.before.turn(), ply.mv, note);
            if *forces_pass {
                write_node(game, !ply.before.turn(), Move::Pass, &Note::default());
            }
            match tree.after(Follows::Variation(next)) {
                [] => break,
                &[only] => next = only,
                several => {
                    write_variations(game, tree, several);
                    break;
                }
            }
        }
        game.text.push(')');
    }
}

fn write_root(game: &mut PropertyWriter, record: &Record) {
    let details = &record.details;
    let name = match record.rules() {
        Rules::Standard => "2".to_owned(),
        rules => variant::name(rules),
    };
    game.property("FF", "4");
    game.property("GM", &name);
    game.property("CA", "UTF-8");
    game.property("AP", concat!("Outflank:", env!("CARGO_PKG_VERSION")));
    game.property("SZ", "8");
    game.event_and_players(details, ByColor { black: "BR", white: "WR" });
    write_clocks(game, details);
    game.komi(details.komi);
    write_result(game, record);
    game.line("ON", &details.opening);
    write_others(game, &details.others);
    write_start(game, record.start());
    game.property_unless_empty("C", &text::write(&details.comment));
}

/// `TM` if both players have the same main time, and private properties for what it cannot express.
fn write_clocks(game: &mut PropertyWriter, details: &Details) {
    let mains = details.clocks.map(|clock| clock.map(|clock| clock.main));
    let common = mains.black.filter(|_| mains.black == mains.white);
    match common {
        Some(main) => game.property("TM", &Seconds(main).to_string()),
        None => game.line("TM", &kept(details, "TM", |text| seconds::parse(text).is_some()).unwrap_or_default()),
    }
    let implied = common.map(|main| Clock { main, ..Clock::default() });
    for (name, color) in [("BCLOCK", Color::Black), ("WCLOCK", Color::White)] {
        if let Some(clock) = details.clocks[color].filter(|_| details.clocks[color] != implied) {
            game.property(name, &ggf::clock::write(clock));
        }
    }
}

/// `RE`, and a private property if that loses something.
fn write_result(game: &mut PropertyWriter, record: &Record) {
    let Some(result) = record.result() else {
        let is_understood = |text: &str| result::is_unknown(text) || result::parse(text).is_some();
        return game.line("RE", &kept(&record.details, "RE", is_understood).unwrap_or_default());
    };
    let short = result::write(result);
    game.property("RE", &short);
    if result::parse(&short) != Some(result) {
        game.property("RESULT", &ggf::result::write(result));
    }
}

/// Adjacent tags with the same name become values of one property.
fn write_others(game: &mut PropertyWriter, others: &[Tag]) {
    let others: Vec<&Tag> = others.iter().filter(|tag| is_free_name(&tag.name, read::is_known)).collect();
    for tags in others.chunk_by(|one, next| one.name == next.name) {
        game.text += &tags[0].name;
        tags.iter().for_each(|tag| game.value(&text::write(&tag.value)));
    }
}

fn write_start(game: &mut PropertyWriter, start: &Position) {
    let ByColor { black, white } = start.setup().discs;
    if black.is_empty() && white.is_empty() {
        game.property("AE", "a1:h8");
    }
    for (name, discs) in [("AB", black), ("AW", white)].into_iter().filter(|(_, discs)| !discs.is_empty()) {
        game.text += name;
        discs.into_iter().for_each(|square| game.value(&square.to_string()));
    }
    game.property("PL", color_name(start.turn()));
    game.line("SUPPLY", &variant::supply(start).unwrap_or_default());
}

fn write_node(game: &mut PropertyWriter, by: Color, mv: Move, note: &Note) {
    game.text.push(';');
    let name = mv.square().map_or_else(|| "PA".to_owned(), |square| square.to_string());
    game.property(color_name(by), &name);
    if let Some(eval) = note.eval {
        game.property("V", &for_black(eval, by).to_string());
    }
    if let Some(time) = note.time {
        game.property("MT", &format!("{:.2}", Seconds(time)));
    }
    game.property_unless_empty("C", &text::write(&note.comment));
}

/// The kept text of a known property that could not be parsed.
fn kept(details: &Details, name: &str, is_understood: impl Fn(&str) -> bool) -> Option<String> {
    let line = details.other(name).map(|value| text::read_line(&text::write_line(value)))?;
    (!is_understood(&line)).then_some(line)
}
