//! Converts the games on standard input: `cargo run --example convert -- sgf < games.ggf`.

use std::error::Error;
use std::io::{self, Read};

use outflank_formats::format::{Format, Source, write};

fn main() -> Result<(), Box<dyn Error>> {
    let format: Format = std::env::args().nth(1).as_deref().unwrap_or("plain").parse()?;
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let source = Source::new(&input);
    for game in source.read(source.detect()?) {
        print!("{}", write(&game?.check()?, format)?);
    }
    Ok(())
}
