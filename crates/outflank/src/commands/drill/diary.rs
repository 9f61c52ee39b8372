//! How many answers were right and wrong on each day, for the chart of progress.
//!
//! It has a file of its own beside the progress, because programs of an older version reject progress with fields they don't know.

use std::collections::BTreeMap;

use outflank_render::Glyphs;
use outflank_study::drill::Day;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Diary {
    days: BTreeMap<u32, Answers>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answers {
    right: u32,
    wrong: u32,
}

const DAYS: u32 = 28;
const ROWS: u64 = 6;

impl Diary {
    pub(crate) fn add(&mut self, day: Day, is_right: bool) {
        let answers = self.days.entry(day.0).or_default();
        let count = if is_right { &mut answers.right } else { &mut answers.wrong };
        *count = count.saturating_add(1);
    }

    fn counts(&self, day: u32) -> (u64, u64) {
        let Answers { right, wrong } = self.days.get(&day).copied().unwrap_or_default();
        (right.into(), wrong.into())
    }

    pub(crate) fn days_in_a_row(&self, today: Day) -> u32 {
        let mut end = today.0;
        if !self.days.contains_key(&end) {
            end = end.saturating_sub(1);
        }
        let mut length = 0;
        while length < end && self.days.contains_key(&(end - length)) {
            length += 1;
        }
        length
    }

    /// The answers of the last four weeks: a heading, then a bar per day, the right answers below the wrong ones.
    pub(crate) fn chart(&self, today: Day, glyphs: Glyphs) -> Vec<String> {
        let first = today.0.saturating_sub(DAYS - 1);
        let days: Vec<(u64, u64)> = (first..=today.0).map(|day| self.counts(day)).collect();
        let (right, wrong) = days.iter().fold((0, 0), |sum, day| (sum.0 + day.0, sum.1 + day.1));
        if right + wrong == 0 {
            return vec!["No answers in the last four weeks.".to_owned()];
        }
        let in_a_row = match self.days_in_a_row(today) {
            0 => String::new(),
            1 => ", 1 day in a row".to_owned(),
            length => format!(", {length} days in a row"),
        };
        let heading = format!("Last four weeks: {right} right, {wrong} wrong{in_a_row}");
        let most = days.iter().map(|(right, wrong)| right + wrong).max().unwrap_or_default();
        let unit = most.div_ceil(ROWS).max(1);
        let [full, light, line, corner] = match glyphs {
            Glyphs::Unicode => ["█", "░", "─", "└"],
            Glyphs::Ascii => ["#", ".", "-", "+"],
        };
        let row = |height: u64| {
            let cell = |&(right, wrong): &(u64, u64)| match height {
                _ if right.div_ceil(unit) >= height => full,
                _ if (right + wrong).div_ceil(unit) >= height => light,
                _ => " ",
            };
            let bars: String = days.iter().map(|day| format!("{} ", cell(day))).collect();
            format!("{:>4} {}", height * unit, bars.trim_end())
        };
        let rows = (1..=most.div_ceil(unit)).rev().map(row);
        let base = format!("     {corner}{}", line.repeat(2 * DAYS as usize - 2));
        let dates = format!("     4 weeks ago{:>width$}", "today", width = 2 * DAYS as usize - 1 - "4 weeks ago".len());
        let key = format!("     {full} right  {light} wrong");
        [heading, String::new()].into_iter().chain(rows).chain([base, dates, key]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diary(days: &[(u32, u32, u32)]) -> Diary {
        let mut diary = Diary::default();
        for &(day, right, wrong) in days {
            (0..right).for_each(|_| diary.add(Day(day), true));
            (0..wrong).for_each(|_| diary.add(Day(day), false));
        }
        diary
    }

    #[test]
    fn days_in_a_row_end_today_or_yesterday() {
        let diary = diary(&[(5, 1, 0), (7, 0, 1), (8, 2, 0), (9, 1, 1)]);
        let rows = [4, 5, 6, 7, 8, 9, 10, 11].map(|today| diary.days_in_a_row(Day(today)));
        assert_eq!(rows, [0, 1, 1, 1, 2, 3, 3, 0]);
    }

    #[test]
    fn the_chart_has_a_bar_for_each_day_of_four_weeks() {
        let diary = diary(&[(72, 50, 50), (73, 3, 3), (99, 12, 0), (100, 1, 4)]);
        let chart = diary.chart(Day(100), Glyphs::Ascii);
        assert_eq!(chart[0], "Last four weeks: 16 right, 7 wrong, 2 days in a row");
        let bars: Vec<&str> = chart[2..8].iter().map(|line| line.trim_end()).collect();
        assert_eq!(bars[0], format!("  12 {}#", " ".repeat(52)));
        assert_eq!(bars[3], format!("   6 .{}# .", " ".repeat(51)));
        assert_eq!(bars[5], format!("   2 #{}# #", " ".repeat(51)));
        assert_eq!(diary.chart(Day(300), Glyphs::Unicode), ["No answers in the last four weeks."]);
        assert!(chart.iter().all(|line| line.len() <= 62), "{chart:#?}");
    }

    #[test]
    fn any_counts_have_a_chart() {
        let mut full = Diary::default();
        full.days.extend((0..400).map(|day| (day, Answers { right: u32::MAX, wrong: u32::MAX })));
        assert_eq!(full.chart(Day(3), Glyphs::Unicode).len(), 2 + 6 + 3);
        assert_eq!(full.days_in_a_row(Day(3)), 3);
    }
}
