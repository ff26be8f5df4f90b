//! The pass `narrow`: which state gets fewer bits, and which keeps those of its type.

use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::ir::{ElementWidth, Module};
use igc_compiler::passes::narrow::narrow_state;
use igc_compiler::remarks::{Outcome, Remarks};

/// Returns a module with a property `x` of a type and an initial value. A kernel runs statements for
/// each node, and `main` has further statements.
fn module(declaration: &str, kernel: &str, main: &str) -> Module {
    let text = format!(
        "module state parallel

param p: u32
array {declaration}
array y: u32[nodes] = 0u32
array z: bool[nodes] = false
array data: u32[nodes] = input

kernel visit(a: u32) {{
  forall parallel u: node in nodes {{
    {kernel}
  }}
}}

main {{
  {main}
}}
"
    );
    let module = parse(&text).unwrap_or_else(|error| panic!("{error:?}: {text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

/// Returns the bits of `x` after the pass, and the message of its remark.
fn narrowed(declaration: &str, kernel: &str, main: &str) -> (Option<u32>, String) {
    let mut module = module(declaration, kernel, main);
    let mut remarks = Remarks::default();
    narrow_state(&mut module, &mut remarks);
    assert_eq!(verify(&module), Ok(()));
    assert_eq!(parse(&module.to_string()).unwrap(), module);
    let width = module.arrays[0].width;
    let remark = remarks.0.into_iter().find(|remark| remark.message.contains("`x`"));
    let remark = remark.map(|remark| (remark.outcome, remark.message));
    let (outcome, message) = remark.unwrap_or((Outcome::NotApplied, String::new()));
    assert_eq!(outcome == Outcome::Applied, !width.is_full(), "{message}");
    (width.bits(), message)
}

/// Returns the bits of a `u32` property to which a kernel stores a value.
fn stored(value: &str) -> Option<u32> {
    let main = "launch visit(7u32)";
    narrowed("x: u32[nodes] = 0u32", &format!("x~[u] = {value}"), main).0
}

#[test]
fn values_that_fit_get_fewer_bits() {
    let fits = [
        ("3u32", Some(8)),
        ("(u32(u) & 255u32)", Some(8)),
        ("(u32(u) & 256u32)", Some(16)),
        ("min(u32(u), 65535u32)", Some(16)),
        ("min(u32(u), 65536u32)", None),
        ("(u32(u) >> 24u32)", Some(8)),
        ("(u32(u) >> $p)", None),
        ("(u32(u) % 256u32)", Some(8)),
        ("(u32(u) / 65536u32)", Some(16)),
        ("popcount(u32(u))", Some(8)),
        ("u32((u32(u) < 3u32))", Some(8)),
        ("select((u32(u) < 3u32), 200u32, 2u32)", Some(8)),
        ("(x~[u] + 1u32)", None),
        ("min((x~[u] + 1u32), 200u32)", Some(8)),
        ("(x~[u] - 1u32)", None),
        ("(x~?[u] | 127u32)", Some(8)),
        ("a", Some(8)),
        ("$p", None),
        ("data[u]", None),
        ("@node_count", None),
        ("4294967295u32", None),
    ];
    for (value, bits) in fits {
        assert_eq!(stored(value), bits, "{value}");
    }
}

#[test]
fn values_flow_through_locals_arguments_and_main() {
    let declared = "x: u32[nodes] = 0u32";
    let bits = |kernel, main| narrowed(declared, kernel, main).0;
    let through_local = "let b: u32 = 0u32\n set b = (a + 1u32)\n x~[u] = b";
    assert_eq!(bits(through_local, "launch visit(254u32)"), Some(8));
    assert_eq!(bits(through_local, "launch visit(255u32)"), Some(16));
    assert_eq!(bits(through_local, "launch visit(4294967295u32)"), None);
    let loops = "for i: u32 = 0u32 to 256u32 by 1u32 {\n x~[u] = i\n}";
    assert_eq!(bits(loops, "launch visit(0u32)"), Some(8));
    let counted = "for i: u32 = 0u32 to 300u32 {\n launch visit(i)\n}";
    assert_eq!(bits("x~[u] = a", counted), Some(16));
    assert_eq!(bits("x~[u] = 1u32", "x[7node] = 300u32"), Some(16));
    assert_eq!(bits("x~[u] = 1u32", "fill x = 70000u32"), None);
    // The values of `y` come to `x` by a swap, and those of `x` to `y`.
    assert_eq!(bits("x~[u] = 1u32\n y~[u] = 300u32", "swap x, y"), Some(16));
    assert_eq!(bits("x~[u] = 1u32\n y~[u] = (y~[u] + x~[u])", "swap x, y"), None);
}

#[test]
fn types_and_initial_values_decide_too() {
    let bits = |declaration| narrowed(declaration, "let v: node = u\n x~[u] = x~[u]", "").0;
    assert_eq!(bits("x: bool[nodes] = false"), Some(8));
    assert_eq!(bits("x: node[nodes] = 9node"), Some(8));
    assert_eq!(bits("x: i32[nodes] = 9i32"), Some(8));
    assert_eq!(bits("x: i32[nodes] = -1i32"), None);
    assert_eq!(bits("x: u32[nodes] = 4294967295u32"), None);
    for other in ["x: f32[nodes] = 0.0f32", "x: u64[nodes] = 0u64", "x: edge[nodes] = 0edge"] {
        assert_eq!(bits(other), None);
    }
    let input = "x: bool[nodes] = input";
    let (bits, message) = narrowed(input, "x~[u] = true", "");
    assert_eq!(bits, None);
    assert_eq!(message, "`x` starts with data of the run, which may have any value");
}

#[test]
fn atomics_keep_all_bits() {
    let declared = "x: u32[nodes] = 0u32";
    let (bits, message) = narrowed(declared, "atomic min x~[u], 1u32", "");
    assert_eq!(bits, None);
    assert_eq!(message, "`x` is updated by atomics, which devices have for 32 bits");
    // A swap gives `x` the memory of `z`, and every value of `z` fits 8 bits.
    let kernel = "x~[u] = true\n atomic or z~[u], true";
    let (bits, _) = narrowed("x: bool[nodes] = false", kernel, "swap x, z");
    assert_eq!(bits, None);
    assert_eq!(narrowed("x: bool[nodes] = false", kernel, "").0, Some(8));
}

#[test]
fn the_verifier_rejects_narrow_elements_that_lose_bits() {
    let rejected = |declaration: &str, kernel: &str, wanted: &str| {
        let mut module = module(declaration, kernel, "");
        module.arrays[0].width = ElementWidth::Byte;
        let violations = verify(&module).unwrap_err();
        let message = violations.iter().map(|violation| violation.message.as_str());
        assert!(message.clone().any(|message| message == wanted), "{violations:?}");
    };
    let full = "x: u32[nodes] = 0u32";
    rejected(full, "atomic min x~[u], 1u32", "an atomic on narrow elements");
    rejected("x: f32[nodes] = 0.0f32", "", "`x` has narrow elements of type f32");
    let initial = "the initial value of `x` does not fit its elements";
    rejected("x: u32[nodes] = 256u32", "", initial);
    rejected("x: u32[nodes] = input", "", initial);
}
