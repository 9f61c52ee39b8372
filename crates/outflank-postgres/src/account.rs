//! The user that runs the server, because PostgreSQL refuses to run as root.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(unix), allow(dead_code, reason = "only used on Unix"))]
pub(crate) struct Account {
    user: u32,
    group: u32,
}

#[cfg(unix)]
impl Account {
    /// The user of Debian's package, if this process runs as root.
    pub(crate) fn needed() -> Result<Option<Account>> {
        use anyhow::Context;

        if !rustix::process::geteuid().is_root() {
            return Ok(None);
        }
        let users = std::fs::read_to_string("/etc/passwd")?;
        let mut fields = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
        let fields = fields.find(|fields| fields[0] == "postgres" && fields.len() > 3);
        let fields = fields.context("PostgreSQL cannot run as root, and there is no user postgres")?;
        Ok(Some(Account { user: fields[2].parse()?, group: fields[3].parse()? }))
    }

    pub(crate) fn own(self, path: &Path) -> Result<()> {
        Ok(std::os::unix::fs::chown(path, Some(self.user), Some(self.group))?)
    }

    pub(crate) fn run(self, command: &mut Command) {
        use std::os::unix::process::CommandExt;

        command.uid(self.user).gid(self.group);
    }
}

#[cfg(not(unix))]
impl Account {
    pub(crate) fn needed() -> Result<Option<Account>> {
        Ok(None)
    }

    pub(crate) fn own(self, _path: &Path) -> Result<()> {
        Ok(())
    }

    pub(crate) fn run(self, _command: &mut Command) {}
}
