//! Kernels that LLVM's tools compile, with LLVM's own sequences and with random orders of passes.
//!
//! A test on a device needs the tools for the form of code that its driver accepts. If they are not
//! installed, the test prints a line and skips the device.

use igc_compiler::codegen::Language;
use igc_compiler::codegen::with_library;
use igc_compiler::configuration::{Configuration, LlvmOrder, LlvmPass, PassKind};
use igc_compiler::driver::compile;
use igc_opencl::llvm::{self, Recipe};
use igc_opencl::{CacheFolder, DeviceInfo, OpenClError};
use igc_runtime::Error;
use igc_runtime::execution::execute_with;
use igc_runtime::run_options::RunOptions;
use igc_tests::device::{self, TestDevice};
use igc_tests::program::{Program, absolute};
use igc_tests::random::run::{Prepared, fail, prepare};
use igc_tests::random::strategy::Cases;
use igc_tests::random::{Case, Mode};
use igc_tests::small::zoo;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::random_programs::cases;

/// Returns the OpenCL devices for which LLVM's tools can compile.
fn able() -> Vec<TestDevice> {
    let devices = device::opencl().into_iter().filter(is_able);
    devices.map(device::of_opencl).collect()
}

fn is_able(device: &DeviceInfo) -> bool {
    match llvm::available(device) {
        Ok(()) => true,
        Err(error) => {
            println!("not tested: {error}");
            false
        }
    }
}

/// Returns the description of an NVIDIA GPU, for which code can be compiled on any machine.
fn gpu() -> DeviceInfo {
    let facts = serde_json::json!({
        "name": "GPU",
        "platform_vendor": "NVIDIA Corporation",
        "kind": "gpu",
        "compute_capability": 90,
        "extensions": [
            "cl_khr_fp64", "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"
        ],
    });
    let device: DeviceInfo = serde_json::from_value(facts).unwrap();
    device.with_known_capabilities()
}

/// Compiles a source for the GPU.
fn ptx(source: &str, passes: &str) -> Result<String, OpenClError> {
    let options = "-cl-std=CL3.0 -DIGC_ATOMICS=70 -DIGC_SUBGROUPS=2 -DIGC_PTX=90 \
                   -DIGC_WIDE_ATOMICS=1 -DIGC_FLOAT_ATOMICS=1";
    let recipe = Recipe { source, options, passes };
    let code = llvm::compile(&gpu(), &CacheFolder::Off, recipe)?;
    Ok(String::from_utf8(code).unwrap())
}

#[test]
fn every_pass_compiles_kernels_with_loops_barriers_and_atomics() {
    if !is_able(&gpu()) {
        return;
    }
    let text = std::fs::read_to_string(absolute("examples/bfs/bfs_wl.ig")).unwrap();
    let compiled = compile("bfs_wl", &text, &Configuration::parse("all").unwrap()).unwrap();
    let source = with_library(Language::OpenCl, compiled.artefact.code(Language::OpenCl));
    for (name, pass) in LlvmPass::all() {
        let order = LlvmOrder::new(vec![*pass]).unwrap();
        let code = ptx(&source, &order.pipeline().unwrap());
        let code = code.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(code.contains(".entry bfs_wl_"), "{name}");
        assert!(code.contains(".ptr .global"), "{name}: the driver must know which are buffers");
    }
}

#[test]
fn vector_loads_and_the_merge_path_become_ptx() {
    if !is_able(&gpu()) {
        return;
    }
    for (program, options, opencl, instruction) in [
        ("examples/sssp/sssp_topo.ig", "passes=unroll4+vector", "vload4(", "ld.global"),
        ("examples/pr/pr_pull.ig", "merge", "* IGC_WORKGROUP_SIZE]", "ld.shared"),
    ] {
        let text = std::fs::read_to_string(absolute(program)).unwrap();
        let compiled = compile("program", &text, &Configuration::parse(options).unwrap()).unwrap();
        let kernels = compiled.artefact.code(Language::OpenCl);
        assert!(kernels.contains(opencl), "{program} with {options}:\n{kernels}");
        let code = ptx(&with_library(Language::OpenCl, kernels), "default<O3>").unwrap();
        assert!(code.contains(instruction), "{program} with {options}:\n{code}");
    }
}

/// Two loads of one word, with a barrier before the second: neither may be removed, and the barrier
/// may not be duplicated or become conditional.
const ORDERED: &str = "
kernel void twice(global uint *cell, global uint *out, const uint n)
{
    const uint first = igc_load_uint(cell);
    if (n > 7)
        out[get_global_id(0)] = first;
    igc_workgroup_barrier();
    const uint second = igc_load_uint(cell);
    out[get_global_id(0) + n] = first + second;
}";

#[test]
fn barriers_and_relaxed_accesses_survive_the_passes() {
    if !is_able(&gpu()) {
        return;
    }
    let source = with_library(Language::OpenCl, &format!("#include \"igc.cl\"\n{ORDERED}"));
    for passes in ["default<O1>", "default<O3>", "module(default<O3>,gvn-hoist,newgvn,default<O3>)"]
    {
        let code = ptx(&source, passes).unwrap();
        assert_eq!(code.matches("ld.relaxed.gpu.global").count(), 2, "{passes}:\n{code}");
        assert_eq!(code.matches("bar.sync").count(), 1, "{passes}:\n{code}");
    }
}

