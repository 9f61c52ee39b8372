//! Files of games and positions: text lines that say what the file holds and how it was made, then binary records.

pub(crate) mod games;
mod header;
mod output;
pub(crate) mod positions;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::marker::PhantomData;
use std::path::Path;

use anyhow::anyhow;

use crate::files::PathContext;
pub(crate) use games::{ScoredGame, ScoredMove};
#[cfg(test)]
pub(crate) use header::header_lines;
pub(crate) use header::{FileHeader, FileKind, Recipe};
pub(crate) use output::OutputFile;
pub(crate) use positions::ScoredPosition;

pub(crate) trait FileRecord: Sized {
    const KIND: FileKind;

    fn read(file: &mut impl BufRead) -> anyhow::Result<Self>;

    fn size(&self) -> u64;
}

pub(crate) fn read_file<T: FileRecord>(
    path: &Path,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<T>> + use<T>> {
    let records = RecordReader::new(BufReader::new(File::open(path).at(path)?)).at(path)?;
    let path = path.to_owned();
    Ok(records.map(move |record: anyhow::Result<T>| record.at(&path)))
}

pub(crate) struct RecordReader<R, T> {
    file: R,
    pub(crate) header: FileHeader,
    number: u64,
    has_ended: bool,
    record: PhantomData<T>,
}

enum Next<T> {
    Record(T),
    End,
    CutOff,
}

impl<R: BufRead, T: FileRecord> RecordReader<R, T> {
    pub(crate) fn new(mut file: R) -> anyhow::Result<Self> {
        let header = FileHeader::read(&mut file, T::KIND)?;
        Ok(RecordReader::after(file, header, 0))
    }

    /// Continues behind the first `number` records.
    pub(crate) fn after(file: R, header: FileHeader, number: u64) -> Self {
        RecordReader { file, header, number, has_ended: false, record: PhantomData }
    }

    fn read(&mut self) -> anyhow::Result<Next<T>> {
        if self.file.fill_buf()?.is_empty() {
            return Ok(Next::End);
        }
        self.number += 1;
        let is_cut_off = |error: &io::Error| error.kind() == io::ErrorKind::UnexpectedEof;
        match T::read(&mut self.file) {
            Ok(record) => Ok(Next::Record(record)),
            Err(error) if error.downcast_ref().is_some_and(is_cut_off) => Ok(Next::CutOff),
            Err(error) => Err(error.context(self.place())),
        }
    }

    fn place(&self) -> String {
        format!("{} {}", T::KIND.record(), self.number)
    }
}

impl<R: BufRead, T: FileRecord> Iterator for RecordReader<R, T> {
    type Item = anyhow::Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let next = match self.read() {
            Ok(Next::Record(record)) => return Some(Ok(record)),
            Ok(Next::End) => None,
            Ok(Next::CutOff) => Some(Err(anyhow!("{}: the file ends inside it", self.place()))),
            Err(error) => Some(Err(error)),
        };
        self.has_ended = true;
        next
    }
}

/// The part of a file before a record that was cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Intact {
    recipe: Option<Recipe>,
    records: u64,
    bytes: u64,
}

impl Intact {
    fn read<T: FileRecord>(file: impl BufRead) -> anyhow::Result<Intact> {
        let mut reader = RecordReader::<_, T>::new(file)?;
        let FileHeader { recipe, bytes } = reader.header.clone();
        let mut intact = Intact { recipe, records: 0, bytes };
        while let Next::Record(record) = reader.read()? {
            intact.records += 1;
            intact.bytes += record.size();
        }
        Ok(intact)
    }
}
