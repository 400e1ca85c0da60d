//! Debian roots: root file systems that debootstrap creates, in which chroot runs commands.
//!
//! Every command has its own mount and PID namespace. When the command ends or this program dies, the
//! kernel kills the remaining processes of the namespace and drops its mounts. Nothing is ever mounted
//! on the host.

mod base;
mod host;
mod run;
pub mod sources;

pub use host::is_passed_on;
pub use run::{CommandResult, RunningCommand, children_ticks};

use crate::{TaskResult, process, project};
use sources::Archives;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Arguments of `setpriv` that isolate a command in namespaces and kill it if this program dies.
const ISOLATE: [&str; 7] =
    ["--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child"];
/// Names of rustup's proxies, which are links to `rustup`.
const PROXIES: [&str; 7] =
    ["cargo", "rustc", "rustdoc", "rustfmt", "cargo-fmt", "cargo-clippy", "clippy-driver"];
/// Mounts file systems, then runs the remaining arguments in the root as a user.
const ENTER: &str = r#"set -e
trap : INT # The program handles interrupts; its exit status is the result.
root=$1 user=$2 path=$3
shift 3
mount -t proc proc "$root/proc"
mount --bind /sys "$root/sys" && mount -o remount,bind,ro "$root/sys"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
mkdir -p "$root/dev/shm" && mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
if [ -n "$RUST" ]; then
  mount --bind "$RUST" "$root/opt/rustup" && mount -o remount,bind,ro "$root/opt/rustup"
fi
unset RUST
chroot --userspec="$user" "$root" /usr/bin/env PATH="$path" "$@"
"#;
/// The script `policy-rc.d` that forbids all services: one could keep apt's output open.
const NO_SERVICES: &str = "#!/bin/sh\nexit 101\n";
const SYSTEM_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const USER_PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/games";
/// Mount point of the toolchain.
const RUSTUP_HOME: &str = "/opt/rustup";
/// Directory of rustup's proxies.
const RUSTUP_BIN: &str = "/opt/cargo/bin";

/// A user of a root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account {
    /// The login name.
    pub name: &'static str,
    /// The home directory inside the root.
    pub home: &'static str,
}

/// The superuser.
pub const ROOT: Account = Account { name: "root", home: "/root" };

/// A Debian root file system; its directory is removed on drop.
pub struct Root {
    folder: PathBuf,
    release: String,
    /// The host's rustup directory, if the root has the Rust toolchain.
    rust: Option<PathBuf>,
}

impl Root {
    /// Creates a root of this release with the host's network settings and empty package lists.
    ///
    /// # Errors
    ///
    /// If the user is not the superuser, the host is not Debian, or the release cannot be fetched.
    pub fn create(release: &str) -> TaskResult<Self> {
        let tar = base::archive(release)?;
        let folder = folder().join(format!("root-{}", std::process::id()));
        let root = Self { folder, release: release.to_owned(), rust: None };
        remove(&root.folder)?;
        fs::create_dir_all(&root.folder)
            .map_err(|error| format!("{}: {error}", root.display_path("/")))?;
        let mut unpack = Command::new("tar");
        process::quiet(unpack.arg("-xf").arg(tar).arg("-C").arg(&root.folder))?;
        host::copy_settings(&root.folder)?;
        root.set_archives(Archives::All)?;
        root.forbid_services()?;
        Ok(root)
    }

    /// Lets apt install packages without starting their services.
    fn forbid_services(&self) -> TaskResult {
        let policy = "/usr/sbin/policy-rc.d";
        self.write(policy, NO_SERVICES)?;
        fs::set_permissions(self.host_path(policy), Permissions::from_mode(0o755))
            .map_err(|error| format!("{}: {error}", self.display_path(policy)))
    }

    /// Writes apt's `sources.list`; the downloaded package lists stay.
    ///
    /// # Errors
    ///
    /// If the host's sources do not name the archives.
    pub fn set_archives(&self, archives: Archives) -> TaskResult {
        let names = (&*host::release()?, &*self.release);
        let sources = sources::for_release(&host::sources(), names, archives)?;
        self.write("/etc/apt/sources.list", &sources.iter().map(|it| it.line()).collect::<String>())
    }

    /// Adds the host's Rust toolchain, read-only, with rustup's proxies.
    ///
    /// # Errors
    ///
    /// If the host has no rustup.
    pub fn add_rust(&mut self) -> TaskResult {
        let home = rustup_home().ok_or("rustup is missing on this machine")?;
        let program = process::quiet(Command::new("sh").args(["-c", "command -v rustup"]))?;
        for folder in [RUSTUP_HOME, RUSTUP_BIN] {
            fs::create_dir_all(self.host_path(folder))
                .map_err(|error| format!("{folder}: {error}"))?;
        }
        let bin = self.host_path(RUSTUP_BIN);
        process::quiet(Command::new("cp").arg(program.out.trim()).arg(bin.join("rustup")))?;
        for name in PROXIES {
            let link = std::os::unix::fs::symlink("rustup", bin.join(name));
            link.map_err(|error| format!("{name}: {error}"))?;
        }
        self.rust = Some(home);
        Ok(())
    }

