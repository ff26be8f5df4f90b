//! What the environment says about ranks: launchers tell each process its number in variables.

/// The variables of launchers: the name for messages, and the variables for the number of ranks and for the
/// number of the rank.
///
/// Slurm sets `SLURM_STEP_NUM_TASKS` for the processes that `srun` starts. `SLURM_NTASKS` belongs to the whole job, and the
/// script of a job, which is one process, has it, too.
const LAUNCHERS: [(&str, &str, &str); 3] = [
    ("Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    ("MPI", "PMI_SIZE", "PMI_RANK"),
    ("Slurm", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
];

/// The rank under PMIx, which tells no number of ranks.
const PMIX_RANK: &str = "PMIX_RANK";

/// What a launcher says about this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The launcher, for messages.
    pub launcher: &'static str,
    /// The variable with the number of ranks.
    pub variable: &'static str,
    /// The number of ranks, which is at least 2.
    pub ranks: usize,
    /// The number of this rank, if it is known.
    pub rank: Option<usize>,
}

/// Returns what the environment says, if a launcher has started several ranks.
pub fn launch() -> Option<Launch> {
    launch_of(|variable| std::env::var(variable).ok())
}

fn launch_of(variable: impl Fn(&str) -> Option<String>) -> Option<Launch> {
    let number = |name: &str| variable(name).and_then(|text| text.trim().parse::<usize>().ok());
    LAUNCHERS.iter().find_map(|&(launcher, variable, rank)| {
        let ranks = number(variable).filter(|ranks| *ranks > 1)?;
        let rank = number(rank).or_else(|| number(PMIX_RANK));
        Some(Launch { launcher, variable, ranks, rank })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Option<(&'static str, usize, Option<usize>)> {
        let variable = |wanted: &str| {
            let (_, value) = variables.iter().find(|(name, _)| *name == wanted)?;
            Some((*value).to_owned())
        };
        launch_of(variable).map(|launch| (launch.launcher, launch.ranks, launch.rank))
    }

    #[test]
    fn launchers_tell_the_number_of_ranks() {
        let open_mpi = [("OMPI_COMM_WORLD_SIZE", "4"), ("OMPI_COMM_WORLD_RANK", "3")];
        assert_eq!(of(&open_mpi), Some(("Open MPI", 4, Some(3))));
        assert_eq!(of(&[("PMI_SIZE", "2"), ("PMI_RANK", "0")]), Some(("MPI", 2, Some(0))));
        let slurm = [("SLURM_STEP_NUM_TASKS", "8"), ("SLURM_PROCID", "7")];
        assert_eq!(of(&slurm), Some(("Slurm", 8, Some(7))));
        assert_eq!(of(&[("PMI_SIZE", "2"), ("PMIX_RANK", "1")]), Some(("MPI", 2, Some(1))));
        assert_eq!(of(&[("PMI_SIZE", "2")]), Some(("MPI", 2, None)));
    }

    #[test]
    fn one_process_is_not_several_ranks() {
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("OMPI_COMM_WORLD_SIZE", "1"), ("OMPI_COMM_WORLD_RANK", "0")]), None);
        assert_eq!(of(&[("PMI_SIZE", "many"), ("PMI_RANK", "0")]), None);
        let script_of_a_job = [("SLURM_NTASKS", "4"), ("SLURM_PROCID", "0")];
        assert_eq!(of(&script_of_a_job), None);
    }
}
