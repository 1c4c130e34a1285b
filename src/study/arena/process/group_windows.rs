//! Job objects: the processes of a bot on Windows, its program and everything that it starts.
//!
//! A program starts suspended and is resumed once it is in its job, so that no process can leave it.
//! Windows ends a job with its last handle: a kifu that is killed leaves no bot behind.
#![expect(
    unsafe_code,
    reason = "the standard library has no job objects, and cannot ask how full a pipe is"
)]

use super::CommandSpec;
use super::limits::{ExcessiveUse, MAX_PROCESSES};
use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsHandle, AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::ptr::{from_mut, from_ref, null, null_mut};
use std::time::{Duration, Instant};
use windows_sys::Win32::Foundation::{FILETIME, HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_JOB_MEMORY,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectBasicAccountingInformation,
    JobObjectExtendedLimitInformation, QueryInformationJobObject, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::Pipes::PeekNamedPipe;
use windows_sys::Win32::System::Threading::{
    CREATE_NEW_PROCESS_GROUP, CREATE_SUSPENDED, GetProcessTimes, OpenThread, ResumeThread,
    THREAD_SUSPEND_RESUME,
};

/// The time for which kifu waits until the killed processes of a job are gone.
const MAX_KILL_WAIT: Duration = Duration::from_secs(5);

/// The status with which killed processes exit.
const KILLED_STATUS: u32 = 1;

/// The processes of a bot.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    job: OwnedHandle,
    /// The program itself.
    program: OwnedHandle,
}

impl ProcessGroup {
    /// Starts a program in a group of its own, which no `Ctrl+C` of the console reaches.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn spawn(command: &mut Command, spec: &CommandSpec) -> io::Result<(Child, Self)> {
        let job = create_job(spec)?;
        let mut child = command
            .creation_flags(CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP)
            .spawn()?;
        let started = assign(&job, &child).and_then(|()| {
            resume(child.id())?;
            child.as_handle().try_clone_to_owned()
        });
        match started {
            Ok(program) => Ok((child, Self { job, program })),
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }

