//! The features of an editor, each in one file.
//!
//! | file | content |
//! | --- | --- |
//! | `diagnostics` | errors and warnings |
//! | `actions` | quick fixes |
//! | `hover` | what a name is, and what the configuration does to a statement |
//! | `completion` | what can be written at a position, with `snippets` |
//! | `signature` | the parameters of a call |
//! | `navigation` | definitions, references and highlights |
//! | `rename` | renames a name in all files |
//! | `symbols` | the declarations of a document, and of the workspace |
//! | `folding` | what can be folded |
//! | `tokens` | semantic tokens |
//! | `formatting` | formats a document or a range |
//! | `hints` | inlay hints: types and effects |
//! | `lenses` | code lenses |
//! | `remarks` | the places of effects in the current text, and their words |

pub mod actions;
pub mod completion;
pub mod diagnostics;
pub mod folding;
pub mod formatting;
pub mod hints;
pub mod hover;
pub mod lenses;
pub mod navigation;
pub mod remarks;
pub mod rename;
pub mod signature;
mod snippets;
pub mod symbols;
pub mod tokens;
