//! Telling what was found out, in all the forms that were asked for.

use std::io::{self, Write};

use clap::CommandFactory;
use clap::error::ErrorKind;

use super::files::Place;
use super::summary::Summary;
use super::text::{self, Page};
use super::{Analysed, ggf, html, svg};
use crate::cli::{AnalyzeArguments, Cli};
use crate::visible;

/// Where everything goes.
pub(super) struct Outputs {
    html: Option<Place>,
    svg: Option<Place>,
    ggf: Option<Place>,
}

/// What is on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Everything about each game.
    Full,
    /// A line for each game.
    Lines,
    /// A document for each game, on a line.
    Json,
    /// What was to be written there in place of the text.
    Other,
}

/// Up to so many games are told in full where nothing is said about it.
const FULL_UP_TO: usize = 3;

impl Outputs {
    /// What the arguments ask for. Nothing that is there is touched yet.
    pub(super) fn new(arguments: &AnalyzeArguments) -> anyhow::Result<Outputs> {
        let place = |path: &Option<_>| path.as_deref().map(|path| Place::new(path, arguments.force)).transpose();
        let outputs =
            Outputs { html: place(&arguments.html)?, svg: place(&arguments.svg)?, ggf: place(&arguments.ggf)? };
        if outputs.on_standard_output().count() + usize::from(arguments.json) > 1 {
            let message = "only one of --json, --html, --svg and --ggf can go to standard output";
            return Err(Cli::command().error(ErrorKind::ArgumentConflict, message).into());
        }
        Ok(outputs)
    }

    fn on_standard_output(&self) -> impl Iterator<Item = &Place> {
        [&self.html, &self.svg, &self.ggf].into_iter().flatten().filter(|place| **place == Place::StandardOutput)
    }
}

/// Tells one game after the other, and at the end what is to be said about all.
pub(super) struct Teller {
    outputs: Outputs,
    form: Form,
    page: Page,
    summary: Summary,
    /// How many games there are to tell.
    expected: usize,
    /// The games, where they are written together at the end.
    kept: Vec<Analysed>,
    ggf: String,
}

impl Teller {
    pub(super) fn new(outputs: Outputs, arguments: &AnalyzeArguments, games: usize) -> Teller {
        let form = match () {
            () if arguments.json => Form::Json,
            () if outputs.on_standard_output().next().is_some() => Form::Other,
            () if arguments.summary => Form::Lines,
            () if arguments.full || games <= FULL_UP_TO => Form::Full,
            () => Form::Lines,
        };
        Teller {
            outputs,
            form,
            page: Page::of_standard_output(),
            summary: Summary::default(),
            expected: games,
            kept: Vec::new(),
            ggf: String::new(),
        }
    }

    /// Tells a game at once.
    pub(super) fn tell(&mut self, analysed: Analysed) -> anyhow::Result<()> {
        self.summary.add(&analysed);
        let told = self.summary.games;
        let text = match self.form {
            Form::Full if told > 1 => format!("\n\n{}", text::report(&analysed, &self.page)),
            Form::Full => text::report(&analysed, &self.page),
            Form::Lines => text::game_line(told, &analysed, &self.page),
            Form::Json => visible::json(&serde_json::to_string(&analysed.document())?) + "\n",
            Form::Other => String::new(),
        };
        let heading = match self.form {
            Form::Lines if told == 1 => text::game_heading(&self.page),
            _ => String::new(),
        };
        say(&(heading + &text))?;
        if self.outputs.ggf.is_some() {
            self.ggf += &ggf::game(&analysed)?;
        }
        if self.outputs.html.is_some() || self.outputs.svg.is_some() {
            self.kept.push(analysed);
        }
        Ok(())
    }

    /// Tells what there is to say about all of them, and writes the files.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let is_table_wanted = match self.form {
            Form::Full => self.expected > 1,
            Form::Lines => true,
            Form::Json | Form::Other => false,
        };
        if is_table_wanted {
            say(&format!("\n{}", text::summary(&self.summary, &self.page)))?;
        }
        if let Some(place) = &self.outputs.html {
            place.write(&html::page(&self.kept))?;
        }
        if let (Some(place), Some(analysed)) = (&self.outputs.svg, self.kept.first()) {
            place.write(&svg::graph(analysed))?;
        }
        if let Some(place) = &self.outputs.ggf {
            place.write(&self.ggf)?;
        }
        Ok(())
    }
}

/// Says something on standard output, now.
fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
