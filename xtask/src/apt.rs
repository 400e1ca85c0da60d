//! Debian's packages.

use crate::{Done, process};
use std::process::Command;

/// Installs Debian packages, if this is Debian and we are root.
///
/// # Errors
///
/// They cannot be installed; the text says what to install.
pub fn install(packages: &[&str]) -> Done {
    let is_root =
        process::quiet(Command::new("id").arg("-u")).is_ok_and(|printed| printed.out.trim() == "0");
    if !is_root || !process::works(Command::new("apt-get").arg("--version")) {
        let names = packages.join(" ");
        return Err(format!("missing: {names} (on Debian: apt-get install {names})"));
    }
    println!("installing {}", packages.join(", "));
    process::quiet(Command::new("apt-get").args(["-qq", "update"]))?;
    process::quiet(Command::new("apt-get").args(["-qq", "install", "-y"]).args(packages)).map(drop)
}
