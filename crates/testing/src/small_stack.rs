//! Work of a test in a child process, so that a crash fails only that test.

use std::env;
use std::process::Command;
use std::thread;

/// Set in the child process to the name of the test.
const MARK: &str = "ORRERY_TEST_CHILD";
/// The stack size of the work: that of a small thread.
const STACK: usize = 256 * 1024;

/// Does the work on a small stack in a child process and fails if it crashes.
///
/// A stack overflow aborts the whole process, so only a child process can contain it. `name` is the
/// full name of the calling test.
///
/// # Panics
/// If the work fails or crashes, or no test has this name.
pub fn on_small_stack(name: &str, work: impl FnOnce() + Send + 'static) {
    if env::var(MARK).is_ok_and(|marked| marked == name) {
        let worker = thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
        return worker.join().expect("the work succeeds");
    }
    let program = env::current_exe().expect("the path of this test program");
    let child = Command::new(program).args(["--exact", name]).env(MARK, name).output();
    let output = child.expect("the child process starts");
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{printed}", output.status);
    assert!(printed.contains("1 passed"), "no test is called {name}:\n{printed}");
}
