//! Recognises symbols, declarations and loops of C, Python, Rust, Green-Marl, GraphIt and StarPlat: `x := 3`, `u->x`, `int y = 3;`,
//! `for (int i = 0; …)`, `def f():`. [`habits`](super::habits) recognises words and forms of statements.
//!
//! Each function below knows one kind of text, and returns `None` for all others. Where the text shows what the author
//! meant, the diagnostic has a correction.

use crate::diagnostics::{Advice, Diagnostic};
use crate::span::Span;

/// The position of a syntax error.
pub struct Place<'a> {
    pub source: &'a str,
    /// The token that is not valid.
    pub text: &'a str,
    pub span: Span,
    /// The tokens that would have been valid.
    pub expected: &'a [&'a str],
}

/// Returns the diagnostic for an error whose text is usual in another language.
pub fn diagnostic(place: &Place<'_>) -> Option<Diagnostic> {
    let forms = [
        Place::symbol,
        Place::increment,
        Place::sign,
        Place::operator_word,
        Place::header_of_loop,
        Place::condition,
        Place::block,
        Place::cast,
        Place::declaration,
        Place::assignment,
        Place::array,
        Place::item,
    ];
    forms.into_iter().find_map(|form| form(place))
}

/// Operators of other languages that consist of two tokens or have another meaning here, and those of the language.
const SYMBOLS: &[(&str, &str)] = &[
    (":=", "="),
    ("<-", "="),
    ("->", "."),
    ("===", "=="),
    ("!==", "!="),
    ("<>", "!="),
    ("&&=", "&="),
    ("||=", "|="),
];

/// Operators that are words, and those of the language.
const WORDS: &[(&str, &str)] =
    &[("xor", "^"), ("mod", "%"), ("div", "/"), ("is", "=="), ("then", "{")];

/// Types of other languages, and those of the language.
const TYPES: &[(&str, &str)] = &[
    ("int", "i32"),
    ("long", "i64"),
    ("short", "i32"),
    ("char", "u32"),
    ("unsigned", "u32"),
    ("uint", "u32"),
    ("size_t", "u64"),
    ("usize", "u64"),
    ("int32_t", "i32"),
    ("int64_t", "i64"),
    ("uint32_t", "u32"),
    ("uint64_t", "u64"),
    ("float", "f32"),
    ("double", "f64"),
    ("boolean", "bool"),
    ("Int", "i32"),
    ("Float", "f32"),
    ("Double", "f64"),
    ("Bool", "bool"),
    ("Node", "node"),
    ("Edge", "edge"),
];

/// Words that start a declaration in other languages, what to write instead, and the word that can replace them.
const ITEMS: &[(&[&str], &str, Option<&str>)] = &[
    (
        &["def", "func", "function", "proc", "procedure", "void", "sub"],
        "write `fn f(x: u32) -> u32 { … }` for a function, and `kernel f() { … }` for a kernel",
        None,
    ),
    (&["__kernel", "__global__"], "write `kernel f() { … }`", None),
    (
        &["import", "from", "include", "using", "module"],
        "write `use std::hash;` or `use ./file.ig;`",
        None,
    ),
    (
        &["let", "var", "static", "auto", "mut"],
        "write `global x: u32 = 0;` for a value of the whole program, and `const x: u32 = 0;` for a constant",
        None,
    ),
    (&["struct", "class", "record"], "declare a property for each field: `node x: u32 = 0;`", None),
    (&["enum"], "declare a constant for each value: `const open: u32 = 0;`", None),
    (
        &["type", "typedef", "template"],
        "write a type of the language, such as `u32`, everywhere",
        None,
    ),
    (&["property", "vertex", "vertexset", "propNode"], "write `node x: u32 = 0;`", None),
    (&["propEdge", "edgeset"], "write `edge x: u32 = 0;`", None),
    (&["queue", "frontier", "priority_queue"], "write `worklist near;`", None),
    (&["return"], "write `output x;` for a result of the program", None),
    (&["pub", "public", "inline", "extern"], "remove it: a program is one unit", Some("")),
    (&["print", "if", "while", "for"], "move the statement into `main`", None),
];

