//! Reads little-endian numbers from a binary file.

use std::io::{BufRead, Read};

use super::ReadError;
use crate::adjacency::LIMIT;

/// The bytes of a binary file.
pub(super) struct Bytes<'a> {
    reader: Box<dyn BufRead>,
    path: &'a str,
}

impl<'a> Bytes<'a> {
    pub fn new(reader: Box<dyn BufRead>, path: &'a str) -> Self {
        Bytes { reader, path }
    }

    /// Reads the next `N` bytes. Error messages call the bytes `what`.
    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ReadError> {
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes).map_err(|source| match source.kind() {
            std::io::ErrorKind::UnexpectedEof => {
                self.wrong(format!("the file ends before or inside {what}"))
            }
            _ => ReadError::Io { path: self.path.to_owned(), source },
        })?;
        Ok(bytes)
    }

    pub fn u8(&mut self, what: &str) -> Result<u8, ReadError> {
        self.array::<1>(what).map(|[byte]| byte)
    }

    pub fn u32(&mut self, what: &str) -> Result<u32, ReadError> {
        self.array(what).map(u32::from_le_bytes)
    }

    pub fn i32(&mut self, what: &str) -> Result<i32, ReadError> {
        self.array(what).map(i32::from_le_bytes)
    }

    /// Reads a 32-bit number with a sign that must not be negative.
    pub fn natural(&mut self, what: &str) -> Result<u32, ReadError> {
        let number = self.i32(what)?;
        number.try_into().map_err(|_| self.wrong(format!("{what}: {number} is negative")))
    }

    /// Returns whether the file has no further bytes.
    pub fn at_end(&mut self) -> Result<bool, ReadError> {
        let rest = self.reader.fill_buf();
        let rest = rest.map_err(|source| ReadError::Io { path: self.path.to_owned(), source })?;
        Ok(rest.is_empty())
    }

    pub fn u64(&mut self, what: &str) -> Result<u64, ReadError> {
        self.array(what).map(u64::from_le_bytes)
    }

    /// Reads a 64-bit number of items, which must be at most [`LIMIT`]. Error messages call the
    /// items `what`.
    pub fn count(&mut self, what: &'static str) -> Result<u32, ReadError> {
        let count = self.u64(&format!("the number of {what}"))?;
        if count > LIMIT {
            return Err(self
                .wrong(format!("{count} {what} are too many: 32-bit ids allow at most {LIMIT}")));
        }
        Ok(count as u32)
    }

    /// Returns the error for an invalid file.
    pub fn wrong(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Content { path: self.path.to_owned(), reason: reason.into() }
    }

    /// Returns the error for a file that may be valid but that the oracle cannot read.
    pub fn unsupported(&self, reason: impl Into<String>) -> ReadError {
        ReadError::Unsupported { path: self.path.to_owned(), reason: reason.into() }
    }

    /// Checks that `id` is one of `nodes` nodes.
    pub fn node(&self, id: u64, nodes: u32) -> Result<u32, ReadError> {
        if id >= u64::from(nodes) {
            return Err(
                self.wrong(format!("an edge ends at node {id}, but there are {nodes} nodes"))
            );
        }
        Ok(id as u32)
    }

    /// Returns the source of each edge. `ends` has the end of the edges of each node.
    pub fn sources(&self, ends: &[u64], edges: u32) -> Result<Vec<u32>, ReadError> {
        let mut sources = Vec::new();
        for (node, &end) in ends.iter().enumerate() {
            if end < sources.len() as u64 || end > u64::from(edges) {
                return Err(self.wrong(format!(
                    "node {node}'s edges end at edge {end}, which is not between {} and {edges}",
                    sources.len()
                )));
            }
            sources.resize(end as usize, node as u32);
        }
        if sources.len() != edges as usize {
            let found = sources.len();
            return Err(
                self.wrong(format!("{edges} edges are announced, but the nodes have {found}"))
            );
        }
        Ok(sources)
    }
}
