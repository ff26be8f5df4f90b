//! Type inference within one program, by variables and sets of types.
//!
//! Every expression has a [`Var`]. Its set contains the types that the expression may still have:
//! `{u32}` for a declared type, all numbers for a literal without a suffix, and fewer after each
//! use. [`Infer::unify`] joins two variables and intersects their sets. If the intersection is
//! empty, the program has a type error. If a set still has several types at the end, the first one
//! in [`DEFAULTS`] is used: `u32`, `i32` for a negative number, `f32` for a number with a fraction.
//!
//! There are no implicit conversions. A literal without a suffix takes the type of its context,
//! including `node`, `edge` and the float types.

use crate::types::Type;

/// A set of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeSet(u16);

impl TypeSet {
    /// The empty set. It means that an error was reported, and unifies with any set.
    pub const ERROR: TypeSet = TypeSet(0);
    /// `bool`
    pub const BOOL: TypeSet = TypeSet::of(&[Type::Bool]);
    /// `node`
    pub const NODE: TypeSet = TypeSet::of(&[Type::Node]);
    /// `edge`
    pub const EDGE: TypeSet = TypeSet::of(&[Type::Edge]);
    /// Integers.
    pub const INTEGERS: TypeSet = TypeSet::of(&[Type::I32, Type::U32, Type::I64, Type::U64]);
    /// Integers of 32 bits.
    pub const NARROW_INTEGERS: TypeSet = TypeSet::of(&[Type::I32, Type::U32]);
    /// Floating-point numbers.
    pub const FLOATS: TypeSet = TypeSet::of(&[Type::F32, Type::F64]);
    /// Numbers.
    pub const NUMBERS: TypeSet = TypeSet::INTEGERS.or(TypeSet::FLOATS);
    /// Numbers that can be negative.
    pub const SIGNED: TypeSet = TypeSet::of(&[Type::I32, Type::I64]).or(TypeSet::FLOATS);
    /// Types with an order: all except `bool`.
    pub const ORDERED: TypeSet = TypeSet::NUMBERS.or(TypeSet::NODE).or(TypeSet::EDGE);
    /// Every type.
    pub const ALL: TypeSet = TypeSet::ORDERED.or(TypeSet::BOOL);

    /// The set of these types.
    pub const fn of(types: &[Type]) -> TypeSet {
        let (mut bits, mut i) = (0, 0);
        while i < types.len() {
            bits |= 1 << types[i] as u16;
            i += 1;
        }
        TypeSet(bits)
    }

    /// The types in either set.
    pub const fn or(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }

    /// The types in both sets.
    pub const fn and(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & other.0)
    }

    /// Whether the type is in the set.
    pub fn contains(self, ty: Type) -> bool {
        self.0 & (1 << ty as u16) != 0
    }

    /// Whether the set represents an error that was reported.
    pub fn is_error(self) -> bool {
        self == TypeSet::ERROR
    }

    /// The only type of a set with one type.
    pub fn single(self) -> Option<Type> {
        Type::ALL.into_iter().find(|ty| self == TypeSet::of(&[*ty]))
    }

    /// Returns the names of the types, as "`i32` or `u32`".
    pub fn names(self) -> String {
        let types = Type::ALL.into_iter().filter(|ty| self.contains(*ty));
        let names: Vec<String> = types.map(|ty| format!("`{ty}`")).collect();
        match names.split_last() {
            None => String::new(),
            Some((last, [])) => last.clone(),
            Some((last, first)) => format!("{} or {last}", first.join(", ")),
        }
    }

    /// The set in the words of messages.
    pub fn words(self) -> String {
        match self.single() {
            Some(ty) => format!("`{ty}`"),
            None if self.and(TypeSet::INTEGERS).is_error() => "a floating-point number".to_owned(),
            None if self == TypeSet::NARROW_INTEGERS => "`i32` or `u32`".to_owned(),
            None if self.and(TypeSet::FLOATS).is_error() => "a whole number".to_owned(),
            None => "a number".to_owned(),
        }
    }
}

/// The defaults for variables with several types: the first one in the set is used.
const DEFAULTS: [Type; 9] = [
    Type::U32,
    Type::I32,
    Type::F32,
    Type::I64,
    Type::U64,
    Type::F64,
    Type::Node,
    Type::Edge,
    Type::Bool,
];

