//! Generates loops that compute fixed points: a program with one such loop, or a loop at the end of
//! another program.
//!
//! The state is one or two properties, `x` and `y`, which only rise or only fall. A kernel `step`
//! offers new values to neighbours (or takes them from neighbours), and announces changes with the
//! flag `on` or by a push. A *sound* loop meets all conditions of the proof in the compiler. Other
//! loops break some of them, for example by a value that is not monotone or by a change that is not
//! announced, so that a test can find wrong proofs.

use igc_compiler::syntax::ast::{Item, ItemKind, Stmt};
use igc_compiler::syntax::parse;

use super::Choices;

/// The values of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Numbers that fall.
    Falling,
    /// Numbers that rise.
    Rising,
    /// Truth values that become true.
    Reached,
    /// Truth values that become false.
    Removed,
}

/// What the iterations of a kernel have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visits {
    /// A node, which offers values to the destinations of its edges.
    Push,
    /// A node, which takes values from the sources of its edges.
    Pull,
    /// An edge.
    Edges,
    /// An item of the worklist.
    Items,
}

impl Kind {
    fn ty(self) -> &'static str {
        match self {
            Kind::Falling | Kind::Rising => "u32",
            Kind::Reached | Kind::Removed => "bool",
        }
    }

    /// Returns the value with which most nodes start.
    fn start(self) -> &'static str {
        match self {
            Kind::Falling => "MAX",
            Kind::Rising => "0",
            Kind::Reached => "false",
            Kind::Removed => "true",
        }
    }
}

/// The generator of one loop.
pub(super) struct FixedPoint<'c, 'b> {
    choices: &'c mut Choices<'b>,
    is_sound: bool,
    properties: Vec<(&'static str, Kind)>,
}

impl<'c, 'b> FixedPoint<'c, 'b> {
    /// Creates a generator of loops that meet the conditions of the proof, or may break them.
    pub(super) fn new(choices: &'c mut Choices<'b>, is_sound: bool) -> FixedPoint<'c, 'b> {
        FixedPoint { choices, is_sound, properties: vec![] }
    }

    /// Returns the declarations of a loop, and the statements of `main`. Only programs without other
    /// worklists may have loops over worklists.
    pub(super) fn items(&mut self, may_push: bool) -> (Vec<ItemKind>, Vec<Stmt>) {
        let text = self.text(may_push);
        let (program, found) = parse(&text);
        let Some(program) = program.filter(|_| found.iter().all(|found| !found.is_error())) else {
            panic!("{text}\n{found:?}")
        };
        let (mut items, mut stmts) = (vec![], vec![]);
        for Item { kind, .. } in program.items {
            match kind {
                ItemKind::Main(body) => stmts = body.stmts,
                other => items.push(other),
            }
        }
        (items, stmts)
    }

    fn text(&mut self, may_push: bool) -> String {
        let kinds = [Kind::Falling, Kind::Falling, Kind::Rising, Kind::Reached, Kind::Removed];
        let count = 1 + self.choices.below(2);
        self.properties =
            ["x", "y"][..count].iter().map(|name| (*name, *self.choices.pick(&kinds))).collect();
        let is_pipe = may_push && self.choices.once_in(3);
        let kernels = if is_pipe { 1 } else { 1 + self.choices.below(2) };
        let mut text = String::from("global on: bool = false;\n");
        for (name, kind) in &self.properties {
            text += &format!("node {name}: {} = {};\n", kind.ty(), kind.start());
        }
        text += &self.start();
        let mut calls = String::new();
        for number in 0..kernels {
            text += &self.kernel(number, is_pipe);
            calls += &format!("step{number}(); ");
        }
        let outside =
            if is_pipe { "".into() } else { self.or("on = false; ", &["", "on = true; "]) };
        let condition = self.or("on", &["on && turn < 5"]);
        let (before, counts) = match condition.contains("turn") {
            true => ("let turn = 0; ", "turn += 1; "),
            false => ("", ""),
        };
        let seed = self.choices.pick(&["[0]", "nodes", "[1, 0]"]);
        let outputs: Vec<&str> = self.properties.iter().map(|(name, _)| *name).collect();
        let body = match is_pipe {
            true => format!("pipe {seed} {{ {counts}{calls}}}"),
            false => format!("iterate {{ {outside}{counts}{calls}}} while {condition};"),
        };
        text + &format!("main {{ start(); {before}{body} }}\noutput {};\n", outputs.join(", "))
    }

