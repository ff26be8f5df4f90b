template <typename T>

node zz: u32 = 0;
main {
}
output zz;
