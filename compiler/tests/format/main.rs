//! The formatter: what it makes of every rule, and what holds whatever it is given.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod properties;
mod style;
