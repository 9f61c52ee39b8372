//! What a run has learnt, in a file beside the weights to come, so that a run that was ended can go on.
//!
//! The file begins with a line of text, and one that says of which run it is. The number of epochs follows (two bytes),
//! and for each of them how many errors were measured while it learnt (two bytes), these, and that of the positions
//! that are held out; then all numbers of the network and of the two means for each, unless no epoch is over. The last
//! four bytes are the CRC-32 of all others. Numbers are little-endian.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use outflank_engine::training::STAGES;

use super::errors::EpochErrors;
use super::learner::State;
use crate::network::Network;
use crate::output;

const MAGIC: &str = "outflank training 2\n";

/// The file of a run.
pub(super) struct Checkpoint {
    path: PathBuf,
    /// What tells the run from others.
    run: String,
}

impl Checkpoint {
    /// The file of a run that `run` tells from others.
    pub(super) fn new(path: &Path, run: &str) -> Checkpoint {
        Checkpoint { path: path.to_owned(), run: run.replace('\n', " ") }
    }

    /// Replaces the file. Whatever ends the program, the old file or the new one is there.
    pub(super) fn write(&self, curve: &[EpochErrors], state: &State) -> anyhow::Result<()> {
        let mut bytes = self.header().into_bytes();
        bytes.extend((curve.len() as u16).to_le_bytes());
        for EpochErrors { learnt, held_out } in curve {
            bytes.extend((learnt.len() as u16).to_le_bytes());
            bytes.extend(learnt.iter().chain([held_out]).flat_map(|error| error.to_le_bytes()));
        }
        if !curve.is_empty() {
            [&state.network, &state.first, &state.second].into_iter().for_each(|network| network.write(&mut bytes));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        output::write(&self.path, &bytes)
    }

    /// Goes on with a file of the same run, or begins one if there is none. Gives the errors of the epochs so far.
    pub(super) fn resume(&self, state: &mut State) -> anyhow::Result<Vec<EpochErrors>> {
        let place = self.path.display();
        let bytes = match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return self.write(&[], state).map(|()| Vec::new());
            }
            read => read.with_context(|| place.to_string())?,
        };
        ensure!(bytes.starts_with(MAGIC.as_bytes()), "{place}: line 1: expected \"{}\"", MAGIC.trim_end());
        let header = self.header();
        ensure!(
            bytes.starts_with(header.as_bytes()),
            "{place}: line 2: it is of another run; expected \"{}\"",
            self.run
        );
        parse(&bytes, header.len(), state)
            .with_context(|| format!("{place}: the file is damaged or cut short; begin anew with --force"))
    }

    /// The run is over.
    pub(super) fn remove(&self) -> anyhow::Result<()> {
        fs::remove_file(&self.path).with_context(|| self.path.display().to_string())
    }

    fn header(&self) -> String {
        format!("{MAGIC}{}\n", self.run)
    }
}

/// Reads what follows the header; `None`, and no change of the state, if that is not what was written.
fn parse(file: &[u8], header: usize, state: &mut State) -> Option<Vec<EpochErrors>> {
    let (bytes, checksum) = file.get(header..)?.split_last_chunk()?;
    if crc32fast::hash(&file[..file.len() - checksum.len()]) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (epochs, mut rest) = count(bytes)?;
    let mut curve = Vec::new();
    for _ in 0..epochs {
        let (parts, after) = count(rest)?;
        let (errors, after) = after.split_at_checked(8 * (parts + 1))?;
        let mut learnt: Vec<f64> = errors.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
        let held_out = learnt.pop()?;
        curve.push(EpochErrors { learnt, held_out });
        rest = after;
    }
    let size = Network::size(state.network.rows.len() / STAGES);
    if rest.len() != if epochs == 0 { 0 } else { 3 * 4 * size } {
        return None;
    }
    let networks = [&mut state.network, &mut state.first, &mut state.second];
    for (network, bytes) in networks.into_iter().zip(rest.chunks(4 * size)) {
        network.set_numbers(bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)));
    }
    Some(curve)
}

/// A number of two bytes, and what follows it.
fn count(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (count, rest) = bytes.split_first_chunk()?;
    Some((u16::from_le_bytes(*count).into(), rest))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    const RUN: &str = "train --games some";

    /// A small state; the network is another for each seed.
    fn state(seed: u64) -> State {
        let mut state = State::new(10, seed);
        state.first.rows[3][5] = 0.25;
        state.second.buckets[7].out_bias = 4.0;
        state
    }

    fn curve(epochs: usize) -> Vec<EpochErrors> {
        let epoch = |epoch| EpochErrors { learnt: vec![1.0 / epoch as f64; epoch], held_out: epoch as f64 };
        (0..epochs).map(epoch).collect()
    }

    #[test]
    fn what_was_learnt_is_found_again() {
        let folder = TempDir::new().unwrap();
        let checkpoint = Checkpoint::new(&folder.path().join("part"), RUN);
        // A run begins from the state that it has anyway.
        let mut begun = state(1);
        assert_eq!(checkpoint.resume(&mut begun).unwrap(), []);
        assert_eq!(checkpoint.resume(&mut begun).unwrap(), []);
        assert!(begun == state(1));

        for epochs in 1..4 {
            checkpoint.write(&curve(epochs), &state(2)).unwrap();
            let mut resumed = State::new(10, 1);
            assert_eq!(checkpoint.resume(&mut resumed).unwrap(), curve(epochs));
            assert!(resumed == state(2));
        }
        checkpoint.remove().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_that_is_damaged_or_of_another_run_is_refused() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("part");
        Checkpoint::new(&path, RUN).write(&curve(3), &state(1)).unwrap();
        let whole = fs::read(&path).unwrap();
        let message = |run: &str| {
            let mut state = state(2);
            let message = Checkpoint::new(&path, run).resume(&mut state).unwrap_err().to_string();
            message.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
        };
        assert_eq!(message("train --games\nmore"), "line 2: it is of another run; expected \"train --games more\"");
        let header = format!("{MAGIC}{RUN}\n").len();
        for end in (header..header + 80).chain([whole.len() - 100, whole.len() - 1]) {
            fs::write(&path, &whole[..end]).unwrap();
            assert_eq!(message(RUN), "the file is damaged or cut short; begin anew with --force");
            let mut changed = whole.clone();
            changed[end] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert_eq!(message(RUN), "the file is damaged or cut short; begin anew with --force");
        }
        fs::write(&path, "outflank weights 2\n").unwrap();
        assert_eq!(message(RUN), "line 1: expected \"outflank training 2\"");
    }
}
