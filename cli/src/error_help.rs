//! What a user of the command line can do about an error of the libraries, which know no options.

/// Returns the help for an error with this [code](igc_runtime::Error::code), for a worker process that took too long,
/// or for an error of a [study](igc_study::SweepError::code).
pub fn of(code: &str) -> Option<&'static str> {
    Some(match code {
        "busy-store" => {
            "wait until it ends; calls at the same time must have the same N in `--shard I/N`, and different I"
        }
        "no-store" => "`igc study run STUDY.toml` creates a store",
        "old-calibration" => "calibrate the device again with `igc devices --calibrate`",
        "other-study" => "choose another file with `--store`",
        "absent" => "`--device cpu` runs the program on this machine's processor, without OpenCL",
        "array-memory" | "device-memory" | "loop-limit" | "memory" | "no-locks" | "no-steps"
        | "unsupported" => "`igc devices` lists the devices",
        "long-build" => "`--build-timeout`, or `build_timeout` in a study file, is the limit",
        "silent" => "`--timeout`, or `timeout` in a study file, is the limit",
        "local-memory" | "narrow-edges" | "no-grid-barrier" | "private-memory" | "wide-order" => {
            "`--opts` names the optimisations"
        }
        "no-dialect" => "remove `--dialect`; `igc devices` lists the devices",
        "no-input" => "`--input NAME=FILE` names the file of an input",
        "missing-parameter" => "`-p NAME=VALUE` sets a parameter",
        "rounds" => "if the program only needs more rounds, raise `--max-rounds`",
        "worklist" => "if the program only needs a larger worklist, raise `--max-worklist`",
        "external-check" => {
            "`--allow-external-check` permits the commands of programs that you trust"
        }
        "undistributed" => "`igc explain PROGRAM --distributed` shows the statements",
        "workgroup-size" => "`--workgroup-size` sets the size",
        _ => return None,
    })
}
