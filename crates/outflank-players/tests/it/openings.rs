use std::collections::HashSet;

use outflank_formats::transcript;
use outflank_players::openings;

#[test]
fn the_openings_are_different_and_have_eight_moves() {
    let openings: HashSet<_> = openings::xot().iter().map(transcript::write).collect();
    assert_eq!(openings.len(), 3_623);
    assert!(openings.iter().all(|opening| opening.len() == 16));
}

#[test]
fn the_openings_are_those_of_the_published_list() {
    let Some(folder) = crate::collections::folder("xot") else { return };
    let published = std::fs::read_to_string(folder.join("xot_small.txt")).unwrap();
    let embedded: Vec<_> = openings::xot().iter().map(transcript::write).collect();
    assert_eq!(embedded, published.lines().collect::<Vec<_>>());
}