    /// Returns one of the alternatives, which break a condition of the proof, now and then, or the
    /// sound one.
    fn or(&mut self, sound: &str, others: &[&str]) -> String {
        let breaks = !self.is_sound && self.choices.once_in(8);
        if breaks { self.choices.pick(others).to_string() } else { sound.to_owned() }
    }

    /// Generates the kernel that gives some nodes other values.
    fn start(&mut self) -> String {
        let mut body = String::new();
        for (name, kind) in self.properties.clone() {
            let (modulus, factor) = (2 + self.choices.below(4), 1 + self.choices.below(9));
            let value = match kind {
                Kind::Falling | Kind::Rising => format!("u as u32 * {factor} % 11"),
                Kind::Reached => "true".into(),
                Kind::Removed => "false".into(),
            };
            body += &format!("if u as u32 % {modulus} == 0 {{ u.{name} = {value}; }} ");
        }
        format!("kernel start() {{ forall u in nodes {{ {body}}} }}\n")
    }

    fn kernel(&mut self, number: usize, is_pipe: bool) -> String {
        let visits = match is_pipe {
            true => Visits::Items,
            false => *self.choices.pick(&[Visits::Push, Visits::Pull, Visits::Edges]),
        };
        let (name, kind) = *self.choices.pick(&self.properties.clone());
        let alike: Vec<_> =
            self.properties.iter().copied().filter(|(_, other)| *other == kind).collect();
        let (other, _) = *self.choices.pick(&alike);
        // In a loop over a worklist, an iteration reads only the property of its item that announces
        // changes.
        let from = if is_pipe { name } else { other };
        let body = self.body(visits, (name, kind), from);
        let filter = match self.choices.once_in(3) {
            true => format!(" where {}", self.condition(kind, &format!("u.{from}"))),
            false => String::new(),
        };
        let inner = match visits {
            Visits::Push => {
                format!(
                    "forall u in nodes{filter} {{ forall e in u.out {{ let v = e.dst; {body} }} }}"
                )
            }
            Visits::Items => {
                format!(
                    "forall u in worklist{filter} {{ forall e in u.out {{ let v = e.dst; {body} }} }}"
                )
            }
            Visits::Edges => {
                format!("forall e in edges {{ let u = e.src; let v = e.dst; {body} }}")
            }
            Visits::Pull => format!("forall v in nodes {{ {body} }}"),
        };
        format!("racy kernel step{number}() {{ {inner} }}\n")
    }

    /// Generates the statements that offer a value of `u` to `v`.
    fn body(&mut self, visits: Visits, (name, kind): (&str, Kind), from: &str) -> String {
        let announce = match visits {
            Visits::Items => self.or("push v;", &["push u;", "", "push v; push u;"]),
            _ => {
                let flag = *self.choices.pick(&["on |= true;", "on = true;"]);
                self.or(flag, &["", "on |= false;"])
            }
        };
        if visits == Visits::Pull {
            return self.pull((name, kind), from, &announce);
        }
        let offer = self.offer((name, kind), from, &announce);
        match self.choices.once_in(3) {
            true => {
                let condition = self.condition(kind, &format!("u.{from}"));
                format!("if {condition} {{ {offer} }}")
            }
            false => offer,
        }
    }

    fn offer(&mut self, (name, kind): (&str, Kind), from: &str, announce: &str) -> String {
        let target = self.or("v", &["u", "((u.x as u32 % 3) as node)"]);
        let place = format!("{target}.{name}");
        match kind {
            Kind::Falling | Kind::Rising => {
                let (op, further, older) = match kind {
                    Kind::Falling => ("min", "<", ">"),
                    _ => ("max", ">", "<"),
                };
                let value = self.value(kind, &format!("u.{from}"));
                let further = self.or(further, &[">", "<", "!="]);
                let claim = self.or(&format!("old {older} a"), &["old != a", "old > 2", "old < a"]);
                let changed = self.or("", &["a = a / 2;"]);
                let atomic = format!("let old = atomic_{op}({place}, a);");
                let form = match self.choices.below(4) {
                    0 => format!("{atomic} if {claim} {{ {announce} }}"),
                    1 => format!(
                        "if a {further} {place} {{ {changed} {atomic} if {claim} {{ {announce} }} }}"
                    ),
                    2 => format!(
                        "if a {further} {place} {{ {changed} atomic_{op}({place}, a); {announce} }}"
                    ),
                    _ => format!(
                        "if a {further} {place} && atomic_{op}({place}, a) {older} a {{ {announce} }}"
                    ),
                };
                format!("let a = {value}; {form}")
            }
            Kind::Reached | Kind::Removed => {
                let (not, value, op, old) = match kind {
                    Kind::Reached => ("!", "true", "or", "!old"),
                    _ => ("", "false", "and", "old"),
                };
                let value = self.or(value, &["true", "false"]);
                let given = match kind {
                    Kind::Reached => format!("u.{from}"),
                    _ => format!("!u.{from}"),
                };
                let given = self.or(&given, &[&format!("!u.{from}"), "u as u32 > 1"]);
                let form = match self.choices.below(3) {
                    0 => format!(
                        "let old = atomic_{op}({place}, {value}); if {old} {{ {announce} }}"
                    ),
                    1 => format!("if {not}{place} {{ {place} = {value}; {announce} }}"),
                    _ => {
                        let atomic = format!("atomic_{op}({place}, {value})");
                        format!("if {not}{place} && {not}{atomic} {{ {announce} }}")
                    }
                };
                format!("if {given} {{ {form} }}")
            }
        }
    }

