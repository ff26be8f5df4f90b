//! How ranks exchange messages: the trait [`Link`], and an implementation for ranks that are threads of
//! one process.
//!
//! A message has bytes, and items that were collected on a device. Between threads, items are handed over as they are:
//! those of GPUs stay in the memory of the GPU until the receiver copies them.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Error;
use crate::traffic::Traffic;

/// What a message carries besides bytes.
pub trait Items: Send + Sized {
    /// Returns the size in bytes.
    fn bytes(&self) -> usize;

    /// Copies the items to the memory of the host, as words.
    ///
    /// # Errors
    ///
    /// Returns an error if the device fails.
    fn words(&self) -> Result<Cow<'_, [u32]>, Error>;

    /// Takes items that are in the memory of the host.
    fn of_words(words: Vec<u32>) -> Self;
}

impl Items for Vec<u32> {
    fn bytes(&self) -> usize {
        size_of_val(&self[..])
    }

    fn words(&self) -> Result<Cow<'_, [u32]>, Error> {
        Ok(Cow::Borrowed(self))
    }

    fn of_words(words: Vec<u32>) -> Vec<u32> {
        words
    }
}

/// A message to a rank, with items of type `I`.
#[derive(Debug, PartialEq)]
pub struct Message<I> {
    pub bytes: Vec<u8>,
    pub items: Vec<(I, Form)>,
}

/// What items are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Items of a worklist.
    Items,
    /// Places below a number, each at most once, with values of a size in bytes.
    Values { places: u32, size: u8 },
    /// The elements of an array.
    Elements,
}

impl<I> Default for Message<I> {
    fn default() -> Message<I> {
        Message { bytes: vec![], items: vec![] }
    }
}

impl<I> Message<I> {
    /// Returns an empty message for each of these ranks.
    pub fn for_ranks(ranks: usize) -> Vec<Message<I>> {
        (0..ranks).map(|_| Message::default()).collect()
    }
}

impl<I: Items> Message<I> {
    /// Returns the size in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len() + self.items.iter().map(|(items, _)| items.bytes()).sum::<usize>()
    }
}

/// The connection of a rank with all ranks. All ranks call the same functions in the same order.
pub trait Link<I>: Send {
    /// Sends a message to each rank, which may be this one, and returns the messages that each rank sent
    /// to this one.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OtherRank`] if another rank has ended the run.
    fn exchange(&mut self, messages: Vec<Message<I>>) -> Result<Vec<Message<I>>, Error>;
}

/// The meeting point of ranks that are threads of one process.
struct Meeting<I> {
    state: Mutex<State<I>>,
    /// The number of complete exchanges, for ranks that look at it.
    ended: AtomicU64,
    changed: Condvar,
}

struct State<I> {
    /// The messages of the current exchange, by receiver and sender.
    given: Vec<Vec<Message<I>>>,
    /// The messages of the last complete exchange, by receiver.
    delivered: Vec<Vec<Message<I>>>,
    /// Number of ranks that have given their messages.
    arrived: usize,
    /// Number of complete exchanges.
    exchanges: u64,
    /// Whether a rank has ended the run early.
    has_failed: bool,
}

/// The link of a rank that is a thread of this process. If it is dropped before [`Local::end`], the other ranks
/// end their runs.
pub struct Local<I> {
    meeting: Arc<Meeting<I>>,
    rank: usize,
    ranks: usize,
    /// How long the rank looks for the others before it sleeps.
    patience: Duration,
    has_ended: bool,
    /// What this rank has sent to others.
    pub traffic: Traffic,
}

/// Connects ranks that are threads of this process. Each rank looks for the others for a time before it sleeps, because the
/// system takes long to wake a thread.
pub fn local<I>(ranks: usize, patience: Duration) -> Vec<Local<I>> {
    let state = State {
        given: nothing(ranks),
        delivered: nothing(ranks),
        arrived: 0,
        exchanges: 0,
        has_failed: false,
    };
    let meeting = Arc::new(Meeting {
        state: Mutex::new(state),
        ended: AtomicU64::new(0),
        changed: Condvar::new(),
    });
    let link = |rank| Local {
        meeting: Arc::clone(&meeting),
        rank,
        ranks,
        patience,
        has_ended: false,
        traffic: Traffic::default(),
    };
    (0..ranks).map(link).collect()
}

