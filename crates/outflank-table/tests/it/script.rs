use std::time::Duration;

use outflank_rules::{ByColor, Color, Move, Position, Rules, Setup, Square};
use outflank_table::{Command, Event, Refusal, Seat, Table, Takebacks, Terms, Time, TimeControl};
use proptest::prelude::*;

#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) terms: Terms,
    pub(crate) steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    // Milliseconds since the last step; sometimes negative.
    wait: i64,
    saying: Saying,
}

#[derive(Clone, Debug)]
enum Saying {
    // The side to move plays a legal square.
    Play(prop::sample::Index),
    Anything(Seat, Command),
}

pub(crate) struct Said {
    pub(crate) seat: Seat,
    pub(crate) command: Command,
    pub(crate) now: Time,
    pub(crate) answer: Result<Vec<Event>, Refusal>,
}

impl Script {
    pub(crate) fn open(&self) -> (Table, Vec<Event>) {
        Table::open(self.terms, START)
    }

    pub(crate) fn moments(&self) -> impl Iterator<Item = (&Step, Time)> {
        self.steps.iter().scan(START, |now, step| {
            *now = Time::from_millis(now.as_millis().saturating_add_signed(step.wait));
            Some((step, *now))
        })
    }

    pub(crate) fn run(&self, mut watch: impl FnMut(&Table, &Said, &Table)) -> (Table, Vec<Event>) {
        let (mut table, mut events) = self.open();
        for (step, now) in self.moments() {
            let before = table.clone();
            let said = step.put_to(&before, now);
            if let Ok(made) = &said.answer {
                made.iter().for_each(|event| table.evolve(event));
                events.extend(made);
            }
            watch(&before, &said, &table);
        }
        (table, events)
    }
}

impl Step {
    fn by(seat: Seat, wait: i64, command: Command) -> Step {
        Step { wait, saying: Saying::Anything(seat, command) }
    }

    pub(crate) fn put_to(&self, table: &Table, now: Time) -> Said {
        let (seat, command) = match &self.saying {
            Saying::Play(index) => {
                let position = table.game().position();
                let squares: Vec<Square> = position.legal_moves().into_iter().collect();
                let mv = match squares.is_empty() {
                    true => Move::Pass,
                    false => Move::Place(*index.get(&squares)),
                };
                (Seat::Player(position.turn()), Command::Play(mv))
            }
            Saying::Anything(seat, command) => (*seat, *command),
        };
        Said { seat, command, now, answer: table.decide(seat, command, now) }
    }
}

const START: Time = Time::from_millis(100_000);

pub(crate) fn scripts() -> impl Strategy<Value = Script> {
    let steps = prop::collection::vec(prop_oneof![80 => one_step(), 3 => an_offer(), 1 => a_long_absence()], 1..160);
    (terms(), steps).prop_map(|(terms, steps)| Script { terms, steps: steps.concat() })
}

/// Ticks instead of leaving, returning and claiming.
pub(crate) fn scripts_without_leaving() -> impl Strategy<Value = Script> {
    scripts().prop_map(|mut script| {
        for Step { saying, .. } in &mut script.steps {
            if let Saying::Anything(_, Command::Leave | Command::Return | Command::ClaimAbandoned) = saying {
                *saying = Saying::Anything(Seat::Host, Command::Tick);
            }
        }
        script
    })
}

pub(crate) fn colors() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::ALL[..])
}

fn one_step() -> BoxedStrategy<Vec<Step>> {
    (waits(), anything()).prop_map(|(wait, saying)| vec![Step { wait, saying }]).boxed()
}

fn an_offer() -> BoxedStrategy<Vec<Step>> {
    let answered = prop_oneof![
        1 => Just((Command::OfferDraw, Command::AcceptDraw)),
        1 => Just((Command::OfferDraw, Command::OfferDraw)),
        4 => Just((Command::OfferDraw, Command::DeclineDraw)),
        6 => Just((Command::TakeBack, Command::AcceptTakeback)),
        6 => Just((Command::TakeBack, Command::DeclineTakeback)),
        1 => Just((Command::TakeBack, Command::TakeBack)),
    ];
    (colors(), answered, waits())
        .prop_map(|(by, (offer, answer), wait)| {
            vec![Step::by(Seat::Player(by), 0, offer), Step::by(Seat::Player(!by), wait, answer)]
        })
        .boxed()
}

