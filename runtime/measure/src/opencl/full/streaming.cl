// Streaming operations as "Performance Portability Study of Linear Algebra Kernels in OpenCL" (section 2)
// describes them, for one width of OpenCL's vector types. The type IGC_CAL_T has IGC_CAL_WIDTH elements of
// the type IGC_FULL_T, which IGC_CAL_SUM adds. Lengths are in vectors.

kernel IGC_FULL_GROUP void IGC_CAL_NAME(copy)(global IGC_CAL_T *restrict x,
                                              const global IGC_CAL_T *restrict y, const uint n,
                                              const uint contiguous)
{
    const igc_full_share own = igc_full_elements(contiguous, n);
    for (uint i = own.from; i < own.to; i += own.step)
        x[i] = y[i];
}

kernel IGC_FULL_GROUP void IGC_CAL_NAME(add)(global IGC_CAL_T *restrict x,
                                             const global IGC_CAL_T *restrict y,
                                             const global IGC_CAL_T *restrict z, const uint n,
                                             const uint contiguous)
{
    const igc_full_share own = igc_full_elements(contiguous, n);
    for (uint i = own.from; i < own.to; i += own.step)
        x[i] = (IGC_FULL_T)2 * y[i] + (IGC_FULL_T)3 * z[i];
}

// Inner product: stores one partial sum for each workgroup.
kernel IGC_FULL_GROUP void IGC_CAL_NAME(dot)(global IGC_FULL_T *restrict partials,
                                             const global IGC_CAL_T *restrict y,
                                             const global IGC_CAL_T *restrict z, const uint n,
                                             const uint contiguous)
{
    local IGC_FULL_T scratch[IGC_FULL_MAX_SIZE];
    const igc_full_share own = igc_full_elements(contiguous, n);
    IGC_CAL_T sum = (IGC_CAL_T)((IGC_FULL_T)0);
    for (uint i = own.from; i < own.to; i += own.step)
        sum += y[i] * z[i];
    const IGC_FULL_T all = igc_full_add(scratch, IGC_CAL_SUM(sum));
    if (get_local_id(0) == 0)
        partials[get_group_id(0)] = all;
}

// Matrix-vector product: a workgroup computes one element of the result after another, each from a row.
kernel IGC_FULL_GROUP void IGC_CAL_NAME(matvec)(global IGC_FULL_T *restrict x,
                                                const global IGC_CAL_T *restrict matrix,
                                                const global IGC_CAL_T *restrict y, const uint rows,
                                                const uint columns, const uint contiguous)
{
    local IGC_FULL_T scratch[IGC_FULL_MAX_SIZE];
    const igc_full_share own = igc_full_rows(contiguous, rows);
    for (uint row = own.from; row < own.to; row += own.step) {
        IGC_CAL_T sum = (IGC_CAL_T)((IGC_FULL_T)0);
        for (uint i = (uint)get_local_id(0); i < columns; i += (uint)get_local_size(0))
            sum += matrix[row * columns + i] * y[i];
        const IGC_FULL_T all = igc_full_add(scratch, IGC_CAL_SUM(sum));
        if (get_local_id(0) == 0)
            x[row] = all;
    }
}
