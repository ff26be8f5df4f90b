// Files that import each other.
use ./a.ig;
use ./self.ig;

global x: u32 = 0;

main {
    x = a::one();
}

output x;

// file ./a.ig
use ./b.ig;

fn one() -> u32 {
    return b::one();
}

// file ./b.ig
use ./c/c.ig;

fn one() -> u32 {
    return c::one();
}

// file ./c/c.ig
use ../a.ig;

fn one() -> u32 {
    return a::one();
}

// file ./self.ig
use ./self.ig;

const ONE: u32 = self::ONE;
