CREATE TABLE `audience_sessions` (
	`analytics_session_id` text PRIMARY KEY NOT NULL,
	`audience_session_id` text,
	`page_id` text NOT NULL,
	`audience_id` text,
	`person_id` text,
	`page_title` text,
	`page_url` text,
	`computation_status` text NOT NULL,
	`failure` text,
	`form_state` integer NOT NULL,
	`form_submission_id` text,
	`form_submission_email` text,
	`form_submission_phone` text,
	`form_submission_identifier` text,
	`form_submission_identifier_type` text,
	`has_conversion` integer NOT NULL,
	`questions_asked_count` integer NOT NULL,
	`total_clicks_count` integer NOT NULL,
	`max_scroll_depth` integer,
	`engaged_ms` integer,
	`session_started_at` integer NOT NULL,
	`active_ms` integer NOT NULL,
	`close_at` integer,
	`utm_campaign` text,
	`utm_content` text,
	`utm_medium` text,
	`utm_source` text,
	`utm_term` text,
	`is_closed` integer GENERATED ALWAYS AS (computation_status = 'completed') VIRTUAL,
	`is_bounce` integer GENERATED ALWAYS AS (computation_status = 'completed' and coalesce(engaged_ms, 0) < 10000 and total_clicks_count = 0
        and questions_asked_count = 0 and form_state = 0 and has_conversion = 0) VIRTUAL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audience_sessions_page` ON `audience_sessions` (`page_id`,`session_started_at`,`analytics_session_id`);--> statement-breakpoint
CREATE INDEX `audience_sessions_audience` ON `audience_sessions` (`page_id`,`audience_id`,`session_started_at`,`analytics_session_id`) WHERE audience_id is not null;--> statement-breakpoint
CREATE INDEX `audience_sessions_pending` ON `audience_sessions` (`close_at`) WHERE close_at is not null;--> statement-breakpoint
CREATE INDEX `audience_sessions_started` ON `audience_sessions` (`session_started_at`);--> statement-breakpoint
CREATE INDEX `audience_sessions_person` ON `audience_sessions` (`person_id`) WHERE person_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `audience_sessions_imported_id` ON `audience_sessions` (`audience_session_id`) WHERE audience_session_id is not null;--> statement-breakpoint
CREATE TABLE `page_session_counts` (
	`page_id` text NOT NULL,
	`hours` integer NOT NULL,
	`start` integer NOT NULL,
	`kept` integer NOT NULL,
	PRIMARY KEY(`page_id`, `hours`, `start`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `session_rollups` (
	`page_id` text NOT NULL,
	`audience_id` text NOT NULL,
	`hours` integer NOT NULL,
	`start` integer NOT NULL,
	`sessions` integer NOT NULL,
	`kept` integer NOT NULL,
	`closed` integer NOT NULL,
	`bounces` integer NOT NULL,
	`conversions` integer NOT NULL,
	`form_submits` integer NOT NULL,
	`cta_sessions` integer NOT NULL,
	`interactions` integer NOT NULL,
	`scroll_depth` integer NOT NULL,
	`scrolled` integer NOT NULL,
	`engaged_ms` integer NOT NULL,
	`timed` integer NOT NULL,
	PRIMARY KEY(`page_id`, `audience_id`, `hours`, `start`)
) WITHOUT ROWID;
