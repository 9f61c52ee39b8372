#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| outflank_server::fuzzing::talk(bytes));
