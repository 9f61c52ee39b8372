-- Who makes a report, and when, is kept by graphile_worker in tables of its own. Here is what is told of it.

-- What waits in the old way is given up: whoever waits for it is told, and can ask again.
UPDATE reports SET status = 'given_up', due = NULL, ended = floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint, client = NULL,
    outcome = 'the server was renewed in the meantime'
WHERE due IS NOT NULL;

ALTER TABLE reports
    DROP COLUMN task,
    DROP COLUMN due,
    -- While it is made: the job, who has it, and until when, if nothing is heard.
    ADD COLUMN job    BIGINT,
    ADD COLUMN worker TEXT,
    ADD COLUMN until  BIGINT,
    ADD CHECK (CASE status WHEN 'running' THEN num_nulls(job, worker, until) ELSE num_nonnulls(job, worker, until) END = 0);

CREATE INDEX reports_open ON reports (rank, number) WHERE ended IS NULL;
CREATE INDEX reports_until ON reports (until) WHERE until IS NOT NULL;
