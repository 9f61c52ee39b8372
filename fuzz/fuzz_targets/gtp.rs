#![no_main]

#[path = "../../crates/outflank-formats/tests/holds/mod.rs"]
mod holds;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| holds::gtp(bytes));