    /// Copies the settings of cargo, npm and pip from the host's user to an account.
    ///
    /// # Errors
    ///
    /// If a settings file cannot be copied.
    pub fn add_settings(&self, account: Account) -> TaskResult {
        host::copy_home(&self.host_path(account.home))?;
        self.change_owner(account, account.home)
    }

    /// Creates an ordinary user.
    ///
    /// # Errors
    ///
    /// If `useradd` fails.
    pub fn add_user(&self, account: Account) -> TaskResult {
        let mut add = self.command(ROOT, "useradd");
        add.args(["--create-home", "--shell", "/bin/bash", "--home-dir", account.home]);
        process::quiet(add.arg(account.name)).map(drop)
    }

    /// Makes an account the owner of everything below a path.
    ///
    /// # Errors
    ///
    /// If `chown` fails.
    pub fn change_owner(&self, account: Account, path: &str) -> TaskResult {
        let owner = format!("{0}:{0}", account.name);
        process::quiet(self.command(ROOT, "chown").args(["--recursive", &owner, path])).map(drop)
    }

    /// Returns a command that runs in the root with a login environment and the host's network settings.
    ///
    /// The kernel kills the command if this program dies.
    #[must_use]
    pub fn command(&self, account: Account, program: &str) -> Command {
        let mut command = Command::new("setpriv");
        command.args(ISOLATE).args(["sh", "-c", ENTER, "enter"]).arg(&self.folder);
        command.arg(format!("{0}:{0}", account.name)).arg(self.search_path(account)).arg(program);
        command.env_clear().envs(host::variables()).envs(environment(account));
        command.env("PATH", SYSTEM_PATH);
        if let Some(home) = &self.rust {
            command.env("RUST", home).env("RUSTUP_HOME", RUSTUP_HOME);
        }
        // In its own process group, the command does not receive Ctrl-C from the terminal. Ctrl-C ends
        // this program, and the kernel then kills the namespace.
        command.process_group(0);
        command
    }

    /// Returns the search path of a login.
    fn search_path(&self, account: Account) -> String {
        let path = if account == ROOT { SYSTEM_PATH } else { USER_PATH };
        match self.rust {
            Some(_) => format!("{RUSTUP_BIN}:{path}"),
            None => path.to_owned(),
        }
    }

    /// Returns the path on the host of a path in the root.
    #[must_use]
    pub fn host_path(&self, path: &str) -> PathBuf {
        self.folder.join(path.trim_start_matches('/'))
    }

    /// Writes a file in the root.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &str, text: &str) -> TaskResult {
        fs::write(self.host_path(path), text)
            .map_err(|error| format!("{}: {error}", self.display_path(path)))
    }

    /// Returns the path on the host, for messages.
    fn display_path(&self, path: &str) -> String {
        self.host_path(path).display().to_string()
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        if let Err(problem) = remove(&self.folder) {
            eprintln!("{problem}");
        }
    }
}

/// Checks that roots can be created, and removes the roots of interrupted runs.
///
/// # Errors
///
/// If the user is not the superuser, or debootstrap cannot be installed.
pub fn prepare() -> TaskResult {
    base::prepare()
}

/// Returns the name of the host's release, for example `bookworm`.
///
/// # Errors
///
/// If the host is not Debian.
pub fn host_release() -> TaskResult<String> {
    host::release()
}

/// Returns the variables of a login, without the search path.
fn environment(account: Account) -> [(&'static str, &'static str); 5] {
    [
        ("HOME", account.home),
        ("USER", account.name),
        ("LOGNAME", account.name),
        ("SHELL", "/bin/bash"),
        ("LANG", "C.UTF-8"),
    ]
}

fn rustup_home() -> Option<PathBuf> {
    let configured = std::env::var_os("RUSTUP_HOME").map(PathBuf::from);
    configured.or_else(|| Some(std::env::home_dir()?.join(".rustup"))).filter(|home| home.exists())
}

fn remove(folder: &Path) -> TaskResult {
    if !folder.exists() {
        return Ok(());
    }
    let mut remove = Command::new("rm");
    process::quiet(remove.args(["--recursive", "--force", "--one-file-system"]).arg(folder))
        .map(drop)
}

/// Returns the directory that contains roots, base archives and logs.
#[must_use]
pub fn folder() -> PathBuf {
    project::target_dir().join("fresh")
}
