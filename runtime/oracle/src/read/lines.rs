//! Reads a text line by line, counts the lines for messages, and parses the fields that most
//! formats share.

use std::io::BufRead;

use super::ReadError;
use crate::adjacency::{LIMIT, Weight};

/// The edges of a file as `(source, target, weight)`. Node ids are counted from 0.
pub(super) type Edges = Vec<(u32, u32, Option<Weight>)>;

/// The lines of a text.
pub(super) struct Lines<'a> {
    reader: Box<dyn BufRead>,
    path: &'a str,
    number: u64,
    /// Whether weights are rounded to `f32`.
    single: bool,
}

impl<'a> Lines<'a> {
    pub fn new(reader: Box<dyn BufRead>, path: &'a str, single: bool) -> Self {
        Lines { reader, path, number: 0, single }
    }

    /// Returns the next line without surrounding white space, or `None` at the end of the text.
    pub fn next(&mut self) -> Result<Option<String>, ReadError> {
        Ok(self.next_with_tabs()?.map(|line| line.trim().to_owned()))
    }

    /// Returns the next line without surrounding spaces. Tabs stay, because they may separate empty
    /// columns. Bytes that are not UTF-8 (usually in comments) are replaced.
    pub fn next_with_tabs(&mut self) -> Result<Option<String>, ReadError> {
        let mut line = Vec::new();
        let path = || self.path.to_owned();
        let read = self.reader.read_until(b'\n', &mut line);
        if read.map_err(|source| ReadError::Io { path: path(), source })? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let line = String::from_utf8_lossy(&line);
        Ok(Some(line.trim_matches([' ', '\r', '\n']).to_owned()))
    }

    /// Returns the next line that is not empty and does not start with one of `comments`.
    pub fn next_content(&mut self, comments: &[char]) -> Result<Option<String>, ReadError> {
        while let Some(line) = self.next()? {
            if !line.is_empty() && !line.starts_with(comments) {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Returns the text after the lines that were read. Bytes that are not UTF-8 are replaced.
    pub fn rest(&mut self) -> Result<String, ReadError> {
        let mut rest = Vec::new();
        let read = self.reader.read_to_end(&mut rest);
        read.map_err(|source| ReadError::Io { path: self.path.to_owned(), source })?;
        Ok(String::from_utf8_lossy(&rest).into_owned())
    }

    /// Number of the line that was read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Sets the line number that messages name, for lines that are parsed later than they are read.
    pub fn set_number(&mut self, number: u64) {
        self.number = number;
    }

    /// Returns the error for an invalid line.
    pub fn wrong(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Line {
            path: self.path.to_owned(),
            line: self.number.max(1),
            reason: reason.into(),
        }
    }

    /// Returns the error for a file that is invalid as a whole.
    pub fn wrong_file(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Content { path: self.path.to_owned(), reason: reason.into() }
    }

    /// Returns the error for a file that may be valid but that the oracle cannot read.
    pub fn unsupported(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Unsupported { path: self.path.to_owned(), reason: reason.into() }
    }

    /// Parses the field as a number of nodes.
    pub fn node_count(&self, field: Option<&str>) -> Result<u32, ReadError> {
        let count = self.count(field, "number of nodes")?;
        if count > LIMIT {
            return Err(
                self.wrong(format!("{count} nodes are too many: 32-bit ids allow at most {LIMIT}"))
            );
        }
        Ok(count as u32)
    }

    /// Parses the field as a whole number. Error messages call the number `what`.
    pub fn count(&self, field: Option<&str>, what: &str) -> Result<u64, ReadError> {
        let field = field.ok_or_else(|| self.wrong(format!("the {what} is missing")))?;
        field.parse().map_err(|_| self.wrong(format!("'{field}' is not a valid {what}")))
    }

    /// Parses the field as the id of one of `nodes` nodes. The format counts nodes from `first`;
    /// the result counts from 0.
    pub fn node(&self, field: Option<&str>, first: u64, nodes: u32) -> Result<u32, ReadError> {
        let written = self.count(field, "node id")?;
        match written.checked_sub(first) {
            Some(id) if id < u64::from(nodes) => Ok(id as u32),
            _ => Err(self.wrong(format!(
                "node {written} does not exist: there are {nodes} nodes, counted from {first}"
            ))),
        }
    }

    /// Parses the field as a node id of a file that does not state its number of nodes. The format
    /// counts nodes from `first`; the result counts from 0.
    pub fn any_node(&self, field: Option<&str>, first: u64) -> Result<u32, ReadError> {
        let written = self.count(field, "node id")?;
        match written.checked_sub(first) {
            Some(id) if id < LIMIT => Ok(id as u32),
            Some(_) => Err(self.wrong(format!(
                "the node id {written} is too large: 32-bit ids allow at most {LIMIT} nodes"
            ))),
            None => Err(self
                .wrong(format!("node {written} does not exist: nodes are counted from {first}"))),
        }
    }

    /// Parses the field as a weight.
    pub fn weight(&self, field: Option<&str>) -> Result<Weight, ReadError> {
        let field = field.ok_or_else(|| self.wrong("the weight is missing"))?;
        let weight = Weight::parse(field)
            .ok_or_else(|| self.wrong(format!("'{field}' is not a valid weight")))?;
        let is_real = matches!(weight, Weight::Real(_));
        match field.parse::<f32>() {
            Ok(single) if self.single && is_real && single.is_finite() => {
                Ok(Weight::Real(f64::from(single)))
            }
            _ => Ok(weight),
        }
    }

    /// Returns an error unless `found`, the number of items that messages call `what`, equals
    /// `stated`, the number that the file announces.
    pub fn expect_count(&self, what: &str, stated: u64, found: usize) -> Result<(), ReadError> {
        if stated != found as u64 {
            return Err(
                self.wrong_file(format!("{stated} {what} are announced, but {found} follow"))
            );
        }
        Ok(())
    }
}