/// A player leaves, and the opponent claims after about the time that it takes.
fn a_long_absence() -> BoxedStrategy<Vec<Step>> {
    (colors(), 55_000..65_000_i64)
        .prop_map(|(gone, wait)| {
            vec![
                Step::by(Seat::Player(gone), 0, Command::Leave),
                Step::by(Seat::Player(!gone), wait, Command::ClaimAbandoned),
            ]
        })
        .boxed()
}

fn waits() -> impl Strategy<Value = i64> {
    prop_oneof![16 => 0..3_000_i64, 2 => -5_000..0_i64, 1 => 20_000..70_000_i64]
}

fn terms() -> impl Strategy<Value = Terms> {
    let takebacks = prop::sample::select(vec![Takebacks::Never, Takebacks::Asked, Takebacks::Free]);
    let terms = |(start, time, takebacks)| Terms { time, takebacks, ..Terms::new(start) };
    (starts(), time_controls(), takebacks).prop_map(terms)
}

/// Sometimes with a small supply.
fn starts() -> impl Strategy<Value = Position> {
    let supplies = prop::option::of((1..=30_u8, 1..=30_u8));
    (prop::sample::select(&Rules::ALL[..]), supplies).prop_map(|(rules, supply)| {
        let supply = supply.map(|(black, white)| ByColor { black, white });
        let setup = Setup { supply: supply.filter(|_| rules.supply().is_some()), ..Setup::START };
        Position::new(rules, setup).unwrap()
    })
}

fn time_controls() -> impl Strategy<Value = TimeControl> {
    // Fractions of a millisecond are allowed.
    let mains = || (1..600_000_000_u64).prop_map(Duration::from_micros);
    let extras = || (0..5_000_u64).prop_map(Duration::from_millis);
    prop_oneof![
        Just(TimeControl::Unlimited),
        mains().prop_map(|main| TimeControl::SuddenDeath { main }),
        (mains(), extras()).prop_map(|(main, increment)| TimeControl::Fischer { main, increment }),
        (mains(), extras()).prop_map(|(main, delay)| TimeControl::Bronstein { main, delay }),
    ]
}

/// Mostly legal moves, so that games end.
fn anything() -> impl Strategy<Value = Saying> {
    let players = prop_oneof![
        20 => colors().prop_map(Seat::Player),
        1 => Just(Seat::Watcher),
        1 => Just(Seat::Host),
    ];
    let hosts = prop_oneof![20 => Just(Seat::Host), 1 => colors().prop_map(Seat::Player), 1 => Just(Seat::Watcher)];
    prop_oneof![
        120 => any::<prop::sample::Index>().prop_map(Saying::Play),
        35 => (players, for_players()).prop_map(|(seat, command)| Saying::Anything(seat, command)),
        12 => (hosts, for_host()).prop_map(|(seat, command)| Saying::Anything(seat, command)),
    ]
}

fn for_players() -> impl Strategy<Value = Command> {
    prop_oneof![
        6 => prop::sample::select(&Square::ALL[..]).prop_map(|square| Command::Play(square.into())),
        1 => Just(Command::Play(Move::Pass)),
        1 => Just(Command::Resign),
        2 => Just(Command::OfferDraw),
        1 => Just(Command::AcceptDraw),
        4 => Just(Command::DeclineDraw),
        4 => Just(Command::TakeBack),
        4 => Just(Command::AcceptTakeback),
        2 => Just(Command::DeclineTakeback),
        3 => Just(Command::OfferRematch),
        2 => Just(Command::AcceptRematch),
        2 => Just(Command::DeclineRematch),
        6 => Just(Command::Leave),
        3 => Just(Command::Return),
        4 => Just(Command::ClaimAbandoned),
    ]
}

fn for_host() -> impl Strategy<Value = Command> {
    prop_oneof![3 => Just(Command::Tick), 2 => Just(Command::Pause), 7 => Just(Command::Resume)]
}
