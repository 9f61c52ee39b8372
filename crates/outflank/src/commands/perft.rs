use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

use outflank_rules::{Move, Position};

use crate::cli::PerftArguments;
use crate::stderr;

pub(crate) fn run(arguments: &PerftArguments) -> anyhow::Result<ExitCode> {
    let &PerftArguments { depth, rules, convention, divide } = arguments;
    let start = Position::initial(rules);
    let begun = Instant::now();
    let mut out = io::stdout().lock();
    let parts = if divide { divided(&start, arguments) } else { Vec::new() };
    for (mv, count) in &parts {
        writeln!(out, "{mv} {count}")?;
    }
    let count = match (parts.is_empty(), start.board()) {
        (false, _) => parts.iter().map(|(_, count)| count).sum(),
        (true, Some(board)) => board.perft(depth, convention),
        (true, None) => start.perft(depth, convention),
    };
    writeln!(out, "{count}")?;
    if io::stderr().is_terminal() {
        let seconds = begun.elapsed().as_secs_f64();
        let millions = count as f64 / seconds / 1e6;
        stderr::print(format_args!("{seconds:.3} s, {millions:.0} million per second"));
    }
    Ok(ExitCode::SUCCESS)
}

fn divided(start: &Position, arguments: &PerftArguments) -> Vec<(Move, u64)> {
    match start.board() {
        Some(board) => board.perft_divided(arguments.depth, arguments.convention),
        None => start.perft_divided(arguments.depth, arguments.convention),
    }
}
