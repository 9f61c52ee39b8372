//! A judged move in words.

use std::fmt;

use outflank_rules::Color;

use super::Judged;

impl Judged {
    /// What there is to say about the move, in one sentence or two: what it cost, how it changed the result if that is known, the reasons
    /// if there are any, and what was better.
    ///
    /// "White's 46. b2 turned a win by 4 into a loss by 2: it gave the corner a1. Best was g7."
    pub fn sentence(&self) -> String {
        let judgement = &self.judgement;
        let cost = match self.changed_result() {
            Some(change) => change.to_string(),
            None if judgement.loss() < 0.5 => "cost less than a disc".to_owned(),
            None if judgement.is_exact => format!("cost {}", Discs(judgement.loss())),
            None => format!("cost about {}", Discs(judgement.loss())),
        };
        let who = self.named();
        let reasons: Vec<String> = self.reasons.iter().map(ToString::to_string).collect();
        match reasons.is_empty() {
            _ if judgement.played == judgement.best => format!("{who} was best."),
            true => format!("{who} {cost}; {} was better.", judgement.best),
            false => format!("{who} {cost}: it {}. Best was {}.", reasons.join(", and "), judgement.best),
        }
    }

    /// What happened if this is the move with which the game turned for the last time, in a sentence.
    pub fn turn_sentence(&self) -> String {
        match self.judgement.ahead() {
            Some(color) => format!(
                "With {} the game turned for the last time: {} was ahead from there on.",
                self.named(),
                color.title()
            ),
            None => format!("With {} the game turned for the last time: it was even from there on.", self.named()),
        }
    }

    /// "Black's 23. g2".
    fn named(&self) -> String {
        format!("{}'s {}. {}", self.judgement.by.title(), self.number, self.judgement.played)
    }

    /// How the result of perfect play changed, if it is known and another side wins.
    fn changed_result(&self) -> Option<Change> {
        let judgement = &self.judgement;
        let for_player = |discs: f32| match judgement.by {
            Color::Black => discs,
            Color::White => -discs,
        };
        let of = |discs: f32| Ending::of(for_player(discs));
        let change = Change { from: of(judgement.best_score.discs()), to: of(judgement.score.discs()) };
        (judgement.is_exact && judgement.turns_the_game()).then_some(change)
    }
}

/// A result of perfect play that became another.
struct Change {
    from: Ending,
    to: Ending,
}

/// How a game ends for a player.
enum Ending {
    Win(f32),
    Draw,
    Loss(f32),
}

impl Ending {
    fn of(discs: f32) -> Ending {
        match discs {
            _ if discs > 0.0 => Ending::Win(discs),
            _ if discs < 0.0 => Ending::Loss(-discs),
            _ => Ending::Draw,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turned {} into {}", self.from, self.to)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Win(discs) => write!(f, "a win by {discs:.0}"),
            Ending::Draw => f.write_str("a draw"),
            Ending::Loss(discs) => write!(f, "a loss by {discs:.0}"),
        }
    }
}

/// A number of discs, to the nearest.
struct Discs(f32);

impl fmt::Display for Discs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let discs = self.0.round();
        write!(f, "{discs:.0} {}", if discs == 1.0 { "disc" } else { "discs" })
    }
}
