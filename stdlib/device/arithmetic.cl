// Arithmetic that the language defines and C leaves undefined: signed integers wrap, shifts use the low bits of the
// number of places, division by zero yields zero, and -0 is smaller than 0. Unsigned integers need functions only
// for division and remainder.

#ifndef IGC_ARITHMETIC_CL
#define IGC_ARITHMETIC_CL

#include "dialect.cl"

#define IGC_SIGNED(T, U)                                                                        \
    static inline T igc_neg_##T(const T a) { return as_##T((U)0 - as_##U(a)); }                        \
    static inline T igc_abs_##T(const T a) { return a < 0 ? igc_neg_##T(a) : a; }                      \
    static inline T igc_add_##T(const T a, const T b) { return as_##T(as_##U(a) + as_##U(b)); }        \
    static inline T igc_sub_##T(const T a, const T b) { return as_##T(as_##U(a) - as_##U(b)); }        \
    static inline T igc_mul_##T(const T a, const T b) { return as_##T(as_##U(a) * as_##U(b)); }        \
    static inline T igc_shl_##T(const T a, const uint b)                                        \
    {                                                                                           \
        return as_##T(as_##U(a) << (b & (8 * sizeof(T) - 1)));                                  \
    }                                                                                           \
    /* The smallest number divided by -1 does not fit: it wraps to itself, with remainder 0. */ \
    static inline T igc_div_##T(const T a, const T b)                                                  \
    {                                                                                           \
        return b == 0 ? 0 : b == -1 ? igc_neg_##T(a) : a / b;                                   \
    }                                                                                           \
    static inline T igc_rem_##T(const T a, const T b) { return b == 0 || b == -1 ? 0 : a % b; }

#define IGC_UNSIGNED(T)                                                                         \
    static inline T igc_div_##T(const T a, const T b) { return b == 0 ? 0 : a / b; }                   \
    static inline T igc_rem_##T(const T a, const T b) { return b == 0 ? 0 : a % b; }

IGC_SIGNED(int, uint)
IGC_SIGNED(long, ulong)
IGC_UNSIGNED(uint)
IGC_UNSIGNED(ulong)

// The number of zeros after the lowest bit that is one, or the width of the type for zero.
static inline uint igc_ctz_uint(const uint x) { return popcount(~x & (x - 1)); }
static inline ulong igc_ctz_ulong(const ulong x) { return popcount(~x & (x - 1)); }

// The bits of a float. They are the same for every NaN, because devices differ in the NaN that they compute.
static inline uint igc_bits_float(const float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }
#ifdef IGC_DOUBLES
static inline ulong igc_bits_double(const double x) { return isnan(x) ? 0x7ff8000000000000ul : as_ulong(x); }
#endif

// Minima and maxima of floats, whose bits are those of the integer type B. If one operand is NaN, the result
// is the other one. `fmin` and `fmax` may return either of two zeros. Two numbers that are equal have the same
// bits, except for the signs of zeros: `|` keeps the sign of -0, and `&` that of 0.
// NVIDIA's instructions order the zeros.
#if IGC_PTX
#define IGC_EXTREMA(T, B)                                                                       \
    static inline T igc_min_##T(const T a, const T b) { return fmin(a, b); }                           \
    static inline T igc_max_##T(const T a, const T b) { return fmax(a, b); }
#else
#define IGC_EXTREMA(T, B)                                                                       \
    static inline T igc_min_##T(const T a, const T b)                                           \
    {                                                                                           \
        return a == b ? as_##T(as_##B(a) | as_##B(b)) : fmin(a, b);                             \
    }                                                                                           \
    static inline T igc_max_##T(const T a, const T b)                                           \
    {                                                                                           \
        return a == b ? as_##T(as_##B(a) & as_##B(b)) : fmax(a, b);                             \
    }
#endif

IGC_EXTREMA(float, uint)
#ifdef IGC_DOUBLES
IGC_EXTREMA(double, ulong)
#endif

// Converts a float to an integer: the fraction is cut off, a value out of range becomes the nearest
// value in range, and NaN becomes 0. The result is the same as that of `convert_T_sat`, but PoCL expands
// `convert_T_sat` to far more code.
#define IGC_SIGNED_FROM(T, F, END, MIN, MAX)                                                    \
    static inline T igc_##T##_from_##F(const F x)                                               \
    {                                                                                           \
        return x >= (F)END ? MAX : x >= -(F)END ? (T)x : x < -(F)END ? MIN : 0;                 \
    }
#define IGC_UNSIGNED_FROM(T, F, END, MAX)                                                       \
    static inline T igc_##T##_from_##F(const F x)                                               \
    {                                                                                           \
        return x >= (F)END ? MAX : x > (F)-1 ? (T)x : 0;                                        \
    }
#define IGC_INTEGERS_FROM(F)                                                                    \
    IGC_SIGNED_FROM(int, F, 2147483648.0f, INT_MIN, INT_MAX)                                    \
    IGC_SIGNED_FROM(long, F, 9223372036854775808.0f, LONG_MIN, LONG_MAX)                        \
    IGC_UNSIGNED_FROM(uint, F, 4294967296.0f, UINT_MAX)                                         \
    IGC_UNSIGNED_FROM(ulong, F, 18446744073709551616.0f, ULONG_MAX)

IGC_INTEGERS_FROM(float)
#ifdef IGC_DOUBLES
IGC_INTEGERS_FROM(double)
#endif

#endif // IGC_ARITHMETIC_CL
