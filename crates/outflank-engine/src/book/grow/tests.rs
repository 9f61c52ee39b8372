use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_rules::{Game, Position, Rules};

use super::*;
use crate::book::BookProvenance;
use crate::training::Evaluation;

fn searchers(threads: usize) -> Searchers {
    Searchers::new(NonZeroUsize::new(threads).unwrap(), &Evaluation::embedded())
}

fn grown(tree: Tree, positions: usize, threads: usize) -> Tree {
    grown_from(tree, positions, threads, &Popularity::default())
}

fn grown_from(mut tree: Tree, positions: usize, threads: usize, popularity: &Popularity) -> Tree {
    let mut searchers = searchers(threads);
    while tree.expanded() < positions {
        assert_eq!(tree.grow(&mut searchers, popularity, &|| ControlFlow::Continue(())), Growth::Grown);
    }
    tree.propagate();
    tree
}

fn packed(tree: &Tree) -> Vec<u8> {
    tree.pack(&BookProvenance { date: "2026-11-15".to_owned(), command: "a test".to_owned() })
}

#[test]
fn a_stopped_round_changes_nothing() {
    let before = grown(Tree::new(3), 30, 1);
    let mut searchers = searchers(2);
    let mut grow = |tree: &mut Tree, most_searches| {
        let searches = AtomicUsize::new(0);
        let watch = || match searches.fetch_add(1, Ordering::Relaxed) < most_searches {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        tree.grow(&mut searchers, &Popularity::default(), &watch)
    };
    let enough = (0..).find(|&most_searches| {
        let mut tree = before.clone();
        let growth = grow(&mut tree, most_searches);
        assert_eq!(packed(&tree) == packed(&before), growth == Growth::Stopped);
        growth == Growth::Grown
    });
    assert!(enough > Some(2));
}

#[test]
fn what_people_play_is_expanded_first() {
    // Bad moves: a small book does not go there.
    let mut game = Game::new(Position::initial(Rules::Standard));
    let mut popularity = Popularity::default();
    for square in ["f5", "d6", "c7", "d7"] {
        game.play(square.parse().unwrap()).unwrap();
    }
    (0..100).for_each(|_| popularity.add(&game));
    let has_replies = |tree: &Tree| {
        let (id, _) = tree.find(game.position().board().unwrap())?;
        Some(matches!(tree.node(id).source, Source::Moves(_)))
    };
    assert_ne!(has_replies(&grown(Tree::new(2), 20, 1)), Some(true));
    assert_eq!(has_replies(&grown_from(Tree::new(2), 20, 1, &popularity)), Some(true));
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
