//! The devices that are several ranks: `ranks:4` on the cores of the processor, and `cuda:0-3` on GPUs.

use std::num::NonZero;
use std::sync::Arc;

use igc_compiler::driver::Executed;

use super::machine::RankDevices;
use super::{RankedGraph, counted, mpi};
use crate::Error;
use crate::backend::gpu::ResidentGraph;
use crate::backend::gpu::api::{Gpu, OpenGpu};
use crate::backend::native::{Native, NativeGraph, processor};
use crate::backend::{Backend, Device, DeviceKind, DeviceName, ListedDevice, Resident};
use crate::crash_note;
use crate::input::Input;

/// The name of the device on the cores of the processor.
const RANKS: &str = "ranks";

/// Largest number of ranks of a process. Each has a thread.
const MOST: usize = 256;

/// The backend.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ranks;

impl Backend for Ranks {
    /// No device is listed: any machine has any number of ranks.
    fn list(&self) -> Result<Vec<ListedDevice>, Error> {
        Ok(vec![])
    }

    /// Recognises `ranks:N`, and several numbers of GPUs, such as `cuda:0-3` and `opencl:0,0`.
    fn select(
        &self,
        selector: Option<&str>,
        dialect: Option<&str>,
    ) -> Result<Option<Box<dyn Device>>, Error> {
        let Some(selector) = selector else { return Ok(None) };
        if let Some(list) = GpuList::of(selector)? {
            return match dialect {
                None => list.open().map(Some),
                Some(_) => Err(Error::RanksDialect),
            };
        }
        let Some(rest) = selector.strip_prefix(RANKS) else { return Ok(None) };
        let count = match rest.strip_prefix(':') {
            Some(count) => count,
            None if rest.is_empty() => "",
            None => return Ok(None),
        };
        match (count.parse(), dialect) {
            (Ok(ranks @ 1..=MOST), None) => Ok(Some(Box::new(Cores { ranks }))),
            (Ok(1..=MOST), Some(_)) => Err(Error::NativeDialect),
            _ => Err(Error::Ranks { given: count.to_owned(), most: MOST }),
        }
    }
}

/// Ranks that share the cores of the processor.
#[derive(Debug, Clone, Copy)]
struct Cores {
    ranks: usize,
}

impl Cores {
    /// Returns the threads of a rank: its share of the cores.
    fn team(self) -> Native {
        let cores = processor::cores().get();
        Native::new(NonZero::new((cores / self.ranks).max(1)))
    }
}

impl RankDevices for Cores {
    type Host = Arc<NativeGraph>;

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn open(&self, _rank: usize, part: Input) -> Result<Arc<NativeGraph>, Error> {
        let team = self.team().team().map_err(igc_native::Error::Thread)?;
        Ok(Arc::new(NativeGraph::new(team, part)))
    }
}

impl Device for Cores {
    fn name(&self) -> DeviceName {
        let (ranks, name) = (self.ranks, processor::name());
        let threads = self.team().threads();
        DeviceName {
            name: format!("{ranks} ranks on {name} ({} each)", counted(threads.get())),
            driver: format!("igc {} native", env!("CARGO_PKG_VERSION")),
            dialect: std::env::consts::ARCH.into(),
        }
    }

    fn kind(&self) -> DeviceKind {
        DeviceKind::Cpu
    }

    /// Returns the number of threads of all ranks.
    fn threads(&self) -> Option<usize> {
        Some(self.ranks * self.team().threads().get())
    }

    fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "ranks": self.ranks,
            "threads": self.team().threads(),
            "processor": processor::name(),
            "cores": processor::cores(),
        })
    }

    fn executed(&self) -> Executed {
        Executed::Parallel
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        crash_note::native_starts();
        Ok(Box::new(RankedGraph::new(*self, Executed::Parallel, input)))
    }
}

/// The numbers of several GPUs of one API.
struct GpuList<'s> {
    /// The API: the part of the selector before the numbers.
    api: &'s str,
    #[cfg_attr(
        not(any(feature = "cuda", feature = "opencl")),
        allow(dead_code, reason = "there is no GPU")
    )]
    numbers: Vec<usize>,
}

