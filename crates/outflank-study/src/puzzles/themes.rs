use outflank_engine::Analysis;
use outflank_rules::Position;

use crate::report::{Loss, Theme, why};

const MOST: usize = 2;

pub fn all_themes() -> impl Iterator<Item = Theme> {
    let is_used = |theme: &Theme| super::all().iter().any(|puzzle| puzzle.themes.contains(theme));
    Theme::ALL.iter().copied().filter(is_used)
}

pub fn can_be_practised(theme: Theme) -> bool {
    const ENOUGH: usize = 10;
    super::all().iter().filter(|puzzle| puzzle.themes.contains(&theme)).count() >= ENOUGH
}

/// The themes of the reasons why other moves than the best one fail, if half of those moves or more fail for them: the most frequent
/// first, at most two. `analysis` has a line for every move.
pub fn themes(position: &Position, analysis: &Analysis) -> Vec<Theme> {
    let Some((best, others)) = analysis.lines.split_first() else { return Vec::new() };
    let reasons = others.iter().map(|other| {
        let discs = best.score.discs() - other.score.discs();
        why(position, &other.pv, &best.pv, Loss { discs, is_exact: analysis.exact })
    });
    let found: Vec<Theme> = reasons.flatten().filter_map(|reason| reason.theme()).collect();
    let count = |theme: &Theme| found.iter().filter(|other| *other == theme).count();
    let mut themes: Vec<Theme> =
        Theme::ALL.iter().copied().filter(|theme| 2 * count(theme) >= others.len().max(1)).collect();
    themes.sort_by_key(|theme| std::cmp::Reverse(count(theme)));
    themes.truncate(MOST);
    themes
}
