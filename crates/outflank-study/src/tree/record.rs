use std::iter;

use outflank_formats::Record;
use outflank_formats::record::{Details, Follows, Note};

use super::{NodeId, Tree};

impl Tree {
    /// Shows the start. Variations that begin alike are merged.
    pub fn of(record: &Record) -> Tree {
        let mut tree = Tree::new(*record.start());
        tree.details = record.details.clone();
        tree.nodes[0].note.comment = std::mem::take(&mut tree.details.comment);
        let game = tree.extend(record.game());
        let mut at = 0;
        for (ply, note) in record.plies() {
            match ply.mv.square() {
                Some(_) => {
                    at += 1;
                    tree.nodes[game[at].0].note = note.clone();
                }
                None => tree.nodes[game[at].0].pass = Some(note.clone()),
            }
        }
        let mut places: Vec<NodeId> = Vec::with_capacity(record.variations().len());
        for variation in record.variations() {
            let before = match variation.follows {
                Follows::Game(moves) => game[moves],
                Follows::Variation(index) => places[index],
            };
            places.push(tree.add_variation(before, variation.square, &variation.note));
        }
        tree.go(Tree::ROOT);
        tree
    }

    fn add_variation(&mut self, before: NodeId, square: outflank_rules::Square, note: &Note) -> NodeId {
        let id = self.child(before, square).unwrap_or_else(|| {
            let added = self.grow(before, square).expect("the variations of a record are legal");
            self.nodes[before.0].children.push(added);
            added
        });
        let own = &mut self.nodes[id.0].note;
        own.eval = own.eval.or(note.eval);
        own.time = own.time.or(note.time);
        if !own.comment.is_empty() && !note.comment.is_empty() {
            own.comment.push('\n');
        }
        own.comment.push_str(&note.comment);
        id
    }

    pub fn record(&self) -> Record {
        let main = self.main_line();
        let mut record = self.record_of(&main);
        let mut open: Vec<(NodeId, Follows)> = Vec::new();
        let variations = |id: NodeId, follows: Follows, from: usize| {
            let children = self.node(id).children.iter().skip(from);
            children.rev().map(move |&child| (child, follows))
        };
        for (moves, &id) in main.iter().enumerate().rev() {
            open.extend(variations(id, Follows::Game(moves), 1));
        }
        while let Some((id, follows)) = open.pop() {
            let node = self.node(id);
            let added = node.square.and_then(|square| record.add_variation(follows, square));
            let index = added.expect("the moves of a tree are legal");
            if let Some(note) = record.variation_note_mut(index) {
                *note = Note { comment: node.comment(), ..node.note.clone() };
            }
            open.extend(variations(id, Follows::Variation(index), 0));
        }
        record
    }

    /// The moves up to the end of the line on the board, without variations.
    pub fn record_of_line(&self) -> Record {
        self.record_of(&self.line)
    }

    fn record_of(&self, path: &[NodeId]) -> Record {
        let mut record = Record::of(&self.game(path));
        record.details = Details { comment: self.nodes[0].comment(), ..self.details.clone() };
        let notes = path.iter().flat_map(|&id| {
            let node = self.node(id);
            let own = node.square.map(|_| node.note.clone());
            own.into_iter().chain(node.pass.clone())
        });
        for (ply, note) in iter::zip(0.., notes.collect::<Vec<_>>()) {
            if let Some(place) = record.note_mut(ply) {
                *place = note;
            }
        }
        record
    }
}
