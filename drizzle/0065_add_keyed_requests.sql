CREATE TABLE `event_authors` (
	`until` integer PRIMARY KEY NOT NULL,
	`actor` text
);
--> statement-breakpoint
CREATE TABLE `keyed_requests` (
	`week` integer NOT NULL,
	`key_hash` text NOT NULL,
	`sending` text NOT NULL,
	`request_digest` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`week`, `key_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
-- To run a batch only if its Idempotency-Key is new, insert into this view first. The error takes the batch back, and
-- db/keyed-request.ts knows its text.
CREATE VIEW keyed_request_checks (week, key_hash, sending) AS SELECT NULL, NULL, NULL WHERE false;
--> statement-breakpoint
CREATE TRIGGER event_authors_removed AFTER DELETE ON events BEGIN
  DELETE FROM event_authors WHERE until = old.sequence;
END;
--> statement-breakpoint
CREATE TRIGGER keyed_request_checks_inserted INSTEAD OF INSERT ON keyed_request_checks
WHEN EXISTS (
  SELECT 1 FROM keyed_requests
  WHERE week IN (new.week, new.week - 1) AND key_hash = new.key_hash AND sending <> new.sending
) BEGIN
  SELECT RAISE(ABORT, 'keyed request is known');
END;
--> statement-breakpoint
-- A key is kept for the rest of its week and for the next. Each new one removes two that are older.
CREATE TRIGGER keyed_requests_inserted AFTER INSERT ON keyed_requests BEGIN
  DELETE FROM keyed_requests WHERE (week, key_hash) IN (
    SELECT week, key_hash FROM keyed_requests WHERE week < new.week - 1 ORDER BY week, key_hash LIMIT 2
  );
END;
--> statement-breakpoint
-- The author of nothing, so that the first batch without an event finds it.
INSERT INTO event_authors (until, actor) VALUES (0, NULL);
