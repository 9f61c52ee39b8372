use outflank_formats::format::{Format, Source, write};
use outflank_formats::record::Follows;
use outflank_rules::{Position, Rules, Square};
use outflank_study::tree::{EditKind, NodeId, Tree};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::samples::record;

/// All moves with their comments, variations in brackets.
fn outline(tree: &Tree) -> String {
    fn write(tree: &Tree, id: NodeId, text: &mut String) {
        let node = tree.node(id);
        *text += &node.square().map_or_else(|| "start".to_owned(), |square| square.to_string());
        if !node.comment().is_empty() {
            *text += &format!("{:?}", node.comment());
        }
        for &child in node.children() {
            text.push('(');
            write(tree, child, text);
            text.push(')');
        }
    }
    let mut text = String::new();
    write(tree, Tree::ROOT, &mut text);
    text
}

fn through_sgf(tree: &Tree) -> Tree {
    let text = write(&tree.record(), Format::Sgf).expect("SGF has a place for everything");
    let unchecked =
        Source::new(text.as_bytes()).read(Format::Sgf).next().expect("a game").expect("it was just written");
    Tree::of(&unchecked.check().expect("its moves are legal"))
}

fn squares(tree: &Tree, nodes: &[NodeId]) -> String {
    nodes.iter().filter_map(|&id| tree.node(id).square()).map(|square| square.to_string()).collect()
}

#[test]
fn moves_become_variations_unless_they_are_there() {
    let mut tree = Tree::of(&record("f5d6c3d3c4"));
    tree.step(3);
    tree.play(Square::D3).unwrap();
    assert!(!tree.is_edited(), "the game's own move is no variation");
    tree.play(Square::C7).unwrap();
    tree.play(Square::F6).unwrap();
    assert_eq!((tree.at(), squares(&tree, tree.line()).as_str()), (6, "f5d6c3d3c7f6"));
    tree.step(4);
    assert_eq!(squares(&tree, tree.line()), "f5d6c3d3c7f6", "stepping back keeps the line");
    tree.play(Square::C4).unwrap();
    assert_eq!(squares(&tree, tree.line()), "f5d6c3d3c4");
    assert_eq!(squares(&tree, &tree.main_line()), "f5d6c3d3c4");
    assert!(tree.play(Square::A1).is_err());
    assert_eq!(outline(&tree), "start(f5(d6(c3(d3(c4)(c7(f6))))))");
}

#[test]
fn a_line_is_one_edit() {
    let mut tree = Tree::of(&record("f5d6c3"));
    tree.step(1);
    let last = tree.add_line(&[Square::D6, Square::C4, Square::D3]).unwrap();
    assert_eq!((tree.at(), tree.node(last).square()), (1, Some(Square::D3)));
    assert!(tree.add_line(&[Square::F4, Square::A1]).is_err());
    assert_eq!(outline(&tree), "start(f5(d6(c3)(c4(d3))))", "all or nothing");
    assert_eq!(tree.undo().map(|edit| edit.kind), Some(EditKind::Move));
    assert_eq!(outline(&tree), "start(f5(d6(c3)))");
    tree.redo();
    assert_eq!(outline(&tree), "start(f5(d6(c3)(c4(d3))))");
    assert_eq!(squares(&tree, &tree.path(tree.current())), "f5d6c4", "the first move added");
}

#[test]
fn variations_are_promoted_and_deleted() {
    let mut tree = Tree::of(&record("f5d6c3"));
    tree.step(1);
    tree.play(Square::F6).unwrap();
    let first = tree.current();
    tree.play(Square::E6).unwrap();
    assert!(!tree.is_main(tree.current()));
    assert_eq!(tree.promote(tree.current()), Some(first));
    assert_eq!(squares(&tree, &tree.main_line()), "f5f6e6");
    assert_eq!(tree.promote(tree.current()), None);
    assert!(tree.delete(first) && !tree.delete(Tree::ROOT));
    assert_eq!((outline(&tree).as_str(), tree.at()), ("start(f5(d6(c3)))", 1));
    assert_eq!(tree.undo().map(|edit| (edit.kind, edit.node)), Some((EditKind::Deletion, first)));
    assert_eq!((tree.at(), squares(&tree, &tree.main_line()).as_str()), (3, "f5f6e6"));
}

