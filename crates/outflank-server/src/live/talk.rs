//! How much the players may say.

use std::collections::VecDeque;
use std::time::Duration;

use outflank_rules::{ByColor, Color};
use tokio::time::Instant;

/// So many lines of a player ...
const MOST_LINES: usize = 5;

/// ... within this time.
const WITHIN: Duration = Duration::from_secs(10);

/// What the players said lately by this server. Who speaks by several may say as much by each.
#[derive(Debug, Default)]
pub(super) struct Talk {
    lines: ByColor<VecDeque<Instant>>,
}

impl Talk {
    /// Whether this player may say something now.
    pub(super) fn allows(&mut self, by: Color, now: Instant) -> bool {
        let lines = &mut self.lines[by];
        while lines.front().is_some_and(|&line| now.duration_since(line) >= WITHIN) {
            lines.pop_front();
        }
        lines.len() < MOST_LINES
    }

    /// The player has said something.
    pub(super) fn note(&mut self, by: Color, now: Instant) {
        self.lines[by].push_back(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_lines_in_ten_seconds_and_no_more() {
        let start = Instant::now();
        let mut talk = Talk::default();
        for second in 0..5 {
            let now = start + Duration::from_secs(second);
            assert!(talk.allows(Color::Black, now));
            talk.note(Color::Black, now);
        }
        assert!(!talk.allows(Color::Black, start + Duration::from_millis(9_999)));
        assert!(talk.allows(Color::White, start + Duration::from_millis(9_999)));
        assert!(talk.allows(Color::Black, start + Duration::from_secs(10)));
    }
}
