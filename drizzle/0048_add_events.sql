CREATE TABLE `event_actor` (
	`id` integer PRIMARY KEY NOT NULL,
	`actor` text
);
--> statement-breakpoint
CREATE TABLE `event_listeners` (
	`type` text NOT NULL,
	`listener` text NOT NULL,
	PRIMARY KEY(`type`, `listener`)
);
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
CREATE INDEX `events_subject` ON `events` (`subject`,`sequence`) WHERE subject is not null;--> statement-breakpoint
CREATE TABLE `visit_days` (
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`day` integer NOT NULL,
	`analytics_session_id` text NOT NULL,
	PRIMARY KEY(`type`, `subject`)
);
--> statement-breakpoint
ALTER TABLE `audience_sessions` ADD `has_input` integer;
--> statement-breakpoint
-- The feed keeps nothing until somebody asks for it.
INSERT INTO event_settings (id, types, retention_days, revision, write_id, updated_at)
VALUES (1, '[]', 30, 0, '', CAST(unixepoch('subsec') * 1000 AS INTEGER));
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
-- No event leads from the id of an erased person to a visit or a log.
CREATE TRIGGER event_person_erased AFTER DELETE ON persons BEGIN
  DELETE FROM visit_days WHERE type = 'person.visited' AND subject = old.person_id;
  UPDATE events SET related = '{}' WHERE subject = old.person_id AND related <> '{}';
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.erased', old.person_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.erased');
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
CREATE TRIGGER event_account_erased AFTER DELETE ON accounts BEGIN
  DELETE FROM visit_days WHERE type = 'account.visited' AND subject = old.account_id;
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.erased', old.account_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.erased');
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
CREATE TRIGGER event_audience_updated AFTER UPDATE OF person_id, custom_name, action_form_id_override, action_form_instructions_override, action_url_override, metadata_override ON audiences
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'audience.updated')
  AND (old.person_id IS NOT new.person_id OR old.custom_name IS NOT new.custom_name OR old.action_form_id_override IS NOT new.action_form_id_override OR old.action_form_instructions_override IS NOT new.action_form_instructions_override OR old.action_url_override IS NOT new.action_url_override OR old.metadata_override IS NOT new.metadata_override) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'audience.updated', new.audience_id, json_object('pageId', new.page_id),
    (SELECT json_group_array(value) FROM json_each(json_array(iif(old.person_id IS NOT new.person_id, 'personId', NULL), iif(old.custom_name IS NOT new.custom_name, 'customName', NULL), iif(old.action_form_id_override IS NOT new.action_form_id_override, 'actionFormIdOverride', NULL), iif(old.action_form_instructions_override IS NOT new.action_form_instructions_override, 'actionFormInstructionsOverride', NULL), iif(old.action_url_override IS NOT new.action_url_override, 'actionUrlOverride', NULL), iif(old.metadata_override IS NOT new.metadata_override, 'metadataOverride', NULL))) WHERE value IS NOT NULL),
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
-- The words of an audience are in its draft.
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
-- The feed listens to the types of its settings.
CREATE TRIGGER event_settings_updated AFTER UPDATE OF types ON event_settings BEGIN
  DELETE FROM event_listeners WHERE listener = 'feed' AND type NOT IN (SELECT value FROM json_each(new.types));
  INSERT INTO event_listeners (type, listener) SELECT value, 'feed' FROM json_each(new.types) WHERE true
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- Who writes is noted while somebody listens.
CREATE TRIGGER event_listeners_inserted AFTER INSERT ON event_listeners BEGIN
  INSERT INTO event_actor (id) VALUES (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER event_listeners_deleted AFTER DELETE ON event_listeners
WHEN NOT EXISTS (SELECT 1 FROM event_listeners) BEGIN
  DELETE FROM event_actor;
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
CREATE TRIGGER visit_day_account_visited AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited') AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO visit_days (type, subject, day, analytics_session_id)
  VALUES ('account.visited', new.recipient_account_id, new.session_started_at / 86400000, new.analytics_session_id)
  ON CONFLICT DO UPDATE SET day = excluded.day, analytics_session_id = excluded.analytics_session_id
    WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER visit_day_account_visited_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited') AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_account_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_account_id IS NOT new.recipient_account_id) BEGIN
  INSERT INTO visit_days (type, subject, day, analytics_session_id)
  VALUES ('account.visited', new.recipient_account_id, new.session_started_at / 86400000, new.analytics_session_id)
  ON CONFLICT DO UPDATE SET day = excluded.day, analytics_session_id = excluded.analytics_session_id
    WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER visit_day_person_visited AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited') AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO visit_days (type, subject, day, analytics_session_id)
  VALUES ('person.visited', new.recipient_person_id, new.session_started_at / 86400000, new.analytics_session_id)
  ON CONFLICT DO UPDATE SET day = excluded.day, analytics_session_id = excluded.analytics_session_id
    WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER visit_day_person_visited_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited') AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_person_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_person_id IS NOT new.recipient_person_id) BEGIN
  INSERT INTO visit_days (type, subject, day, analytics_session_id)
  VALUES ('person.visited', new.recipient_person_id, new.session_started_at / 86400000, new.analytics_session_id)
  ON CONFLICT DO UPDATE SET day = excluded.day, analytics_session_id = excluded.analytics_session_id
    WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER event_visit_day_inserted AFTER INSERT ON visit_days BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT new.type, new.subject, json_object('analyticsSessionId', new.analytics_session_id, 'pageId', (SELECT page_id FROM audience_sessions WHERE analytics_session_id = new.analytics_session_id), 'audienceId', (SELECT audience_id FROM audience_sessions WHERE analytics_session_id = new.analytics_session_id)),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_visit_day_updated AFTER UPDATE OF day ON visit_days BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT new.type, new.subject, json_object('analyticsSessionId', new.analytics_session_id, 'pageId', (SELECT page_id FROM audience_sessions WHERE analytics_session_id = new.analytics_session_id), 'audienceId', (SELECT audience_id FROM audience_sessions WHERE analytics_session_id = new.analytics_session_id)),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
