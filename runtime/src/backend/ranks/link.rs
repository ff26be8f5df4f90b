//! How ranks exchange messages: the trait [`Link`], and an implementation for ranks that are threads of
//! one process.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::Error;

/// The connection of a rank with all ranks. All ranks call the same functions in the same order.
pub trait Link: Send {
    /// Sends a message to each rank, which may be this one, and returns the messages that each rank sent
    /// to this one.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OtherRank`] if another rank has ended the run.
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error>;
}

/// The meeting point of ranks that are threads of one process.
#[derive(Default)]
struct Meeting {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The messages of the current exchange, by receiver and sender.
    given: Vec<Vec<Vec<u8>>>,
    /// The messages of the last complete exchange, by receiver.
    delivered: Vec<Vec<Vec<u8>>>,
    /// Number of ranks that have given their messages.
    arrived: usize,
    /// Number of complete exchanges.
    exchanges: u64,
    /// Whether a rank has ended the run early.
    has_failed: bool,
}

/// The link of a rank that is a thread of this process. If it is dropped before [`Local::end`], the other ranks
/// end their runs.
pub struct Local {
    meeting: Arc<Meeting>,
    rank: usize,
    ranks: usize,
    has_ended: bool,
}

/// Connects ranks that are threads of this process.
pub fn local(ranks: usize) -> Vec<Local> {
    let meeting = Arc::new(Meeting::default());
    *meeting.state() = State {
        given: vec![vec![vec![]; ranks]; ranks],
        delivered: vec![vec![]; ranks],
        ..State::default()
    };
    let link = |rank| Local { meeting: Arc::clone(&meeting), rank, ranks, has_ended: false };
    (0..ranks).map(link).collect()
}

impl Meeting {
    fn state(&self) -> MutexGuard<'_, State> {
        // A rank that panics leaves the state whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Local {
    /// Says that this rank has reached the end of the run, so that dropping the link ends no other rank.
    pub fn end(&mut self) {
        self.has_ended = true;
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        if !self.has_ended {
            self.meeting.state().has_failed = true;
            self.meeting.changed.notify_all();
        }
    }
}

impl Link for Local {
    fn exchange(&mut self, messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error> {
        let mut state = self.meeting.state();
        for (receiver, message) in messages.into_iter().enumerate() {
            state.given[receiver][self.rank] = message;
        }
        state.arrived += 1;
        let before = state.exchanges;
        if state.arrived == self.ranks {
            let empty = vec![vec![vec![]; self.ranks]; self.ranks];
            state.delivered = std::mem::replace(&mut state.given, empty);
            (state.arrived, state.exchanges) = (0, before + 1);
            self.meeting.changed.notify_all();
        }
        while state.exchanges == before && !state.has_failed {
            state = self.meeting.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        match state.exchanges == before {
            true => Err(Error::OtherRank),
            false => Ok(std::mem::take(&mut state.delivered[self.rank])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_at_their_receivers() {
        let ranks = 3;
        std::thread::scope(|scope| {
            for mut link in local(ranks) {
                scope.spawn(move || {
                    for round in 0..100u8 {
                        let from = link.rank as u8;
                        let message = |to: usize| vec![round, from, to as u8];
                        let received = link.exchange((0..ranks).map(message).collect()).unwrap();
                        for (sender, message) in received.iter().enumerate() {
                            assert_eq!(message, &[round, sender as u8, from]);
                        }
                    }
                    link.end();
                });
            }
        });
    }

    #[test]
    fn a_rank_that_ends_early_ends_the_others() {
        std::thread::scope(|scope| {
            let mut links = local(3);
            drop(links.pop());
            for mut link in links {
                scope.spawn(move || {
                    let error = link.exchange(vec![vec![]; 3]).unwrap_err();
                    assert!(matches!(error, Error::OtherRank), "{error}");
                });
            }
        });
    }
}
