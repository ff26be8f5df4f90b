//! Places in source text: every node of the syntax tree, every diagnostic and every statement of
//! the IR says with a [`Span`] where it comes from.

use serde::Serialize;

/// A half-open range of bytes of the source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}
