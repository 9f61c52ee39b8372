use std::collections::HashMap;

/// Texts that many games share, each stored once. Number 0 is the empty text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Texts {
    all: String,
    ends: Vec<u32>,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { all: String::new(), ends: vec![0] }
    }
}

impl Texts {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&end| end as usize);
        let end = self.ends.get(number).map_or(0, |&end| end as usize);
        self.all.get(start..end).unwrap_or_default()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|number| self.get(number))
    }

    pub(super) fn parts(&self) -> (&str, &[u32]) {
        (&self.all, &self.ends)
    }

    /// `None` unless the ends are ascending places in the text, and the first text is empty.
    pub(super) fn from_parts(all: String, ends: Vec<u32>) -> Option<Texts> {
        let is_cut = |&end: &u32| all.is_char_boundary(end as usize);
        let is_whole = ends.first() == Some(&0) && ends.last().is_some_and(|&end| end as usize == all.len());
        (is_whole && ends.is_sorted() && ends.iter().all(is_cut)).then_some(Texts { all, ends })
    }

    fn push(&mut self, text: &str) -> u32 {
        self.all.push_str(text);
        self.ends.push(self.all.len() as u32);
        self.ends.len() as u32 - 1
    }
}

#[derive(Debug, Default)]
pub(super) struct Interner {
    texts: Texts,
    places: HashMap<String, u32>,
}

impl Interner {
    pub(super) fn number(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        if let Some(&number) = self.places.get(text) {
            return number;
        }
        let number = self.texts.push(text);
        self.places.insert(text.to_owned(), number);
        number
    }

    pub(super) fn finish(self) -> Texts {
        self.texts
    }
}

pub(super) struct Renumbering<'t> {
    from: &'t Texts,
    known: Vec<Option<u32>>,
}

impl<'t> Renumbering<'t> {
    pub(super) fn new(from: &'t Texts) -> Renumbering<'t> {
        Renumbering { from, known: vec![None; from.len()] }
    }

    pub(super) fn number(&mut self, old: u32, to: &mut Interner) -> u32 {
        match self.known.get_mut(old as usize) {
            Some(known) => *known.get_or_insert_with(|| to.number(self.from.get(old))),
            None => 0,
        }
    }
}
