//! Which loops are expected to do work in few iterations.

use igc_compiler::ir::parse::parse;

use crate::merge::compiled_with_setup;

/// Returns whether the kernel `k` of this body is selective, without flags and with some that rewrite
/// its loops.
fn is_selective(body: &str) -> bool {
    let program = format!("kernel k(depth: u32) {{ {body} }} main {{ k(7); }}");
    let found: Vec<bool> = ["none", "wg,fg8,coop-cv", "sg,fg1,sz256"]
        .into_iter()
        .map(|flags| {
            let compilation = compiled_with_setup(&program, flags);
            let kernels = &compilation.artefact.schedule.kernels;
            let of = |name: &str| kernels.iter().find(|kernel| kernel.name == name);
            of("k").expect("the host launches it").selective
        })
        .collect();
    assert!(found.iter().all(|each| *each == found[0]), "{body}: {found:?}");
    found[0]
}

#[test]
fn equality_with_a_value_selects_few_elements() {
    for body in [
        "forall u in nodes where u.limit == depth { u.level2 = 1; }",
        "forall u in nodes where MAX == u.limit { forall e in u.out { e.dst.level2 = depth; } }",
        "forall u in nodes where u.degree > 3 && u.limit == depth + 1 { u.level2 = 1; }",
        "forall u in nodes { let seen = u.limit + 1; if seen == depth { u.level2 = 1; } }",
        "forall e in edges where e.src.limit == depth { e.dst.level2 = 1; }",
    ] {
        assert!(is_selective(body), "{body}");
    }
}

#[test]
fn other_conditions_select_many_elements() {
    for body in [
        "forall u in nodes { u.level2 = depth; }",
        "forall u in nodes where u.limit < depth { u.level2 = 1; }",
        "forall u in nodes where u.limit != depth { u.level2 = 1; }",
        "forall u in nodes where u.limit == u.level2 { u.level2 = 1; }",
        "forall u in nodes where u.limit == depth || u.degree > 3 { u.level2 = 1; }",
        "forall u in nodes where depth == 7 { u.level2 = 1; }",
        "forall u in nodes { if u.limit == depth { u.level2 = 1; } else { u.level2 = 2; } }",
        "forall u in nodes { u.level2 = 2; if u.limit == depth { u.level2 = 1; } }",
        "forall i in 0..depth where i == 3 { (i as node).level2 = 1; }",
    ] {
        assert!(!is_selective(body), "{body}");
    }
}

#[test]
fn the_text_says_which_kernels_are_selective() {
    let program = "kernel k() { forall u in nodes where u.limit == 1 { u.level2 = 1; } }
                   main { k(); }";
    let text = compiled_with_setup(program, "none").artefact.module.to_string();
    assert!(text.contains("kernel k() over nodes selective {"), "{text}");
    assert_eq!(parse(&text).unwrap().to_string(), text);
}
