//! Tests the operations of groups of work-items, each in a separate kernel that is written as IR.
//! The kernels run on every device in every dialect with workgroups of several sizes. The
//! interpreter computes the expected result for a launch with the same geometry.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use igc_compiler::artefact::Code;
use igc_compiler::codegen::Language;
use igc_compiler::codegen::c::emit;
use igc_compiler::configuration::Configuration;
use igc_compiler::data::ArrayData;
use igc_compiler::driver::Artefact;
use igc_compiler::interface::Interface;
use igc_compiler::interp::{self, Settings};
use igc_compiler::ir::parse::parse;
use igc_compiler::ir::verify::verify;
use igc_compiler::ir::{Module, Type, Value};
use igc_compiler::passes::legalise::legalise;
use igc_compiler::schedule::schedule;
use igc_runtime::Error;
use igc_runtime::execution::{self, Execution};
use igc_runtime::run_options::RunOptions;
use igc_tests::device::{self, TestDevice};
use igc_tests::same::difference;
use igc_tests::small::{Loaded, Small};

/// Sizes of workgroups: one work-item, a warp, a size that is not a multiple of a warp, and the
/// usual sizes.
const SIZES: [u32; 5] = [1, 32, 100, 128, 256];

/// Number of nodes of the graph. For each workgroup size except 1, the last of several workgroups
/// is incomplete.
const NODES: u32 = 1000;

/// The numeric types of the IR.
const NUMBERS: [Type; 6] = [Type::I32, Type::U32, Type::I64, Type::U64, Type::F32, Type::F64];

fn operators(ty: Type) -> &'static [&'static str] {
    if ty.is_float() { &["add", "min", "max"] } else { &["add", "min", "max", "and", "or", "xor"] }
}

/// Creates a module with a kernel `k` whose workgroups stride over the nodes. `body` runs once for
/// each node `i`, and in the last workgroup also for values of `i` that are not nodes.
fn module(arrays: &str, shared: &str, body: &str) -> Module {
    let text = format!(
        "module m distributed
        array subgroup: u32[one] = 0u32
        {arrays}
        worklist near
        kernel k() {shared} over nodes {{
          if (@global_id == 0u32) {{ subgroup[0u32] = @subgroup_size }}
          for base: u32 = @group_start to @node_count by @global_size {{
            let i: u32 = (base + @local_id)
            let random: u32 = ((i ^ 2747636419u32) * 2654435769u32)
            {body}
          }}
          {end}
        }}
        kernel count() over worklist near {{
          for i: u32 = @global_id to @size(near) by @global_size {{
            atomic add counts~[@item(near, i)], 1u32
          }}
        }}
        main {{ launch k() {drain} }}",
        end = if body.contains("enqueue") { "flush near" } else { "" },
        drain = if body.contains("enqueue") { "launch count()" } else { "" },
    );
    let text = match arrays.contains("counts") {
        true => text,
        false => text.replace("atomic add counts~[@item(near, i)], 1u32", ""),
    };
    let module = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(verify(&module), Ok(()), "{text}");
    module
}

/// Runs the module on a device. Returns `None` if the device does not support a type or the
/// workgroup size.
fn execute(
    module: &Module,
    input: &Loaded,
    device: &TestDevice,
    run_options: &RunOptions,
) -> Option<Execution> {
    let options = Configuration::default();
    let mut module = module.clone();
    legalise(&mut module);
    let interface = Interface::of(&module);
    let code = Code::of(Language::OpenCl, emit(Language::OpenCl, &module, &interface, &options));
    let schedule = schedule(&module, &interface, &options);
    let (parallel, declared) = (module.clone(), module.arrays.len());
    let overwritten = BTreeSet::new();
    let (module, parallel) = (Arc::new(module), Arc::new(parallel));
    let artefact = Artefact {
        parallel,
        module,
        code,
        interface,
        configuration: Configuration::default(),
        schedule,
        overwritten,
        declared,
    };
    match execution::execute(&artefact, input, &[], &**device, run_options) {
        Ok(execution) => Some(execution),
        Err(error @ (Error::Unsupported { .. } | Error::WorkgroupSize { .. })) => {
            println!("not tested: {error}");
            None
        }
        Err(error) => panic!("{device}: {error}"),
    }
}

