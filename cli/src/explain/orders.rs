//! The orders, the virtual warps, the merge path and the frontiers that the kernels of a program can
//! have.

use igc_compiler::configuration::{Choice, Configuration, Flag};
use igc_compiler::ir::Module;
use igc_compiler::model::Model;
use igc_compiler::passes::Settings;
use igc_compiler::passes::orders::{Choices, Fit, change_order, choices, of_visits};
use igc_compiler::remarks::Remarks;

use super::{Explained, located};
use crate::source::Source;

/// Explains each order, each virtual warp, the merge path and each frontier.
pub fn explained(lowered: &Module, source: &Source) -> Vec<Explained> {
    of_visits().map(|flag| alone(flag, lowered, source)).collect()
}

/// Explains a flag, as `--opts` with this flag alone does.
fn alone(flag: Flag, lowered: &Module, source: &Source) -> Explained {
    let mut remarks = Remarks::default();
    if let Some(options) = Configuration::default().with(flag) {
        let settings = Settings { options: &options, model: &Model::default() };
        change_order(&mut lowered.clone(), &settings, &mut remarks);
    }
    Explained::of_flag(flag, false, source, &remarks)
}

/// Lists the orders, the virtual warps, the merge path and the frontiers of each kernel in a few
/// lines.
pub fn text(lowered: &Module, source: &Source) -> String {
    let kernels = choices(lowered);
    if kernels.is_empty() {
        return "\norders of visits: no kernel visits edges\n".into();
    }
    let mut out = String::from(
        "\norders of visits: --opts takes one order, one virtual warp or merge, and one frontier\n",
    );
    for Choices { kernel, origin, flags } in kernels {
        let name = &lowered.kernels[kernel.index()].name;
        let place = located(origin, source);
        let at = place.as_ref().map(|(at, _)| format!(" at {at}")).unwrap_or_default();
        out += &format!("  {name}{at}");
        out += &match (flags, place) {
            (Err(reason), _) => format!(": none, because {reason}\n"),
            (Ok(flags), Some((_, statement))) => {
                format!("\n    | {statement}\n{}", grouped(&flags))
            }
            (Ok(flags), None) => format!("\n{}", grouped(&flags)),
        };
    }
    out
}

/// Lists flags that fit a kernel in the same way in one line.
fn grouped(flags: &[(Flag, Fit)]) -> String {
    let mut out = String::new();
    let is_merge = |flag: Flag| flag == Flag::Merge;
    let kinds = [
        (Choice::Order, false),
        (Choice::Sharing, false),
        (Choice::Sharing, true),
        (Choice::Frontier, false),
    ];
    for (choice, merges) in kinds {
        let is_kind = |flag: Flag| flag.choice() == choice && is_merge(flag) == merges;
        let of_kind: Vec<&(Flag, Fit)> = flags.iter().filter(|(flag, _)| is_kind(*flag)).collect();
        let mut known = vec![];
        for (_, fit) in &of_kind {
            if known.contains(fit) {
                continue;
            }
            known.push(*fit);
            let fitting = of_kind.iter().filter(|(_, other)| other == fit);
            let names: Vec<&str> = fitting.map(|(flag, _)| flag.name()).collect();
            let names = match &names[..] {
                [first, .., last] if choice == Choice::Sharing && names.len() == of_kind.len() => {
                    format!("{first} to {last}")
                }
                names => names.join(", "),
            };
            out += &format!("    {names}: {}\n", words(*fit));
        }
    }
    out
}

fn words(fit: Fit) -> String {
    match fit {
        Fit::AsWritten => "the loop already has this order".into(),
        Fit::Direct => "possible".into(),
        Fit::Selected => "possible, for nodes that a first kernel selects".into(),
        Fit::Impossible(reason) => format!("not possible, because {reason}"),
    }
}
