//! Numbers and names as they are written.

use outflank_formats::Record;
use outflank_rules::ByColor;
use outflank_study::report::Judged;

use super::page::Tone;
use crate::visible;

/// A value in discs, with its sign; whole if it is exact.
pub(super) fn value(discs: f32, is_exact: bool) -> String {
    match is_exact {
        _ if discs.abs() < 0.05 => "0".to_owned(),
        true => format!("{discs:+.0}"),
        false => format!("{discs:+.1}"),
    }
}

/// What a move cost, if it can be seen: whole if it is exact.
pub(super) fn loss(judged: &Judged) -> Option<String> {
    let discs = judged.judgement.loss();
    match judged.judgement.is_exact {
        _ if discs < 0.05 => None,
        true => Some(format!("{discs:.0}")),
        false => Some(format!("{discs:.1}")),
    }
}

pub(super) fn percent(percent: Option<f32>) -> String {
    percent.map_or("-".to_owned(), |percent| format!("{percent:.1} %"))
}

pub(super) fn mean(loss: Option<f32>) -> String {
    loss.map_or("-".to_owned(), |loss| format!("{loss:.2}"))
}

/// How a move is to be shown.
pub(super) fn tone(judged: &Judged) -> Tone {
    use outflank_study::report::Grade;
    match judged.grade {
        Grade::Best | Grade::Slip => Tone::Plain,
        Grade::Mistake => Tone::Doubtful,
        Grade::Blunder => Tone::Bad,
    }
}

/// The names of the players, where they are known.
pub(super) fn players(record: &Record) -> ByColor<Option<String>> {
    ByColor::from_fn(|color| Some(visible::line(&record.details.players[color].name)).filter(|name| !name.is_empty()))
}

/// The result in discs, the empty squares for the winner. With komi it may not be one of whole discs.
pub(super) fn score(record: &Record) -> Option<String> {
    let margin = record.margin()?;
    let whole =
        (margin.thousandths() % 2_000 == 0 && margin.thousandths().abs() <= 64_000).then_some(margin.discs() / 2.0);
    Some(match whole {
        Some(half) => format!("{}-{}", 32.0 + half, 32.0 - half),
        None => format!("{margin:+}"),
    })
}
