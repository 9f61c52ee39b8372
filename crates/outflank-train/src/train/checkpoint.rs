//! The checkpoint of a training run, in a file beside the future weights.
//!
//! After a heading and a line that identifies the run follow the number of epochs (two bytes) and, for each of them, a number
//! of training errors (two bytes), these errors, and the held-out error; then the network and its two moments, unless no
//! epoch is complete. The last four bytes are the CRC-32 of all others. Numbers are little-endian. Training errors were once
//! plotted: they are read over, and none are written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use outflank_engine::training::STAGES;

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

    pub(super) fn write(&self, curve: &[f64], state: &OptimizerState) -> anyhow::Result<()> {
        let mut bytes = self.header().into_bytes();
        bytes.extend((curve.len() as u16).to_le_bytes());
        for held_out in curve {
            bytes.extend(0_u16.to_le_bytes());
            bytes.extend(held_out.to_le_bytes());
        }
        if !curve.is_empty() {
            [&state.network, &state.first, &state.second].into_iter().for_each(|network| network.write(&mut bytes));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        files::write(&self.path, &bytes)
    }

    /// Restores the state from the file, or creates one. Returns the held-out errors of the epochs so far.
    pub(super) fn resume(&self, state: &mut OptimizerState) -> anyhow::Result<Vec<f64>> {
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
fn parse(file: &[u8], header: usize, state: &mut OptimizerState) -> Option<Vec<f64>> {
    let (bytes, checksum) = file.get(header..)?.split_last_chunk()?;
    if crc32fast::hash(&file[..file.len() - checksum.len()]) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (epochs, mut rest) = count(bytes)?;
    let mut curve = Vec::new();
    for _ in 0..epochs {
        let (parts, after) = count(rest)?;
        let (held_out, after) = after.get(8 * parts..)?.split_first_chunk()?;
        curve.push(f64::from_le_bytes(*held_out));
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

    const CURVE: [f64; 3] = [3.0, 2.5, 2.25];

    #[test]
    fn a_checkpoint_round_trips() {
        let folder = TempDir::new().unwrap();
        let checkpoint = Checkpoint::new(&folder.path().join("part"), RUN);
        let mut begun = state(1);
        assert!(checkpoint.resume(&mut begun).unwrap().is_empty());
        assert!(checkpoint.resume(&mut begun).unwrap().is_empty());
        assert!(begun == state(1));

        for epochs in 1..4 {
            checkpoint.write(&CURVE[..epochs], &state(2)).unwrap();
            let mut resumed = OptimizerState::new(10, 1);
            assert_eq!(checkpoint.resume(&mut resumed).unwrap(), CURVE[..epochs]);
            assert!(resumed == state(2));
        }
        checkpoint.remove().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn training_errors_of_earlier_versions_are_read_over() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("part");
        let checkpoint = Checkpoint::new(&path, RUN);
        checkpoint.write(&CURVE[..1], &state(2)).unwrap();
        let mut file = fs::read(&path).unwrap();
        let count = checkpoint.header().len() + 2;
        let with_two = [&2_u16.to_le_bytes()[..], &4.5_f64.to_le_bytes(), &4.0_f64.to_le_bytes()].concat();
        file.splice(count..count + 2, with_two);
        file.truncate(file.len() - 4);
        file.extend(crc32fast::hash(&file).to_le_bytes());
        fs::write(&path, file).unwrap();
        let mut resumed = OptimizerState::new(10, 1);
        assert_eq!(checkpoint.resume(&mut resumed).unwrap(), CURVE[..1]);
        assert!(resumed == state(2));
    }

    #[test]
    fn a_file_that_is_damaged_or_of_another_run_is_refused() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("part");
        Checkpoint::new(&path, RUN).write(&CURVE, &state(1)).unwrap();
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
