//! Tests of the proof that a loop computes a fixed point: loops that it recognises, and the reason
//! for each other loop.

use std::fmt::Write;

use igc_compiler::ir::fixpoint::fixed_points;
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;

const DECLARATIONS: &str = "array x: u32[nodes] = 4294967295u32
array y: u32[nodes] = 0u32
array s: i32[nodes] = 0i32
array b: bool[nodes] = false
array m: u32[nodes] = 0u32
array r: f32[nodes] = 0.0f32
array c: u32[edges] = 1u32
array low: u32[one] = 4294967295u32
array on: bool[one] = false
array more: bool[one] = false
worklist w
worklist other
";

const ROUND: &str = "iterate { on~[0u32] = false launch k() } while on~[0u32]";

/// Returns what the proof says about the kernel `k` of a module with this kernel and `main`.
fn verdict(kernel: &str, main: &str) -> String {
    let text = format!(
        "module m distributed\n{DECLARATIONS}kernel k() {{ {kernel} }}\nmain {{ {main} }}\n"
    );
    let module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    match fixed_points(&module).values().next() {
        None => "no loop launches the kernel".into(),
        Some(Err(reason)) => reason.clone(),
        Some(Ok(proof)) => {
            let name = |id: &igc_compiler::ir::ArrayId| module.arrays[id.index()].name.clone();
            let state =
                proof.state.iter().map(|(id, direction)| format!("{} {direction:?}", name(id)));
            format!("proven: {}", state.collect::<Vec<_>>().join(", "))
        }
    }
}

fn verdicts(cases: &[(&str, String)]) -> String {
    let mut report = String::new();
    for (name, verdict) in cases {
        writeln!(report, "{name}: {verdict}").unwrap();
    }
    report
}

/// Returns a kernel over all nodes, and over the outgoing edges of each.
fn push(body: &str) -> String {
    nodes(&format!("forall serial e: edge in out u {{ let v: node = @targets[e] {body} }}"))
}

fn nodes(body: &str) -> String {
    format!("for u: node = @global_id to @node_count by @global_size {{ {body} }}")
}

fn items(body: &str) -> String {
    format!(
        "for i: u32 = @global_id to @size(w) by @global_size {{ let u: node = @item(w, i)
         forall serial e: edge in out u {{ let v: node = @targets[e] {body} }} }}"
    )
}

fn offers(value: &str) -> String {
    push(&format!(
        "let a: u32 = {value} let old: u32 = atomic min x~[v], a
         if (old > a) {{ atomic or on~[0u32], true }}"
    ))
}

const OFFER: &str = "let a: u32 = x~[u] let old: u32 = atomic min x~[v], a";
const SET: &str = "atomic or on~[0u32], true";

#[test]
fn values_must_be_monotone() {
    let cases = [
        ("a copy", "x~[u]"),
        ("a saturating sum", "saturating_add(x~[u], c[e])"),
        ("a sum that may wrap", "(x~[u] + 1u32)"),
        ("a difference", "(x~[u] - 1u32)"),
        ("a minimum and a maximum", "max(min(x~[u], c[e]), 3u32)"),
        ("a choice by a fixed condition", "select((c[e] > 2u32), x~[u], 7u32)"),
        ("a choice by the state", "select((x~[u] > 2u32), x~[u], 7u32)"),
        ("a value that rises", "y~[u]"),
        ("a fixed value", "(c[e] * 3u32)"),
        ("the position of the work-item", "@global_id"),
        ("the number of a node", "u32(u)"),
        ("state at an index that is state", "x~?[at]"),
        ("a set of bits as a number", "m~[u]"),
        ("a wider number that is cut", "u32((u64(x~[u]) + 1u64))"),
    ];
    let cases = cases.map(|(name, value)| {
        let more = match name {
            "a value that rises" => "atomic max y~[u], c[0u32] atomic or on~[0u32], true",
            "a set of bits as a number" => "atomic or m~[u], 1u32 atomic or on~[0u32], true",
            "state at an index that is state" => "let at: u32 = x~[u]",
            _ => "",
        };
        let kernel = offers(value).replacen("let v", &format!("{more} let v"), 1);
        (name, verdict(&kernel, ROUND))
    });
    insta::assert_snapshot!(verdicts(&cases));
}

