use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use outflank_formats::judge::Judge;

use crate::cli::JudgeArguments;

/// Bytes read at a time. The responses to this much input mostly fit into a core's cache.
const PIECE: usize = 16 * 1024;

pub(crate) fn run(arguments: &JudgeArguments) -> anyhow::Result<ExitCode> {
    let stdout = io::stdout().lock();
    if arguments.file == Path::new("-") {
        return judge(io::stdin().lock(), "standard input", stdout);
    }
    let name = arguments.file.display().to_string();
    let file = File::open(&arguments.file).with_context(|| name.clone())?;
    judge(file, &name, stdout)
}

/// Writes the responses to all complete input before it reports an error.
fn judge(mut input: impl Read, name: &str, mut output: impl Write) -> anyhow::Result<ExitCode> {
    let mut judge = Judge::new();
    let mut piece = vec![0; PIECE];
    let mut answers = Vec::new();
    loop {
        let judged = match input.read(&mut piece) {
            Ok(0) => judge.finish(&mut answers).map(|()| true),
            Ok(read) => judge.feed(&piece[..read], &mut answers).map(|()| false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error).with_context(|| name.to_owned()),
        };
        output.write_all(&answers).and_then(|()| output.flush()).context("standard output")?;
        answers.clear();
        if judged.with_context(|| name.to_owned())? {
            return Ok(ExitCode::SUCCESS);
        }
    }
}
