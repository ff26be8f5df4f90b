//! Readers of binary graph files. All formats are little-endian. All readers process the file as a
//! stream of bounded pieces, so memory grows with the length of the file and not with the sizes
//! that its header claims.

pub mod ecl;
pub mod galois;
pub mod gapbs;
pub mod igc;
pub(crate) mod stream;

use crate::error::{GraphError, MAX_EDGES, MAX_NARROW_EDGES, MAX_NODES, Problem};
use crate::offsets::{EdgeId, Offsets};
use stream::{FileValue, Stream};

/// Returns the `nodes` and `edges` of a header, or an error if they are too many.
fn checked_sizes(nodes: u64, edges: u64) -> Result<(u32, u64), GraphError> {
    let fits = |count: u64| u32::try_from(count).ok().filter(|&count| count <= MAX_NODES);
    let nodes = fits(nodes).ok_or(Problem::TooManyNodes(nodes))?;
    if edges > MAX_EDGES {
        return Err(Problem::TooManyEdges(edges).into());
    }
    Ok((nodes, edges))
}

/// Reads `count` offsets of 64 bits, in the width that a graph with `edges` edges needs. `check`
/// returns the offset for a value of the file and for the offset before it.
fn read_offsets<T: FileValue>(
    stream: &mut Stream<'_>,
    (count, edges): (usize, u64),
    section: &'static str,
    check: impl Fn(T, usize, Option<u64>) -> Result<u64, Problem>,
) -> Result<Offsets, Problem> {
    fn read<T: FileValue, O: EdgeId>(
        stream: &mut Stream<'_>,
        (count, section): (usize, &'static str),
        check: impl Fn(T, usize, Option<u64>) -> Result<u64, Problem>,
    ) -> Result<Vec<O>, Problem> {
        stream.converted(count, section, |value: T, before: &[O]| {
            let last = before.last().map(|offset| offset.index() as u64);
            Ok(O::new(check(value, before.len(), last)? as usize))
        })
    }
    Ok(match edges > MAX_NARROW_EDGES {
        true => Offsets::Wide(read(stream, (count, section), check)?.into()),
        false => Offsets::Narrow(read(stream, (count, section), check)?.into()),
    })
}

/// Checks `end`, the end of the row of `node`, which begins at `start`, in a graph with `edges`
/// edges. Returns `end`.
fn checked_row_end(node: usize, start: u64, end: u64, edges: u64) -> Result<u64, Problem> {
    match start <= end && end <= edges {
        true => Ok(end),
        false => Err(Problem::Corrupt(format!(
            "the edges of node {node} end at {end}, which is not between their start, {start}, and \
             the number of edges, {edges}"
        ))),
    }
}

/// Checks a target of a graph with `nodes` nodes. Returns the target as a 32-bit number.
#[inline]
fn checked_target(target: u64, nodes: u32) -> Result<u32, Problem> {
    if target >= u64::from(nodes) {
        return Err(Problem::NodeOutOfRange { node: target, nodes: u64::from(nodes), first: 0 });
    }
    Ok(target as u32)
}

/// Checks that the last offset is the number of edges.
fn checked_offsets(offsets: &Offsets, edges: u64) -> Result<(), Problem> {
    match offsets.at(offsets.len() - 1) as u64 == edges {
        true => Ok(()),
        false => Err(Problem::Corrupt(format!(
            "the edges of the last node must end at the number of edges, {edges}"
        ))),
    }
}
