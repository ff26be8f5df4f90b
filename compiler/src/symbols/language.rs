//! What the language itself defines: keywords, types, fields, values, functions and primitives, each with a line of
//! text and its documentation. A unit test compares the table with the lexer and the checker.

/// The kinds of names of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is what its name says")]
pub enum Kind {
    Keyword,
    Type,
    Field,
    Value,
    Function,
    Primitive,
    Domain,
    Requirement,
}

/// A name of the language.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name. That of a field starts with a point: `.dst`.
    pub key: &'static str,
    /// The kind.
    pub kind: Kind,
    /// How the name is used, in one line.
    pub text: &'static str,
    /// What the name means, in Markdown.
    pub doc: &'static str,
}

impl Entry {
    /// Returns the name as it is written.
    pub fn name(&self) -> &'static str {
        self.key.strip_prefix('.').unwrap_or(self.key)
    }

    /// Returns the parameters of a function or primitive.
    pub fn parameters(&self) -> Vec<&'static str> {
        let inner = self.text.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
        let is_called = matches!(self.kind, Kind::Function | Kind::Primitive);
        let inner = inner.filter(|_| is_called).map_or("", |(inner, _)| inner);
        inner.split(", ").filter(|part| !part.is_empty()).collect()
    }
}

/// Returns the entry with this key.
pub fn find(key: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.key == key)
}

/// Returns all entries of a kind.
pub fn of(kind: Kind) -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter().filter(move |entry| entry.kind == kind)
}

const fn entry(kind: Kind, key: &'static str, text: &'static str, doc: &'static str) -> Entry {
    Entry { key, kind, text, doc }
}

use Kind::{Domain, Field, Function, Keyword, Primitive, Requirement, Type, Value};

