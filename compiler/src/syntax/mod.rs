//! Source text to syntax tree: lexer (logos), grammar (lalrpop), tree.

pub mod ast;
