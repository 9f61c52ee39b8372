use std::error::Error;
use std::fmt;
use std::str::FromStr;

use outflank_formats::Record;
use outflank_players::{Machine, PlayerName};
use outflank_render::sanitize;
use outflank_rules::{ByColor, Color};
use serde::{Deserialize, Serialize};

pub(crate) const PLACE: &str = "Outflank";

/// In the records of a person without a name, and of two people at one keyboard.
const UNNAMED: &str = "Player";

const LONGEST: usize = 40;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct PersonName(String);

/// The names in a record of a game between these players, which are written as on the command line.
pub(crate) fn recorded(players: &ByColor<String>, own: Option<&PersonName>) -> ByColor<String> {
    let is_person = |color: Color| players[color].parse() == Ok(PlayerName::Human);
    let is_alone = is_person(Color::Black) != is_person(Color::White);
    ByColor::from_fn(|color| match own {
        _ if !is_person(color) => players[color].clone(),
        Some(PersonName(name)) if is_alone => name.clone(),
        _ => UNNAMED.to_owned(),
    })
}

pub(crate) fn is_own(name: &str, own: Option<&PersonName>) -> bool {
    is_unnamed(name) || own.is_some_and(|PersonName(own)| own == name)
}

pub(crate) fn is_unnamed(name: &str) -> bool {
    name == UNNAMED || name.parse() == Ok(PlayerName::Human)
}

/// The side that the person played. A game against a machine that was played here is theirs, whatever their name was then.
pub(crate) fn seat(record: &Record, own: Option<&PersonName>) -> Option<Color> {
    let details = &record.details;
    let name = |color: Color| details.players[color].name.as_str();
    let is_machine = |color: Color| name(color).parse::<Machine>().is_ok();
    let only = |matches: &dyn Fn(Color) -> bool| match (matches(Color::Black), matches(Color::White)) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    };
    let opponent_of_machine = || only(&is_machine).map(|machine| !machine).filter(|_| details.place == PLACE);
    only(&|color| is_own(name(color), own)).or_else(opponent_of_machine)
}

impl FromStr for PersonName {
    type Err = ParsePersonNameError;

    fn from_str(text: &str) -> Result<PersonName, ParsePersonNameError> {
        let name = text.trim();
        let is_short = (1..=LONGEST).contains(&name.chars().count());
        let is_name = sanitize::line(name) == name && name.parse::<PlayerName>().is_err();
        if is_short && is_name { Ok(PersonName(name.to_owned())) } else { Err(ParsePersonNameError) }
    }
}

impl TryFrom<String> for PersonName {
    type Error = ParsePersonNameError;

    fn try_from(text: String) -> Result<PersonName, ParsePersonNameError> {
        text.parse()
    }
}

impl From<PersonName> for String {
    fn from(PersonName(name): PersonName) -> String {
        name
    }
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParsePersonNameError;

impl fmt::Display for ParsePersonNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a name of 1 to {LONGEST} characters, without control characters, that is not a player such as engine"
        )
    }
}

impl Error for ParsePersonNameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::{Game, Position, Rules};

    fn own(name: &str) -> Option<PersonName> {
        (!name.is_empty()).then(|| name.parse().unwrap())
    }

    fn pair([black, white]: [&str; 2]) -> ByColor<String> {
        ByColor { black: black.to_owned(), white: white.to_owned() }
    }

    #[test]
    fn records_name_the_person_against_a_machine() {
        let recorded = |players, name: &str| recorded(&pair(players), own(name).as_ref());
        assert_eq!(recorded(["human", "engine:3"], "Ada"), pair(["Ada", "engine:3"]));
        assert_eq!(recorded(["gtp:rhino", "human"], "Ada"), pair(["gtp:rhino", "Ada"]));
        assert_eq!(recorded(["human", "engine:3"], ""), pair(["Player", "engine:3"]));
        assert_eq!(recorded(["human", "human"], "Ada"), pair(["Player", "Player"]), "which one is Ada is unknown");
        assert_eq!(recorded(["engine:1", "engine:3"], "Ada"), pair(["engine:1", "engine:3"]));
    }

    #[test]
    fn the_persons_seat_is_found_under_every_name() {
        let seat = |players: [&str; 2], place: &str, name: &str| {
            let mut record = Record::of(&Game::new(Position::initial(Rules::Standard)));
            record.details.place = place.to_owned();
            for (color, name) in Color::ALL.into_iter().zip(players) {
                record.details.players[color].name = name.to_owned();
            }
            super::seat(&record, own(name).as_ref())
        };
        for name in ["", "Ada"] {
            assert_eq!(seat(["human", "engine:3"], "Outflank", name), Some(Color::Black), "an earlier version");
            assert_eq!(seat(["engine:3", "Player"], "Outflank", name), Some(Color::White), "without a name");
            assert_eq!(seat(["Eve", "engine:3"], "Outflank", name), Some(Color::Black), "under another name");
            assert_eq!(seat(["Eve", "engine:3"], "Elsewhere", name), None);
            assert_eq!(seat(["Player", "Player"], "Outflank", name), None);
            assert_eq!(seat(["engine:1", "engine:3"], "Outflank", name), None);
            assert_eq!(seat(["", ""], "", name), None);
        }
        assert_eq!(seat(["Rose", "Ada"], "Paris", "Ada"), Some(Color::White));
        assert_eq!(seat(["Rose", "Ada"], "Paris", ""), None);
    }

    #[test]
    fn names_that_would_mislead_are_refused() {
        for bad in ["", "  ", "human", "engine", "engine:3", "gtp:rhino", "a\u{1b}[31m", "two\nlines", &"x".repeat(41)]
        {
            assert_eq!(bad.parse::<PersonName>(), Err(ParsePersonNameError), "{bad:?}");
        }
        assert_eq!(" Ada Lovelace ".parse::<PersonName>().unwrap().to_string(), "Ada Lovelace");
        assert_eq!("虎".parse::<PersonName>().unwrap().to_string(), "虎");
    }
}
