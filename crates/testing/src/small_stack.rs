//! Tests on a small stack in a child process, so that a crash fails only one test.

use std::env;
use std::process::Command;
use std::thread;

/// The environment variable that contains the name of the test in the child process.
const CHILD_VARIABLE: &str = "ORRERY_TEST_CHILD";
/// The stack size in bytes.
const STACK_SIZE: usize = 256 * 1024;

/// Runs `work` on a small stack in a child process.
///
/// A stack overflow aborts the whole process, so it must happen in a child process. `name` is the
/// full name of the calling test, which the child process runs again.
///
/// # Panics
/// If the work fails or crashes, or no test has this name.
pub fn on_small_stack(name: &str, work: impl FnOnce() + Send + 'static) {
    if env::var(CHILD_VARIABLE).is_ok_and(|test| test == name) {
        let worker = thread::Builder::new().stack_size(STACK_SIZE).spawn(work).expect("a thread");
        return worker.join().expect("the work succeeds");
    }
    let program = env::current_exe().expect("the path of this test program");
    let child = Command::new(program).args(["--exact", name]).env(CHILD_VARIABLE, name).output();
    let output = child.expect("the child process starts");
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{printed}", output.status);
    assert!(printed.contains("1 passed"), "no test is called {name}:\n{printed}");
}
