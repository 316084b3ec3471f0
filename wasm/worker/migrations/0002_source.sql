-- What a job was begun for when R2 announced it, key and tag of the object: the
-- same one announced twice is one job.
ALTER TABLE jobs ADD COLUMN source TEXT;
CREATE UNIQUE INDEX jobs_source ON jobs (source);
CREATE INDEX jobs_created ON jobs (created);
