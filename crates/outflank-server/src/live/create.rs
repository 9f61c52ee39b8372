use std::sync::LazyLock;
use std::time::Duration;

use outflank_formats::format::Source;
use outflank_players::{Random, openings};
use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Setup, Square, Status};
use outflank_table::{Takebacks, Terms, Time, TimeControl};

use super::Answer;
use crate::store::{Occupant, Plan, StartKind};
use crate::wire::{ClockSetting, ErrorKind, OccupantSetting, Problem, Proposal, StartSetting, TakebackSetting};

const SHORTEST: Duration = Duration::from_secs(1);

const LONGEST: Duration = Duration::from_secs(7 * 24 * 60 * 60);

pub(super) fn plan(proposal: &Proposal, now: Time, random: &mut Random) -> Answer<Plan> {
    let (start, kind) = start(proposal, random)?;
    let wanted = ByColor { black: proposal.black, white: proposal.white };
    let occupants = wanted.map(|setting| match setting {
        OccupantSetting::Me => Occupant::Creator,
        OccupantSetting::Friend => Occupant::Friend,
        OccupantSetting::Anyone => Occupant::Anyone,
        OccupantSetting::Engine(level) => Occupant::Engine(level),
    });
    let occupants = match proposal.shuffle && random.next() & 1 == 0 {
        true => occupants.swapped(),
        false => occupants,
    };
    let for_anyone = [occupants.black, occupants.white].contains(&Occupant::Anyone);
    let public = proposal.public.unwrap_or(for_anyone);
    if for_anyone && !public {
        return unusable("a game for anyone must be public");
    }
    let time = time(proposal.clock)?;
    let takebacks = takebacks(proposal.takebacks, occupants);
    let terms = Terms { time, takebacks, ..Terms::new(start) };
    Ok(Plan { terms, start: kind, occupants, public, created: now, rematch_of: None })
}

pub(super) fn xot(random: &mut Random) -> Position {
    static POSITIONS: LazyLock<Box<[Position]>> =
        LazyLock::new(|| openings::xot().iter().map(|game| *game.position()).collect());
    let chosen = random.next() % POSITIONS.len() as u64;
    POSITIONS[chosen as usize]
}

fn start(proposal: &Proposal, random: &mut Random) -> Answer<(Position, StartKind)> {
    let rules = proposal.rules;
    match &proposal.start {
        StartSetting::Initial => Ok((Position::initial(rules), StartKind::Initial)),
        StartSetting::Xot if !rules.is_standard() => unusable("random openings need the standard rules"),
        StartSetting::Xot => Ok((xot(random), StartKind::Xot)),
        StartSetting::Handicap(corners @ 1..=4) => Ok((with_corners(rules, *corners)?, StartKind::Handicap(*corners))),
        StartSetting::Handicap(_) => unusable("expected a handicap of 1 to 4 corners"),
        StartSetting::Record(text) => Ok((last_position(text, rules)?, StartKind::Custom)),
    }
}

fn with_corners(rules: Rules, count: u8) -> Answer<Position> {
    let corners = [Square::A1, Square::H8, Square::H1, Square::A8];
    let given: Bitboard = corners.into_iter().take(usize::from(count)).collect();
    let mut discs = Setup::START.discs;
    discs.black |= given;
    Position::new(rules, Setup::new(discs, Color::White)).or_else(unusable)
}

/// The last position of the first game in a record. `rules` apply unless the record names others.
fn last_position(text: &str, rules: Rules) -> Answer<Position> {
    let source = Source::new(text.as_bytes()).with_rules(rules);
    let format = source.detect().or_else(unusable)?;
    let Some(unchecked) = source.read(format).next() else { return unusable("no game in the record") };
    let record = unchecked.or_else(unusable)?.check().or_else(unusable)?;
    let position = *record.game().position();
    match position.status() {
        Status::Over(_) => unusable("the record ends with a finished game"),
        Status::Place(_) | Status::MustPass => Ok(position),
    }
}

fn time(clock: Option<ClockSetting>) -> Answer<TimeControl> {
    let Some(ClockSetting { main, increment, delay }) = clock else { return Ok(TimeControl::Unlimited) };
    let [main, increment, delay] = [Some(main), increment, delay].map(|millis| millis.map(Duration::from_millis));
    let main = main.unwrap_or_default();
    if !(SHORTEST..=LONGEST).contains(&main) || increment.max(delay).is_some_and(|added| added > LONGEST) {
        return unusable("expected a clock of one second to a week");
    }
    match (increment, delay) {
        (None, None) => Ok(TimeControl::SuddenDeath { main }),
        (Some(increment), None) => Ok(TimeControl::Fischer { main, increment }),
        (None, Some(delay)) => Ok(TimeControl::Bronstein { main, delay }),
        (Some(_), Some(_)) => unusable("expected an increment or a delay, not both"),
    }
}

/// The engine always agrees to a takeback.
fn takebacks(wanted: Option<TakebackSetting>, occupants: ByColor<Occupant>) -> Takebacks {
    let engine = Color::ALL.into_iter().any(|color| matches!(occupants[color], Occupant::Engine(_)));
    let alone = occupants == ByColor::both(Occupant::Creator);
    match wanted {
        Some(TakebackSetting::Never) => Takebacks::Never,
        Some(TakebackSetting::Asked) if !engine => Takebacks::Asked,
        Some(TakebackSetting::Free | TakebackSetting::Asked) => Takebacks::Free,
        None if engine || alone => Takebacks::Free,
        None => Takebacks::Asked,
    }
}

fn unusable<T>(why: impl std::fmt::Display) -> Answer<T> {
    Err(Problem::new(ErrorKind::Unusable, why))
}
