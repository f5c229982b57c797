DROP TRIGGER IF EXISTS matched_person_log_writes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_session_started;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_session_engaged;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_session_engaged_later;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_form_submitted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_form_submitted_later;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_account_visited;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_account_visited_later;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_person_visited;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_person_visited_later;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_person_erased;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_account_erased;
--> statement-breakpoint
DROP INDEX `events_fired`;--> statement-breakpoint
CREATE INDEX `events_naming` ON `events` (`created_at`) WHERE (case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end) is not null;--> statement-breakpoint
CREATE INDEX `events_named` ON `events` ((case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end)) WHERE (case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end) is not null;
--> statement-breakpoint
-- No event leads from the id of an erased person to a visit or a log.
CREATE TRIGGER event_person_erased AFTER DELETE ON persons BEGIN
  DELETE FROM visit_days WHERE type = 'person.visited' AND subject = old.person_id;
  UPDATE events SET subject = NULL, related = '{}' WHERE subject = old.person_id AND type = 'person.visited';
  UPDATE events SET related = '{}' WHERE subject = old.person_id AND related <> '{}';
  UPDATE events SET related = json_remove(related, '$.personId', '$.personLogId', '$.accountId') WHERE (case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end) = old.person_id;
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
  UPDATE events SET related = json_remove(related, '$.personId', '$.personLogId', '$.accountId') WHERE (case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end) = old.account_id;
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.erased', old.account_id, json_object(),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.erased');
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

  -- The form of a visit is told here, where its person and its log are known: see session-events.sql.ts.
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'form.submitted', NULL, json_object('audienceSessionId', audience_session_id,
      'analyticsSessionId', analytics_session_id, 'pageId', page_id, 'audienceId', audience_id,
      'personId', new.person_id, 'personLogId', new.write ->> 'logId'), NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM audience_sessions WHERE analytics_session_id = new.write ->> 'formOfSession'
    AND iif(new.write ->> 'formOfSession' IS NULL, 0,
      EXISTS (SELECT 1 FROM event_listeners WHERE type = 'form.submitted'));
END;
--> statement-breakpoint
CREATE TRIGGER event_session_inserted AFTER INSERT ON audience_sessions
WHEN iif(true, EXISTS (SELECT 1 FROM event_listeners WHERE type = 'session.started'), 0)
  OR iif((new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'session.engaged'), 0)
  OR iif((new.form_state = 1 OR new.form_state = 2 AND new.computation_status <> 'pending'), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'form.submitted'), 0)
  OR iif((new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited'), 0)
  OR iif((new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited'), 0) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'session.started', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE iif(true, EXISTS (SELECT 1 FROM event_listeners WHERE type = 'session.started'), 0);
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'session.engaged', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE iif((new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'session.engaged'), 0);
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'form.submitted', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id, 'personId', new.person_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE iif((new.form_state = 1 OR new.form_state = 2 AND new.computation_status <> 'pending'), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'form.submitted'), 0);
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.visited', new.recipient_account_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE iif((new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited'), 0) AND NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'account.visited' AND subject = new.recipient_account_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) SELECT 'account.visited', new.recipient_account_id, new.session_started_at / 86400000 WHERE iif((new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited'), 0)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.visited', new.recipient_person_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE iif((new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited'), 0) AND NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'person.visited' AND subject = new.recipient_person_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) SELECT 'person.visited', new.recipient_person_id, new.session_started_at / 86400000 WHERE iif((new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited'), 0)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER event_session_merged AFTER UPDATE ON audience_sessions
WHEN iif((new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion) AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion) IS NOT TRUE, EXISTS (SELECT 1 FROM event_listeners WHERE type = 'session.engaged'), 0)
  OR iif((new.form_state = 1 AND old.form_state = 0 OR (new.form_state = 2 AND new.computation_status = 'pending' AND old.person_id IS NULL
    AND old.form_submission_identifier IS NOT NULL AND new.form_submission_identifier IS NULL)), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'form.submitted'), 0)
  OR iif((new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_account_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_account_id IS NOT new.recipient_account_id), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited'), 0)
  OR iif((new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_person_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_person_id IS NOT new.recipient_person_id), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited'), 0) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'session.engaged', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE iif((new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion) AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion) IS NOT TRUE, EXISTS (SELECT 1 FROM event_listeners WHERE type = 'session.engaged'), 0);
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'form.submitted', NULL, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE iif((new.form_state = 1 AND old.form_state = 0 OR (new.form_state = 2 AND new.computation_status = 'pending' AND old.person_id IS NULL
    AND old.form_submission_identifier IS NOT NULL AND new.form_submission_identifier IS NULL)), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'form.submitted'), 0);
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.visited', new.recipient_account_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE iif((new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_account_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_account_id IS NOT new.recipient_account_id), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited'), 0) AND NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'account.visited' AND subject = new.recipient_account_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) SELECT 'account.visited', new.recipient_account_id, new.session_started_at / 86400000 WHERE iif((new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_account_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_account_id IS NOT new.recipient_account_id), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited'), 0)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.visited', new.recipient_person_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE iif((new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_person_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_person_id IS NOT new.recipient_person_id), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited'), 0) AND NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'person.visited' AND subject = new.recipient_person_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) SELECT 'person.visited', new.recipient_person_id, new.session_started_at / 86400000 WHERE iif((new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_person_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_person_id IS NOT new.recipient_person_id), EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited'), 0)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
--> statement-breakpoint
-- Alerts that were fired for persons and accounts who have been erased since.
UPDATE events SET related = json_remove(related, '$.personId', '$.accountId')
  WHERE (case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end) IN (SELECT person_id FROM erasures)
    OR related ->> 'accountId' NOT IN (SELECT account_id FROM accounts);