impl<'s> GpuList<'s> {
    /// Reads a selector such as `cuda:0-3` or `gpu:0,2`. Returns `None` for other selectors, such as that of one GPU.
    fn of(selector: &'s str) -> Result<Option<GpuList<'s>>, Error> {
        let Some((api, list)) = selector.split_once(':') else { return Ok(None) };
        let is_list = |c: char| c.is_ascii_digit() || c == ',' || c == '-';
        if !mpi::is_gpu(api) || !list.contains([',', '-']) || !list.chars().all(is_list) {
            return Ok(None);
        }
        let invalid = || Error::RankNumbers { given: selector.to_owned(), most: MOST };
        let mut numbers = vec![];
        for part in list.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let number = |text: &str| text.parse::<usize>().map_err(|_| invalid());
            let (first, last) = (number(first)?, number(last)?);
            if first > last || last - first >= MOST {
                return Err(invalid());
            }
            numbers.extend(first..=last);
        }
        if numbers.len() > MOST {
            return Err(invalid());
        }
        Ok(Some(GpuList { api, numbers }))
    }

    fn open(&self) -> Result<Box<dyn Device>, Error> {
        #[cfg(feature = "cuda")]
        if self.api == "cuda" || (self.api == "gpu" && crate::backend::cuda::is_preferred()) {
            let devices = self.numbers.iter().map(|number| crate::backend::cuda::device(*number));
            return Ok(Box::new(Gpus { devices: Arc::new(devices.collect::<Result<_, _>>()?) }));
        }
        #[cfg(feature = "opencl")]
        if self.api != "cuda" {
            let only_gpus = self.api == "gpu";
            let device = |number: &usize| crate::backend::opencl::device(*number, only_gpus);
            let devices = self.numbers.iter().map(device);
            return Ok(Box::new(Gpus { devices: Arc::new(devices.collect::<Result<_, _>>()?) }));
        }
        Err(Error::Internal(format!("this igc was built without `{}`", self.api)))
    }
}

/// Several devices of one GPU API, each of which is a rank. A device that occurs twice is two ranks.
#[cfg_attr(
    not(any(feature = "cuda", feature = "opencl")),
    allow(dead_code, reason = "there is no GPU")
)]
struct Gpus<D> {
    devices: Arc<Vec<D>>,
}

impl<D> Clone for Gpus<D> {
    fn clone(&self) -> Gpus<D> {
        Gpus { devices: Arc::clone(&self.devices) }
    }
}

impl<D: OpenGpu> RankDevices for Gpus<D> {
    type Host = Arc<ResidentGraph<D::Gpu>>;

    fn ranks(&self) -> usize {
        self.devices.len()
    }

    fn open(&self, rank: usize, part: Input) -> Result<Self::Host, Error> {
        Ok(ResidentGraph::new(self.devices[rank].open_gpu()?, &part))
    }

    fn connect(&self, hosts: &[&Self::Host]) {
        let gpus: Vec<&D::Gpu> = hosts.iter().map(|host| host.device().gpu()).collect();
        gpus.iter().for_each(|gpu| gpu.share_with(&gpus));
    }
}

impl<D: OpenGpu> Device for Gpus<D> {
    fn name(&self) -> DeviceName {
        let mut counts: Vec<(DeviceName, usize)> = vec![];
        for device in self.devices.iter() {
            let name = device.name();
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        let names: Vec<String> =
            counts.iter().map(|(name, count)| format!("{count} x {}", name.name)).collect();
        let first = counts.swap_remove(0).0;
        DeviceName { name: names.join(", "), ..first }
    }

    fn kind(&self) -> DeviceKind {
        self.devices[0].kind()
    }

    fn facts(&self) -> serde_json::Value {
        let devices: Vec<serde_json::Value> =
            self.devices.iter().map(|device| device.facts()).collect();
        serde_json::json!({ "ranks": self.devices.len(), "devices": devices })
    }

    fn executed(&self) -> Executed {
        self.devices[0].executed()
    }

    fn open(&self, input: &Input) -> Result<Box<dyn Resident>, Error> {
        Ok(Box::new(RankedGraph::new(self.clone(), self.executed(), input)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_gpus_are_ranks() {
        let of = |selector| GpuList::of(selector).unwrap().map(|list| (list.api, list.numbers));
        assert_eq!(of("cuda:0-2"), Some(("cuda", vec![0, 1, 2])));
        assert_eq!(of("gpu:0,0"), Some(("gpu", vec![0, 0])));
        assert_eq!(of("opencl:1,3-4"), Some(("opencl", vec![1, 3, 4])));
        for other in ["cuda", "cuda:1", "gpu", "opencl:gpu", "ranks:2", "0", "opencl:Intel, Inc-1"]
        {
            assert_eq!(of(other), None, "{other}");
        }
        for wrong in
            ["cuda:0-", "cuda:-1", "cuda:2-1", "gpu:0,", "cuda:0-256", "cuda:0-99999999999"]
        {
            assert!(matches!(GpuList::of(wrong), Err(Error::RankNumbers { .. })), "{wrong}");
        }
    }
}