/// Two stores of one cell, of which each work-item executes one. They must not become one store,
/// which work-items of both arms would execute together.
const EITHER: &str = "
kernel void either(global atomic_uint *cell, const uint n)
{
    if (get_local_id(0) > n)
        atomic_store_explicit(cell, 1u, memory_order_relaxed, memory_scope_device);
    else
        atomic_store_explicit(cell, n, memory_order_relaxed, memory_scope_device);
    barrier(CLK_GLOBAL_MEM_FENCE);
}";

#[test]
fn the_passes_do_not_merge_convergent_calls() {
    let device: DeviceInfo = serde_json::from_value(serde_json::json!({
        "name": "CPU",
        "kind": "cpu",
        "il_version": "SPIR-V_1.2",
        "opencl_c_features": [
            "__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_device"
        ],
    }))
    .unwrap();
    let device = device.with_known_capabilities();
    if !is_able(&device) {
        return;
    }
    let options = "-cl-std=CL3.0";
    for passes in ["default<O1>", "default<O2>", "default<O3>"] {
        let recipe = Recipe { source: EITHER, options, passes };
        let code = llvm::compile(&device, &CacheFolder::Off, recipe).unwrap();
        assert_eq!(spirv_instructions(&code, ATOMIC_STORE), 2, "{passes}");
    }
}

/// The number of SPIR-V's instruction `OpAtomicStore`.
const ATOMIC_STORE: u32 = 228;

/// Returns how often an instruction occurs in SPIR-V. After the five words of the head, the first
/// word of each instruction has the number of its words, and the number of the instruction.
fn spirv_instructions(code: &[u8], instruction: u32) -> usize {
    let words: Vec<u32> =
        code.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let (mut at, mut found) = (5, 0);
    while let Some(word) = words.get(at) {
        found += usize::from(word & 0xffff == instruction);
        at += (word >> 16) as usize;
    }
    found
}

#[test]
fn a_pass_that_opt_does_not_know_is_an_error_with_its_messages() {
    if !is_able(&gpu()) {
        return;
    }
    let error = ptx("kernel void k() {}", "no-such-pass").unwrap_err();
    assert!(matches!(&error, OpenClError::Llvm { tool, .. } if tool == "opt"), "{error}");
    assert!(error.to_string().contains("no-such-pass"), "{error}");
    let error = ptx("kernel void k() { undeclared(); }", "default<O3>").unwrap_err();
    assert!(error.to_string().contains("undeclared"), "{error}");
}

#[test]
fn programs_agree_with_llvms_sequences() {
    let devices = able();
    for (name, options) in [
        ("atomics", "llvm=O3"),
        ("primitives", "all,llvm=O3"),
        ("local_arrays", "llvm=O1"),
        ("worklists", "wg,fg8,llvm=O2"),
        ("interleaved", "merge,llvm=O3"),
        ("state_arrays", "passes=promote,llvm=O3"),
        ("primitives", "passes=unroll4+vector,llvm=O2"),
    ] {
        let options = Configuration::parse(options).unwrap();
        let program = Program::file_with(&format!("tests/programs/{name}.ig"), &options);
        for graph in zoo().into_iter().filter(|graph| ["grid", "star"].contains(&graph.name)) {
            program.agree(&graph.with_weights().load(), &[], &devices);
        }
    }
}

/// Generates an order of LLVM's passes.
fn order() -> impl Strategy<Value = LlvmOrder> {
    let pass = prop::sample::select(LlvmPass::all().to_vec());
    let passes = prop::collection::vec(pass.prop_map(|(_, pass)| pass), 1..12);
    passes.prop_map(|passes| LlvmOrder::new(passes).expect("the order is short"))
}

/// Runs a random program on the devices. An order with which LLVM itself fails says nothing.
fn agrees(case: &Case, order: LlvmOrder) -> TestCaseResult {
    let prepared = prepare(case, &Configuration::default().with_llvm(order))?;
    let Ok(reference) = prepared.reference()? else { return Ok(()) };
    for device in able() {
        let artefact = &prepared.compilation.artefact;
        let Prepared { input, params, inputs, .. } = &prepared;
        let executed =
            execute_with(artefact, input, params, inputs, &*device, &RunOptions::default());
        let options = &artefact.schedule.options;
        match executed {
            Ok(execution) => {
                let context = format!("with {options} on {device}");
                prepared.compare(&context, &execution.arrays, &reference.arrays)?;
            }
            Err(Error::Unsupported { .. }) => {}
            Err(Error::Device(error)) if is_llvms(&error) => {}
            Err(error) => return fail(format!("with {options} on {device}: {error}")),
        }
    }
    Ok(())
}

fn is_llvms(error: &igc_runtime::error::DeviceError) -> bool {
    let error = error.error.downcast_ref::<OpenClError>();
    matches!(error, Some(OpenClError::Llvm { tool, .. }) if tool == "opt")
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn random_programs_agree_with_random_orders(
        case in Cases(Mode::Deterministic),
        order in order(),
    ) {
        agrees(&case, order)?;
    }
}
