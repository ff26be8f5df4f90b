//! The judging half of the study, from outside: against SciPy, against studies whose answers were
//! planted, and on data that nobody would want to measure.

mod planted;
mod policies;
mod properties;
mod recovery;
mod scipy;