/// Runs the module in the interpreter, with the geometry of a launch on a device.
fn interpret(module: &Module, input: &Loaded, execution: &Execution) -> Vec<ArrayData> {
    let (global, local) = execution.geometry.unwrap();
    let groups = (global / local).min(input.graph.nodes().div_ceil(local as u32) as usize);
    let ArrayData::U32(subgroup) = &execution.arrays[0] else { panic!("it holds u32") };
    let settings = Settings {
        groups: groups as u32,
        workgroup_size: local as u32,
        subgroup_size: subgroup[0],
        check_access: true,
        ..Settings::default()
    };
    interp::run(module, &input.view().unwrap(), &[], &settings).unwrap().arrays
}

/// Compares every device with the interpreter: in its own dialect with every workgroup size, and in
/// the least dialect with one, because each takes a driver long to build.
#[track_caller]
fn agree(module: &Module, run_options: &RunOptions) {
    let input = Small::new("nodes", NODES, []).load();
    let devices = device::with_workgroups();
    let dialects = devices.iter().map(device::dialects).flat_map(|all| all.into_iter().enumerate());
    for (at, device) in dialects {
        for &size in if at == 0 { &SIZES[..] } else { &SIZES[2..3] } {
            let run_options = RunOptions { workgroup_size: Some(size), ..run_options.clone() };
            let Some(execution) = execute(module, &input, &device, &run_options) else { continue };
            assert_eq!(execution.geometry.unwrap().1, size as usize);
            let wanted = interpret(module, &input, &execution);
            for ((array, found), wanted) in module.arrays.iter().zip(&execution.arrays).zip(&wanted)
            {
                let name = &array.name;
                if let Some((at, found, wanted)) = difference(found, wanted) {
                    panic!(
                        "{device}, workgroups of {size}: {name}[{at}] is {found:?}, not {wanted:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn everyone_knows_its_place() {
    let places = [
        "global_id",
        "global_size",
        "group_start",
        "local_id",
        "local_size",
        "subgroup_id",
        "subgroup_count",
        "lane",
        "subgroup_size",
    ];
    let (mut arrays, mut stores) = (String::new(), String::new());
    for place in places {
        writeln!(arrays, "array {place}: u32[nodes] = 0u32").unwrap();
        writeln!(stores, "{place}[i] = @{place}").unwrap();
    }
    agree(
        &module(&arrays, "", &format!("if (i < @node_count) {{ {stores} }}")),
        &RunOptions::default(),
    );
}

/// Returns a value of each type that is made from a random number. Integers use all bits, so that
/// sums wrap. Floats are small integers, so that sums are exact in any order.
fn value(ty: Type) -> &'static str {
    match ty {
        Type::U64 => "((u64(random) * 11400714819323198485u64) ^ u64(i))",
        Type::I64 => "i64(((u64(random) * 11400714819323198485u64) ^ u64(i)))",
        Type::I32 => "i32(random)",
        Type::F32 => "f32((i32((random >> 20u32)) - 2048i32))",
        Type::F64 => "f64((i32((random >> 20u32)) - 2048i32))",
        _ => "random",
    }
}

/// Pairs of types that share a kernel, so that collectives of narrow and wide types follow each
/// other directly.
const PAIRS: [[Type; 2]; 3] =
    [[Type::I32, Type::F64], [Type::I64, Type::U32], [Type::U64, Type::F32]];

/// Tests many collectives in one kernel and in a loop, with no statements between them. Some of the
/// operands of float minima and maxima are NaN.
#[test]
fn collectives_of_every_type_and_operator_agree() {
    for (scope, types) in
        ["subgroup", "workgroup"].into_iter().flat_map(|scope| PAIRS.map(|types| (scope, types)))
    {
        let (mut arrays, mut body, mut stores) = (String::new(), String::new(), String::new());
        let mut add = |ty: Type, op: &str, value: &str| {
            let (name, zero) = (format!("{op}_{ty}"), Value::zero(ty));
            writeln!(arrays, "array {name}: {ty}[nodes] = {zero}").unwrap();
            writeln!(body, "collective of_{name}: {ty} = {op} {scope}, {value}").unwrap();
            writeln!(stores, "{name}[i] = of_{name}").unwrap();
        };
        for op in ["add", "min", "max", "and", "or", "xor"] {
            for ty in types.into_iter().filter(|ty| operators(*ty).contains(&op)) {
                let nan = if ty == Type::F32 { "0x7fc00000" } else { "0x7ff8000000000000" };
                let value = match value(ty) {
                    value if ty.is_float() && op != "add" => {
                        format!("select(((random & 7u32) == 0u32), {ty}({nan}), {value})")
                    }
                    value => value.to_string(),
                };
                add(ty, op, &value);
            }
        }
        if types.contains(&Type::I32) {
            for op in ["and", "or", "xor"] {
                add(Type::Bool, op, "((random >> 31u32) == 0u32)");
            }
        }
        let body = format!("{body} if (i < @node_count) {{ {stores} }}");
        agree(&module(&arrays, "", &body), &RunOptions::default());
    }
}

/// Tests collectives and atomics in local memory on zeros and NaN only, so that the result is a zero
/// whose sign depends on the order of the zeros.
#[test]
fn minima_and_maxima_of_zeros_agree() {
    let (mut arrays, mut shared) = (String::new(), String::new());
    let (mut first, mut body, mut stores) = (String::new(), String::new(), String::new());
    for (ty, nan) in [(Type::F32, "0x7fc00000"), (Type::F64, "0x7ff8000000000000")] {
        // The first work-items have 0 and the last ones -0, so that groups differ in their zeros.
        for (op, below) in ["min", "max"].into_iter().flat_map(|op| [(op, 40), (op, 700)]) {
            let zero = format!("select((i < {below}u32), 0.0{ty}, -0.0{ty})");
            let value = format!("select(((random & 7u32) == 0u32), {ty}({nan}), {zero})");
            let name = format!("{op}_{ty}_{below}");
            for scope in ["subgroup", "workgroup"] {
                writeln!(arrays, "array {scope}_{name}: {ty}[nodes] = 1.0{ty}").unwrap();
                writeln!(body, "collective {scope}_of_{name}: {ty} = {op} {scope}, {value}")
                    .unwrap();
                writeln!(stores, "{scope}_{name}[i] = {scope}_of_{name}").unwrap();
            }
            writeln!(arrays, "array local_{name}: {ty}[nodes] = 1.0{ty}").unwrap();
            writeln!(shared, "shared s_{name}: {ty}[one]").unwrap();
            writeln!(first, "%s_{name}[0u32] = {ty}({nan})").unwrap();
            writeln!(body, "atomic {op} %s_{name}[0u32], {value}").unwrap();
            writeln!(stores, "local_{name}[i] = %s_{name}[0u32]").unwrap();
        }
    }
    let body = format!(
        "if (@local_id == 0u32) {{ {first} }}
        barrier workgroup
        {body}
        barrier workgroup
        if (i < @node_count) {{ {stores} }}
        barrier workgroup"
    );
    agree(&module(&arrays, &shared, &body), &RunOptions::default());
}

/// Tests scans of small values, many of which are zero, and of large values, whose sum wraps.
#[test]
fn scans_agree() {
    let arrays = "array before: u32[nodes] = 0u32
        array total: u32[nodes] = 0u32
        array before_large: u32[nodes] = 0u32
        array total_large: u32[nodes] = 0u32";
    let body = "scan b: u32, t: u32 = ((random >> 29u32) * (random & 1u32))
        scan c: u32, u: u32 = random
        if (i < @node_count) {
          before[i] = b
          total[i] = t
          before_large[i] = c
          total_large[i] = u
        }";
    agree(&module(arrays, "", body), &RunOptions::default());
}

/// Tests searches in offsets that repeat: the search must find the last of several equal offsets.
/// One work-item of each workgroup has many elements.
#[test]
fn searches_agree() {
    let arrays = "array found: u32[nodes] = 0u32 array last: u32[nodes] = 0u32";
    let body = "let many: u32 = select((@local_id == 7u32), 300u32, 0u32)
        scan before: u32, total: u32 = (many + ((random >> 30u32) * (random & 1u32)))
        %offsets[@local_id] = before
        barrier workgroup
        if (i < @node_count) {
          found[i] = @search(%offsets, (random % max(total, 1u32)))
          last[i] = @search(%offsets, total)
        }
        barrier workgroup";
    agree(&module(arrays, "shared offsets: u32[item]", body), &RunOptions::default());
}

/// Tests atomics of every type and operator on an element that all work-items share, with old
/// values if they do not depend on the order. Also tests an array in which each work-item reads its
/// neighbour's element.
#[test]
fn shared_memory_agrees() {
    let (mut arrays, mut shared) = (String::new(), String::new());
    let (mut first, mut body, mut stores) = (String::new(), String::new(), String::new());
    let bools = ["and", "or", "xor"].map(|op| (Type::Bool, op));
    let numbers = NUMBERS.into_iter().flat_map(|ty| operators(ty).iter().map(move |op| (ty, *op)));
    for (ty, op) in numbers.chain(bools) {
        let name = format!("{op}_{ty}");
        let zero = Value::zero(ty);
        let value = if ty == Type::Bool { "((random & 64u32) != 0u32)" } else { value(ty) };
        writeln!(arrays, "array {name}: {ty}[nodes] = {zero}").unwrap();
        writeln!(shared, "shared s_{name}: {ty}[one]").unwrap();
        writeln!(first, "%s_{name}[0u32] = {zero}").unwrap();
        writeln!(body, "atomic {op} %s_{name}[0u32], {value}").unwrap();
        writeln!(stores, "{name}[i] = %s_{name}[0u32]").unwrap();
    }
    for ty in NUMBERS.into_iter().chain([Type::Bool]) {
        let zero = Value::zero(ty);
        let value = if ty == Type::Bool { "((random & 64u32) != 0u32)" } else { value(ty) };
        writeln!(arrays, "array next_{ty}: {ty}[nodes] = {zero}").unwrap();
        writeln!(arrays, "array old_{ty}: {ty}[nodes] = {zero}").unwrap();
        writeln!(shared, "shared n_{ty}: {ty}[item]").unwrap();
        writeln!(body, "%n_{ty}[@local_id] = {zero}").unwrap();
        writeln!(body, "atomic swap %n_{ty}[@local_id], {value}").unwrap();
        writeln!(body, "let o_{ty}: {ty} = atomic swap %n_{ty}[@local_id], {value}").unwrap();
        writeln!(stores, "next_{ty}[i] = %n_{ty}[((@local_id + 1u32) % @local_size)]").unwrap();
        writeln!(stores, "old_{ty}[i] = o_{ty}").unwrap();
    }
    let body = format!(
        "if (@local_id == 0u32) {{ {first} }}
        barrier workgroup
        {body}
        barrier workgroup
        if (i < @node_count) {{ {stores} }}
        barrier workgroup"
    );
    agree(&module(&arrays, &shared, &body), &RunOptions::default());
}

/// A kernel body that enqueues up to thirty items per node. A queue has room for eight items per
/// work-item. The body has several rounds, one of which enqueues nothing.
const ENQUEUES: &str = "for j: u32 = 0u32 to 3u32 by 1u32 {
      let count: u32 = select((j == 1u32), 0u32, (random >> 27u32))
      for k: u32 = 0u32 to count by 1u32 {
        if (i < @node_count) { enqueue near node(((random + (k * 7919u32)) % @node_count)) }
      }
      flush near
    }";

#[test]
fn queues_lose_nothing_and_invent_nothing() {
    agree(&module("array counts: u32[nodes] = 0u32", "", ENQUEUES), &RunOptions::default());
}

/// Tests queues in which some work-items do not enqueue anything. The remaining items are flushed
/// at the end.
#[test]
fn queues_may_be_filled_anywhere() {
    let body = "if ((random & 3u32) == 0u32) {
          if (i < @node_count) { enqueue near node(i) }
        }";
    agree(&module("array counts: u32[nodes] = 0u32", "", body), &RunOptions::default());
}

/// Tests that flushes, like pushes, detect a worklist that is too small.
#[test]
fn queues_see_when_a_worklist_is_full() {
    let module = module("array counts: u32[nodes] = 0u32", "", ENQUEUES);
    let run_options = RunOptions { worklist_capacity: Some(5), ..RunOptions::default() };
    agree(&module, &run_options);
    let input = Small::new("nodes", NODES, []).load();
    for device in device::with_workgroups() {
        let execution = execute(&module, &input, &device, &run_options).unwrap();
        assert!(execution.restarts > 0, "{device}");
    }
}

/// Compares the OpenCL C for operations of groups with a snapshot. Local memory must be declared at
/// the outermost level of the kernel.
#[test]
fn opencl_c_of_what_work_items_do_together() {
    let module = module(
        "array counts: u32[nodes] = 0u32 array any: bool[one] = false array far: u64[one] = 0u64",
        "shared local: bool[item] shared sum: u64[one]",
        "%local[@local_id] = ((random & 1u32) != 0u32)
        if (@local_id == 0u32) { %sum[0u32] = 0u64 }
        barrier workgroup
        atomic add %sum[0u32], u64(random)
        let old: bool = atomic or %local[((@local_id + 1u32) % @local_size)], true
        barrier workgroup
        barrier subgroup
        collective most: u32 = max subgroup, random
        collective someone: bool = or workgroup, (not(%local[@local_id]) && old)
        scan before: u32, total: u32 = (most & 7u32)
        if (someone && (before < total)) { enqueue near node(i) }
        flush near
        if (@global_id == 0u32) { far[0u32] = %sum[0u32] }",
    );
    let mut module = module;
    legalise(&mut module);
    let text = emit(Language::OpenCl, &module, &Interface::of(&module), &Configuration::default());
    insta::with_settings!({ snapshot_path => "../snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("groups", text);
    });
}
