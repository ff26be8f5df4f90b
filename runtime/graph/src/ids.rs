//! The ids that a user gave to the nodes of a graph: names, dates, or numbers with gaps.
//!
//! Kernels use the numbers of nodes, which start at 0. A table of edges has ids instead. The
//! [`Interner`] numbers the ids of a table while it is read, and [`Ids`] keeps the id of each node, so
//! that results can be written with the user's ids and parameters can name a node by its id.

use std::borrow::Cow;
use std::fmt;
use std::hash::BuildHasher;
use std::io::{self, Write};
use std::sync::OnceLock;

use hashbrown::{DefaultHashBuilder, HashTable};
use igc_visible::suggest::nearest;

use crate::error::{MAX_NODES, Problem};

/// The most ids that are compared with a misspelt one, letter by letter.
const MOST_COMPARED: usize = 1 << 16;
/// Number of ids that one call of [`nearest`] compares.
const COMPARED_AT_ONCE: usize = 256;

/// The id of each node, by the number of the node. No two nodes have the same id.
pub struct Ids {
    form: Form,
    /// The number of each id, after it was first needed.
    numbers: OnceLock<Index>,
}

/// The ids in the narrowest form that can represent all of them.
#[derive(Debug, PartialEq)]
enum Form {
    Numbers(Vec<i64>),
    Texts(Texts),
}

/// Texts, one after the other in one piece of memory.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Texts {
    pub(crate) bytes: Vec<u8>,
    /// The end of each text.
    pub(crate) ends: Vec<u64>,
}

/// The id of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Id<'ids> {
    /// A whole number.
    Number(i64),
    /// Any other text.
    Text(&'ids str),
}

/// Finds the number of an id.
#[derive(Default)]
struct Index {
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Ids {
    /// Takes the id of each node. The ids must differ.
    pub(crate) fn of_numbers(numbers: Vec<i64>) -> Ids {
        Ids { form: Form::Numbers(numbers), numbers: OnceLock::new() }
    }

    /// Takes the id of each node.
    ///
    /// # Errors
    ///
    /// Returns an error if the ends do not delimit texts.
    pub(crate) fn of_texts(texts: Texts) -> Result<Ids, Problem> {
        let corrupt = |what: &str| Err(Problem::Corrupt(what.into()));
        let text = match str::from_utf8(&texts.bytes) {
            Ok(text) => text,
            Err(_) => return corrupt("the ids of nodes are not UTF-8 text"),
        };
        let is_end = |end: &u64| usize::try_from(*end).is_ok_and(|end| text.is_char_boundary(end));
        let last = texts.ends.last().copied().unwrap_or(0);
        if !texts.ends.is_sorted() || !texts.ends.iter().all(is_end) || last != text.len() as u64 {
            return corrupt("the ids of nodes do not end where the file says");
        }
        Ok(Ids { form: Form::Texts(texts), numbers: OnceLock::new() })
    }

    /// Number of ids, which is that of the nodes.
    pub fn len(&self) -> usize {
        match &self.form {
            Form::Numbers(numbers) => numbers.len(),
            Form::Texts(texts) => texts.ends.len(),
        }
    }

    /// Returns whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the id of a node, or `None` if the number is not that of a node.
    pub fn get(&self, node: u32) -> Option<Id<'_>> {
        match &self.form {
            Form::Numbers(numbers) => numbers.get(node as usize).copied().map(Id::Number),
            Form::Texts(texts) => texts.get(node).map(Id::Text),
        }
    }

