use outflank_rules::{Square, Status};

use super::Reason;
use super::compared::{After, Compared, OpponentReply};

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    let Compared { played, best, .. } = compared;
    let player = compared.player();
    let takes_all = |after: &After| {
        after.position.discs()[!player].is_empty() && matches!(after.position.status(), Status::Over(_))
    };
    if takes_all(best) && !takes_all(played) {
        reasons.push(Reason::MissedAll { best: best.square });
    }
    let loses_all = |answer: &OpponentReply| {
        answer.position.discs()[player].is_empty() && matches!(answer.choices, Status::Over(_))
    };
    if let Some(reply) = reply_to(played, loses_all)
        && reply_to(best, loses_all).is_none()
    {
        reasons.push(Reason::LostAll { reply });
    }
    if best.position.status() == Status::MustPass && !played.replies.is_empty() {
        reasons.push(Reason::MissedPass);
    }
    let must_pass = |answer: &OpponentReply| answer.choices == Status::MustPass;
    if let Some(reply) = reply_to(played, must_pass)
        && reply_to(best, must_pass).is_none()
    {
        reasons.push(Reason::AllowedPass { reply });
    }
}

fn reply_to(after: &After, applies: impl Fn(&OpponentReply) -> bool) -> Option<Square> {
    after.after_replies.iter().find(|answer| applies(answer)).map(|answer| answer.reply)
}
