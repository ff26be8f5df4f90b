// Streaming operations on vectors of floats ("Performance Portability Study of Linear Algebra Kernels in
// OpenCL", section 2), for one width of OpenCL's vector types. The type IGC_CAL_T has IGC_CAL_WIDTH
// elements, which IGC_CAL_SUM adds. Lengths are in vectors.

kernel IGC_WORKGROUP void IGC_CAL_NAME(copy)(global IGC_CAL_T *x, const global IGC_CAL_T *y,
                                             const uint n, const uint contiguous)
{
    const igc_cal_share own = igc_cal_elements(contiguous, n);
    for (uint i = own.from; i < own.to; i += own.step)
        x[i] = y[i];
}

kernel IGC_WORKGROUP void IGC_CAL_NAME(add)(global IGC_CAL_T *x, const global IGC_CAL_T *y,
                                            const global IGC_CAL_T *z, const uint n,
                                            const uint contiguous, const float a, const float b)
{
    const igc_cal_share own = igc_cal_elements(contiguous, n);
    for (uint i = own.from; i < own.to; i += own.step)
        x[i] = a * y[i] + b * z[i];
}

// Inner product: stores one partial sum for each workgroup.
kernel IGC_WORKGROUP void IGC_CAL_NAME(dot)(global float *partials, const global IGC_CAL_T *y,
                                            const global IGC_CAL_T *z, const uint n,
                                            const uint contiguous)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_cal_share own = igc_cal_elements(contiguous, n);
    IGC_CAL_T sum = (IGC_CAL_T)(0.0f);
    for (uint i = own.from; i < own.to; i += own.step)
        sum += y[i] * z[i];
    const float all = igc_workgroup_add_float(scratch, IGC_CAL_SUM(sum));
    if (igc_local_id() == 0u)
        partials[igc_launch().group] = all;
}

// Matrix-vector product: a workgroup computes one element of the result after another, each from a row.
kernel IGC_WORKGROUP void IGC_CAL_NAME(matvec)(global float *x, const global IGC_CAL_T *matrix,
                                               const global IGC_CAL_T *y, const uint rows,
                                               const uint columns, const uint contiguous)
{
    local ulong scratch[IGC_SCRATCH_SIZE];
    const igc_cal_share own = igc_cal_blocks(contiguous, rows);
    for (uint row = own.from; row < own.to; row += own.step) {
        IGC_CAL_T sum = (IGC_CAL_T)(0.0f);
        for (uint i = igc_local_id(); i < columns; i += IGC_WORKGROUP_SIZE)
            sum += matrix[(size_t)row * columns + i] * y[i];
        const float all = igc_workgroup_add_float(scratch, IGC_CAL_SUM(sum));
        if (igc_local_id() == 0u)
            x[row] = all;
    }
}
