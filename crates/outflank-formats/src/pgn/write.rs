use std::borrow::Cow;

use outflank_rules::{Color, Move, Ply};

use super::comment;
use super::header::{Field, is_known, termination_name, write_clock};
use super::is_name;
use super::result::{ResultText, WrittenResult};
use crate::record::{Details, Follows, Note, Termination, VariationMove};
use crate::variations::Continuations;
use crate::{Record, WriteError, fen};

const COLUMNS: usize = 79;

/// Writes a game: tags, an empty line, and moves in lines of at most 79 columns, without a line break at the end.
///
/// Other tags come between the seven standard ones and the rest. Their names lose what is not a letter, digit or
/// underscore; control characters in values become spaces, and `}` in comments becomes `)`.
pub fn write(record: &Record) -> Result<String, WriteError> {
    WriteError::check_standard("PGN", record)?;
    let tags = Tags::of(record);
    let (roster, fields) = Field::roster_and_others();
    let mut text = String::new();
    for &(field, name) in roster {
        push_tag(&mut text, name, tags.value(field).unwrap_or_else(|| unknown(field).into()).as_ref());
    }
    for tag in &record.details.others {
        let name: String = tag.name.chars().filter(|&character| is_name(character)).collect();
        if !name.is_empty() && Field::named(&name).is_none() {
            push_tag(&mut text, &name, &tag.value);
        }
    }
    for &(field, name) in fields {
        if let Some(value) = tags.value(field) {
            push_tag(&mut text, name, &value);
        }
    }
    let result = tags.value(Field::Result).filter(|result| ResultText::read(result).is_some());
    Ok(format!("{text}\n{}", moves(record, result.as_deref().unwrap_or("*"))))
}

struct Tags<'r> {
    record: &'r Record,
    result: Option<WrittenResult>,
}

impl<'r> Tags<'r> {
    fn of(record: &'r Record) -> Tags<'r> {
        let komi = record.details.komi.unwrap_or_default();
        Tags { record, result: record.margin().map(|margin| WrittenResult::of(margin, komi)) }
    }

    fn value(&self, field: Field) -> Option<Cow<'r, str>> {
        let kept = || self.record.details.other(field.name()).map(Cow::from);
        match field {
            // Only the game's own start: its moves depend on it.
            Field::SetUp | Field::Fen => self.own(field),
            _ => self.own(field).or_else(kept).filter(|value| is_known(value)),
        }
    }

    fn own(&self, field: Field) -> Option<Cow<'r, str>> {
        let record = self.record;
        let Details { players, event, round, place, date, opening, clocks, komi, .. } = &record.details;
        let clocks = clocks.map(|clock| clock.map(write_clock));
        let same = clocks.black == clocks.white;
        let known = |text: &'r str| Some(Cow::from(text)).filter(|text| is_known(text));
        match field {
            Field::Event => known(event),
            Field::Site => known(place),
            Field::Date => known(date),
            Field::Round => known(round),
            Field::Black => known(&players.black.name),
            Field::White => known(&players.white.name),
            Field::BlackElo => known(&players.black.rating),
            Field::WhiteElo => known(&players.white.rating),
            Field::Opening => known(opening),
            Field::Result => self.result.as_ref().map(|result| result.text.clone().into()),
            Field::Margin => self.result.as_ref()?.margin.map(|margin| format!("{margin:+}").into()),
            Field::Termination => {
                let termination = record.result()?.termination;
                (termination != Termination::Board).then(|| termination_name(termination).into())
            }
            Field::TimeControl => clocks.black.filter(|_| same).map(Cow::from),
            Field::BlackTimeControl => clocks.black.filter(|_| !same).map(Cow::from),
            Field::WhiteTimeControl => clocks.white.filter(|_| !same).map(Cow::from),
            Field::Komi => komi.map(|komi| komi.to_string().into()),
            Field::SetUp => (!record.starts_as_usual()).then(|| "1".into()),
            Field::Fen => (!record.starts_as_usual()).then(|| fen::write(record.start()).into()),
        }
    }
}

fn unknown(field: Field) -> &'static str {
    match field {
        Field::Result => "*",
        Field::Date => "????.??.??",
        Field::Round => "-",
        _ => "?",
    }
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    *text += &format!("[{name} \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            _ if character.is_control() => text.push(' '),
            _ => text.push(character),
        }
    }
    *text += "\"]\n";
}

fn moves(record: &Record, result: &str) -> String {
    let mut lines = Lines::default();
    lines.comment(comment::writable(&record.details.comment).collect());
    let tree = Continuations::of(record);
    let (mut number, mut placed) = (1, 0);
    for (index, (ply, note)) in record.plies().enumerate() {
        lines.ply(ply, note, number, index == 0);
        if ply.mv != Move::Pass {
            lines.variations(&tree, tree.after(Follows::Game(placed)), number);
            placed += 1;
        }
        number += usize::from(ply.before.turn() == Color::White);
    }
    lines.word(result);
    lines.text
}

#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
    // The last word began a command and did not end it.
    in_command: bool,
}

impl Lines {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        // At the start of a line these would look like a tag or a line to skip. Commands stay on one line.
        let may_begin = !word.starts_with(['[', '%']) && !self.in_command;
        self.in_command = word.trim_start_matches('{').starts_with("[%") && !word.contains(']');
        if self.column > 0 && self.column + 1 + width > COLUMNS && may_begin {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += word;
        self.column += width;
    }

    fn ply(&mut self, ply: &Ply, note: &Note, number: usize, is_first: bool) {
        match ply.before.turn() {
            Color::Black => self.word(&format!("{number}.")),
            Color::White if is_first => self.word(&format!("{number}...")),
            Color::White => {}
        }
        match ply.mv {
            Move::Place(square) => self.word(&square.to_string()),
            Move::Pass => self.word("--"),
        }
        self.comment(comment::words(note));
    }

    /// Each in parentheses. The depth is at most the number of squares.
    fn variations(&mut self, tree: &Continuations<'_>, firsts: &[usize], number: usize) {
        for &first in firsts {
            self.word("(");
            let (mut next, mut others, mut number) = (first, &[][..], number);
            loop {
                let VariationMove { ply, forces_pass, note, .. } = tree.variation(next);
                self.ply(ply, note, number, next == first);
                self.variations(tree, others, number);
                number += usize::from(ply.before.turn() == Color::White);
                if *forces_pass {
                    let before = ply.before.play(ply.mv).expect("a variation is legal");
                    self.ply(&Ply { before, mv: Move::Pass }, &Note::default(), number, false);
                    number += usize::from(before.turn() == Color::White);
                }
                match tree.after(Follows::Variation(next)) {
                    [] => break,
                    [following, alternatives @ ..] => (next, others) = (*following, alternatives),
                }
            }
            self.word(")");
        }
    }

    fn comment(&mut self, mut words: Vec<String>) {
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        words.iter().for_each(|word| self.word(word));
    }
}
