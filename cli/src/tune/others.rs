//! How much of the machine other processes use during a measurement. Times of plans that are measured on a busy machine
//! are larger, and plans that are about as fast change places from one measurement to the next.
//!
//! Linux counts the busy time of all processors in `/proc/stat`, and that of each process in `/proc/PID/stat`. On other
//! systems, the share is unknown.

/// Shortest time that can be told from the resolution of the counts, in ticks for each processor (0.2 s).
const SHORTEST: u64 = 20;

/// The least share of all processors that is worth a note.
const NOTED: f64 = 0.1;

/// Busy times at the start of a measurement.
#[derive(Debug, Clone, Copy)]
pub struct Meter(Counts);

/// Times in ticks of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counts {
    /// Number of processors.
    processors: u64,
    /// Time of all processors.
    all: u64,
    /// The part of it in which the processors were busy.
    busy: u64,
    /// The part of that for this process, its child and children that have ended.
    own: u64,
}

/// What other processes used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Others {
    /// Number of processors of the machine.
    pub processors: u64,
    /// Average number of processors that other processes kept busy.
    pub busy: f64,
}

impl Others {
    /// Whether times are likely to suffer.
    pub fn is_noted(&self) -> bool {
        self.busy >= NOTED * self.processors as f64
    }
}

impl Meter {
    /// Begins a measurement, in which this process and the one with this id take part. Returns `None` if the system does not
    /// tell.
    pub fn start(child: u32) -> Option<Meter> {
        Counts::read(Some(child)).map(Meter)
    }

    /// Returns what other processes have used since the start, or `None` if the measurement was too short to tell. `child`
    /// is the process that still runs, if one does.
    pub fn end(self, child: Option<u32>) -> Option<Others> {
        others(self.0, Counts::read(child)?)
    }
}

/// Returns what other processes used between two counts.
fn others(start: Counts, end: Counts) -> Option<Others> {
    let time = end.all.saturating_sub(start.all) / end.processors.max(1);
    if time < SHORTEST {
        return None;
    }
    let busy = end.busy.saturating_sub(start.busy);
    let others = busy.saturating_sub(end.own.saturating_sub(start.own));
    Some(Others { processors: end.processors, busy: others as f64 / time as f64 })
}

impl Counts {
    fn read(child: Option<u32>) -> Option<Counts> {
        let text = |path: &str| std::fs::read_to_string(path).ok();
        let (processors, all, busy) = of_machine(&text("/proc/stat")?)?;
        let mut own = of_process(&text("/proc/self/stat")?)?;
        if let Some(child) = child {
            own += of_process(&text(&format!("/proc/{child}/stat"))?)?;
        }
        Some(Counts { processors, all, busy, own })
    }
}

/// Reads the number of processors, their time and their busy time from `/proc/stat`.
fn of_machine(text: &str) -> Option<(u64, u64, u64)> {
    let processors = text.lines().filter(|line| {
        line.strip_prefix("cpu").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    let processors = processors.count() as u64;
    // user, nice, system, idle, iowait, irq, softirq, steal; then parts of the first two.
    let times = text.lines().next()?.strip_prefix("cpu ")?.split_whitespace().take(8);
    let times: Vec<u64> = times.map(|time| time.parse().ok()).collect::<Option<_>>()?;
    let all = times.iter().sum::<u64>();
    let idle = times.get(3)? + times.get(4)?;
    Some((processors, all, all - idle))
}

/// Reads the time of a process and of its children that have ended from `/proc/PID/stat`.
fn of_process(text: &str) -> Option<u64> {
    // The name of the process is in parentheses, and may contain any character.
    let fields = text.rsplit_once(')')?.1;
    let times = fields.split_whitespace().skip(11).take(4);
    let times: Vec<u64> = times.map(|time| time.parse().ok()).collect::<Option<_>>()?;
    (times.len() == 4).then(|| times.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let machine = "cpu  10 20 30 400 50 6 7 8 5 5\ncpu0 1 2 3 4 5 6 7 8 0 0\ncpu1 1 2 3 4 5 6 7 8 0 0\nintr 1\n";
        assert_eq!(of_machine(machine), Some((2, 531, 81)));
        let process = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 20 0 1\n";
        assert_eq!(of_process(process), Some(11 + 12 + 13 + 14));
        for wrong in ["", "cpu a b", "7 (a) S 1 2"] {
            assert_eq!((of_machine(wrong), of_process(wrong)), (None, None));
        }
    }

    #[test]
    fn the_rest_belongs_to_others() {
        let start = Counts { processors: 4, all: 1000, busy: 500, own: 90 };
        let end = Counts { processors: 4, all: 1800, busy: 1100, own: 390 };
        let found = others(start, end).unwrap();
        assert_eq!(found, Others { processors: 4, busy: 1.5 });
        assert!(found.is_noted());
        let alone = Counts { own: 690, ..end };
        assert!(!others(start, alone).unwrap().is_noted());
        assert_eq!(others(start, Counts { all: 1020, ..end }), None, "too short");
    }
}
