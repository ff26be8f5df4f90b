//! Collects the edges of a text in a chunk whose weights are widened when necessary.

use super::number::Number;
use crate::assemble::EdgeChunk;
use crate::csr::Weights;
use crate::values::Values;

/// The rules for adding the edges of a text to the graph.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EdgeRules {
    /// Whether edges have weights.
    pub(crate) weighted: bool,
    /// Whether each edge that is not a self-loop is followed by its reverse.
    pub(crate) mirrored: bool,
    /// Whether the reverse of an edge has the negative weight.
    pub(crate) negated: bool,
    /// Whether weights are rounded to `f32` at once.
    pub(crate) single: bool,
}

/// Collects the edges of one block.
pub(crate) struct EdgeSink {
    chunk: EdgeChunk,
    rules: EdgeRules,
}

impl EdgeSink {
    /// Creates a sink without edges.
    pub(crate) fn new(rules: EdgeRules) -> Self {
        let weights = rules.weighted.then(|| Weights::U32(Values::default()));
        Self { chunk: EdgeChunk { weights, ..EdgeChunk::default() }, rules }
    }

    /// Returns whether edges have weights.
    pub(crate) fn is_weighted(&self) -> bool {
        self.rules.weighted
    }

    /// The edges added so far.
    pub(crate) fn chunk(&self) -> &EdgeChunk {
        &self.chunk
    }

    /// Returns the edges.
    pub(crate) fn into_chunk(self) -> EdgeChunk {
        self.chunk
    }

    /// Removes all edges. Keeps the memory and the form of the weights.
    pub(crate) fn clear(&mut self) {
        self.chunk.sources.clear();
        self.chunk.targets.clear();
        match &mut self.chunk.weights {
            None => {}
            Some(Weights::U32(values)) => values.to_mut().clear(),
            Some(Weights::I64(values)) => values.to_mut().clear(),
            Some(Weights::F64(values)) => values.to_mut().clear(),
        }
    }

    /// Adds the edge from `source` to `target`. `weight` is ignored if edges do not have weights.
    #[inline]
    pub(crate) fn edge(&mut self, source: u32, target: u32, weight: Number) {
        self.chunk.sources.push(source);
        self.chunk.targets.push(target);
        if let Some(weights) = &mut self.chunk.weights {
            push(weights, weight);
        }
        if self.rules.mirrored && source != target {
            self.chunk.sources.push(target);
            self.chunk.targets.push(source);
            if let Some(weights) = &mut self.chunk.weights {
                push(weights, if self.rules.negated { weight.negated() } else { weight });
            }
        }
    }
}

/// Appends `weight` and widens the form if necessary.
#[inline]
fn push(weights: &mut Weights, weight: Number) {
    match (&mut *weights, weight) {
        (Weights::U32(values), Number::Whole(value)) if u32::try_from(value).is_ok() => {
            values.to_mut().push(value as u32);
        }
        (Weights::I64(values), Number::Whole(value)) => values.to_mut().push(value),
        (Weights::F64(values), value) => values.to_mut().push(value.as_real()),
        _ => widen(weights, weight),
    }
}

/// Widens the form of the weights and appends `weight`.
#[cold]
fn widen(weights: &mut Weights, weight: Number) {
    *weights = match (&*weights, weight) {
        (Weights::U32(values), Number::Whole(_)) => {
            Weights::I64(values.iter().map(|&value| i64::from(value)).collect())
        }
        (Weights::U32(values), _) => {
            Weights::F64(values.iter().map(|&value| f64::from(value)).collect())
        }
        (Weights::I64(values), _) => {
            Weights::F64(values.iter().map(|&value| value as f64).collect())
        }
        (Weights::F64(values), _) => Weights::F64(values.clone()),
    };
    push(weights, weight);
}
