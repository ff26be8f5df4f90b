//! Tests of cross tables with made-up measurements.

use igc_compiler::configuration::{Configuration, LlvmOrder, LlvmPass, PassOrder, ScalarPass};
use igc_measure::statistics::Interval;

use super::*;

fn order(text: &str) -> PassOrder {
    PassOrder::parse(text).unwrap()
}

fn device(name: &str) -> DeviceName {
    DeviceName { name: name.into(), driver: "driver 1".into(), dialect: "native".into() }
}

fn subject(program: &str) -> Subject {
    Subject {
        program: program.into(),
        text: format!("hash of {program}"),
        graph: "rmat:10".into(),
        params: vec![],
        options: Configuration::default(),
    }
}

fn origin(program: &str, on: &str, passes: &str) -> Origin<ScalarPass> {
    Origin { subject: subject(program), device: device(on), order: order(passes) }
}

/// A record in which each order has a ratio; 0 stands for a failure, and 1 for the same code as no
/// passes.
fn record(program: &str, on: &str, ratios: &[(&str, f64)]) -> CrossRecord<ScalarPass> {
    let none =
        CrossMeasured { order: order("none"), seconds: Some(0.002), ratio: None, failure: None };
    let others = ratios.iter().map(|(passes, value)| {
        let interval = Some(Interval { low: value * 0.98, high: value * 1.02 });
        let clear = (value - 1.0).abs() > 0.02;
        let timed = *value > 0.0;
        CrossMeasured {
            order: order(passes),
            seconds: timed.then_some(0.002 * value),
            ratio: (timed && *value != 1.0).then_some(Ratio { value: *value, interval, clear }),
            failure: (!timed).then(|| "the driver crashed".into()),
        }
    });
    CrossRecord {
        igc: "0.1.0".into(),
        over: ScalarPass::OPTION.into(),
        subject: subject(program),
        device: device(on),
        compared: true,
        runs: 15,
        measured: [none].into_iter().chain(others).collect(),
    }
}

fn origins() -> Vec<Origin<ScalarPass>> {
    vec![
        origin("sums", "cpu", "promote"),
        origin("walks", "cpu", "gvn,licm"),
        origin("sums", "gpu", "promote,unroll4"),
        origin("walks", "gpu", "none"),
    ]
}

#[test]
fn tables_show_the_effect_of_orders_elsewhere() {
    let records = [
        record("sums", "cpu", &[("standard", 1.0), ("promote", 0.9)]),
        record(
            "sums",
            "cpu",
            &[("standard", 0.6), ("promote", 0.5), ("gvn,licm", 1.01), ("promote,unroll4", 0.625)],
        ),
        record(
            "walks",
            "cpu",
            &[("standard", 0.8), ("promote", 1.0), ("gvn,licm", 0.5), ("promote,unroll4", 0.0)],
        ),
        record("sums", "gpu", &[("standard", 0.9), ("promote", 1.25), ("promote,unroll4", 0.8)]),
    ];
    let report = CrossReport::of(&origins(), &records);
    insta::assert_snapshot!(report.text());
    let json = serde_json::to_value(&report).unwrap();
    let of_cpu = &json["devices"][0]["summary"];
    assert_eq!(of_cpu["own"], 2.0);
    // The order that `sums` got on the GPU gains 1.6, and `walks` got no passes there.
    let elsewhere = of_cpu["other_devices"].as_f64().unwrap();
    assert!((elsewhere - 1.6_f64.sqrt()).abs() < 1e-9, "{elsewhere}");
    assert_eq!(json["devices"][1]["summary"]["other_devices"], 0.8);
}

#[test]
fn finished_work_is_recognised() {
    let origins = origins();
    let wanted = orders(&origins);
    assert_eq!(wanted.len(), 5);
    assert_eq!(subjects(&origins), [subject("sums"), subject("walks")]);
    let partial = record("sums", "cpu", &[("standard", 1.0), ("promote", 0.9)]);
    assert!(!partial.has(&subject("sums"), &device("cpu"), &wanted));
    assert!(partial.has(&subject("sums"), &device("cpu"), &wanted[..3]));
    assert!(!partial.has(&subject("sums"), &device("gpu"), &wanted[..3]));
    assert!(!partial.has(&subject("walks"), &device("cpu"), &wanted[..3]));
}

#[test]
fn a_record_of_earlier_versions_is_of_scalar_passes() {
    let mut line = serde_json::to_value(record("sums", "cpu", &[("promote", 0.5)])).unwrap();
    line.as_object_mut().unwrap().remove("over");
    let read: CrossRecord<ScalarPass> = serde_json::from_value(line).unwrap();
    assert_eq!(read, record("sums", "cpu", &[("promote", 0.5)]));
}

#[test]
fn tables_of_llvms_passes_name_the_drivers_compiler() {
    let order = LlvmOrder::parse("sroa,gvn").unwrap();
    let origins =
        [Origin { subject: subject("sums"), device: device("gpu"), order: order.clone() }];
    let timed = |order, seconds, ratio: Option<f64>| CrossMeasured {
        order,
        seconds: Some(seconds),
        ratio: ratio.map(|value| Ratio { value, interval: None, clear: true }),
        failure: None,
    };
    let record = CrossRecord {
        igc: "0.1.0".into(),
        over: LlvmPass::OPTION.into(),
        subject: subject("sums"),
        device: device("gpu"),
        compared: true,
        runs: 7,
        measured: vec![
            timed(LlvmOrder::default(), 0.002, None),
            timed(LlvmOrder::standard(), 0.002, Some(1.0)),
            timed(order, 0.001, Some(0.5)),
        ],
    };
    insta::assert_snapshot!(CrossReport::of(&origins, &[record]).text());
}
