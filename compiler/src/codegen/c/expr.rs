//! Prints expressions in C, with as few parentheses as are readable.

use super::names::{Names, Part, Thing};
use super::types::{element_type, local_type, memory_type};
use crate::codegen::Language;
use crate::ir::{
    Access, ArrayId, BinaryOp, Bounds, Coordinate, Expr, ExprKind, Extent, GraphArray, Intrinsic,
    Item, ItemPart, ItemType, Length, Local, LocalElement, Module, Place, Type, UnaryOp, Value,
    WorklistId,
};

/// The precedence of a piece of C. A greater rank binds more tightly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Conditional,
    LogicalOr,
    LogicalAnd,
    /// All bitwise operators. In C, they bind less tightly than comparisons, which surprises
    /// readers, so they always get parentheses next to other operators.
    Bitwise,
    Comparison,
    Shift,
    Sum,
    Product,
    Prefix,
    Atom,
}

/// A piece of C with its precedence.
struct Piece {
    text: String,
    rank: Rank,
}

impl Piece {
    fn atom(text: impl Into<String>) -> Piece {
        Piece { text: text.into(), rank: Rank::Atom }
    }

    /// Returns the text, in parentheses if its rank is less than `rank`.
    fn at_least(self, rank: Rank) -> String {
        if self.rank >= rank { self.text } else { format!("({})", self.text) }
    }
}

/// Prints expressions of one function.
pub(super) struct Printer<'m> {
    pub language: Language,
    pub module: &'m Module,
    pub locals: &'m [Local],
    /// The number of locals that are parameters and hold a `bool` as a word.
    pub params: usize,
    pub names: &'m Names<'m>,
}

