//! The library with which igc uses MPI: a small C interface over the MPI of this machine.
//!
//! The binary interfaces of MPI implementations differ, so igc itself is not linked with any. It opens this
//! library at run time, when several ranks run (`runtime/src/backend/ranks/mpi/library.rs`). Each function is
//! part of an interface with a version, [`VERSION`]: a change of a signature or of a meaning needs a new
//! version there and here.
//!
//! All functions except [`igc_mpi_version`] and [`igc_mpi_abort`] are for one thread, the one that called
//! [`igc_mpi_init`]. A call of [`igc_mpi_announce`] or [`igc_mpi_transfer`] is collective: it returns when all
//! ranks have called it.

use std::ffi::{c_char, c_int};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use mpi::Threading;
use mpi::datatype::{Partition, PartitionMut};
use mpi::environment::{initialize_with_threading, library_version, threading_support};
use mpi::traits::*;
use mpi::topology::SimpleCommunicator;

/// The version of this interface.
const VERSION: u32 = 1;

/// Largest number of bytes of one call of MPI. MPI counts with 32 bits.
const MOST: usize = i32::MAX as usize;

/// Smaller values of [`MOST`], for tests.
const MOST_VARIABLE: &str = "IGC_MPI_MOST_BYTES";

/// Time for which a rank that waits for others uses all of its core.
const BUSY: Duration = Duration::from_micros(200);

/// The results of functions.
const DONE: c_int = 0;
const FAILED: c_int = 1;
/// MPI does not support threads besides the one that calls it.
const NO_THREADS: c_int = 2;

/// The ranks. The communicator is a copy, so that messages do not mix with those of the caller's program.
struct World {
    ranks: SimpleCommunicator,
    /// Largest number of bytes of one call of MPI.
    most: usize,
    /// Whether this library has initialised MPI, and must end it.
    is_owner: bool,
}

// SAFETY: a communicator is a handle, which never changes. The interface requires that one thread at a time
// uses it.
unsafe impl Send for World {}
// SAFETY: as above.
unsafe impl Sync for World {}

static WORLD: OnceLock<World> = OnceLock::new();

/// Returns the version of the interface. igc calls no other function if it expects another version.
#[unsafe(no_mangle)]
pub extern "C" fn igc_mpi_version() -> u32 {
    VERSION
}

/// Initialises MPI, unless the process has done so. Returns 0, or 2 if MPI does not support threads.
#[unsafe(no_mangle)]
pub extern "C" fn igc_mpi_init() -> c_int {
    if WORLD.get().is_some() {
        return DONE;
    }
    let universe = initialize_with_threading(Threading::Funneled);
    let is_owner = universe.is_some();
    // Dropping it would end MPI.
    std::mem::forget(universe);
    if threading_support() < Threading::Funneled {
        return NO_THREADS;
    }
    let given = std::env::var(MOST_VARIABLE).ok().and_then(|text| text.parse().ok());
    let most = given.filter(|most| (1..=MOST).contains(most)).unwrap_or(MOST);
    let ranks = SimpleCommunicator::world().duplicate();
    let _ = WORLD.set(World { ranks, most, is_owner });
    DONE
}

/// Returns the number of this rank, from 0, or -1 before [`igc_mpi_init`].
#[unsafe(no_mangle)]
pub extern "C" fn igc_mpi_rank() -> c_int {
    WORLD.get().map_or(-1, |world| world.ranks.rank())
}

/// Returns the number of ranks, or -1 before [`igc_mpi_init`].
#[unsafe(no_mangle)]
pub extern "C" fn igc_mpi_size() -> c_int {
    WORLD.get().map_or(-1, |world| world.ranks.size())
}

/// Writes the name and the version of the MPI implementation, of which `room` bytes at most, and returns the
/// number of bytes.
///
/// # Safety
///
/// `text` must point to `room` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_mpi_name(text: *mut c_char, room: usize) -> usize {
    let name = library_version().unwrap_or_default();
    let length = name.len().min(room);
    // SAFETY: the caller has room for this many bytes.
    unsafe { std::ptr::copy_nonoverlapping(name.as_ptr(), text.cast(), length) };
    length
}

/// Exchanges two numbers with each rank: sends `sent[2 * r]` and `sent[2 * r + 1]` to rank `r`, and receives
/// in the same places.
///
/// # Safety
///
/// Both pointers must point to two numbers for each rank, which do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_mpi_announce(sent: *const u64, received: *mut u64) -> c_int {
    let Some(world) = WORLD.get() else { return FAILED };
    let count = 2 * world.ranks.size() as usize;
    // SAFETY: the caller guarantees both lengths.
    let (sent, received) = unsafe {
        (
            std::slice::from_raw_parts(sent, count),
            std::slice::from_raw_parts_mut(received, count),
        )
    };
    mpi::request::scope(|scope| {
        let start = Instant::now();
        let mut request = world.ranks.immediate_all_to_all_into(scope, sent, received);
        while let Err(unfinished) = request.test() {
            request = unfinished;
            pause(start.elapsed());
        }
    });
    DONE
}

