//! Adds launches to `main` next to those of a kernel, for passes that divide a kernel into several.
//!
//! ```text
//! launch gather(limit~[0u32])       let argument: u32 = limit~[0u32]
//!                                   launch gather(argument)
//!                                   launch gather_rest(argument)
//! ```
//!
//! All of these kernels get the same arguments. A kernel may change what an argument reads, so
//! `main` reads such an argument once, before the first of them.

use super::*;

/// Writes statements in place of a launch: gets the arguments, whether the launch reads the items
/// of a worklist [again](HostStmt::Launch), and the statements before it.
pub type Write<'w> = &'w dyn Fn(&[Expr], bool, &mut Vec<HostStmt>);

/// Replaces each launch of a kernel in `main`.
pub fn replace_launches(main: &mut Main, id: KernelId, write: Write<'_>) {
    let mut body = std::mem::take(&mut main.body);
    replace_in(&mut body, &mut main.locals, id, write);
    main.body = body;
}

fn replace_in(stmts: &mut Vec<HostStmt>, locals: &mut Locals, id: KernelId, write: Write<'_>) {
    for stmt in std::mem::take(stmts) {
        match stmt {
            HostStmt::Launch { kernel, mut args, again } if kernel == id => {
                for arg in args.iter_mut().filter(|arg| arg.reads_memory()) {
                    let local = locals.add("argument", arg.ty);
                    let value = std::mem::replace(arg, Expr::local(local, arg.ty));
                    stmts.push(HostStmt::Act(Action::Let(local, value)));
                }
                write(&args, again, stmts);
            }
            mut other => {
                for block in other.blocks_mut() {
                    replace_in(block, locals, id, write);
                }
                stmts.push(other);
            }
        }
    }
}
