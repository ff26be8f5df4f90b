//! Disjoint sets of nodes.

/// Sets of the numbers below some bound; at first each number is a set of its own.
pub(super) struct UnionFind {
    /// Each number's way to its set's smallest number, which is its own parent.
    parent: Vec<u32>,
}

impl UnionFind {
    /// `count` sets of one number each.
    pub fn new(count: u32) -> Self {
        UnionFind { parent: (0..count).collect() }
    }

    /// The smallest number in `number`'s set.
    pub fn smallest(&mut self, mut number: u32) -> u32 {
        while self.parent[number as usize] != number {
            let parent = self.parent[number as usize];
            // Halving the way keeps later ones short.
            self.parent[number as usize] = self.parent[parent as usize];
            number = parent;
        }
        number
    }

    /// Makes one set of two; `false` if they were one already.
    pub fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.smallest(a), self.smallest(b));
        self.parent[a.max(b) as usize] = a.min(b);
        a != b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_known_by_their_smallest_number() {
        let mut sets = UnionFind::new(6);
        assert!(sets.join(5, 3) && sets.join(4, 1) && sets.join(3, 1));
        assert!(!sets.join(5, 4) && !sets.join(2, 2));
        assert_eq!([0, 1, 2, 3, 4, 5].map(|number| sets.smallest(number)), [0, 1, 2, 1, 1, 1]);
    }
}
