//! How well a side played, in each part of the game.

use super::Judged;

/// A part of the game, by the number of the placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The placements 1 to 20.
    Opening,
    /// The placements 21 to 40.
    Midgame,
    /// The placements from 41 on.
    Endgame,
}

/// How well a side played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// In the whole game.
    pub whole: Tally,
    /// In each of its parts.
    phases: [Tally; Phase::ALL.len()],
}

/// How good some moves were.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many moves there were.
    pub moves: usize,
    /// How many discs they cost.
    pub loss: f32,
    /// How many of them were mistakes, blunders included.
    pub mistakes: usize,
    /// How many of them were blunders.
    pub blunders: usize,
    credit: f32,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Midgame, Phase::Endgame];

    /// The phase of a placement, by its number counted from 1.
    pub fn of_placement(number: usize) -> Phase {
        match number {
            ..=20 => Phase::Opening,
            21..=40 => Phase::Midgame,
            41.. => Phase::Endgame,
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Midgame => "midgame",
            Phase::Endgame => "endgame",
        }
    }
}

impl Accuracy {
    pub(super) fn of<'a>(moves: impl Iterator<Item = &'a Judged>) -> Accuracy {
        let mut accuracy = Accuracy::default();
        for judged in moves {
            accuracy.whole.add(judged);
            accuracy.phases[Phase::of_placement(judged.number) as usize].add(judged);
        }
        accuracy
    }

    /// In a part of the game.
    pub fn phase(&self, phase: Phase) -> Tally {
        self.phases[phase as usize]
    }
}

impl Tally {
    /// How good the moves were on average, from 0 to 100; nothing if there are none. A move that costs nothing counts 100, and every four
    /// discs that a move costs halve what it counts.
    ///
    /// One figure for a whole game cannot tell many small losses from a large one; the mean of these does better than that of the losses, in
    /// which one lost corner hides twenty good moves.
    pub fn percent(&self) -> Option<f32> {
        (self.moves > 0).then(|| 100.0 * self.credit / self.moves as f32)
    }

    /// How many discs a move cost on average.
    pub fn mean_loss(&self) -> Option<f32> {
        (self.moves > 0).then(|| self.loss / self.moves as f32)
    }

    /// Both together.
    pub fn and(self, other: Tally) -> Tally {
        Tally {
            moves: self.moves + other.moves,
            loss: self.loss + other.loss,
            mistakes: self.mistakes + other.mistakes,
            blunders: self.blunders + other.blunders,
            credit: self.credit + other.credit,
        }
    }

    fn add(&mut self, judged: &Judged) {
        const HALVED_BY: f32 = 4.0;
        let loss = judged.judgement.loss();
        self.moves += 1;
        self.loss += loss;
        self.mistakes += usize::from(judged.grade.is_serious());
        self.blunders += usize::from(judged.grade == super::Grade::Blunder);
        self.credit += (-loss / HALVED_BY).exp2();
    }
}
