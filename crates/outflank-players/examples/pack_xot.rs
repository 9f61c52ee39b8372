//! Packs the XOT openings: lines of eight moves on standard input become six bytes each on standard output.
//!
//! ```sh
//! cargo run -p outflank-players --example pack_xot < xot_small.txt > crates/outflank-players/data/xot.bin
//! ```

use std::error::Error;
use std::io::{self, Write};

use outflank_rules::Square;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lines() {
        let line = line?;
        let mut packed = 0_u64;
        for at in (0..16).step_by(2) {
            let square: Square = line.get(at..at + 2).ok_or("expected eight moves in a line")?.parse()?;
            packed = packed << 6 | u64::from(square.index());
        }
        out.write_all(&packed.to_be_bytes()[2..])?;
    }
    Ok(())
}