    /// Returns the ids in the order of the nodes.
    pub fn iter(&self) -> impl Iterator<Item = Id<'_>> {
        (0..self.len() as u32).filter_map(|node| self.get(node))
    }

    /// Returns the ids if all of them are whole numbers.
    pub fn as_numbers(&self) -> Option<&[i64]> {
        match &self.form {
            Form::Numbers(numbers) => Some(numbers),
            Form::Texts(_) => None,
        }
    }

    /// Returns the ids if they are texts.
    pub(crate) fn as_texts(&self) -> Option<&Texts> {
        match &self.form {
            Form::Numbers(_) => None,
            Form::Texts(texts) => Some(texts),
        }
    }

    /// Returns the number of the node with an id. The first call takes time for an index of all ids.
    pub fn node(&self, id: &str) -> Option<u32> {
        let index = self.numbers.get_or_init(|| Index::of(self));
        match &self.form {
            Form::Numbers(numbers) => {
                let wanted: i64 = id.parse().ok()?;
                let hash = index.hasher.hash_one(wanted);
                index.table.find(hash, |&node| numbers[node as usize] == wanted).copied()
            }
            Form::Texts(texts) => index.find(texts, id.as_bytes()),
        }
    }

    /// Returns the id that a user may have meant by a text that is not an id: one with other capital letters or blanks
    /// around it, or one of the first ids with only a few other letters. Numbers are not similar to each other.
    pub fn nearest(&self, wanted: &str) -> Option<&str> {
        let Form::Texts(texts) = &self.form else { return None };
        let all = || (0..self.len() as u32).filter_map(|node| texts.get(node));
        let lower = wanted.trim().to_lowercase();
        if let Some(id) = all().find(|id| id.trim().to_lowercase() == lower) {
            return Some(id);
        }
        let mut near: Vec<&str> = all().take(MOST_COMPARED).collect();
        while near.len() > 1 {
            let chunks = near.chunks(COMPARED_AT_ONCE);
            near = chunks.filter_map(|ids| nearest(wanted, ids.iter().copied())).collect();
        }
        nearest(wanted, near)
    }

    /// Returns whether the id of each node is its number.
    pub(crate) fn are_numbers_of_nodes(&self) -> bool {
        self.iter().zip(0..).all(|(id, node)| match id {
            Id::Number(number) => number == node,
            Id::Text(text) => text == itoa::Buffer::new().format(node),
        })
    }

    /// Returns the ids of these nodes, which are all different.
    pub(crate) fn of_nodes(&self, nodes: &[u32]) -> Ids {
        match &self.form {
            Form::Numbers(numbers) => {
                Ids::of_numbers(nodes.iter().map(|&node| numbers[node as usize]).collect())
            }
            Form::Texts(all) => {
                let mut texts = Texts::default();
                nodes.iter().for_each(|&node| texts.push(all.bytes_of(node)));
                Ids { form: Form::Texts(texts), numbers: OnceLock::new() }
            }
        }
    }
}

impl PartialEq for Ids {
    fn eq(&self, other: &Ids) -> bool {
        self.form == other.form
    }
}

impl fmt::Debug for Ids {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.iter().take(8)).finish()
    }
}

impl fmt::Display for Id<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(number) => number.fmt(out),
            Id::Text(text) => out.write_str(text),
        }
    }
}

impl Id<'_> {
    /// Returns the id as a field of a table, with quotation marks if it needs them (RFC 4180).
    pub fn field(&self, separator: char) -> Cow<'_, str> {
        match self {
            Id::Number(number) => number.to_string().into(),
            Id::Text(text) => field(text, separator),
        }
    }
}

/// Returns a text as a field of a table, with quotation marks if it needs them.
pub(crate) fn field(text: &str, separator: char) -> Cow<'_, str> {
    let is_special = |c: char| c == separator || matches!(c, '"' | '\n' | '\r');
    let has_blanks = text.starts_with([' ', '\t']) || text.ends_with([' ', '\t']);
    match text.contains(is_special) || has_blanks || text.is_empty() {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text.into(),
    }
}

/// Writes an id as a field of a table.
pub(crate) fn write_field(out: &mut impl Write, id: Id<'_>, separator: char) -> io::Result<()> {
    match id {
        Id::Number(number) => out.write_all(itoa::Buffer::new().format(number).as_bytes()),
        Id::Text(text) => out.write_all(field(text, separator).as_bytes()),
    }
}

impl Texts {
    fn bytes_of(&self, node: u32) -> &[u8] {
        let at = node as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start as usize..self.ends[at] as usize]
    }

    fn get(&self, node: u32) -> Option<&str> {
        self.ends.get(node as usize)?;
        Some(str::from_utf8(self.bytes_of(node)).expect("only whole texts are added"))
    }

    fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len() as u64);
    }
}

impl Index {
    /// Numbers all ids. Of equal ids, which only a damaged file has, the first one is found.
    fn of(ids: &Ids) -> Index {
        let mut index = Index::default();
        index.table.reserve(ids.len(), |_| 0);
        for node in 0..ids.len() as u32 {
            match &ids.form {
                Form::Numbers(numbers) => {
                    let hash = |node: &u32| index.hasher.hash_one(numbers[*node as usize]);
                    index.table.insert_unique(hash(&node), node, hash);
                }
                Form::Texts(texts) => index.add(texts, node),
            }
        }
        index
    }

