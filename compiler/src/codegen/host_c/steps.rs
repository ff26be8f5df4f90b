//! Prints the steps of `main` as a C function.
//!
//! Each step becomes a statement. The function contains no error handling: if a step fails, all
//! later steps do nothing, and no loop begins another round (`stdlib/host/igc_internal.h`).

#![deny(clippy::wildcard_enum_match_arm)]

use std::fmt::Write;

use super::expr::{Printer, from_bits, literal};
use super::names::{c_type, local, outlined, suffix, type_constant};
use super::tables::outlined_loops;
use super::text::string;
use crate::ir::Value;
use crate::schedule::{Expr, PrintPart, Seed, Step};

/// Returns the function `run_main`.
pub(super) fn main_function(printer: &Printer<'_>) -> String {
    let mut writer = Writer { printer, out: String::new(), depth: 1 };
    for (name, ty) in printer.locals.iter() {
        let zero = literal(Value::zero(ty)).text;
        writer.line(&format!("{} {} = {zero};", c_type(ty), local(name)));
    }
    if printer.locals.iter().next().is_some() {
        writer.out.push('\n');
    }
    if printer.schedule.main.is_empty() {
        writer.line("(void)run;");
    }
    writer.block(&printer.schedule.main);
    for (name, _) in printer.locals.iter().filter(|(name, _)| !printer.locals.is_read(name)) {
        // Otherwise, compilers warn about a variable that is not used.
        writer.line(&format!("(void){};", local(name)));
    }
    format!("static void run_main(igc_execution *run)\n{{\n{}}}\n", writer.out)
}

struct Writer<'p, 's> {
    printer: &'p Printer<'s>,
    out: String,
    depth: usize,
}

