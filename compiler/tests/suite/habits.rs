//! Tests that syntax of other languages gets advice, and that corrections give the program that was meant.

use igc_compiler::check;
use igc_compiler::diagnostics::Diagnostic;

/// Returns the diagnostics of a program.
fn found(text: &str) -> Vec<Diagnostic> {
    match check::source(text) {
        Ok((_, warnings)) => warnings,
        Err(errors) => errors,
    }
}

/// Returns a program with a statement in a kernel.
fn kernel(statement: &str) -> String {
    format!(
        "node x: u32 = 0;\nnode y: u32 = 0;\nnode b: bool = false;\nedge w: u32 = 1;\n\nkernel k() {{\n    forall u in nodes {{\n        \
         {statement}\n    }}\n}}\nmain {{\n    k();\n}}\noutput x, y, b, w;\n"
    )
}

/// Returns a program with an item.
fn item(item: &str) -> String {
    format!("{item}\nmain {{\n}}\n")
}

/// Checks the first error of a program and, if `right` is not empty, that a correction gives this program.
#[track_caller]
fn says(wrong: &str, help: &str, right: Option<&str>) {
    let found = found(wrong);
    let errors: Vec<&Diagnostic> = found.iter().filter(|found| found.is_error()).collect();
    let first = errors.first().unwrap_or_else(|| panic!("this compiles:\n{wrong}"));
    let all = first.help.join("\n");
    assert!(all.contains(help), "{wrong}\n{}\n`{help}` is not in\n{all}", first.message);
    let Some(right) = right else { return };
    let applied = errors.iter().flat_map(|error| &error.corrections);
    let applied: Vec<String> = applied.filter_map(|one| one.apply(wrong)).collect();
    assert!(
        applied.iter().any(|text| text == right),
        "{wrong}\ndoes not become\n{right}\nbut {applied:#?}"
    );
}

#[test]
fn corrections_of_statements() {
    for (wrong, right) in [
        ("int z = 3; u.x = z;", "let z = 3; u.x = z;"),
        ("u32 z = 3; u.x = z;", "let z = 3; u.x = z;"),
        ("double z = 3.0;", "let z = 3.0;"),
        ("bool z = true; u.b = z;", "let z = true; u.b = z;"),
        ("node v = u; v.x = 1;", "let v = u; v.x = 1;"),
        ("const z = 3; u.x = z;", "let z = 3; u.x = z;"),
        ("u.x := 3;", "u.x = 3;"),
        ("let z := 3; u.x = z;", "let z = 3; u.x = z;"),
        ("let z <- 3; u.x = z;", "let z = 3; u.x = z;"),
        ("u->x = 3;", "u.x = 3;"),
        ("u.x = u->y;", "u.x = u.y;"),
        ("u.x++;", "u.x += 1;"),
        ("u.x--;", "u.x -= 1;"),
        ("++u.x;", "u.x += 1;"),
        ("--u.x;", "u.x -= 1;"),
        ("u.x == 3;", "u.x = 3;"),
        ("if u.x = 3 { u.y = 1; }", "if u.x == 3 { u.y = 1; }"),
        ("if (u.x = 3) { u.y = 1; }", "if (u.x == 3) { u.y = 1; }"),
        ("u.b = u.x === 3;", "u.b = u.x == 3;"),
        ("u.b = u.x <> 3;", "u.b = u.x != 3;"),
        ("u.b = u.b and u.x > 1;", "u.b = u.b && u.x > 1;"),
        ("u.b = not u.b;", "u.b = ! u.b;"),
        ("u.b ||= true;", "u.b |= true;"),
        ("u.x = u.y mod 2;", "u.x = u.y % 2;"),
        ("u.x = u.y xor 2;", "u.x = u.y ^ 2;"),
        ("u.x = +3;", "u.x = 3;"),
        ("atomic_add(&u.x, 3);", "atomic_add(u.x, 3);"),
        ("u.x = null;", "u.x = MAX;"),
        ("u.x = None;", "u.x = MAX;"),
        ("u.b = True;", "u.b = true;"),
        ("u.x = UINT_MAX;", "u.x = MAX;"),
        (
            "if u.b { u.x = 1; } elif u.x > 2 { u.x = 2; }",
            "if u.b { u.x = 1; } else if u.x > 2 { u.x = 2; }",
        ),
        ("forall e of u.out { e.w = 1; }", "forall e in u.out { e.w = 1; }"),
        ("forall e: u.out { e.w = 1; }", "forall e in u.out { e.w = 1; }"),
        ("forall e in u.out if u.b { e.w = 1; }", "forall e in u.out where u.b { e.w = 1; }"),
        ("if u.b { u.x = 1; };", "if u.b { u.x = 1; }"),
        ("let z: int = 3; u.b = z > 2;", "let z: i32 = 3; u.b = z > 2;"),
        ("let z: uint32_t = 3; u.x = z;", "let z: u32 = 3; u.x = z;"),
    ] {
        says(&kernel(wrong), "", Some(&kernel(right)));
    }
}

