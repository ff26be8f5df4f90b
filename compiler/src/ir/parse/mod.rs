//! Parser for the text form of the IR ([`text`]). Tests of passes parse whole modules,
//! and lowering parses the kernels and statements of primitives.
//!
//! The parser checks only syntax and names; [`verify`] checks the rest. The types of
//! expressions are derived from their operands.

mod declarations;
mod expressions;
mod outlined;
mod statements;
mod tokens;
mod worklists;

use tokens::{Token, is_word, tokenise};

use super::local_memory::LocalArray;
use super::*;

/// A syntax error in the text form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// Description of the error.
    pub message: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

type Result<T> = std::result::Result<T, ParseError>;

/// Parses a module.
///
/// # Errors
///
/// Returns an error for the first line that differs from the form that the `Display` of [`Module`]
/// writes.
pub fn parse(text: &str) -> Result<Module> {
    let mut reader = Reader::new(text, Module::new(""));
    reader.module()?;
    Ok(reader.module)
}

/// Parses one literal.
///
/// # Errors
///
/// Returns an error unless the text is one literal as the `Display` of [`Value`] writes it.
pub fn parse_value(text: &str) -> Result<Value> {
    let mut reader = Reader::new(text, Module::new(""));
    let value = reader.literal()?;
    if reader.next < reader.tokens.len() {
        return reader.error("expected one literal");
    }
    Ok(value)
}

/// Parses the range of a parameter.
///
/// # Errors
///
/// Returns an error unless the text is one range as the `Display` of [`ParamRange`] writes it.
pub fn parse_range(text: &str) -> Result<ParamRange> {
    let mut reader = Reader::new(text, Module::new(""));
    let range = reader.range()?;
    if reader.next < reader.tokens.len() {
        return reader.error("expected one range");
    }
    Ok(range)
}

/// Parses declarations and adds them to a module. Lowering uses this for kernels that are not part
/// of the program.
///
/// # Errors
///
/// As for [`parse()`]. The declarations before the error may have been added.
pub fn extend(module: &mut Module, text: &str) -> Result<()> {
    let mut reader = Reader::new(text, std::mem::replace(module, Module::new("")));
    let result = reader.declarations();
    *module = reader.module;
    result
}

/// Parses statements for the `main` of a module. They can use its locals and declare new ones.
///
/// # Errors
///
/// As for [`parse()`].
pub fn host_statements(
    module: &mut Module,
    locals: &mut Locals,
    text: &str,
) -> Result<Vec<HostStmt>> {
    let mut reader = Reader::new(text, std::mem::replace(module, Module::new("")));
    reader.locals = std::mem::take(locals);
    let mut statements = vec![];
    let mut result = Ok(());
    while result.is_ok() && reader.next < reader.tokens.len() {
        result = reader.host_stmt().map(|stmt| statements.push(stmt));
    }
    (*module, *locals) = (reader.module, reader.locals);
    result.map(|()| statements)
}

/// Maximum nesting depth of blocks and expressions, because the parser, the verifier and the
/// interpreter are recursive.
const MAX_DEPTH: usize = 200;

