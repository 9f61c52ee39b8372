//! Games in GGF with what was found out as comments.

use outflank_formats::ggf;
use outflank_study::openings::{self, Language};
use outflank_study::report::Judged;

use super::Analysed;

/// The game on a line of its own. What the record says is kept; what was found out follows the comments that are there.
pub(super) fn game(analysed: &Analysed) -> anyhow::Result<String> {
    let mut record = analysed.record.clone();
    openings::complete(&mut record, Language::English);
    add(&mut record.details.comment, &about_the_game(analysed));
    for judged in &analysed.report.moves {
        if let Some(note) = judged.judgement.ply.checked_sub(1).and_then(|ply| record.note_mut(ply)) {
            add(&mut note.comment, &about_the_move(judged));
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

fn about_the_game(analysed: &Analysed) -> String {
    let document = analysed.document();
    let mut text = "Analysed by Outflank: values are in discs for Black".to_owned();
    if let Some(first) = document.exact_from {
        text += &format!(", exact from move {} on", first.number);
    }
    text.push('.');
    if let Some(turned) = document.turned {
        text += &format!(" {}", turned.sentence);
    }
    text
}

/// "Value -8.30, lost 8.50, best e6 +0.20. Black's 3. c3 cost about 9 discs; e6 was better."
fn about_the_move(judged: &Judged) -> String {
    let judgement = &judged.judgement;
    let mut text = format!("Value {}", judgement.score);
    if judgement.loss() > 0.0 {
        text += &format!(", lost {:.2}, best {} {}", judgement.loss(), judgement.best, judgement.best_score);
    }
    text.push('.');
    if judged.grade.is_serious() {
        text += &format!(" {}", judged.sentence());
    }
    text
}
