//! Writes the IR as text. [`parse`] reads the text back exactly.
//!
//! ```text
//! module bfs parallel
//!
//! param source: node = 0node
//! array level: u32[nodes] = 4294967295u32
//! worklist worklist
//!
//! kernel visit(depth: u32) {
//!   forall parallel u: node in worklist worklist {
//!     forall serial e: edge in out? u {
//!       let v: node = @targets?[e]
//!       if (level~?[v] == 4294967295u32) {
//!         level~?[v] = depth
//!         push worklist v
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! After [`widen`](crate::passes::widen), the word `wide` follows the stage. The line `numbers edges`
//! is part of a program that uses edges as integers.
//!
//! After the name of an array, `~` marks a relaxed access (otherwise it is plain), and `?` marks a
//! checked index (otherwise it is proven). A prefix marks the values of the graph and the launch
//! (`@`), parameters of the program (`$`), memory that a workgroup shares (`%`), and local arrays
//! (`#`). Infix operations are always in parentheses.
//!
//! An array with several elements in each row has a length, such as `array mask: u64[nodes][4]`. A
//! second index selects the element, with its own mark: `mask~[u]?[i]`.
//!
//! The items of a worklist may be pairs, such as `worklist near: (u64, u64)`. The statement
//! `push near (a, b)` adds a pair, and `@first(near, i)` and `@second(near, i)` read its values.
//!
//! [Outlined loops](OutlinedLoop) are between the kernels and `main`. `main` passes locals to them.
//! `groups 8` asks for eight workgroups for each compute unit:
//!
//! ```text
//! outlined outlined_0(inout depth: u32) groups 8 local marks: u32[item] {
//!   while (@waiting(worklist) > 0u32) checks other {
//!     swap buffers worklist
//!     call visit(depth) with %marks
//!     set depth = (depth + 1u32)
//!     barrier grid
//!   }
//! }
//!
//! main {
//!   …
//!   outline outlined_0(depth)
//! }
//! ```

mod host;
mod kernels;
mod outlined;
mod writer;

use std::fmt::{self, Display, Formatter, Write};

use self::writer::Writer;
use super::*;

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = if self.edges == EdgeWidth::Wide { " wide" } else { "" };
        writeln!(f, "module {} {}{width}", self.name, self.stage.name())?;
        writeln!(f)?;
        if self.numbers_edges {
            writeln!(f, "numbers edges")?;
        }
        if self.workgroup_size != WORKGROUP_SIZE {
            writeln!(f, "workgroup {}", self.workgroup_size)?;
        }
        for requirement in &self.requirements {
            writeln!(f, "graph {}", requirement.name())?;
        }
        for param in &self.params {
            write!(f, "param {}: {}", param.name, param.ty)?;
            if let Some(value) = param.default {
                write!(f, " = {value}")?;
            }
            if let Some(range) = param.range {
                write!(f, " in {range}")?;
            }
            writeln!(f)?;
        }
        for array in &self.arrays {
            let Array { name, ty, extent, .. } = array;
            write!(f, "array {name}: {ty}[{}]", extent.name())?;
            match &array.length {
                None => {}
                Some(Length::Fixed(length)) => write!(f, "[{length}]")?,
                Some(Length::Computed(length)) => {
                    let length = Writer::of_main(self, f).expr(length);
                    write!(f, "[{length}]")?;
                }
            }
            if let Some(bits) = array.width.bits() {
                write!(f, " in {bits} bits")?;
            }
            f.write_str(" = ")?;
            match array.init {
                Init::Fill(value) => writeln!(f, "{value}")?,
                Init::Weights => writeln!(f, "weights")?,
                Init::Input => writeln!(f, "input")?,
                Init::Itself => writeln!(f, "itself")?,
                Init::Degrees(property) => writeln!(f, "degrees {property}")?,
            }
        }
        for worklist in &self.worklists {
            match worklist.ty {
                ItemType::One(Type::Node) => writeln!(f, "worklist {}", worklist.name)?,
                ty => writeln!(f, "worklist {}: {ty}", worklist.name)?,
            }
        }
        for kernel in &self.kernels {
            f.write_char('\n')?;
            Writer::of_kernel(self, kernel, f).kernel(kernel)?;
        }
        for Frontier { kernel, nodes, edges } in &self.frontiers {
            let kernel = &self.kernels[kernel.index()].name;
            let [nodes, edges] = [nodes, edges].map(|id| &self.arrays[id.index()].name);
            writeln!(f, "\nfrontier {kernel}({nodes}, {edges})")?;
        }
        for Variant { kernel, of, options } in &self.variants {
            let kernel = &self.kernels[kernel.index()].name;
            writeln!(f, "\nvariant {kernel} of {of} {{ {options} }}")?;
        }
        for outlined in &self.outlined {
            f.write_char('\n')?;
            Writer::of_outlined(self, outlined, f).outlined(outlined)?;
        }
        f.write_char('\n')?;
        Writer::of_main(self, f).main(&self.main)?;
        f.write_char('\n')?;
        for output in &self.outputs {
            writeln!(f, "output {}", self.arrays[output.index()].name)?;
        }
        for check in &self.checks {
            let args: Vec<&str> = check.args.iter().map(|arg| self.check_arg_name(*arg)).collect();
            let command = check.command.as_ref().map(|command| format!(" \"{command}\""));
            let command = command.unwrap_or_default();
            writeln!(f, "check {}{command}({})", check.oracle, args.join(", "))?;
        }
        Ok(())
    }
}