struct Reader<'t> {
    depth: usize,
    tokens: Vec<Token<'t>>,
    next: usize,
    module: Module,
    locals: Locals,
    shared: Vec<Shared>,
    memory: Vec<LocalArray>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, module: Module) -> Reader<'t> {
        let (tokens, shared, memory) = (tokenise(text), vec![], vec![]);
        let locals = Locals::default();
        Reader { depth: 0, tokens, next: 0, module, locals, shared, memory }
    }

    fn peek(&self) -> &'t str {
        self.tokens.get(self.next).map_or("", |t| t.0)
    }

    fn peek_second(&self) -> &'t str {
        self.tokens.get(self.next + 1).map_or("", |t| t.0)
    }

    /// Returns an error at the next token.
    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(self.next, message)
    }

    /// Returns an error at the token that was consumed last.
    fn error_behind<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error_at(self.next.saturating_sub(1), message)
    }

    fn error_at<T>(&self, token: usize, message: impl Into<String>) -> Result<T> {
        let token = self.tokens.get(token).or(self.tokens.last());
        Err(ParseError { line: token.map_or(1, |t| t.1), message: message.into() })
    }

    /// Describes the next token for a message.
    fn found(&self) -> String {
        match self.tokens.get(self.next) {
            Some((token, _)) => format!("`{token}`"),
            None => "the end".into(),
        }
    }

    fn take(&mut self) -> &'t str {
        let token = self.peek();
        self.next += 1;
        token
    }

    fn eat(&mut self, token: &str) -> bool {
        let there = self.peek() == token;
        self.next += there as usize;
        there
    }

    fn expect(&mut self, token: &str) -> Result<()> {
        if self.eat(token) {
            return Ok(());
        }
        self.error(format!("expected `{token}`, found {}", self.found()))
    }

    fn word(&mut self, what: &str) -> Result<&'t str> {
        let word = self.peek();
        if is_word(word) {
            self.next += 1;
            return Ok(word);
        }
        self.error(format!("expected {what}, found {}", self.found()))
    }

    fn ty(&mut self) -> Result<Type> {
        let word = self.word("a type")?;
        Type::from_name(word).map_or_else(|| self.error_behind(format!("no type `{word}`")), Ok)
    }

    fn comma_separated<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = vec![];
        while !self.eat(close) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn find<T>(&self, what: &str, name: &str, all: &[T], of: fn(&T) -> &str) -> Result<u32> {
        match all.iter().position(|x| of(x) == name) {
            Some(i) => Ok(i as u32),
            None => self.error_behind(format!("no {what} `{name}`")),
        }
    }

    fn array_id(&self, name: &str) -> Result<ArrayId> {
        self.find("array", name, &self.module.arrays, |a| &a.name).map(ArrayId)
    }

    fn array_word(&mut self) -> Result<ArrayId> {
        let name = self.word("an array")?;
        self.array_id(name)
    }

    fn kernel_id(&self, name: &str) -> Result<KernelId> {
        self.find("kernel", name, &self.module.kernels, |k| &k.name).map(KernelId)
    }

    fn outlined_id(&self, name: &str) -> Result<OutlinedId> {
        self.find("outlined loop", name, &self.module.outlined, |o| &o.name).map(OutlinedId)
    }

    fn worklist_id(&mut self) -> Result<WorklistId> {
        let name = self.word("a worklist")?;
        self.find("worklist", name, &self.module.worklists, |w| &w.name).map(WorklistId)
    }

    fn local_id(&self, name: &str) -> Result<LocalId> {
        self.find("local", name, &self.locals, |l| &l.name).map(LocalId)
    }

    /// Parses `name: type` and declares a local.
    fn declaration(&mut self) -> Result<LocalId> {
        let name = self.word("a name")?.to_string();
        self.expect(":")?;
        let ty = self.ty()?;
        self.locals.push(Local { name, ty, length: None });
        Ok(LocalId(self.locals.len() as u32 - 1))
    }

    /// Parses `name: type[length]` after a `#`, and declares a local array.
    fn array_declaration(&mut self) -> Result<LocalId> {
        let id = self.declaration()?;
        self.expect("[")?;
        let length = Some(self.count_of_elements()?);
        self.expect("]")?;
        // The name of a local array may be that of no other local, so its entry is the last one.
        let declared = self.locals[id.index()].clone();
        self.locals = self.locals[..id.index()].iter().cloned().collect();
        Ok(self.locals.push(Local { length, ..declared }))
    }

    fn count_of_elements(&mut self) -> Result<u32> {
        let token = self.take();
        match token.parse() {
            Ok(count) => Ok(count),
            Err(_) => self.error_behind(format!("`{token}` is no number of elements")),
        }
    }

    fn braces<S>(&mut self, stmt: fn(&mut Self) -> Result<S>) -> Result<Vec<S>> {
        self.expect("{")?;
        let mut body = vec![];
        while !self.eat("}") {
            if self.next >= self.tokens.len() {
                return self.error("expected `}`, found the end");
            }
            body.push(self.deeper(stmt)?);
        }
        Ok(body)
    }
}
