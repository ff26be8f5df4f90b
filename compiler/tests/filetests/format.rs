//! The format of a file of tests.
//!
//! ```text
//! // Reads of a loop that do not change move before it.
//!
//! #test pass hoist
//! #module
//! module m parallel
//! array end: u32[nodes] = 0u32
//! kernel k(u: node, i: u32) {
//!   …
//! }
//! main { }
//!
//! #case a condition
//! while (i < end[u]) { set i = (i + 1u32) }
//! #becomes
//! kernel k(u: node, i: u32) {
//!   …
//! ```
//!
//! A line that starts with `#` is a directive. `#test` states the kind of the file, and `#module` is
//! followed by the text around the input of each case, whose position is marked by `…`. `#case`
//! starts a case, with an optional name. Its input follows, then a verdict, then the result, up to
//! the next directive. Other directives give options. They are in the head of the file, or after
//! `#case` for this case only, where they replace those of the head. [`DIRECTIVES`] lists them with
//! the kinds that use them. Lines that start with `//` are comments.
//!
//! `#with TEXT` replaces `…` in the input of a case by a text. With several of these lines, a case
//! stands for as many variants, whose results follow each other.

use std::ops::Range;

/// The directives that give options, and the kinds of tests that use them.
pub const DIRECTIVES: &[(&str, &[&str])] = &[
    // The configuration, as for `--opts`. Several of these lines are variants of the case.
    ("opts", &["pass", "stage", "agree", "selective"]),
    // Another configuration or order for which the verdict must hold, without a result in the file.
    ("also", &["pass", "scalar", "stage", "agree", "selective"]),
    // The text of the model of adaptive runs.
    ("model", &["stage"]),
    // The parts of the module that the result shows: `kernels`, `main`, `names`, and so on.
    ("show", &["pass", "stage"]),
    // A second run of the pass may change the module again.
    ("once", &["pass", "scalar"]),
    // The module before and after has the same results in the interpreter.
    ("runs", &["pass"]),
    ("with", &["pass", "verify"]),
    // A graph: `path 5`, `random 30 200 1` (nodes, edges, seed), or `4: 0>1 0>2` (nodes: edges).
    ("graph", &["run", "agree"]),
    // A size of launches: workgroups, work-items of each, work-items of a subgroup.
    ("launch", &["run", "agree"]),
    // The orders of execution: `0..20`.
    ("seeds", &["run"]),
    // Values of the parameters: `3node, 7u32`.
    ("params", &["run"]),
    // Limits of the run: `steps 1000`, `launches 7`, `rounds 7` or `items 12`.
    ("limit", &["run"]),
    // The verifier need not accept the module.
    ("unproven", &["run"]),
    // The arrays that the result shows.
    ("arrays", &["run", "agree"]),
];

/// The verdicts.
pub const VERDICTS: [&str; 7] =
    ["becomes", "stays", "accepted", "refused", "gives", "fails", "agrees"];

/// A directive with its argument.
#[derive(Debug, Clone)]
struct Directive {
    name: String,
    argument: String,
}

/// A file of tests.
pub struct File {
    lines: Vec<String>,
    /// Whether the inputs are programs. Otherwise, they are IR.
    pub is_program: bool,
    /// The kind of the tests, and its argument.
    pub test: (String, String),
    /// The text around each input.
    pub module: Option<String>,
    options: Vec<Directive>,
    pub cases: Vec<Case>,
}

/// A case of a file.
pub struct Case {
    /// The line with `#case`, from 1.
    pub line: usize,
    name: String,
    options: Vec<Directive>,
    /// The input without the text around it.
    pub input: String,
    /// What the test must find, without `#`.
    pub verdict: String,
    /// The lines with the result.
    result: Range<usize>,
}

impl Case {
    /// Returns the name with a colon, or nothing if the case has none.
    pub fn name(&self) -> String {
        if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) }
    }
}

/// A mistake in a file: its line, and a message.
type Mistake = String;

fn mistake<T>(at: usize, message: impl std::fmt::Display) -> Result<T, Mistake> {
    Err(format!("{}: {message}", at + 1))
}

