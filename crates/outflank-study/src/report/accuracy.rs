use strum::IntoStaticStr;

use super::Judged;

/// By the number of the placement: 1 to 20, 21 to 40, and the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Phase {
    Opening,
    Midgame,
    Endgame,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    pub whole: MoveStats,
    phases: [MoveStats; Phase::ALL.len()],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveStats {
    pub moves: usize,
    pub loss: f32,
    pub mistakes: usize,
    pub blunders: usize,
    credit: f32,
}

impl Phase {
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Midgame, Phase::Endgame];

    pub fn of_placement(number: usize) -> Phase {
        match number {
            ..=20 => Phase::Opening,
            21..=40 => Phase::Midgame,
            41.. => Phase::Endgame,
        }
    }

    pub fn name(self) -> &'static str {
        self.into()
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

    pub fn phase(&self, phase: Phase) -> MoveStats {
        self.phases[phase as usize]
    }
}

impl MoveStats {
    /// Mean accuracy from 0 to 100. A move that costs nothing counts 100, and every four discs halve that.
    ///
    /// The mean of the losses would let one lost corner hide twenty good moves.
    pub fn percent(&self) -> Option<f32> {
        (self.moves > 0).then(|| 100.0 * self.credit / self.moves as f32)
    }

    pub fn mean_loss(&self) -> Option<f32> {
        (self.moves > 0).then(|| self.loss / self.moves as f32)
    }

    pub fn and(self, other: MoveStats) -> MoveStats {
        MoveStats {
            moves: self.moves + other.moves,
            loss: self.loss + other.loss,
            mistakes: self.mistakes + other.mistakes,
            blunders: self.blunders + other.blunders,
            credit: self.credit + other.credit,
        }
    }

    pub fn add(&mut self, judged: &Judged) {
        const HALVED_BY: f32 = 4.0;
        let loss = judged.judgement.loss();
        self.moves += 1;
        self.loss += loss;
        self.mistakes += usize::from(judged.grade.is_serious());
        self.blunders += usize::from(judged.grade == super::Grade::Blunder);
        self.credit += (-loss / HALVED_BY).exp2();
    }
}
