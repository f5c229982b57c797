CREATE TABLE `kept_deliveries` (
	`kept_id` text PRIMARY KEY NOT NULL,
	`source_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`delivery_key` text NOT NULL,
	`type` text NOT NULL,
	`reason` text NOT NULL,
	`received_at` integer NOT NULL,
	`identifiers` text NOT NULL,
	`body` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `kept_deliveries_key` ON `kept_deliveries` (`source_id`,`key_hash`);--> statement-breakpoint
CREATE INDEX `kept_deliveries_source` ON `kept_deliveries` (`source_id`,`kept_id`);--> statement-breakpoint
CREATE TABLE `source_secrets` (
	`source_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`set_at` integer NOT NULL,
	`previous` text,
	`previous_until` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sources` (
	`source_id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`name` text NOT NULL,
	`mapping` text,
	`author` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`recent` text NOT NULL,
	`receipts` text NOT NULL,
	`received_count` integer NOT NULL,
	`logged_count` integer NOT NULL,
	`excluded_count` integer NOT NULL,
	`last_received_at` integer,
	`kept_count` integer NOT NULL,
	`dropped_count` integer NOT NULL,
	`activity` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sources_live` ON `sources` (`source_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `sources_kept` ON `sources` (`kept_count`) WHERE kept_count > 0;
--> statement-breakpoint
-- A deleted source has neither a secret nor anything that is kept.
CREATE TRIGGER sources_deleted AFTER UPDATE OF deleted_at ON sources WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL BEGIN
  DELETE FROM source_secrets WHERE source_id = new.source_id;
  DELETE FROM kept_deliveries WHERE source_id = new.source_id;
END;
--> statement-breakpoint
CREATE TRIGGER kept_deliveries_deleted AFTER DELETE ON kept_deliveries BEGIN
  UPDATE sources SET kept_count = kept_count - 1, activity = activity + 1 WHERE source_id = old.source_id;
END;
--> statement-breakpoint
-- When there are too many, the oldest of the source that has the most goes: a busy one takes no place of the others.
CREATE TRIGGER kept_deliveries_inserted AFTER INSERT ON kept_deliveries BEGIN
  UPDATE sources SET kept_count = kept_count + 1, activity = activity + 1 WHERE source_id = new.source_id;
  UPDATE sources SET dropped_count = dropped_count + 1
    WHERE (SELECT sum(kept_count) FROM sources WHERE kept_count > 0) > 1000
      AND source_id = (SELECT source_id FROM sources WHERE kept_count > 0 ORDER BY kept_count DESC LIMIT 1);
  DELETE FROM kept_deliveries
    WHERE (SELECT sum(kept_count) FROM sources WHERE kept_count > 0) > 1000
      AND kept_id = (SELECT kept_id FROM kept_deliveries WHERE source_id =
        (SELECT source_id FROM sources WHERE kept_count > 0 ORDER BY kept_count DESC LIMIT 1) ORDER BY kept_id LIMIT 1);
END;
--> statement-breakpoint
-- What is kept and names an erased person goes with them. The last deliveries of a source lose who it was.
CREATE TRIGGER persons_deleted_sources AFTER DELETE ON persons WHEN EXISTS (SELECT 1 FROM sources) BEGIN
  DELETE FROM kept_deliveries
    WHERE (old.email IS NOT NULL AND instr(identifiers, json_quote(old.email)))
      OR (old.phone_number IS NOT NULL AND instr(identifiers, json_quote(old.phone_number)))
      OR (old.linkedin_identity IS NOT NULL AND instr(identifiers, json_quote(old.linkedin_identity)));
  UPDATE sources
    SET recent = replace(recent, json_quote(old.person_id), 'null'), activity = activity + 1
    WHERE deleted_at IS NULL AND instr(recent, json_quote(old.person_id));
END;
