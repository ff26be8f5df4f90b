//! The library `libigc_mpi`, which is built for an MPI implementation (`runtime/mpi`) and opened at run time.

use std::ffi::{OsString, c_char, c_int};
use std::path::{Path, PathBuf};

use libloading::Library as Opened;

use crate::Error;

/// The version of the interface that this igc expects.
const VERSION: u32 = 1;

/// The environment variable with the file of the library.
const VARIABLE: &str = "IGC_MPI_LIBRARY";

/// The functions of the library (`runtime/mpi/src/lib.rs` describes them).
#[derive(Clone, Copy)]
struct Functions {
    init: unsafe extern "C" fn() -> c_int,
    rank: unsafe extern "C" fn() -> c_int,
    size: unsafe extern "C" fn() -> c_int,
    name: unsafe extern "C" fn(*mut c_char, usize) -> usize,
    announce: unsafe extern "C" fn(*const u64, *mut u64) -> c_int,
    transfer: unsafe extern "C" fn(*const u8, *const u64, *mut u8, *const u64, u64) -> c_int,
    abort: unsafe extern "C" fn(c_int),
    finalize: unsafe extern "C" fn() -> c_int,
}

/// The open library. MPI is initialised.
pub struct Library {
    functions: Functions,
    pub rank: usize,
    pub ranks: usize,
    /// The name of the MPI implementation.
    pub name: String,
}

impl Library {
    /// Opens the library, and initialises MPI. `started` says why, for messages.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Mpi`] if the library does not exist or has another version, or if MPI cannot be
    /// initialised.
    pub fn open(started: &str) -> Result<Library, Error> {
        let path = find(started)?;
        let unusable = |reason: String| {
            Error::Mpi(format!(
                "{started}, but igc cannot use {}: {reason}\n\
                 help: the script `scripts/try-mpi` builds the library for the MPI of this machine",
                path.display()
            ))
        };
        let opened = open(&path).map_err(|error| unusable(error.to_string()))?;
        // SAFETY: the version of the interface, which is checked first, stands for the signatures.
        let functions = unsafe { functions(&opened) }.map_err(&unusable)?;
        // The library stays open, because MPI cannot be loaded again.
        std::mem::forget(opened);
        // SAFETY: the library has the version that was checked, and so for all calls below.
        match unsafe { (functions.init)() } {
            0 => {}
            _ => return Err(unusable("this MPI does not support threads".into())),
        }
        // SAFETY: as above.
        let (rank, ranks) = unsafe { ((functions.rank)(), (functions.size)()) };
        let mut name = vec![0u8; 256];
        // SAFETY: the text has room for its length.
        let length = unsafe { (functions.name)(name.as_mut_ptr().cast(), name.len()) };
        name.truncate(length);
        let name = String::from_utf8_lossy(&name);
        // Some implementations add a list of options of their build.
        let name = name.split(['\n', ',', '\0']).next().unwrap_or_default().trim().to_owned();
        let number = |value: c_int| usize::try_from(value).unwrap_or_default();
        Ok(Library { functions, rank: number(rank), ranks: number(ranks), name })
    }

    /// Exchanges two numbers with each rank.
    pub fn announce(&self, sent: &[[u64; 2]]) -> Vec<[u64; 2]> {
        assert_eq!(sent.len(), self.ranks, "there is a pair for each rank");
        let mut received = vec![[0; 2]; self.ranks];
        // SAFETY: both arrays have two numbers for each rank.
        let result = unsafe {
            (self.functions.announce)(sent.as_ptr().cast(), received.as_mut_ptr().cast())
        };
        assert_eq!(result, 0, "MPI is initialised");
        received
    }

