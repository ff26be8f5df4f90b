//! What ranks exchange in a run, which the report of the run states.

use serde::Serialize;

/// What the [ranks](crate::backend::ranks) of a run have exchanged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Traffic {
    /// Number of exchanges, in each of which all ranks take part.
    pub exchanges: u64,
    /// Number of messages that are not empty, from all ranks to others.
    pub messages: u64,
    /// Size of all messages, in bytes.
    pub bytes: u64,
    /// Size of the messages of the rank that has sent most, in bytes.
    pub most_bytes: u64,
}

impl Traffic {
    /// Notes an exchange, in which a rank sends messages of these sizes to all ranks. That to itself does not count.
    pub fn note(&mut self, own: usize, sizes: impl Iterator<Item = usize>) {
        self.exchanges += 1;
        let others = sizes.enumerate().filter(|(receiver, _)| *receiver != own);
        for (_, size) in others.filter(|(_, size)| *size > 0) {
            self.messages += 1;
            self.bytes += size as u64;
            self.most_bytes += size as u64;
        }
    }

    /// Adds what another rank has sent.
    pub fn add(&mut self, other: &Traffic) {
        self.exchanges = self.exchanges.max(other.exchanges);
        self.messages += other.messages;
        self.bytes += other.bytes;
        self.most_bytes = self.most_bytes.max(other.most_bytes);
    }
}
