//! A file of trained weights, before `pack` rounds them for the engine.
//!
//! The file begins with four lines of text: what it is, the date, `N positions`, and the command that made it. The
//! network follows in little-endian 32-bit floats: the rows `[2][classes][32]`, then the buckets, `bias [60][30]`,
//! `weights [60][30][32]`, `hidden_bias [60][32]`, `out [60][32]` and `out_bias [60]`.

use anyhow::{Context, bail, ensure};
use jiff::civil::Date;
use outflank_engine::training::{Classes, Provenance};

use crate::network::Network;

const MAGIC: &str = "outflank weights 2\n";

/// Longest line that is read; a command may have 1024 bytes.
const MAX_LINE: usize = 1200;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FloatWeights {
    pub(crate) provenance: Provenance,
    pub(crate) network: Network,
}

impl FloatWeights {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Provenance { date, positions, .. } = &self.provenance;
        let command = self.provenance.command_line();
        let mut bytes = format!("{MAGIC}{date}\n{positions} positions\n{command}\n").into_bytes();
        self.network.write(&mut bytes);
        bytes
    }

    pub(crate) fn parse(file: &[u8]) -> anyhow::Result<FloatWeights> {
        let rest = file.strip_prefix(MAGIC.as_bytes());
        let rest = rest.with_context(|| format!("line 1: expected \"{}\"", MAGIC.trim_end()))?;
        let (date, rest) = line(rest)
            .and_then(|(line, rest)| Some((line.parse::<Date>().ok()?, rest)))
            .context("line 2: expected a date, YYYY-MM-DD")?;
        let (positions, rest) = line(rest)
            .and_then(|(line, rest)| Some((line.strip_suffix(" positions")?.parse().ok()?, rest)))
            .context("line 3: expected a number of positions, \"N positions\"")?;
        let (command, bytes) =
            line(rest).with_context(|| format!("line 4: expected a command of less than {MAX_LINE} bytes"))?;
        let provenance = Provenance { date: date.to_string(), positions, command: command.to_owned() };

        let classes = Classes::new().count();
        let expected = 4 * Network::size(classes);
        ensure!(bytes.len() == expected, "expected {expected} bytes of weights after line 4, found {}", bytes.len());
        let numbers = || bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        if let Some(number) = numbers().position(|number| !number.is_finite()) {
            bail!("weight {number}: expected a finite number");
        }
        let mut network = Network::zero(classes);
        network.set_numbers(numbers());
        Ok(FloatWeights { provenance, network })
    }
}

fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(MAX_LINE).position(|&byte| byte == b'\n')?;
    Some((str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn weights() -> FloatWeights {
        let classes = Classes::new().count();
        let mut network = Network::zero(classes);
        network.set_numbers((0..Network::size(classes)).map(|number| number as f32 / 7.0));
        let provenance = Provenance { date: "2026-12-31".into(), positions: 34, command: "train".into() };
        FloatWeights { provenance, network }
    }

    #[test]
    fn weights_round_trip() {
        let bytes = weights().to_bytes();
        let lines = b"outflank weights 2\n2026-12-31\n34 positions\ntrain\n";
        assert!(bytes.starts_with(lines));
        assert!(FloatWeights::parse(&bytes).unwrap() == weights());

        // The order that `teacher/student.py` writes.
        let number = |index: usize| f32::from_le_bytes(bytes[lines.len() + 4 * index..][..4].try_into().unwrap());
        let Network { rows, buckets } = weights().network;
        let classes = rows.len() / 2;
        assert_eq!(number((classes + 5) * 32 + 7), rows[classes + 5][7]);
        let mut start = 2 * classes * 32;
        assert_eq!(number(start + 4 * 30 + 9), buckets[4].bias[9]);
        start += 60 * 30;
        assert_eq!(number(start + (59 * 30 + 8) * 32 + 31), buckets[59].weights[8][31]);
        start += 60 * 30 * 32;
        assert_eq!(number(start + 2 * 32 + 6), buckets[2].hidden_bias[6]);
        start += 60 * 32;
        assert_eq!(number(start + 3 * 32 + 1), buckets[3].out[1]);
        start += 60 * 32;
        assert_eq!(number(start + 17), buckets[17].out_bias);
        assert_eq!(bytes.len(), lines.len() + 4 * (start + 60));
    }

    #[test]
    fn a_long_command_is_truncated() {
        let mut weights = weights();
        weights.provenance.command = "train --games\nmany ".repeat(1000);
        let read = FloatWeights::parse(&weights.to_bytes()).unwrap();
        assert_eq!(read.provenance.command.len(), 1024);
        assert!(read.provenance.command.starts_with("train --games many train"));
    }

    #[test]
    fn errors_say_what_was_expected() {
        let message = |bytes: &[u8]| FloatWeights::parse(bytes).unwrap_err().to_string();
        assert_eq!(message(b"outflank weights 1\n"), "line 1: expected \"outflank weights 2\"");
        let after = |lines: &str| message(format!("outflank weights 2\n{lines}").as_bytes());
        assert_eq!(after("2026-12-32\n"), "line 2: expected a date, YYYY-MM-DD");
        assert_eq!(after("2026-12-31\nmany\n"), "line 3: expected a number of positions, \"N positions\"");
        let long = "train ".repeat(200);
        let line_4 = "line 4: expected a command of less than 1200 bytes";
        assert_eq!(after(&format!("2026-12-31\n34 positions\n{long}\n")), line_4);
        let bytes = weights().to_bytes();
        let length = 4 * Network::size(Classes::new().count());
        let short = format!("expected {length} bytes of weights after line 4, found {}", length - 1);
        assert_eq!(message(&bytes[..bytes.len() - 1]), short);
        let mut infinite = weights();
        infinite.network.rows[3][5] = f32::INFINITY;
        assert_eq!(message(&infinite.to_bytes()), "weight 101: expected a finite number");
    }

    proptest! {
        #[test]
        fn no_file_panics(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(FloatWeights::parse(&bytes).is_err());
            for lines in ["outflank weights 2\n", "outflank weights 2\n2026-12-31\n34 positions\ntrain\n"] {
                prop_assert!(FloatWeights::parse(&[lines.as_bytes(), &bytes[..]].concat()).is_err());
            }
        }
    }
}
