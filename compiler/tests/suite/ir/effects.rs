//! Tests of the flags that have no effect on a program.

use igc_compiler::configuration::{Configuration, Flag};
use igc_compiler::driver::{Executed, compile};

use super::one_in;
use super::programs::sources;

/// Returns the flags without an effect, with the reasons.
fn without_effect(source: &str, options: &str, executed: Executed) -> Vec<String> {
    let compilation = compile("m", source, &Configuration::parse(options).unwrap()).unwrap();
    let flags = compilation.without_effect(executed);
    flags.into_iter().map(|one| format!("{}: {}", one.flag, one.reason)).collect()
}

const SEARCH: &str = include_str!("../../../../examples/bfs/bfs_wl.ig");

#[test]
fn reasons_are_those_of_the_passes() {
    let of = |options| without_effect(SEARCH, options, Executed::OpenCl);
    assert_eq!(
        of("grid=4"),
        ["grid=4: in `main`, no loop of `main` is one kernel, as with `oitergb` or `persistent`"]
    );
    assert_eq!(
        of("spread"),
        ["spread: in `visit`, it needs one of the flags `wg`, `sg`, `fg1` and `fg8`"]
    );
    assert_eq!(of("oitergb,grid=4,spread,fg8,sz256"), [""; 0]);
    assert_eq!(
        without_effect("main {}", "fg8", Executed::OpenCl),
        ["fg8: the program would need a loop over edges within a loop over nodes"]
    );
}

#[test]
fn threads_of_a_cpu_distribute_work_themselves() {
    let reason = "the threads of a CPU distribute work in their own way, without workgroups";
    let expected = ["fg8", "oitergb", "sz256"].map(|flag| format!("{flag}: {reason}"));
    assert_eq!(without_effect(SEARCH, "fg8,oitergb,sz256", Executed::Parallel), expected);
    // Even if the program has nothing that the flags could change.
    assert_eq!(without_effect("main {}", "fg8,oitergb,sz256", Executed::Parallel), expected);
    assert_eq!(without_effect(SEARCH, "order=pull", Executed::Parallel), [""; 0]);
}

/// Tests that the code of programs stays the same without a flag that has no effect. In every third
/// of these programs, each flag is also together with the other flags of the 96 configurations.
/// `IGC_CONFIGURATIONS=all` tests all programs; usually, each flag is tested with an eighth of them.
#[test]
fn flags_without_effect_change_nothing() {
    let (mut counts, every) = ((0, 0), one_in(8));
    for (at, (name, source)) in sources().into_iter().enumerate() {
        let compiled = |options: &Configuration| compile(&name, &source, options).unwrap();
        let bases = [Configuration::default(), Configuration::everything()];
        for base in bases.iter().take(if at % 3 == 0 { 2 } else { 1 }) {
            let plain = compiled(base);
            for flag in Flag::every().skip(at % every).step_by(every) {
                let (options, bare) = (base.choosing(flag), base.choosing(flag).without(flag));
                let with = compiled(&options);
                let idle = [Executed::OpenCl, Executed::Parallel].into_iter().filter(|executed| {
                    let found = with.without_effect(*executed);
                    found.iter().any(|one| one.flag == flag.name())
                });
                for executed in idle {
                    let again = (bare != *base).then(|| compiled(&bare));
                    let without = &again.as_ref().unwrap_or(&plain).artefact;
                    let [own, other] =
                        [&with.artefact, without].map(|artefact| artefact.identity(executed, None));
                    assert_eq!(own, other, "{name} --opts {options}, {}", flag.name());
                    counts.0 += 1;
                }
                counts.1 += 1;
            }
        }
    }
    println!("{} flags without effect among {}", counts.0, counts.1);
    assert!(counts.0 > 1000 / every, "{counts:?}");
}