impl File {
    /// Parses a file.
    pub fn parse(text: &str, is_program: bool) -> Result<File, Mistake> {
        let mut file = File {
            lines: text.lines().map(str::to_owned).collect(),
            is_program,
            test: Default::default(),
            module: None,
            options: vec![],
            cases: vec![],
        };
        let mut at = 0;
        while at < file.lines.len() {
            let end = file.end_of_text(at);
            let text = file.lines[at + 1..end].join("\n");
            let text = text.trim_matches('\n').to_owned();
            match file.lines[at].strip_prefix('#') {
                Some(directive) => {
                    let (name, argument) = directive.split_once(' ').unwrap_or((directive, ""));
                    let (name, argument) = (name.to_owned(), argument.trim().to_owned());
                    file.directive(at, end, Directive { name, argument }, text)?;
                    at = end;
                }
                None if file.lines[at].is_empty() || file.lines[at].starts_with("//") => at += 1,
                None => return mistake(at, "text that belongs to no directive"),
            }
        }
        let unfinished = file.cases.iter().find(|case| case.verdict.is_empty());
        if let Some(case) = unfinished {
            return mistake(case.line - 1, "a case without a verdict");
        }
        match file.test.0.as_str() {
            "" => mistake(0, "a file without `#test`"),
            _ if file.cases.is_empty() => mistake(0, "a file without a case"),
            _ => Ok(file),
        }
    }

    /// Returns the line after the text that follows a directive. Empty lines and comments before
    /// the next directive are not part of it.
    fn end_of_text(&self, at: usize) -> usize {
        let more = &self.lines[at + 1..];
        let next = more.iter().position(|line| line.starts_with('#')).unwrap_or(more.len());
        let is_text = |line: &String| !line.is_empty() && !line.starts_with("//");
        at + 1 + more[..next].iter().rposition(is_text).map_or(0, |last| last + 1)
    }

    fn directive(
        &mut self,
        at: usize,
        end: usize,
        directive: Directive,
        text: String,
    ) -> Result<(), Mistake> {
        let Directive { name, argument } = &directive;
        let is_known = DIRECTIVES.iter().find(|(known, _)| known == name);
        match name.as_str() {
            "test" if self.test.0.is_empty() => {
                if !text.is_empty() {
                    return mistake(at + 1, "text that belongs to no directive");
                }
                let (kind, of) = argument.split_once(' ').unwrap_or((argument, ""));
                self.test = (kind.to_owned(), of.to_owned());
            }
            "module" if self.cases.is_empty() && self.module.is_none() => {
                if text.matches('…').count() != 1 {
                    return mistake(at, "the text of a module has one `…`");
                }
                self.module = Some(text);
            }
            "case" => self.cases.push(Case {
                line: at + 1,
                name: argument.clone(),
                options: vec![],
                input: text,
                verdict: String::new(),
                result: 0..0,
            }),
            verdict if VERDICTS.contains(&verdict) => match self.cases.last_mut() {
                Some(case) if case.verdict.is_empty() && argument.is_empty() => {
                    case.verdict = name.clone();
                    case.result = at + 1..end;
                }
                _ => return mistake(at, "a verdict that belongs to no case"),
            },
            _ => {
                let Some((_, kinds)) = is_known else {
                    return mistake(at, format!("unknown directive `#{name}`"));
                };
                if !kinds.contains(&self.test.0.as_str()) {
                    let kind = &self.test.0;
                    return mistake(at, format!("`#{name}` does not apply to tests of `{kind}`"));
                }
                self.option(at, directive, text)?;
            }
        }
        Ok(())
    }

    /// Adds an option to the head or to the last case, whose input may follow.
    fn option(&mut self, at: usize, directive: Directive, text: String) -> Result<(), Mistake> {
        match self.cases.last_mut() {
            None if text.is_empty() => self.options.push(directive),
            None => return mistake(at + 1, "text that belongs to no case"),
            Some(case) if !case.input.is_empty() || !case.verdict.is_empty() => {
                return mistake(at, "an option comes directly after `#case`, or in the head");
            }
            Some(case) => {
                case.options.push(directive);
                case.input = text;
            }
        }
        Ok(())
    }