/// A text is longer than this only by mistake.
const MOST_SHOWN: usize = 40;

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// Returns the type of the language for a type of this or of another language.
pub fn type_of(word: &str) -> Option<&str> {
    let known = ["bool", "i32", "u32", "i64", "u64", "f32", "f64", "node", "edge"];
    let other = || TYPES.iter().find(|(other, _)| *other == word).map(|(_, own)| *own);
    known.contains(&word).then_some(word).or_else(other)
}

impl<'a> Place<'a> {
    fn expects(&self, token: &str) -> bool {
        self.expected.contains(&token)
    }

    /// The source before the token, without blanks at its end.
    fn before(&self) -> &'a str {
        self.source[..self.span.start as usize].trim_end()
    }

    fn after(&self) -> &'a str {
        &self.source[self.span.end as usize..]
    }

    /// Whether the token is the first one of its line.
    fn starts_line(&self) -> bool {
        let before = &self.source[..self.span.start as usize];
        before.trim_end_matches([' ', '\t']).ends_with('\n')
    }

    /// The statement or item before the token.
    fn statement(&self) -> &'a str {
        let before = self.before();
        let start = before.rfind(['{', '}', ';']).map_or(0, |at| at + 1);
        let mut lines = before[start..].lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.next_back().unwrap_or_default().trim()
    }

    fn first_word(&self) -> &'a str {
        self.statement()
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .next()
            .unwrap_or_default()
    }

    /// The word before the token, with its position. It is empty if there is none.
    fn last_word(&self) -> (&'a str, Span) {
        super::habits::last_word(self.before())
    }

    /// Whether the word before the token starts the statement.
    fn is_second(&self) -> bool {
        let (word, _) = self.last_word();
        !word.is_empty() && self.statement() == word
    }

    fn error(&self, span: Span, message: &str) -> Diagnostic {
        Diagnostic::error("E0004", span, message)
    }

    /// Returns the error about a text that another one replaces.
    fn replaced(&self, span: Span, note: &str, new: &str) -> Diagnostic {
        let old = &self.source[span.start as usize..span.end as usize];
        let old = if old.len() > MOST_SHOWN { "this" } else { old };
        let message = match old {
            "=" | ":" | ";" | "if" | "&" | "+" => format!("unexpected `{old}`"),
            _ => format!("`{old}` is not part of the language"),
        };
        let help = match new.trim() {
            "" => Advice::replacing("remove it", ""),
            shown => Advice::replacing(format!("write `{shown}`"), new),
        };
        Diagnostic::error("E0004", span, message).note(note).help(help)
    }

    /// `x := 3`, `u->x`, `a <> b`.
    fn symbol(&self) -> Option<Diagnostic> {
        let Span { start, end } = self.span;
        let near = |from: u32, to: u32| self.source.get(from as usize..to as usize);
        let candidates = [
            (start, end),
            (start, end + 1),
            (start.saturating_sub(1), end),
            (start.saturating_sub(2), end),
        ];
        let found = candidates.into_iter().find_map(|(from, to)| {
            let written = near(from, to)?;
            let (_, own) = SYMBOLS.iter().find(|(other, _)| *other == written)?;
            Some((Span { start: from, end: to }, written, *own))
        });
        let (span, written, own) = found?;
        let is_possible = match written {
            "->" => self.expects("&&") || self.expects("+="),
            "<-" => self.expects("=") && !self.expects("integer"),
            _ => true,
        };
        let note = match written {
            ":=" | "<-" => "`=` assigns a value, and `==` compares two values",
            "->" => "a property of a node is written as `u.level`",
            "&&=" | "||=" => "`&=` and `|=` also combine truth values",
            _ => "the comparisons are `==`, `!=`, `<`, `<=`, `>` and `>=`",
        };
        is_possible.then(|| self.replaced(span, note, own))
    }

    /// `x++`, `--x`, `x ** 2`.
    fn increment(&self) -> Option<Diagnostic> {
        let Span { start, end } = self.span;
        let sign = if self.text == ";" { "-" } else { self.text };
        let note = "the language has no operators that change a variable within an expression";
        let is_double = |from: usize| self.source.get(from..from + 2) == Some(&sign.repeat(2));
        match sign {
            "*" if start > 0 && is_double(start as usize - 1) => {
                let span = Span { start: start - 1, end };
                let help = "write `x * x`, or `pow(x, y)` for floats";
                Some(self.error(span, "`**` is not an operator of the language").help(help))
            }
            "+" | "-" if self.expects("let") && is_double(start as usize) => {
                let ends = |c: char| matches!(c, ';' | '}' | '\n');
                let name = self.after()[1..].split(ends).next().unwrap_or_default().trim_end();
                let span = Span { start, end: end + 1 + name.len() as u32 };
                Some(self.replaced(span, note, &format!("{} {sign}= 1", name.trim_start())))
            }
            "+" | "-" => {
                // The error is at the second sign, or behind it, because `x - -y` is an expression.
                let first = match self.text {
                    ";" => self.before().len().checked_sub(2)?,
                    _ => (start as usize).checked_sub(1)?,
                };
                let is_statement = !self.statement().contains('=');
                let span = Span { start: first as u32, end: first as u32 + 2 };
                (is_double(first) && is_statement)
                    .then(|| self.replaced(span, note, &format!(" {sign}= 1")))
            }
            _ => None,
        }
    }

    /// `= +3`, `f(&x)`, `println!(…)`.
    fn sign(&self) -> Option<Diagnostic> {
        match self.text {
            "+" if self.expects("integer") && !self.expects("let") => {
                Some(self.replaced(self.span, "numbers have no `+` before them; `x += 3;` adds a number", ""))
            }
            "&" if self.expects("integer") => Some(self.replaced(
                self.span,
                "the functions of the language take places, as in `atomic_add(v.x, 1)`, and not addresses",
                "",
            )),
            "!" if self.expects("+=") => {
                let help = "write `print \"x =\", x;` for output, and `require condition, \"text\";` for an assertion";
                Some(self.error(self.span, "the language has no macros").help(help))
            }
            _ => None,
        }
    }

    /// `a mod b`, `a if c else b`.
    fn operator_word(&self) -> Option<Diagnostic> {
        if !self.expects("&&") {
            return None;
        }
        if self.text == "if"
            && !self.expects("where")
            && !self.starts_line()
            && self.statement().contains('=')
        {
            let help = "write `select(condition, a, b)`, which is `a` if the condition holds and `b` otherwise";
            return Some(
                self.error(self.span, "an `if` is a statement and has no value").help(help),
            );
        }
        if matches!(self.text, "if" | "filter" | "when") && self.expects("where") {
            return Some(self.replaced(self.span, "a `where` selects elements of a loop", "where"));
        }
        let (_, own) = WORDS.iter().find(|(other, _)| *other == self.text)?;
        let note = match *own {
            "{" => "the body of an `if` has braces: `if u.x > 3 { … }`",
            _ => "the operators are signs, as in C",
        };
        Some(self.replaced(self.span, note, own))
    }

    /// `for (int i = 0; …)`, `forall (u in nodes)`, `for i = 0 to 3`, `forall u : nodes`.
    fn header_of_loop(&self) -> Option<Diagnostic> {
        let word = self.first_word();
        if !matches!(word, "for" | "forall" | "foreach" | "parallel_for") {
            return None;
        }
        let rest = self.statement()[word.len()..].trim_start();
        if rest.starts_with('(') && !rest.contains(')') {
            let help = "write `for i in 0..n { … }`, `forall u in nodes { … }` or `forall e in u.out { … }`";
            let message = "the head of a loop has no parentheses";
            let diagnostic = self.error(self.span, message).help(help);
            return Some(match word {
                "foreach" => diagnostic.note("a parallel loop is a `forall`"),
                _ => diagnostic.note("a loop has a variable, `in`, and the elements or numbers"),
            });
        }
        if !self.expects("in") {
            return None;
        }
        match self.text {
            ":" | "of" | "from" => {
                let is_apart = self.source[..self.span.start as usize].ends_with(' ');
                let new = if is_apart { "in" } else { " in" };
                Some(self.replaced(
                    self.span,
                    "a loop has a variable, `in`, and the elements or numbers",
                    new,
                ))
            }
            "=" => Some(
                self.error(self.span, "a loop over numbers has a range")
                    .note("the range `a..b` has the numbers from `a` up to `b`, without `b`")
                    .help("write `for i in 0..n { … }`"),
            ),
            _ => None,
        }
    }

    /// `if (x = 3)`.
    fn condition(&self) -> Option<Diagnostic> {
        let is_condition = matches!(self.first_word(), "if" | "while" | "else");
        let ends = self.expects("{") || self.expects(")");
        (self.text == "=" && is_condition && ends).then(|| {
            self.replaced(self.span, "`=` assigns a value, and a condition compares values", "==")
        })
    }

    /// `if x > 3: …`, `if (x > 3) y = 1;`, `kernel f { … }`, `main() { … }`, `{ … };`.
    fn block(&self) -> Option<Diagnostic> {
        let (word, _) = self.last_word();
        let is_body = self.expects("{") && !self.expects("let");
        match self.text {
            ":" if self.expects("->")
                && type_of(self.after().split_whitespace().next()?.trim_end_matches('{'))
                    .is_some() =>
            {
                Some(self.replaced(self.span, "the type of a result follows an arrow", " ->"))
            }
            ":" if is_body => {
                let diagnostic = self.replaced(self.span, "blocks have braces: `{ … }`", " {");
                Some(diagnostic.help("and write `}` after the last statement of the block"))
            }
            "(" if word == "main" => {
                let help = "write `main { … }`; values that a user sets are parameters: `param source: node = 0;`";
                Some(self.error(self.span, "`main` has no parameters").help(help))
            }
            "main" if matches!(word, "fn" | "kernel") => {
                Some(self.error(self.span, "`main` is not a function").help("write `main { … }`"))
            }
            "{" if self.expects("(")
                && matches!(self.first_word(), "kernel" | "fn" | "async" | "racy") =>
            {
                let end = self.before().len() as u32;
                let help = format!("write `{word}() {{ … }}`");
                let error = self.error(self.span, "expected `(`, found `{`");
                let note = "a kernel or function has parentheses for its parameters, also without parameters";
                Some(error.note(note).help(help).correction(Span { start: end, end }, "()"))
            }
            ";" if self.expects("let") && self.before().ends_with('}') => {
                Some(self.replaced(self.span, "no `;` follows a block", ""))
            }
            _ if is_body
                && !self.starts_line()
                && is_word(self.text)
                && self.first_word() != "else" =>
            {
                let help = "write `{` here, and `}` after the statement";
                let message = format!("expected `{{`, found `{}`", self.text);
                let note =
                    "the body of an `if` or of a loop has braces, also if it is a single statement";
                matches!(self.first_word(), "if" | "while" | "for" | "forall")
                    .then(|| self.error(self.span, &message).note(note).help(help))
            }
            _ => None,
        }
    }

    /// `(u32) x`, `static_cast<u32>(x)`.
    fn cast(&self) -> Option<Diagnostic> {
        let inner = self
            .before()
            .strip_suffix(')')
            .and_then(|text| text.rsplit_once('('))
            .map(|(_, inner)| inner.trim());
        let ty = match inner.and_then(type_of) {
            Some(ty) if is_word(self.text) && self.expects("&&") => ty,
            _ => {
                let (_, after) = self.statement().split_once("_cast<")?;
                type_of(after.trim_end_matches('>').trim())?
            }
        };
        let error = self.error(self.span, "a conversion follows the value");
        Some(error.help(format!("write `x as {ty}`")))
    }

    /// `int y = 3;`, `node v = e.dst;`, `const y = 3;`, `let y;`, `node u32 x = 0;`, `param x = 3;`.
    fn declaration(&self) -> Option<Diagnostic> {
        let (word, span) = self.last_word();
        let is_statement = self.expects("+=") || word == "node" || word == "edge";
        if let (Some(ty), true, true) = (type_of(word), self.is_second(), is_word(self.text))
            && is_statement
            && !self.expects("name")
        {
            let error = self.error(span, &format!("`{word}` does not start a statement"));
            let name = self.text;
            let help = format!("write `let {name} = …;`, or `let {name}: {ty} = …;`");
            let note = "a `let` declares a local, and its type may be left out";
            return Some(error.note(note).help(Advice::replacing(help, "let")));
        }
        if matches!(self.text, "const" | "static" | "final")
            && self.expects("let")
            && !self.expects("kernel")
        {
            return Some(self.replaced(
                self.span,
                "a `let` declares a local; constants are items",
                "let",
            ));
        }
        if self.text == ";" && self.first_word() == "let" && self.expects("=") {
            let error = self.error(self.span, "a local needs a value");
            return Some(error.help("write `let x = 0;`, or `let x: u32 = 0;`"));
        }
        if !self.expects(":") || self.expects("integer") {
            return None;
        }
        if let (Some(ty), true) = (type_of(word), is_word(self.text)) {
            let name = self.text;
            let span = Span { start: span.start, end: self.span.end };
            return Some(self.replaced(
                span,
                "the type follows the name",
                &format!("{name}: {ty}"),
            ));
        }
        let declares =
            matches!(self.first_word(), "param" | "node" | "edge" | "global" | "const" | "input");
        (self.text == "=" && declares).then(|| {
            let error = self.error(self.span, "a declaration needs a type");
            error.help(format!("write the type after the name: `{word}: u32 = …;`"))
        })
    }

    /// `a, b = 1, 2;`, `<v.d, v.p> = <Min(…), …>;`.
    fn assignment(&self) -> Option<Diagnostic> {
        match self.text {
            "," if self.expects("+=") => {
                let error = self.error(self.span, "an assignment has one place");
                Some(error.help("write an assignment for each place; `let (a, b) = f(…);` takes several results"))
            }
            "=" if self.expects(";") && self.statement().contains('=') => {
                let error = self.error(self.span, "an assignment has no value");
                Some(error.help(
                    "write one assignment after the other, because an assignment has no value",
                ))
            }
            "<" if self.expects("let") => {
                let error = self.error(self.span, "a statement does not start with `<`");
                let note = "StarPlat's assignment of a minimum is an atomic here";
                Some(
                    error
                        .note(note)
                        .help("write `atomic_min(v.dist, d);`, which returns the old value"),
                )
            }
            _ => None,
        }
    }

    /// `vector<u32>`, `u32[]`, `[u32; 3]`, `worklist<node> w;`.
    fn array(&self) -> Option<Diagnostic> {
        let (word, _) = self.last_word();
        let before = self.before();
        let help = match self.text {
            "<" if word == "worklist" => {
                "write `worklist near;`, or `worklist near: u32;` for items of another type"
            }
            "<" if matches!(word, "node" | "edge") && self.expects("name") => {
                "write `node x: u32 = 0;`"
            }
            "<" if self.expects("[") || self.expects("=") && self.first_word() != "let" => {
                "write `x: u32[4] = 0;` for an array of four elements"
            }
            "[" if self.expects("name") && before.ends_with(':') => {
                "write `x: u32[4] = 0;` for an array of four elements"
            }
            "]" if before.ends_with('[') => "write the number of elements: `x: u32[4] = 0;`",
            _ => return None,
        };
        Some(self.error(self.span, &format!("unexpected `{}`", self.text)).help(help))
    }

    /// `def f()`, `int x = 0;`, `import x` outside of a kernel.
    fn item(&self) -> Option<Diagnostic> {
        if !self.expects("kernel") || !self.expects("param") || self.expects("let") {
            return None;
        }
        let message = format!("`{}` does not start an item", self.text);
        if let Some(ty) = type_of(self.text) {
            let help = format!(
                "write `global x: {ty} = …;` for one value, or `node x: {ty} = …;` for a value of each node"
            );
            return Some(self.error(self.span, &message).help(help));
        }
        let (_, help, new) = ITEMS.iter().find(|(words, ..)| words.contains(&self.text))?;
        let help = match new {
            Some(new) => Advice::replacing(*help, *new),
            None => Advice::from(*help),
        };
        Some(self.error(self.span, &message).help(help))
    }
}
