//! The checkpoint of a training run, in a file beside the future weights.
//!
//! After a heading and a line that identifies the run follow the number of epochs (two bytes) and, for each of them, the
//! number of training errors (two bytes), these errors, and the held-out error; then the network and its two moments, unless
//! no epoch is complete. The last four bytes are the CRC-32 of all others. Numbers are little-endian.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use outflank_engine::training::STAGES;

use super::errors::EpochErrors;
use super::learner::OptimizerState;
use crate::files::{self, PathContext};
use crate::network::Network;

const MAGIC: &str = "outflank training 2\n";

pub(super) struct Checkpoint {
    path: PathBuf,
    run: String,
}

impl Checkpoint {
    pub(super) fn new(path: &Path, run: &str) -> Checkpoint {
        Checkpoint { path: path.to_owned(), run: run.replace('\n', " ") }
    }

    pub(super) fn write(&self, curve: &[EpochErrors], state: &OptimizerState) -> anyhow::Result<()> {
        let mut bytes = self.header().into_bytes();
        bytes.extend((curve.len() as u16).to_le_bytes());
        for EpochErrors { training, held_out } in curve {
            bytes.extend((training.len() as u16).to_le_bytes());
            bytes.extend(training.iter().chain([held_out]).flat_map(|error| error.to_le_bytes()));
        }
        if !curve.is_empty() {
            [&state.network, &state.first, &state.second].into_iter().for_each(|network| network.write(&mut bytes));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        files::write(&self.path, &bytes)
    }

    /// Restores the state from the file, or creates one. Returns the errors of the epochs so far.
    pub(super) fn resume(&self, state: &mut OptimizerState) -> anyhow::Result<Vec<EpochErrors>> {
        let place = self.path.display();
        let bytes = match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return self.write(&[], state).map(|()| Vec::new());
            }
            read => read.at(&self.path)?,
        };
        ensure!(bytes.starts_with(MAGIC.as_bytes()), "{place}: line 1: expected \"{}\"", MAGIC.trim_end());
        let header = self.header();
        ensure!(
            bytes.starts_with(header.as_bytes()),
            "{place}: line 2: the file is of another run; expected \"{}\"",
            self.run
        );
        parse(&bytes, header.len(), state)
            .with_context(|| format!("{place}: the file is damaged or cut short; start again with --force"))
    }

    pub(super) fn remove(&self) -> anyhow::Result<()> {
        fs::remove_file(&self.path).at(&self.path)
    }

    fn header(&self) -> String {
        format!("{MAGIC}{}\n", self.run)
    }
}

/// `None`, without changing the state, if the file is damaged.
fn parse(file: &[u8], header: usize, state: &mut OptimizerState) -> Option<Vec<EpochErrors>> {
    let (bytes, checksum) = file.get(header..)?.split_last_chunk()?;
    if crc32fast::hash(&file[..file.len() - checksum.len()]) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (epochs, mut rest) = count(bytes)?;
    let mut curve = Vec::new();
    for _ in 0..epochs {
        let (parts, after) = count(rest)?;
        let (errors, after) = after.split_at_checked(8 * (parts + 1))?;
        let mut training: Vec<f64> = errors.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect();
        let held_out = training.pop()?;
        curve.push(EpochErrors { training, held_out });
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

fn count(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (count, rest) = bytes.split_first_chunk()?;
    Some((u16::from_le_bytes(*count).into(), rest))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    const RUN: &str = "train --games some";

    fn state(seed: u64) -> OptimizerState {
        let mut state = OptimizerState::new(10, seed);
        state.first.rows[3][5] = 0.25;
        state.second.buckets[7].out_bias = 4.0;
        state
    }

    fn curve(epochs: usize) -> Vec<EpochErrors> {
        let epoch = |epoch| EpochErrors { training: vec![1.0 / epoch as f64; epoch], held_out: epoch as f64 };
        (0..epochs).map(epoch).collect()
    }

    #[test]
    fn a_checkpoint_round_trips() {
        let folder = TempDir::new().unwrap();
        let checkpoint = Checkpoint::new(&folder.path().join("part"), RUN);
        let mut begun = state(1);
        assert_eq!(checkpoint.resume(&mut begun).unwrap(), []);
        assert_eq!(checkpoint.resume(&mut begun).unwrap(), []);
        assert!(begun == state(1));

        for epochs in 1..4 {
            checkpoint.write(&curve(epochs), &state(2)).unwrap();
            let mut resumed = OptimizerState::new(10, 1);
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
        assert_eq!(
            message("train --games\nmore"),
            "line 2: the file is of another run; expected \"train --games more\""
        );
        let header = format!("{MAGIC}{RUN}\n").len();
        for end in (header..header + 80).chain([whole.len() - 100, whole.len() - 1]) {
            fs::write(&path, &whole[..end]).unwrap();
            assert_eq!(message(RUN), "the file is damaged or cut short; start again with --force");
            let mut changed = whole.clone();
            changed[end] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert_eq!(message(RUN), "the file is damaged or cut short; start again with --force");
        }
        fs::write(&path, "outflank weights 2\n").unwrap();
        assert_eq!(message(RUN), "line 1: expected \"outflank training 2\"");
    }
}
