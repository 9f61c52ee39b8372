-- The tables of jobs, for a database that has none.
--
-- Earlier versions kept jobs with the library graphile_worker, and the names are its own: servers of both versions work on one
-- database during an upgrade. What this version does not use itself, the functions and the type at the end and some of the columns, is
-- what those servers call. docs/queue.md says more.
CREATE SCHEMA graphile_worker;

-- Earlier versions apply migrations of the library up to 22 unless they are listed here.
CREATE TABLE graphile_worker.migrations (
    id       INTEGER     PRIMARY KEY,
    ts       TIMESTAMPTZ NOT NULL DEFAULT now(),
    breaking BOOLEAN     NOT NULL DEFAULT FALSE
);
INSERT INTO graphile_worker.migrations (id) SELECT generate_series(1, 22);

CREATE TABLE graphile_worker._private_tasks (
    id         INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    identifier TEXT    NOT NULL UNIQUE
);

CREATE TABLE graphile_worker._private_job_queues (
    id           INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    queue_name   TEXT    NOT NULL UNIQUE,
    locked_at    TIMESTAMPTZ,
    locked_by    TEXT,
    is_available BOOLEAN NOT NULL GENERATED ALWAYS AS (locked_at IS NULL) STORED
);

CREATE TABLE graphile_worker._private_jobs (
    id           BIGINT      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_queue_id INTEGER,
    task_id      INTEGER     NOT NULL,
    payload      JSON        NOT NULL DEFAULT '{}',
    priority     SMALLINT    NOT NULL DEFAULT 0,
    run_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
    attempts     SMALLINT    NOT NULL DEFAULT 0,
    max_attempts SMALLINT    NOT NULL DEFAULT 25 CHECK (max_attempts >= 1),
    last_error   TEXT,
    created_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
    updated_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
    key          TEXT        UNIQUE,
    locked_at    TIMESTAMPTZ,
    locked_by    TEXT,
    revision     INTEGER     NOT NULL DEFAULT 0,
    flags        JSONB,
    is_available BOOLEAN     NOT NULL GENERATED ALWAYS AS (locked_at IS NULL AND attempts < max_attempts) STORED
);
CREATE INDEX jobs_main_index ON graphile_worker._private_jobs (priority, run_at) WHERE is_available;

CREATE TYPE graphile_worker.job_spec AS (
    identifier   TEXT,
    payload      JSON,
    queue_name   TEXT,
    run_at       TIMESTAMPTZ,
    max_attempts SMALLINT,
    job_key      TEXT,
    priority     SMALLINT,
    flags        TEXT[]
);

CREATE FUNCTION graphile_worker.add_jobs(specs graphile_worker.job_spec[], job_key_preserve_run_at BOOLEAN DEFAULT FALSE)
RETURNS SETOF graphile_worker._private_jobs LANGUAGE sql AS $$
    INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
    SELECT task.id, spec.payload, spec.run_at, spec.max_attempts, spec.priority
    FROM unnest(specs) spec JOIN graphile_worker._private_tasks task USING (identifier)
    RETURNING *
$$;

CREATE FUNCTION graphile_worker.reschedule_jobs(
    job_ids BIGINT[],
    run_at TIMESTAMPTZ DEFAULT NULL,
    priority INTEGER DEFAULT NULL,
    attempts INTEGER DEFAULT NULL,
    max_attempts INTEGER DEFAULT NULL
) RETURNS SETOF graphile_worker._private_jobs LANGUAGE sql AS $$
    UPDATE graphile_worker._private_jobs job
    SET run_at = coalesce($2, job.run_at), attempts = coalesce($4, job.attempts), updated_at = now()
    WHERE job.id = ANY ($1) AND job.locked_at IS NULL
    RETURNING *
$$;

CREATE FUNCTION graphile_worker._private_return_jobs(worker_id TEXT, job_ids BIGINT[])
RETURNS VOID LANGUAGE sql AS $$
    UPDATE graphile_worker._private_jobs
    SET attempts = greatest(attempts - 1, 0), locked_by = NULL, locked_at = NULL
    WHERE id = ANY (job_ids) AND locked_by = worker_id
$$;
