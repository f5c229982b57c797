CREATE TABLE `given_up` (
	`given_up_id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`kind` text NOT NULL,
	`received_at` integer NOT NULL,
	`given_up_at` integer NOT NULL,
	`attempts` integer,
	`what` text NOT NULL,
	`page_id` text,
	`audience_id` text,
	`version_id` text,
	`session_id` text,
	`identifiers` text NOT NULL,
	`body` text,
	`sent_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `given_up_source` ON `given_up` (`source`);--> statement-breakpoint
CREATE INDEX `given_up_received` ON `given_up` (`received_at`);--> statement-breakpoint
CREATE INDEX `given_up_unsent` ON `given_up` (`kind`,`given_up_id`) WHERE sent_at is null;--> statement-breakpoint
CREATE TABLE `service_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`rows_written` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `service_errors` (
	`place` text NOT NULL,
	`what` text NOT NULL,
	`count` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`request_id` text,
	PRIMARY KEY(`place`, `what`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `service_notes` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`value` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
-- A visit that was given up, with a form of the person, of their own audience, or of a session that is linked to them. One that
-- was sent again has no message any more. Before the others, which take away what it is found by.
CREATE TRIGGER persons_deleted_given_up BEFORE DELETE ON persons WHEN EXISTS (SELECT 1 FROM given_up WHERE sent_at IS NULL AND kind = 'visit') BEGIN
  DELETE FROM given_up WHERE sent_at IS NULL AND kind = 'visit' AND (
    EXISTS (SELECT 1 FROM json_each(given_up.identifiers)
      WHERE value IN (old.email, old.phone_number, old.linkedin_identity))
    OR EXISTS (SELECT 1 FROM audiences WHERE audience_id = given_up.audience_id AND person_id = old.person_id)
    OR EXISTS (SELECT 1 FROM audience_sessions
      WHERE analytics_session_id = given_up.session_id AND person_id = old.person_id));
END;
