//! One game between two players.

use std::time::{Duration, Instant};

use outflank_formats::Record;
use outflank_formats::record::Note;
use outflank_rules::{ByColor, Color, Game};

use crate::{Action, Clocks, FaultKind, Player, PlayerError};

/// How the game ended, by colour.
pub(super) enum End {
    /// It was played out.
    Board,
    /// This colour gave it up.
    Resignation(Color),
    /// This colour did not do its part.
    Fault(Color, FaultKind, String),
    /// Somebody wants the match to stop.
    Stopped,
    /// This player does not play such games at all.
    Unable(PlayerError),
}

/// Plays an opening to its end. The record has what the players said, and the time that was measured here.
pub(super) fn play(
    opening: &Game,
    mut players: ByColor<&mut dyn Player>,
    mut clocks: Option<Clocks>,
    is_stopped: &dyn Fn() -> bool,
) -> (Record, End) {
    let mut game = opening.clone();
    let mut notes = vec![Note::default(); game.plies().len()];
    let end = loop {
        if game.outcome().is_some() {
            break End::Board;
        }
        if is_stopped() {
            break End::Stopped;
        }
        let turn = game.position().turn();
        let began = Instant::now();
        let chosen = players[turn].choose(&game, clocks.as_ref());
        let spent = began.elapsed();
        // Who neither answers nor has time left has lost on time: that came first.
        if let Some(clocks) = &mut clocks
            && !clocks.take(turn, spent)
        {
            let message = format!("{} let its time run out", players[turn].name());
            break End::Fault(turn, FaultKind::Time, message);
        }
        let choice = match chosen {
            Ok(choice) => choice,
            Err(error) => break end_by(turn, error),
        };
        let square = match choice.action {
            Action::Place(square) => square,
            Action::Resign => break End::Resignation(turn),
        };
        if let Err(why) = game.play(square) {
            break end_by(turn, PlayerError::Illegal { name: players[turn].name().to_owned(), why });
        }
        notes.push(Note { eval: choice.eval, time: Some(whole_milliseconds(spent)), ..Note::default() });
        notes.resize(game.plies().len(), Note::default());
    };
    (with_notes(&game, notes), end)
}

impl Clocks {
    /// Takes the time of a move from a player's clock and adds the increment. Says whether there was so much.
    fn take(&mut self, color: Color, spent: Duration) -> bool {
        let left = &mut self.left[color];
        if spent >= *left + self.margin {
            return false;
        }
        *left = left.saturating_sub(spent) + self.increment;
        true
    }
}

fn end_by(color: Color, error: PlayerError) -> End {
    match error.fault() {
        Some(kind) => End::Fault(color, kind, error.to_string()),
        None => End::Unable(error),
    }
}

/// What is behind the thousandths is noise, and makes records longer.
fn whole_milliseconds(time: Duration) -> Duration {
    Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000)
}

fn with_notes(game: &Game, notes: Vec<Note>) -> Record {
    let mut record = Record::of(game);
    for (ply, note) in notes.into_iter().enumerate() {
        if let Some(place) = record.note_mut(ply) {
            *place = note;
        }
    }
    record
}