#[test]
fn a_comment_on_a_pass_belongs_to_the_move_before_it() {
    // White passes after c1.
    let mut game = record("d3c3b3b2f5a3a1c1");
    let pass = game.plies().len() - 1;
    game.note_mut(pass).unwrap().comment = "no move".to_owned();
    game.note_mut(pass - 1).unwrap().comment = "strong".to_owned();
    game.details.comment = "a trap".to_owned();
    let mut tree = Tree::of(&game);
    assert_eq!(tree.record(), game);
    assert_eq!(tree.node(Tree::ROOT).comment(), "a trap");
    tree.step(usize::MAX);
    assert!(tree.node(tree.current()).forces_pass());
    assert_eq!(tree.node(tree.current()).comment(), "strong\nno move");
    assert!(!tree.set_comment(tree.current(), "strong\nno move "));
    assert!(tree.set_comment(tree.current(), "both"));
    assert_eq!(tree.record().plies().map(|(_, note)| &*note.comment).collect::<String>(), "both");
}

#[test]
fn edits_are_known_until_they_are_saved_or_undone() {
    let mut tree = Tree::of(&record("f5d6"));
    assert!(!tree.is_edited());
    tree.set_comment(Tree::ROOT, "one");
    assert!(tree.is_edited());
    tree.undo();
    assert!(!tree.is_edited());
    tree.redo();
    tree.mark_as_saved();
    assert!(!tree.is_edited());
    tree.undo();
    assert!(tree.is_edited());
    tree.set_comment(Tree::ROOT, "two");
    assert!(tree.is_edited(), "another edit, as many as were saved");
    tree.undo();
    assert!(tree.is_edited(), "the saved comment is gone");
}

#[test]
fn a_game_that_goes_on_keeps_its_variations() {
    let mut tree = Tree::of(&record("f5d6"));
    tree.step(2);
    tree.play(Square::C4).unwrap();
    let game = record("f5d6c3d3");
    let nodes = tree.extend(game.game());
    assert_eq!(squares(&tree, &nodes), "f5d6c3d3");
    assert_eq!(outline(&tree), "start(f5(d6(c3(d3))(c4)))");
    assert_eq!(tree.node(tree.current()).square(), Some(Square::C4));
    tree.undo();
    assert_eq!(outline(&tree), "start(f5(d6(c3(d3))))");
    tree.redo();
    assert_eq!(outline(&tree), "start(f5(d6(c3(d3))(c4)))");
}

