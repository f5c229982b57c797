CREATE TABLE `experiment_units` (
	`experiment_id` text NOT NULL,
	`bucket` integer NOT NULL,
	`seen_0` integer NOT NULL,
	`seen_1` integer NOT NULL,
	`seen_2` integer NOT NULL,
	`seen_3` integer NOT NULL,
	`hits_0` integer NOT NULL,
	`hits_1` integer NOT NULL,
	`hits_2` integer NOT NULL,
	`hits_3` integer NOT NULL,
	`by_session` integer NOT NULL,
	`others` integer NOT NULL,
	`is_limited` integer NOT NULL,
	`addresses` text NOT NULL,
	`reached` text NOT NULL,
	`units` text NOT NULL,
	PRIMARY KEY(`experiment_id`, `bucket`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `experiments` (
	`experiment_id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`audience_id` text NOT NULL,
	`name` text,
	`goal` text NOT NULL,
	`arms` text NOT NULL,
	`author` text NOT NULL,
	`status` text NOT NULL,
	`started_at` integer,
	`ends_at` integer,
	`ended_at` integer,
	`end_reason` text,
	`published_version_id` text,
	`due_at` integer,
	`looks` text NOT NULL,
	`decided_at` integer,
	`split_broken_at` integer,
	`counts` text,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `experiments_running` ON `experiments` (`audience_id`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `experiments_audience` ON `experiments` (`audience_id`,`experiment_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `experiments_page` ON `experiments` (`page_id`,`experiment_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `experiments_status` ON `experiments` (`status`,`experiment_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `experiments_due` ON `experiments` (`due_at`) WHERE due_at is not null;
--> statement-breakpoint
CREATE TRIGGER event_experiment_decided AFTER UPDATE OF decided_at ON experiments
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'experiment.decided')
  AND old.decided_at IS NULL AND new.decided_at IS NOT NULL BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'experiment.decided', new.audience_id, json_object('pageId', new.page_id, 'experimentId', new.experiment_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_experiment_split_broken AFTER UPDATE OF split_broken_at ON experiments
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'experiment.split_broken')
  AND old.split_broken_at IS NULL AND new.split_broken_at IS NOT NULL BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'experiment.split_broken', new.audience_id, json_object('pageId', new.page_id, 'experimentId', new.experiment_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
-- Nobody sees the words of an archived audience, so its test ends. Its visitors are forgotten a day later.
CREATE TRIGGER experiments_archived AFTER UPDATE OF archived_at ON audiences
WHEN old.archived_at IS NULL AND new.archived_at IS NOT NULL BEGIN
  UPDATE experiments SET status = 'ended', end_reason = 'archived', ended_at = new.archived_at,
    due_at = new.archived_at + 86400000, updated_at = new.archived_at, revision = revision + 1
  WHERE audience_id = new.audience_id AND status = 'running';
END;
