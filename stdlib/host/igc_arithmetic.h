// The arithmetic of the language, for the expressions of `main`.
//
// Integer arithmetic wraps, integer division by zero yields zero, and shifts use the low bits of the amount. A
// conversion from float to integer saturates, and converts NaN to zero. In minima and maxima of floats, -0 is smaller
// than 0, and if one operand is NaN, the result is the other one. Operators of C are used directly where they mean
// the same.

#ifndef IGC_ARITHMETIC_H
#define IGC_ARITHMETIC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Values as words, and words as values. A type of 32 bits uses the low bits of a word.
static inline uint64_t igc_bits_bool(bool x) { return x; }
static inline uint64_t igc_bits_u32(uint32_t x) { return x; }
static inline uint64_t igc_bits_u64(uint64_t x) { return x; }
static inline uint64_t igc_bits_i32(int32_t x) { return (uint32_t)x; }
static inline uint64_t igc_bits_i64(int64_t x) { return (uint64_t)x; }
static inline bool igc_bool(uint64_t bits) { return (uint32_t)bits != 0; }
static inline uint32_t igc_u32(uint64_t bits) { return (uint32_t)bits; }
static inline uint64_t igc_u64(uint64_t bits) { return bits; }

static inline int32_t igc_i32(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    int32_t value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static inline int64_t igc_i64(uint64_t bits)
{
    int64_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float igc_f32(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static inline double igc_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t igc_bits_f32(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline uint64_t igc_bits_f64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Operations that all integer types have. U is the unsigned type of the same width, and MASK selects the low bits
// of the amount of a shift.
#define IGC_INTEGER(T, TYPE, U, MASK)                                                                                 \
    static inline TYPE igc_add_##T(TYPE a, TYPE b) { return igc_##T((U)((U)a + (U)b)); }                              \
    static inline TYPE igc_sub_##T(TYPE a, TYPE b) { return igc_##T((U)((U)a - (U)b)); }                              \
    static inline TYPE igc_mul_##T(TYPE a, TYPE b) { return igc_##T((U)((U)a * (U)b)); }                              \
    static inline TYPE igc_neg_##T(TYPE a) { return igc_##T((U)(0u - (U)a)); }                                        \
    static inline TYPE igc_shl_##T(TYPE a, uint32_t amount) { return igc_##T((U)((U)a << (amount & (MASK)))); }        \
    static inline TYPE igc_and_##T(TYPE a, TYPE b) { return a & b; }                                                  \
    static inline TYPE igc_or_##T(TYPE a, TYPE b) { return a | b; }                                                   \
    static inline TYPE igc_xor_##T(TYPE a, TYPE b) { return a ^ b; }                                                  \
    static inline TYPE igc_bitnot_##T(TYPE a) { return ~a; }

IGC_INTEGER(i32, int32_t, uint32_t, 31u)
IGC_INTEGER(u32, uint32_t, uint32_t, 31u)
IGC_INTEGER(i64, int64_t, uint64_t, 63u)
IGC_INTEGER(u64, uint64_t, uint64_t, 63u)

// Operations that differ between signed and unsigned types. The quotient of the smallest number and -1 wraps.
#define IGC_SIGNED(T, TYPE, U, MASK, MIN, MAX)                                                                        \
    static inline TYPE igc_abs_##T(TYPE a) { return a < 0 ? igc_neg_##T(a) : a; }                                     \
    static inline TYPE igc_div_##T(TYPE a, TYPE b) { return b == 0 ? 0 : b == -1 ? igc_neg_##T(a) : a / b; }          \
    static inline TYPE igc_rem_##T(TYPE a, TYPE b) { return b == 0 || b == -1 ? 0 : a % b; }                          \
    static inline TYPE igc_saturating_add_##T(TYPE a, TYPE b)                                                         \
    {                                                                                                                 \
        return b > 0 && a > (MAX) - b ? (MAX) : b < 0 && a < (MIN) - b ? (MIN) : a + b;                               \
    }                                                                                                                 \
    static inline TYPE igc_shr_##T(TYPE a, uint32_t amount)                                                           \
    {                                                                                                                 \
        const U shifted = (U)(a < 0 ? ~(U)a : (U)a) >> (amount & (MASK));                                             \
        return igc_##T(a < 0 ? (U)~shifted : shifted);                                                                \
    }

IGC_SIGNED(i32, int32_t, uint32_t, 31u, INT32_MIN, INT32_MAX)
IGC_SIGNED(i64, int64_t, uint64_t, 63u, INT64_MIN, INT64_MAX)

#define IGC_UNSIGNED(T, TYPE, MASK)                                                                                   \
    static inline TYPE igc_abs_##T(TYPE a) { return a; }                                                              \
    static inline TYPE igc_div_##T(TYPE a, TYPE b) { return b == 0 ? 0 : a / b; }                                     \
    static inline TYPE igc_rem_##T(TYPE a, TYPE b) { return b == 0 ? 0 : a % b; }                                     \
    static inline TYPE igc_saturating_add_##T(TYPE a, TYPE b) { return a + b < a ? (TYPE)-1 : a + b; }                \
    static inline TYPE igc_shr_##T(TYPE a, uint32_t amount) { return a >> (amount & (MASK)); }

IGC_UNSIGNED(u32, uint32_t, 31u)
IGC_UNSIGNED(u64, uint64_t, 63u)

#define IGC_FLOAT(T, TYPE, REMAINDER)                                                                                 \
    static inline TYPE igc_add_##T(TYPE a, TYPE b) { return a + b; }                                                  \
    static inline TYPE igc_sub_##T(TYPE a, TYPE b) { return a - b; }                                                  \
    static inline TYPE igc_mul_##T(TYPE a, TYPE b) { return a * b; }                                                  \
    static inline TYPE igc_div_##T(TYPE a, TYPE b) { return a / b; }                                                  \
    static inline TYPE igc_rem_##T(TYPE a, TYPE b) { return REMAINDER(a, b); }                                        \
    static inline TYPE igc_neg_##T(TYPE a) { return -a; }                                                             \
    static inline TYPE igc_saturating_add_##T(TYPE a, TYPE b) { return a + b; }                                       \
    static inline TYPE igc_abs_##T(TYPE a) { return a < 0 ? -a : a == 0 ? 0 : a; }                                    \
    /* Equal numbers have the same bits, except for the signs of zeros. */                                            \
    static inline TYPE igc_min_##T(TYPE a, TYPE b)                                                                    \
    {                                                                                                                 \
        return a == b ? igc_##T(igc_bits_##T(a) | igc_bits_##T(b)) : a < b || b != b ? a : b;                         \
    }                                                                                                                 \
    static inline TYPE igc_max_##T(TYPE a, TYPE b)                                                                    \
    {                                                                                                                 \
        return a == b ? igc_##T(igc_bits_##T(a) & igc_bits_##T(b)) : a > b || b != b ? a : b;                         \
    }

IGC_FLOAT(f32, float, fmodf)
IGC_FLOAT(f64, double, fmod)

// Functions of the language. Their results have the accuracy of the C library.
#define IGC_FUNCTIONS(T, TYPE, SUFFIX, BITS, NAN_BITS)                                                                \
    static inline TYPE igc_sqrt_##T(TYPE x) { return sqrt##SUFFIX(x); }                                               \
    static inline TYPE igc_exp_##T(TYPE x) { return exp##SUFFIX(x); }                                                 \
    static inline TYPE igc_log_##T(TYPE x) { return log##SUFFIX(x); }                                                 \
    static inline TYPE igc_sin_##T(TYPE x) { return sin##SUFFIX(x); }                                                 \
    static inline TYPE igc_cos_##T(TYPE x) { return cos##SUFFIX(x); }                                                 \
    static inline TYPE igc_floor_##T(TYPE x) { return floor##SUFFIX(x); }                                             \
    static inline TYPE igc_ceil_##T(TYPE x) { return ceil##SUFFIX(x); }                                               \
    static inline TYPE igc_round_##T(TYPE x) { return round##SUFFIX(x); }                                             \
    static inline TYPE igc_pow_##T(TYPE x, TYPE y) { return pow##SUFFIX(x, y); }                                      \
    static inline BITS igc_bits_of_##T(TYPE x) { return x != x ? NAN_BITS : (BITS)igc_bits_##T(x); }

IGC_FUNCTIONS(f32, float, f, uint32_t, UINT32_C(0x7fc00000))
IGC_FUNCTIONS(f64, double, , uint64_t, UINT64_C(0x7ff8000000000000))

static inline float igc_from_bits_u32(uint32_t x) { return igc_f32(x); }
static inline double igc_from_bits_u64(uint64_t x) { return igc_f64(x); }

static inline uint32_t igc_popcount_u64(uint64_t x)
{
    uint32_t count = 0;
    for (; x != 0; x &= x - 1)
        count += 1;
    return count;
}

static inline uint32_t igc_clz_u64(uint64_t x)
{
    uint32_t count = 64;
    for (; x != 0; x >>= 1)
        count -= 1;
    return count;
}

// The bits after the lowest bit that is one are those that a subtraction of one sets.
static inline uint32_t igc_ctz_u64(uint64_t x) { return igc_popcount_u64(~x & (x - 1)); }
static inline uint32_t igc_popcount_i64(int64_t x) { return igc_popcount_u64((uint64_t)x); }
static inline uint32_t igc_clz_i64(int64_t x) { return igc_clz_u64((uint64_t)x); }
static inline uint32_t igc_ctz_i64(int64_t x) { return igc_ctz_u64((uint64_t)x); }
static inline uint32_t igc_popcount_u32(uint32_t x) { return igc_popcount_u64(x); }
static inline uint32_t igc_clz_u32(uint32_t x) { return igc_clz_u64(x) - 32; }
static inline uint32_t igc_ctz_u32(uint32_t x) { return x == 0 ? 32 : igc_ctz_u64(x); }
static inline uint32_t igc_popcount_i32(int32_t x) { return igc_popcount_u32((uint32_t)x); }
static inline uint32_t igc_clz_i32(int32_t x) { return igc_clz_u32((uint32_t)x); }
static inline uint32_t igc_ctz_i32(int32_t x) { return igc_ctz_u32((uint32_t)x); }

// Comparisons as functions: compilers warn about a comparison whose result is always the same.
#define IGC_COMPARISONS(T, TYPE)                                                                                      \
    static inline bool igc_eq_##T(TYPE a, TYPE b) { return a == b; }                                                  \
    static inline bool igc_ne_##T(TYPE a, TYPE b) { return a != b; }                                                  \
    static inline bool igc_lt_##T(TYPE a, TYPE b) { return a < b; }                                                   \
    static inline bool igc_le_##T(TYPE a, TYPE b) { return a <= b; }                                                  \
    static inline bool igc_gt_##T(TYPE a, TYPE b) { return a > b; }                                                   \
    static inline bool igc_ge_##T(TYPE a, TYPE b) { return a >= b; }

IGC_COMPARISONS(i32, int32_t)
IGC_COMPARISONS(u32, uint32_t)
IGC_COMPARISONS(i64, int64_t)
IGC_COMPARISONS(u64, uint64_t)
IGC_COMPARISONS(f32, float)
IGC_COMPARISONS(f64, double)

#define IGC_MIN_MAX(T, TYPE)                                                                                          \
    static inline TYPE igc_min_##T(TYPE a, TYPE b) { return a < b ? a : b; }                                          \
    static inline TYPE igc_max_##T(TYPE a, TYPE b) { return a > b ? a : b; }

IGC_MIN_MAX(i32, int32_t)
IGC_MIN_MAX(u32, uint32_t)
IGC_MIN_MAX(i64, int64_t)
IGC_MIN_MAX(u64, uint64_t)

// Operators of `bool`.
static inline bool igc_and_bool(bool a, bool b) { return a && b; }
static inline bool igc_or_bool(bool a, bool b) { return a || b; }
static inline bool igc_xor_bool(bool a, bool b) { return a != b; }
static inline bool igc_eq_bool(bool a, bool b) { return a == b; }

// Conversions from floats to integers. The limits are the first floats outside the range of the type.
static inline int32_t igc_i32_from_float(double x)
{
    return x >= 2147483648.0 ? INT32_MAX : x >= -2147483648.0 ? (int32_t)x : x != x ? 0 : INT32_MIN;
}

static inline uint32_t igc_u32_from_float(double x)
{
    return x >= 4294967296.0 ? UINT32_MAX : x > 0.0 ? (uint32_t)x : 0;
}

static inline int64_t igc_i64_from_float(double x)
{
    return x >= 9223372036854775808.0 ? INT64_MAX : x >= -9223372036854775808.0 ? (int64_t)x : x != x ? 0 : INT64_MIN;
}

static inline uint64_t igc_u64_from_float(double x)
{
    return x >= 18446744073709551616.0 ? UINT64_MAX : x > 0.0 ? (uint64_t)x : 0;
}

#endif // IGC_ARITHMETIC_H
