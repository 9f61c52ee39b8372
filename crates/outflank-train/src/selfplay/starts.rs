use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Context, bail, ensure};
use outflank_players::openings;
use outflank_rules::Square;

use crate::random::Random;
use crate::wthor::{Placements, WthorGames};

/// Placements of a random opening. The smaller of two draws counts: positions after a short one deserve more games.
const RANDOM: RangeInclusive<u32> = 6..=26;
/// Placements taken from a tournament game.
const TOURNAMENT: RangeInclusive<u32> = 6..=40;
/// Random placements after a known line, so that games from the same line differ.
const DEVIATION: RangeInclusive<u32> = 0..=4;

/// Shares of the kinds of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mix {
    random: u16,
    xot: u16,
    wthor: u16,
}

impl Mix {
    /// The default. Random openings lead far from known play, as most moves of a search do; the others lead to positions
    /// that need the finest evaluation.
    pub(super) const fn usual(has_tournaments: bool) -> Mix {
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
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Mix> {
        const EXPECTED: &str = "expected random, xot or wthor with a share from 0 to 65535, such as random:2,xot:1";
        let mut mix = Mix::default();
        for part in text.split(',') {
            let (kind, share) = part.split_once(':').context(EXPECTED)?;
            let place = match kind {
                "random" => &mut mix.random,
                "xot" => &mut mix.xot,
                "wthor" => &mut mix.wthor,
                _ => bail!(EXPECTED),
            };
            *place = share.parse().ok().context(EXPECTED)?;
        }
        ensure!(mix != Mix::default(), "expected a share above 0");
        Ok(mix)
    }
}

pub(super) struct Starts {
    mix: Mix,
    xot: Vec<Placements>,
    wthor: Vec<Placements>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start<'a> {
    /// Legal placements from the standard start.
    pub(super) line: &'a [Square],
    pub(super) random: u32,
}

impl Starts {
    pub(super) fn new(mix: Mix, wthor: Option<WthorGames>) -> anyhow::Result<Starts> {
        ensure!(mix.wthor == 0 || wthor.is_some(), "--starts has a share for wthor, which needs --wthor");
        ensure!(mix.wthor > 0 || wthor.is_none(), "--wthor needs a share for wthor in --starts");
        let xot = openings::xot().iter().map(|game| game.placements().collect()).collect();
        Ok(Starts { mix, xot, wthor: wthor.map(|wthor| wthor.games).unwrap_or_default() })
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
                Start { line, random: random.within(DEVIATION) }
            }
            _ => {
                let game = one_of(&self.wthor, random);
                let length = game.len().min(random.within(TOURNAMENT) as usize);
                Start { line: &game[..length], random: random.within(DEVIATION) }
            }
        }
    }
}

fn one_of<'a>(games: &'a [Placements], random: &mut Random) -> &'a Placements {
    &games[random.below(games.len() as u32) as usize]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;

    use super::*;
    use crate::wthor::tests::file;

    #[test]
    fn a_mix_round_trips() {
        for mix in [Mix::usual(true), Mix::usual(false), Mix { random: 0, xot: 7, wthor: 65535 }] {
            assert_eq!(mix.to_string().parse::<Mix>().unwrap(), mix);
        }
        assert_eq!("xot:3".parse::<Mix>().unwrap(), Mix { random: 0, xot: 3, wthor: 0 });
    }

    #[test]
    fn an_invalid_mix_is_refused() {
        for text in ["", "random", "random:", "random:x", "random:65536", "random:1,", "xot=1", "book:1", "random:-1"] {
            let message = text.parse::<Mix>().unwrap_err().to_string();
            assert!(message.starts_with("expected random, xot or wthor with a share"), "{text:?}");
        }
        assert_eq!("random:0,xot:0".parse::<Mix>().unwrap_err().to_string(), "expected a share above 0");
    }

    #[test]
    fn a_share_for_wthor_needs_games() {
        let refused = |mix| Starts::new(mix, None).err().map(|error| error.to_string());
        assert_eq!(refused(Mix::usual(false)), None);
        let message = "--starts has a share for wthor, which needs --wthor";
        assert_eq!(refused(Mix::usual(true)).as_deref(), Some(message));
    }

    #[test]
    fn starts_are_drawn_in_the_shares_of_the_mix() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.wtb"), file(&[56, 64, 33])).unwrap();
        let wthor = WthorGames::read(folder.path()).unwrap();
        let starts = Starts::new(Mix { random: 2, xot: 1, wthor: 1 }, Some(wthor)).unwrap();
        let (mut at_random, mut xot, mut tournament) = (0, HashSet::new(), 0);
        for game in 0..4000 {
            let Start { line, random } = starts.draw(&mut Random::of(1, game));
            match line.len() {
                0 => at_random += 1,
                3 => tournament += 1,
                8 => assert!(xot.insert((line, random)) || DEVIATION.contains(&random)),
                length => panic!("unexpected line of {length}"),
            }
            assert!(if line.is_empty() { RANDOM.contains(&random) } else { DEVIATION.contains(&random) });
        }
        assert!((1900..2100).contains(&at_random), "{at_random}");
        assert!((900..1100).contains(&tournament), "{tournament}");
        // About a thousand of 18,115 lines with their deviations were drawn, few of them twice.
        assert!((850..1100).contains(&xot.len()), "{}", xot.len());
    }
}
