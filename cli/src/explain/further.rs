//! The flags outside of the 96 configurations that are not about the order of visits, such as
//! `spread`, `narrow` and `persistent`.

use igc_compiler::configuration::{Configuration, Flag};
use igc_compiler::passes::orders::of_visits;

use super::Explained;
use crate::failed::Failed;
use crate::source::{self, Source};

/// Explains each of these flags, as `--opts` with this flag alone does. `spread` does nothing without
/// nested parallelism, so it is explained together with `fg1`. Two flags are left out: `adaptive`
/// needs a model, and a run on a large graph enables `wide-edges` itself.
///
/// # Errors
///
/// Returns an error if the program does not compile.
pub fn explained(source: &Source) -> Result<Vec<Explained>, Failed> {
    let known: Vec<Flag> = Flag::OF_96
        .into_iter()
        .chain(of_visits())
        .chain([Flag::Adaptive, Flag::WideEdges])
        .collect();
    let mut all = vec![];
    for flag in Flag::every().filter(|flag| !known.contains(flag)) {
        let needed = (flag == Flag::Spread).then_some(Flag::Fg1);
        let mut flags = [flag].into_iter().chain(needed);
        if let Some(options) = flags.try_fold(Configuration::default(), |all, one| all.with(one)) {
            let remarks = source::build_again(source, &options)?.remarks;
            all.push(Explained::of_flag(flag, false, source, &remarks));
        }
    }
    Ok(all)
}

/// Lists what the flags do. Flags that do the same are listed together, and so are those that
/// concern no statement.
pub fn text(flags: &[Explained]) -> String {
    let mut bodies: Vec<(Vec<&str>, String)> = vec![];
    let (some, none): (Vec<&Explained>, Vec<&Explained>) =
        flags.iter().partition(|flag| !flag.places.is_empty());
    for flag in some {
        let body = flag.body();
        match bodies.iter_mut().find(|(_, known)| *known == body) {
            Some((names, _)) => names.push(flag.flag),
            None => bodies.push((vec![flag.flag], body)),
        }
    }
    let mut out = String::from("\nfurther flags, each alone\n");
    for (names, body) in bodies {
        out += &format!("\n{}{body}", names.join(", "));
    }
    let none: Vec<&str> = none.iter().map(|flag| flag.flag).collect();
    if !none.is_empty() {
        out +=
            &format!("\n{}: the program has nothing that they could apply to\n", none.join(", "));
    }
    out
}
