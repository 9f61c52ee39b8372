//! `outflank completions` and `outflank man`: what a package of the program installs beside it.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArguments};

pub(crate) fn completions(arguments: &CompletionsArguments) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "outflank", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// One page for the program and all of its commands.
pub(crate) fn man() -> anyhow::Result<ExitCode> {
    let mut page = Vec::new();
    let mut program = Cli::command();
    program.build();
    clap_mangen::Man::new(program.clone()).render(&mut page)?;
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        let man = clap_mangen::Man::new(command.clone());
        writeln!(page, ".SH \"OUTFLANK {}\"", command.get_name().to_uppercase())?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    io::stdout().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}
