//! Made-up calibrations of three devices: two GPUs that are fast with many work-items, and a CPU
//! that is fast with few work-items and contiguous order. The CPU has tried fewer vector widths.

use igc_measure::calibration::{ElementOrder, Operation, OperationConfiguration, Workgroups};
use serde_json::{Value, json};

/// A device: its name, its numbers of workgroups per unit, its vector widths, and its best
/// bandwidth.
type Device = (&'static str, &'static [u32], &'static [u32], f64);

const DEVICES: [Device; 3] = [
    ("Bigchip 9000", &[1, 4, 16, 64], &[1, 4, 16], 3.9e12),
    ("Thin Graphics 620", &[1, 4, 16, 64], &[1, 4, 16], 3.4e10),
    ("cpu-16-cores", &[1, 4, 16], &[1, 4], 8.1e10),
];

/// Returns the three files of calibrations, each with its name.
pub fn files() -> Vec<(&'static str, String)> {
    (0..).zip(DEVICES).map(|(at, device)| (device.0, file(at, device).to_string())).collect()
}

fn file(device: usize, (name, groups, widths, best): Device) -> Value {
    let operation = |operation: &Operation| {
        let tiled = Operation::TILED.contains(operation);
        let measured = configurations(groups, widths, tiled).into_iter().map(|configuration| {
            let bandwidth = best * share(device, *operation, &configuration);
            let time = 1e9 / bandwidth;
            json!({
                "configuration": configuration, "bandwidth": bandwidth, "wrong": 0,
                "time": { "median": time, "interval": null, "least": time, "greatest": time }
            })
        });
        let measured: Vec<Value> = measured.collect();
        json!({ "operation": operation, "bytes": 1_000_000_000, "measured": measured })
    };
    let operations = Operation::STREAMING.iter().chain(&Operation::TILED).map(operation);
    json!({
        "format": 2, "igc": "0.1.0", "device": name, "driver": "1.0", "compute_units": 16,
        "widths": { "work_items_per_unit": 1024, "outlined_work_items_per_unit": 1024 },
        "best": [], "operations": operations.collect::<Vec<_>>()
    })
}

fn configurations(groups: &[u32], widths: &[u32], tiled: bool) -> Vec<OperationConfiguration> {
    let mut all = vec![];
    for workgroup_size in [128, 256] {
        let groups = if tiled { vec![1024 / workgroup_size] } else { groups.to_vec() };
        for groups_per_unit in groups {
            let orders =
                if tiled { [ElementOrder::Contiguous, ElementOrder::Stolen] } else { STREAMED };
            for order in orders {
                for &width in widths {
                    for &loads in if tiled { &[1, 4][..] } else { &[1] } {
                        let groups = Workgroups::PerUnit(groups_per_unit);
                        all.push(OperationConfiguration {
                            workgroup_size,
                            groups,
                            width,
                            loads,
                            order,
                        });
                    }
                }
            }
        }
    }
    all
}

const STREAMED: [ElementOrder; 2] = [ElementOrder::Strided, ElementOrder::Contiguous];

/// Returns the bandwidth of a configuration as a share of the device's best bandwidth.
fn share(device: usize, operation: Operation, configuration: &OperationConfiguration) -> f64 {
    let OperationConfiguration { workgroup_size, groups, width, loads, order } = *configuration;
    let groups_per_unit = groups.number();
    let items = f64::from(workgroup_size * groups_per_unit);
    let by_items = match device {
        2 => 1.0 / (1.0 + items / 8192.0),
        _ => items / (items + 700.0),
    };
    let by_width = match (device, width) {
        (1, 16) => 0.55,
        (2, 1) => 0.8,
        _ => 1.0,
    };
    let by_order = match (device, order) {
        (2, ElementOrder::Strided) => 0.5,
        (0 | 1, ElementOrder::Contiguous) => 0.93,
        _ => 1.0,
    };
    let by_operation = match operation {
        Operation::MatrixVector if width > 4 => 0.6,
        Operation::Scan | Operation::ReductionByKey if loads > 1 => 0.7,
        _ => 0.97,
    };
    // Noise that no parameter explains.
    let seed = workgroup_size + 7 * groups_per_unit + (3 + operation as u32) * width;
    let noise = 1.0 - f64::from(seed % 11) / 100.0;
    by_items * by_width * by_order * by_operation * noise
}