#[test]
fn advice_for_statements() {
    for (wrong, help) in [
        ("if u.x > 3: u.x = 1;", "write `{`"),
        ("if u.x > 3 u.x = 1;", "and `}` after the statement"),
        ("if (u.x > 3) u.x = 1;", "and `}` after the statement"),
        ("for (int i = 0; i < 3; i++) { u.x = 1; }", "write `for i in 0..n { … }`"),
        ("for (e in u.out) { e.w = 1; }", "`forall e in u.out { … }`"),
        ("foreach (v in u.out) { v.w = 1; }", "`forall e in u.out { … }`"),
        ("for i = 0 to 3 { u.x = 1; }", "write `for i in 0..n { … }`"),
        ("for i in range(3) { u.x = 1; }", "`0..n`"),
        ("do { u.x += 1; } while (u.x < 3);", "write `while … { … }`"),
        ("switch u.x { }", "`if … { … } else if … { … }`"),
        ("u.x = 1 if u.b else 2;", "`select(condition, a, b)`"),
        ("u.x = u.b ? 1 : 2;", "`select(condition, a, b)`"),
        ("u.x = u.y ** 2;", "`pow(x, y)`"),
        ("u.x = (u32) u.y;", "write `x as u32`"),
        ("u.x = static_cast<u32>(u.y);", "write `x as u32`"),
        ("u.x = u32(u.y);", "write `x as u32`"),
        ("let z;", "`let x: u32 = 0;`"),
        ("let z: u32;", "`let x: u32 = 0;`"),
        ("println!(\"{}\", u.x);", "write `print"),
        ("u.x, u.y = 1, 2;", "an assignment for each place"),
        ("<u.x, u.y> = <Min(u.x, 3), 4>;", "`atomic_min(v.dist, d);`"),
        ("let z = len(u.out);", "`u.degree`"),
        ("u.x = self.x;", "the variable of the loop"),
        ("parallel for v in nodes { v.x = 1; }", "`forall u in nodes { … }`"),
        ("/* text */ u.x = 1;", "write comments with `//`"),
        ("# text", "write comments with `//`"),
        ("u.x = y = 3;", "an assignment has no value"),
    ] {
        says(&kernel(wrong), help, None);
    }
}

#[test]
fn advice_for_items() {
    for (wrong, help) in [
        ("int x = 0;", "write `global x: i32 = …;`"),
        ("def f() { }", "write `fn f(x: u32) -> u32 { … }`"),
        ("void f() { }", "write `fn f(x: u32) -> u32 { … }`"),
        ("__kernel void f() { }", "write `kernel f() { … }`"),
        ("import std;", "write `use std::hash;`"),
        ("struct S { x: u32 }", "a property for each field"),
        ("enum E { A }", "a constant for each value"),
        ("let x = 3;", "`const x: u32 = 0;`"),
        ("queue w;", "write `worklist near;`"),
        ("return x;", "write `output x;`"),
        ("kernel f { forall _u in nodes { } }", "write `f() { … }`"),
        ("kernel f(): forall _u in nodes { }", "write `{`"),
        ("node x = 0;", "`x: u32 = …;`"),
        ("param source = 0;", "`source: u32 = …;`"),
        ("node<u32> x;", "write `node x: u32 = 0;`"),
        ("worklist<node> w;", "write `worklist near;`"),
        ("node x: vector<u32> = 0;", "`x: u32[4] = 0;`"),
        ("node x: u32[] = 0;", "`x: u32[4] = 0;`"),
        ("node x: [u32; 3] = 0;", "`x: u32[4] = 0;`"),
        ("fn main() { }", "write `main { … }`"),
        ("#include <x>", "write comments with `//`"),
    ] {
        says(&item(wrong), help, None);
    }
    says("main() { }\n", "write `main { … }`", None);
    for (wrong, right) in [
        ("node u32 x = 0;", "node x: u32 = 0;"),
        ("global int x = 0;", "global x: i32 = 0;"),
        ("fn f(int x) { }", "fn f(x: i32) { }"),
        ("fn f(): u32 { return 1; }", "fn f() -> u32 { return 1; }"),
        ("kernel f { forall _u in nodes { } }", "kernel f() { forall _u in nodes { } }"),
    ] {
        says(&item(wrong), "", Some(&item(right)));
    }
}

/// A `{` that is missing leaves its `}` without a partner. Both are one error.
#[test]
fn a_missing_brace_is_one_error() {
    for wrong in [
        "kernel k()\n    forall u in nodes {\n        u.x = 1;\n    }\n}\n",
        "kernel k() {\n    forall u in nodes\n        u.x = 1;\n    }\n}\n",
        "kernel k() {\n    forall u in nodes {\n        if u.x == 0\n            u.x = 1;\n        }\n    }\n}\n",
        "kernel k() {\n    forall u in nodes {\n        if u.x == 0 u.x = 1; }\n    }\n}\n",
    ] {
        let text = format!("node x: u32 = 0;\n{wrong}main {{\n    k();\n}}\noutput x;\n");
        let found = found(&text);
        let messages: Vec<&str> = found.iter().map(|one| &*one.message).collect();
        assert!(
            messages.len() == 1 && messages[0].starts_with("expected `{`"),
            "{text}\n{messages:?}"
        );
    }
    let stray = "main {\n}\n}\n";
    assert!(found(stray).iter().any(|one| one.message == "unmatched `}`"));
}

/// Signs at the ends of a program, and letters of several bytes, are no reason to panic.
#[test]
fn signs_anywhere_are_errors() {
    for wrong in [
        "+",
        "++",
        "--;",
        ";",
        "++ é",
        "--é",
        "é--;",
        "main { ++ é }",
        "main { é := 1; }",
        "*",
        ":=",
    ] {
        assert!(found(wrong).iter().any(Diagnostic::is_error), "{wrong}");
    }
}
