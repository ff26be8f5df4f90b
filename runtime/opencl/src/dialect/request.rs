//! Requests for a dialect other than the best, such as `atomics=12,subgroups=none`.
//!
//! An axis that the request does not name keeps the device's choice. A choice that the device does
//! not support is an error that names the missing feature, because an experiment must not silently
//! run in another dialect.

use std::fmt;
use std::str::FromStr;

use igc_visible as visible;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    Atomics, C11_STANDARDS, Compiler, Dialect, Floats, LEAST_PTX, OPENCL_C_12, Subgroups, Wide,
    has_float_add,
};
use crate::capabilities::{Capabilities, LlvmTarget};

/// A request for a dialect, with an optional choice per axis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DialectRequest {
    /// The text of the request, as the user wrote it.
    text: String,
    atomics: Option<Atomics>,
    wide: Option<Wide>,
    floats: Option<Floats>,
    subgroups: Option<Subgroups>,
    subgroup_size: Option<u32>,
    optimised: Option<bool>,
    compiler: Option<Compiler>,
    standard: Option<&'static str>,
}

/// The axes and their choices, for messages and help texts.
const AXES: &str = "atomics=12, 20 or ptx; wide=native or locks; floats=native or cas; \
     subgroups=none, khr, intel or ptx; size=N; std=1.2, 2.0 or 3.0; optimise=on or off; \
     compiler=driver or llvm";

impl FromStr for DialectRequest {
    type Err = String;

    fn from_str(text: &str) -> Result<DialectRequest, String> {
        let mut request = DialectRequest { text: text.into(), ..DialectRequest::default() };
        let mut axes = vec![];
        for part in text.split(',') {
            let part = part.trim();
            let axis = part.split('=').next().unwrap_or_default().trim();
            if axes.contains(&axis) {
                let axis = visible::name(axis);
                return Err(format!("the dialect has two choices for `{axis}`; give one"));
            }
            axes.push(axis);
            let known = part.split_once('=').is_some_and(|(axis, choice)| {
                request.set(axis.trim(), &choice.trim().to_lowercase()).is_some()
            });
            if !known {
                let part = visible::name(part);
                return Err(format!(
                    "`{part}` is not a valid choice for a dialect; the choices are {AXES}"
                ));
            }
        }
        Ok(request)
    }
}

impl Serialize for DialectRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DialectRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DialectRequest, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl DialectRequest {
    /// Records a choice. Returns `None` if the axis or the choice is unknown.
    fn set(&mut self, axis: &str, choice: &str) -> Option<()> {
        match axis {
            "atomics" => {
                self.atomics = Some(match choice {
                    "12" | "1.2" => Atomics::OpenCl12,
                    "20" | "c11" => Atomics::C11Device,
                    "ptx" => Atomics::Ptx,
                    _ => return None,
                });
            }
            "wide" => {
                self.wide = Some(match choice {
                    "native" => Wide::Native,
                    "locks" => Wide::Locks,
                    _ => return None,
                });
            }
            "floats" => {
                self.floats = Some(match choice {
                    "native" => Floats::Native,
                    "cas" => Floats::CompareAndSwap,
                    _ => return None,
                });
            }
            "subgroups" => {
                self.subgroups = Some(match choice {
                    "none" => Subgroups::None,
                    "khr" => Subgroups::Khronos,
                    "intel" => Subgroups::Intel,
                    "ptx" => Subgroups::Ptx,
                    _ => return None,
                });
            }
            "size" => self.subgroup_size = Some(choice.parse().ok()?),
            "std" => {
                self.standard = Some(match choice {
                    "1.2" => OPENCL_C_12,
                    "2.0" => "-cl-std=CL2.0",
                    "3.0" => "-cl-std=CL3.0",
                    _ => return None,
                });
            }
            "optimise" => {
                self.optimised = Some(match choice {
                    "on" => true,
                    "off" => false,
                    _ => return None,
                });
            }
            "compiler" => {
                self.compiler = Some(match choice {
                    "driver" => Compiler::Driver,
                    "llvm" => Compiler::Llvm,
                    _ => return None,
                });
            }
            _ => return None,
        }
        Some(())
    }
}

