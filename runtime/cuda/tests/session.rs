//! Tests on a CUDA device. On a machine without one, or without NVRTC, each test prints that it is
//! skipped.

#![allow(clippy::print_stdout, reason = "a test says that it is skipped")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use igc_cuda::{Argument, CudaError, DeviceInfo, Launch, Session, Source, nvrtc};
use igc_output::CacheFolder;

/// Returns the first device, and the right to use it: one of the tests needs all of its memory. Says
/// that the test does nothing if there is no device.
fn device() -> Option<(DeviceInfo, MutexGuard<'static, ()>)> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let devices = igc_cuda::devices().map_err(|error| error.to_string());
    let found = devices.and_then(|devices| devices.into_iter().next().ok_or("none".into()));
    match found {
        Ok(_) if nvrtc::installed().is_none() => println!("skipped: NVRTC was not found"),
        Ok(device) => return Some((device, turn)),
        Err(reason) => println!("skipped: {reason}"),
    }
    None
}

fn open(device: &DeviceInfo) -> Session {
    Session::open_with(device, &CacheFolder::Off).expect("the device works")
}

fn source(text: &str) -> Source {
    Source { text: text.into(), options: vec![] }
}

const ONE_GROUP: Launch =
    Launch { groups: 1, workgroup_size: 32, is_cooperative: false, overlaps: false };

#[test]
fn memory_keeps_what_is_written_and_filled() {
    let Some((device, _turn)) = device() else { return };
    let session = open(&device);
    // Larger than the memory through which small reads go.
    let bytes: Vec<u8> = (0..300_000u32).map(|at| (at % 251) as u8).collect();
    let buffer = session.buffer(bytes.len()).expect("there is room");
    buffer.write(0, &bytes).expect("it works");
    for range in [0..bytes.len(), 0..4, 7..70_000, bytes.len() - 1..bytes.len()] {
        let mut found = vec![0; range.len()];
        buffer.read(range.start, &mut found).expect("it works");
        assert_eq!(found, bytes[range.clone()], "{range:?}");
    }
    for pattern in
        [&[1u8][..], &[1, 2], &[1, 2, 3, 4], &[1, 2, 3, 4, 1, 2, 3, 4], &[1, 2, 3, 4, 5, 6, 7, 8]]
    {
        buffer.write(0, &bytes).expect("it works");
        buffer.fill(64..128_064, pattern).expect("it works");
        let mut found = vec![0; bytes.len()];
        buffer.read(0, &mut found).expect("it works");
        assert_eq!(found[..64], bytes[..64]);
        assert_eq!(found[64..128_064], pattern.repeat(128_000 / pattern.len()));
        assert_eq!(found[128_064..], bytes[128_064..]);
    }
}

/// Fills and small writes wait for the next command, and keep their order among each other and with other commands.
#[test]
fn fills_come_before_the_commands_after_them() {
    let Some((device, _turn)) = device() else { return };
    let session = open(&device);
    let program = source(
        "extern \"C\" __global__ void increment(unsigned char *x, const unsigned n) {
             for (unsigned i = threadIdx.x; i < n; i += 32) x[i] += 1;
         }",
    );
    let kernel =
        session.build(&program).expect("it is right").kernel("increment").expect("it is there");
    let bytes = 100_003u32;
    let (x, other) = (session.buffer(bytes as usize), session.buffer(64));
    let (x, other) = (x.expect("there is room"), other.expect("there is room"));
    let mut wanted = vec![7u8; bytes as usize];
    x.fill(0..bytes as usize, &[7]).expect("it works");
    let fills = [
        (33..77, vec![1u8]),
        (40..48, vec![2; 8]),
        (2..50_002, vec![3, 4]),
        (100_000..100_003, vec![5]),
    ];
    for (range, pattern) in fills {
        x.fill(range.clone(), &pattern).expect("it works");
        let repeated = pattern.iter().cycle().take(range.len());
        wanted.splice(range, repeated.copied());
    }
    for (at, data) in [(4, vec![9u8; 12]), (60, vec![8]), (62, vec![6, 5]), (99_999, vec![4, 3, 2])]
    {
        x.write(at, &data).expect("it works");
        wanted.splice(at..at + data.len(), data);
    }
    // More ranges than one launch fills.
    for at in 0..40 {
        x.fill(200 + 4 * at..204 + 4 * at, &[at as u8; 4]).expect("it works");
        wanted[200 + 4 * at..204 + 4 * at].fill(at as u8);
    }
    let count = bytes.to_le_bytes();
    let arguments = [Argument::Buffer(&x), Argument::Scalar(&count)];
    kernel.launch(arguments.into_iter(), ONE_GROUP).expect("it can be launched");
    wanted.iter_mut().for_each(|byte| *byte += 1);
    // This fill follows the kernel.
    x.fill(8..16, &[250; 4]).expect("it works");
    wanted[8..16].fill(250);
    other.copy_from(0, (&x, 0), 64).expect("it works");
    let (mut found, mut copied) = (vec![0; bytes as usize], [0; 64]);
    other.read(0, &mut copied).expect("it works");
    session.wait().expect("all has ended");
    x.read(0, &mut found).expect("it works");
    assert_eq!(copied[..], wanted[..64]);
    assert!(found == wanted, "{:?}", (0..found.len()).find(|at| found[*at] != wanted[*at]));
}

