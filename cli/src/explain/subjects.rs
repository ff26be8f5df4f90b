//! `igc explain SUBJECT` for a flag, a choice, a pass or a word of `--opts`.

use igc_compiler::configuration::{CHOICES, ChoiceRow, Configuration, FLAGS, Flag, PassKind};
use igc_compiler::passes::scalar::SCALAR_PASSES;
use igc_compiler::passes::{PASSES, Pass};

use crate::links;
use crate::values::{choice_text, wrapped};

/// Returns the explanation of a subject, if its name is known.
pub fn text(subject: &str) -> Option<String> {
    // The name of a flag may also be that of its choice. The flag is what users write.
    if let Some(flag) = Flag::of_name(subject) {
        return Some(of_flag(flag));
    }
    if let Some(row) = CHOICES.iter().find(|row| row.name == subject) {
        return Some(format!("# {}: {}\n\n{}", row.name, row.summary, of_choice(row, row.flags)));
    }
    if let Some(pass) = PASSES.iter().find(|pass| pass.name == subject) {
        return Some(of_pass(pass));
    }
    if let Some(known) = SCALAR_PASSES.iter().find(|known| known.pass.name() == subject) {
        let page = links::page("optimisations/scalar-passes");
        return Some(format!(
            "# {subject}\n\nThis scalar pass {}.\n\nIt runs with `--passes {subject}`, or as a part of \
             `--opts passes={subject}`.\nMore: {page}\n",
            known.summary
        ));
    }
    let words = match subject {
        "none" => "No optimisation: the baseline, with which other configurations are compared.".into(),
        "all" => format!(
            "The flags of the paper that can be combined: `{}`. Together, they are not always faster \
             than some of them.",
            Configuration::everything()
        ),
        "auto" => "igc chooses the optimisations, and the program for a problem, by facts about the graph \
                   and the device, or by what `igc tune` has measured. `igc explain --auto PROGRAM \
                   --graph SPEC` shows the choice and its reasons."
            .to_owned(),
        _ => return None,
    };
    let page = links::page(if subject == "auto" { "auto" } else { "optimisations" });
    Some(format!("# {subject}\n\n{}\nMore: {page}\n", wrapped(&words, "", "")))
}

/// Returns all names that [`text`] knows.
pub fn names() -> impl Iterator<Item = &'static str> {
    let choices = CHOICES.iter().map(|row| row.name);
    let passes = PASSES.iter().map(|pass| pass.name);
    let scalar = SCALAR_PASSES.iter().map(|known| known.pass.name());
    FLAGS.iter().map(|row| row.name).chain(choices).chain(passes).chain(scalar)
}

/// Explains a flag: what it does, its choice, and how to see its effect.
fn of_flag(flag: Flag) -> String {
    let row = flag.choice().row();
    let mut out =
        format!("# {}: {}\n\n{}", flag.name(), flag.row().summary, of_choice(row, &[flag]));
    let others: Vec<String> = row
        .flags
        .iter()
        .filter(|other| **other != flag)
        .map(|other| format!("`{}`", other.name()))
        .collect();
    if !others.is_empty() {
        out += &wrapped(&format!("Excludes {} of the same choice.", others.join(", ")), "", "");
    }
    out + &format!(
        "\nTo see what it does to a program: `igc explain PROGRAM --opts {}`\n",
        flag.name()
    )
}

/// Explains a choice, and names the passes that carry it out.
fn of_choice(row: &ChoiceRow, flags: &[Flag]) -> String {
    let passes = PASSES.iter().filter(|pass| pass.flags().any(|flag| row.flags.contains(&flag)));
    let passes: Vec<String> = passes.map(|pass| format!("`{}`", pass.name)).collect();
    let mut out = choice_text(row, flags, "");
    if !passes.is_empty() {
        out += &format!("Passes: {}.\n", passes.join(", "));
    }
    out
}

/// Explains a pass, and the flags with which it runs.
fn of_pass(pass: &Pass) -> String {
    let flags: Vec<Flag> = pass.flags().collect();
    let mut out = format!("# {}\n\nThis pass {}.\n\n", pass.name, pass.summary);
    if flags.is_empty() {
        return out + "It runs always.\n";
    }
    let options: Vec<String> =
        flags.iter().map(|flag| format!("`--opts {}`", flag.name())).collect();
    out += &wrapped(&format!("It runs with {}.", options.join(" or ")), "", "");
    let choices = CHOICES.iter().filter(|row| row.flags.iter().any(|flag| flags.contains(flag)));
    for row in choices {
        out += &format!("\n## {}\n\n{}", row.summary, choice_text(row, row.flags, ""));
    }
    out
}
