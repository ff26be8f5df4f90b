// The words of an environment, the state that the workgroups of an outlined loop share (grid.cl).

#ifndef IGC_ENVIRONMENT_CL
#define IGC_ENVIRONMENT_CL

// Indices of the words. A word that workgroups poll while others write it has its own cache line.
#define IGC_POLL 0u    // number of workgroups that joined, and whether the poll has closed
#define IGC_SIZE 32u   // number of workgroups that take part, once it is known
#define IGC_ENDING 33u // number of the barrier after which all loops must end, or 0; see igc_has_room
#define IGC_LEFT 64u   // number of workgroups of the launch that have left
#define IGC_COME 96u   // number of workgroups that have arrived at the current barrier
#define IGC_PASSED 128u // number of the last barrier that all workgroups have reached
#define IGC_ENVIRONMENT 160u

#endif // IGC_ENVIRONMENT_CL
