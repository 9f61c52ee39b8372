use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;

use crate::invariants;

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("a readable folder").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("a readable file")).collect()
}

/// A seed with a few changes: replaced bytes, a piece of another seed, a cut.
fn spoilt(seeds: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let donor = prop::sample::select(seeds.clone());
    let piece = prop_oneof![
        3 => prop::collection::vec(any::<u8>(), 0..4),
        2 => "[ -~]{0,6}".prop_map(String::into_bytes),
        2 => (donor, any::<[Index; 2]>()).prop_map(|(donor, ends)| {
            let [a, b] = ends.map(|end| end.index(donor.len() + 1));
            donor[a.min(b)..a.max(b)].to_vec()
        }),
        1 => any::<String>().prop_map(String::into_bytes),
    ];
    let change = (any::<Index>(), 0..6_usize, piece);
    let seed = prop::sample::select(seeds);
    let changed = (seed, prop::collection::vec(change, 0..5)).prop_map(|(mut bytes, changes)| {
        for (place, length, piece) in changes {
            let start = place.index(bytes.len() + 1);
            let end = bytes.len().min(start + length);
            bytes.splice(start..end, piece);
        }
        bytes
    });
    prop_oneof![4 => changed, 1 => prop::collection::vec(any::<u8>(), 0..300)]
}

macro_rules! holds_for_every_input {
    ($($target:ident),+ $(,)?) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(1_000))]
            $(
                #[test]
                fn $target(bytes in spoilt(seeds(stringify!($target)))) {
                    invariants::check(stringify!($target), &bytes);
                }
            )+
        }

        #[test]
        fn the_seeds_themselves_hold() {
            for target in [$(stringify!($target)),+] {
                seeds(target).iter().for_each(|seed| invariants::check(target, seed));
            }
        }
    };
}

holds_for_every_input!(
    board, detect, fen, ggf, gtp, judge, lines, logbook, nboard, notation, obf, pgn, plain, sgf, transcript, vong,
    wthor,
);
