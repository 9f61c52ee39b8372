//! Comments and the commands in them: `[%eval +2.50]` and `[%emt 0:00:05.2]`.

use std::time::Duration;

use crate::Points;
use crate::record::Note;
use crate::seconds::{self, fraction};

/// The maximum size of a command in bytes. Longer text in brackets is a remark.
const MAX_COMMAND: usize = 40;

/// Moves the first evaluation and the first time of a comment into the note.
pub(super) fn take_commands(note: &mut Note) {
    // Removing a command can create another one around it. Each pass fills a field.
    while note.comment.contains("[%") && take_from_left(note) {}
}

fn take_from_left(note: &mut Note) -> bool {
    let comment = std::mem::take(&mut note.comment);
    let (mut rest, mut left, mut was_any_taken) = (comment.as_str(), String::new(), false);
    while let Some(start) = rest.find("[%") {
        let (before, command) = rest.split_at(start);
        left += before;
        let end = command.bytes().take(MAX_COMMAND).position(|byte| byte == b']').map(|end| end + 1);
        let taken = end.filter(|&end| take(&command[..end], note));
        was_any_taken |= taken.is_some();
        // Not a command: continue after `[%`.
        let (command, behind) = command.split_at(taken.unwrap_or(2));
        left += if taken.is_some() { " " } else { command };
        rest = behind;
    }
    left += rest;
    add(&left, &mut note.comment);
    was_any_taken
}

pub(super) fn add(text: &str, comment: &mut String) {
    for word in words_of(text) {
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(word);
    }
}

pub(super) fn words(note: &Note) -> Vec<String> {
    let eval = note.eval.map(|eval| format!("[%eval {eval:+}]"));
    let time = note.time.map(|time| format!("[%emt {}]", write_time(time)));
    eval.into_iter().chain(time).chain(writable(&note.comment)).collect()
}

/// The words of a comment; `}` would end it.
pub(super) fn writable(text: &str) -> impl Iterator<Item = String> {
    words_of(text).map(|word| word.replace('}', ")"))
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|character: char| character.is_whitespace() || character.is_control());
    words.filter(|word| !word.is_empty())
}

fn take(command: &str, note: &mut Note) -> bool {
    let inside = command.strip_prefix("[%").and_then(|command| command.strip_suffix(']')).unwrap_or_default();
    match inside.split_once(' ').map(|(name, value)| (name, value.trim())) {
        Some(("eval", value)) if note.eval.is_none() => {
            note.eval = value.parse::<Points>().ok();
            note.eval.is_some()
        }
        Some(("emt", value)) if note.time.is_none() => {
            note.time = read_time(value);
            note.time.is_some()
        }
        _ => false,
    }
}

fn read_time(text: &str) -> Option<Duration> {
    seconds::parse_unbounded(text).filter(|_| text.split(':').count() == 3 && has_exact_fraction(text))
}

pub(super) fn read_seconds(text: &str) -> Option<Duration> {
    seconds::parse_unbounded(text).filter(|_| !text.contains(':') && has_exact_fraction(text))
}

fn has_exact_fraction(text: &str) -> bool {
    text.split_once('.').is_none_or(|(_, decimals)| (1..=9).contains(&decimals.len()))
}

fn write_time(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    format!("{}:{:02}:{seconds:02}{}", minutes / 60, minutes % 60, fraction(time, 0))
}

pub(super) fn write_seconds(time: Duration) -> String {
    format!("{}{}", time.as_secs(), fraction(time, 0))
}