    fn find(&self, texts: &Texts, text: &[u8]) -> Option<u32> {
        let hash = self.hasher.hash_one(text);
        self.table.find(hash, |&node| texts.bytes_of(node) == text).copied()
    }

    fn add(&mut self, texts: &Texts, node: u32) {
        let hash = |node: &u32| self.hasher.hash_one(texts.bytes_of(*node));
        self.table.insert_unique(hash(&node), node, hash);
    }
}

/// Numbers ids in the order in which they first occur.
#[derive(Default)]
pub(crate) struct Interner {
    texts: Texts,
    index: Index,
}

/// The nodes of a table of edges after all of its ids are known.
pub(crate) struct Interned {
    /// Number of nodes.
    pub(crate) nodes: u32,
    /// The number of the node of each interned id, unless they are the same.
    pub(crate) renumbered: Option<Vec<u32>>,
    /// The ids, unless they are the numbers of the nodes.
    pub(crate) ids: Option<Ids>,
}

impl Interner {
    /// Returns the number of an id that has one already.
    pub(crate) fn find(&self, id: &[u8]) -> Option<u32> {
        self.index.find(&self.texts, id)
    }

    /// Returns the id with a number.
    pub(crate) fn text(&self, number: u32) -> &str {
        self.texts.get(number).unwrap_or_default()
    }

    /// Returns the number of an id, which is new unless the id has one already.
    ///
    /// # Errors
    ///
    /// Returns an error if the id is not UTF-8, or if there are too many ids.
    pub(crate) fn intern(&mut self, id: &[u8]) -> Result<u32, Problem> {
        let Interner { texts, index } = self;
        let hash = index.hasher.hash_one(id);
        if let Some(node) = index.table.find(hash, |&node| texts.bytes_of(node) == id) {
            return Ok(*node);
        }
        if let Err(error) = str::from_utf8(id) {
            let what =
                format!("an id has a byte that is not UTF-8 (byte {})", error.valid_up_to() + 1);
            let help =
                "convert the file, for example with `iconv -f latin1 -t utf-8 FILE > NEW.csv`";
            return Err(Problem::Columns { what, help: help.into() });
        }
        let node = texts.ends.len();
        let node = match u32::try_from(node) {
            Ok(number) if number < MAX_NODES => number,
            _ => return Err(Problem::TooManyNodes(node as u64 + 1)),
        };
        texts.push(id);
        index.table.insert_unique(hash, node, |node| index.hasher.hash_one(texts.bytes_of(*node)));
        Ok(node)
    }

    /// Returns whether the ids of these numbers are not whole numbers, but all others are.
    pub(crate) fn are_exceptions(&self, numbers: &[u32]) -> bool {
        let is_whole = |node: u32| whole(self.texts.bytes_of(node)).is_some();
        let all = self.texts.ends.len() as u32;
        let mut others = (0..all).filter(|node| !numbers.contains(node)).peekable();
        others.peek().is_some()
            && !numbers.iter().any(|&node| is_whole(node))
            && others.all(is_whole)
    }

    /// Numbers the nodes. If all ids are whole numbers, nodes are in increasing order of their ids.
    /// Otherwise, they are in the order in which the ids first occur.
    pub(crate) fn finish(self) -> Interned {
        let Interner { texts, index } = self;
        drop(index);
        let nodes = texts.ends.len() as u32;
        let numbers: Option<Vec<i64>> =
            (0..nodes).map(|node| whole(texts.bytes_of(node))).collect();
        let Some(numbers) = numbers else {
            let ids = Some(Ids { form: Form::Texts(texts), numbers: OnceLock::new() });
            return Interned { nodes, renumbered: None, ids };
        };
        drop(texts);
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        // The texts `1` and `1.0` are the same number.
        sorted.dedup();
        let place = |number: &i64| sorted.partition_point(|other| other < number) as u32;
        let renumbered = numbers.iter().map(place).collect();
        let nodes = sorted.len() as u32;
        let ids = Ids::of_numbers(sorted);
        let ids = (!ids.are_numbers_of_nodes()).then_some(ids);
        Interned { nodes, renumbered: Some(renumbered), ids }
    }
}

