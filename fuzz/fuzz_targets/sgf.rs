#![no_main]

#[path = "../../crates/outflank-formats/tests/it/invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::check("sgf", bytes));