#[test]
fn conditions_must_hold_on_or_guard_the_offer() {
    let under =
        |condition: &str| push(&format!("if {condition} {{ {OFFER} if (old > a) {{ {SET} }} }}"));
    let guarded = |condition: &str| {
        push(&format!("let a: u32 = x~[u] if {condition} {{ atomic min x~[v], a {SET} }}"))
    };
    let cases = [
        ("a fixed condition", under("(c[e] > 2u32)")),
        ("the source is below a bound", under("(x~[u] < 9u32)")),
        ("the source is not the largest", under("(x~[u] != 4294967295u32)")),
        ("the source is above a bound", under("(x~[u] > 9u32)")),
        ("the source is a number", under("(x~[u] == 9u32)")),
        ("the target is above the value", guarded("(x~[v] > a)")),
        ("the target is not below the value", guarded("(a <= x~[v])")),
        ("the target is below the value", guarded("(x~[v] < a)")),
        ("another node is above the value", guarded("(x~[u] > a)")),
        (
            "a sum that a condition keeps from wrapping",
            push(&format!(
                "if (x~[u] < 9u32) {{ let a: u32 = (x~[u] + 4u32) let old: u32 = atomic min x~[v], a if (old > a) {{ {SET} }} }}"
            )),
        ),
        (
            "the value changes after the condition",
            push(&format!(
                "let a: u32 = x~[u] if (a < x~[v]) {{ set a = (a / 2u32) atomic min x~[v], a {SET} }}"
            )),
        ),
        (
            "a loop changes the value after the condition",
            push(&format!(
                "let a: u32 = x~[u] if (a < x~[v]) {{ for j: u32 = 0u32 to 2u32 by 1u32 {{ atomic min x~[v], a set a = 0u32 }} {SET} }}"
            )),
        ),
        (
            "otherwise",
            push(&format!("if (x~[u] > 9u32) {{ }} else {{ {OFFER} if (old > a) {{ {SET} }} }}")),
        ),
        (
            "rounds that depend on the state",
            nodes(&format!("while (x~[u] > 3u32) {{ atomic min x~[u], 1u32 {SET} }}")),
        ),
    ];
    let cases = cases.map(|(name, kernel)| (name, verdict(&kernel, ROUND)));
    insta::assert_snapshot!(verdicts(&cases));
}

#[test]
fn changes_must_be_announced() {
    let after = |condition: &str| push(&format!("{OFFER} if {condition} {{ {SET} }}"));
    let cases = [
        ("if the old value is greater", after("(old > a)")),
        ("if the old value is another one", after("(a != old)")),
        ("if the old value is much greater", after("(old > (a + 5u32))")),
        ("if the old value is less", after("(old < a)")),
        ("always", push(&format!("{OFFER} {SET}"))),
        ("never", push(OFFER)),
        ("under a further condition", after("((old > a) && (c[e] > 2u32))")),
        ("by another flag", push(&format!("{OFFER} if (old > a) {{ atomic or more~[0u32], true }}"))),
        (
            "in a condition that lowering has divided",
            push(&format!(
                "let a: u32 = x~[u] let holds: bool = (a < x~[v])
                 if holds {{ let old: u32 = atomic min x~[v], a set holds = (old > a) }} if holds {{ {SET} }}"
            )),
        ),
        (
            "after the value has changed",
            push("let a: u32 = x~[u] let old: u32 = atomic min x~[v], a set a = 9u32 if (old > a) { atomic or on~[0u32], true }"),
        ),
        ("by a truth value", push(&format!("if b~[u] {{ let old: bool = atomic or b~[v], true if not(old) {{ {SET} }} }}"))),
        ("of a truth value under the wrong condition", push(&format!("if b~[u] {{ let old: bool = atomic or b~[v], true if old {{ {SET} }} }}"))),
    ];
    let cases = cases.map(|(name, kernel)| (name, verdict(&kernel, ROUND)));
    insta::assert_snapshot!(verdicts(&cases));
}