/// Every name, by kind.
pub const ENTRIES: &[Entry] = &[
    entry(Keyword, "as", "x as u32", "Converts a value to another type."),
    entry(
        Keyword,
        "async",
        "async kernel visit() { … }",
        "States that the items that an iteration puts on the kernel's worklist may run at once, without waiting for the next launch.",
    ),
    entry(
        Keyword,
        "at",
        "forall u in near at i { … }",
        "The position of an item on its worklist: a unique number from 0.",
    ),
    entry(Keyword, "break", "break;", "Leaves the innermost `for` or `while`."),
    entry(Keyword, "by", "for i in a..b by s { … }", "The step of a range."),
    entry(
        Keyword,
        "check",
        "check bfs(level, source);",
        "Names the oracle that checks results with `--check`, and its arguments.",
    ),
    entry(
        Keyword,
        "const",
        "const scale: u32 = 16;",
        "Declares a value that is known when the program is compiled.",
    ),
    entry(Keyword, "continue", "continue;", "Starts the next iteration of the innermost loop."),
    entry(
        Keyword,
        "else",
        "if c { … } else { … }",
        "The block that runs if the condition does not hold, or if `exclusive` does not get its nodes.",
    ),
    entry(
        Keyword,
        "exclusive",
        "exclusive(u, v) { … } else { … }",
        "Runs the first block while this iteration owns the nodes, and the second block if another iteration owns one of them. Without `else`, the item is put back with `retry`.",
    ),
    entry(
        Keyword,
        "fn",
        "fn find(n: node) -> node { … }",
        "Declares a function. Calls are inlined, so functions cannot be recursive.",
    ),
    entry(
        Keyword,
        "for",
        "for e in u.out where c { … }",
        "Runs iterations one after the other, in the order of the domain.",
    ),
    entry(
        Keyword,
        "forall",
        "forall e in u.out where c { … }",
        "Runs iterations at the same time, in any order, for the elements for which the filter holds. The domain is `nodes`, `edges`, a worklist, `u.out`, `u.in` or a range.",
    ),
    entry(
        Keyword,
        "global",
        "global changed: bool = false;",
        "Declares a value, or an array with a length, that all kernels and `main` share.",
    ),
    entry(
        Keyword,
        "graph",
        "graph undirected, simple;",
        "Lists the properties of the graph that the program requires. The runtime changes the graph accordingly.",
    ),
    entry(Keyword, "if", "if c { … } else { … }", "Runs a block if the condition holds."),
    entry(
        Keyword,
        "input",
        "input node feature: f32;",
        "States that the user supplies the values of a property or the items of a worklist.",
    ),
    entry(
        Keyword,
        "iterate",
        "iterate { … } while c;",
        "Repeats a block in `main` while the condition holds, which is tested after each round.",
    ),
    entry(
        Keyword,
        "kernel",
        "kernel visit(depth: u32) { … }",
        "Declares a parallel loop over the whole device. `main` launches kernels.",
    ),
    entry(Keyword, "let", "let v = e.dst;", "Declares a local. Every local can be assigned to."),
    entry(
        Keyword,
        "main",
        "main { … }",
        "The program of the host, which runs sequentially and launches kernels. A program has exactly one `main`.",
    ),
    entry(
        Keyword,
        "once",
        "once pipe { … }",
        "Runs exactly one round of a `pipe`, or takes the items of a worklist for all kernels of a block.",
    ),
    entry(
        Keyword,
        "original",
        "original node member: node;",
        "Declares a property of the nodes of the input graph, which `contract` keeps up to date.",
    ),
    entry(
        Keyword,
        "output",
        "output level;",
        "Lists the results of the program: properties and globals.",
    ),
    entry(
        Keyword,
        "param",
        "param source: node = 0;",
        "Declares a parameter of the program, which a user sets with `-p source=7`.",
    ),
    entry(
        Keyword,
        "pipe",
        "pipe [source] { … }",
        "Repeats a block in `main` until a worklist is empty. A list or `nodes` gives the first items.",
    ),
    entry(Keyword, "print", "print \"round\", depth;", "Prints a line of texts and values."),
    entry(
        Keyword,
        "push",
        "push v;",
        "Puts an item on a worklist, for the next kernel that loops over it.",
    ),
    entry(
        Keyword,
        "racy",
        "racy kernel visit() { … }",
        "States that lost updates and mixtures of old and new values are intended.",
    ),
    entry(
        Keyword,
        "require",
        "require total < limit, \"the total is small\";",
        "Ends the run with an error unless the condition holds. Only in `main`.",
    ),
    entry(
        Keyword,
        "retry",
        "retry;",
        "Puts the item of this iteration back on its worklist, for the next kernel.",
    ),
    entry(Keyword, "return", "return x;", "Returns from a function, with its results."),
    entry(
        Keyword,
        "swap",
        "swap a, b;",
        "Exchanges two properties or two worklists in `main`, without copying.",
    ),
    entry(
        Keyword,
        "use",
        "use std::hash;",
        "Makes a module of the standard library, or a file, available.",
    ),
    entry(
        Keyword,
        "where",
        "forall u in nodes where u.active { … }",
        "The filter of a loop: the body runs only for elements for which it holds.",
    ),
    entry(Keyword, "while", "while c { … }", "Repeats a block while the condition holds."),
    entry(Keyword, "true", "true", "The truth value of a condition that holds."),
    entry(Keyword, "false", "false", "The truth value of a condition that does not hold."),
    entry(Type, "bool", "bool", "`true` or `false`."),
    entry(Type, "i32", "i32", "A 32-bit integer in two's complement. Arithmetic wraps."),
    entry(Type, "u32", "u32", "A 32-bit unsigned integer. Arithmetic wraps."),
    entry(Type, "i64", "i64", "A 64-bit integer in two's complement. Arithmetic wraps."),
    entry(Type, "u64", "u64", "A 64-bit unsigned integer. Arithmetic wraps."),
    entry(Type, "f32", "f32", "A floating-point number of IEEE 754 with 32 bits."),
    entry(Type, "f64", "f64", "A floating-point number of IEEE 754 with 64 bits."),
    entry(
        Type,
        "node",
        "node level: u32 = MAX;",
        "As a type, the number of a node. At the top level, declares a property with a value for each node.",
    ),
    entry(
        Type,
        "edge",
        "edge weight: u32;",
        "As a type, the number of an edge. At the top level, declares a property with a value for each edge. Without an initial value, it has the weights of the graph.",
    ),
    entry(
        Field,
        ".out",
        "u.out",
        "The outgoing edges of a node, for a loop. `u.out[k]` is one of them.",
    ),
    entry(
        Field,
        ".in",
        "u.in",
        "The incoming edges of a node, for a loop. `u.in[k]` is one of them.",
    ),
    entry(Field, ".degree", "u.degree: u32", "The number of outgoing edges of a node."),
    entry(Field, ".out_degree", "u.out_degree: u32", "The number of outgoing edges of a node."),
    entry(Field, ".in_degree", "u.in_degree: u32", "The number of incoming edges of a node."),
    entry(
        Field,
        ".out_begin",
        "u.out_begin: edge",
        "The first outgoing edge of a node. The outgoing edges are consecutive.",
    ),
    entry(Field, ".out_end", "u.out_end: edge", "One past the last outgoing edge of a node."),
    entry(Field, ".src", "e.src: node", "The node at which an edge starts."),
    entry(Field, ".dst", "e.dst: node", "The node to which an edge leads."),
    entry(Field, ".reverse", "e.reverse: edge", "The edge in the other direction."),
    entry(Field, ".length", "mask.length: u32", "The number of elements of an array."),
    entry(
        Field,
        ".size",
        "near.size: u32",
        "The number of items that wait on a worklist. Only in `main`.",
    ),
    entry(
        Value,
        "MAX",
        "MAX",
        "The largest value of the type, which is infinity for floats. As a node or edge, it means none.",
    ),
    entry(
        Value,
        "MIN",
        "MIN",
        "The smallest value of the type, which is minus infinity for floats.",
    ),
    entry(Value, "node_count", "node_count: u32", "The number of nodes of the graph."),
    entry(Value, "edge_count", "edge_count: u32", "The number of edges of the graph."),
    entry(Domain, "nodes", "forall u in nodes { … }", "All nodes of the graph."),
    entry(Domain, "edges", "forall e in edges { … }", "All edges of the graph."),
    entry(
        Domain,
        "worklist",
        "forall u in worklist { … }",
        "The worklist that a program uses without a declaration. At the top level, `worklist near, far;` declares worklists.",
    ),
    entry(Domain, "std", "use std::hash;", "The standard library."),
    entry(
        Requirement,
        "undirected",
        "graph undirected;",
        "The runtime adds the reverse of every edge.",
    ),
    entry(Requirement, "simple", "graph simple;", "The runtime removes loops and multiple edges."),
    entry(
        Requirement,
        "sorted",
        "graph sorted;",
        "The runtime sorts the edges of each node by their destinations.",
    ),
    entry(Function, "min", "min(a, b)", "The smaller of two numbers."),
    entry(Function, "max", "max(a, b)", "The larger of two numbers."),
    entry(Function, "abs", "abs(x)", "The absolute value of a number."),
    entry(
        Function,
        "saturating_add",
        "saturating_add(a, b)",
        "The sum of two numbers, or the limit of the type if the sum of two integers does not fit.",
    ),
    entry(
        Function,
        "select",
        "select(condition, a, b)",
        "`a` if the condition holds, and `b` otherwise. Both are evaluated.",
    ),
    entry(
        Function,
        "atomic_add",
        "atomic_add(place, value)",
        "Adds to a place that other iterations may change at the same time. Returns the old value.",
    ),
    entry(
        Function,
        "atomic_sub",
        "atomic_sub(place, value)",
        "Subtracts from a place that other iterations may change at the same time. Returns the old value.",
    ),
    entry(
        Function,
        "atomic_min",
        "atomic_min(place, value)",
        "Writes the smaller of the old value and this one. Returns the old value.",
    ),
    entry(
        Function,
        "atomic_max",
        "atomic_max(place, value)",
        "Writes the larger of the old value and this one. Returns the old value.",
    ),
    entry(
        Function,
        "atomic_and",
        "atomic_and(place, value)",
        "Writes the bitwise and. Returns the old value.",
    ),
    entry(
        Function,
        "atomic_or",
        "atomic_or(place, value)",
        "Writes the bitwise or. Returns the old value.",
    ),
    entry(
        Function,
        "atomic_xor",
        "atomic_xor(place, value)",
        "Writes the bitwise exclusive or. Returns the old value.",
    ),
    entry(
        Function,
        "atomic_swap",
        "atomic_swap(place, value)",
        "Writes a value. Returns the old value.",
    ),
    entry(
        Function,
        "atomic_cas",
        "atomic_cas(place, expected, new)",
        "Writes the new value if the old value is the expected one. Returns the old value.",
    ),
    entry(Function, "sqrt", "sqrt(x)", "The square root of a float."),
    entry(Function, "exp", "exp(x)", "e to the power of a float."),
    entry(Function, "log", "log(x)", "The natural logarithm of a float."),
    entry(Function, "pow", "pow(a, b)", "`a` to the power of `b`, for floats."),
    entry(Function, "sin", "sin(x)", "The sine of a float, in radians."),
    entry(Function, "cos", "cos(x)", "The cosine of a float, in radians."),
    entry(Function, "floor", "floor(x)", "The largest whole number that is at most the float."),
    entry(Function, "ceil", "ceil(x)", "The smallest whole number that is at least the float."),
    entry(
        Function,
        "round",
        "round(x)",
        "The nearest whole number to a float. Halves are rounded away from zero.",
    ),
    entry(Function, "popcount", "popcount(x)", "The number of bits of an integer that are 1."),
    entry(
        Function,
        "clz",
        "clz(x)",
        "The number of bits that are 0 before the highest bit that is 1.",
    ),
    entry(
        Function,
        "ctz",
        "ctz(x)",
        "The number of bits that are 0 after the lowest bit that is 1.",
    ),
    entry(Function, "bits", "bits(x)", "The bits of a float, as an unsigned integer."),
    entry(Function, "f32_from_bits", "f32_from_bits(x)", "The `f32` with these bits."),
    entry(Function, "f64_from_bits", "f64_from_bits(x)", "The `f64` with these bits."),
    entry(
        Primitive,
        "fill",
        "fill(property, value)",
        "Sets every element of a property, or a global, to a value.",
    ),
    entry(Primitive, "clear", "clear(worklist)", "Empties a worklist."),
    entry(
        Primitive,
        "reduce_add",
        "reduce_add(property)",
        "The sum of all elements of a property.",
    ),
    entry(Primitive, "reduce_min", "reduce_min(property)", "The smallest element of a property."),
    entry(Primitive, "reduce_max", "reduce_max(property)", "The largest element of a property."),
    entry(
        Primitive,
        "reduce_and",
        "reduce_and(property)",
        "The bitwise and of all elements of a property.",
    ),
    entry(
        Primitive,
        "reduce_or",
        "reduce_or(property)",
        "The bitwise or of all elements of a property.",
    ),
    entry(
        Primitive,
        "scan_add",
        "scan_add(from, into)",
        "Sets `into` of each node to the sum of `from` over all nodes with smaller numbers. Returns the sum of all elements.",
    ),
    entry(
        Primitive,
        "sort",
        "sort(order, key)",
        "Sets element *i* of `order` to the *i*-th node by ascending key.",
    ),
    entry(
        Primitive,
        "compact",
        "compact(worklist, flag)",
        "Pushes every node whose flag is `true`.",
    ),
    entry(
        Primitive,
        "contract",
        "contract(label, member)",
        "Replaces the graph by its quotient: nodes with the same label become one node.",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::check::builtins;
    use crate::syntax::lexer::is_name;

    fn keys(kind: Kind) -> BTreeSet<&'static str> {
        of(kind).map(Entry::name).collect()
    }

    #[test]
    fn the_table_has_what_the_checker_knows() {
        let functions: BTreeSet<&str> = builtins::functions().map(|function| function.0).collect();
        assert_eq!(keys(Kind::Function), functions);
        let primitives: BTreeSet<&str> = builtins::PRIMITIVES.iter().map(|one| one.0).collect();
        assert_eq!(keys(Kind::Primitive), primitives);
        let values: BTreeSet<&str> = builtins::VALUES.iter().map(|value| value.0).collect();
        assert_eq!(keys(Kind::Value), values);
        let types = crate::types::Type::ALL.into_iter().map(crate::types::Type::name);
        assert_eq!(keys(Kind::Type), types.collect());
        let fields = builtins::NODE_FIELDS.iter().chain(builtins::EDGE_FIELDS).copied();
        assert_eq!(keys(Kind::Field), fields.chain(["length", "size"]).collect());
        for domain in builtins::DOMAINS {
            assert!(find(domain).is_some(), "{domain}");
        }
    }

    #[test]
    fn parameters_are_those_that_the_checker_counts() {
        for (name, _, count) in builtins::functions() {
            let entry = find(name).expect("every function is in the table");
            assert_eq!(entry.parameters().len(), *count, "{name}");
        }
        for (name, _, parameters) in builtins::PRIMITIVES {
            let entry = find(name).expect("every primitive is in the table");
            assert_eq!(entry.parameters(), *parameters, "{name}");
        }
    }

    #[test]
    fn keywords_are_not_names() {
        for entry in of(Kind::Keyword) {
            assert!(!is_name(entry.key), "{} is a name", entry.key);
        }
        let keys: BTreeSet<&str> = ENTRIES.iter().map(|entry| entry.key).collect();
        assert_eq!(keys.len(), ENTRIES.len(), "a key occurs twice");
    }
}
