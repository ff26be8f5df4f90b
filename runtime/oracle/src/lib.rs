//! Slow, independent reference algorithms and readers that check the results of igc programs.
//!
//! **The rule: an oracle shares nothing with what it checks.** This crate depends on no other
//! crate of the project. It has its own graph type, its own readers for every graph format and its
//! own algorithms, all as plain as can be: a reader that swaps rows and columns would otherwise
//! make a wrong search agree with a wrong reference. Nothing here is fast, parallel or clever, and
//! patches that make it so are unwelcome; what it does take care of is that no input, however
//! broken, makes it panic, and that a refused result says which node is wrong and why.
//!
//! A run is checked in two steps: [`read::read`] the graph anew (or [`Adjacency::from_edges`], for
//! a graph that was generated), then [`check::Check::run`] with the program's outputs.

pub mod adjacency;
pub mod check;
pub mod read;

pub use adjacency::{Adjacency, AdjacencyError, Weight};