/// Lets other threads and processes run while this rank waits. MPI itself would use the core all the time, which another
/// rank may need.
fn pause(waited: Duration) {
    match waited {
        waited if waited < BUSY => std::thread::yield_now(),
        waited if waited < Duration::from_secs(1) => std::thread::sleep(Duration::from_micros(50)),
        _ => std::thread::sleep(Duration::from_millis(1)),
    }
}

/// Exchanges messages: sends the first `sent_lengths[0]` bytes to rank 0, the following ones to rank 1, and so
/// on, and receives in the same order. `longest` is the length of the longest message that any rank sends,
/// and must be the same on all ranks.
///
/// # Safety
///
/// The lengths must have a number for each rank, and must agree with those of the other ranks. The other
/// pointers must point to as many bytes as the sum of their lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn igc_mpi_transfer(
    sent: *const u8,
    sent_lengths: *const u64,
    received: *mut u8,
    received_lengths: *const u64,
    longest: u64,
) -> c_int {
    let Some(world) = WORLD.get() else { return FAILED };
    let ranks = world.ranks.size() as usize;
    // SAFETY: the caller guarantees the lengths.
    let (sent_lengths, received_lengths) = unsafe {
        (
            std::slice::from_raw_parts(sent_lengths, ranks),
            std::slice::from_raw_parts(received_lengths, ranks),
        )
    };
    // SAFETY: likewise.
    let (sent, received) = unsafe {
        (
            std::slice::from_raw_parts(sent, total(sent_lengths)),
            std::slice::from_raw_parts_mut(received, total(received_lengths)),
        )
    };
    transfer(world, (sent, sent_lengths), (received, received_lengths), longest as usize);
    DONE
}

fn total(lengths: &[u64]) -> usize {
    lengths.iter().sum::<u64>() as usize
}

/// Exchanges messages in as many calls of MPI as their lengths require. All ranks make the same number of calls.
fn transfer(
    world: &World,
    (sent, sent_lengths): (&[u8], &[u64]),
    (received, received_lengths): (&mut [u8], &[u64]),
    longest: usize,
) {
    // The messages of a call to or from all ranks have no more than the most bytes in sum.
    let chunk = (world.most / sent_lengths.len()).max(1);
    if longest <= chunk {
        return call(world, (sent, sent_lengths), (received, received_lengths));
    }
    for first in (0..longest).step_by(chunk) {
        let of_call = |lengths: &[u64]| -> Vec<u64> {
            let rest = |length: &u64| (*length as usize).saturating_sub(first).min(chunk) as u64;
            lengths.iter().map(rest).collect()
        };
        let (now_sent, now_received) = (of_call(sent_lengths), of_call(received_lengths));
        let mut outgoing = Vec::with_capacity(total(&now_sent));
        let mut start = 0;
        for (length, now) in sent_lengths.iter().zip(&now_sent) {
            if *now > 0 {
                outgoing.extend_from_slice(&sent[start + first..start + first + *now as usize]);
            }
            start += *length as usize;
        }
        let mut incoming = vec![0; total(&now_received)];
        call(world, (&outgoing, &now_sent), (&mut incoming, &now_received));
        let (mut start, mut rest) = (0, &incoming[..]);
        for (length, now) in received_lengths.iter().zip(&now_received) {
            let (part, others) = rest.split_at(*now as usize);
            rest = others;
            if *now > 0 {
                received[start + first..start + first + part.len()].copy_from_slice(part);
            }
            start += *length as usize;
        }
    }
}

/// Exchanges messages in one call of MPI, for which they are short enough.
fn call(
    world: &World,
    (sent, sent_lengths): (&[u8], &[u64]),
    (received, received_lengths): (&mut [u8], &[u64]),
) {
    let layout = |lengths: &[u64]| -> (Vec<c_int>, Vec<c_int>) {
        let counts: Vec<c_int> = lengths.iter().map(|length| *length as c_int).collect();
        let starts = counts.iter().scan(0, |sum, count| {
            *sum += count;
            Some(*sum - count)
        });
        let starts = starts.collect();
        (counts, starts)
    };
    let (sent_counts, sent_starts) = layout(sent_lengths);
    let (received_counts, received_starts) = layout(received_lengths);
    // The pointer to an empty slice is 1, which means `MPI_IN_PLACE` to Open MPI.
    let (nothing, mut nowhere) = ([0u8], [0u8]);
    let sent = if sent.is_empty() { &nothing } else { sent };
    let received = if received.is_empty() { &mut nowhere } else { received };
    let sent = Partition::new(sent, sent_counts, sent_starts);
    let mut received = PartitionMut::new(received, received_counts, received_starts);
    world.ranks.all_to_all_varcount_into(&sent, &mut received);
}

/// Ends all ranks at once with an exit code. MPI does not say that any thread may call this function, but a
/// rank that has failed has no better way to end the others.
#[unsafe(no_mangle)]
pub extern "C" fn igc_mpi_abort(code: c_int) {
    if let Some(world) = WORLD.get() {
        world.ranks.abort(code);
    }
}

/// Ends MPI, if this library has initialised it. No other function may be called afterwards.
#[unsafe(no_mangle)]
pub extern "C" fn igc_mpi_finalize() -> c_int {
    match WORLD.get() {
        // SAFETY: MPI is initialised, and this is the last call.
        Some(world) if world.is_owner => unsafe { mpi::ffi::MPI_Finalize() },
        _ => DONE,
    }
}
