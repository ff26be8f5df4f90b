//! Tests state of 8 and of 16 bits, degree classes and hubs in local memory on every device, in every
//! dialect, on graphs with nodes of all classes.

use igc_compiler::configuration::Configuration;
use igc_tests::device;
use igc_tests::program::Program;
use igc_tests::scope::everything_is_asked_for;
use igc_tests::small::{Small, star};

/// Rows of bytes and of half-words, plain and relaxed accesses, swaps, fills, and accesses of `main`
/// to single elements. Differences and shifts of narrow values must not become negative.
const PROGRAM: &str = "
node seen: bool = false;
node front: bool = false;
node low: u32 = 0;
node other: u32 = 300;
node pair: i32[2] = 7;
node sum: u32 = 0;
node last: node = 3 as node;
edge mark: u32 = 255;
global total: u32 = 0;

kernel spread(round: u32) {
    forall u in nodes {
        let gap = 0u32;
        forall e in u.in {
            let far = (e.src.low - u.low) >> 1;
            gap += far + (e.src.other << 3);
            if e.src.seen { gap += 1; }
            e.mark = (e.src.low + round) & 255;
        }
        u.sum = u.sum * 3 + gap;
        u.pair[round % 2] = (u.sum & 0x7fff) as i32;
    }
}

kernel reach() {
    forall u in nodes where u.front {
        forall e in u.out { e.dst.seen = true; }
    }
}

kernel change(round: u32) {
    forall u in nodes {
        u.front = u.seen;
        u.low = (u.low + u.degree + round) & 1023;
        u.other = min(u.other + u.low, 65535);
        u.last = select(u.low < 9, 5 as node, u.last);
        total += u.low;
    }
}

main {
    (1 as node).front = true;
    (2 as node).low = 77;
    for round in 0..4 {
        spread(round);
        reach();
        change(round);
        swap low, other;
        if (2 as node).low > 70000 { fill(sum, 9); }
    }
    fill(seen, (2 as node).seen);
    (3 as node).seen = true;
}

output seen, low, other, pair, sum, last, mark, total;
";

/// The flags that change memory or which work-items have nodes, with others that change the kernels.
const OPTIONS: [&str; 4] = [
    "narrow",
    "narrow,oitergb,passes=promote+gvn+licm+vector+dce",
    "classes,coop-cv,narrow",
    "classes,hubs,narrow,oitergb,wg,fg8,sz256",
];

#[test]
fn devices_agree_on_narrow_state_and_classes() {
    let graphs = [star(300), Small::generated("rmat:7,degree=30", "rmat:7,degree=30")];
    let reference = Program::new("narrow", PROGRAM);
    for (number, graph) in graphs.into_iter().enumerate() {
        let input = graph.load().require(&reference.requirements());
        let expected = reference.interpret(&input, &[]);
        for (turn, options) in OPTIONS.into_iter().enumerate() {
            // Building kernels takes long, so the graphs take turns with the dialects.
            let devices = match everything_is_asked_for() {
                true => device::all().iter().flat_map(device::dialects).collect(),
                false => device::in_one_dialect(&device::all(), turn / 2 + number),
            };
            let program = Program::with("narrow", PROGRAM, &Configuration::parse(options).unwrap());
            let found = program.agree(&input, &[], &devices);
            program.assert_same(options, &found, &expected.arrays);
        }
    }
}

/// Tests that the program has elements of each width.
#[test]
fn the_program_has_state_of_every_width() {
    let program = Program::with("narrow", PROGRAM, &Configuration::parse("narrow").unwrap());
    let module = &program.compilation.artefact.module;
    let bits = |name: &str| {
        let array = module.arrays.iter().find(|array| array.name == name);
        array.and_then(|array| array.width.bits())
    };
    assert_eq!(["seen", "front", "last", "mark"].map(bits), [Some(8); 4]);
    assert_eq!(["low", "other", "pair"].map(bits), [Some(16); 3]);
    assert_eq!(["sum", "total"].map(bits), [None; 2]);
}
