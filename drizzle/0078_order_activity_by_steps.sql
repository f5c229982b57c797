-- Writes no row of a table, however large the database is.
DROP TRIGGER IF EXISTS persons_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS person_logs_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS account_logs_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS matched_person_log_writes_inserted;
--> statement-breakpoint
ALTER TABLE `accounts` ADD `activity_ahead` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `activity_moves_at` integer GENERATED ALWAYS AS (latest_activity_at + 600000) VIRTUAL;
--> statement-breakpoint
-- To move the latest activity of an account, insert into this view. The account moves in the order of lists when it was
-- not active for ten minutes: until then it pays for no entry of their index.
CREATE VIEW account_activities (domain, at) AS SELECT NULL, NULL WHERE false;
--> statement-breakpoint
-- A new person also enters the search index: see person-search.sql.ts. Who comes with a log, whose id is then their first
-- write, is counted with the activity of the log: see log-writes.sql.
CREATE TRIGGER persons_inserted AFTER INSERT ON persons BEGIN
  INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = new.seq;
  UPDATE counters SET value = value + 1 WHERE name = 'persons';
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1
    WHERE domain = new.account_domain AND new.write_id NOT LIKE 'person_log_%';
END;
--> statement-breakpoint
CREATE TRIGGER account_activities_inserted INSTEAD OF INSERT ON account_activities BEGIN
  UPDATE accounts SET activity_ahead = new.at - latest_activity_at
    WHERE domain = new.domain AND new.at > latest_activity_at + activity_ahead AND new.at < activity_moves_at;
  UPDATE accounts SET latest_activity_at = new.at, activity_ahead = 0
    WHERE domain = new.domain AND new.at >= activity_moves_at;
END;
--> statement-breakpoint
-- The log of a person is also activity of the account that the person is linked to.
CREATE TRIGGER person_logs_inserted AFTER INSERT ON person_logs BEGIN
  INSERT INTO person_log_counts (person_id, source, type, logs) VALUES (new.person_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  INSERT INTO account_activities VALUES (
    (SELECT account_domain FROM persons WHERE person_id = new.person_id), coalesce(new.occurred_at, new.created_at));
END;
--> statement-breakpoint
CREATE TRIGGER account_logs_inserted AFTER INSERT ON account_logs BEGIN
  INSERT INTO account_log_counts (account_id, source, type, logs) VALUES (new.account_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  INSERT INTO account_activities VALUES (
    (SELECT domain FROM accounts WHERE account_id = new.account_id), coalesce(new.occurred_at, new.created_at));
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
    1, new.write ->> 'logId', new.write ->> 'createdAt', new.write ->> 'createdAt'
  WHERE new.seq IS NULL
  ON CONFLICT (person_id) DO NOTHING;

  -- Counts the person into an account that is there, and moves its latest activity: as in account_activities, in one row.
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1,
    activity_ahead = max(activity_ahead,
      coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt') - latest_activity_at)
  WHERE new.seq IS NULL AND domain = new.email_domain
    AND coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt') < activity_moves_at;
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1,
    latest_activity_at = coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt'), activity_ahead = 0
  WHERE new.seq IS NULL AND domain = new.email_domain
    AND coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt') >= activity_moves_at;

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

  -- Behind the person, who is counted into an account that was there. The log is the first activity of a new account.
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