    /// Generates the statements of a node `v` that takes the best value of its neighbours.
    fn pull(&mut self, (name, kind): (&str, Kind), from: &str, announce: &str) -> String {
        match kind {
            Kind::Falling | Kind::Rising => {
                let (op, further) = if kind == Kind::Falling { ("min", "<") } else { ("max", ">") };
                let value = self.value(kind, &format!("e.src.{from}"));
                let take = match self.choices.below(3) {
                    0 => format!("forall e in v.in {{ best {op}= {value}; }}"),
                    1 => format!("for e in v.in {{ best = {op}(best, {value}); }}"),
                    _ => format!(
                        "for e in v.in {{ let a = {value}; if a {further} best {{ best = a; }} }}"
                    ),
                };
                let further = self.or(further, &["<", ">", "!="]);
                let spoilt = self.or("", &["best = best / 2;"]);
                let store = match self.choices.once_in(2) {
                    true => format!("v.{name} = best;"),
                    false => format!("atomic_{op}(v.{name}, best);"),
                };
                format!(
                    "let best = v.{name}; {take} if best {further} v.{name} {{ {spoilt} {store} {announce} }}"
                )
            }
            Kind::Reached => format!(
                "forall e in v.in {{ if e.src.{from} && !v.{name} {{ v.{name} = true; {announce} }} }}"
            ),
            Kind::Removed => format!(
                "forall e in v.in {{ if !e.src.{from} && v.{name} {{ v.{name} = false; {announce} }} }}"
            ),
        }
    }

    /// Generates a value that moves with a value of the state.
    fn value(&mut self, kind: Kind, of: &str) -> String {
        let number = self.choices.below(5);
        let further = match kind {
            Kind::Falling => format!("saturating_add({of}, {number})"),
            _ => format!("min(saturating_add({of}, {number}), 13)"),
        };
        let sound = match self.choices.below(6) {
            0 => of.to_owned(),
            1 | 2 => further,
            3 => format!("max({of}, {number})"),
            4 => format!("min(max({of}, {number}), 12)"),
            _ => format!("select(e as u32 % 2 == 0, {of}, max({of}, 3))"),
        };
        let others = [
            format!("min({of} + {number}, 20)"),
            format!("({of} ^ 1) % 16"),
            format!("(14 - min({of}, 14))"),
            format!("select({of} > 3, 2, {of})"),
            format!("({of} % 7)"),
        ];
        self.or(&sound, &others.each_ref().map(String::as_str))
    }

    /// Generates a condition that does not depend on the state, or that continues to hold.
    fn condition(&mut self, kind: Kind, of: &str) -> String {
        let number = self.choices.below(9);
        let holds_on = match kind {
            Kind::Falling => *self.choices.pick(&["< 20", "!= MAX", "<= 7"]),
            Kind::Rising => *self.choices.pick(&["> 0", ">= 3", "!= 0"]),
            Kind::Reached => "",
            Kind::Removed => "== false",
        };
        let sound = match self.choices.below(3) {
            0 => format!("u as u32 % 3 != {}", number % 3),
            _ => format!("({of} {holds_on})"),
        };
        let ceases = match kind.ty() {
            "u32" => format!("({of} > {number})"),
            _ => format!("!{of}"),
        };
        let ceases_too = match kind.ty() {
            "u32" => format!("({of} < {number})"),
            _ => of.to_owned(),
        };
        self.or(&sound, &[&ceases, &ceases_too, "!on"])
    }
}
