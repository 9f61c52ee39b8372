//! Node counts of single-threaded searches. They notice changes to move ordering and pruning, which leave the scores alone;
//! a commit that changes the search or the weights updates them, and [`REVISION`].

use outflank_engine::simd::{self, InstructionSet};
use outflank_engine::{Engine, Limits, Options, REVISION};
use outflank_formats::plain;

/// Of these node counts.
const COUNTED_AT: u32 = 4;

const SEARCHES: [(&str, Option<u8>, u64); 5] = [
    ("f5d6c5f4e3c6d3f6e6d7g6g5e7c7", Some(10), 26_887),
    ("f5d6c3d3c4f4c5b3d2e3c2b4c6f6e6b5a5e2b6a4f1f7", Some(10), 21_305),
    ("f5f4e3f6d3c4e6c5d6d7e7c6b3c3f7a3c8e8b4a4b5f2d8f8c7b8c2a5f3e2d2e1", Some(10), 21_729),
    ("f5f6e6f4e3c5c4d3f3e2g5c3d2d6b6g6b5b4d7e7e8f8c6f7d8c8c7a4a6b3c2h5h4h3a2c1d1a3a5b2h7g7b7", None, 115_646),
    ("f5d6c3d3c4f4e6b3e2c5c6e3d2f7f2f3g3c1g4f1b5g5f6h3b4a4f8g1a3a2b2g6h6b6a6h5h4h7g7c7e7h8g8d7", None, 109_361),
];

#[test]
fn fixed_searches_visit_the_same_nodes() {
    assert_eq!(REVISION, COUNTED_AT);
    let engine = Engine::new(Options { threads: 1, table_mebibytes: 64 });
    for (number, set) in InstructionSet::available().enumerate() {
        simd::choose(number as u8);
        for (moves, depth, nodes) in SEARCHES {
            let position = *plain::parse(moves).unwrap().check().unwrap().game().position();
            engine.forget();
            let analysis = engine.analyze(position, Limits { depth, ..Limits::default() });
            assert_eq!(analysis.nodes, nodes, "{}: {moves}", set.name());
        }
    }
}
