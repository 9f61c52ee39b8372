use outflank_formats::{Record, WriteError, ggf};
use outflank_study::openings::{self, Language};
use outflank_study::report::Judged;

use crate::number::decimal;
use crate::{FactKind, ReportView};

/// The game on a line of its own. The report's comments follow those of the record.
pub fn game(record: &Record, view: &ReportView) -> Result<String, WriteError> {
    let mut record = record.clone();
    openings::complete(&mut record, Language::English);
    add(&mut record.details.comment, "Analyzed by Outflank: values are in discs for Black.");
    for kind in [FactKind::Exact, FactKind::TurningPoint] {
        if let Some(fact) = view.fact(kind) {
            add(&mut record.details.comment, &fact.to_string());
        }
    }
    for judged in &view.report.moves {
        if let Some(note) = judged.judgement.ply.checked_sub(1).and_then(|ply| record.note_mut(ply)) {
            add(&mut note.comment, &comment(judged));
        }
    }
    Ok(ggf::write(&record)? + "\n")
}

fn add(comment: &mut String, text: &str) {
    if !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

/// "Value -8.30, lost 8.50, best e6 +0.20. Black's 3. c3 cost about 9 discs; e6 was better."
fn comment(judged: &Judged) -> String {
    let judgement = &judged.judgement;
    let mut text = format!("Value {}", judgement.score);
    if judgement.loss() > 0.0 {
        text += &format!(", lost {}, best {} {}", decimal(judgement.loss(), 2), judgement.best, judgement.best_score);
    }
    text.push('.');
    if judged.grade.is_serious() {
        add(&mut text, &judged.sentence());
    }
    text
}
