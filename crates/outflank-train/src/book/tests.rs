use std::num::NonZeroUsize;

use outflank_engine::Score;
use outflank_engine::book::Source;
use tempfile::TempDir;

use super::*;
use crate::arguments::parsed;

fn grown(mut tree: Tree, positions: usize, threads: usize) -> Tree {
    let weights = EngineWeights::load(None).unwrap();
    let mut searchers = BookSearcher::for_threads(NonZeroUsize::new(threads).unwrap(), &weights);
    while tree.expanded() < positions {
        let round = ExpansionRound::next(&mut tree).expect("the book is not complete");
        round.search(&mut tree, &mut searchers);
    }
    tree.propagate();
    tree
}

fn packed(tree: &Tree) -> Vec<u8> {
    tree.pack(&BookProvenance { date: "2026-11-15".to_owned(), command: "a test".to_owned() })
}

#[test]
fn a_resumed_book_is_the_same_as_an_uninterrupted_one() {
    let whole = packed(&grown(Tree::new(4), 200, 1));
    let (_, half) = Tree::unpack(&packed(&grown(Tree::new(4), 70, 1))).unwrap();
    assert!(half.expanded() >= 70 && half.expanded() < 200);
    assert!(packed(&grown(half, 200, 1)) == whole);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let [one, three] = [1, 3].map(|threads| packed(&grown(Tree::new(3), 60, threads)));
    assert!(one == three);
}

fn losses(tree: &Tree) -> impl Iterator<Item = (Edge, i32)> {
    tree.nodes()
        .flat_map(|(id, node)| tree.moves(id).map(|(_, edge, value)| (edge, node.value.units() - value.units())))
}

#[test]
fn better_moves_are_expanded_more_often() {
    let tree = grown(Tree::new(4), 200, 2);
    let is_expanded = |edge| match edge {
        Edge::Turn(id) | Edge::Again(id) => matches!(tree.node(id).source, Source::Moves(_)),
        Edge::Over(_) => false,
    };
    let share = |least: i32, most: i32| {
        let losses = losses(&tree)
            .filter(|(_, loss)| (least * Score::UNITS_PER_DISC..most * Score::UNITS_PER_DISC).contains(loss));
        let expanded: Vec<bool> = losses.map(|(edge, _)| is_expanded(edge)).collect();
        expanded.iter().filter(|&&expanded| expanded).count() as f64 / expanded.len() as f64
    };
    let (good, fair, bad) = (share(0, 1), share(1, 4), share(4, 64));
    assert!(good > 2.0 * fair && fair > 2.0 * bad, "{good:.3} {fair:.3} {bad:.3}");
}

#[test]
fn moves_that_a_player_may_choose_had_a_full_search() {
    let tree = grown(Tree::new(6), 100, 2);
    let is_quick = |edge| match edge {
        Edge::Turn(id) | Edge::Again(id) => tree.node(id).source == Source::QuickSearch,
        Edge::Over(_) => false,
    };
    let near = losses(&tree).filter(|&(_, loss)| loss <= Score::UNITS_PER_DISC).map(|(edge, _)| edge);
    let (quick, searched): (Vec<Edge>, Vec<Edge>) = near.partition(|&edge| is_quick(edge));
    // A few became near-best only when better ones lost value.
    assert!(10 * quick.len() < searched.len(), "{} and {}", quick.len(), searched.len());
}

#[test]
fn files_are_not_overwritten_by_mistake_and_depths_are_not_mixed() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("book.bin");
    let run = |options: &str| run(&parsed(&format!("--out {} --positions 5 {options}", out.display())));
    let message = |options: &str| format!("{:#}", run(options).unwrap_err());
    assert!(run("--resume").is_err(), "there is nothing to resume");
    run("--depth 2").unwrap();
    assert!(message("--depth 2").ends_with("the file exists; --force overwrites it"));
    assert!(message("--resume --depth 3").ends_with("searched with --depth 2, not 3"));
    run("--resume").unwrap();
    let (about, tree) = Tree::unpack(&fs::read(&out).unwrap()).unwrap();
    assert!(tree.expanded() >= 5 && about.contains(&format!(", {} positions: ", tree.expanded())), "{about}");
    run("--force --depth 3").unwrap();
    fs::write(&out, b"outflank books").unwrap();
    assert!(message("--resume").ends_with("line 1: expected \"outflank book 1\""));
}
