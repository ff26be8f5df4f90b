// Arithmetic that C leaves undefined: sums that overflow, division by zero, minima of zeros, and floats that
// do not fit the integer type to which they are converted.
//
// The operands come from memory, so that the device computes the results and not the compiler.

#define IGC_TEST_FROM_MEMORY(T)                                                                    \
    static inline T igc_test_given_##T(const volatile global uint *zero, const T x)                \
    {                                                                                              \
        return x + (T)*zero;                                                                       \
    }

IGC_TEST_FROM_MEMORY(int)
IGC_TEST_FROM_MEMORY(uint)
IGC_TEST_FROM_MEMORY(long)
IGC_TEST_FROM_MEMORY(ulong)
IGC_TEST_FROM_MEMORY(float)
#ifdef IGC_DOUBLES
IGC_TEST_FROM_MEMORY(double)
#endif

#define IGC_TEST_UNARY(T, NAME, A, RESULT)                                                         \
    IGC_EXPECT(igc_##NAME##_##T(igc_test_given_##T(memory, A)) == (RESULT));
#define IGC_TEST_BINARY(T, NAME, A, B, RESULT)                                                     \
    IGC_EXPECT(igc_##NAME##_##T(igc_test_given_##T(memory, A), igc_test_given_##T(memory, B)) ==   \
               (RESULT));
#define IGC_TEST_SHIFT(T, A, B, RESULT)                                                            \
    IGC_EXPECT(igc_shl_##T(igc_test_given_##T(memory, A), igc_test_given_uint(memory, B)) ==       \
               (RESULT));

#define IGC_TEST_SIGNED(T, MIN, MAX, LAST_BIT)                                                     \
    IGC_TEST_UNARY(T, neg, 5, -5)                                                                  \
    IGC_TEST_UNARY(T, neg, 0, 0)                                                                   \
    IGC_TEST_UNARY(T, neg, MAX, -MAX)                                                              \
    IGC_TEST_UNARY(T, neg, MIN, MIN)                                                               \
    IGC_TEST_UNARY(T, abs, 5, 5)                                                                   \
    IGC_TEST_UNARY(T, abs, -5, 5)                                                                  \
    IGC_TEST_UNARY(T, abs, MIN, MIN)                                                               \
    IGC_TEST_BINARY(T, add, -3, 5, 2)                                                              \
    IGC_TEST_BINARY(T, add, MAX, 1, MIN)                                                           \
    IGC_TEST_BINARY(T, add, MIN, -1, MAX)                                                          \
    IGC_TEST_BINARY(T, sub, 3, 5, -2)                                                              \
    IGC_TEST_BINARY(T, sub, MIN, 1, MAX)                                                           \
    IGC_TEST_BINARY(T, sub, 0, MIN, MIN)                                                           \
    IGC_TEST_BINARY(T, mul, 7, -6, -42)                                                            \
    IGC_TEST_BINARY(T, mul, MAX, 2, -2)                                                            \
    IGC_TEST_BINARY(T, mul, MIN, -1, MIN)                                                          \
    IGC_TEST_SHIFT(T, -3, 2u, -12)                                                                 \
    IGC_TEST_SHIFT(T, 1, LAST_BIT, MIN)                                                            \
    IGC_TEST_SHIFT(T, MAX, 1u, -2)                                                                 \
    IGC_TEST_BINARY(T, div, 7, -2, -3)                                                             \
    IGC_TEST_BINARY(T, div, -7, 2, -3)                                                             \
    IGC_TEST_BINARY(T, div, MAX, -1, -MAX)                                                         \
    IGC_TEST_BINARY(T, div, MIN, -1, MIN)                                                          \
    IGC_TEST_BINARY(T, div, MIN, 0, 0)                                                             \
    IGC_TEST_BINARY(T, rem, 7, -2, 1)                                                              \
    IGC_TEST_BINARY(T, rem, -7, 2, -1)                                                             \
    IGC_TEST_BINARY(T, rem, MIN, -1, 0)                                                            \
    IGC_TEST_BINARY(T, rem, 7, 0, 0)

#define IGC_TEST_UNSIGNED(T, MAX)                                                                  \
    IGC_TEST_BINARY(T, div, 7, 2, 3)                                                               \
    IGC_TEST_BINARY(T, div, MAX, 1, MAX)                                                           \
    IGC_TEST_BINARY(T, div, MAX, MAX, 1)                                                           \
    IGC_TEST_BINARY(T, div, MAX, 0, 0)                                                             \
    IGC_TEST_BINARY(T, rem, 7, 2, 1)                                                               \
    IGC_TEST_BINARY(T, rem, MAX, 10, 5)                                                            \
    IGC_TEST_BINARY(T, rem, MAX, 0, 0)

IGC_TEST(integers)
{
    IGC_TEST_SIGNED(int, INT_MIN, INT_MAX, 31u)
    IGC_TEST_SIGNED(long, LONG_MIN, LONG_MAX, 63u)
    IGC_TEST_UNSIGNED(uint, UINT_MAX)
    IGC_TEST_UNSIGNED(ulong, ULONG_MAX)
}

IGC_CHECK(integers) {}

IGC_TEST(bits)
{
    IGC_EXPECT(igc_ctz_uint(igc_test_given_uint(memory, 0u)) == 32u);
    IGC_EXPECT(igc_ctz_uint(igc_test_given_uint(memory, 1u)) == 0u);
    IGC_EXPECT(igc_ctz_uint(igc_test_given_uint(memory, 0x80000000u)) == 31u);
    IGC_EXPECT(igc_ctz_ulong(igc_test_given_ulong(memory, 0ul)) == 64ul);
    IGC_EXPECT(igc_ctz_ulong(igc_test_given_ulong(memory, 1ul << 40)) == 40ul);
    IGC_EXPECT(igc_bits_float(igc_test_given_float(memory, 1.0f)) == 0x3f800000u);
    IGC_EXPECT(igc_bits_float(igc_test_given_float(memory, NAN)) == 0x7fc00000u);
    IGC_EXPECT(igc_bits_float(-igc_test_given_float(memory, NAN)) == 0x7fc00000u);
#ifdef IGC_DOUBLES
    IGC_EXPECT(igc_bits_double(igc_test_given_double(memory, -2.0)) == 0xc000000000000000ul);
    IGC_EXPECT(igc_bits_double(igc_test_given_double(memory, (double)NAN)) == 0x7ff8000000000000ul);
#endif
}

IGC_CHECK(bits) {}

// Minima and maxima of floats, whose bits are those of the integer type BITS. The bits distinguish the zeros.
#define IGC_TEST_EXTREMA(T, BITS, A, B, MIN, MAX)                                                  \
    IGC_EXPECT(as_##BITS(igc_min_##T(A, B)) == as_##BITS((T)(MIN)));                               \
    IGC_EXPECT(as_##BITS(igc_min_##T(B, A)) == as_##BITS((T)(MIN)));                               \
    IGC_EXPECT(as_##BITS(igc_max_##T(A, B)) == as_##BITS((T)(MAX)));                               \
    IGC_EXPECT(as_##BITS(igc_max_##T(B, A)) == as_##BITS((T)(MAX)));

#define IGC_TEST_EXTREMA_OF(T, BITS)                                                               \
    {                                                                                              \
        const T zero = igc_test_given_##T(memory, (T)0);                                           \
        const T one = igc_test_given_##T(memory, (T)1);                                            \
        const T nan = igc_test_given_##T(memory, (T)NAN);                                          \
        IGC_TEST_EXTREMA(T, BITS, zero, -zero, -0.0f, 0.0f)                                        \
        IGC_TEST_EXTREMA(T, BITS, zero, zero, 0.0f, 0.0f)                                          \
        IGC_TEST_EXTREMA(T, BITS, -zero, -zero, -0.0f, -0.0f)                                      \
        IGC_TEST_EXTREMA(T, BITS, -one, one, -1.0f, 1.0f)                                          \
        IGC_TEST_EXTREMA(T, BITS, -one, -zero, -1.0f, -0.0f)                                       \
        IGC_TEST_EXTREMA(T, BITS, one, zero, 0.0f, 1.0f)                                           \
        IGC_TEST_EXTREMA(T, BITS, nan, -zero, -0.0f, -0.0f)                                        \
        IGC_TEST_EXTREMA(T, BITS, -nan, one, 1.0f, 1.0f)                                           \
        IGC_EXPECT(isnan(igc_min_##T(nan, -nan)) && isnan(igc_max_##T(nan, -nan)));                \
    }

IGC_TEST(extrema)
{
    IGC_TEST_EXTREMA_OF(float, uint)
#ifdef IGC_DOUBLES
    IGC_TEST_EXTREMA_OF(double, ulong)
#endif
}

IGC_CHECK(extrema) {}

#define IGC_TEST_FROM(T, F, X, RESULT)                                                             \
    IGC_EXPECT(igc_##T##_from_##F(igc_test_given_##F(memory, (F)(X))) == (RESULT));

// END is the first power of two above the type's largest number.
#define IGC_TEST_SIGNED_FROM(T, F, END, MIN, MAX)                                                  \
    IGC_TEST_FROM(T, F, 1.75f, 1)                                                                  \
    IGC_TEST_FROM(T, F, -1.75f, -1)                                                                \
    IGC_TEST_FROM(T, F, 16777215.0f, 16777215)                                                     \
    IGC_TEST_FROM(T, F, END, MAX)                                                                  \
    IGC_TEST_FROM(T, F, 2.0f * END, MAX)                                                           \
    IGC_TEST_FROM(T, F, INFINITY, MAX)                                                             \
    IGC_TEST_FROM(T, F, END / 2.0f, MAX / 2 + 1)                                                   \
    IGC_TEST_FROM(T, F, -END, MIN)                                                                 \
    IGC_TEST_FROM(T, F, -2.0f * END, MIN)                                                          \
    IGC_TEST_FROM(T, F, -INFINITY, MIN)                                                            \
    IGC_TEST_FROM(T, F, NAN, 0)

#define IGC_TEST_UNSIGNED_FROM(T, F, END, MAX)                                                     \
    IGC_TEST_FROM(T, F, 1.75f, 1)                                                                  \
    IGC_TEST_FROM(T, F, -0.75f, 0)                                                                 \
    IGC_TEST_FROM(T, F, -1.0f, 0)                                                                  \
    IGC_TEST_FROM(T, F, -INFINITY, 0)                                                              \
    IGC_TEST_FROM(T, F, 16777215.0f, 16777215)                                                     \
    IGC_TEST_FROM(T, F, END, MAX)                                                                  \
    IGC_TEST_FROM(T, F, 2.0f * END, MAX)                                                           \
    IGC_TEST_FROM(T, F, INFINITY, MAX)                                                             \
    IGC_TEST_FROM(T, F, END / 2.0f, MAX / 2 + 1)                                                   \
    IGC_TEST_FROM(T, F, NAN, 0)

#define IGC_TEST_INTEGERS_FROM(F)                                                                  \
    IGC_TEST_SIGNED_FROM(int, F, 2147483648.0f, INT_MIN, INT_MAX)                                  \
    IGC_TEST_SIGNED_FROM(long, F, 9223372036854775808.0f, LONG_MIN, LONG_MAX)                      \
    IGC_TEST_UNSIGNED_FROM(uint, F, 4294967296.0f, UINT_MAX)                                       \
    IGC_TEST_UNSIGNED_FROM(ulong, F, 18446744073709551616.0f, ULONG_MAX)

IGC_TEST(integers_from_floats)
{
    IGC_TEST_INTEGERS_FROM(float)
#ifdef IGC_DOUBLES
    IGC_TEST_INTEGERS_FROM(double)
    // Values that no float has.
    IGC_TEST_FROM(int, double, 2147483647.5, INT_MAX)
    IGC_TEST_FROM(uint, double, 4294967295.5, UINT_MAX)
    IGC_TEST_FROM(long, double, -9007199254740991.0, -9007199254740991l)
    IGC_TEST_FROM(ulong, double, 9007199254740991.0, 9007199254740991ul)
#endif
}

IGC_CHECK(integers_from_floats) {}
