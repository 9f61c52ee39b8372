use std::{env, process};

use outflank_engine::Score;
use outflank_engine::book::{Edge, Source};

use super::*;

/// Grows a tree until it has so many positions.
fn grown(mut tree: Tree, positions: usize, threads: usize) -> Tree {
    let searchers = Searchers::new(threads, Evaluation::embedded());
    while tree.expanded() < positions {
        let round = Round::next(&mut tree).expect("there is more to find out");
        round.search(&mut tree, &searchers);
    }
    tree.propagate();
    tree
}

fn packed(tree: &Tree) -> Vec<u8> {
    tree.pack(&BookProvenance { date: "2026-11-15".to_owned(), command: "a test".to_owned() })
}

#[test]
fn a_book_that_is_resumed_is_the_same_as_one_that_never_stopped() {
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

/// What the moves of all positions lose, and where each leads.
fn losses(tree: &Tree) -> impl Iterator<Item = (Edge, i32)> {
    tree.nodes()
        .flat_map(|(id, node)| tree.moves(id).map(|(_, edge, value)| (edge, node.value.units() - value.units())))
}

#[test]
fn the_better_a_move_the_more_often_it_is_followed() {
    let tree = grown(Tree::new(4), 200, 2);
    let is_followed = |edge| match edge {
        Edge::Turn(id) | Edge::Again(id) => matches!(tree.node(id).source, Source::Moves(_)),
        Edge::Over(_) => false,
    };
    let share = |least: i32, most: i32| {
        let losses = losses(&tree)
            .filter(|(_, loss)| (least * Score::UNITS_PER_DISC..most * Score::UNITS_PER_DISC).contains(loss));
        let followed: Vec<bool> = losses.map(|(edge, _)| is_followed(edge)).collect();
        followed.iter().filter(|&&followed| followed).count() as f64 / followed.len() as f64
    };
    let (good, fair, bad) = (share(0, 1), share(1, 4), share(4, 64));
    assert!(good > 2.0 * fair && fair > 2.0 * bad, "{good:.3} {fair:.3} {bad:.3}");
}

#[test]
fn moves_that_a_player_may_choose_were_searched() {
    let tree = grown(Tree::new(6), 100, 2);
    let is_glanced = |edge| match edge {
        Edge::Turn(id) | Edge::Again(id) => tree.node(id).source == Source::QuickSearch,
        Edge::Over(_) => false,
    };
    let near = losses(&tree).filter(|&(_, loss)| loss <= Score::UNITS_PER_DISC).map(|(edge, _)| edge);
    let (glanced, searched): (Vec<Edge>, Vec<Edge>) = near.partition(|&edge| is_glanced(edge));
    // A few came near only when those that had been better became worse.
    assert!(10 * glanced.len() < searched.len(), "{} and {}", glanced.len(), searched.len());
}

#[test]
fn files_are_not_overwritten_by_mistake_and_depths_are_not_mixed() {
    let folder = env::temp_dir().join(format!("outflank-train-book-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let out = folder.join("book.bin");
    let arguments = |resume, force, depth| BookArguments {
        out: out.clone(),
        force,
        resume,
        positions: Some(5),
        minutes: None,
        depth,
        weights: None,
        threads: None,
    };
    let message = |arguments: &BookArguments| format!("{:#}", run(arguments).unwrap_err());
    assert!(run(&arguments(true, false, None)).is_err(), "there is nothing to resume");
    run(&arguments(false, false, Some(2))).unwrap();
    assert!(message(&arguments(false, false, Some(2))).ends_with("only overwritten with --force"));
    assert!(message(&arguments(true, false, Some(3))).ends_with("searched with --depth 2, not 3"));
    run(&arguments(true, false, None)).unwrap();
    let (about, tree) = Tree::unpack(&fs::read(&out).unwrap()).unwrap();
    assert!(tree.expanded() >= 5 && about.contains(&format!(", {} positions: ", tree.expanded())), "{about}");
    run(&arguments(false, true, Some(3))).unwrap();
    fs::write(&out, b"outflank books").unwrap();
    assert!(message(&arguments(true, false, None)).ends_with("line 1: expected \"outflank book 1\""));
    fs::remove_dir_all(&folder).unwrap();
}