    /// Kills the program and everything that it started, and waits until all of it is gone.
    pub fn kill(&self) {
        // SAFETY: the handle is open.
        unsafe { TerminateJobObject(self.job.as_raw_handle(), KILLED_STATUS) };
        let start = Instant::now();
        while self.process_count() > 0 && start.elapsed() < MAX_KILL_WAIT {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns the limit that the processes exceed, if any. That of memory is kept by the system.
    pub fn excessive_use(&self) -> Option<ExcessiveUse> {
        (self.process_count() > MAX_PROCESSES).then_some(ExcessiveUse::Processes)
    }

    fn process_count(&self) -> usize {
        self.accounting()
            .map_or(0, |accounting| accounting.ActiveProcesses as usize)
    }

    /// Returns the processor time that the processes have used so far, including those that have
    /// ended; `None` if the system does not report it.
    pub fn cpu_time(&self) -> Option<Duration> {
        let of_job = self.accounting().map(|accounting| {
            let ticks = accounting.TotalUserTime.max(0) + accounting.TotalKernelTime.max(0);
            from_ticks(ticks.unsigned_abs())
        });
        // Wine knows only the time of a process.
        of_job.max(self.program_cpu_time())
    }

    fn program_cpu_time(&self) -> Option<Duration> {
        let [mut created, mut exited, mut kernel, mut user] = [FILETIME::default(); 4];
        // SAFETY: the handle is open, and the four times are written to variables that live on.
        let is_known = unsafe {
            GetProcessTimes(
                self.program.as_raw_handle(),
                &raw mut created,
                &raw mut exited,
                &raw mut kernel,
                &raw mut user,
            )
        };
        let ticks =
            |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
        (is_known != 0).then(|| from_ticks(ticks(kernel) + ticks(user)))
    }

    fn accounting(&self) -> Option<JOBOBJECT_BASIC_ACCOUNTING_INFORMATION> {
        let mut accounting = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        // SAFETY: the handle is open, and the structure is the one of this class, with its size.
        let is_known = unsafe {
            QueryInformationJobObject(
                self.job.as_raw_handle(),
                JobObjectBasicAccountingInformation,
                from_mut(&mut accounting).cast(),
                byte_count::<JOBOBJECT_BASIC_ACCOUNTING_INFORMATION>(),
                null_mut(),
            )
        };
        (is_known != 0).then_some(accounting)
    }
}

/// Returns the time of a number of ticks, which are tenths of a microsecond.
const fn from_ticks(ticks: u64) -> Duration {
    Duration::from_nanos(ticks.saturating_mul(100))
}

#[expect(clippy::cast_possible_truncation, reason = "structures are small")]
const fn byte_count<T>() -> u32 {
    size_of::<T>() as u32
}

/// Turns the result of a system call into that of Rust.
fn check(result: windows_sys::core::BOOL) -> io::Result<()> {
    if result == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Takes a handle that a system call has returned.
fn own(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle.is_null() || handle == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle is open, and this is its only owner.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

/// Creates a job with the limits of a bot.
fn create_job(spec: &CommandSpec) -> io::Result<OwnedHandle> {
    // SAFETY: no pointer is passed.
    let job = own(unsafe { CreateJobObjectW(null(), null()) })?;
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    // A program that crashes ends, without a dialog that asks what to do.
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        | JOB_OBJECT_LIMIT_ACTIVE_PROCESS
        | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    // One more, by which the excess is seen.
    limits.BasicLimitInformation.ActiveProcessLimit =
        u32::try_from(MAX_PROCESSES + 1).unwrap_or(u32::MAX);
    if let Some(megabytes) = spec.memory_limit_mb {
        limits.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_JOB_MEMORY;
        let bytes = megabytes.saturating_mul(1 << 20);
        limits.JobMemoryLimit = usize::try_from(bytes).unwrap_or(usize::MAX);
    }
    // SAFETY: the handle is open, and the structure is the one of this class, with its size.
    check(unsafe {
        SetInformationJobObject(
            job.as_raw_handle(),
            JobObjectExtendedLimitInformation,
            from_ref(&limits).cast(),
            byte_count::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>(),
        )
    })?;
    Ok(job)
}

fn assign(job: &OwnedHandle, child: &Child) -> io::Result<()> {
    // SAFETY: both handles are open.
    check(unsafe { AssignProcessToJobObject(job.as_raw_handle(), child.as_raw_handle()) })
}

/// Resumes the threads of a process that was started suspended. The standard library has closed the
/// handle of its first thread, so that it is looked for among all.
fn resume(process_id: u32) -> io::Result<()> {
    // SAFETY: no pointer is passed.
    let threads = own(unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) })?;
    let mut entry = THREADENTRY32 {
        dwSize: byte_count::<THREADENTRY32>(),
        ..THREADENTRY32::default()
    };
    let mut was_resumed = false;
    // SAFETY: the handle is that of a snapshot, and the entry has its size; so below.
    let mut has_entry = unsafe { Thread32First(threads.as_raw_handle(), &raw mut entry) };
    while has_entry != 0 {
        if entry.th32OwnerProcessID == process_id {
            // SAFETY: no pointer is passed.
            let thread = own(unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID) })?;
            // SAFETY: the handle is open.
            was_resumed |= unsafe { ResumeThread(thread.as_raw_handle()) } != u32::MAX;
        }
        // SAFETY: as above.
        has_entry = unsafe { Thread32Next(threads.as_raw_handle(), &raw mut entry) };
    }
    if was_resumed {
        Ok(())
    } else {
        Err(io::Error::other("the program has no thread to resume"))
    }
}

/// Returns the number of bytes that can be read from a pipe without waiting.
///
/// # Errors
/// Returns an error if the pipe is empty and its other end is closed.
pub(super) fn readable_bytes(pipe: &impl AsRawHandle) -> io::Result<usize> {
    let mut available = 0;
    // SAFETY: the handle is open; only the number of bytes is asked for.
    check(unsafe {
        PeekNamedPipe(
            pipe.as_raw_handle(),
            null_mut(),
            0,
            null_mut(),
            &raw mut available,
            null_mut(),
        )
    })?;
    Ok(available as usize)
}
