use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::{Cli, CompletionsArguments};
use crate::{console, tui};

const EXIT_STATUS: [(&str, &str); 4] = [
    ("0", "Success."),
    (
        "1",
        "Bad input, input that ended before the game, a solved score that differs from the one in the source, or a match in which one side \
         lost every game by a fault.",
    ),
    ("2", "Bad usage."),
    ("130", "Interrupted by Ctrl-C, or a stopping server got a second signal."),
];

pub(crate) fn completions(arguments: &CompletionsArguments) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "outflank", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn man() -> anyhow::Result<ExitCode> {
    let mut program = Cli::command();
    program.build();
    let man = Man::new(program.clone());
    let commands = || program.get_subcommands().filter(|command| command.get_name() != "help");
    let prompt = console::HELP.lines().filter_map(|line| line.split_once("  "));

    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    synopsis(commands()).to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    for command in commands() {
        page.extend(section(command)?);
    }
    list("AT THE PROMPT", prompt).to_writer(&mut page)?;
    let keys = tui::manual_keys();
    let keys = keys.iter().map(|line| (line.keys.as_str(), line.does));
    list("ON THE FULL-SCREEN BOARD", keys).to_writer(&mut page)?;
    list("EXIT STATUS", EXIT_STATUS).to_writer(&mut page)?;
    man.render_version_section(&mut page)?;
    io::stdout().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}

fn synopsis<'a>(commands: impl Iterator<Item = &'a Command>) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    for command in commands {
        let name = match command.get_name() {
            "play" => "[play]",
            name => name,
        };
        let arguments = command.get_arguments().filter(|argument| argument.get_id() != "help");
        let arguments: String = arguments
            .map(|argument| match argument.is_positional() {
                true => format!(" {argument}"),
                false => format!(" [{argument}]"),
            })
            .collect();
        roff.text([bold("outflank"), roman(" "), bold(name), roman(arguments)]);
        roff.control("br", []);
    }
    roff.text([bold("outflank --version")]);
    roff
}

fn section(command: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut parts = Vec::new();
    man.render_description_section(&mut parts)?;
    man.render_options_section(&mut parts)?;
    let parts = String::from_utf8_lossy(&parts).replace(".SH DESCRIPTION\n", "").replace(".SH ", ".SS ");
    let heading = format!(".SH \"OUTFLANK {}\"\n", command.get_name().to_uppercase());
    Ok((heading + &parts).into_bytes())
}

fn list<'a>(title: &'a str, items: impl IntoIterator<Item = (&'a str, &'a str)>) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for (name, text) in items {
        roff.control("TP", []);
        roff.text([bold(name)]);
        roff.text([roman(text.trim())]);
    }
    roff
}
