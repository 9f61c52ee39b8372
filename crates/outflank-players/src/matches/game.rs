use std::time::Instant;

use outflank_formats::Record;
use outflank_formats::record::Note;
use outflank_rules::{ByColor, Color, Game, IllegalMove};
use outflank_table::{Command, Ending, Event, Refusal, Seat, Table, Terms, Time};

use crate::{Action, ClockState, FaultKind, Player, PlayerError};

pub(super) enum End {
    Board,
    Resignation(Color),
    Failure(Color, Failure),
    Stopped,
}

/// Why a player does not play on: a fault that forfeits the game, or games that it does not support at all.
pub(super) enum Failure {
    Fault(FaultKind, String),
    Unable(PlayerError),
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Failure {
        match error.fault() {
            Some(kind) => Failure::Fault(kind, error.to_string()),
            None => Failure::Unable(error),
        }
    }
}

/// The table starts where the opening ends, so that its moves earn no time; the players and the record get the whole game.
pub(super) fn play(
    opening: &Game,
    terms: Terms,
    mut players: ByColor<&mut dyn Player>,
    is_stopped: &dyn Fn() -> bool,
) -> (Record, End) {
    let began = Instant::now();
    let now = || Time::from_millis(began.elapsed().as_millis() as u64);
    let mut asked = now();
    let (mut table, _) = Table::open(terms, asked);
    let mut game = opening.clone();
    let mut notes = vec![Note::default(); game.plies().len()];
    let end = loop {
        match table.ending() {
            None => {}
            Some(Ending::Resigned { by }) => break End::Resignation(by),
            Some(Ending::TimeOut { by }) => {
                let message = format!("{} ran out of time", players[by].name());
                break End::Failure(by, Failure::Fault(FaultKind::Time, message));
            }
            Some(_) => break End::Board,
        }
        if is_stopped() {
            break End::Stopped;
        }
        let turn = game.position().turn();
        let chosen = players[turn].choose(&game, clock_state(&table, asked).as_ref());
        let answered = now();
        let decided = chosen.and_then(|choice| {
            let command = match choice.action {
                Action::Place(square) => Command::Play(square.into()),
                Action::Resign => Command::Resign,
            };
            let illegal = |why| PlayerError::Illegal { name: players[turn].name().to_owned(), why };
            Ok((decide(&table, turn, command, answered).map_err(illegal)?, choice.eval))
        });
        let (events, eval) = match decided {
            Ok(decided) => decided,
            Err(error) => match table.decide(Seat::Host, Command::Tick, answered) {
                // A player that fails after its time is up has lost on time.
                Ok(fall) if !fall.is_empty() => (fall, None),
                _ => break End::Failure(turn, error.into()),
            },
        };
        for event in &events {
            if let Event::Played { square, at, .. } = *event {
                game.play(square).expect("the table has accepted the move");
                notes.push(Note { eval, time: Some(at.since(asked)), ..Note::default() });
                notes.resize(game.plies().len(), Note::default());
            }
            table.evolve(event);
        }
        asked = answered;
    };
    (with_notes(&game, notes), end)
}

/// What follows from the command of the player to move. Only an illegal move is refused: the game is neither paused nor over.
fn decide(table: &Table, by: Color, command: Command, now: Time) -> Result<Vec<Event>, IllegalMove> {
    table.decide(Seat::Player(by), command, now).map_err(|refusal| match refusal {
        Refusal::Illegal(why) => why,
        refusal => unreachable!("the player to move is refused: {refusal}"),
    })
}

fn clock_state(table: &Table, now: Time) -> Option<ClockState> {
    let Terms { time, clock_margin, .. } = *table.terms();
    Some(ClockState { left: table.clocks(now)?, increment: time.increment(), margin: clock_margin })
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