    /// Returns the arguments of a directive: those of the case, or those of the file if the case
    /// has none.
    pub fn all<'f>(&'f self, case: &'f Case, name: &str) -> Vec<&'f str> {
        let of = |options: &'f [Directive]| -> Vec<&'f str> {
            let options = options.iter().filter(|directive| directive.name == name);
            options.map(|directive| directive.argument.as_str()).collect()
        };
        let own = of(&case.options);
        if own.is_empty() { of(&self.options) } else { own }
    }

    /// Returns the argument of a directive that a file or case has at most once.
    pub fn one<'f>(&'f self, case: &'f Case, name: &str) -> Option<&'f str> {
        let all = self.all(case, name);
        assert!(all.len() <= 1, "several `#{name}`");
        all.first().copied()
    }

    /// Returns the inputs of a case with the text around them: one for each `#with`.
    pub fn inputs(&self, case: &Case) -> Vec<String> {
        let around = self.module.as_deref().unwrap_or("…");
        let with = self.all(case, "with");
        let whole = |input: &str| around.replacen('…', input, 1);
        match with.is_empty() {
            true => vec![whole(&case.input)],
            false => with.iter().map(|with| whole(&case.input.replace('…', with))).collect(),
        }
    }

    /// Returns the text of the file with these results. The result of a case that failed stays.
    pub fn with_results(&self, results: &[Option<String>]) -> String {
        let (mut text, mut at) = (String::new(), 0);
        let copy = |text: &mut String, lines: &[String]| {
            lines.iter().for_each(|line| *text += &format!("{line}\n"));
        };
        for (case, result) in self.cases.iter().zip(results) {
            let Some(result) = result else { continue };
            copy(&mut text, &self.lines[at..case.result.start]);
            result.lines().for_each(|line| text += &format!("{line}\n"));
            at = case.result.end;
        }
        copy(&mut text, &self.lines[at..]);
        text
    }
}

/// Returns the mistake in a file.
#[cfg(test)]
fn mistake_of(text: &str) -> String {
    File::parse(text, false).err().unwrap_or_default()
}

#[test]
fn mistakes_have_a_line() {
    let head = "#test pass hoist\n";
    for (text, wanted) in [
        ("", "1: a file without `#test`"),
        ("#test pass hoist\n", "1: a file without a case"),
        ("#test pass hoist\n#case a\nx\n", "2: a case without a verdict"),
        ("#test pass hoist\n\n#surprise\n", "3: unknown directive `#surprise`"),
        ("#test verify\n#opts sg\n", "2: `#opts` does not apply to tests of `verify`"),
        ("#test verify\nx\n", "2: text that belongs to no directive"),
        ("#test verify\n#stays\n", "2: a verdict that belongs to no case"),
        ("#test verify\n#module\nmain { }\n", "2: the text of a module has one `…`"),
        ("#test pass hoist\n#opts sg\nx\n", "3: text that belongs to no case"),
    ] {
        assert_eq!(mistake_of(text), wanted, "{text}");
    }
    let late = format!("{head}#case\nx\n#opts sg\n#stays\n");
    assert_eq!(mistake_of(&late), "4: an option comes directly after `#case`, or in the head");
}

#[test]
fn results_are_replaced_and_the_rest_stays() {
    let text = "// A comment.\n\n#test pass hoist\n#opts sg\n\n#case one\n#opts fg8\nx\n#becomes\n\
        old\n\n// Another.\n#case\ny\n#stays\n";
    let file = File::parse(text, false).unwrap();
    assert_eq!(file.one(&file.cases[0], "opts"), Some("fg8"));
    assert_eq!(file.one(&file.cases[1], "opts"), Some("sg"));
    assert_eq!((file.cases[0].input.as_str(), file.cases[1].input.as_str()), ("x", "y"));
    let blessed = file.with_results(&[Some("new\nnew".into()), None]);
    assert_eq!(blessed, text.replace("old", "new\nnew"));
}