impl Printer<'_> {
    /// Prints an expression for a position where no parentheses are needed.
    pub fn expr(&self, expr: &Expr) -> String {
        self.piece(expr).text
    }

    /// Prints an expression as an operand of a prefix operator, with parentheses if necessary.
    pub fn operand(&self, expr: &Expr) -> String {
        self.piece(expr).at_least(Rank::Prefix)
    }

    /// Prints a value in the representation that it has in memory: a `bool` is 0 or 1.
    pub fn in_memory(&self, expr: &Expr) -> String {
        match (expr.ty, &expr.kind) {
            (Type::Bool, ExprKind::Const(value)) => (value.to_bits() as u32).to_string() + "u",
            (Type::Bool, _) => format!("(uint){}", self.operand(expr)),
            _ => self.expr(expr),
        }
    }

    fn piece(&self, expr: &Expr) -> Piece {
        match &expr.kind {
            ExprKind::Const(value) => literal(*value),
            ExprKind::Local(id) => {
                let name = self.names.local(*id);
                // A parameter of a kernel holds a `bool` as a word.
                if expr.ty == Type::Bool && id.index() < self.params {
                    Piece { text: format!("{name} != 0u"), rank: Rank::Comparison }
                } else {
                    Piece::atom(name)
                }
            }
            ExprKind::Element(element) => {
                let value = Piece::atom(self.local_subscript(element));
                from_memory(expr.ty, checked(self.local_exists(element), value, expr.ty))
            }
            ExprKind::Length(id) => Piece::atom(self.names.get(Thing::Length(*id))),
            ExprKind::Param(id) => {
                from_memory(expr.ty, Piece::atom(self.names.get(Thing::Param(*id))))
            }
            ExprKind::Unary(op, a) => self.unary(*op, a),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Cast(a) => self.cast(a, expr.ty),
            ExprKind::Select(cond, a, b) => {
                let cond = self.piece(cond).at_least(Rank::LogicalOr);
                let a = self.piece(a).at_least(Rank::LogicalOr);
                let b = self.piece(b).at_least(Rank::Conditional);
                Piece { text: format!("{cond} ? {a} : {b}"), rank: Rank::Conditional }
            }
            ExprKind::Load(place) => self.load(place, expr.ty),
            ExprKind::Graph(array, index, bounds) => self.graph(*array, index, *bounds),
            ExprKind::NodeCount => Piece::atom("node_count"),
            ExprKind::EdgeCount => Piece::atom("edge_count"),
            ExprKind::WorklistSize(id) => {
                let parts = self.names.parts(*id, &[Part::Sizes, Part::Phase, Part::Capacity]);
                Piece::atom(format!("igc_worklist_size({parts})"))
            }
            ExprKind::WorklistItem(id, part, index) => {
                let front = self.names.part(*id, Part::Front);
                let index = self.expr(index);
                Piece::atom(match (part, expr.ty.size()) {
                    (ItemPart::Whole, 4) => format!("{front}[{index}]"),
                    (ItemPart::Whole, _) => format!("igc_wide_item({front}, {index})"),
                    (ItemPart::First, _) => format!("igc_pair_item({front}, {index}).x"),
                    (ItemPart::Second, _) => format!("igc_pair_item({front}, {index}).y"),
                })
            }
            // The verifier rejects this expression in kernels, so this is an outlined loop.
            ExprKind::Waiting(id) => {
                let parts = self.names.parts(*id, &[Part::Sizes, Part::Phase, Part::Capacity]);
                Piece::atom(format!("igc_waiting(&run, {parts})"))
            }
            ExprKind::At(
                coordinate @ (Coordinate::GlobalId
                | Coordinate::GlobalSize
                | Coordinate::GroupStart),
            ) => Piece::atom(format!("igc_{}(grid)", coordinate.name())),
            ExprKind::At(coordinate) => Piece::atom(format!("igc_{}()", coordinate.name())),
            ExprKind::Shared(id, index) => {
                let name = self.names.get(Thing::Shared(*id));
                from_memory(expr.ty, Piece::atom(format!("{name}[{}]", self.expr(index))))
            }
            ExprKind::Search(id, value) => Piece::atom(format!(
                "igc_search({}, {})",
                self.names.get(Thing::Shared(*id)),
                self.expr(value)
            )),
        }
    }

    fn unary(&self, op: UnaryOp, a: &Expr) -> Piece {
        let prefix = |sign: &str| Piece {
            text: format!("{sign}{}", self.piece(a).at_least(Rank::Atom)),
            rank: Rank::Prefix,
        };
        let call = |function: String| Piece::atom(format!("{function}({})", self.expr(a)));
        match op {
            UnaryOp::Not => match (&a.kind, self.piece(a).text.strip_suffix(" != 0u")) {
                // A `bool` is a word in memory: `decided[u] == 0u` is easier to read than
                // `!(decided[u] != 0u)`.
                (ExprKind::Load(_) | ExprKind::Shared(..), Some(word)) => {
                    Piece { text: format!("{word} == 0u"), rank: Rank::Comparison }
                }
                _ => prefix("!"),
            },
            UnaryOp::BitNot => prefix("~"),
            UnaryOp::Neg if a.ty.is_signed() => call(format!("igc_neg_{}", memory_type(a.ty))),
            UnaryOp::Neg => prefix("-"),
            UnaryOp::Abs if a.ty.is_float() => call("fabs".into()),
            UnaryOp::Abs if a.ty.is_signed() => call(format!("igc_abs_{}", memory_type(a.ty))),
            UnaryOp::Abs => self.piece(a),
            UnaryOp::Call(function) => self.intrinsic(function, a),
        }
    }

    /// Prints the call of a function of the language.
    fn intrinsic(&self, function: Intrinsic, a: &Expr) -> Piece {
        let wide = a.ty.size() == 8;
        let unsigned = self.piece(&a.clone().cast(if wide { Type::U64 } else { Type::U32 })).text;
        let narrowed = |call: String| Piece { text: format!("(uint){call}"), rank: Rank::Prefix };
        match function {
            Intrinsic::Popcount | Intrinsic::Clz => {
                let (counter, is_narrow) = self.language.bit_count(function, wide);
                let call = format!("{counter}({unsigned})");
                if is_narrow { Piece::atom(call) } else { narrowed(call) }
            }
            Intrinsic::Ctz if wide => narrowed(format!("igc_ctz_ulong({unsigned})")),
            Intrinsic::Ctz => Piece::atom(format!("igc_ctz_uint({unsigned})")),
            Intrinsic::Bits => {
                Piece::atom(format!("igc_bits_{}({})", memory_type(a.ty), self.expr(a)))
            }
            Intrinsic::FromBits => {
                Piece::atom(format!("{}({})", self.language.float_of_bits(wide), self.expr(a)))
            }
            _ => Piece::atom(format!("{}({})", function.name(), self.expr(a))),
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Piece {
        let call = |function: String| {
            Piece::atom(format!("{function}({}, {})", self.expr(a), self.expr(b)))
        };
        if let Some(function) = intrinsic(self.language, op, a.ty, b) {
            return call(function);
        }
        let (sign, rank) = match op {
            // Only floats get here with a saturating sum, which is their sum.
            BinaryOp::Add | BinaryOp::SaturatingAdd => ("+", Rank::Sum),
            BinaryOp::Sub => ("-", Rank::Sum),
            BinaryOp::Mul => ("*", Rank::Product),
            BinaryOp::Div => ("/", Rank::Product),
            BinaryOp::Rem => ("%", Rank::Product),
            BinaryOp::Shl => ("<<", Rank::Shift),
            BinaryOp::Shr => (">>", Rank::Shift),
            BinaryOp::BitAnd => ("&", Rank::Bitwise),
            BinaryOp::BitOr => ("|", Rank::Bitwise),
            BinaryOp::BitXor => ("^", Rank::Bitwise),
            BinaryOp::And => ("&&", Rank::LogicalAnd),
            BinaryOp::Or => ("||", Rank::LogicalOr),
            BinaryOp::Eq => ("==", Rank::Comparison),
            BinaryOp::Ne => ("!=", Rank::Comparison),
            BinaryOp::Lt => ("<", Rank::Comparison),
            BinaryOp::Le => ("<=", Rank::Comparison),
            BinaryOp::Gt => (">", Rank::Comparison),
            BinaryOp::Ge => (">=", Rank::Comparison),
            BinaryOp::Min | BinaryOp::Max | BinaryOp::Pow => {
                unreachable!("an intrinsic for every type")
            }
        };
        // A right operand of the same rank needs parentheses. For shifts and bitwise operators,
        // both operands get parentheses if they are sums, because compilers warn about such sums.
        let (left, right) = match rank {
            Rank::Bitwise | Rank::Shift => (Rank::Product, Rank::Product),
            Rank::Comparison => (Rank::Sum, Rank::Sum),
            Rank::LogicalOr | Rank::LogicalAnd => (Rank::Comparison, Rank::Comparison),
            Rank::Sum => (Rank::Sum, Rank::Product),
            _ => (Rank::Product, Rank::Prefix),
        };
        let chain = |side: &Expr, at: Rank| match &side.kind {
            // `a && b && c` needs no parentheses.
            ExprKind::Binary(inner, ..) if *inner == op && rank <= Rank::Bitwise => {
                self.piece(side).text
            }
            _ => self.piece(side).at_least(at),
        };
        let left = chain(a, left);
        let right = match rank {
            Rank::Shift => self.places(a.ty, b),
            _ => self.piece(b).at_least(right),
        };
        Piece { text: format!("{left} {sign} {right}"), rank }
    }

    /// Prints the number of places of a shift, of which the IR uses the low bits.
    fn places(&self, ty: Type, places: &Expr) -> String {
        let last = 8 * ty.size() as u64 - 1;
        let is_small = match places.kind {
            ExprKind::Const(value) => value.to_bits() <= last,
            _ => false,
        };
        if self.language.wraps_shifts() || is_small {
            return self.piece(places).at_least(Rank::Product);
        }
        format!("({} & {last}u)", self.piece(places).at_least(Rank::Product))
    }

    fn cast(&self, a: &Expr, ty: Type) -> Piece {
        let (from, to) = (local_type(a.ty), local_type(ty));
        if from == to {
            return self.piece(a);
        }
        if ty == Type::Bool {
            let zero = literal(Value::zero(a.ty)).text;
            let text = format!("{} != {zero}", self.piece(a).at_least(Rank::Sum));
            return Piece { text, rank: Rank::Comparison };
        }
        // In C, the conversion of a float that does not fit is undefined. These functions saturate,
        // and convert NaN to zero.
        if a.ty.is_float() && !ty.is_float() {
            return Piece::atom(format!("igc_{to}_from_{from}({})", self.expr(a)));
        }
        Piece { text: format!("({to}){}", self.operand(a)), rank: Rank::Prefix }
    }

    /// Returns the number of elements of each row of an array, if they are several.
    pub fn length(&self, array: ArrayId) -> Option<String> {
        Some(match self.module.arrays[array.index()].length.as_ref()? {
            Length::Fixed(length) => format!("{length}u"),
            Length::Computed(_) => self.names.get(Thing::Length(array)).to_string(),
        })
    }

    /// Prints the position of a place in its array. The device library defines where the elements
    /// of a row are.
    fn position(&self, place: &Place) -> Piece {
        let Some(element) = &place.element else { return self.piece(&place.index) };
        let rows = match self.module.arrays[place.array.index()].extent {
            Extent::One | Extent::Original => return self.piece(&element.index),
            Extent::Nodes => "node_count",
            Extent::Edges => "edge_count",
        };
        let Some(length) = self.length(place.array) else { return self.piece(&place.index) };
        let (row, element) = (self.expr(&place.index), self.expr(&element.index));
        Piece::atom(format!("igc_at({row}, {element}, {rows}, {length})"))
    }

    /// Returns the ending of the names of functions that access items of a worklist: `_wide` if the
    /// items have 64 bits, and `_pair` if they have 128 bits.
    pub fn width(&self, id: WorklistId) -> &'static str {
        match self.module.worklists[id.index()].ty {
            ItemType::Pair => "_pair",
            ItemType::One(ty) if ty.size() == 8 => "_wide",
            ItemType::One(_) => "",
        }
    }

    /// Prints an item of a worklist.
    pub fn item(&self, item: &Item) -> String {
        match &item[..] {
            [value] => self.expr(value),
            values => {
                let values: Vec<String> = values.iter().map(|value| self.expr(value)).collect();
                self.language.pair(&values.join(", "))
            }
        }
    }

    /// Prints an element, as an operand that can also be assigned to.
    pub fn subscript(&self, place: &Place) -> String {
        format!("{}[{}]", self.names.array(place.array), self.position(place).text)
    }

    /// Prints an element of a local array, as an operand that can also be assigned to.
    pub fn local_subscript(&self, element: &LocalElement) -> String {
        format!("{}[{}]", self.names.local(element.array), self.expr(&element.index))
    }

    /// Returns the condition under which an element of a local array exists, or `None` if its index
    /// is proven.
    pub fn local_exists(&self, element: &LocalElement) -> Option<String> {
        let length = self.locals[element.array.index()].length.unwrap_or_default();
        self.is_below(&element.index, &format!("{length}u"), element.bounds)
    }

    /// Returns the condition that an index is below a limit, or `None` if it is proven.
    fn is_below(&self, index: &Expr, limit: &str, bounds: Bounds) -> Option<String> {
        let signed = if index.ty.is_signed() { "(uint)" } else { "" };
        let rank = if index.ty.is_signed() { Rank::Prefix } else { Rank::Sum };
        let index = self.piece(index).at_least(rank);
        (bounds == Bounds::Checked).then(|| format!("{signed}{index} < {limit}"))
    }

    /// Prints the address of an element: `array + index`.
    pub fn address(&self, place: &Place) -> String {
        let name = self.names.array(place.array);
        if place.element.is_some() {
            return format!("{name} + {}", self.position(place).at_least(Rank::Product));
        }
        match &place.index.kind {
            ExprKind::Const(value) if value.index() == 0 => name.to_string(),
            _ => format!("{name} + {}", self.piece(&place.index).at_least(Rank::Product)),
        }
    }

    /// Prints the address of the element that an expression reads.
    pub fn address_of(&self, read: &Expr) -> String {
        match &read.kind {
            ExprKind::Load(place) => self.address(place),
            ExprKind::Graph(array, index, _) => {
                let index = self.piece(index).at_least(Rank::Product);
                format!("{} + {index}", self.names.get(Thing::Graph(*array)))
            }
            _ => unreachable!("the verifier allows no other vector loads"),
        }
    }

    /// Returns the first argument of an atomic access to an element of this type: the locks if it
    /// has 64 bits, otherwise nothing.
    pub fn locks(&self, ty: Type) -> String {
        match ty.size() {
            8 => format!("{}, ", self.names.get(Thing::Locks)),
            _ => String::new(),
        }
    }

    /// Returns the condition under which a place exists, or `None` if its index is proven.
    pub fn exists(&self, place: &Place) -> Option<String> {
        let element = place.element.as_ref().and_then(|element| match element.bounds {
            Bounds::Checked => {
                let length = self.length(place.array)?;
                self.is_below(&element.index, &length, element.bounds)
            }
            // A function that accesses only proven elements has no argument for the length.
            Bounds::Proven => None,
        });
        match (self.row_exists(place), element) {
            (Some(row), Some(element)) => Some(format!("{row} && {element}")),
            (row, element) => row.or(element),
        }
    }

    fn row_exists(&self, place: &Place) -> Option<String> {
        if place.bounds == Bounds::Proven {
            return None;
        }
        let index = self.piece(&place.index).at_least(Rank::Sum);
        let is_first = matches!(place.index.kind, ExprKind::Const(value) if value.to_bits() == 0);
        match self.module.arrays[place.array.index()].extent {
            Extent::One if is_first => None,
            Extent::One | Extent::Original => Some(format!("{index} == 0u")),
            Extent::Nodes => Some(format!("{index} < node_count")),
            Extent::Edges => Some(format!("{index} < edge_count")),
        }
    }

    fn load(&self, place: &Place, ty: Type) -> Piece {
        let array = &self.module.arrays[place.array.index()];
        let value = match place.access {
            Access::Relaxed => {
                let (locks, address) = (self.locks(ty), self.address(place));
                Piece::atom(format!("igc_load_{}({locks}{address})", element_type(array)))
            }
            Access::Plain => Piece::atom(self.subscript(place)),
        };
        // In C, operators convert narrow unsigned integers to `int`.
        let value = match array.width.is_full() {
            true => value,
            false => Piece {
                text: format!("({}){}", memory_type(ty), value.at_least(Rank::Prefix)),
                rank: Rank::Prefix,
            },
        };
        from_memory(ty, checked(self.exists(place), value, ty))
    }

    fn graph(&self, array: GraphArray, index: &Expr, bounds: Bounds) -> Piece {
        let name = self.names.get(Thing::Graph(array));
        let value = Piece::atom(format!("{name}[{}]", self.expr(index)));
        let at = self.piece(index).at_least(Rank::Sum);
        let exists = match (bounds, array) {
            (Bounds::Proven, _) => None,
            // Arrays of offsets have one element more than the number of nodes.
            (_, GraphArray::OutOffsets | GraphArray::InOffsets) => {
                Some(format!("{at} <= node_count"))
            }
            _ => Some(format!("{at} < edge_count")),
        };
        or_else(exists, value, literal(self.module.edges.value(array.missing())).text)
    }
}