/// A type variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Var(u32);

/// Two sets without a common type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch {
    /// The first set.
    pub first: TypeSet,
    /// The second set.
    pub second: TypeSet,
}

#[derive(Debug, Clone, Copy)]
enum Entry {
    SameAs(Var),
    OneOf(TypeSet),
}

/// All variables of a program, as a union-find forest.
#[derive(Debug, Default)]
pub struct Infer {
    entries: Vec<Entry>,
}

impl Infer {
    /// Creates a variable that may have these types.
    pub fn fresh(&mut self, types: TypeSet) -> Var {
        self.entries.push(Entry::OneOf(types));
        Var(self.entries.len() as u32 - 1)
    }

    /// Creates a variable of that type.
    pub fn known(&mut self, ty: Type) -> Var {
        self.fresh(TypeSet::of(&[ty]))
    }

    /// Creates a variable that unifies with anything, after an error.
    pub fn error(&mut self) -> Var {
        self.fresh(TypeSet::ERROR)
    }

    /// The types that a variable may still have.
    pub fn types(&mut self, var: Var) -> TypeSet {
        self.root(var).1
    }

    /// Requires two variables to have the same type.
    pub fn unify(&mut self, a: Var, b: Var) -> Result<(), Mismatch> {
        let ((a, first), (b, second)) = (self.root(a), self.root(b));
        let common = first.and(second);
        match (a == b || first.is_error() || second.is_error(), common.is_error()) {
            (true, _) => Ok(()),
            (false, true) => Err(Mismatch { first, second }),
            (false, false) => {
                self.entries[b.0 as usize] = Entry::SameAs(a);
                self.entries[a.0 as usize] = Entry::OneOf(common);
                Ok(())
            }
        }
    }

    /// Requires a variable to have one of these types.
    pub fn restrict(&mut self, var: Var, types: TypeSet) -> Result<(), Mismatch> {
        let (root, first) = self.root(var);
        let common = first.and(types);
        if first.is_error() {
            return Ok(());
        }
        if common.is_error() {
            return Err(Mismatch { first, second: types });
        }
        self.entries[root.0 as usize] = Entry::OneOf(common);
        Ok(())
    }

    /// The final type of a variable.
    pub fn resolve(&mut self, var: Var) -> Type {
        let types = self.types(var);
        DEFAULTS.into_iter().find(|ty| types.contains(*ty)).unwrap_or(Type::U32)
    }

    /// The representative of a variable, and its set. Halves the path to the representative, which
    /// keeps paths short without recursion.
    fn root(&mut self, mut var: Var) -> (Var, TypeSet) {
        loop {
            match self.entries[var.0 as usize] {
                Entry::OneOf(types) => return (var, types),
                Entry::SameAs(parent) => {
                    if let Entry::SameAs(grandparent) = self.entries[parent.0 as usize] {
                        self.entries[var.0 as usize] = Entry::SameAs(grandparent);
                    }
                    var = parent;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_takes_the_type_it_meets() {
        let mut infer = Infer::default();
        let (literal, wide) = (infer.fresh(TypeSet::ORDERED), infer.known(Type::U64));
        assert_eq!(infer.unify(literal, wide), Ok(()));
        assert_eq!(infer.resolve(literal), Type::U64);
    }

    #[test]
    fn what_stays_open_has_a_default() {
        let mut infer = Infer::default();
        let [plain, negated, fraction] =
            [TypeSet::ORDERED, TypeSet::SIGNED, TypeSet::FLOATS].map(|set| infer.fresh(set));
        assert_eq!(infer.resolve(plain), Type::U32);
        assert_eq!(infer.resolve(negated), Type::I32);
        assert_eq!(infer.resolve(fraction), Type::F32);
    }

    #[test]
    fn nothing_in_common_is_a_mismatch_and_errors_agree_with_all() {
        let mut infer = Infer::default();
        let (a, b, e) = (infer.known(Type::U32), infer.known(Type::F32), infer.error());
        assert!(infer.unify(a, b).is_err());
        assert!(infer.restrict(a, TypeSet::BOOL).is_err());
        assert_eq!(infer.unify(a, e), Ok(()));
        assert_eq!(infer.resolve(a), Type::U32);
    }
}
