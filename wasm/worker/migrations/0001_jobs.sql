-- A job is the analysis of one capture. state: waiting, parts, buckets,
-- merging, done, failed. Times are milliseconds since 1970.
CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  size INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  parts INTEGER NOT NULL DEFAULT 0,
  buckets INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  created INTEGER NOT NULL,
  changed INTEGER NOT NULL
);

-- A step is a part or a bucket of a job. state: waiting, done, lost. why is
-- what went wrong last.
CREATE TABLE steps (
  job TEXT NOT NULL,
  kind TEXT NOT NULL,
  n INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  why TEXT,
  PRIMARY KEY (job, kind, n)
) WITHOUT ROWID;

-- The servers that jobs have found, with what was last known of them; row is
-- all of it as NDJSON has it.
CREATE TABLE servers (
  job TEXT NOT NULL,
  address TEXT NOT NULL,
  port INTEGER NOT NULL,
  name TEXT,
  map TEXT,
  players INTEGER,
  max_players INTEGER,
  answered INTEGER NOT NULL,
  row TEXT NOT NULL,
  PRIMARY KEY (job, address, port)
) WITHOUT ROWID;