impl DialectRequest {
    /// Returns the requested dialect for a device with these capabilities, whose own dialect is
    /// `own`. Axes that the request does not name keep the device's choice.
    ///
    /// # Errors
    ///
    /// Returns the first choice that the device does not support, and the feature that it lacks.
    pub(crate) fn dialect(
        &self,
        capabilities: &Capabilities,
        own: &Dialect,
    ) -> Result<Dialect, (String, String)> {
        let standard = self.standard.unwrap_or_else(|| standard_of(&own.build_options));
        // A standard other than the device's own may remove choices.
        let best = Dialect::best(capabilities, standard);
        let dialect = Dialect {
            atomics: self.atomics.unwrap_or(best.atomics),
            wide: self.wide.unwrap_or(best.wide),
            floats: self.floats.unwrap_or(best.floats),
            subgroups: self.subgroups.unwrap_or(best.subgroups),
            subgroup_size: self.subgroup_size,
            optimised: self.optimised,
            compiler: self.compiler.unwrap_or_default(),
            ptx: best.ptx,
            build_options: standard.to_owned(),
        };
        first_unsupported(capabilities, own, &dialect).map_or(Ok(dialect), Err)
    }
}

/// What a driver lacks that does not accept LLVM's code.
pub(crate) const NO_LLVM: &str = "a driver that accepts PTX, SPIR-V or the SPIR of PoCL";

/// Requests that may lead to a dialect other than the device's own.
pub(crate) const VARIANTS: [&str; 8] = [
    "std=1.2",
    "atomics=12",
    "atomics=20",
    "atomics=ptx",
    "wide=locks",
    "floats=cas",
    "subgroups=none",
    "subgroups=intel",
];

/// Returns the standard that `build_options` names, or OpenCL C 1.2 if it is unknown.
fn standard_of(build_options: &str) -> &'static str {
    let mut standards = C11_STANDARDS.iter().copied();
    standards.find(|standard| *standard == build_options).unwrap_or(OPENCL_C_12)
}