#[test]
fn stores_must_not_undo_changes() {
    let best = "let best: u32 = x~[u] forall serial e: edge in in_positions u {
                    reduce min best, saturating_add(x~[@in_sources[e]], 1u32) }";
    let cases = [
        ("of the best value", nodes(&format!("{best} if (best < x~[u]) {{ x~[u] = best {SET} }}"))),
        ("without a condition", nodes(&format!("{best} x~[u] = best {SET}"))),
        ("of a minimum with the element", nodes(&format!("x~[u] = min(x~[u], 3u32) {SET}"))),
        (
            "to a neighbour",
            push(&format!("let a: u32 = x~[u] if (a < x~[v]) {{ x~[v] = a {SET} }}")),
        ),
        (
            "besides an atomic",
            push(&format!(
                "{OFFER} if (old > a) {{ {SET} }} if (4u32 < x~[u]) {{ x~[u] = 4u32 {SET} }}"
            )),
        ),
        (
            "of a limit to a neighbour",
            push(&format!("if b~[u] {{ if not(b~[v]) {{ b~[v] = true {SET} }} }}")),
        ),
        ("of both truth values", push(&format!("b~[v] = true b~[u] = false {SET}"))),
        (
            "of a value that is gathered under a condition that holds on",
            nodes(&format!(
                "let best: u32 = x~[u] forall serial e: edge in in_positions u {{
               if (x~[@in_sources[e]] < 9u32) {{ reduce min best, x~[@in_sources[e]] }} }}
             if (best < x~[u]) {{ x~[u] = best {SET} }}"
            )),
        ),
        (
            "of a value that is gathered under a condition that may cease",
            nodes(&format!(
                "let best: u32 = x~[u] forall serial e: edge in in_positions u {{
               if (x~[@in_sources[e]] > 9u32) {{ reduce min best, x~[@in_sources[e]] }} }}
             if (best < x~[u]) {{ x~[u] = best {SET} }}"
            )),
        ),
    ];
    let cases = cases.map(|(name, kernel)| (name, verdict(&kernel, ROUND)));
    insta::assert_snapshot!(verdicts(&cases));
}

#[test]
fn kernels_must_do_nothing_else() {
    let and = |more: &str| push(&format!("{OFFER} if (old > a) {{ {SET} }} {more}"));
    let cases = [
        ("an addition", and("atomic add y~[v], 1u32")),
        ("an exchange", and("let before: u32 = atomic swap y~[v], 1u32")),
        ("a push", and("push w v")),
        ("a flag that is cleared", and("on~[0u32] = false")),
        (
            "floats",
            push(&format!("let old: f32 = atomic min r~[v], r~[u] if (old > r~[u]) {{ {SET} }}")),
        ),
        ("both directions", and(&format!("atomic max x~[v], 3u32 {SET}"))),
        (
            "an index that is state",
            push(&format!(
                "let at: u32 = x~[u] let old: u32 = atomic min x~?[at], 3u32 if (old > 3u32) {{ {SET} }}"
            )),
        ),
        (
            "signed numbers",
            push(&format!(
                "let a: i32 = saturating_add(s~[u], -1i32) let old: i32 = atomic min s~[v], a if (old > a) {{ {SET} }}"
            )),
        ),
        (
            "a global",
            push(&format!(
                "let old: u32 = atomic min low~[0u32], x[u] if (old > x[u]) {{ {SET} }}"
            )),
        ),
        (
            "sets of bits",
            push(&format!(
                "let a: u32 = (m~[u] & c[e]) let old: u32 = atomic or m~[v], a if (old != (old | a)) {{ {SET} }}"
            )),
        ),
        (
            "sets of bits that always announce",
            push(&format!("atomic or m~[v], (m~[u] & bitnot(c[e])) {SET}")),
        ),
        (
            "statements before the loop",
            format!("if (@global_id == 0u32) {{ {SET} }} {}", push(&format!("{OFFER} {SET}"))),
        ),
        ("no loop", SET.to_owned()),
        (
            "a break",
            nodes(&format!("while (c[0u32] > 1u32) {{ atomic min x~[u], 1u32 {SET} break }}")),
        ),
    ];
    let cases = cases.map(|(name, kernel)| (name, verdict(&kernel, ROUND)));
    insta::assert_snapshot!(verdicts(&cases));
}