/// Formats a statement of a kernel as text.
pub fn statement<'m>(module: &'m Module, kernel: &'m Kernel, stmt: &'m Stmt) -> impl Display + 'm {
    Statement { module, kernel, stmt }
}

struct Statement<'m> {
    module: &'m Module,
    kernel: &'m Kernel,
    stmt: &'m Stmt,
}

impl Display for Statement<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Writer::of_kernel(self.module, self.kernel, f).stmt(self.stmt)
    }
}

impl Module {
    /// The name of the array or parameter that is an argument of an oracle.
    pub fn check_arg_name(&self, arg: CheckArg) -> &str {
        match arg {
            CheckArg::Array(id) => &self.arrays[id.index()].name,
            CheckArg::Param(id) => &self.params[id.index()].name,
        }
    }
}

impl Stage {
    /// The name in the IR's text.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Parallel => "parallel",
            Stage::Distributed => "distributed",
        }
    }
}

impl Extent {
    /// The name in the IR's text and in schedules.
    pub fn name(self) -> &'static str {
        match self {
            Extent::One => "one",
            Extent::Nodes => "nodes",
            Extent::Edges => "edges",
            Extent::Original => "original",
        }
    }
}

impl Display for Value {
    /// Writes a literal with its type: `7u32`, `true`, `0.5f32`. NaN and infinities are written as
    /// bits: `f32(0x7f800000)`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Bool(x) => write!(f, "{x}"),
            Value::I32(x) => write!(f, "{x}i32"),
            Value::U32(x) => write!(f, "{x}u32"),
            Value::I64(x) => write!(f, "{x}i64"),
            Value::U64(x) => write!(f, "{x}u64"),
            Value::Node(x) => write!(f, "{x}node"),
            Value::Edge(x) => write!(f, "{x}edge"),
            Value::F32(x) if x.is_finite() => write!(f, "{x:?}f32"),
            Value::F64(x) if x.is_finite() => write!(f, "{x:?}f64"),
            Value::F32(x) => write!(f, "f32(0x{:x})", x.to_bits()),
            Value::F64(x) => write!(f, "f64(0x{:x})", x.to_bits()),
        }
    }
}

impl BinaryOp {
    /// Every operator with its spelling in the IR's text. An operator whose spelling is a word is
    /// written as a call.
    pub const SPELLINGS: [(BinaryOp, &'static str); 22] = [
        (BinaryOp::Add, "+"),
        (BinaryOp::Sub, "-"),
        (BinaryOp::Mul, "*"),
        (BinaryOp::Div, "/"),
        (BinaryOp::Rem, "%"),
        (BinaryOp::BitAnd, "&"),
        (BinaryOp::BitOr, "|"),
        (BinaryOp::BitXor, "^"),
        (BinaryOp::Shl, "<<"),
        (BinaryOp::Shr, ">>"),
        (BinaryOp::Min, "min"),
        (BinaryOp::Max, "max"),
        (BinaryOp::SaturatingAdd, "saturating_add"),
        (BinaryOp::Pow, "pow"),
        (BinaryOp::And, "&&"),
        (BinaryOp::Or, "||"),
        (BinaryOp::Eq, "=="),
        (BinaryOp::Ne, "!="),
        (BinaryOp::Lt, "<"),
        (BinaryOp::Le, "<="),
        (BinaryOp::Gt, ">"),
        (BinaryOp::Ge, ">="),
    ];

    /// The spelling in the IR's text and in schedules.
    pub fn spelling(self) -> &'static str {
        Self::SPELLINGS.iter().find(|(op, _)| *op == self).map_or("", |(_, s)| s)
    }
}

impl UnaryOp {
    /// Every operator with its name in the IR's text, written as a call.
    pub const SPELLINGS: [(UnaryOp, &'static str); 4 + Intrinsic::ALL.len()] = {
        let mut all = [(UnaryOp::Neg, "neg"); 4 + Intrinsic::ALL.len()];
        all[1] = (UnaryOp::Not, "not");
        all[2] = (UnaryOp::BitNot, "bitnot");
        all[3] = (UnaryOp::Abs, "abs");
        let mut at = 0;
        while at < Intrinsic::ALL.len() {
            let function = Intrinsic::ALL[at];
            all[4 + at] = (UnaryOp::Call(function), function.name());
            at += 1;
        }
        all
    };

    /// The spelling in the IR's text and in schedules.
    pub fn spelling(self) -> &'static str {
        Self::SPELLINGS.iter().find(|(op, _)| *op == self).map_or("", |(_, s)| s)
    }
}
