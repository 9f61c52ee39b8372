//! Databases store a checksum of every migration they ran: the files never change, not even in a comment.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

type Embedded = (i64, &'static str, &'static str);

const SQLITE: [Embedded; 8] = [
    (1, "games", include_str!("../../migrations/sqlite/0001_games.sql")),
    (2, "reports", include_str!("../../migrations/sqlite/0002_reports.sql")),
    (3, "offers", include_str!("../../migrations/sqlite/0003_offers.sql")),
    (4, "owner", include_str!("../../migrations/sqlite/0004_owner.sql")),
    (5, "outages", include_str!("../../migrations/sqlite/0005_outages.sql")),
    (6, "retention", include_str!("../../migrations/sqlite/0006_retention.sql")),
    (7, "evaluations", include_str!("../../migrations/sqlite/0007_evaluations.sql")),
    (8, "devices", include_str!("../../migrations/sqlite/0008_devices.sql")),
];

#[cfg(feature = "postgres")]
const POSTGRES: [Embedded; 10] = [
    (1, "games", include_str!("../../migrations/postgres/0001_games.sql")),
    (2, "attendance", include_str!("../../migrations/postgres/0002_attendance.sql")),
    (3, "reports", include_str!("../../migrations/postgres/0003_reports.sql")),
    (4, "jobs", include_str!("../../migrations/postgres/0004_jobs.sql")),
    (5, "offers", include_str!("../../migrations/postgres/0005_offers.sql")),
    (6, "owner", include_str!("../../migrations/postgres/0006_owner.sql")),
    (7, "outages", include_str!("../../migrations/postgres/0007_outages.sql")),
    (8, "retention", include_str!("../../migrations/postgres/0008_retention.sql")),
    (9, "evaluations", include_str!("../../migrations/postgres/0009_evaluations.sql")),
    (10, "devices", include_str!("../../migrations/postgres/0010_devices.sql")),
];

pub(super) fn sqlite() -> Migrator {
    migrator(&SQLITE)
}

#[cfg(feature = "postgres")]
pub(super) fn postgres() -> Migrator {
    migrator(&POSTGRES)
}

fn migrator(embedded: &[Embedded]) -> Migrator {
    let migration = |&(version, description, sql): &Embedded| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(embedded.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Version, description and checksum of each, as databases of earlier versions have them in `_sqlx_migrations`.
    const SQLITE_APPLIED: &str = "\
1 games 6a3a7ee74a66a9a7a29a032ba64821eeb3db00cc08f6b670924c776ecd415879895099ceca3ac96bc0f6450a114d5e87
2 reports bf0ba6ba591ebae28e28eb02912556bc859557ce42df233469572e92efcfc18f5ced432d4dd9f5e61e200aa6bdd5e43b
3 offers b467aedfb5e7fe173745853f88c35eff274586b53c7dcc7a8cfbb6371ca2521531b636db7c2fb25fd56bb7c0cb922b58
4 owner bb19bdb8b5f5adf5ac914427ee92c5f1ba80dfbb412be5b42923996ea5173754a8324ccde6fa04ac32545dcb9d8a9d65
5 outages 1bed2aa8193294c98b97db8fc75973da46889ef12fd30e64e3fac169e599d9e22a81bf743b0dd135e10da085af39f8a4
6 retention 1338b301478cb923b0afa8b14cfde2fd458a08fb5164146f93dd89bdc1b04b91417f00ae12f3ef108b84430ee7802e34
7 evaluations 78e302965748dffa01ee25b35d90bdb26176acc839c04faaa51948a3b647cf99bd3fa0e605f697f981761c156a7137dd
8 devices 4e5cb0a60ef5570e9df13fe34fa980a4638b4333961defbcd1343d0150dcec51f2832ed3f72ba4ea4312bbb4792b0e24";
    const POSTGRES_APPLIED: &str = "\
1 games 549666c987e70a84cc13308a12b96ea97962a1190c6d70b8e8a40620bbbc10b9dfb8543f6fc2ee1ec7fdf66670733dc0
2 attendance 72461d876423c87d1b12ba2f2d4e14897fb4f8eb5169c4e57986210f094a5ba482e0d6926dd98cf695b093486447adc6
3 reports 50f6ddca01f7c880bdcf333b94e3b8062a2551cb32886b2c49176080a92c667c834c7707d4f7b13f6c8e8873f4cc4689
4 jobs 272b84b473d58d847a20c9f731922188b00fdc4a7b6560ad86b33671c6cd5623c18cf0a4b89b1d1998ce189413d5a50c
5 offers 9cb51289b51c62b1935ca8cb46ba8141d22adc7a55f4824d084b08b9c321765666246cf86426c438198500e6a38d928d
6 owner 3ea47526e05003fd425c8d06b01ff64276956316241865dba6f8e4cc142268cd630de6a63d70e06f5355a5717e0c5311
7 outages 4dcff823f86a68d9a2658b5125b712a43c4f5aadaa3f762d97327e858b67d65c460e04ba13f4585c95b6562903173873
8 retention bfbd9d37bfdfd695df4fb2341e7631d4c9f3099aef15a799fb3ab6af6e149d557f8559207dd34b6fe8dd63ed9c0711dc
9 evaluations 96bb734b520e629e2b3138e74e34d7cd4cab7cc8037132e804409c1cbd4ade04c2b8dfa0ce6bb47278e0f593d8d75eea
10 devices 0612a6bb650b52eeee3a77f50bd97b528e082f99104b9aa21b0ae7360017e4a0cf02c43bd490f6e98f091573b1f5b7b9";

    #[test]
    fn checksums_match_those_in_existing_databases() {
        for (migrator, applied) in [(sqlite(), SQLITE_APPLIED), (postgres(), POSTGRES_APPLIED)] {
            let embedded = migrator.iter().map(|Migration { version, description, checksum, .. }| {
                let checksum: String = checksum.iter().map(|byte| format!("{byte:02x}")).collect();
                format!("{version} {description} {checksum}")
            });
            assert_eq!(embedded.collect::<Vec<_>>().join("\n"), applied);
        }
    }

    #[test]
    fn every_file_is_embedded() {
        for (folder, embedded) in [("sqlite", &SQLITE[..]), ("postgres", &POSTGRES[..])] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            let files: BTreeSet<String> =
                folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            let named = embedded.iter().map(|(version, description, _)| format!("{version:04}_{description}.sql"));
            assert_eq!(files, named.collect());
        }
    }
}
