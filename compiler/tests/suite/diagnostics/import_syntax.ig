// Paths of files that are not written as the language wants them.
use lib.ig;
use ./lib;
use "./lib.ig";
use ./my lib.ig;
use lib;
use lib/lib.ig;
use ./lib.ig::a::b;
use ./lib.ig, ./more.ig;
use .lib.ig;
use /lib.ig;
const ONE: u32 = ./lib.ig;
main {}
