//! Disjoint sets of nodes.

/// A partition of the numbers below a bound. Initially, each number is in a separate set.
pub(super) struct UnionFind {
    /// The parent of each number. The smallest number of a set is its own parent.
    parent: Vec<u32>,
}

impl UnionFind {
    /// Creates `count` sets of one number each.
    pub fn new(count: u32) -> Self {
        UnionFind { parent: (0..count).collect() }
    }

    /// Returns the smallest number in the set of `number`.
    pub fn smallest(&mut self, mut number: u32) -> u32 {
        while self.parent[number as usize] != number {
            let parent = self.parent[number as usize];
            // Path halving shortens later searches.
            self.parent[number as usize] = self.parent[parent as usize];
            number = parent;
        }
        number
    }

    /// Joins the sets of two numbers. Returns `false` if they were already in one set.
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
