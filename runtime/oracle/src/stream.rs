//! The edges of a graph that is too large for an [`Adjacency`](crate::Adjacency).
//!
//! An adjacency needs 24 bytes or more for each edge, and one thread builds it. Some properties of a
//! result can be verified edge by edge, in any order. A check of such a property needs no copy of the
//! graph, and several threads can share the edges.

/// The edges of a graph in several parts. Each edge is in exactly one part.
pub trait EdgeStream: Sync {
    /// Returns the number of nodes.
    fn nodes(&self) -> u32;

    /// Returns the number of parts.
    fn parts(&self) -> usize;

    /// Calls `visit` with the source and the target of each edge of a part.
    fn for_each(&self, part: usize, visit: &mut dyn FnMut(u32, u32));
}

/// Calls `visit` for each edge, on all threads of the machine.
pub fn for_each_edge(edges: &dyn EdgeStream, visit: impl Fn(u32, u32) + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(edges.parts()) {
            scope.spawn(|| {
                loop {
                    let part = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if part >= edges.parts() {
                        return;
                    }
                    edges.for_each(part, &mut |source, target| visit(source, target));
                }
            });
        }
    });
}
