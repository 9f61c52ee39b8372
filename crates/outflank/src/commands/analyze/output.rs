use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use crossterm::terminal;
use outflank_formats::Record;
use outflank_render::html::PageWriter;
use outflank_render::text::{self, Page};
use outflank_render::{ReportView, Summary, ggf, sanitize, svg};

use crate::cli::AnalyzeArguments;
use crate::player::wrong_usage;
use crate::storage::draft::{Target, folder_of};
use crate::tui::{Depth, Environment};

pub(super) struct Outputs {
    html: Option<Place>,
    svg: Option<Place>,
    ggf: Option<Place>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Full,
    Lines,
    Json,
    Other,
}

const FULL_UP_TO: usize = 3;

impl Outputs {
    pub(super) fn new(arguments: &AnalyzeArguments) -> anyhow::Result<Outputs> {
        let place = |path: &Option<_>| path.as_deref().map(|path| Place::new(path, arguments.force)).transpose();
        let outputs =
            Outputs { html: place(&arguments.html)?, svg: place(&arguments.svg)?, ggf: place(&arguments.ggf)? };
        if outputs.on_standard_output().count() + usize::from(arguments.json) > 1 {
            let message = "only one of --json, --html, --svg and --ggf can go to standard output";
            return Err(wrong_usage(message).into());
        }
        Ok(outputs)
    }

    fn on_standard_output(&self) -> impl Iterator<Item = &Place> {
        [&self.html, &self.svg, &self.ggf].into_iter().flatten().filter(|place| **place == Place::StandardOutput)
    }
}

/// Holds no reports: what has to wait for the end is in temporary files.
pub(super) struct Writer {
    form: Form,
    page: Page,
    summary: Summary,
    expected: usize,
    html: Option<(Place, PageWriter<File>)>,
    svg: Option<(Place, String)>,
    ggf: Option<(Place, File)>,
}

impl Writer {
    pub(super) fn new(outputs: Outputs, arguments: &AnalyzeArguments, games: usize) -> anyhow::Result<Writer> {
        let form = match () {
            () if arguments.json => Form::Json,
            () if outputs.on_standard_output().next().is_some() => Form::Other,
            () if arguments.summary => Form::Lines,
            () if arguments.full || games <= FULL_UP_TO => Form::Full,
            () => Form::Lines,
        };
        let Outputs { html, svg, ggf } = outputs;
        let html = html.map(|place| Ok::<_, anyhow::Error>((PageWriter::new(place.spool()?, place.spool()?), place)));
        let ggf = ggf.map(|place| Ok::<_, anyhow::Error>((place.spool()?, place)));
        Ok(Writer {
            form,
            page: standard_output(),
            summary: Summary::default(),
            expected: games,
            html: html.transpose()?.map(|(page, place)| (place, page)),
            svg: svg.map(|place| (place, String::new())),
            ggf: ggf.transpose()?.map(|(spool, place)| (place, spool)),
        })
    }

    pub(super) fn write(&mut self, record: &Record, view: ReportView) -> anyhow::Result<()> {
        self.summary.add(&view);
        let number = self.summary.games;
        let text = match self.form {
            Form::Full if number > 1 => format!("\n\n{}", text::report(&view, &self.page)),
            Form::Full => text::report(&view, &self.page),
            Form::Lines => text::game_line(number, &view, &self.page),
            Form::Json => sanitize::json(&serde_json::to_string(&view.document)?) + "\n",
            Form::Other => String::new(),
        };
        let heading = match self.form {
            Form::Lines if number == 1 => text::game_heading(&self.page),
            _ => String::new(),
        };
        print(&(heading + &text))?;
        if let Some((place, spool)) = &mut self.ggf {
            spool.write_all(ggf::game(record, &view)?.as_bytes()).with_context(|| place.to_string())?;
        }
        if let Some((place, page)) = &mut self.html {
            page.add(&view).with_context(|| place.to_string())?;
        }
        if let Some((_, graph)) = &mut self.svg {
            // There is one game.
            *graph = svg::graph(&view);
        }
        Ok(())
    }

    pub(super) fn finish(self) -> anyhow::Result<()> {
        let is_table_wanted = match self.form {
            Form::Full => self.expected > 1,
            Form::Lines => true,
            Form::Json | Form::Other => false,
        };
        if is_table_wanted {
            print(&format!("\n{}", text::summary(&self.summary, &self.page)))?;
        }
        if let Some((place, page)) = self.html {
            place.write(|out| page.finish(out))?;
        }
        if let Some((place, graph)) = self.svg.filter(|_| self.summary.games > 0) {
            place.write(|out| out.write_all(graph.as_bytes()))?;
        }
        if let Some((place, mut spool)) = self.ggf {
            place.write(|out| {
                spool.rewind()?;
                io::copy(&mut spool, out).map(drop)
            })?;
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    StandardOutput,
    File { path: PathBuf, force: bool },
}

impl Place {
    /// Checks that the file can be written. `-` is standard output.
    fn new(path: &Path, force: bool) -> anyhow::Result<Place> {
        if path == Path::new("-") {
            return Ok(Place::StandardOutput);
        }
        Target::new_or_replace(path, force)?;
        // Fail before a long analysis, not after it.
        fs::metadata(folder_of(path)).with_context(|| path.display().to_string())?;
        Ok(Place::File { path: path.to_owned(), force })
    }

    /// A nameless file for output that has to wait, on the same disk as the output.
    fn spool(&self) -> anyhow::Result<File> {
        let spool = match self {
            Place::StandardOutput => tempfile::tempfile(),
            Place::File { path, .. } => tempfile::tempfile_in(folder_of(path)),
        };
        spool.with_context(|| self.to_string())
    }

    fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
        match self {
            Place::StandardOutput => {
                let mut out = io::stdout().lock();
                write(&mut out)?;
                Ok(out.flush()?)
            }
            // Checked again: another program may have created the file.
            Place::File { path, force } => {
                let target = Target::new_or_replace(path, *force)?;
                let written = target.draft().and_then(|mut draft| {
                    write(&mut draft)?;
                    draft.keep()
                });
                written.with_context(|| self.to_string())
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::StandardOutput => f.write_str("standard output"),
            Place::File { path, .. } => path.display().fmt(f),
        }
    }
}

fn standard_output() -> Page {
    let capabilities = Environment::read().capabilities();
    let is_terminal = io::stdout().is_terminal();
    let columns = terminal::size().ok().filter(|_| is_terminal).map(|(columns, _)| usize::from(columns));
    let width = columns.filter(|&columns| columns > 0).unwrap_or(Page::MAX_WIDTH);
    Page {
        width: width.clamp(Page::MIN_WIDTH, Page::MAX_WIDTH),
        glyphs: capabilities.glyphs,
        is_colored: is_terminal && capabilities.depth != Depth::Monochrome,
    }
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