/// Returns the first choice of `dialect` that a device with these capabilities and its own dialect
/// does not support, and the feature that it lacks. Returns `None` if it supports all choices.
fn first_unsupported(
    has: &Capabilities,
    own: &Dialect,
    dialect: &Dialect,
) -> Option<(String, String)> {
    let is_c11 = C11_STANDARDS.contains(&dialect.build_options.as_str());
    let lacks = |choice: &dyn fmt::Display, what: &str| Some((choice.to_string(), what.into()));
    let of_standard = |choice: &str| {
        let found = &own.build_options;
        lacks(&choice, &format!("OpenCL C 2.0 or 3.0 (programs are built with {found})"))
    };
    if is_c11 && !C11_STANDARDS.contains(&own.build_options.as_str()) {
        return lacks(&"std", "a later standard than OpenCL C 1.2 with C11 atomics");
    }
    match dialect.atomics {
        Atomics::C11Device if !is_c11 => return of_standard("atomics=20"),
        Atomics::Ptx if has.ptx.is_none_or(|capability| capability < LEAST_PTX) => {
            return lacks(&"atomics=ptx", "NVIDIA's PTX with the memory model of sm_70");
        }
        _ => {}
    }
    if dialect.wide == Wide::Native && !has.int64_atomics {
        let lack = "cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics";
        return lacks(&"wide=native", lack);
    }
    if dialect.floats == Floats::Native {
        if !has_float_add(has) {
            return lacks(&"floats=native", "additions of cl_ext_float_atomics");
        }
        if !is_c11 && has.ptx.is_none() {
            return of_standard("floats=native");
        }
    }
    match dialect.subgroups {
        Subgroups::Khronos if !has.subgroups => {
            return lacks(&"subgroups=khr", "cl_khr_subgroups");
        }
        Subgroups::Khronos if !is_c11 => return of_standard("subgroups=khr"),
        Subgroups::Intel if !has.intel_subgroups => {
            return lacks(&"subgroups=intel", "cl_intel_subgroups");
        }
        Subgroups::Ptx if has.ptx.is_none() => {
            return lacks(&"subgroups=ptx", "NVIDIA's PTX");
        }
        _ => {}
    }
    if dialect.compiler == Compiler::Llvm {
        match has.llvm {
            None => return lacks(&"compiler=llvm", NO_LLVM),
            Some(LlvmTarget::Ptx) if dialect.atomics == Atomics::C11Device => {
                return lacks(&"compiler=llvm", "C11 atomics in libclc (choose atomics=ptx)");
            }
            Some(_) => {}
        }
    }
    let size = dialect.subgroup_size?;
    let choice = format!("size={size}");
    match dialect.subgroups {
        Subgroups::None => lacks(&choice, "subgroups in this dialect"),
        Subgroups::Ptx if size == 32 => None,
        Subgroups::Ptx => lacks(&choice, "warps of a size other than 32"),
        _ if has.required_subgroup_sizes.contains(&size.into()) => None,
        _ if has.required_subgroup_sizes.is_empty() => {
            lacks(&choice, "cl_intel_required_subgroup_size")
        }
        _ => {
            let sizes: Vec<String> =
                has.required_subgroup_sizes.iter().map(u64::to_string).collect();
            lacks(&choice, &format!("subgroups of a size other than {}", sizes.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capabilities::MemoryOrder;
    use crate::device::DeviceInfo;

    fn intel() -> DeviceInfo {
        let capabilities = Capabilities {
            atomic_order: MemoryOrder::AcquireRelease,
            int64_atomics: true,
            subgroups: true,
            required_subgroup_sizes: vec![8, 16],
            ..Capabilities::default()
        };
        DeviceInfo {
            name: "CPU".into(),
            dialect: Dialect::best(&capabilities, "-cl-std=CL3.0"),
            capabilities,
            ..DeviceInfo::default()
        }
    }

    fn asked(device: &DeviceInfo, request: &str) -> Result<Dialect, String> {
        let found = device.with_dialect(&request.parse()?);
        found.map(|device| device.dialect).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_not_named_stays() {
        let device = intel();
        let dialect = asked(&device, "atomics=12").unwrap();
        assert_eq!(dialect, Dialect { atomics: Atomics::OpenCl12, ..device.dialect.clone() });
        let dialect = asked(&device, "subgroups=none, wide=locks").unwrap();
        assert_eq!(dialect.atomics, Atomics::C11Device);
        assert_eq!((dialect.subgroups, dialect.wide), (Subgroups::None, Wide::Locks));
        assert_eq!(asked(&device, "size=16").unwrap().subgroup_size, Some(16));
        assert_eq!(asked(&device, "optimise=off").unwrap().optimised, Some(false));
    }

    #[test]
    fn dialects_that_do_not_hold_are_only_asked_for() {
        let capabilities = Capabilities { ptx: Some(90), ..intel().capabilities };
        let dialect = Dialect::best(&capabilities, "-cl-std=CL3.0");
        let nvidia = DeviceInfo { capabilities, dialect, ..intel() };
        assert!(nvidia.dialects().len() > 1);
        assert!(nvidia.dialects().iter().all(|device| device.dialect.atomics == Atomics::Ptx));
        assert_eq!(asked(&nvidia, "atomics=20").unwrap().atomics, Atomics::C11Device);
        let intel = intel().dialects();
        assert!(intel.iter().any(|device| device.dialect.atomics == Atomics::OpenCl12));
    }

    #[test]
    fn an_older_standard_takes_away_what_it_lacks() {
        assert_eq!(asked(&intel(), "std=1.2"), Ok(Dialect::default()));
        let error = asked(&intel(), "std=1.2,atomics=20").unwrap_err();
        assert!(error.contains("`atomics=20`") && error.contains("OpenCL C 2.0"), "{error}");
    }

    #[test]
    fn what_a_device_can_not_have_is_refused_with_what_it_lacks() {
        for (request, lacks) in [
            ("atomics=ptx", "sm_70"),
            ("floats=native", "cl_ext_float_atomics"),
            ("subgroups=intel", "cl_intel_subgroups"),
            ("subgroups=ptx", "PTX"),
            ("size=32", "a size other than 8, 16"),
            ("subgroups=none,size=8", "subgroups in this dialect"),
        ] {
            let error = asked(&intel(), request).unwrap_err();
            assert!(error.starts_with("CPU does not support") && error.contains(lacks), "{error}");
        }
        let least = DeviceInfo::default();
        for (request, lacks) in [
            ("atomics=20", "OpenCL C 2.0"),
            ("std=3.0", "later standard"),
            ("wide=native", "cl_khr_int64_base_atomics"),
            ("subgroups=khr", "cl_khr_subgroups"),
        ] {
            let error = asked(&least, request).unwrap_err();
            assert!(error.contains(lacks), "{error}");
        }
    }

    #[test]
    fn what_is_no_choice_is_refused_with_the_choices() {
        for text in [
            "",
            "atomics",
            "atomics=13",
            "atomic=12",
            "size=-1",
            "atomics=12,,",
            "=",
            "std=9",
            "optimise=",
        ] {
            let error = text.parse::<DialectRequest>().unwrap_err();
            assert!(error.contains("subgroups=none, khr, intel or ptx"), "{error}");
        }
    }
}
