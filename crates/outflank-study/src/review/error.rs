//! How far off the losses of unsolved positions are, measured on solved ones by `outflank-train errors`.

use std::sync::LazyLock;

use outflank_rules::Rules;

const TABLE: &str = include_str!("../../data/errors.tsv");

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LossError {
    pub(super) deviation: f32,
    /// Not exceeded in 95 % of the cases, in discs.
    pub(super) bound: f32,
}

impl LossError {
    pub(super) const NONE: LossError = LossError { deviation: 0.0, bound: 0.0 };

    /// Variants have no network; this is a guess on the safe side.
    const VARIANTS: LossError = LossError { deviation: 8.0, bound: 18.0 };

    /// Of a search this deep with this many empty squares: of the nearest measured position count, at the next smaller depth.
    pub(super) fn of(rules: Rules, plies: u8, empties: u8) -> LossError {
        if rules != Rules::Standard {
            return LossError::VARIANTS;
        }
        let distance = |row: &&Row| (plies.saturating_sub(row.plies), row.empties.abs_diff(empties));
        let shallower = ROWS.iter().filter(|row| row.plies <= plies).min_by_key(distance);
        shallower.or(ROWS.first()).map_or(LossError::VARIANTS, |row| row.error)
    }
}

struct Row {
    plies: u8,
    empties: u8,
    error: LossError,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| row(line).expect("the embedded table is well-formed")).collect()
});

/// Plies, empty squares, number of moves, deviation, bound.
fn row(line: &str) -> Option<Row> {
    let mut fields = line.split('\t');
    let (plies, empties, _moves) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?, fields.next()?);
    let (deviation, bound) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(Row { plies, empties, error: LossError { deviation, bound } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_deeper_searches_are_better() {
        assert!(ROWS.is_sorted_by_key(|row| (row.plies, row.empties)));
        let shallow = LossError::of(Rules::Standard, 2, 30);
        let deep = LossError::of(Rules::Standard, 16, 30);
        assert!(deep.deviation < shallow.deviation && deep.bound < shallow.bound, "{deep:?} {shallow:?}");
        assert!(ROWS.iter().all(|row| row.error.deviation > 0.0 && row.error.bound > row.error.deviation));
    }

    #[test]
    fn every_depth_has_an_error() {
        for plies in 0..=64 {
            for empties in 0..=60 {
                assert!(LossError::of(Rules::Standard, plies, empties).bound < LossError::VARIANTS.bound);
            }
        }
    }
}
