use std::cmp::Reverse;
use std::collections::BTreeMap;

use outflank_rules::Color;
use serde::{Deserialize, Serialize};

use super::card::Card;
use super::level::Level;
use super::stored::Stored;
use super::{Day, Lesson, LessonId, LessonStanding, OpeningLine, PuzzleFilter, Standing};
use crate::puzzles::{self, Puzzle, PuzzleId};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Stored", try_from = "Stored")]
pub struct Progress {
    pub(super) streak: u32,
    pub(super) longest: u32,
    pub(super) level: Level,
    pub(super) answers: u64,
    pub(super) puzzles: BTreeMap<PuzzleId, Card>,
    pub(super) lessons: BTreeMap<LessonId, Card>,
}

impl Progress {
    /// The next puzzle; `None` if all matching ones are done for today. Ties are broken by `entropy`.
    ///
    /// Due puzzles come first, then new ones near the current difficulty. A puzzle that was just failed comes up again after a few
    /// others, or when no others are left.
    pub fn next(&self, wanted: PuzzleFilter, today: Day, entropy: u64) -> Option<&'static Puzzle> {
        self.next_of(puzzles::all(), wanted, today, entropy)
    }

    pub fn answer(&mut self, id: PuzzleId, is_right: bool, today: Day) {
        self.answer_of(puzzles::all(), id, is_right, today);
    }

    pub fn streak(&self) -> u32 {
        self.streak
    }

    pub fn standing(&self, wanted: PuzzleFilter, today: Day) -> Standing {
        self.standing_of(puzzles::all(), wanted, today)
    }

    /// The next lesson from these lines, with one colour or either; `None` if all are done for today. Due lessons come first, then
    /// new ones in the order of the lines.
    pub fn next_lesson(
        &self,
        lines: &[OpeningLine],
        learner: Option<Color>,
        today: Day,
        entropy: u64,
    ) -> Option<Lesson> {
        let all: Vec<Candidate<'_>> = lessons(lines, learner).collect();
        let card = |candidate: &Candidate<'_>| self.lessons.get(&candidate.id).copied();
        let Candidate { line, learner, .. } = self.choose(&all, card, |candidate| candidate.place, today, entropy)?;
        Some(Lesson::new(OpeningLine::clone(line), *learner))
    }

    pub fn learn(&mut self, id: LessonId, is_right: bool, today: Day) {
        self.answers = self.answers.saturating_add(1);
        let answers = self.answers;
        let card = self.lessons.get(&id).map(|card| card.after(is_right, today, answers));
        self.lessons.insert(id, card.unwrap_or_else(|| Card::first(is_right, today, answers)));
    }

    pub fn lesson_standing(&self, lines: &[OpeningLine], learner: Option<Color>, today: Day) -> LessonStanding {
        counted(lessons(lines, learner).map(|candidate| self.lessons.get(&candidate.id)), today)
    }

    pub(super) fn next_of<'p>(
        &self,
        set: &'p [Puzzle],
        wanted: PuzzleFilter,
        today: Day,
        entropy: u64,
    ) -> Option<&'p Puzzle> {
        let wanted: Vec<&Puzzle> = set.iter().filter(|puzzle| wanted.includes(puzzle)).collect();
        let card = |puzzle: &&Puzzle| self.puzzles.get(&puzzle.id).copied();
        let level = self.level.difficulty();
        let novelty = |puzzle: &&Puzzle| (puzzle.difficulty.abs_diff(level), Reverse(puzzle.difficulty));
        self.choose(&wanted, card, novelty, today, entropy).copied()
    }

    pub(super) fn answer_of(&mut self, set: &[Puzzle], id: PuzzleId, is_right: bool, today: Day) {
        self.streak = if is_right { self.streak.saturating_add(1) } else { 0 };
        self.longest = self.longest.max(self.streak);
        self.answers = self.answers.saturating_add(1);
        let card = match self.puzzles.get(&id) {
            Some(card) => card.after(is_right, today, self.answers),
            None => {
                if let Some(puzzle) = set.iter().find(|puzzle| puzzle.id == id) {
                    self.level = self.level.after(puzzle.difficulty, is_right);
                }
                Card::first(is_right, today, self.answers)
            }
        };
        self.puzzles.insert(id, card);
    }

    pub(super) fn standing_of(&self, set: &[Puzzle], wanted: PuzzleFilter, today: Day) -> Standing {
        let wanted = set.iter().filter(|puzzle| wanted.includes(puzzle));
        let counted = counted(wanted.map(|puzzle| self.puzzles.get(&puzzle.id)), today);
        let LessonStanding { lessons: puzzles, solved, learning, due } = counted;
        let (streak, longest, level) = (self.streak, self.longest, self.level.difficulty());
        Standing { puzzles, solved, learning, due, streak, longest, level }
    }

    fn choose<'t, T, N: Ord>(
        &self,
        all: &'t [T],
        card: impl Fn(&T) -> Option<Card>,
        novelty: impl Fn(&T) -> N,
        today: Day,
        entropy: u64,
    ) -> Option<&'t T> {
        let due: Vec<(&T, u64)> = all.iter().filter_map(|one| Some((one, card(one)?.due(today)?))).collect();
        let rested: Vec<&T> = due.iter().filter(|(_, after)| *after <= self.answers).map(|(one, _)| *one).collect();
        if !rested.is_empty() {
            return pick(&rested, entropy);
        }
        let new: Vec<&T> = all.iter().filter(|one| card(one).is_none()).collect();
        if let Some(first) = new.iter().map(|one| novelty(one)).min() {
            let first: Vec<&T> = new.into_iter().filter(|one| novelty(one) == first).collect();
            return pick(&first, entropy);
        }
        due.into_iter().min_by_key(|(_, after)| *after).map(|(one, _)| one)
    }
}

struct Candidate<'l> {
    /// Of its line.
    place: usize,
    line: &'l OpeningLine,
    learner: Color,
    id: LessonId,
}

fn lessons(lines: &[OpeningLine], learner: Option<Color>) -> impl Iterator<Item = Candidate<'_>> {
    let learners = Color::ALL.into_iter().filter(move |&color| learner.is_none_or(|learner| learner == color));
    let lessons = move |(place, line)| {
        let candidate = move |learner| Candidate { place, line, learner, id: LessonId::new(line, learner) };
        learners.clone().map(candidate)
    };
    lines.iter().enumerate().flat_map(lessons)
}

fn counted<'c>(cards: impl Iterator<Item = Option<&'c Card>>, today: Day) -> LessonStanding {
    let mut standing = LessonStanding::default();
    for card in cards {
        standing.lessons += 1;
        standing.solved += usize::from(card.is_some_and(|card| card.is_solved()));
        standing.learning += usize::from(card.is_some_and(|card| card.is_learning()));
        standing.due += usize::from(card.is_some_and(|card| card.due(today).is_some()));
    }
    standing
}

fn pick<'t, T>(choice: &[&'t T], entropy: u64) -> Option<&'t T> {
    let place = entropy.checked_rem(choice.len() as u64)?;
    choice.get(place as usize).copied()
}
