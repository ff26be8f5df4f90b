//! Tests what igc asks of NVIDIA's driver: the number of the hardware's queues.

use std::process::Command;

use crate::{Done, command};

/// An OpenCL library without platforms. It prints the number of queues that a driver would read.
const LIBRARY: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int clGetPlatformIDs(unsigned entries, void *platforms, unsigned *count) {
    const char *queues = getenv("CUDA_DEVICE_MAX_CONNECTIONS");
    fprintf(stderr, "queues: %s\n", queues ? queues : "default");
    if (count) *count = 0;
    return -1001;
}
"#;

#[test]
fn drivers_are_asked_for_two_hardware_queues_unless_the_user_chose() {
    let folder = tempfile::tempdir().unwrap();
    let (source, library) = (folder.path().join("queues.c"), folder.path().join("queues.so"));
    std::fs::write(&source, LIBRARY).unwrap();
    let mut compile = Command::new("cc");
    compile.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source);
    if !cfg!(unix) || !compile.status().is_ok_and(|status| status.success()) {
        println!("not tested, this needs Unix and a C compiler");
        return;
    }
    for (chosen, found) in [(None, "queues: 2"), (Some("8"), "queues: 8")] {
        let mut command = command(&["devices"]);
        command.env("IGC_OPENCL_LIBRARY", &library).env_remove("CUDA_DEVICE_MAX_CONNECTIONS");
        command.envs(chosen.map(|number| ("CUDA_DEVICE_MAX_CONNECTIONS", number)));
        let done = Done::from(command.output().unwrap());
        assert!(done.stderr.contains(found), "{done:?}");
    }
}
