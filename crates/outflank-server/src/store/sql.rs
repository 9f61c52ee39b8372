pub(super) const PLAN: &str = "SELECT plan FROM games WHERE id = $1";
pub(super) const OWNER: &str = "SELECT owner FROM games WHERE id = $1";
pub(super) const EVENTS: &str = "SELECT number, content FROM events WHERE game = $1 AND number > $2 ORDER BY number";
pub(super) const SEATS: &str = "SELECT seat FROM seats WHERE game = $1 AND secret = $2";
pub(super) const CHAT: &str =
    "SELECT number, player, at, line FROM chat WHERE game = $1 AND number > $2 ORDER BY number";
pub(super) const SUMMARY: &str = "SELECT summary FROM games WHERE id = $1";
pub(super) const PUBLIC: &str = "\
    SELECT id, summary FROM games WHERE list = $1 AND (updated, id) < ($2, $3) \
    ORDER BY updated DESC, id DESC LIMIT $4";
/// Sorted after the index lookup: one person's games are few.
pub(super) const HELD_BY: &str = "\
    SELECT id, summary FROM games \
    WHERE id IN (SELECT game FROM seats WHERE secret = $1 AND seat <> 'watch') \
    AND status <> 'cancelled' AND (updated, id) < ($2, $3) \
    ORDER BY updated DESC, id DESC LIMIT $4";
pub(super) const PLAYED_BY: &str = "\
    SELECT id, summary FROM games \
    WHERE id IN (SELECT game FROM seats WHERE secret = $1 AND seat <> 'watch') \
    AND status IN ('waiting', 'running', 'paused') AND (updated, id) < ($2, $3) \
    ORDER BY updated DESC, id DESC LIMIT $4";
pub(super) const PLAYED_IDS: &str = "\
    SELECT id FROM games WHERE id IN (SELECT game FROM seats WHERE secret = $1 AND seat <> 'watch') \
    ORDER BY updated DESC, id DESC LIMIT $2";
pub(super) const REPORT_COUNTS: &str = "SELECT status, count(*) FROM reports GROUP BY status";
pub(super) const FORGET_FINDINGS: &str =
    "DELETE FROM evaluations WHERE number <= (SELECT max(number) FROM evaluations) - $1";
pub(super) const OUTAGES: &str = "SELECT since, until FROM outages WHERE until > $1 ORDER BY until";
pub(super) const FORGET_OUTAGES: &str = "DELETE FROM outages WHERE until <= $1";
pub(super) const SCAN: &str = "SELECT id, summary FROM games WHERE id > $1 ORDER BY id LIMIT $2";
/// The conditions match those of the indexes.
pub(super) const UNFINISHED: &str = "\
    SELECT id, last FROM games \
    WHERE status <> 'over' AND due IS NULL AND coalesce(list, '') <> 'open' AND coalesce(moved, updated) <= $1 \
    ORDER BY coalesce(moved, updated), id LIMIT $2";
pub(super) const FINISHED: &str = "\
    SELECT id, last FROM games WHERE status = 'over' AND due IS NULL AND coalesce(moved, updated) <= $1 \
    ORDER BY coalesce(moved, updated), id LIMIT $2";
