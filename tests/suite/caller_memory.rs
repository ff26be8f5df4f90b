//! Tests of graphs and outputs in memory of a caller on a CUDA device. A second session of `igc-cuda` is the caller: it
//! allocates arrays as PyTorch or CuPy would. Without a CUDA device, each test prints that it is skipped.

use std::sync::Arc;

use igc::auto::Task;
use igc::{
    Arguments, ArrayData, Configuration, CudaArray, CudaWeights, Device, DeviceArray, Graph,
    Program, Session, Type,
};
use igc_cuda::{Buffer, CacheFolder, LentMemory, nvrtc};

/// A caller with memory on the first CUDA device.
struct Caller(igc_cuda::Session);

impl Caller {
    fn new() -> Option<Caller> {
        if !igc_cuda::has_driver() || nvrtc::installed().is_none() {
            println!("skipped: there is no CUDA device");
            return None;
        }
        let devices = igc_cuda::devices().expect("the driver lists its devices");
        let session = igc_cuda::Session::open_with(&devices[0], &CacheFolder::Off);
        Some(Caller(session.expect("the device works")))
    }

    /// Copies values to the device.
    fn array<T: bytemuck::Pod>(&self, values: &[T]) -> (CudaArray, Arc<Buffer>) {
        let bytes = bytemuck::cast_slice(values);
        let buffer = Arc::new(self.0.buffer(bytes.len()).expect("there is room"));
        buffer.write(0, bytes).expect("it works");
        let owner = Box::new(Arc::clone(&buffer));
        (CudaArray { address: buffer.address(), length: values.len(), owner }, buffer)
    }

    fn graph(
        &self,
        offsets: &[u32],
        targets: &[u32],
        weights: Option<&[u32]>,
    ) -> Result<Graph, igc::Error> {
        let weights = weights.map(|weights| CudaWeights::U32(self.array(weights).0));
        Graph::on_cuda(0, self.array(offsets).0, self.array(targets).0, weights)
    }
}

/// Returns the content of an array on the device.
fn content(array: &DeviceArray) -> Vec<u8> {
    let memory = Arc::clone(&array.memory).downcast::<LentMemory>().expect("it is CUDA's");
    let size = if array.ty == Type::Bool { 1 } else { array.ty.size() };
    let mut bytes = vec![0; array.elements as usize * size];
    memory.read(&mut bytes).expect("it works");
    assert_eq!(self::bytes(&array.to_host().expect("it works")), bytes);
    bytes
}

fn arrays(spec: &str) -> (Vec<u32>, Vec<u32>, Option<Vec<u32>>) {
    let graph = Graph::load(spec).expect("it is a generator").arrays().expect("it is loaded");
    let weights = match &graph.weights {
        Some(igc::Weights::U32(weights)) => Some(weights.to_vec()),
        _ => None,
    };
    (graph.offsets.narrow().expect("it is small").to_vec(), graph.targets.to_vec(), weights)
}

#[test]
fn results_on_arrays_of_the_caller_are_those_on_a_copy() {
    let Some(caller) = Caller::new() else { return };
    let device = Device::open("cuda").expect("it is there");
    for spec in ["rmat:10,weights=1..100", "road:3000", "star:50", "empty:5"] {
        let (offsets, targets, weights) = arrays(spec);
        let there = caller.graph(&offsets, &targets, weights.as_deref()).expect("it is a graph");
        let copied = Graph::load(spec).expect("it is a generator");
        assert_eq!(there.facts().unwrap(), copied.facts().unwrap(), "{spec}");
        for (name, options) in [
            ("bfs_wl", "none"),
            ("sssp_wl", "fg8,oitergb"),
            ("cc", "sg"),
            ("pr", "wg"),
            ("kcore", "none"),
        ] {
            if name == "sssp_wl" && weights.is_none() {
                continue;
            }
            let options = Configuration::parse(options).expect("it is one");
            let program = Program::named(name, &options).expect("it is a program");
            let run = |graph: &Graph, arguments: Arguments| {
                let mut session = Session::new(&device, graph);
                let needs_source = program.parameters().iter().any(|param| param.name == "source");
                let arguments = if needs_source { arguments.param("source", 0) } else { arguments };
                session.run(&program, &arguments).expect("it runs")
            };
            let wanted = run(&copied, Arguments::new());
            let found = run(&there, Arguments::new().check(true));
            assert!(!found.is_refused(), "{name} on {spec}");
            assert_eq!(found.report.rounds, wanted.report.rounds, "{name} on {spec}");
            let kept = run(&there, Arguments::new().on_device(true));
            assert!(kept.outputs.is_empty());
            assert_eq!(kept.on_device.len(), wanted.outputs.len());
            for ((name, wanted), (other, array)) in wanted.outputs.iter().zip(&kept.on_device) {
                assert_eq!((name, wanted.ty()), (other, array.ty));
                match wanted {
                    // Sums of floats depend on the order.
                    ArrayData::F32(_) | ArrayData::F64(_) => {}
                    wanted => assert_eq!(content(array), bytes(wanted), "{name} on {spec}"),
                }
            }
        }
    }
}

/// Returns the elements of an array as the caller gets them.
fn bytes(data: &ArrayData) -> Vec<u8> {
    match data {
        ArrayData::Bool(values) => values.iter().map(|value| u8::from(*value)).collect(),
        ArrayData::U32(values) | ArrayData::Node(values) | ArrayData::Edge(values) => {
            bytemuck::cast_slice(values).to_vec()
        }
        ArrayData::I32(values) => bytemuck::cast_slice(values).to_vec(),
        ArrayData::I64(values) => bytemuck::cast_slice(values).to_vec(),
        ArrayData::U64(values) => bytemuck::cast_slice(values).to_vec(),
        ArrayData::F32(values) => bytemuck::cast_slice(values).to_vec(),
        ArrayData::F64(values) => bytemuck::cast_slice(values).to_vec(),
    }
}

