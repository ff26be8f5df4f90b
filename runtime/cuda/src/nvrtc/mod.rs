//! NVRTC, NVIDIA's compiler for CUDA C++, as a library.
//!
//! NVRTC needs neither a GPU nor a driver. It is opened when code is first compiled; a run whose
//! code is in the cache does not open it.

mod places;

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::OnceLock;

use libloading::Library;

use crate::error::CudaError;
pub use places::{VARIABLE, installed, search_packages};

/// `NVRTC_SUCCESS`.
const SUCCESS: c_int = 0;

/// `NVRTC_ERROR_COMPILATION`: the program is wrong.
const COMPILATION: c_int = 6;

/// A program of NVRTC.
type RawProgram = *mut c_void;

type Create = unsafe extern "C" fn(
    *mut RawProgram,
    *const c_char,
    *const c_char,
    c_int,
    *const *const c_char,
    *const *const c_char,
) -> c_int;
type Compile = unsafe extern "C" fn(RawProgram, c_int, *const *const c_char) -> c_int;
type Destroy = unsafe extern "C" fn(*mut RawProgram) -> c_int;
type Size = unsafe extern "C" fn(RawProgram, *mut usize) -> c_int;
type Get = unsafe extern "C" fn(RawProgram, *mut c_char) -> c_int;
type Words = unsafe extern "C" fn(c_int) -> *const c_char;
type Version = unsafe extern "C" fn(*mut c_int, *mut c_int) -> c_int;
type Count = unsafe extern "C" fn(*mut c_int) -> c_int;
type Architectures = unsafe extern "C" fn(*mut c_int) -> c_int;

/// An open NVRTC.
pub struct Nvrtc {
    path: PathBuf,
    version: (i32, i32),
    architectures: Vec<u32>,
    create: Create,
    compile: Compile,
    destroy: Destroy,
    log: (Size, Get),
    ptx: (Size, Get),
    cubin: (Size, Get),
    words: Words,
    /// The library, which has the functions above, and the one that it opens by name when it
    /// compiles. That one is beside it, where the system's loader need not look.
    _libraries: (Library, Option<Library>),
}

/// What NVRTC translates a program to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Machine code for one architecture, which any driver of the same major version of CUDA loads.
    Cubin,
    /// PTX, which the driver compiles. A driver loads only PTX of NVRTC versions that are not newer
    /// than the driver.
    Ptx,
}

/// The code that NVRTC made.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// The code.
    pub code: Vec<u8>,
    /// NVRTC's messages, such as warnings. Often empty.
    pub log: String,
}

/// NVRTC's reasons for rejecting a program.
#[derive(Debug)]
pub enum Rejected {
    /// The program or an option is wrong, for these reasons.
    Program(String),
    /// NVRTC failed in another way.
    Failed(String),
}

