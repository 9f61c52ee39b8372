//! Where games begin.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{bail, ensure};
use outflank_players::openings;
use outflank_rules::Square;

use crate::random::Random;
use crate::wthor::{Moves, Tournaments};

/// A random opening has so many placements: the smaller of two numbers drawn from here, since the positions that a short
/// one leads to are worth more games.
const RANDOM: RangeInclusive<u32> = 6..=26;
/// How many placements of a tournament game are made.
const TOURNAMENT: RangeInclusive<u32> = 6..=40;
/// How many random placements follow a known line, so that games from the same line part.
const DETOUR: RangeInclusive<u32> = 0..=4;

/// Which kinds of starts games have, in parts of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mix {
    pub(crate) random: u16,
    pub(crate) xot: u16,
    pub(crate) wthor: u16,
}

impl Mix {
    /// The default mix. Random openings lead furthest from what strong players know, as the moves that a
    /// search looks at do; the others lead to what has to be judged most finely.
    pub(crate) const fn usual(has_tournaments: bool) -> Mix {
        match has_tournaments {
            true => Mix { random: 2, xot: 1, wthor: 1 },
            false => Mix { random: 3, xot: 1, wthor: 0 },
        }
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mix { random, xot, wthor } = self;
        write!(f, "random:{random},xot:{xot},wthor:{wthor}")
    }
}

impl FromStr for Mix {
    type Err = ParseMixError;

    /// Reads for instance `random:2,xot:1`.
    fn from_str(text: &str) -> Result<Mix, ParseMixError> {
        let mut mix = Mix::default();
        for part in text.split(',') {
            let (kind, share) = part.split_once(':').ok_or(ParseMixError::Part)?;
            let place = match kind {
                "random" => &mut mix.random,
                "xot" => &mut mix.xot,
                "wthor" => &mut mix.wthor,
                _ => return Err(ParseMixError::Part),
            };
            *place = share.parse().map_err(|_| ParseMixError::Part)?;
        }
        match mix == Mix::default() {
            true => Err(ParseMixError::Nothing),
            false => Ok(mix),
        }
    }
}

/// Why a text is no mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParseMixError {
    /// A part is not understood.
    Part,
    /// All shares are zero.
    Nothing,
}

impl fmt::Display for ParseMixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseMixError::Part => {
                "expected random, xot or wthor with its share from 0 to 65535, for instance random:2,xot:1"
            }
            ParseMixError::Nothing => "expected a share that is not 0",
        })
    }
}

impl Error for ParseMixError {}

/// The starts that games are drawn from.
pub(super) struct Starts {
    mix: Mix,
    xot: Vec<Moves>,
    tournaments: Vec<Moves>,
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start<'a> {
    /// Legal placements from the usual start.
    pub(super) line: &'a [Square],
    /// How many random placements follow.
    pub(super) random: u32,
}

impl Starts {
    /// Fails if the mix and what is there do not fit.
    pub(super) fn new(mix: Mix, tournaments: Option<Tournaments>) -> anyhow::Result<Starts> {
        ensure!(mix.wthor == 0 || tournaments.is_some(), "--starts asks for games of WTHOR, which --wthor must give");
        if mix.wthor == 0 && tournaments.is_some() {
            bail!("--starts has no share for wthor, though --wthor is given");
        }
        let xot = openings::xot().iter().map(|game| game.placements().collect()).collect();
        Ok(Starts { mix, xot, tournaments: tournaments.map(|tournaments| tournaments.games).unwrap_or_default() })
    }

    pub(super) fn draw(&self, random: &mut Random) -> Start<'_> {
        let Mix { random: at_random, xot, wthor } = self.mix;
        let [at_random, xot, wthor] = [at_random, xot, wthor].map(u32::from);
        match random.below(at_random + xot + wthor) {
            drawn if drawn < at_random => {
                let [one, other] = [(); 2].map(|()| random.within(RANDOM));
                Start { line: &[], random: one.min(other) }
            }
            drawn if drawn < at_random + xot => {
                let line = one_of(&self.xot, random);
                Start { line, random: random.within(DETOUR) }
            }
            _ => {
                let game = one_of(&self.tournaments, random);
                let length = game.len().min(random.within(TOURNAMENT) as usize);
                Start { line: &game[..length], random: random.within(DETOUR) }
            }
        }
    }
}

fn one_of<'a>(games: &'a [Moves], random: &mut Random) -> &'a Moves {
    &games[random.below(games.len() as u32) as usize]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;

    use super::*;
    use crate::wthor::tests::file;

    #[test]
    fn a_mix_is_read_as_it_is_written() {
        for mix in [Mix::usual(true), Mix::usual(false), Mix { random: 0, xot: 7, wthor: 65535 }] {
            assert_eq!(mix.to_string().parse(), Ok(mix));
        }
        assert_eq!("xot:3".parse(), Ok(Mix { random: 0, xot: 3, wthor: 0 }));
    }

    #[test]
    fn what_is_no_mix_is_refused() {
        for text in ["", "random", "random:", "random:x", "random:65536", "random:1,", "xot=1", "book:1", "random:-1"] {
            assert_eq!(text.parse::<Mix>(), Err(ParseMixError::Part), "{text:?}");
        }
        assert_eq!("random:0,xot:0".parse::<Mix>(), Err(ParseMixError::Nothing));
    }

    #[test]
    fn the_mix_and_the_games_must_fit() {
        let refused = |mix| Starts::new(mix, None).err().map(|error| error.to_string());
        assert_eq!(refused(Mix::usual(false)), None);
        let message = "--starts asks for games of WTHOR, which --wthor must give";
        assert_eq!(refused(Mix::usual(true)).as_deref(), Some(message));
    }

    #[test]
    fn starts_are_drawn_as_the_mix_says() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.wtb"), file(&[56, 64, 33])).unwrap();
        let tournaments = Tournaments::read(folder.path()).unwrap();
        let starts = Starts::new(Mix { random: 2, xot: 1, wthor: 1 }, Some(tournaments)).unwrap();
        let (mut at_random, mut xot, mut wthor) = (0, HashSet::new(), 0);
        for game in 0..4000 {
            let Start { line, random } = starts.draw(&mut Random::of(1, game));
            match line.len() {
                0 => at_random += 1,
                3 => wthor += 1,
                8 => assert!(xot.insert((line, random)) || DETOUR.contains(&random)),
                length => panic!("no start has a line of {length}"),
            }
            assert!(if line.is_empty() { RANDOM.contains(&random) } else { DETOUR.contains(&random) });
        }
        assert!((1900..2100).contains(&at_random), "{at_random}");
        assert!((900..1100).contains(&wthor), "{wthor}");
        // Of 18,115 lines with their detours about a thousand were drawn, few of them twice.
        assert!((850..1100).contains(&xot.len()), "{}", xot.len());
    }
}
