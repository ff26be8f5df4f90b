//! Proposals of orders to try.

use std::collections::VecDeque;

use fastrand::Rng;
use igc_compiler::configuration::{OrderOf, PassKind};

use super::{Manner, Way};

/// Largest number of passes of a proposal.
const LONGEST: usize = 16;

/// Number of timed orders before the search also changes the best ones.
const RANDOM_FIRST: usize = 16;

/// Number of best orders that the search changes.
const PARENTS: usize = 4;

/// The orders of a search: those with which it starts, and then proposals.
pub(super) struct Source<P> {
    first: VecDeque<(OrderOf<P>, Way)>,
    /// `None` if the user lists the orders.
    proposer: Option<Proposer>,
}

impl<P: PassKind> Source<P> {
    /// Creates the source of a search after a number of trials.
    pub(super) fn new(manner: &Manner<P>, trials: usize) -> Source<P> {
        let references = [OrderOf::default(), OrderOf::standard()].map(|order| (order, Way::Start));
        let with_way = |orders: &[OrderOf<P>], way| {
            orders.iter().cloned().map(|order| (order, way)).collect::<Vec<_>>()
        };
        let (others, proposer) = match &manner.listed {
            Some(listed) => (with_way(listed, Way::Listed), None),
            None => {
                let alone = P::all().iter().filter_map(|(_, pass)| OrderOf::new(vec![*pass]).ok());
                let mut others = with_way(&alone.collect::<Vec<_>>(), Way::Start);
                others.extend(with_way(&manner.neighbours, Way::Neighbour));
                (others, Some(Proposer::new(manner.seed.wrapping_add(trials as u64))))
            }
        };
        Source { first: references.into_iter().chain(others).collect(), proposer }
    }

    /// Returns whether the next order is one with which the search starts.
    pub(super) fn is_starting(&self) -> bool {
        !self.first.is_empty()
    }

    /// Returns the next order. `best` returns the timed orders, the fastest first. Returns `None`
    /// after the last order of a list.
    pub(super) fn next(&mut self, best: impl Fn() -> Vec<OrderOf<P>>) -> Option<(OrderOf<P>, Way)> {
        let propose = |proposer: &mut Proposer| proposer.propose(&best());
        self.first.pop_front().or_else(|| self.proposer.as_mut().map(propose))
    }
}

/// Proposes orders.
struct Proposer {
    random: Rng,
}

impl Proposer {
    /// Creates a proposer. The same seed gives the same proposals.
    fn new(seed: u64) -> Proposer {
        Proposer { random: Rng::with_seed(seed) }
    }

    /// Proposes an order: a random one, or one of the best orders with a change. `best` has the timed
    /// orders, the fastest first.
    fn propose<P: PassKind>(&mut self, best: &[OrderOf<P>]) -> (OrderOf<P>, Way) {
        if best.len() < RANDOM_FIRST || self.random.u8(..4) == 0 {
            return (self.any(), Way::Random);
        }
        let parent = &best[self.random.usize(..PARENTS.min(best.len()))];
        let way = [Way::Insert, Way::Remove, Way::Exchange][self.random.usize(..3)];
        (self.changed(parent, way), way)
    }

    fn pass<P: PassKind>(&mut self) -> P {
        P::all()[self.random.usize(..P::all().len())].1
    }

    fn any<P: PassKind>(&mut self) -> OrderOf<P> {
        let length = self.random.usize(1..=LONGEST);
        let passes = (0..length).map(|_| self.pass()).collect();
        order_of(passes)
    }

    /// Returns an order with one change.
    fn changed<P: PassKind>(&mut self, parent: &OrderOf<P>, way: Way) -> OrderOf<P> {
        let mut passes = parent.passes().to_vec();
        match way {
            Way::Remove if !passes.is_empty() => {
                passes.remove(self.random.usize(..passes.len()));
            }
            Way::Exchange if passes.len() >= 2 => {
                let (a, b) = (self.random.usize(..passes.len()), self.random.usize(..passes.len()));
                passes.swap(a, b);
            }
            _ => {
                let pass = self.pass();
                passes.insert(self.random.usize(..=passes.len()), pass);
            }
        }
        order_of(passes)
    }
}

/// Returns an order without the pass at a position.
pub(super) fn without<P: PassKind>(order: &OrderOf<P>, at: usize) -> OrderOf<P> {
    let passes = order.passes().iter().enumerate().filter(|(other, _)| *other != at);
    order_of(passes.map(|(_, pass)| *pass).collect())
}

fn order_of<P: PassKind>(mut passes: Vec<P>) -> OrderOf<P> {
    passes.truncate(OrderOf::<P>::MAX);
    OrderOf::new(passes).expect("the order is not longer than the longest one")
}

#[cfg(test)]
mod tests {
    use igc_compiler::configuration::{PassOrder, ScalarPass};

    use super::*;

    #[test]
    fn a_seed_determines_the_proposals() {
        let best: Vec<PassOrder> = vec![PassOrder::standard(); RANDOM_FIRST];
        let proposals = |seed| {
            let mut proposer = Proposer::new(seed);
            (0..50).map(|_| proposer.propose(&best)).collect::<Vec<_>>()
        };
        assert_eq!(proposals(3), proposals(3));
        assert_ne!(proposals(3), proposals(4));
        let ways: Vec<Way> = proposals(3).into_iter().map(|(_, way)| way).collect();
        for way in [Way::Random, Way::Insert, Way::Remove, Way::Exchange] {
            assert!(ways.contains(&way), "{way:?}");
        }
    }

    #[test]
    fn the_first_proposals_are_random() {
        let mut proposer = Proposer::new(1);
        let best = vec![PassOrder::standard(); RANDOM_FIRST - 1];
        assert!((0..50).all(|_| proposer.propose(&best).1 == Way::Random));
    }

    #[test]
    fn a_change_is_one_pass() {
        let parent = PassOrder::parse("promote,gvn,dce").unwrap();
        let mut proposer = Proposer::new(7);
        for _ in 0..50 {
            assert_eq!(proposer.changed(&parent, Way::Insert).passes().len(), 4);
            assert_eq!(proposer.changed(&parent, Way::Remove).passes().len(), 2);
            let mut sorted = proposer.changed(&parent, Way::Exchange).passes().to_vec();
            sorted.sort();
            assert_eq!(sorted, [ScalarPass::Promote, ScalarPass::Gvn, ScalarPass::Dce]);
        }
        assert_eq!(proposer.changed(&PassOrder::default(), Way::Remove).passes().len(), 1);
        assert_eq!(without(&parent, 1).to_string(), "promote,dce");
    }
}