impl Nvrtc {
    /// Returns the NVRTC of this machine, which is opened once. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns [`CudaError::Nvrtc`] if the library is found but cannot be used.
    pub fn of_this_machine() -> Result<Option<&'static Nvrtc>, CudaError> {
        static FOUND: OnceLock<Result<Option<Nvrtc>, (PathBuf, String)>> = OnceLock::new();
        let found = FOUND.get_or_init(|| {
            let Some(path) = installed() else { return Ok(None) };
            Nvrtc::open(&path).map(Some).map_err(|reason| (path, reason))
        });
        match found {
            Ok(nvrtc) => Ok(nvrtc.as_ref()),
            Err((library, reason)) => {
                Err(CudaError::Nvrtc { library: library.clone(), reason: reason.clone() })
            }
        }
    }

    /// Opens the NVRTC in a file.
    ///
    /// # Errors
    ///
    /// Returns the reason if the file is not an NVRTC of CUDA 12 or later.
    pub fn open(path: &Path) -> Result<Nvrtc, String> {
        // SAFETY: NVRTC's initialisers have no requirements.
        let library = unsafe { Library::new(path) }.map_err(|error| error.to_string())?;
        /// Returns a function of the library.
        ///
        /// # Safety
        ///
        /// The function must have the type `T`.
        unsafe fn function<T: Copy>(library: &Library, name: &str) -> Result<T, String> {
            // SAFETY: as the caller promises.
            let symbol = unsafe { library.get::<T>(name.as_bytes()) };
            symbol.map(|symbol| *symbol).map_err(|error| error.to_string())
        }
        // SAFETY: the types are those of `nvrtc.h` of CUDA 12 and 13.
        unsafe {
            let version: Version = function(&library, "nvrtcVersion")?;
            let count: Count = function(&library, "nvrtcGetNumSupportedArchs")?;
            let list: Architectures = function(&library, "nvrtcGetSupportedArchs")?;
            let words: Words = function(&library, "nvrtcGetErrorString")?;
            let done = |code: c_int| match code {
                SUCCESS => Ok(()),
                code => Err(CStr::from_ptr(words(code)).to_string_lossy().into_owned()),
            };
            let (mut major, mut minor, mut architectures) = (0, 0, 0);
            done(version(&mut major, &mut minor))?;
            done(count(&mut architectures))?;
            let mut numbers = vec![0; usize::try_from(architectures).unwrap_or(0)];
            done(list(numbers.as_mut_ptr()))?;
            let builtins = path.with_file_name(format!("libnvrtc-builtins.so.{major}.{minor}"));
            let builtins = Library::new(builtins).ok();
            Ok(Nvrtc {
                path: path.to_owned(),
                version: (major, minor),
                architectures: numbers.iter().filter_map(|of| u32::try_from(*of).ok()).collect(),
                create: function(&library, "nvrtcCreateProgram")?,
                compile: function(&library, "nvrtcCompileProgram")?,
                destroy: function(&library, "nvrtcDestroyProgram")?,
                log: (
                    function(&library, "nvrtcGetProgramLogSize")?,
                    function(&library, "nvrtcGetProgramLog")?,
                ),
                ptx: (function(&library, "nvrtcGetPTXSize")?, function(&library, "nvrtcGetPTX")?),
                cubin: (
                    function(&library, "nvrtcGetCUBINSize")?,
                    function(&library, "nvrtcGetCUBIN")?,
                ),
                words,
                _libraries: (library, builtins),
            })
        }
    }

    /// Returns the library's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the version, such as `13.0`.
    pub fn version(&self) -> String {
        format!("{}.{}", self.version.0, self.version.1)
    }

    /// Returns the compute capabilities for which this NVRTC compiles, such as 90 for 9.0.
    pub fn architectures(&self) -> &[u32] {
        &self.architectures
    }

    /// Returns the architecture for which code for a device of this compute capability is compiled,
    /// and the form of the code: machine code if NVRTC knows the device, and otherwise PTX for the
    /// newest architecture that is not newer than the device. Returns `None` if the device is too
    /// old for this NVRTC.
    pub fn target(&self, compute_capability: u32) -> Option<(String, Form)> {
        let known = self.architectures.iter().filter(|known| **known <= compute_capability);
        let newest = known.max()?;
        match *newest == compute_capability {
            true => Some((format!("sm_{newest}"), Form::Cubin)),
            false => Some((format!("compute_{newest}"), Form::Ptx)),
        }
    }

    /// Compiles a program. `options` do not contain the architecture.
    ///
    /// # Errors
    ///
    /// Returns NVRTC's messages if it rejects the program or an option.
    pub fn compile(
        &self,
        source: &str,
        architecture: &str,
        form: Form,
        options: &[String],
    ) -> Result<Compiled, Rejected> {
        let zero_terminated = |text: &str| {
            let refused = |_| Rejected::Failed("a text contains a zero byte".into());
            CString::new(text).map_err(refused)
        };
        let source = zero_terminated(source)?;
        let architecture = format!("--gpu-architecture={architecture}");
        let options = [&architecture].into_iter().chain(options);
        let options: Vec<CString> =
            options.map(|option| zero_terminated(option)).collect::<Result<_, _>>()?;
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let program = self.program(&source)?;
        // SAFETY: the pointers are to texts that live until the call returns, as many as given.
        let code =
            unsafe { (self.compile)(program.raw, pointers.len() as c_int, pointers.as_ptr()) };
        let log = self.text(&program, self.log).unwrap_or_default();
        match code {
            SUCCESS => {}
            COMPILATION => return Err(Rejected::Program(log)),
            code => return Err(Rejected::Failed(self.with_log(code, &log))),
        }
        let from = match form {
            Form::Cubin => self.cubin,
            Form::Ptx => self.ptx,
        };
        let code = self
            .bytes(&program, from)
            .map_err(|code| Rejected::Failed(self.with_log(code, &log)))?;
        Ok(Compiled { code, log })
    }

    fn program(&self, source: &CStr) -> Result<Program<'_>, Rejected> {
        let mut raw = ptr::null_mut();
        // SAFETY: the source ends with a zero and is copied, and there are no headers.
        let code = unsafe {
            let name = c"kernels.cu";
            (self.create)(&mut raw, source.as_ptr(), name.as_ptr(), 0, ptr::null(), ptr::null())
        };
        match code {
            SUCCESS => Ok(Program { raw, nvrtc: self }),
            code => Err(Rejected::Failed(self.with_log(code, ""))),
        }
    }

    /// Returns bytes of a program, or the status code of a failure.
    fn bytes(&self, program: &Program<'_>, (size, get): (Size, Get)) -> Result<Vec<u8>, c_int> {
        let mut bytes = 0;
        // SAFETY: the program exists, and the answer is one number.
        match unsafe { size(program.raw, &mut bytes) } {
            SUCCESS => {}
            code => return Err(code),
        }
        let mut content = vec![0u8; bytes];
        // SAFETY: there is room for as many bytes as the program has.
        match unsafe { get(program.raw, content.as_mut_ptr().cast()) } {
            SUCCESS => Ok(content),
            code => Err(code),
        }
    }

    fn text(&self, program: &Program<'_>, from: (Size, Get)) -> Option<String> {
        let bytes = self.bytes(program, from).ok()?;
        let text = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
        Some(String::from_utf8_lossy(text).trim_end().to_owned())
    }

    fn with_log(&self, code: c_int, log: &str) -> String {
        // SAFETY: NVRTC returns a constant text for each code.
        let words = unsafe { CStr::from_ptr((self.words)(code)) }.to_string_lossy();
        if log.is_empty() { words.into_owned() } else { format!("{words}\n{log}") }
    }
}