/// Returns an empty message from each rank to each rank.
fn nothing<I>(ranks: usize) -> Vec<Vec<Message<I>>> {
    (0..ranks).map(|_| Message::for_ranks(ranks)).collect()
}

impl<I> Meeting<I> {
    fn state(&self) -> MutexGuard<'_, State<I>> {
        // A rank that panics leaves the state whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<I> Local<I> {
    /// Says that this rank has reached the end of the run, so that dropping the link ends no other rank.
    pub fn end(&mut self) {
        self.has_ended = true;
    }
}

impl<I> Drop for Local<I> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.meeting.state().has_failed = true;
            self.meeting.changed.notify_all();
        }
    }
}

impl<I: Items> Link<I> for Local<I> {
    fn exchange(&mut self, messages: Vec<Message<I>>) -> Result<Vec<Message<I>>, Error> {
        self.traffic.note(self.rank, messages.iter().map(Message::size));
        let mut state = self.meeting.state();
        for (receiver, message) in messages.into_iter().enumerate() {
            state.given[receiver][self.rank] = message;
        }
        state.arrived += 1;
        let before = state.exchanges;
        if state.arrived == self.ranks {
            state.delivered = std::mem::replace(&mut state.given, nothing(self.ranks));
            (state.arrived, state.exchanges) = (0, before + 1);
            self.meeting.ended.store(before + 1, Ordering::Relaxed);
            self.meeting.changed.notify_all();
        }
        if !self.patience.is_zero() && state.exchanges == before {
            drop(state);
            let start = Instant::now();
            while self.meeting.ended.load(Ordering::Relaxed) == before
                && start.elapsed() < self.patience
            {
                std::hint::spin_loop();
            }
            state = self.meeting.state();
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

    impl Items for usize {
        fn bytes(&self) -> usize {
            10
        }

        fn words(&self) -> Result<Cow<'_, [u32]>, Error> {
            Ok(vec![*self as u32].into())
        }

        fn of_words(words: Vec<u32>) -> usize {
            words[0] as usize
        }
    }

    #[test]
    fn messages_arrive_at_their_receivers() {
        let ranks = 3;
        for patience in [Duration::ZERO, Duration::from_micros(20)] {
            exchange_all(ranks, patience);
        }
    }

    fn exchange_all(ranks: usize, patience: Duration) {
        std::thread::scope(|scope| {
            for mut link in local(ranks, patience) {
                scope.spawn(move || {
                    for round in 0..100u8 {
                        let from = link.rank as u8;
                        let message = |to: usize| Message {
                            bytes: vec![round, from],
                            items: vec![(to, Form::Items)],
                        };
                        let received = link.exchange((0..ranks).map(message).collect()).unwrap();
                        for (sender, message) in received.iter().enumerate() {
                            let items = vec![(usize::from(from), Form::Items)];
                            let bytes = vec![round, sender as u8];
                            assert_eq!(*message, Message { bytes, items });
                        }
                    }
                    link.end();
                    let others = 2 * 100;
                    let size = others * (2 + 10);
                    let expected =
                        Traffic { exchanges: 100, messages: others, bytes: size, most_bytes: size };
                    assert_eq!(link.traffic, expected);
                });
            }
        });
    }

    #[test]
    fn a_rank_that_ends_early_ends_the_others() {
        std::thread::scope(|scope| {
            let mut links = local::<usize>(3, Duration::ZERO);
            drop(links.pop());
            for mut link in links {
                scope.spawn(move || {
                    let error = link.exchange(Message::for_ranks(3)).unwrap_err();
                    assert!(matches!(error, Error::OtherRank), "{error}");
                });
            }
        });
    }
}
