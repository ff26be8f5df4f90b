//! Snippets: whole statements and items with places to fill in.

use igc_compiler::symbols::cursor::Within;

/// A text with places to fill in.
pub struct Snippet {
    /// What a user types.
    pub prefix: &'static str,
    /// What it is for.
    pub detail: &'static str,
    /// The text, in the syntax of the protocol.
    pub body: &'static str,
    /// Where the snippet can stand.
    pub within: &'static [Within],
}

const TOP: &[Within] = &[Within::TopLevel];
const MAIN: &[Within] = &[Within::Main];
const KERNEL: &[Within] = &[Within::Kernel];
const PARALLEL: &[Within] = &[Within::Kernel, Within::Function];
const BODY: &[Within] = &[Within::Kernel, Within::Function, Within::Main];

const fn snippet(
    prefix: &'static str,
    detail: &'static str,
    body: &'static str,
    within: &'static [Within],
) -> Snippet {
    Snippet { prefix, detail, body, within }
}

/// Every snippet. A test parses each of them.
pub const SNIPPETS: &[Snippet] = &[
    snippet(
        "kernel",
        "a kernel over all nodes",
        "kernel ${1:name}() {\n\tforall ${2:u} in ${3:nodes} {\n\t\t$0\n\t}\n}",
        TOP,
    ),
    snippet(
        "fn",
        "a function",
        "fn ${1:name}(${2:x: u32}) -> ${3:u32} {\n\treturn ${0:x};\n}",
        TOP,
    ),
    snippet("main", "the program of the host", "main {\n\t$0\n}", TOP),
    snippet("node", "a property of nodes", "node ${1:level}: ${2:u32} = ${0:MAX};", TOP),
    snippet("edge", "the weights of the graph", "edge ${1:weight}: ${0:u32};", TOP),
    snippet("global", "a global", "global ${1:count}: ${2:u32} = ${0:0};", TOP),
    snippet("param", "a parameter", "param ${1:source}: ${2:node} = ${0:0};", TOP),
    snippet("const", "a constant", "const ${1:limit}: ${2:u32} = ${0:16};", TOP),
    snippet("use", "a module", "use std::${0:hash};", TOP),
    snippet("output", "the results", "output ${0:level};", TOP),
    snippet("check", "the oracle", "check ${1:bfs}(${0:level, source});", TOP),
    snippet("graph", "required properties of the graph", "graph ${0:undirected};", TOP),
    snippet("worklist", "a worklist", "worklist ${0:near};", TOP),
    snippet(
        "forall",
        "a parallel loop over edges",
        "forall ${1:e} in ${2:u}.out {\n\t$0\n}",
        KERNEL,
    ),
    snippet("push", "puts a node on the worklist", "push ${0:v};", PARALLEL),
    snippet("exclusive", "owns nodes", "exclusive(${1:u}, ${2:v}) {\n\t$0\n}", KERNEL),
    snippet("pipe", "rounds until the worklist is empty", "pipe [${1:source}] {\n\t$0\n}", MAIN),
    snippet(
        "iterate",
        "rounds while a condition holds",
        "iterate {\n\t$0\n} while ${1:changed};",
        MAIN,
    ),
    snippet("print", "prints a line", "print \"${1:round}\", ${0:depth};", MAIN),
    snippet(
        "require",
        "a requirement on the run",
        "require ${1:condition}, \"${0:requirement}\";",
        MAIN,
    ),
    snippet("swap", "exchanges two properties", "swap ${1:a}, ${0:b};", MAIN),
    snippet("let", "a local", "let ${1:x} = $0;", BODY),
    snippet("if", "a condition", "if ${1:condition} {\n\t$0\n}", BODY),
    snippet(
        "ifelse",
        "a condition with two blocks",
        "if ${1:condition} {\n\t$2\n} else {\n\t$0\n}",
        BODY,
    ),
    snippet("while", "a loop with a condition", "while ${1:condition} {\n\t$0\n}", BODY),
    snippet("for", "a sequential loop", "for ${1:i} in ${2:0}..${3:n} {\n\t$0\n}", BODY),
];

#[cfg(test)]
mod tests {
    use super::*;
    use igc_compiler::syntax::parse;

    /// Returns the text of a snippet as it is inserted, with its default values.
    fn text(body: &str) -> String {
        let mut out = String::new();
        let mut rest = body;
        while let Some((before, after)) = rest.split_once('$') {
            out += before;
            rest = match after.strip_prefix('{') {
                Some(inner) => {
                    let (place, rest) = inner.split_once('}').expect("the place ends");
                    out += place.split_once(':').map_or("", |(_, default)| default);
                    rest
                }
                None => &after[1..],
            };
        }
        out + rest
    }

    #[test]
    fn every_snippet_parses() {
        for snippet in SNIPPETS {
            let text = text(snippet.body).replace("= ;", "= 1;");
            let program = match snippet.within.contains(&Within::TopLevel) {
                true => text,
                false => format!("main {{\n{text}\n}}"),
            };
            let (_, errors) = parse(&program);
            assert!(errors.is_empty(), "{}: {program}\n{errors:?}", snippet.prefix);
        }
    }
}
