mod backup;
mod crowd;
#[cfg(target_os = "linux")]
mod disk;
mod fair;
mod games;
mod kill;
#[cfg(target_os = "linux")]
mod lan;
mod ledger;
mod nodes;
mod program;
mod reports;
mod slow;
#[cfg(target_os = "linux")]
mod socket;
mod worker;
