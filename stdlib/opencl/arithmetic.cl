// Arithmetic that the language defines and C does not: signed integers wrap, and division by zero
// yields zero. Unsigned operators need no help, except to divide.

#define IGC_SIGNED(T, U)                                                                        \
    static inline T igc_neg_##T(const T a) { return as_##T((U)0 - as_##U(a)); }                        \
    static inline T igc_abs_##T(const T a) { return a < 0 ? igc_neg_##T(a) : a; }                      \
    static inline T igc_add_##T(const T a, const T b) { return as_##T(as_##U(a) + as_##U(b)); }        \
    static inline T igc_sub_##T(const T a, const T b) { return as_##T(as_##U(a) - as_##U(b)); }        \
    static inline T igc_mul_##T(const T a, const T b) { return as_##T(as_##U(a) * as_##U(b)); }        \
    static inline T igc_shl_##T(const T a, const uint b) { return as_##T(as_##U(a) << b); }            \
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
