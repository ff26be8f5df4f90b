//! `libigc`: the library [`igc`](facade) for C and C++.
//!
//! The header `include/igc.h` is generated from this crate: `IGC_BLESS=1 cargo test -p igc-capi` writes it, and the
//! documentation of the functions here is the documentation of the header. The chapter "C and C++" of the book has
//! examples. This crate contains no logic of its own: each function converts its arguments, calls the facade, and
//! converts the result.
//!
//! | file | content |
//! | --- | --- |
//! | `status` | the outcomes of calls, and the types of elements |
//! | `error` | errors, and the guard that no panic passes |
//! | `borrow` | pointers of the caller as references, texts and slices |
//! | `device`, `graph`, `program`, `arguments`, `session`, `outcome`, `cancel` | one handle each |
//!
//! # Rules
//!
//! - A handle is a `Box` that the caller owns. A function that frees a handle accepts `NULL`.
//! - Every function checks its pointers for `NULL`, and every text for UTF-8.
//! - No panic leaves a function: each one has [`error::call`] or [`error::quietly`] around its body.
//! - No name of a function is the name of a function of the host library that `igc compile --emit host-c` writes, so an
//!   application can link both (`tests/header.rs`).

#![expect(non_camel_case_types, reason = "the names are those of the header")]

mod arguments;
mod borrow;
mod cancel;
mod device;
mod error;
mod graph;
mod outcome;
mod program;
mod session;
mod status;
pub mod version;
