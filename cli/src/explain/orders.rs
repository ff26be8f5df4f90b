//! The orders and virtual warps that the kernels of a program can have.

use igc_compiler::ir::Module;
use igc_compiler::model::Model;
use igc_compiler::options::{Flag, Options};
use igc_compiler::passes::Settings;
use igc_compiler::passes::strategy::{Choices, Fit, change_order, choices};
use igc_compiler::remarks::Remarks;

use super::{Explained, located};
use crate::source::Source;

/// Explains each order and each virtual warp, as `--opts` with this flag alone does.
pub fn explained(lowered: &Module, source: &Source) -> Vec<Explained> {
    let alone = |flag| {
        let mut remarks = Remarks::default();
        if let Some(options) = Options::default().with(flag) {
            let settings = Settings { options: &options, model: &Model::default() };
            change_order(&mut lowered.clone(), &settings, &mut remarks);
        }
        Explained::new(flag.into(), false, source, &remarks)
    };
    Flag::ORDERS.into_iter().chain(Flag::WARPS).map(|(_, flag)| alone(flag)).collect()
}

/// Lists the orders and virtual warps of each kernel in a few lines.
pub fn text(lowered: &Module, source: &Source) -> String {
    let kernels = choices(lowered);
    if kernels.is_empty() {
        return "\norders of visits: no kernel visits edges\n".into();
    }
    let mut out = String::from("\norders of visits: --opts takes one order and one virtual warp\n");
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
    for all in [Flag::ORDERS, Flag::WARPS] {
        for fit in [Fit::AsWritten, Fit::Direct, Fit::Selected] {
            let fitting = all.into_iter().filter(|(_, flag)| flags.contains(&(*flag, fit)));
            let names: Vec<&str> = fitting.map(|(name, _)| name).collect();
            let names = match &names[..] {
                [] => continue,
                [first, .., last] if all == Flag::WARPS && names.len() == all.len() => {
                    format!("{first} to {last}")
                }
                names => names.join(", "),
            };
            out += &format!("    {names}: {}\n", words(fit));
        }
    }
    out
}

fn words(fit: Fit) -> &'static str {
    match fit {
        Fit::AsWritten => "the loop already has this order",
        Fit::Direct => "possible",
        Fit::Selected => "possible, for nodes that a first kernel selects",
    }
}
