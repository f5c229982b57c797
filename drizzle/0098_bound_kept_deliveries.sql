DROP TRIGGER IF EXISTS kept_deliveries_deleted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS kept_deliveries_inserted;
--> statement-breakpoint
ALTER TABLE `sources` ADD `kept_bytes` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE sources SET kept_bytes = (
  SELECT coalesce(sum(octet_length(body) + octet_length(identifiers)), 0) FROM kept_deliveries AS kept
  WHERE kept.source_id = sources.source_id
) WHERE kept_count > 0;
--> statement-breakpoint
-- As many of the oldest as have the bytes that are too many, of the source that has the most bytes. LIMIT keeps SQLite from
-- carrying bodies through the window.
CREATE VIEW kept_too_large (source_id, kept_id) AS
SELECT source_id, kept_id FROM (
  SELECT source_id, kept_id, sum(bytes) OVER (ORDER BY kept_id) - bytes AS before FROM (
    SELECT source_id, kept_id, octet_length(body) + octet_length(identifiers) AS bytes FROM kept_deliveries
    WHERE source_id = (SELECT source_id FROM sources WHERE kept_count > 0 ORDER BY kept_bytes DESC LIMIT 1)
    ORDER BY kept_id LIMIT 1000
  )
) WHERE before < (SELECT sum(kept_bytes) FROM sources WHERE kept_count > 0) - 33554432;
--> statement-breakpoint
CREATE TRIGGER kept_deliveries_deleted AFTER DELETE ON kept_deliveries BEGIN
  UPDATE sources SET kept_count = kept_count - 1, kept_bytes = kept_bytes - (octet_length(old.body) + octet_length(old.identifiers)), activity = activity + 1 WHERE source_id = old.source_id;
END;
--> statement-breakpoint
CREATE TRIGGER kept_deliveries_inserted AFTER INSERT ON kept_deliveries BEGIN
  UPDATE sources
    SET kept_count = kept_count + 1, kept_bytes = kept_bytes + octet_length(new.body) + octet_length(new.identifiers), activity = activity + 1
    WHERE source_id = new.source_id;
END;
--> statement-breakpoint
-- When there are too many, the oldest of the source that has the most go: a busy one takes no place of the others.
CREATE TRIGGER sources_kept_bytes AFTER UPDATE OF kept_bytes ON sources
WHEN new.kept_bytes > old.kept_bytes AND (
  SELECT sum(kept_count) > 1000 OR sum(kept_bytes) > 33554432 FROM sources WHERE kept_count > 0
) BEGIN
  UPDATE sources SET dropped_count = dropped_count + 1
    WHERE (SELECT sum(kept_count) FROM sources WHERE kept_count > 0) > 1000
      AND source_id = (SELECT source_id FROM sources WHERE kept_count > 0 ORDER BY kept_count DESC LIMIT 1);
  DELETE FROM kept_deliveries
    WHERE (SELECT sum(kept_count) FROM sources WHERE kept_count > 0) > 1000
      AND kept_id = (SELECT kept_id FROM kept_deliveries WHERE source_id =
        (SELECT source_id FROM sources WHERE kept_count > 0 ORDER BY kept_count DESC LIMIT 1) ORDER BY kept_id LIMIT 1);
  UPDATE sources SET dropped_count = dropped_count + (SELECT count(*) FROM kept_too_large)
    WHERE source_id = (SELECT source_id FROM kept_too_large LIMIT 1);
  DELETE FROM kept_deliveries WHERE kept_id IN (SELECT kept_id FROM kept_too_large);
END;
