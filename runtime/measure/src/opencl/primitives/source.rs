//! The source of the kernels, and the compiler options that bind a configuration.

use igc_compiler::codegen::{Language, with_library};
use igc_opencl::{DeviceInfo, Program, Session, Subgroups};
use igc_runtime::backend::opencl::build::build_options;
use igc_runtime::primitives::Ranking;

use super::super::bandwidth::memory::launch;
use super::super::bandwidth::source::COMMON;
use crate::Error;
use crate::primitives::{Algorithm, Load, Primitive, PrimitiveConfiguration, WordOrder};

const TILE: &str = include_str!("tile.cl");
const TOOLS: &str = include_str!("tools.cl");
const COPY: &str = include_str!("copy.cl");
const REDUCTION: &str = include_str!("reduction.cl");
const SCAN: &str = include_str!("scan.cl");
const KEYS: &str = include_str!("keys.cl");
const SEGMENTS: &str = include_str!("segments.cl");
const PUSHES: &str = include_str!("pushes.cl");

/// Returns the kernels that do not depend on a configuration.
pub fn tools() -> String {
    with_library(Language::OpenCl, &[COMMON, TOOLS].join("\n"))
}

/// Returns the kernels of a primitive.
pub fn kernels(primitive: Primitive) -> String {
    let kernels = match primitive {
        Primitive::Copy => COPY.to_string(),
        Primitive::Reduction => REDUCTION.to_string(),
        Primitive::Scan => [REDUCTION, SCAN].join("\n"),
        Primitive::ReductionByKey => KEYS.to_string(),
        Primitive::SegmentedReduction => SEGMENTS.to_string(),
        Primitive::Compaction | Primitive::Push => PUSHES.to_string(),
    };
    with_library(Language::OpenCl, &[TILE, &kernels].join("\n"))
}

/// Returns the compiler options of a configuration.
pub fn options(
    device: &DeviceInfo,
    primitive: Primitive,
    configuration: &PrimitiveConfiguration,
) -> String {
    let PrimitiveConfiguration { workgroup_size, items, width, load, order, algorithm, .. } =
        configuration;
    // These are the numbers of tile.cl.
    let load = match load {
        Load::Plain => 0,
        Load::Constant => 1,
        Load::Streaming => 2,
        Load::Volatile => 3,
    };
    let number = match algorithm {
        Algorithm::Item => 0,
        Algorithm::ActiveLanes => 1,
        Algorithm::SubgroupAtomic => 2,
        Algorithm::Queue => 3,
        Algorithm::Ranked(_) => 4,
    };
    let ranking = match algorithm {
        Algorithm::Ranked(ranking) => ranking.option(),
        _ => String::new(),
    };
    let pushes = algorithm.pushes().map_or("", |pushes| pushes.option());
    format!(
        "{}{ranking}{pushes} -DIGC_PRIM_ITEMS={items} -DIGC_PRIM_WIDTH={width} \
         -DIGC_PRIM_BLOCKED={} -DIGC_PRIM_LOAD={load} -DIGC_PRIM_ALGORITHM={number} \
         -DIGC_PRIM_COMPACTION={}",
        build_options(&device.dialect, *workgroup_size as usize),
        u32::from(*order == WordOrder::Blocked),
        u32::from(primitive == Primitive::Compaction),
    )
}

/// Features of the driver's OpenCL C that only its preprocessor shows.
#[derive(Debug, Clone, Copy)]
pub struct Features {
    workgroup_functions: bool,
    streaming: bool,
}

impl Features {
    /// Asks the driver.
    pub fn of(session: &Session, tools: &Program) -> Result<Features, Error> {
        let found = session.buffer_from(&[0u32; 2])?;
        let kernel = tools.kernel("igc_prim_features")?;
        kernel.set_buffer(0, &found)?;
        launch(&kernel)?;
        let mut words = [0u32; 2];
        found.read(0, &mut words)?;
        let [workgroup_functions, streaming] = words.map(|word| word == 1);
        Ok(Features { workgroup_functions, streaming })
    }

    /// Returns the reason why a device does not support a configuration, if one is known before the
    /// build.
    pub fn obstacle(
        &self,
        device: &DeviceInfo,
        primitive: Primitive,
        configuration: &PrimitiveConfiguration,
    ) -> Option<&'static str> {
        let PrimitiveConfiguration { workgroup_size, items, load, algorithm, .. } = *configuration;
        if u64::from(workgroup_size) > device.max_workgroup_size {
            return Some("workgroups cannot have so many work-items");
        }
        if local_words(primitive, workgroup_size, items, algorithm) * 4 > device.local_memory {
            return Some("a workgroup does not have so much local memory");
        }
        let subgroups = match device.dialect.subgroups {
            Subgroups::Ptx if !workgroup_size.is_multiple_of(32) => Subgroups::None,
            subgroups => subgroups,
        };
        match algorithm {
            _ if load == Load::Streaming && !self.streaming => {
                Some("the driver has no non-temporal accesses")
            }
            Algorithm::ActiveLanes if subgroups != Subgroups::Ptx => {
                Some("the device does not have PTX's warps")
            }
            Algorithm::SubgroupAtomic | Algorithm::Ranked(Ranking::Subgroup)
                if subgroups == Subgroups::None =>
            {
                Some("the device has no subgroups")
            }
            Algorithm::Ranked(Ranking::Workgroup) if !self.workgroup_functions => {
                Some("the driver has no functions for workgroups")
            }
            _ => None,
        }
    }
}

/// Returns the number of words of local memory that the kernels of a configuration need at least.
fn local_words(primitive: Primitive, size: u32, items: u32, algorithm: Algorithm) -> u64 {
    let (size, items) = (u64::from(size), u64::from(items));
    let scratch = match algorithm {
        Algorithm::Ranked(Ranking::HillisSteele) => 4 * size,
        Algorithm::Ranked(Ranking::Serial | Ranking::BrentKung) => 2 * size,
        Algorithm::Queue => 8 * size,
        _ => 0,
    };
    match (primitive, algorithm) {
        (Primitive::SegmentedReduction, Algorithm::Ranked(_)) => scratch + size * items,
        _ => scratch,
    }
}
