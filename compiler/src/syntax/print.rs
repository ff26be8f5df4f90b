//! Syntax tree to canonical source text.
