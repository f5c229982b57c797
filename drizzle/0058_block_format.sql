-- The baseline of release 1.0.0: the schema of commit 144f7410, which had 59 migrations. It has the names of three of them,
-- 0014, 0016 and 0058, so that a database of that commit has it already: d1_migrations has these names. The list of free
-- mail is in the other two files, because D1 takes 100,000 bytes of SQL.
-- The first query fails, and says why, in a database that lacks this migration but has tables of an earlier commit.
SELECT json_extract('{}', 'this database is older than commit 144f7410: migrate it with that commit first; it has ' || name)
FROM sqlite_master WHERE type = 'table' AND name = 'persons';
--> statement-breakpoint
CREATE TABLE `accounts` (
	`account_id` text PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`name` text NOT NULL,
	`linked_persons_count` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`latest_activity_at` integer NOT NULL
, `revision` integer DEFAULT 0 NOT NULL, `write_id` text DEFAULT '' NOT NULL, `seq` integer, `search_name` text, `latest_visit_at` integer DEFAULT 0 NOT NULL) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_domain` ON `accounts` (`domain`);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`api_key_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
, `limit_tier` text, `last_used_at` integer, `is_sign_in` integer, `shared_path` text, `shared_by` text) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);
--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `account_log_counts` (
	`account_id` text NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`logs` integer NOT NULL,
	PRIMARY KEY(`account_id`, `source`, `type`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `account_logs` (
	`account_id` text NOT NULL,
	`account_log_id` text NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`idempotency_key` text,
	`fingerprint` text,
	`created_at` integer NOT NULL, `occurred_at` integer, `happened_at` integer GENERATED ALWAYS AS (coalesce(occurred_at, created_at)) VIRTUAL,
	PRIMARY KEY(`account_id`, `account_log_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `account_logs_kind` ON `account_logs` (`account_id`,`source`,`type`,`account_log_id`);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`resource` text NOT NULL,
	`key_hash` text NOT NULL,
	`owner_id` text NOT NULL,
	`log_id` text NOT NULL,
	`request_digest` text NOT NULL,
	`created_owner` integer NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`resource`, `key_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `person_log_counts` (
	`person_id` text NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`logs` integer NOT NULL,
	PRIMARY KEY(`person_id`, `source`, `type`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `person_logs` (
	`person_id` text NOT NULL,
	`person_log_id` text NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`idempotency_key` text,
	`fingerprint` text,
	`created_at` integer NOT NULL, `occurred_at` integer, `happened_at` integer GENERATED ALWAYS AS (coalesce(occurred_at, created_at)) VIRTUAL,
	PRIMARY KEY(`person_id`, `person_log_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `person_logs_kind` ON `person_logs` (`person_id`,`source`,`type`,`person_log_id`);
--> statement-breakpoint
CREATE TABLE `erasures` (
	`person_id` text PRIMARY KEY NOT NULL,
	`erasure_id` text NOT NULL,
	`erased_logs_count` integer NOT NULL,
	`erased_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `persons` (
	`seq` integer PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`search_name` text NOT NULL,
	`email` text,
	`search_email` text,
	`search_domain` text,
	`email_domain` text,
	`domain` text,
	`phone_number` text,
	`linkedin_profile_url` text,
	`account_domain` text GENERATED ALWAYS AS (coalesce(domain, email_domain)) VIRTUAL,
	`slug` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
, `linkedin_key` text, `linkedin_identity` text GENERATED ALWAYS AS (coalesce(linkedin_key, linkedin_profile_url)) VIRTUAL, `revision` integer DEFAULT 0 NOT NULL, `write_id` text DEFAULT '' NOT NULL, `latest_visit_at` integer DEFAULT 0 NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_person_id` ON `persons` (`person_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_slug` ON `persons` (`slug`);
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_email` ON `persons` (`email`) WHERE email is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_phone_number` ON `persons` (`phone_number`) WHERE phone_number is not null;
--> statement-breakpoint
CREATE VIEW person_search_text AS
SELECT seq, person_id,
  search_name
  || char(10, 2, 2) || slug
  || coalesce(char(10, 2, 2) || coalesce(search_email, email), '')
  || coalesce(char(10, 2, 2) || substr(coalesce(search_email, email), instr(coalesce(search_email, email), '@') + 1), '')
  || coalesce(char(10, 2, 2) || coalesce(search_domain, domain), '')
  || coalesce(char(10, 2, 2) || phone_number || char(10, 2, 2) || substr(phone_number, 2), '')
  || coalesce(char(10) || linkedin_profile_url, '') AS text
FROM persons;
--> statement-breakpoint
CREATE VIRTUAL TABLE person_search USING fts5 (
  text, content = 'person_search_text', content_rowid = 'seq', tokenize = "trigram remove_diacritics 1"
);
--> statement-breakpoint
INSERT INTO person_search (person_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO person_search (person_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER persons_inserted AFTER INSERT ON persons BEGIN
  INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = new.seq;
  UPDATE counters SET value = value + 1 WHERE name = 'persons';
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1 WHERE domain = new.account_domain;
END;
--> statement-breakpoint
CREATE TRIGGER persons_account_updated
AFTER UPDATE OF domain, email_domain ON persons WHEN old.account_domain IS NOT new.account_domain BEGIN
  UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = old.account_domain;
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1 WHERE domain = new.account_domain;
END;
--> statement-breakpoint
CREATE TRIGGER persons_deleting BEFORE DELETE ON persons BEGIN
  INSERT INTO person_search (person_search, rowid, text)
    SELECT 'delete', seq, text FROM person_search_text WHERE seq = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_emptied AFTER UPDATE OF linked_persons_count ON accounts
WHEN (old.linked_persons_count = 0) <> (new.linked_persons_count = 0) BEGIN
  UPDATE counters SET value = value + iif(new.linked_persons_count = 0, 1, -1) WHERE name = 'accounts_empty';
END;
--> statement-breakpoint
CREATE TRIGGER api_keys_inserted AFTER INSERT ON api_keys BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'api_keys';
END;
--> statement-breakpoint
CREATE TABLE `audience_versions` (
	`audience_id` text NOT NULL,
	`version_number` integer NOT NULL,
	`version_id` text NOT NULL,
	`status` text NOT NULL,
	`is_new_page_agent` integer NOT NULL,
	`created_at` integer NOT NULL,
	`became_draft_at` integer,
	`queued_at` integer,
	`processing_at` integer,
	`published_at` integer,
	`cancelled_at` integer,
	`obsolete_at` integer,
	`archived_at` integer,
	`cancel_reason` text,
	`transition_id` text NOT NULL,
	`publish_order` integer,
	`sweep_at` integer,
	`failure` text,
	`supplementary_context` text,
	`frozen` text,
	`snapshot` text, `publish_at` integer, `requested_by` text,
	PRIMARY KEY(`audience_id`, `version_number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `audience_versions_version_id` ON `audience_versions` (`version_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `audience_versions_live` ON `audience_versions` (`audience_id`) WHERE status = 'published';
--> statement-breakpoint
CREATE INDEX `audience_versions_in_flight` ON `audience_versions` (`audience_id`) WHERE sweep_at is not null;
--> statement-breakpoint
CREATE INDEX `audience_versions_sweep` ON `audience_versions` (`sweep_at`) WHERE sweep_at is not null;
--> statement-breakpoint
CREATE TABLE `audiences` (
	`page_id` text NOT NULL,
	`audience_id` text NOT NULL,
	`audience_number` integer NOT NULL,
	`person_id` text,
	`custom_name` text,
	`action_form_id_override` text,
	`action_form_instructions_override` text,
	`action_url_override` text,
	`metadata_override` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`page_id`, `audience_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `audiences_audience_id` ON `audiences` (`audience_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `audiences_person` ON `audiences` (`person_id`,`page_id`) WHERE person_id is not null;
--> statement-breakpoint
CREATE TABLE `operation_keys` (
	`operation_key` text PRIMARY KEY NOT NULL,
	`version_id` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `page_link_counts` (
	`tenant_domain_id` text NOT NULL,
	`target_type` text NOT NULL,
	`page_id` text NOT NULL,
	`links` integer NOT NULL,
	PRIMARY KEY(`tenant_domain_id`, `target_type`, `page_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `page_links` (
	`seq` integer PRIMARY KEY NOT NULL,
	`page_link_id` text NOT NULL,
	`tenant_domain_id` text,
	`path` text NOT NULL,
	`search_path` text NOT NULL,
	`target_type` text NOT NULL,
	`page_id` text NOT NULL,
	`audience_id` text,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `page_links_page_link_id` ON `page_links` (`page_link_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `page_links_path` ON `page_links` (`path`) WHERE tenant_domain_id is null and deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `page_links_domain_path` ON `page_links` (`tenant_domain_id`,`path`) WHERE tenant_domain_id is not null and deleted_at is null;
--> statement-breakpoint
CREATE INDEX `page_links_domain` ON `page_links` (`tenant_domain_id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX `page_links_type` ON `page_links` (`tenant_domain_id`,`target_type`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX `page_links_page` ON `page_links` (`tenant_domain_id`,`page_id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX `page_links_page_type` ON `page_links` (`tenant_domain_id`,`page_id`,`target_type`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE TABLE `tenant_domains` (
	`tenant_domain_id` text PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `tenant_domains_domain` ON `tenant_domains` (`domain`);
--> statement-breakpoint
CREATE TABLE `pages` (
	`page_id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`url` text NOT NULL,
	`metadata` text NOT NULL,
	`audiences_count` integer NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `pages_url` ON `pages` (`url`);
--> statement-breakpoint
CREATE TABLE `topic_entries` (
	`topic_id` text NOT NULL,
	`topic_entry_id` text NOT NULL,
	`sort_order` real NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	PRIMARY KEY(`topic_id`, `topic_entry_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `topic_entries_order` ON `topic_entries` (`topic_id`,`sort_order`,`topic_entry_id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE TABLE `topics` (
	`topic_id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`purpose` text NOT NULL,
	`sort_order` real NOT NULL,
	`is_default` integer NOT NULL,
	`entries_count` integer NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `topics_order` ON `topics` (`sort_order`,`topic_id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE TRIGGER pages_inserted AFTER INSERT ON pages BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'pages';
END;
--> statement-breakpoint
CREATE TRIGGER audiences_inserted AFTER INSERT ON audiences BEGIN
  UPDATE pages SET audiences_count = audiences_count + 1 WHERE page_id = new.page_id;
END;
--> statement-breakpoint
CREATE TRIGGER audience_versions_inserted AFTER INSERT ON audience_versions BEGIN
  UPDATE audiences SET revision = revision + 1 WHERE audience_id = new.audience_id;
END;
--> statement-breakpoint
CREATE TRIGGER audience_versions_updated
AFTER UPDATE OF status, supplementary_context ON audience_versions BEGIN
  UPDATE audiences SET revision = revision + 1 WHERE audience_id = new.audience_id;
END;
--> statement-breakpoint
CREATE TRIGGER persons_renamed AFTER UPDATE OF name ON persons WHEN old.name <> new.name BEGIN
  UPDATE audiences SET revision = revision + 1 WHERE person_id = new.person_id;
END;
--> statement-breakpoint
CREATE TRIGGER tenant_domains_inserted AFTER INSERT ON tenant_domains BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'tenant_domains';
END;
--> statement-breakpoint
CREATE VIEW page_link_search_text AS
SELECT seq, iif(deleted_at IS NULL, search_path
  || char(3) || coalesce(substr(tenant_domain_id, -2), '--')
  || char(4) || substr(target_type, 1, 2)
  || char(5) || substr(page_id, -2), '') AS text
FROM page_links;
--> statement-breakpoint
CREATE VIRTUAL TABLE page_link_search USING fts5 (
  text, content = 'page_link_search_text', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1'
);
--> statement-breakpoint
CREATE TRIGGER page_links_inserted AFTER INSERT ON page_links BEGIN
  INSERT INTO page_link_search (rowid, text) SELECT seq, text FROM page_link_search_text WHERE seq = new.seq;
  INSERT INTO page_link_counts (tenant_domain_id, target_type, page_id, links)
    VALUES (coalesce(new.tenant_domain_id, ''), '', '', 1),
      (coalesce(new.tenant_domain_id, ''), new.target_type, '', 1),
      (coalesce(new.tenant_domain_id, ''), '', new.page_id, 1),
      (coalesce(new.tenant_domain_id, ''), new.target_type, new.page_id, 1)
    ON CONFLICT DO UPDATE SET links = links + 1;
END;
--> statement-breakpoint
CREATE TRIGGER page_links_text_updating
BEFORE UPDATE OF search_path, tenant_domain_id, target_type, page_id, deleted_at ON page_links BEGIN
  INSERT INTO page_link_search (page_link_search, rowid, text)
    SELECT 'delete', seq, text FROM page_link_search_text WHERE seq = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER page_links_text_updated
AFTER UPDATE OF search_path, tenant_domain_id, target_type, page_id, deleted_at ON page_links BEGIN
  INSERT INTO page_link_search (rowid, text) SELECT seq, text FROM page_link_search_text WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE TRIGGER page_links_counted
AFTER UPDATE OF tenant_domain_id, target_type, page_id, deleted_at ON page_links BEGIN
  UPDATE page_link_counts SET links = links - 1
    WHERE old.deleted_at IS NULL AND tenant_domain_id = coalesce(old.tenant_domain_id, '')
      AND target_type IN ('', old.target_type) AND page_id IN ('', old.page_id);
  INSERT INTO page_link_counts (tenant_domain_id, target_type, page_id, links)
    SELECT coalesce(new.tenant_domain_id, ''), type, page, 1
    FROM (SELECT '' AS type UNION ALL SELECT new.target_type), (SELECT '' AS page UNION ALL SELECT new.page_id)
    WHERE new.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET links = links + 1;
END;
--> statement-breakpoint
CREATE TRIGGER topics_inserted AFTER INSERT ON topics BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'topics';
END;
--> statement-breakpoint
CREATE TRIGGER topics_deleted AFTER UPDATE OF deleted_at ON topics
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'topics';
END;
--> statement-breakpoint
CREATE TRIGGER topic_entries_inserted AFTER INSERT ON topic_entries BEGIN
  UPDATE topics SET entries_count = entries_count + 1, revision = revision + 1 WHERE topic_id = new.topic_id;
END;
--> statement-breakpoint
CREATE TRIGGER topic_entries_updated AFTER UPDATE OF revision ON topic_entries BEGIN
  UPDATE topics
    SET revision = revision + 1,
      entries_count = entries_count - iif(old.deleted_at IS NULL AND new.deleted_at IS NOT NULL, 1, 0)
    WHERE topic_id = new.topic_id;
END;
--> statement-breakpoint
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
	`referrer` text, `country` text, `device` text, `browser` text, `landing_path` text GENERATED ALWAYS AS (iif(page_url is null, null, coalesce(nullif(substr(substr(substr(page_url, 1, instr(page_url || '#', '#') - 1), 1, instr(substr(page_url, 1, instr(page_url || '#', '#') - 1) || '?', '?') - 1), 8 + instr(substr(substr(substr(page_url, 1, instr(page_url || '#', '#') - 1), 1, instr(substr(page_url, 1, instr(page_url || '#', '#') - 1) || '?', '?') - 1), 9) || '/', '/')), ''), '/'))) VIRTUAL, `account_id` text, `recipient_person_id` text, `recipient_account_id` text, `page_link_id` text, `has_input` integer) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audience_sessions_page` ON `audience_sessions` (`page_id`,`session_started_at`,`analytics_session_id`);
--> statement-breakpoint
CREATE INDEX `audience_sessions_person` ON `audience_sessions` (`person_id`) WHERE person_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `audience_sessions_imported_id` ON `audience_sessions` (`audience_session_id`) WHERE audience_session_id is not null;
--> statement-breakpoint
CREATE INDEX `audience_sessions_form_email` ON `audience_sessions` (`form_submission_email`) WHERE form_submission_email is not null;
--> statement-breakpoint
CREATE INDEX `audience_sessions_form_phone` ON `audience_sessions` (`form_submission_phone`) WHERE form_submission_phone is not null;
--> statement-breakpoint
CREATE INDEX `audience_sessions_form_identifier` ON `audience_sessions` (`form_submission_identifier`) WHERE form_submission_identifier is not null;
--> statement-breakpoint
CREATE TABLE `form_submits` (
	`address_hash` text NOT NULL,
	`form_hash` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`address_hash`, `form_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `form_submits_received_at` ON `form_submits` (`received_at`);
--> statement-breakpoint
CREATE TABLE `erased_identifiers` (
	`identifier_hash` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `erased_identifiers_erased_at` ON `erased_identifiers` (`erased_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_linkedin_identity` ON `persons` (`linkedin_identity`) WHERE linkedin_identity is not null;
--> statement-breakpoint
CREATE TRIGGER persons_deleted_logs AFTER DELETE ON persons BEGIN
  DELETE FROM person_logs WHERE person_id = old.person_id;
  DELETE FROM person_log_counts WHERE person_id = old.person_id;
END;
--> statement-breakpoint
CREATE TRIGGER persons_text_updating
BEFORE UPDATE OF search_name, email, domain, phone_number, linkedin_profile_url ON persons BEGIN
  INSERT INTO person_search (person_search, rowid, text)
    SELECT 'delete', seq, text FROM person_search_text WHERE seq = old.seq;
END;
--> statement-breakpoint
CREATE TRIGGER persons_text_updated
AFTER UPDATE OF search_name, email, domain, phone_number, linkedin_profile_url ON persons BEGIN
  INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = new.seq;
END;
--> statement-breakpoint
CREATE VIEW person_log_writes (write, payload) AS SELECT NULL, NULL WHERE false;
--> statement-breakpoint
CREATE VIEW account_log_writes (write, payload) AS SELECT NULL, NULL WHERE false;
--> statement-breakpoint
CREATE VIEW matched_account_log_writes (write, payload, account_id) AS SELECT NULL, NULL, NULL WHERE false;
--> statement-breakpoint
CREATE VIEW matched_person_log_writes
  (write, payload, person_id, seq, fills_email, fills_phone_number, fills_linkedin, email_domain, names_account) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false;
--> statement-breakpoint
CREATE TABLE `session_corrections` (
	`page_id` text NOT NULL,
	`analytics_session_id` text NOT NULL,
	`counted` text,
	PRIMARY KEY(`page_id`, `analytics_session_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audiences_archived` ON `audiences` (`page_id`,`audience_id`) WHERE archived_at is not null;
--> statement-breakpoint
CREATE TABLE `left_out_counts` (
	`page_id` text NOT NULL,
	`day` integer NOT NULL,
	`reason` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`page_id`, `day`, `reason`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `left_out_counts_day` ON `left_out_counts` (`day`,`page_id`,`reason`);
--> statement-breakpoint
CREATE TABLE `left_out_visits` (
	`day` integer NOT NULL,
	`analytics_session_id` text NOT NULL,
	`page_id` text NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`day`, `analytics_session_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER left_out_visits_inserted AFTER INSERT ON left_out_visits BEGIN
  INSERT INTO left_out_counts (page_id, day, reason, count) VALUES (new.page_id, new.day, new.reason, 1)
    ON CONFLICT (page_id, day, reason) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER audience_sessions_inserted_left_out AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM left_out_visits WHERE day = new.session_started_at / 86400000 - 1
    AND analytics_session_id = new.analytics_session_id)
  OR EXISTS (SELECT 1 FROM left_out_visits WHERE day = new.session_started_at / 86400000
    AND analytics_session_id = new.analytics_session_id)
  OR EXISTS (SELECT 1 FROM left_out_visits WHERE day = new.session_started_at / 86400000 + 1
    AND analytics_session_id = new.analytics_session_id) BEGIN
  UPDATE left_out_counts SET count = count - 1 WHERE (page_id, day, reason) IN (
    SELECT page_id, day, reason FROM left_out_visits
    WHERE day IN (new.session_started_at / 86400000 - 1, new.session_started_at / 86400000,
        new.session_started_at / 86400000 + 1)
      AND analytics_session_id = new.analytics_session_id
  );
  DELETE FROM left_out_counts WHERE count = 0 AND (page_id, day, reason) IN (
    SELECT page_id, day, reason FROM left_out_visits
    WHERE day IN (new.session_started_at / 86400000 - 1, new.session_started_at / 86400000,
        new.session_started_at / 86400000 + 1)
      AND analytics_session_id = new.analytics_session_id
  );
  DELETE FROM left_out_visits
    WHERE day IN (new.session_started_at / 86400000 - 1, new.session_started_at / 86400000,
        new.session_started_at / 86400000 + 1)
      AND analytics_session_id = new.analytics_session_id;
END;
--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`scopes` text NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sign_in_codes_end` ON `sign_in_codes` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `api_keys_sign_in_end` ON `api_keys` (`expires_at`) WHERE is_sign_in = 1;
--> statement-breakpoint
CREATE TRIGGER api_keys_deleted AFTER DELETE ON api_keys BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'api_keys';
END;
--> statement-breakpoint
CREATE INDEX `page_links_audience` ON `page_links` (`audience_id`) WHERE audience_id is not null and deleted_at is null;
--> statement-breakpoint
CREATE TABLE `secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER persons_deleted AFTER DELETE ON persons BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'persons';
  DELETE FROM accounts WHERE domain = old.account_domain AND linked_persons_count = 1 AND name = domain
    AND NOT EXISTS (SELECT 1 FROM account_log_counts WHERE account_id = accounts.account_id);
  UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = old.account_domain;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_deleted AFTER DELETE ON accounts BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'accounts';
  UPDATE counters SET value = value - 1 WHERE name = 'accounts_empty' AND old.linked_persons_count = 0;
END;
--> statement-breakpoint
CREATE TRIGGER person_log_writes_inserted INSTEAD OF INSERT ON person_log_writes
WHEN new.write ->> 'keyHash' IS NULL OR NOT EXISTS (
  SELECT 1 FROM idempotency_keys WHERE resource = 'person_log' AND key_hash = new.write ->> 'keyHash'
) BEGIN
  INSERT INTO matched_person_log_writes
  SELECT new.write, new.payload, person_id, seq, fills_email, fills_phone_number, fills_linkedin,
    iif(seq IS NULL OR fills_email, (
      SELECT new.write ->> 'emailDomain'
      WHERE NOT EXISTS (SELECT 1 FROM free_mail_domains WHERE domain = new.write ->> 'emailDomain')), NULL),
    seq IS NULL OR domain IS NULL
  FROM (
    SELECT person.seq, person.domain,
      iif(new.write ->> 'personId' IS NULL, coalesce(person.person_id, new.write ->> 'newPersonId'),
        person.person_id) AS person_id,
      person.email IS NULL AND new.write ->> 'email' IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM persons WHERE email = new.write ->> 'email') AS fills_email,
      person.phone_number IS NULL AND new.write ->> 'phoneNumber' IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM persons WHERE phone_number = new.write ->> 'phoneNumber') AS fills_phone_number,
      person.linkedin_profile_url IS NULL AND new.write ->> 'linkedinProfileUrl' IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity') AS fills_linkedin
    FROM (SELECT 1) LEFT JOIN persons AS person ON person.seq = CASE
      WHEN new.write ->> 'personId' IS NOT NULL
      THEN (SELECT seq FROM persons WHERE person_id = new.write ->> 'personId')
      ELSE coalesce(
        (SELECT seq FROM persons WHERE email = new.write ->> 'email'),
        (SELECT seq FROM persons WHERE phone_number = new.write ->> 'phoneNumber'),
        (SELECT seq FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity'))
      END
  );
END;
--> statement-breakpoint
CREATE TABLE `session_seal` (
	`id` integer PRIMARY KEY NOT NULL,
	`sealed_at` integer NOT NULL,
	`sealed_id` text NOT NULL,
	`revision` integer NOT NULL
, `format` integer DEFAULT 2 NOT NULL);
--> statement-breakpoint
CREATE INDEX `audience_sessions_started` ON `audience_sessions` (`session_started_at`,`analytics_session_id`);
--> statement-breakpoint
CREATE TRIGGER audience_sessions_inserted AFTER INSERT ON audience_sessions WHEN (new.session_started_at, new.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1) BEGIN
  INSERT INTO session_corrections (page_id, analytics_session_id)
  VALUES (new.page_id, new.analytics_session_id);
END;
--> statement-breakpoint
CREATE TABLE `erased_audiences` (
	`audience_id` text PRIMARY KEY NOT NULL,
	`page_id` text NOT NULL,
	`clears_until` integer NOT NULL,
	`step` text NOT NULL,
	`place` integer,
	`due_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `erased_audiences_due` ON `erased_audiences` (`due_at`);
--> statement-breakpoint
CREATE TRIGGER persons_deleted_audiences AFTER DELETE ON persons BEGIN
  INSERT INTO erased_audiences (audience_id, page_id, clears_until, step, due_at)
    SELECT audience_id, page_id, unixepoch() * 1000 + 300000, 'sessions', 0
    FROM audiences WHERE person_id = old.person_id;
  UPDATE audiences SET person_id = NULL, revision = revision + 1 WHERE person_id = old.person_id;
END;
--> statement-breakpoint
CREATE TRIGGER matched_account_log_writes_inserted INSTEAD OF INSERT ON matched_account_log_writes BEGIN
  INSERT INTO account_logs (account_id, account_log_id, source, type, payload, idempotency_key, fingerprint,
    created_at, occurred_at)
  VALUES (new.account_id, new.write ->> 'logId', new.write ->> 'source', new.write ->> 'type', new.payload,
    new.write ->> 'idempotencyKey', new.write ->> 'fingerprint', new.write ->> 'createdAt',
    new.write ->> 'occurredAt')
  ON CONFLICT (account_id, account_log_id) DO NOTHING;

  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'account_log', new.write ->> 'keyHash', new.account_id, new.write ->> 'logId',
    new.write ->> 'requestDigest', new.account_id = new.write ->> 'newAccountId', new.write ->> 'source',
    new.write ->> 'type', new.write ->> 'createdAt'
  WHERE new.write ->> 'keyHash' IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER persons_deleted_sessions AFTER DELETE ON persons BEGIN
  UPDATE audience_sessions
    SET person_id = nullif(person_id, old.person_id), account_id = iif(person_id = old.person_id, NULL, account_id),
      form_submission_email = NULL, form_submission_phone = NULL, form_submission_identifier = NULL,
      form_submission_identifier_type = NULL, page_link_id = NULL, page_title = NULL, page_url = NULL, utm_campaign = NULL, utm_content = NULL, utm_medium = NULL, utm_source = NULL, utm_term = NULL, referrer = NULL
    WHERE analytics_session_id IN (
      SELECT analytics_session_id FROM audience_sessions WHERE person_id = old.person_id
      UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_email = old.email
      UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_phone = old.phone_number
      UNION SELECT analytics_session_id FROM audience_sessions
        WHERE form_submission_identifier IN (old.email, old.phone_number, old.linkedin_identity)
    );
END;
--> statement-breakpoint
CREATE TRIGGER audience_sessions_updated AFTER UPDATE ON audience_sessions
WHEN ((old.session_started_at, old.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1) OR (new.session_started_at, new.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1))
  AND json_array(old.analytics_session_id, old.session_started_at, old.active_ms, coalesce(old.engaged_ms + 1, 0), coalesce(old.max_scroll_depth + 1, 0), old.total_clicks_count, old.questions_asked_count, ((old.computation_status = 'pending') * 1 + (old.failure IS NOT NULL) * 2 + (old.form_state > 0) * 4 + (old.has_conversion > 0) * 8), old.audience_id, old.page_id, old.utm_source, old.utm_medium, old.utm_campaign, old.utm_term, old.utm_content, old.referrer, old.country, old.device, old.browser, old.landing_path, iif(old.account_id IS NULL, NULL, old.person_id), nullif(old.account_id, ''), old.recipient_person_id, old.recipient_account_id, old.page_link_id)
  IS NOT json_array(new.analytics_session_id, new.session_started_at, new.active_ms, coalesce(new.engaged_ms + 1, 0), coalesce(new.max_scroll_depth + 1, 0), new.total_clicks_count, new.questions_asked_count, ((new.computation_status = 'pending') * 1 + (new.failure IS NOT NULL) * 2 + (new.form_state > 0) * 4 + (new.has_conversion > 0) * 8), new.audience_id, new.page_id, new.utm_source, new.utm_medium, new.utm_campaign, new.utm_term, new.utm_content, new.referrer, new.country, new.device, new.browser, new.landing_path, iif(new.account_id IS NULL, NULL, new.person_id), nullif(new.account_id, ''), new.recipient_person_id, new.recipient_account_id, new.page_link_id)
BEGIN
  INSERT INTO session_corrections (page_id, analytics_session_id, counted)
  VALUES (new.page_id, new.analytics_session_id, iif((old.session_started_at, old.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1),
    json_array(old.analytics_session_id, old.session_started_at, old.active_ms, coalesce(old.engaged_ms + 1, 0), coalesce(old.max_scroll_depth + 1, 0), old.total_clicks_count, old.questions_asked_count, ((old.computation_status = 'pending') * 1 + (old.failure IS NOT NULL) * 2 + (old.form_state > 0) * 4 + (old.has_conversion > 0) * 8), old.audience_id, old.page_id, old.utm_source, old.utm_medium, old.utm_campaign, old.utm_term, old.utm_content, old.referrer, old.country, old.device, old.browser, old.landing_path, iif(old.account_id IS NULL, NULL, old.person_id), nullif(old.account_id, ''), old.recipient_person_id, old.recipient_account_id, old.page_link_id), NULL))
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_seq` ON `accounts` (`seq`);
--> statement-breakpoint
CREATE INDEX `accounts_activity` ON `accounts` (`latest_activity_at`,`account_id`);
--> statement-breakpoint
CREATE INDEX `accounts_visit` ON `accounts` (`latest_visit_at`,`account_id`);
--> statement-breakpoint
CREATE INDEX `accounts_persons` ON `accounts` (`linked_persons_count`,`account_id`);
--> statement-breakpoint
CREATE INDEX `accounts_empty_activity` ON `accounts` (`latest_activity_at`,`account_id`) WHERE linked_persons_count = 0;
--> statement-breakpoint
CREATE INDEX `accounts_empty_visit` ON `accounts` (`latest_visit_at`,`account_id`) WHERE linked_persons_count = 0;
--> statement-breakpoint
CREATE INDEX `persons_visit` ON `persons` (`latest_visit_at`,`person_id`);
--> statement-breakpoint
CREATE TRIGGER person_logs_inserted AFTER INSERT ON person_logs BEGIN
  INSERT INTO person_log_counts (person_id, source, type, logs) VALUES (new.person_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = coalesce(new.occurred_at, new.created_at)
    WHERE domain = (SELECT account_domain FROM persons WHERE person_id = new.person_id)
      AND latest_activity_at < coalesce(new.occurred_at, new.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER account_logs_inserted AFTER INSERT ON account_logs BEGIN
  INSERT INTO account_log_counts (account_id, source, type, logs) VALUES (new.account_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = coalesce(new.occurred_at, new.created_at)
    WHERE account_id = new.account_id AND latest_activity_at < coalesce(new.occurred_at, new.created_at);
END;
--> statement-breakpoint
CREATE VIEW account_search_text AS
SELECT account_id, seq,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(iif(name = domain, '', char(2, 2) || replace(name, ' ', char(32, 2, 2)) || char(10)) || char(2, 2) || domain, 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss'), 'Þ', 'th'), 'þ', 'th'), 'Ð', 'd'), 'ð', 'd'), 'Đ', 'd'), 'đ', 'd'), 'Ø', 'o'), 'ø', 'o'), 'Ł', 'l'), 'ł', 'l'), 'Ħ', 'h'), 'ħ', 'h'), 'Ŧ', 't'), 'ŧ', 't'), 'Ŋ', 'n'), 'ŋ', 'n'), 'ı', 'i')
  || coalesce(char(10) || search_name, '') AS text
FROM accounts;
--> statement-breakpoint
CREATE VIRTUAL TABLE account_search USING fts5 (
  text, content = 'account_search_text', content_rowid = 'seq', tokenize = "trigram remove_diacritics 1"
);
--> statement-breakpoint
INSERT INTO account_search (account_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO account_search (account_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER accounts_inserted AFTER INSERT ON accounts BEGIN
  UPDATE accounts SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM accounts)
    WHERE account_id = new.account_id AND new.seq IS NULL;
  INSERT INTO account_search (rowid, text)
    SELECT seq, text FROM account_search_text WHERE account_id = new.account_id;
  UPDATE counters SET value = value + 1 WHERE name = 'accounts';
  UPDATE counters SET value = value + 1 WHERE name = 'accounts_empty' AND new.linked_persons_count = 0;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_text_updating BEFORE UPDATE OF name, search_name ON accounts BEGIN
  INSERT INTO account_search (account_search, rowid, text)
    SELECT 'delete', seq, text FROM account_search_text WHERE account_id = old.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_text_updated AFTER UPDATE OF name, search_name ON accounts BEGIN
  INSERT INTO account_search (rowid, text) SELECT seq, text FROM account_search_text WHERE account_id = new.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_deleting BEFORE DELETE ON accounts BEGIN
  INSERT INTO account_search (account_search, rowid, text)
    SELECT 'delete', seq, text FROM account_search_text WHERE account_id = old.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER matched_person_log_writes_inserted INSTEAD OF INSERT ON matched_person_log_writes
WHEN new.person_id IS NOT NULL BEGIN
  INSERT INTO persons (person_id, name, search_name, email, search_email, email_domain, phone_number,
    linkedin_profile_url, linkedin_key, slug, revision, write_id, created_at, updated_at)
  SELECT new.person_id, new.write ->> 'name', new.write ->> 'searchName', new.write ->> 'email',
    new.write ->> 'searchEmail', new.email_domain, new.write ->> 'phoneNumber',
    new.write ->> 'linkedinProfileUrl', new.write ->> 'linkedinKey',
    CASE
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'slug') THEN new.write ->> 'slug'
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'shortSlug') THEN new.write ->> 'shortSlug'
      ELSE new.write ->> 'wholeSlug'
    END,
    1, '', new.write ->> 'createdAt', new.write ->> 'createdAt'
  WHERE new.seq IS NULL
  ON CONFLICT (person_id) DO NOTHING;

  -- A log fills blanks with identifiers that nobody has; it overwrites nothing.
  UPDATE persons SET
    email = iif(new.fills_email, new.write ->> 'email', email),
    search_email = iif(new.fills_email, new.write ->> 'searchEmail', search_email),
    email_domain = iif(new.fills_email, new.email_domain, email_domain),
    phone_number = iif(new.fills_phone_number, new.write ->> 'phoneNumber', phone_number),
    linkedin_profile_url = iif(new.fills_linkedin, new.write ->> 'linkedinProfileUrl', linkedin_profile_url),
    linkedin_key = iif(new.fills_linkedin, new.write ->> 'linkedinKey', linkedin_key),
    revision = revision + 1,
    updated_at = max(updated_at, new.write ->> 'createdAt')
  WHERE seq = new.seq AND (new.fills_email OR new.fills_phone_number OR new.fills_linkedin);

  -- Behind the person: a trigger has counted the person into an account that was there. The log is the first activity
  -- of a new account.
  INSERT INTO accounts (account_id, seq, domain, name, linked_persons_count, revision, write_id, created_at, updated_at,
    latest_activity_at)
  SELECT new.write ->> 'newAccountId', (SELECT coalesce(max(seq), 0) + 1 FROM accounts),
    new.email_domain, new.email_domain, 1, 1, '',
    new.write ->> 'createdAt', new.write ->> 'createdAt',
    coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt')
  WHERE new.names_account AND new.email_domain IS NOT NULL
  ON CONFLICT (domain) DO NOTHING;

  INSERT INTO person_logs (person_id, person_log_id, source, type, payload, idempotency_key, fingerprint, created_at,
    occurred_at)
  VALUES (new.person_id, new.write ->> 'logId', new.write ->> 'source', new.write ->> 'type', new.payload,
    new.write ->> 'idempotencyKey', new.write ->> 'fingerprint', new.write ->> 'createdAt',
    new.write ->> 'occurredAt')
  ON CONFLICT (person_id, person_log_id) DO NOTHING;

  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person_log', new.write ->> 'keyHash', new.person_id, new.write ->> 'logId',
    new.write ->> 'requestDigest', new.seq IS NULL, new.write ->> 'source', new.write ->> 'type',
    new.write ->> 'createdAt'
  WHERE new.write ->> 'keyHash' IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER account_log_writes_inserted INSTEAD OF INSERT ON account_log_writes
WHEN new.write ->> 'keyHash' IS NULL OR NOT EXISTS (
  SELECT 1 FROM idempotency_keys WHERE resource = 'account_log' AND key_hash = new.write ->> 'keyHash'
) BEGIN
  INSERT INTO accounts (account_id, seq, domain, name, linked_persons_count, revision, write_id, created_at, updated_at,
    latest_activity_at)
  SELECT new.write ->> 'newAccountId', (SELECT coalesce(max(seq), 0) + 1 FROM accounts),
    new.write ->> 'domain', new.write ->> 'domain', 0, 1, '',
    new.write ->> 'createdAt', new.write ->> 'createdAt',
    coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt')
  WHERE new.write ->> 'domain' IS NOT NULL
  ON CONFLICT (domain) DO NOTHING;

  INSERT INTO matched_account_log_writes
  SELECT new.write, new.payload, account_id FROM accounts
  WHERE account_id = coalesce(new.write ->> 'accountId',
    (SELECT account_id FROM accounts WHERE domain = new.write ->> 'domain'));
END;
--> statement-breakpoint
CREATE INDEX `account_logs_happened` ON `account_logs` (`account_id`,`source`,`type`,`happened_at`,`account_log_id`);
--> statement-breakpoint
CREATE INDEX `person_logs_happened` ON `person_logs` (`person_id`,`source`,`type`,`happened_at`,`person_log_id`);
--> statement-breakpoint
CREATE INDEX `audience_versions_published` ON `audience_versions` (`audience_id`,`published_at`,`version_id`) WHERE published_at is not null;
--> statement-breakpoint
CREATE INDEX `persons_account` ON `persons` (`account_domain`) WHERE account_domain is not null;
--> statement-breakpoint
CREATE TABLE `refused_origins` (
	`day` integer NOT NULL,
	`origin` text NOT NULL,
	`requests_count` integer NOT NULL,
	`last_refused_at` integer NOT NULL,
	`write_id` text NOT NULL,
	PRIMARY KEY(`day`, `origin`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `websites` (
	`website_id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `websites_origin` ON `websites` (`origin`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX `websites_live` ON `websites` (`website_id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE TRIGGER websites_inserted AFTER INSERT ON websites BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'websites';
END;
--> statement-breakpoint
CREATE TRIGGER websites_deleted AFTER UPDATE OF deleted_at ON websites
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'websites';
END;
--> statement-breakpoint
CREATE INDEX `api_keys_shared_end` ON `api_keys` (`expires_at`) WHERE shared_path is not null;
--> statement-breakpoint
CREATE TABLE `annotations` (
	`annotation_id` text PRIMARY KEY NOT NULL,
	`page_id` text,
	`text` text NOT NULL,
	`happened_at` integer NOT NULL,
	`author` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `annotations_happened` ON `annotations` (`happened_at`,`annotation_id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX `annotations_page` ON `annotations` (`page_id`,`happened_at`,`annotation_id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE TABLE `views` (
	`view_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`address` text NOT NULL,
	`author` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `views_name` ON `views` (`name_key`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE TRIGGER views_inserted AFTER INSERT ON views BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'views';
END;
--> statement-breakpoint
CREATE TRIGGER views_deleted AFTER UPDATE OF deleted_at ON views
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'views';
END;
--> statement-breakpoint
CREATE TABLE `publishes` (
	`page_id` text NOT NULL,
	`published_at` integer NOT NULL,
	`version_id` text NOT NULL,
	`audience_id` text NOT NULL,
	`version_number` integer NOT NULL,
	PRIMARY KEY(`page_id`, `published_at`, `version_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER publishes_noted AFTER UPDATE OF published_at ON audience_versions
WHEN old.published_at IS NULL AND new.published_at IS NOT NULL BEGIN
  INSERT INTO publishes (page_id, published_at, version_id, audience_id, version_number)
  SELECT page_id, new.published_at, new.version_id, new.audience_id, new.version_number
  FROM audiences WHERE audience_id = new.audience_id;
END;
--> statement-breakpoint
CREATE TABLE `audience_names` (
	`seq` integer PRIMARY KEY NOT NULL,
	`audience_id` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audience_names_audience_id` ON `audience_names` (`audience_id`);
--> statement-breakpoint
CREATE VIEW audience_name_text AS
SELECT audience_id, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(char(2, 2) || replace(coalesce(audiences.custom_name, persons.name), ' ', char(32, 2, 2)), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss'), 'Þ', 'th'), 'þ', 'th'), 'Ð', 'd'), 'ð', 'd'), 'Đ', 'd'), 'đ', 'd'), 'Ø', 'o'), 'ø', 'o'), 'Ł', 'l'), 'ł', 'l'), 'Ħ', 'h'), 'ħ', 'h'), 'Ŧ', 't'), 'ŧ', 't'), 'Ŋ', 'n'), 'ŋ', 'n'), 'ı', 'i') AS text
FROM audiences LEFT JOIN persons ON persons.person_id = audiences.person_id
WHERE coalesce(audiences.custom_name, persons.name) IS NOT NULL;
--> statement-breakpoint
CREATE VIRTUAL TABLE audience_search USING fts5 (
  text, content = 'audience_names', content_rowid = 'seq', tokenize = "trigram remove_diacritics 1"
);
--> statement-breakpoint
INSERT INTO audience_search (audience_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO audience_search (audience_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER audiences_named AFTER INSERT ON audiences BEGIN
  INSERT INTO audience_names (audience_id, text)
    SELECT audience_id, text FROM audience_name_text WHERE audience_id = new.audience_id;
END;
--> statement-breakpoint
CREATE TRIGGER audiences_renamed AFTER UPDATE OF custom_name, person_id ON audiences
WHEN old.custom_name IS NOT new.custom_name OR old.person_id IS NOT new.person_id BEGIN
  DELETE FROM audience_names WHERE audience_id = new.audience_id;
  INSERT INTO audience_names (audience_id, text)
    SELECT audience_id, text FROM audience_name_text WHERE audience_id = new.audience_id;
END;
--> statement-breakpoint
CREATE TRIGGER persons_renamed_audiences AFTER UPDATE OF name ON persons WHEN old.name <> new.name BEGIN
  DELETE FROM audience_names WHERE audience_id IN (
    SELECT audience_id FROM audiences WHERE person_id = new.person_id AND custom_name IS NULL);
  INSERT INTO audience_names (audience_id, text)
    SELECT audience_id, text FROM audience_name_text WHERE audience_id IN (
      SELECT audience_id FROM audiences WHERE person_id = new.person_id AND custom_name IS NULL);
END;
--> statement-breakpoint
CREATE TRIGGER audience_names_inserted AFTER INSERT ON audience_names BEGIN
  INSERT INTO audience_search (rowid, text) VALUES (new.seq, new.text);
END;
--> statement-breakpoint
CREATE TRIGGER audience_names_deleted AFTER DELETE ON audience_names BEGIN
  INSERT INTO audience_search (audience_search, rowid, text) VALUES ('delete', old.seq, old.text);
END;
--> statement-breakpoint
CREATE TABLE `event_actor` (
	`id` integer PRIMARY KEY NOT NULL,
	`actor` text
, `has_webhooks` integer DEFAULT false NOT NULL);
--> statement-breakpoint
CREATE TABLE `event_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`types` text NOT NULL,
	`retention_days` integer NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `events` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`subject` text,
	`related` text NOT NULL,
	`changes` text,
	`actor` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_subject` ON `events` (`subject`,`sequence`) WHERE subject is not null;
--> statement-breakpoint
CREATE TRIGGER event_person_created AFTER INSERT ON persons
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.created') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.created', new.person_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_person_updated AFTER UPDATE OF name, email, domain, phone_number, linkedin_profile_url ON persons
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.updated')
  AND (old.name IS NOT new.name OR old.email IS NOT new.email OR old.domain IS NOT new.domain OR old.phone_number IS NOT new.phone_number OR old.linkedin_profile_url IS NOT new.linkedin_profile_url) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.updated', new.person_id, json_object(),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.name IS NOT new.name, 'name', NULL), iif(old.email IS NOT new.email, 'email', NULL), iif(old.domain IS NOT new.domain, 'domain', NULL), iif(old.phone_number IS NOT new.phone_number, 'phoneNumber', NULL), iif(old.linkedin_profile_url IS NOT new.linkedin_profile_url, 'linkedinProfileUrl', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_person_log_created AFTER INSERT ON person_logs
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person_log.created') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person_log.created', new.person_id, json_object('personLogId', new.person_log_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_account_created AFTER INSERT ON accounts
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.created') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.created', new.account_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_account_updated AFTER UPDATE OF name ON accounts
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.updated')
  AND (old.name IS NOT new.name) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.updated', new.account_id, json_object(),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.name IS NOT new.name, 'name', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_account_log_created AFTER INSERT ON account_logs
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account_log.created') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account_log.created', new.account_id, json_object('accountLogId', new.account_log_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_page_created AFTER INSERT ON pages
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'page.created') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'page.created', new.page_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_page_updated AFTER UPDATE OF title, url, metadata ON pages
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'page.updated')
  AND (old.title IS NOT new.title OR old.url IS NOT new.url OR old.metadata IS NOT new.metadata) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'page.updated', new.page_id, json_object(),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.title IS NOT new.title, 'title', NULL), iif(old.url IS NOT new.url, 'url', NULL), iif(old.metadata IS NOT new.metadata, 'metadata', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_created AFTER INSERT ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.created') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.created', new.audience_id, json_object('pageId', new.page_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_updated_words AFTER UPDATE OF supplementary_context ON audience_versions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.updated')
  AND old.supplementary_context IS NOT new.supplementary_context BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.updated', new.audience_id, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = new.audience_id), 'versionId', new.version_id),
    json_array('supplementaryContext'),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_archived AFTER UPDATE OF archived_at ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.archived')
  AND old.archived_at IS NULL AND new.archived_at IS NOT NULL BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.archived', new.audience_id, json_object('pageId', new.page_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_restored AFTER UPDATE OF archived_at ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.restored')
  AND old.archived_at IS NOT NULL AND new.archived_at IS NULL BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.restored', new.audience_id, json_object('pageId', new.page_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_version_created AFTER INSERT ON audience_versions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience_version.created') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience_version.created', new.audience_id, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = new.audience_id), 'versionId', new.version_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_version_queued AFTER UPDATE OF status ON audience_versions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience_version.queued')
  AND new.status = 'queued' AND old.status <> new.status BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience_version.queued', new.audience_id, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = new.audience_id), 'versionId', new.version_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_version_published AFTER UPDATE OF status ON audience_versions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience_version.published')
  AND new.status = 'published' AND old.status <> new.status BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience_version.published', new.audience_id, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = new.audience_id), 'versionId', new.version_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_version_cancelled AFTER UPDATE OF status ON audience_versions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience_version.cancelled')
  AND new.status = 'cancelled' AND old.status <> new.status BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience_version.cancelled', new.audience_id, json_object('pageId', (SELECT page_id FROM audiences WHERE audience_id = new.audience_id), 'versionId', new.version_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_page_link_created AFTER INSERT ON page_links
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'page_link.created') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'page_link.created', new.page_link_id, json_object('pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_page_link_updated AFTER UPDATE OF tenant_domain_id, path, target_type, page_id, audience_id ON page_links
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'page_link.updated')
  AND (old.tenant_domain_id IS NOT new.tenant_domain_id OR old.path IS NOT new.path OR old.target_type IS NOT new.target_type OR old.page_id IS NOT new.page_id OR old.audience_id IS NOT new.audience_id) AND new.deleted_at IS NULL BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'page_link.updated', new.page_link_id, json_object('pageId', new.page_id, 'audienceId', new.audience_id),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.tenant_domain_id IS NOT new.tenant_domain_id, 'tenantDomainId', NULL), iif(old.path IS NOT new.path, 'path', NULL), iif(old.target_type IS NOT new.target_type, 'targetType', NULL), iif(old.page_id IS NOT new.page_id, 'pageId', NULL), iif(old.audience_id IS NOT new.audience_id, 'audienceId', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_page_link_deleted AFTER UPDATE OF deleted_at ON page_links
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'page_link.deleted')
  AND old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'page_link.deleted', new.page_link_id, json_object('pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_api_key_created AFTER INSERT ON api_keys
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'api_key.created') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'api_key.created', new.api_key_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_api_key_updated AFTER UPDATE OF expires_at ON api_keys
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'api_key.updated')
  AND (old.expires_at IS NOT new.expires_at) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'api_key.updated', new.api_key_id, json_object(),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.expires_at IS NOT new.expires_at, 'expiresAt', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_api_key_revoked AFTER UPDATE OF revoked_at ON api_keys
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'api_key.revoked')
  AND old.revoked_at IS NULL AND new.revoked_at IS NOT NULL BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'api_key.revoked', new.api_key_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_settings_updated AFTER UPDATE OF types ON event_settings BEGIN
  DELETE FROM event_listeners WHERE listener = 'feed' AND type NOT IN (SELECT value FROM json_each(new.types));
  INSERT INTO event_listeners (type, listener) SELECT value, 'feed' FROM json_each(new.types) WHERE true
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER event_session_started AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'session.started') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'session.started', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_session_engaged AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'session.engaged')
  AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'session.engaged', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_session_engaged_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'session.engaged')
  AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion) AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion) IS NOT TRUE BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'session.engaged', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_form_submitted AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'form.submitted')
  AND new.form_state > 0 BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'form.submitted', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_form_submitted_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'form.submitted')
  AND new.form_state > 0 AND old.form_state > 0 IS NOT TRUE BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'form.submitted', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER events_newest_kept BEFORE DELETE ON events WHEN old.sequence = (SELECT max(sequence) FROM events) BEGIN
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TABLE `event_listeners` (
	`type` text NOT NULL,
	`listener` text NOT NULL,
	PRIMARY KEY(`type`, `listener`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `visit_days` (
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`type`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `events_visited` ON `events` (`created_at`) WHERE type in ('account.visited', 'person.visited') and subject is not null;
--> statement-breakpoint
CREATE TRIGGER event_account_visited AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited') AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.visited', new.recipient_account_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'account.visited' AND subject = new.recipient_account_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) VALUES ('account.visited', new.recipient_account_id, new.session_started_at / 86400000)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER event_account_visited_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited') AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_account_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_account_id IS NOT new.recipient_account_id) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.visited', new.recipient_account_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'account.visited' AND subject = new.recipient_account_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) VALUES ('account.visited', new.recipient_account_id, new.session_started_at / 86400000)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER event_person_visited AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited') AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.visited', new.recipient_person_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'person.visited' AND subject = new.recipient_person_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) VALUES ('person.visited', new.recipient_person_id, new.session_started_at / 86400000)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER event_person_visited_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited') AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_person_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_person_id IS NOT new.recipient_person_id) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.visited', new.recipient_person_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'person.visited' AND subject = new.recipient_person_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) VALUES ('person.visited', new.recipient_person_id, new.session_started_at / 86400000)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TABLE `webhook_answers` (
	`webhook_id` text NOT NULL,
	`place` integer NOT NULL,
	`sequence` integer NOT NULL,
	`answer` text NOT NULL,
	PRIMARY KEY(`webhook_id`, `place`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`webhook_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`started_at` integer,
	`duration_ms` integer,
	`status_code` integer,
	`error` text,
	`next_attempt_at` integer,
	PRIMARY KEY(`webhook_id`, `sequence`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_id`,`next_attempt_at`) WHERE next_attempt_at is not null;
--> statement-breakpoint
CREATE TABLE `webhook_secrets` (
	`webhook_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`previous` text,
	`previous_until` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`webhook_id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`types` text NOT NULL,
	`is_ordered` integer NOT NULL,
	`cursor` integer NOT NULL,
	`failing_since` integer,
	`disabled_at` integer,
	`disabled_reason` text,
	`lease_id` text,
	`lease_until` integer,
	`keeps_answers` integer NOT NULL,
	`author` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`is_cleared` integer NOT NULL
, `format` text DEFAULT 'json' NOT NULL, `console_origin` text) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhooks_known` ON `webhooks` (`webhook_id`) WHERE is_cleared = 0;
--> statement-breakpoint
CREATE TRIGGER event_listeners_inserted AFTER INSERT ON event_listeners BEGIN
  INSERT INTO event_actor (id) VALUES (1) ON CONFLICT DO NOTHING;
  UPDATE event_actor SET has_webhooks = 1 WHERE has_webhooks = 0 AND new.listener <> 'feed';
END;
--> statement-breakpoint
CREATE TRIGGER event_listeners_deleted AFTER DELETE ON event_listeners BEGIN
  UPDATE event_actor SET has_webhooks = 0
    WHERE has_webhooks = 1 AND NOT EXISTS (SELECT 1 FROM event_listeners WHERE listener <> 'feed');
  DELETE FROM event_actor WHERE NOT EXISTS (SELECT 1 FROM event_listeners);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_inserted AFTER INSERT ON webhooks BEGIN
  INSERT INTO event_listeners (type, listener) SELECT value, new.webhook_id FROM json_each(new.types)
    WHERE new.disabled_at IS NULL AND new.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_deleted AFTER UPDATE OF deleted_at ON webhooks
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  DELETE FROM webhook_secrets WHERE webhook_id = new.webhook_id;
  DELETE FROM webhook_answers WHERE webhook_id = new.webhook_id;
END;
--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_deleted AFTER DELETE ON webhook_deliveries BEGIN
  DELETE FROM webhook_answers
    WHERE webhook_id = old.webhook_id AND place = old.sequence % 20 AND sequence = old.sequence;
END;
--> statement-breakpoint
CREATE TRIGGER persons_deleted_answers AFTER DELETE ON persons BEGIN
  DELETE FROM webhook_answers;
  UPDATE webhooks SET keeps_answers = 0 WHERE is_cleared = 0 AND keeps_answers = 1;
END;
--> statement-breakpoint
CREATE TABLE `alert_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert_firings` (
	`firing_id` text PRIMARY KEY NOT NULL,
	`alert_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`subject` text NOT NULL,
	`day` integer NOT NULL,
	`facts` text NOT NULL,
	`fired_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_firings_once` ON `alert_firings` (`alert_id`,`subject`,`day`);
--> statement-breakpoint
CREATE INDEX `alert_firings_alert` ON `alert_firings` (`alert_id`,`firing_id`);
--> statement-breakpoint
CREATE INDEX `alert_firings_subject` ON `alert_firings` (`subject`) WHERE subject <> '';
--> statement-breakpoint
CREATE TABLE `alert_visits` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`subject` text,
	`started_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alert_visits_subject` ON `alert_visits` (`subject`,`started_at`) WHERE subject is not null;
--> statement-breakpoint
CREATE TABLE `alerts` (
	`alert_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`webhook_id` text NOT NULL,
	`timezone` text NOT NULL,
	`type` text NOT NULL,
	`condition` text NOT NULL,
	`on_after` integer,
	`next_due_at` integer,
	`failed_at` integer,
	`author` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `alerts_live` ON `alerts` (`alert_id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX `alerts_on` ON `alerts` (`type`) WHERE on_after is not null;
--> statement-breakpoint
CREATE INDEX `alerts_due` ON `alerts` (`next_due_at`) WHERE next_due_at is not null;
--> statement-breakpoint
CREATE INDEX `events_fired` ON `events` (`created_at`) WHERE type = 'alert.fired' and (related ->> 'accountId' is not null or related ->> 'personId' is not null);
--> statement-breakpoint
CREATE TRIGGER alert_visits_accounts_visited AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM alerts WHERE type = 'accounts_visited' AND on_after IS NOT NULL) AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO alert_visits (subject, started_at, created_at)
  VALUES (new.recipient_account_id, new.session_started_at, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER alert_visits_accounts_visited_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM alerts WHERE type = 'accounts_visited' AND on_after IS NOT NULL) AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_account_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_account_id IS NOT new.recipient_account_id) BEGIN
  INSERT INTO alert_visits (subject, started_at, created_at)
  VALUES (new.recipient_account_id, new.session_started_at, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER alert_visits_link_opened AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM alerts WHERE type = 'link_opened' AND on_after IS NOT NULL) AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO alert_visits (subject, started_at, created_at)
  VALUES (new.recipient_person_id, new.session_started_at, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER alert_visits_link_opened_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM alerts WHERE type = 'link_opened' AND on_after IS NOT NULL) AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_person_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_person_id IS NOT new.recipient_person_id) BEGIN
  INSERT INTO alert_visits (subject, started_at, created_at)
  VALUES (new.recipient_person_id, new.session_started_at, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER alert_visits_newest_kept BEFORE DELETE ON alert_visits
WHEN old.sequence = (SELECT max(sequence) FROM alert_visits) BEGIN
  UPDATE alert_visits SET subject = NULL WHERE sequence = old.sequence AND subject IS NOT NULL;
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
CREATE TRIGGER alerts_inserted AFTER INSERT ON alerts BEGIN
  INSERT INTO event_listeners (type, listener) SELECT 'alert.fired', 'alerts'
    WHERE new.on_after IS NOT NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER alerts_updated AFTER UPDATE OF on_after ON alerts BEGIN
  INSERT INTO event_listeners (type, listener) SELECT 'alert.fired', 'alerts'
    WHERE new.on_after IS NOT NULL ON CONFLICT DO NOTHING;
  DELETE FROM event_listeners WHERE type = 'alert.fired' AND listener = 'alerts'
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE on_after IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_deleted_alerts AFTER UPDATE OF deleted_at ON webhooks
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE alerts SET on_after = NULL, next_due_at = NULL, revision = revision + 1, updated_at = new.deleted_at
    WHERE on_after IS NOT NULL AND webhook_id = new.webhook_id;
END;
--> statement-breakpoint
CREATE TRIGGER alert_firings_inserted AFTER INSERT ON alert_firings WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'alert.fired') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'alert.fired', new.alert_id, json_object('alertId', new.alert_id, 'firingId', new.firing_id, 'webhookId', new.webhook_id, 'accountId', iif(new.facts ->> 'type' IN ('accounts_visited'), nullif(new.subject, ''), NULL), 'personId', iif(new.facts ->> 'type' IN ('link_opened'), nullif(new.subject, ''), NULL), 'pageId', iif(new.facts ->> 'type' IN ('conversions_changed', 'weekly_report'), nullif(new.subject, ''), NULL)),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER persons_deleted_alerts AFTER DELETE ON persons BEGIN
  DELETE FROM alert_firings WHERE subject = old.person_id AND subject <> '';
  UPDATE alert_visits SET subject = NULL WHERE subject = old.person_id;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_deleted_alerts AFTER DELETE ON accounts BEGIN
  DELETE FROM alert_firings WHERE subject = old.account_id AND subject <> '';
  UPDATE alert_visits SET subject = NULL WHERE subject = old.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_updated AFTER UPDATE OF types, disabled_at, deleted_at ON webhooks
WHEN old.types IS NOT new.types OR old.disabled_at IS NOT new.disabled_at OR old.deleted_at IS NOT new.deleted_at BEGIN
  DELETE FROM event_listeners WHERE listener = new.webhook_id
    AND (new.disabled_at IS NOT NULL OR new.deleted_at IS NOT NULL
      OR type NOT IN (SELECT value FROM json_each(new.types)));
  INSERT INTO event_listeners (type, listener) SELECT value, new.webhook_id FROM json_each(new.types)
    WHERE new.disabled_at IS NULL AND new.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER event_person_erased AFTER DELETE ON persons BEGIN
  DELETE FROM visit_days WHERE type = 'person.visited' AND subject = old.person_id;
  UPDATE events SET subject = NULL, related = '{}' WHERE subject = old.person_id AND type = 'person.visited';
  UPDATE events SET related = '{}' WHERE subject = old.person_id AND related <> '{}';
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.erased', old.person_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.erased');
END;
--> statement-breakpoint
CREATE TRIGGER event_account_erased AFTER DELETE ON accounts BEGIN
  DELETE FROM visit_days WHERE type = 'account.visited' AND subject = old.account_id;
  UPDATE events SET subject = NULL, related = '{}' WHERE subject = old.account_id AND type = 'account.visited';
  UPDATE events SET related = '{}' WHERE subject = old.account_id AND related <> '{}';
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.erased', old.account_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.erased');
END;
--> statement-breakpoint
CREATE TRIGGER event_audience_updated AFTER UPDATE OF custom_name, action_form_id_override, action_form_instructions_override, action_url_override, metadata_override ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.updated')
  AND (old.custom_name IS NOT new.custom_name OR old.action_form_id_override IS NOT new.action_form_id_override OR old.action_form_instructions_override IS NOT new.action_form_instructions_override OR old.action_url_override IS NOT new.action_url_override OR old.metadata_override IS NOT new.metadata_override) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.updated', new.audience_id, json_object('pageId', new.page_id),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.custom_name IS NOT new.custom_name, 'customName', NULL), iif(old.action_form_id_override IS NOT new.action_form_id_override, 'actionFormIdOverride', NULL), iif(old.action_form_instructions_override IS NOT new.action_form_instructions_override, 'actionFormInstructionsOverride', NULL), iif(old.action_url_override IS NOT new.action_url_override, 'actionUrlOverride', NULL), iif(old.metadata_override IS NOT new.metadata_override, 'metadataOverride', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER visit_days_removed AFTER DELETE ON events
WHEN old.type IN ('account.visited', 'person.visited') AND old.subject IS NOT NULL BEGIN
  DELETE FROM visit_days
    WHERE type = old.type AND subject = old.subject AND day <= old.created_at / 86400000;
END;
--> statement-breakpoint
CREATE TRIGGER visit_days_forgotten AFTER UPDATE OF subject ON events
WHEN old.type IN ('account.visited', 'person.visited') AND old.subject IS NOT NULL AND new.subject IS NULL BEGIN
  DELETE FROM visit_days
    WHERE type = old.type AND subject = old.subject AND day <= old.created_at / 86400000;
END;
--> statement-breakpoint
CREATE TABLE "session_blocks" (
	`page_id` text NOT NULL,
	`is_removed` integer NOT NULL,
	`first_at` integer NOT NULL,
	`part` integer NOT NULL,
	`last_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`count` integer NOT NULL,
	`sums` text,
	`flags` text NOT NULL,
	`clicks` text NOT NULL,
	`questions` text NOT NULL,
	`country` text NOT NULL,
	`country_sums` text,
	`device` text NOT NULL,
	`device_sums` text,
	`browser` text NOT NULL,
	`browser_sums` text,
	`page` text NOT NULL,
	`page_sums` text,
	`scroll_depth` text NOT NULL,
	`engaged_ms` text NOT NULL,
	`utm_source` text NOT NULL,
	`utm_source_sums` text,
	`utm_medium` text NOT NULL,
	`utm_medium_sums` text,
	`utm_campaign` text NOT NULL,
	`utm_campaign_sums` text,
	`page_link_id` text DEFAULT '[]' NOT NULL,
	`page_link_id_sums` text,
	`audience_id` text NOT NULL,
	`audience_id_sums` text,
	`started_at` text NOT NULL,
	`landing_path` text NOT NULL,
	`landing_path_sums` text,
	`referrer` text NOT NULL,
	`referrer_sums` text,
	`utm_content` text NOT NULL,
	`utm_content_sums` text,
	`utm_term` text NOT NULL,
	`utm_term_sums` text,
	`active_ms` text NOT NULL,
	`account_id` text DEFAULT '[]' NOT NULL,
	`account_id_sums` text,
	`person_id` text DEFAULT '[]' NOT NULL,
	`person_id_sums` text,
	`recipient_account_id` text DEFAULT '[]' NOT NULL,
	`recipient_account_id_sums` text,
	`recipient_person_id` text DEFAULT '[]' NOT NULL,
	`recipient_person_id_sums` text,
	PRIMARY KEY(`page_id`, `is_removed`, `first_at`, `part`)
);
--> statement-breakpoint
INSERT INTO counters (name, value)
VALUES ('accounts', 0), ('accounts_empty', 0), ('api_keys', 0), ('pages', 0), ('persons', 0),
  ('sessions_removed_before', 0), ('tenant_domains', 0), ('topics', 0), ('views', 0), ('websites', 0);
--> statement-breakpoint
INSERT INTO secrets (name, value)
VALUES ('erased_identifiers', lower(hex(randomblob(32)))), ('previews', lower(hex(randomblob(32))));
--> statement-breakpoint
-- The feed keeps nothing until somebody asks for it.
INSERT INTO event_settings (id, types, retention_days, revision, write_id, updated_at)
VALUES (1, '[]', 30, 0, '', CAST(unixepoch('subsec') * 1000 AS INTEGER));
