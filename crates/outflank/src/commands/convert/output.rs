use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::format::{self, Format};
use outflank_formats::{Record, WriteError};

use super::wthor::WthorOutput;
use crate::cli::ConvertArguments;
use crate::player::wrong_usage;
use crate::storage::draft::{Draft, Target};
use crate::storage::records::NamesFiles;

pub(crate) enum Output {
    Text(TextOutput),
    Wthor(Box<WthorOutput>),
}

impl Output {
    pub(crate) fn open(arguments: &ConvertArguments, names: &NamesFiles) -> anyhow::Result<Output> {
        let path = arguments.output.as_path();
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        let format = arguments.to.or_else(|| Format::of_extension(extension)).ok_or_else(|| {
            let known = Format::ALL.map(|format| format!(".{}", format.extension())).join(", ");
            wrong_usage(&format!(
                "unknown format of '{}': use a known extension ({known}) or --to FORMAT",
                path.display()
            ))
        })?;
        let is_folder = path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
        match format {
            Format::Wthor if path == Path::new("-") => {
                Err(wrong_usage("WTHOR needs a file or a folder as OUT, for the files of names beside it").into())
            }
            Format::Wthor => Ok(Output::Wthor(Box::new(WthorOutput::open(arguments, names, is_folder)?))),
            _ if is_folder => Err(wrong_usage("OUT is a folder; only --to wthor can write into one").into()),
            _ => TextOutput::open(arguments, format).map(Output::Text),
        }
    }

    /// The inner error is a game that the format cannot hold; the conversion continues after it.
    pub(crate) fn push(&mut self, record: &Record) -> anyhow::Result<Result<(), WriteError>> {
        match self {
            Output::Text(output) => output.push(record),
            Output::Wthor(output) => Ok(output.push(record)),
        }
    }

    pub(crate) fn finish(self, note: &mut dyn FnMut(String)) -> anyhow::Result<()> {
        match self {
            Output::Text(output) => output.finish(),
            Output::Wthor(output) => output.finish(note),
        }
    }
}

pub(crate) struct TextOutput {
    name: String,
    stream: Stream,
    format: Format,
    so_far: SoFar,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SoFar {
    Nothing,
    /// One transcript in plain text; more can follow, one per line.
    Line,
    Games,
}

enum Stream {
    File(Draft),
    StandardOutput(io::BufWriter<io::StdoutLock<'static>>),
}

impl Stream {
    fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            Stream::File(draft) => draft.write_all(text.as_bytes()),
            Stream::StandardOutput(stdout) => stdout.write_all(text.as_bytes()),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Stream::File(draft) => draft.keep(),
            Stream::StandardOutput(mut stdout) => stdout.flush(),
        }
    }
}

impl TextOutput {
    fn open(arguments: &ConvertArguments, format: Format) -> anyhow::Result<TextOutput> {
        let path = arguments.output.as_path();
        let (name, stream) = match path == Path::new("-") {
            true => ("standard output".to_owned(), Stream::StandardOutput(io::BufWriter::new(io::stdout().lock()))),
            false => {
                let name = path.display().to_string();
                let target = Target::new_or_replace(path, arguments.force)?;
                let draft = target.draft().with_context(|| name.clone())?;
                (name, Stream::File(draft))
            }
        };
        Ok(TextOutput { name, stream, format, so_far: SoFar::Nothing })
    }

    fn push(&mut self, record: &Record) -> anyhow::Result<Result<(), WriteError>> {
        match self.so_far {
            SoFar::Line => self.format = Format::Lines,
            SoFar::Games if self.format.holds_one() => {
                let (name, title) = (&self.name, self.format.title());
                let many = if self.format == Format::Plain { Format::Lines } else { Format::Obf };
                bail!("{name}: {title} holds one game, found several; try --to {many}");
            }
            SoFar::Nothing | SoFar::Games => {}
        }
        let text = match format::write(record, self.format) {
            Ok(text) => text,
            Err(error) => return Ok(Err(error)),
        };
        self.stream.write(&text).with_context(|| self.name.clone())?;
        self.so_far = match self.format {
            Format::Plain if format::write(record, Format::Lines).is_ok() => SoFar::Line,
            _ => SoFar::Games,
        };
        Ok(Ok(()))
    }

    fn finish(self) -> anyhow::Result<()> {
        self.stream.finish().with_context(|| self.name.clone())
    }
}