#[test]
fn main_must_only_launch_kernels() {
    let kernel = push(&format!("{OFFER} if (old > a) {{ {SET} }}"));
    let cases = [
        ("one launch", ROUND.to_owned()),
        ("two launches", "iterate { on~[0u32] = false launch k() launch k() } while on~[0u32]".into()),
        ("a reset between launches", "iterate { launch k() on~[0u32] = false launch k() } while on~[0u32]".into()),
        ("two flags", "iterate { on~[0u32] = false launch k() } while (on~[0u32] || more~[0u32])".into()),
        ("a count of rounds", "let n: u32 = 0u32 iterate { on~[0u32] = false launch k() set n = (n + 1u32) } while on~[0u32]".into()),
        ("a limit of rounds", "let n: u32 = 0u32 iterate { on~[0u32] = false launch k() } while (on~[0u32] && (n < 3u32))".into()),
        ("a store in each round", "iterate { on~[0u32] = false y~?[0u32] = 1u32 launch k() } while on~[0u32]".into()),
        ("a swap in each round", "iterate { on~[0u32] = false swap x, y launch k() } while on~[0u32]".into()),
        ("a condition", "iterate { on~[0u32] = false if (@node_count > 3u32) { launch k() } } while on~[0u32]".into()),
        ("a launch before the loop", format!("launch k() {ROUND}")),
        ("a loop in a loop", format!("let n: u32 = 0u32 while (n < 3u32) {{ set n = (n + 1u32) {ROUND} }}")),
        ("a counted loop", "for n: u32 = 0u32 to 3u32 { launch k() }".into()),
        ("no loop", "launch k()".into()),
    ];
    let cases = cases.map(|(name, main)| (name, verdict(&kernel, &main)));
    insta::assert_snapshot!(verdicts(&cases));
}

#[test]
fn items_must_be_those_that_changed() {
    let claim = |pushed: &str| items(&format!("{OFFER} if (old > a) {{ {pushed} }}"));
    let pipe = "pipe w [0node] { launch k() }";
    let cases = [
        ("the target of the change", claim("push w v"), pipe),
        ("the item", claim("push w u"), pipe),
        ("the target and the item", claim("push w v push w u"), pipe),
        ("another worklist", claim("push other v"), pipe),
        ("nothing", claim(""), pipe),
        (
            "a target that may not have changed",
            items(&format!("{OFFER} if (old >= a) {{ push w v }}")),
            pipe,
        ),
        (
            "a target under a strict condition",
            items("let a: u32 = x~[u] if (a < x~[v]) { atomic min x~[v], a push w v }"),
            pipe,
        ),
        (
            "a target under a weak condition",
            items("let a: u32 = x~[u] if (a <= x~[v]) { atomic min x~[v], a push w v }"),
            pipe,
        ),
        ("a truth value", items("if not(b~[v]) { b~[v] = true push w v }"), pipe),
        (
            "with state of another node",
            items(
                "let a: u32 = min(x~[u], x~[0u32]) let old: u32 = atomic min x~[v], a if (old > a) { push w v }",
            ),
            pipe,
        ),
        (
            "with the size of the worklist",
            items(
                "let a: u32 = @size(w) let old: u32 = atomic min x~[v], a if (old > a) { push w v }",
            ),
            pipe,
        ),
        ("two launches", claim("push w v"), "pipe w [0node] { launch k() launch k() }"),
        ("once", claim("push w v"), "once pipe w [0node] { launch k() }"),
        ("in a loop without the worklist", claim("push w v"), ROUND),
    ];
    let cases = cases.map(|(name, kernel, main)| (name, verdict(&kernel, main)));
    insta::assert_snapshot!(verdicts(&cases));
}
