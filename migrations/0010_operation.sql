-- What the program keeps about itself.

-- When each job of the sweeper last ended well, for /readyz.
CREATE TABLE job_runs (
	job text PRIMARY KEY NOT NULL,
	finished_at integer NOT NULL
) STRICT;
--> statement-breakpoint

-- The batches of the writer, each recorded by its own transaction, for a day. `is_closed`: it was not written, and no
-- copy of it will be (docs/decisions/140).
CREATE TABLE write_ids (
	id text PRIMARY KEY NOT NULL,
	is_closed integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint

-- Never holds a row: its CHECK is false. The statement that failed carries the word of the refusal
-- (docs/decisions/080).
CREATE TABLE refused_writes (
	word text NOT NULL,
	CONSTRAINT refused_write CHECK (0)
) STRICT;