impl Writer<'_, '_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 4 * self.depth);
    }

    fn text(&self, expr: &Expr) -> String {
        self.printer.print(expr).text
    }

    fn bits(&self, expr: &Expr) -> String {
        self.printer.print(expr).bits()
    }

    fn index(&self, expr: &Expr) -> String {
        self.printer.print(expr).index()
    }

    fn block(&mut self, steps: &[Step]) {
        steps.iter().for_each(|step| self.step(step));
    }

    /// Prints a statement that controls a block.
    fn controlled(&mut self, head: &str, steps: &[Step], end: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        self.block(steps);
        self.depth -= 1;
        self.line(&format!("}}{end}"));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Set { local: name, value } => {
                let (name, value) = (local(name), self.text(value));
                // Compilers warn about an assignment of a variable to itself.
                if name != value {
                    self.line(&format!("{name} = {value};"));
                }
            }
            Step::Store { buffer, index, element, value } => {
                let (index, value) = (self.index(index), self.bits(value));
                let (function, index) = match element {
                    None => ("igc_store", index),
                    Some(element) => {
                        ("igc_store_element", format!("{index}, {}", self.index(element)))
                    }
                };
                self.line(&format!("{function}(run, BUFFER_{buffer}, {index}, {value});"));
            }
            Step::Fill { buffer, value } => {
                let value = self.bits(value);
                self.line(&format!("igc_fill(run, BUFFER_{buffer}, {value});"));
            }
            Step::Swap { first, second } => {
                self.line(&format!("igc_swap_buffers(run, BUFFER_{first}, BUFFER_{second});"));
            }
            Step::SwapWorklists { first, second } => {
                let (first, second) = (format!("WORKLIST_{first}"), format!("WORKLIST_{second}"));
                self.line(&format!("igc_swap_worklists(run, {first}, {second});"));
            }
            Step::Clear { worklist } => self.line(&format!("igc_clear(run, WORKLIST_{worklist});")),
            Step::Contract { label, member, carry } => {
                let carried: Vec<String> = carry.iter().map(|b| format!("BUFFER_{b}")).collect();
                let carried = match carried.is_empty() {
                    true => "NULL, 0".into(),
                    false => {
                        format!("(const uint32_t[]){{{}}}, {}", carried.join(", "), carried.len())
                    }
                };
                self.line(&format!(
                    "igc_contract(run, BUFFER_{label}, BUFFER_{member}, {carried});"
                ));
            }
            Step::Take { worklist } => self.line(&format!("igc_take(run, WORKLIST_{worklist});")),
            Step::Seed { worklist, seed } => self.seed(worklist, seed),
            Step::Outlined { function, .. } => self.outlined(function),
            Step::Launch { kernel, args, again } => {
                let values = args.iter().map(|arg| self.bits(arg)).collect::<Vec<_>>().join(", ");
                let values = match args.is_empty() {
                    true => "NULL".into(),
                    false => format!("(const uint64_t[]){{{values}}}"),
                };
                let function = if *again { "igc_launch_again" } else { "igc_launch" };
                self.line(&format!("{function}(run, KERNEL_{kernel}, {values});"));
            }
            Step::If { condition, then, otherwise } => {
                let head = format!("if ({})", self.text(condition));
                let end = if otherwise.is_empty() { "" } else { " else {" };
                self.controlled(&head, then, end);
                if !otherwise.is_empty() {
                    self.depth += 1;
                    self.block(otherwise);
                    self.depth -= 1;
                    self.line("}");
                }
            }
            Step::Require { condition, message } => {
                let (condition, message) = (self.text(condition), string(message));
                self.line(&format!("igc_require(run, {condition}, {message});"));
            }
            Step::Print { parts } => self.print(parts),
            Step::Break => self.line("break;"),
            Step::Continue => self.line("continue;"),
            Step::While { .. } | Step::For { .. } | Step::Iterate { .. } | Step::Pipe { .. } => {
                self.loop_step(step);
            }
        }
    }

    /// Prints a step that prints a line to standard error.
    fn print(&mut self, parts: &[PrintPart]) {
        for (at, part) in parts.iter().enumerate() {
            let end = if at + 1 < parts.len() { "' '" } else { "'\\n'" };
            match part {
                PrintPart::Text(text) => {
                    self.line(&format!("igc_print_text(run, {}, {end});", string(text)));
                }
                PrintPart::Value(value) => {
                    let (ty, bits) = (self.printer.print(value).ty, self.bits(value));
                    let ty = type_constant(ty);
                    self.line(&format!("igc_print_value(run, {ty}, {bits}, {end});"));
                }
            }
        }
    }

    /// Prints a loop. Each round begins with `igc_begin_round`, which also ends the loop if a step
    /// has failed.
    fn loop_step(&mut self, step: &Step) {
        match step {
            Step::While { condition, body } => {
                let condition = self.condition(condition);
                self.controlled(&format!("while ({condition} && igc_begin_round(run))"), body, "");
            }
            Step::For { local: name, from, to, body } => {
                let (from, to) = (self.text(from), self.text(to));
                let (name, ty) = (local(name), c_type(self.printer.locals.ty(name)));
                // A separate counter cannot overflow, and the body may assign the local.
                self.line(&format!(
                    "for (int64_t next = {from}, end = {to}; next < end && igc_begin_round(run); \
                     next++) {{"
                ));
                self.depth += 1;
                self.line(&format!("{name} = ({ty})next;"));
                self.block(body);
                self.depth -= 1;
                self.line("}");
            }
            Step::Iterate { body, condition } => {
                let condition = self.condition(condition);
                self.line("do {");
                self.depth += 1;
                self.line("if (!igc_begin_round(run))");
                self.line("    break;");
                self.block(body);
                self.depth -= 1;
                self.line(&format!("}} while ({condition});"));
            }
            Step::Pipe { worklist, once, seed, body } => {
                if let Some(seed) = seed {
                    self.seed(worklist, seed);
                }
                let head = match once {
                    true => "if (igc_begin_round(run))".into(),
                    false => format!(
                        "while (igc_waiting(run, WORKLIST_{worklist}) > 0 && igc_begin_round(run))"
                    ),
                };
                self.controlled(&head, body, "");
            }
            // These are not loops.
            Step::Set { .. }
            | Step::Store { .. }
            | Step::Fill { .. }
            | Step::Swap { .. }
            | Step::SwapWorklists { .. }
            | Step::Clear { .. }
            | Step::Contract { .. }
            | Step::Take { .. }
            | Step::Seed { .. }
            | Step::Outlined { .. }
            | Step::Launch { .. }
            | Step::If { .. }
            | Step::Require { .. }
            | Step::Print { .. }
            | Step::Break
            | Step::Continue => {}
        }
    }

    /// Returns a condition as an operand of `&&`.
    fn condition(&self, condition: &Expr) -> String {
        let text = self.text(condition);
        if text.contains(' ') { format!("({text})") } else { text }
    }

    fn seed(&mut self, worklist: &str, seed: &Seed) {
        match seed {
            Seed::AllNodes => self.line(&format!("igc_seed_nodes(run, WORKLIST_{worklist});")),
            Seed::Input => {
                self.line(&format!("igc_seed_input(run, WORKLIST_{worklist}, INPUT_{worklist});"));
            }
            Seed::Items(items) if items.is_empty() => {
                self.line(&format!("igc_clear(run, WORKLIST_{worklist});"));
            }
            Seed::Items(items) => {
                let ty = self.printer.schedule.item_type(worklist);
                let count = items.len() / ty.values();
                let (element, items): (_, Vec<String>) = match ty.value().size() {
                    8 => ("uint64_t", items.iter().map(|item| self.bits(item)).collect()),
                    _ => ("uint32_t", items.iter().map(|item| self.index(item)).collect()),
                };
                let items = format!("(const {element}[]){{{}}}", items.join(", "));
                self.line(&format!("igc_seed_items(run, WORKLIST_{worklist}, {items}, {count});"));
            }
        }
    }

    /// Prints the run of an outlined loop, which takes and returns the values of locals as words.
    fn outlined(&mut self, function: &str) {
        let schedule = self.printer.schedule;
        let loops = outlined_loops(&schedule.main);
        let name = outlined(&schedule.program, function);
        let locals = loops.iter().find(|of| of.function == function).map(|of| of.locals());
        let locals = locals.unwrap_or_default();
        if locals.is_empty() {
            return self.line(&format!("igc_run_loop(run, LOOP_{name}, NULL);"));
        }
        let bits =
            locals.iter().map(|(name, ty)| format!("igc_bits_{}({})", suffix(*ty), local(name)));
        let bits = bits.collect::<Vec<_>>().join(", ");
        self.line("{");
        self.depth += 1;
        self.line(&format!("uint64_t values[] = {{{bits}}};"));
        self.line(&format!("igc_run_loop(run, LOOP_{name}, values);"));
        for (at, (name, ty)) in locals.iter().enumerate() {
            let value = from_bits(*ty, &format!("values[{at}]"));
            self.line(&format!("{} = {value};", local(name)));
        }
        self.depth -= 1;
        self.line("}");
    }
}