#[test]
fn variations_that_begin_alike_are_merged() {
    let mut twice = record("f5d6c3");
    for (squares, comment) in
        [([Square::F6, Square::E6], "one"), ([Square::F6, Square::F7], "two"), ([Square::D6, Square::C4], "")]
    {
        let first = twice.add_variation(Follows::Game(1), squares[0]).unwrap();
        twice.variation_note_mut(first).unwrap().comment = comment.to_owned();
        twice.add_variation(Follows::Variation(first), squares[1]);
    }
    let tree = Tree::of(&twice);
    assert_eq!(outline(&tree), r#"start(f5(d6(c3)(c4))(f6"one\ntwo"(e6)(f7)))"#);
    assert_eq!(outline(&through_sgf(&tree)), outline(&tree));
}

#[derive(Clone, Debug)]
enum Random {
    Go(Index),
    Play(Index),
    Line(Vec<Index>),
    Delete(Index),
    Promote(Index),
    Comment(Index, &'static str),
    Undo,
    Redo,
}

fn edits() -> impl Strategy<Value = Vec<Random>> {
    let comment = prop::sample::select(vec!["", "good", "two\nlines", "a ] \\ bracket", "(;W[f6])", "é  ü"]);
    let edit = prop_oneof![
        3 => any::<Index>().prop_map(Random::Go),
        4 => any::<Index>().prop_map(Random::Play),
        1 => prop::collection::vec(any::<Index>(), 1..6).prop_map(Random::Line),
        1 => any::<Index>().prop_map(Random::Delete),
        2 => any::<Index>().prop_map(Random::Promote),
        2 => (any::<Index>(), comment).prop_map(|(place, text)| Random::Comment(place, text)),
        1 => Just(Random::Undo),
        1 => Just(Random::Redo),
    ];
    prop::collection::vec(edit, 0..60)
}

fn legal(position: &Position, choice: Index) -> Option<Square> {
    let squares: Vec<Square> = position.legal_moves().into_iter().collect();
    (!squares.is_empty()).then(|| *choice.get(&squares))
}

fn edit(tree: &mut Tree, edit: &Random) {
    let nodes: Vec<NodeId> = tree.nodes().collect();
    match edit {
        Random::Go(place) => tree.go(*place.get(&nodes)),
        Random::Play(choice) => {
            if let Some(square) = legal(tree.position(), *choice) {
                tree.play(square).unwrap();
            }
        }
        Random::Line(choices) => {
            let (mut position, mut line) = (*tree.position(), Vec::new());
            for &choice in choices {
                let Some(square) = legal(&position, choice) else { break };
                position = position.play(square.into()).unwrap();
                line.push(square);
            }
            tree.add_line(&line).unwrap();
        }
        Random::Delete(place) => drop(tree.delete(*place.get(&nodes))),
        Random::Promote(place) => drop(tree.promote(*place.get(&nodes))),
        Random::Comment(place, text) => drop(tree.set_comment(*place.get(&nodes), text)),
        Random::Undo => drop(tree.undo()),
        Random::Redo => drop(tree.redo()),
    }
}

fn is_whole(tree: &Tree) -> bool {
    let line = tree.line();
    let is_connected = line.windows(2).all(|pair| tree.node(pair[0]).children().contains(&pair[1]));
    let ends = line.last().is_some_and(|&last| tree.node(last).children().is_empty());
    is_connected && ends && line[0] == Tree::ROOT && tree.nodes().any(|id| id == tree.current())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn undo_and_redo_restore_every_state(edits in edits()) {
        let mut tree = Tree::of(&record("f5d6c3d3c4f4c5b3"));
        let mut states = vec![outline(&tree)];
        for random in &edits {
            edit(&mut tree, random);
            prop_assert!(is_whole(&tree));
            let now = outline(&tree);
            match random {
                // What was undone is no longer an earlier state.
                Random::Undo | Random::Redo => {
                    let mut before = tree.clone();
                    states = vec![now];
                    while before.undo().is_some() {
                        states.insert(0, outline(&before));
                    }
                }
                _ if states.last() != Some(&now) => states.push(now),
                _ => {}
            }
        }
        states.dedup();
        let mut seen = vec![outline(&tree)];
        while tree.undo().is_some() {
            prop_assert!(is_whole(&tree));
            seen.push(outline(&tree));
        }
        seen.dedup();
        seen.reverse();
        prop_assert_eq!(&seen, &states);
        let mut again = vec![outline(&tree)];
        while tree.redo().is_some() {
            prop_assert!(is_whole(&tree));
            again.push(outline(&tree));
        }
        again.dedup();
        prop_assert!(again.starts_with(&seen), "{:?} {:?}", again, seen);
    }

    #[test]
    fn a_tree_survives_sgf(edits in edits()) {
        let mut tree = Tree::new(Position::initial(Rules::Standard));
        edits.iter().for_each(|random| edit(&mut tree, random));
        prop_assert_eq!(outline(&Tree::of(&tree.record())), outline(&tree));
        prop_assert_eq!(outline(&through_sgf(&tree)), outline(&tree));
    }
}
