//! The formatter: what it makes of every rule, and what holds whatever it is given.

mod properties;
mod style;