/// A program, which is destroyed when it is dropped.
struct Program<'n> {
    raw: RawProgram,
    nvrtc: &'n Nvrtc,
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: the program exists, and nothing uses it afterwards.
        unsafe { (self.nvrtc.destroy)(&mut self.raw) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the NVRTC of this machine, or says that the test does nothing.
    fn nvrtc() -> Option<&'static Nvrtc> {
        let found = Nvrtc::of_this_machine().expect("it can be used if it is there");
        if found.is_none() {
            println!("skipped: NVRTC was not found");
        }
        found
    }

    #[test]
    fn a_program_is_compiled_to_both_forms() {
        let Some(nvrtc) = nvrtc() else { return };
        let (architecture, form) = nvrtc.target(90).expect("every version knows sm_90");
        assert_eq!((architecture.as_str(), form), ("sm_90", Form::Cubin));
        let source = "extern \"C\" __global__ void twice(int *x) { x[threadIdx.x] *= FACTOR; }";
        let options = ["-DFACTOR=2".to_owned()];
        let cubin = nvrtc.compile(source, "sm_90", Form::Cubin, &options).expect("it is right");
        assert!(cubin.code.starts_with(b"\x7fELF"));
        let ptx = nvrtc.compile(source, "compute_90", Form::Ptx, &options).expect("it is right");
        assert!(String::from_utf8_lossy(&ptx.code).contains(".entry twice"));
    }

    #[test]
    fn a_wrong_program_has_messages_with_lines() {
        let Some(nvrtc) = nvrtc() else { return };
        let wrong = nvrtc.compile("\nint x = y;", "sm_90", Form::Cubin, &[]);
        let Err(Rejected::Program(log)) = wrong else { panic!("it is wrong") };
        assert!(log.contains("kernels.cu(2)") && log.contains("\"y\""), "{log}");
    }

    #[test]
    fn devices_that_are_newer_than_nvrtc_get_ptx() {
        let Some(nvrtc) = nvrtc() else { return };
        let (architecture, form) = nvrtc.target(9999).expect("it is new");
        assert!(architecture.starts_with("compute_") && form == Form::Ptx, "{architecture}");
        assert_eq!(nvrtc.target(10), None);
    }

    #[test]
    fn a_file_that_is_no_nvrtc_is_refused() {
        let file = tempfile::NamedTempFile::new().expect("there is room");
        assert!(Nvrtc::open(file.path()).is_err());
    }
}