#[test]
fn a_kernel_gets_its_arguments_in_order() {
    let Some((device, _turn)) = device() else { return };
    let session = open(&device);
    let program = source(
        "extern \"C\" __global__ void add(unsigned *x, const unsigned a, const unsigned long b) {
             x[threadIdx.x] = a + (unsigned)(b >> 32) + threadIdx.x;
         }",
    );
    let program = session.build(&program).expect("it is right");
    assert!(!program.was_cached());
    let kernel = program.kernel("add").expect("it is there");
    assert!(matches!(program.kernel("sub"), Err(CudaError::NoKernel { .. })));
    let buffer = session.buffer(32 * 4).expect("there is room");
    let (a, b) = (5u32.to_le_bytes(), (7u64 << 32).to_le_bytes());
    let arguments = [Argument::Buffer(&buffer), Argument::Scalar(&a), Argument::Scalar(&b)];
    kernel.launch(arguments.into_iter(), ONE_GROUP).expect("it can be launched");
    let mut found = [0; 32 * 4];
    buffer.read(0, &mut found).expect("it works");
    let found: Vec<u32> =
        found.chunks(4).map(|of| u32::from_le_bytes(of.try_into().expect("4"))).collect();
    assert_eq!(found, (12..44).collect::<Vec<u32>>());
}

#[test]
fn workgroups_of_a_cooperative_launch_are_resident_together() {
    let Some((device, _turn)) = device() else { return };
    let session = open(&device);
    // Each workgroup waits for all others.
    let program = source(
        "extern \"C\" __global__ void meet(unsigned *come) {
             if (threadIdx.x == 0) {
                 atomicAdd(come, 1u);
                 while (atomicAdd(come, 0u) != gridDim.x) {}
             }
         }",
    );
    let kernel = session.build(&program).expect("it is right").kernel("meet").expect("it is there");
    let limits = kernel.limits(128).expect("it has limits");
    let come = session.buffer(4).expect("there is room");
    come.fill(0..4, &[0; 4]).expect("it works");
    let groups = u32::try_from(limits.resident_groups).expect("it is small");
    let launch = Launch { groups, workgroup_size: 128, is_cooperative: true, overlaps: false };
    kernel.launch([Argument::Buffer(&come)].into_iter(), launch).expect("it can be launched");
    session.wait().expect("it ends");
    let more = Launch { groups: groups + 1, ..launch };
    assert!(kernel.launch([Argument::Buffer(&come)].into_iter(), more).is_err(), "it would hang");
}

#[test]
fn code_comes_from_the_cache_the_second_time() {
    let Some((device, _turn)) = device() else { return };
    let folder = tempfile::tempdir().expect("there is room");
    let cache = CacheFolder::At(folder.path().to_owned());
    let source = source("extern \"C\" __global__ void k(unsigned *x) { *x = 1; }");
    for cached in [false, true] {
        let session = Session::open_with(&device, &cache).expect("the device works");
        assert_eq!(session.build(&source).expect("it is right").was_cached(), cached);
    }
    // Code that the driver rejects is replaced.
    for entry in std::fs::read_dir(folder.path().join("cuda")).expect("it exists") {
        std::fs::write(entry.expect("it exists").path(), b"no code").expect("it can be written");
    }
    let session = Session::open_with(&device, &cache).expect("the device works");
    assert!(!session.build(&source).expect("it is right").was_cached());
}

#[test]
fn a_program_that_is_too_large_is_refused_with_the_free_memory() {
    let Some((device, _turn)) = device() else { return };
    let wanted = usize::try_from(device.global_memory).expect("64 bits") * 2;
    let Err(error) = open(&device).buffer(wanted) else { panic!("it cannot fit") };
    assert!(matches!(error, CudaError::OutOfMemory { .. }), "{error}");
}

/// After a fault, the process cannot use CUDA, so this test runs in a process of its own.
#[test]
fn a_fault_names_the_kernel_and_needs_a_new_process() {
    let Some((device, _turn)) = device() else { return };
    let name = "a_fault_names_the_kernel_and_needs_a_new_process";
    if std::env::var_os("IGC_TEST_FAULT").is_none() {
        let this = std::env::current_exe().expect("it runs");
        let mut child = std::process::Command::new(this);
        let output =
            child.args([name, "--exact", "--nocapture"]).env("IGC_TEST_FAULT", "1").output();
        let output = output.expect("it can be started");
        let (out, err) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{out}\n{err}");
        return;
    }
    let program = source(
        "extern \"C\" __global__ void fine(unsigned *x) { *x = 1; }
         extern \"C\" __global__ void wrong(unsigned *x) { x[1ul << 40] = 1; }",
    );
    {
        let session = open(&device);
        let built = session.build(&program).expect("it is right");
        let buffer = session.buffer(4).expect("there is room");
        let launch = |kernel: &str| {
            let kernel = built.kernel(kernel).expect("it is there");
            kernel.launch([Argument::Buffer(&buffer)].into_iter(), ONE_GROUP)
        };
        launch("fine").expect("it can be launched");
        session.wait().expect("it works");
        launch("wrong").expect("it can be launched");
        let Err(error) = session.wait() else { panic!("the kernel is wrong") };
        let text = error.to_string();
        assert!(matches!(error, CudaError::Lost { .. }) && text.contains("`wrong`"), "{text}");
        assert!(!text.contains("`fine`"), "{text}");
    }
    let again = Session::open_with(&device, &CacheFolder::Off).map(|_| ());
    let Err(error) = again else { panic!("CUDA keeps the fault") };
    assert!(matches!(error, CudaError::Lost { .. }), "{error}");
    assert!(error.to_string().contains("a new process"), "{error}");
}
