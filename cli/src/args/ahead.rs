//! The arguments of `igc compile --for`. The doc comments of fields are the texts of `--help`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
#[cfg(feature = "opencl")]
use igc_opencl::DialectRequest;

/// The device of another machine.
#[derive(Debug, Args)]
pub struct AheadArguments {
    /// Compile the kernels for a device of another machine, and keep the code in the cache
    /// (IGC_CACHE_DIR), which the other machine can use. sm_90 stands for NVIDIA's GPUs of compute
    /// capability 9.0 (through CUDA). A file is the output of `igc devices --json` there (OpenCL)
    #[arg(long = "for", value_name = "ARCHITECTURE|FILE")]
    pub target: Option<Target>,
    /// With --for FILE: the dialect of OpenCL C, as for `igc run`
    #[cfg(feature = "opencl")]
    #[arg(long, value_name = "CHOICES", requires = "target")]
    pub dialect: Option<DialectRequest>,
}

/// What code is compiled for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// NVIDIA's GPUs of a compute capability, such as 90 for 9.0.
    Cuda(u32),
    /// The OpenCL device that a file describes.
    File(PathBuf),
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        let Some(number) = text.strip_prefix("sm_") else { return Ok(Target::File(text.into())) };
        let wrong = |_| {
            "expected `sm_` and the digits of a compute capability, such as sm_90 for 9.0 \
             (`./sm_…` is a file)"
                .to_owned()
        };
        number.parse().map(Target::Cuda).map_err(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_are_told_from_files() {
        assert_eq!("sm_90".parse(), Ok(Target::Cuda(90)));
        for file in ["gpu.json", "./sm_90", "sm90", "compute_90"] {
            assert_eq!(file.parse(), Ok(Target::File(file.into())));
        }
        for wrong in ["sm_", "sm_90a", "sm_x"] {
            assert!(wrong.parse::<Target>().is_err(), "{wrong}");
        }
    }
}
