//! Private memory: the local arrays of a work-item.
//!
//! The sum in the text of a program has a limit, but passes copy bodies with their arrays, and an
//! outlined loop contains all kernels that it calls.

use std::collections::HashMap;

use super::outlined::walk_outlined;
use super::{KernelId, Locals, Module, OutlinedStmt};

/// Returns the size of the local arrays of a work-item in bytes, for the launch that has the most.
pub fn private_bytes(module: &Module) -> u64 {
    let of_kernel =
        |id: KernelId| module.kernels.get(id.index()).map_or(0, |kernel| bytes(&kernel.locals));
    let kernels = module.kernels.iter().map(|kernel| bytes(&kernel.locals));
    let loops = module.outlined.iter().map(|outlined| {
        // A driver may inline each call.
        let mut calls: HashMap<KernelId, u64> = HashMap::new();
        walk_outlined(&outlined.body, &mut |stmt| {
            if let OutlinedStmt::Call { kernel, .. } = stmt {
                *calls.entry(*kernel).or_default() += 1;
            }
        });
        calls.into_iter().map(|(kernel, count)| count.saturating_mul(of_kernel(kernel))).sum()
    });
    kernels.chain(loops).max().unwrap_or(0)
}

fn bytes(locals: &Locals) -> u64 {
    let arrays = locals.iter().filter_map(|local| Some((local.ty, local.length?)));
    arrays.map(|(ty, length)| ty.private_size() * u64::from(length)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::configuration::Configuration;
    use crate::driver::compile;

    #[test]
    fn an_outlined_loop_has_the_arrays_of_all_its_kernels() {
        let text = "node x: u32;
             global busy: bool = false;
             kernel a() { forall u in nodes { let few: u32[10] = 1; u.x += few[u as u32]; } }
             kernel b() { forall u in nodes { let some: bool[7]; busy |= some[u as u32]; } }
             main { iterate { busy = false; a(); b(); a(); } while busy; }
             output x;";
        let bytes = |flags: &str| {
            let options = Configuration::parse(flags).expect("these are flags");
            let compiled = compile("program", text, &options).expect("it compiles");
            private_bytes(&compiled.artefact.module)
        };
        assert_eq!(bytes("none"), 40);
        assert_eq!(bytes("oitergb"), 40 + 7 + 40);
    }
}
