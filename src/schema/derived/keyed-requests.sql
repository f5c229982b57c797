-- To run a batch only if its Idempotency-Key is new, insert into this view first. The error takes the batch back, and
-- db/keyed-request.ts knows its text.
CREATE VIEW keyed_request_checks (week, key_hash, sending) AS SELECT NULL, NULL, NULL WHERE false;

CREATE TRIGGER keyed_request_checks_inserted INSTEAD OF INSERT ON keyed_request_checks
WHEN EXISTS (
  SELECT 1 FROM keyed_requests
  WHERE week IN (new.week, new.week - 1) AND key_hash = new.key_hash AND sending <> new.sending
) BEGIN
  SELECT RAISE(ABORT, 'keyed request is known');
END;

-- A key is kept for the rest of its week and for the next. Each new one removes two that are older.
CREATE TRIGGER keyed_requests_inserted AFTER INSERT ON keyed_requests BEGIN
  DELETE FROM keyed_requests WHERE (week, key_hash) IN (
    SELECT week, key_hash FROM keyed_requests WHERE week < new.week - 1 ORDER BY week, key_hash LIMIT 2
  );
END;
