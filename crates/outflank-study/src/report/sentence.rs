use std::fmt;

use outflank_rules::Color;

use super::Judged;

impl Judged {
    /// What the move cost, why, and what was better: "White's 46. b2 turned a win by 4 into a loss by 2: it lost the corner a1 by force (b2 g7 a1).
    /// Best was g7."
    pub fn sentence(&self) -> String {
        let judgement = &self.judgement;
        let cost = match self.changed_result() {
            Some(change) => change.to_string(),
            None if judgement.loss() < 0.5 => "cost less than a disc".to_owned(),
            None => format!("cost {}{}", self.about(), Discs(judgement.loss())),
        };
        let name = self.named();
        let before = [None].into_iter().chain(self.reasons.iter().map(Some));
        let reasons: Vec<String> =
            self.reasons.iter().zip(before).map(|(one, before)| one.beside_cost(before)).collect();
        match reasons.is_empty() {
            _ if judgement.played == judgement.best => format!("{name} was best."),
            true => format!("{name} {cost}; {} was better.", judgement.best),
            false => format!("{name} {cost}: it {}. Best was {}.", reasons.join(", and "), judgement.best),
        }
    }

    /// The move as a turning point: "49. h8. White led from here to the end".
    pub fn turning_point(&self) -> String {
        let state = match self.judgement.ahead() {
            Some(color) => format!("{} led", color.title()),
            None => "The game was even".to_owned(),
        };
        format!("{}. {}. {state} from here to the end", self.number, self.judgement.played)
    }

    pub fn label(&self) -> String {
        format!("{}{}", self.judgement.played, self.grade.sign())
    }

    pub fn named(&self) -> String {
        format!("{}'s {}", self.by(), self.numbered())
    }

    pub fn numbered(&self) -> String {
        format!("{}. {}", self.number, self.judgement.played)
    }

    pub(super) fn by(&self) -> &'static str {
        self.judgement.by.title()
    }

    /// What is written before a number of discs that may be off.
    pub(super) fn about(&self) -> &'static str {
        if self.judgement.is_exact { "" } else { "about " }
    }

    fn changed_result(&self) -> Option<ResultChange> {
        let judgement = &self.judgement;
        let for_player = |discs: f32| match judgement.by {
            Color::Black => discs,
            Color::White => -discs,
        };
        let of = |discs: f32| ProvenResult::of(for_player(discs));
        let change = ResultChange { from: of(judgement.best_score.discs()), to: of(judgement.score.discs()) };
        (judgement.is_exact && judgement.turns_the_game()).then_some(change)
    }
}

struct ResultChange {
    from: ProvenResult,
    to: ProvenResult,
}

enum ProvenResult {
    Win(f32),
    Draw,
    Loss(f32),
}

impl ProvenResult {
    fn of(discs: f32) -> ProvenResult {
        match discs {
            _ if discs > 0.0 => ProvenResult::Win(discs),
            _ if discs < 0.0 => ProvenResult::Loss(-discs),
            _ => ProvenResult::Draw,
        }
    }
}

impl fmt::Display for ResultChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turned {} into {}", self.from, self.to)
    }
}

impl fmt::Display for ProvenResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProvenResult::Win(discs) => write!(f, "a win by {discs:.0}"),
            ProvenResult::Draw => f.write_str("a draw"),
            ProvenResult::Loss(discs) => write!(f, "a loss by {discs:.0}"),
        }
    }
}

pub(super) struct Discs(pub(super) f32);

impl fmt::Display for Discs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let discs = self.0.round();
        write!(f, "{discs:.0} {}", if discs == 1.0 { "disc" } else { "discs" })
    }
}