/// Converts a value from its representation in memory, where a `bool` is a word.
fn from_memory(ty: Type, piece: Piece) -> Piece {
    if ty != Type::Bool {
        return piece;
    }
    Piece { text: format!("{} != 0u", piece.at_least(Rank::Sum)), rank: Rank::Comparison }
}

/// Prints a value that is zero if its place does not exist.
fn checked(exists: Option<String>, value: Piece, ty: Type) -> Piece {
    let zero = match ty {
        Type::Bool => "0u".into(),
        _ => literal(Value::zero(ty)).text,
    };
    or_else(exists, value, zero)
}

/// Prints a value that is another one if its place does not exist.
fn or_else(exists: Option<String>, value: Piece, missing: String) -> Piece {
    let Some(exists) = exists else { return value };
    Piece { text: format!("{exists} ? {} : {missing}", value.text), rank: Rank::Conditional }
}

/// Returns the function of the device library for an operator, or `None` if the operator of C is
/// suitable. In C, signed overflow and division by zero are undefined, minima and maxima are
/// functions, and those of floats may return either of two zeros.
fn intrinsic(language: Language, op: BinaryOp, ty: Type, right: &Expr) -> Option<String> {
    use BinaryOp::*;
    let c = memory_type(ty);
    let divisor_is_fine = match right.kind {
        ExprKind::Const(value) => value.truth() && !ty.is_signed(),
        _ => false,
    };
    match op {
        Min if ty.is_float() => Some(format!("igc_min_{c}")),
        Max if ty.is_float() => Some(format!("igc_max_{c}")),
        Pow => Some("pow".into()),
        Rem if ty.is_float() => Some("fmod".into()),
        Min => Some("min".into()),
        Max => Some("max".into()),
        SaturatingAdd if !ty.is_float() => Some(language.saturating_add(ty)),
        Div | Rem if (ty.is_integer() || ty == Type::Edge) && !divisor_is_fine => {
            Some(format!("igc_{}_{c}", if op == Div { "div" } else { "rem" }))
        }
        Add if ty.is_signed() => Some(format!("igc_add_{c}")),
        Sub if ty.is_signed() => Some(format!("igc_sub_{c}")),
        Mul if ty.is_signed() => Some(format!("igc_mul_{c}")),
        Shl if ty.is_signed() => Some(format!("igc_shl_{c}")),
        _ => None,
    }
}

