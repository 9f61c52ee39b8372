use outflank_formats::{Transcript, transcript};
use outflank_rules::{Position, Square};
use outflank_study::drill::{PlayOut, Solved};

use super::puzzle::find;
use crate::study::{self, unusable};
use crate::wire::{ErrorKind, PlayOutRequest, PlayOutState, PlayOutVerdict, Problem};

/// One request. The caller solves the positions that [`PlayOutStep::next`] returns.
pub(crate) struct PlayOutStep {
    play_out: PlayOut,
    square: Option<Square>,
    show: bool,
    verdict: Option<PlayOutVerdict>,
}

impl PlayOutStep {
    pub(crate) fn new(request: &PlayOutRequest) -> Result<PlayOutStep, Problem> {
        let &PlayOutRequest { puzzle, ref moves, square, show } = request;
        if square.is_some() && show {
            return Err(Problem::new(ErrorKind::BadRequest, "expected a move or show, not both"));
        }
        let mut play_out = PlayOut::new(find(puzzle)?).ok_or_else(|| unusable("only endgames can be played out"))?;
        let moves: Transcript = moves.as_deref().unwrap_or_default().parse().map_err(unusable)?;
        play_out.replay(moves.moves.iter().filter_map(|written| written.mv.square())).map_err(unusable)?;
        if let Some(square) = square {
            let is_playable = play_out.game().position().play(square.into());
            is_playable.map_err(|illegal| Problem::new(ErrorKind::Illegal, illegal))?;
            if !play_out.is_players_turn() {
                return Err(unusable("expected moves after which the player is to move"));
            }
        }
        Ok(PlayOutStep { play_out, square, show, verdict: None })
    }

    pub(crate) fn next(&mut self) -> Result<Option<Position>, Problem> {
        if self.play_out.best().is_some()
            && let Some(square) = self.square.take()
        {
            self.verdict = Some(self.play_out.play(square).map_err(unusable)?.into());
        }
        while (if self.show { self.play_out.advance() } else { self.play_out.reply() }).is_some() {}
        let is_wanted = self.square.is_some() || self.show || !self.play_out.is_players_turn();
        Ok(self.play_out.unsolved().filter(|_| is_wanted).copied())
    }

    pub(crate) fn supply(&mut self, solved: Solved) {
        self.play_out.supply(solved);
    }

    pub(crate) fn state(self) -> PlayOutState {
        let PlayOutStep { play_out, verdict, .. } = self;
        PlayOutState {
            moves: transcript::write(play_out.game()),
            position: study::told(play_out.game()),
            verdict,
            replies: play_out.replies(),
            ending: play_out.ending().map(Into::into),
        }
    }
}
