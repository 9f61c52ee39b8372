use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::sample::Index;

fn seeds(target: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

fn spoilt(seeds: Vec<String>) -> impl Strategy<Value = Vec<u8>> {
    let donor = prop::sample::select(seeds.clone());
    let piece = prop_oneof![
        3 => (donor, any::<Index>(), 0..40_usize).prop_map(|(donor, place, length)| {
            let start = place.index(donor.len());
            donor.as_bytes()[start..donor.len().min(start + length)].to_vec()
        }),
        2 => "[-0-9\"{}\\[\\],:eE.]{0,4}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    let change = (any::<Index>(), 0..12_usize, piece);
    (prop::sample::select(seeds), prop::collection::vec(change, 0..4)).prop_map(|(seed, changes)| {
        let mut bytes = seed.into_bytes();
        for (place, length, piece) in changes {
            let start = place.index(bytes.len() + 1);
            let end = bytes.len().min(start + length);
            bytes.splice(start..end, piece);
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_request_causes_an_internal_error(bytes in spoilt(seeds("requests"))) {
        super::requests(&bytes);
    }

    #[test]
    fn no_socket_message_causes_an_internal_error(bytes in spoilt(seeds("talk"))) {
        super::talk(&bytes);
    }
}

#[test]
fn the_seeds_pass() {
    seeds("requests").iter().for_each(|seed| super::requests(seed.as_bytes()));
    seeds("talk").iter().for_each(|seed| super::talk(seed.as_bytes()));
}