fn literal(value: Value) -> Piece {
    let text = match value {
        Value::Bool(x) => x.to_string(),
        Value::U32(u32::MAX) | Value::Node(u32::MAX) | Value::Edge(u32::MAX) => "UINT_MAX".into(),
        Value::U32(x) | Value::Node(x) | Value::Edge(x) => format!("{x}u"),
        Value::U64(u64::MAX) => "ULONG_MAX".into(),
        Value::U64(x) => format!("{x}ul"),
        Value::I32(i32::MAX) => "INT_MAX".into(),
        Value::I32(i32::MIN) => "INT_MIN".into(),
        Value::I64(i64::MAX) => "LONG_MAX".into(),
        Value::I64(i64::MIN) => "LONG_MIN".into(),
        Value::I32(x) => x.to_string(),
        Value::I64(x) => format!("{x}l"),
        Value::F32(x) if x.is_nan() => "NAN".into(),
        Value::F64(x) if x.is_nan() => "(double)NAN".into(),
        Value::F32(x) if x.is_infinite() => if x > 0.0 { "INFINITY" } else { "-INFINITY" }.into(),
        Value::F64(x) if x.is_infinite() => {
            if x > 0.0 { "(double)INFINITY" } else { "-(double)INFINITY" }.into()
        }
        Value::F32(x) => format!("{x:?}f"),
        Value::F64(x) => format!("{x:?}"),
    };
    let rank = if text.starts_with(['-', '(']) { Rank::Prefix } else { Rank::Atom };
    Piece { text, rank }
}