    /// Exchanges messages with known lengths. `longest` is the length of the longest message of all ranks.
    pub fn transfer(
        &self,
        messages: &[Vec<u8>],
        received_lengths: &[u64],
        longest: u64,
    ) -> Vec<Vec<u8>> {
        let lengths: Vec<u64> = messages.iter().map(|message| message.len() as u64).collect();
        assert_eq!((lengths.len(), received_lengths.len()), (self.ranks, self.ranks));
        let (sent, total) = (messages.concat(), received_lengths.iter().sum::<u64>());
        let mut received = vec![0u8; total as usize];
        // SAFETY: there is a length for each rank, and the arrays are as long as their sums. All ranks know the
        // same lengths from the announcement.
        let result = unsafe {
            (self.functions.transfer)(
                sent.as_ptr(),
                lengths.as_ptr(),
                received.as_mut_ptr(),
                received_lengths.as_ptr(),
                longest,
            )
        };
        assert_eq!(result, 0, "MPI is initialised");
        let mut rest = &received[..];
        let take = |length: &u64| {
            let (message, others) = rest.split_at(*length as usize);
            rest = others;
            message.to_vec()
        };
        received_lengths.iter().map(take).collect()
    }

    /// Ends all ranks with an exit code.
    pub fn abort(&self, code: i32) {
        // SAFETY: the function has no requirements.
        unsafe { (self.functions.abort)(code) }
    }

    /// Ends MPI. No other function may be called afterwards.
    pub fn finalize(&self) {
        // SAFETY: the caller calls no other function.
        unsafe { (self.functions.finalize)() };
    }
}

/// Returns the file name of the library on this system.
fn file_name() -> OsString {
    libloading::library_filename("igc_mpi")
}

/// Returns the files where the library may be.
fn places() -> Vec<PathBuf> {
    let binary = std::env::current_exe().and_then(|path| path.canonicalize()).unwrap_or_default();
    let Some(folder) = binary.parent() else { return vec![] };
    let mut places = vec![folder.join(file_name())];
    if let Some(root) = folder.parent() {
        places.push(root.join("lib").join("igc").join(file_name()));
    }
    places
}

/// Finds the library.
fn find(started: &str) -> Result<PathBuf, Error> {
    let named = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    let places = named.map_or_else(places, |path| vec![path]);
    if let Some(found) = places.iter().find(|path| path.is_file()) {
        return Ok(found.clone());
    }
    let places: Vec<String> = places.iter().map(|path| format!("  {}", path.display())).collect();
    Err(Error::Mpi(format!(
        "{started}, but the library with which igc uses MPI does not exist. igc has searched:\n{}\n\
         help: the script `scripts/try-mpi` in igc's repository builds this library, libigc_mpi, for the MPI \
         of this machine; {VARIABLE} names its file",
        places.join("\n")
    )))
}

/// Opens a library.
fn open(path: &Path) -> Result<Opened, libloading::Error> {
    #[cfg(unix)]
    {
        use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
        // Components of MPI, which MPI opens itself, refer to its symbols.
        // SAFETY: the user chose the library, which does nothing when it is opened.
        unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) }.map(Into::into)
    }
    #[cfg(not(unix))]
    // SAFETY: as above.
    unsafe {
        Opened::new(path)
    }
}

/// Returns the functions of a library with the version that igc expects.
///
/// # Safety
///
/// The functions of a library of this version must have the signatures of [`Functions`].
unsafe fn functions(library: &Opened) -> Result<Functions, String> {
    // SAFETY: this function has the same signature in all versions.
    let version = unsafe {
        let version = library.get::<unsafe extern "C" fn() -> u32>("igc_mpi_version");
        version.map(|version| version())
    };
    match version {
        Ok(VERSION) => {}
        Ok(other) => {
            return Err(format!("its interface has version {other}, but igc needs {VERSION}"));
        }
        Err(_) => return Err("it is not the library of igc".into()),
    }
    macro_rules! function {
        ($name:literal) => {
            // SAFETY: the caller guarantees the signature.
            *unsafe { library.get($name) }.map_err(|error| error.to_string())?
        };
    }
    Ok(Functions {
        init: function!("igc_mpi_init"),
        rank: function!("igc_mpi_rank"),
        size: function!("igc_mpi_size"),
        name: function!("igc_mpi_name"),
        announce: function!("igc_mpi_announce"),
        transfer: function!("igc_mpi_transfer"),
        abort: function!("igc_mpi_abort"),
        finalize: function!("igc_mpi_finalize"),
    })
}