/// The host never copies a graph that only the device needs, and the caller's memory is free when the graph is.
#[test]
fn the_caller_gets_its_memory_back() {
    let Some(caller) = Caller::new() else { return };
    let device = Device::open("cuda").expect("it is there");
    let (offsets, of_offsets) = caller.array(&[0u32, 1, 2, 3]);
    let (targets, of_targets) = caller.array(&[1u32, 2, 0]);
    let graph = Graph::on_cuda(0, offsets, targets, None).expect("it is a graph");
    let program = Program::named("bfs_wl", &Configuration::default()).expect("it is a program");
    let mut session = Session::new(&device, &graph);
    let outcome = session.run(&program, &Arguments::new().param("source", 1)).expect("it runs");
    assert_eq!(outcome.outputs[0].1, ArrayData::U32(vec![2, 0, 1]));
    // The buffers of the caller are used, so a change of the memory is visible.
    of_targets.write(0, bytemuck::cast_slice(&[2u32, 0, 1])).expect("it works");
    let changed = session.run(&program, &Arguments::new().param("source", 1)).expect("it runs");
    assert_eq!(changed.outputs[0].1, ArrayData::U32(vec![1, 0, 2]));
    drop((session, graph));
    assert_eq!((Arc::strong_count(&of_offsets), Arc::strong_count(&of_targets)), (1, 1));
}

#[test]
fn what_is_no_graph_is_refused() {
    let Some(caller) = Caller::new() else { return };
    for (offsets, targets, reason) in [
        (&[0u32, 2, 1, 3][..], &[0u32, 1, 2][..], "an offset is smaller than the one before"),
        (&[0, 1, 2, 3], &[0, 1, 3], "points to a node that is not one of the 3 nodes"),
        (&[0, 1, 2, 2], &[0, 1, 2], "end with 2, but there are 3 edges"),
        (&[1, 1, 2, 3], &[0, 1, 2], "start with 1"),
        (&[], &[], "there are no offsets"),
    ] {
        let Err(error) = caller.graph(offsets, targets, None) else { panic!("{reason}") };
        assert!(error.to_string().contains(reason), "{error}");
    }
    let Err(error) = caller.graph(&[0, 1], &[0], Some(&[1, 2])) else { panic!("weights") };
    assert!(error.to_string().contains("2 weights for 1 edges"), "{error}");
    let host = [0u32, 0];
    let here = CudaArray { address: host.as_ptr() as u64, length: 2, owner: Box::new(()) };
    let Err(error) = Graph::on_cuda(0, here, caller.array::<u32>(&[]).0, None) else {
        panic!("host")
    };
    assert!(error.to_string().contains("is not memory of CUDA"), "{error}");
}

/// The device finds the facts about weights, by which problems for whole and for real numbers are told apart.
#[test]
fn the_device_finds_facts_about_weights() {
    let Some(caller) = Caller::new() else { return };
    let device = Device::open("cuda").expect("it is there");
    let solve = |weights: CudaWeights| {
        let (offsets, _) = caller.array(&[0u32, 1, 2, 3]);
        let (targets, _) = caller.array(&[1u32, 2, 0]);
        let graph = Graph::on_cuda(0, offsets, targets, Some(weights))?;
        let task = Task::named("sssp").expect("it is a problem");
        let (outcome, _) = Session::new(&device, &graph).solve(&task, &Arguments::new())?;
        Ok::<_, igc::Error>(outcome.outputs[0].1.clone())
    };
    let real = |weights: [f64; 3]| solve(CudaWeights::F64(caller.array(&weights).0));
    let whole = |weights: [i64; 3]| solve(CudaWeights::I64(caller.array(&weights).0));
    assert_eq!(real([0.5, 0.25, -0.0]).unwrap(), ArrayData::F64(vec![0.0, 0.5, 0.75]));
    assert_eq!(whole([1, 2, 3]).unwrap(), ArrayData::U32(vec![0, 1, 3]));
    assert_eq!(whole([1 << 40, 2, 3]).unwrap().ty(), Type::F64);
    for (outcome, reason) in [
        (real([1.0, -2.5, -3.0]), "edge 1 has the weight -2.5"),
        (whole([1, 2, -3]), "edge 2 has the weight -3"),
        (real([1.0, f64::NAN, 1.0]), "a weight is not a finite number"),
        (real([1.0, 1.0, f64::NEG_INFINITY]), "a weight is not a finite number"),
    ] {
        let error = outcome.expect_err(reason).to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn memory_knows_its_device() {
    let Some(caller) = Caller::new() else { return };
    let (array, _kept) = caller.array(&[1u32]);
    let number = Device::number_of_cuda_memory(array.address).expect("it is memory of CUDA");
    assert_eq!(number, 0);
    let error = Device::number_of_cuda_memory(64).expect_err("it is not memory of CUDA");
    assert!(error.to_string().contains("is not memory of CUDA"), "{error}");
}

/// Devices without such memory say so.
#[test]
fn outputs_stay_only_on_cuda_devices() {
    let graph = Graph::load("grid:4x4").expect("it is a generator");
    let program = Program::named("bfs_wl", &Configuration::default()).expect("it is a program");
    for device in ["cpu", "interpreter"] {
        let device = Device::open(device).expect("it is always there");
        let arguments = Arguments::new().param("source", 0).on_device(true);
        let outcome = Session::new(&device, &graph).run(&program, &arguments);
        let Err(error) = outcome else { panic!("it has no such memory") };
        assert!(error.to_string().contains("they can on a CUDA device"), "{error}");
    }
}