/// Returns the whole number that a text means. Programs that compute with real numbers write `7.0`
/// for 7. A text with leading zeros, such as a postal code, is not a number.
fn whole(text: &[u8]) -> Option<i64> {
    let (digits, fraction) = match memchr::memchr(b'.', text) {
        Some(point) => (&text[..point], &text[point + 1..]),
        None => (text, &b"0"[..]),
    };
    if fraction.is_empty() || fraction.iter().any(|&byte| byte != b'0') {
        return None;
    }
    let magnitude = digits.strip_prefix(b"-").unwrap_or(digits);
    let is_usual = match magnitude {
        [b'0'] => digits.len() == 1,
        [first, ..] => first.is_ascii_digit() && *first != b'0',
        [] => false,
    };
    if !is_usual || !magnitude.iter().all(u8::is_ascii_digit) {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interned(ids: &[&str]) -> (Vec<u32>, Interned) {
        let mut interner = Interner::default();
        let numbers = ids.iter().map(|id| interner.intern(id.as_bytes()).expect("few ids"));
        let numbers: Vec<u32> = numbers.collect();
        let done = interner.finish();
        let new =
            |number: &u32| done.renumbered.as_ref().map_or(*number, |all| all[*number as usize]);
        (numbers.iter().map(new).collect(), done)
    }

    #[test]
    fn names_are_numbered_in_their_order_and_numbers_by_value() {
        let (numbers, names) = interned(&["bob", "ann", "bob", "007", "7"]);
        assert_eq!((numbers, names.nodes), (vec![0, 1, 0, 2, 3], 4));
        let names = names.ids.expect("names are not numbers");
        assert_eq!((names.node("007"), names.node("7"), names.node("8")), (Some(2), Some(3), None));
        let (numbers, sparse) = interned(&["9223372036854775807", "-5", "10", "10.0", "-5.00"]);
        assert_eq!((numbers, sparse.nodes), (vec![2, 0, 1, 1, 0], 3));
        let ids = sparse.ids.expect("there are gaps");
        assert_eq!(ids.as_numbers(), Some(&[-5, 10, i64::MAX][..]));
        assert_eq!((ids.node("10"), ids.node("11"), ids.node("x")), (Some(1), None, None));
        assert_eq!(ids.of_nodes(&[2, 0]).get(1), Some(Id::Number(-5)));
        let (_, mixed) = interned(&["0", "1", "x"]);
        let mixed = mixed.ids.expect("a name is not a number");
        assert!(!mixed.are_numbers_of_nodes() && mixed.of_nodes(&[0, 1]).are_numbers_of_nodes());
        let (numbers, dense) = interned(&["2", "0", "1.0"]);
        assert_eq!((numbers, dense.ids), (vec![2, 0, 1], None));
    }

    #[test]
    fn similar_ids_are_found() {
        let names: Vec<String> = (0..2000).map(|at| format!("node {at:04}")).collect();
        let all: Vec<&str> = names.iter().map(String::as_str).chain(["Ada", "Bob"]).collect();
        let ids = interned(&all).1.ids.expect("names are not numbers");
        assert_eq!(ids.nearest("ada"), Some("Ada"));
        assert_eq!(ids.nearest(" BOB "), Some("Bob"));
        assert_eq!(ids.nearest("Bbo"), Some("Bob"));
        assert_eq!(ids.nearest("nod 1234"), Some("node 1234"));
        assert_eq!(ids.nearest("x"), None);
        let numbers = interned(&["7", "9"]).1.ids.expect("there are gaps");
        assert_eq!(numbers.nearest("8"), None);
    }

    #[test]
    fn only_usual_whole_numbers_are_numbers() {
        for text in
            ["", "-", "-0", "+1", "1.", "1.5", ".0", "01", "1e3", "1 ", "9223372036854775808"]
        {
            assert_eq!(whole(text.as_bytes()), None, "{text}");
        }
        assert_eq!((whole(b"0"), whole(b"-7.0"), whole(b"0.0")), (Some(0), Some(-7), Some(0)));
    }

    #[test]
    fn fields_have_quotation_marks_where_they_need_them() {
        assert_eq!(field("a b", ','), "a b");
        assert_eq!(field("a,b", '\t'), "a,b");
        assert_eq!(field("a,\"b", ','), "\"a,\"\"b\"");
        assert_eq!(field(" a", ','), "\" a\"");
    }

    #[test]
    fn ids_that_are_not_text_are_refused() {
        assert!(Interner::default().intern(b"caf\xe9").is_err());
        let texts = |ends: &[u64]| Texts { bytes: "aé".into(), ends: ends.to_vec() };
        assert!(Ids::of_texts(texts(&[1, 3])).is_ok());
        for ends in [&[2, 3][..], &[1, 2], &[3, 1], &[], &[u64::MAX]] {
            assert!(Ids::of_texts(texts(ends)).is_err(), "{ends:?}");
        }
    }
}
