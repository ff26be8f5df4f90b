//! Type inference within one program: variables, and what is known about each.
//!
//! Every expression gets a [`Var`]. What is known about a variable is the set of types that it may
//! still have: `{u32}` for something declared, all numbers for an unsuffixed literal, fewer after
//! each use. [`Infer::unify`] makes two variables one and intersects their sets; an intersection
//! without a type is the user's type error. What is still open in the end takes the first type of
//! [`DEFAULTS`]: `u32`, `i32` where a sign rules `u32` out, `f32` where a fraction rules integers
//! out. There are no implicit conversions; a literal without a suffix takes the type of its
//! surroundings, `node`, `edge` and the float types included.

use super::Type;

/// A set of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeSet(u16);

impl TypeSet {
    /// The set of no type, which stands for "an error was reported here" and agrees with anything.
    pub const ERROR: TypeSet = TypeSet(0);
    /// `bool`
    pub const BOOL: TypeSet = TypeSet::of(&[Type::Bool]);
    /// `node`
    pub const NODE: TypeSet = TypeSet::of(&[Type::Node]);
    /// `edge`
    pub const EDGE: TypeSet = TypeSet::of(&[Type::Edge]);
    /// Whole numbers.
    pub const INTEGERS: TypeSet = TypeSet::of(&[Type::I32, Type::U32, Type::I64, Type::U64]);
    /// Whole numbers of 32 bits.
    pub const NARROW_INTEGERS: TypeSet = TypeSet::of(&[Type::I32, Type::U32]);
    /// Floating-point numbers.
    pub const FLOATS: TypeSet = TypeSet::of(&[Type::F32, Type::F64]);
    /// Numbers.
    pub const NUMBERS: TypeSet = TypeSet::INTEGERS.or(TypeSet::FLOATS);
    /// Numbers that can be negative.
    pub const SIGNED: TypeSet = TypeSet::of(&[Type::I32, Type::I64]).or(TypeSet::FLOATS);
    /// What has an order: everything but `bool`.
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

    /// The types of either set.
    pub const fn or(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }

    /// The types of both sets.
    pub const fn and(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & other.0)
    }

    /// Whether the type is in the set.
    pub fn contains(self, ty: Type) -> bool {
        self.0 & (1 << ty as u16) != 0
    }

    /// Whether it stands for an error reported before.
    pub fn is_error(self) -> bool {
        self == TypeSet::ERROR
    }

    /// Its only type, where it has one only.
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

    /// The set in a user's words.
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

/// What a variable becomes where its uses leave a choice: the first of these in its set.
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

/// Two sets that have no type in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch {
    /// What the first may be.
    pub first: TypeSet,
    /// What the second may be.
    pub second: TypeSet,
}

#[derive(Debug, Clone, Copy)]
enum Entry {
    SameAs(Var),
    OneOf(TypeSet),
}

/// All variables of a program: a union-find forest.
#[derive(Debug, Default)]
pub struct Infer {
    entries: Vec<Entry>,
}

impl Infer {
    /// A new variable that may have these types.
    pub fn fresh(&mut self, types: TypeSet) -> Var {
        self.entries.push(Entry::OneOf(types));
        Var(self.entries.len() as u32 - 1)
    }

    /// A new variable of that type.
    pub fn known(&mut self, ty: Type) -> Var {
        self.fresh(TypeSet::of(&[ty]))
    }

    /// A new variable that agrees with anything: an error was reported.
    pub fn error(&mut self) -> Var {
        self.fresh(TypeSet::ERROR)
    }

    /// What the variable may still be.
    pub fn types(&mut self, var: Var) -> TypeSet {
        self.root(var).1
    }

    /// Makes two variables have one type.
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

    /// Rules out all types but these.
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

    /// The type that the variable has in the end.
    pub fn resolve(&mut self, var: Var) -> Type {
        let types = self.types(var);
        DEFAULTS.into_iter().find(|ty| types.contains(*ty)).unwrap_or(Type::U32)
    }

    /// The representative and what is known of it. Halves the path on the way, which keeps chains
    /// short without recursion.
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
