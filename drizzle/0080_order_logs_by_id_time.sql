-- Makes the indexes of all logs anew. A million logs of 300 bytes, a fifth of them with `occurredAt`, took six seconds, the
-- longest statement half of them; D1 stops a statement after 30. It writes an entry for each log, and two more and the row
-- of each that happened at another time than that of its id. Until the new version is there, the previous one sorts all
-- logs of a kind.
DROP TRIGGER IF EXISTS person_logs_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS account_logs_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS matched_person_log_writes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS matched_account_log_writes_inserted;
--> statement-breakpoint
DROP INDEX `account_logs_kind`;--> statement-breakpoint
DROP INDEX `account_logs_happened`;--> statement-breakpoint
ALTER TABLE `account_logs` ADD `own_time` text;--> statement-breakpoint
UPDATE account_logs SET own_time = substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 0 & 31) + 1, 1)
WHERE substr(account_log_id, 13, 10) <> substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 0 & 31) + 1, 1);
--> statement-breakpoint
CREATE INDEX `account_logs_times` ON `account_logs` (`account_id`,`source`,`type`,`own_time`,`account_log_id`);--> statement-breakpoint
CREATE INDEX `account_logs_ids` ON `account_logs` (`account_id`,`source`,`type`,`account_log_id`,`own_time`) WHERE own_time is not null;--> statement-breakpoint
DROP INDEX `person_logs_kind`;--> statement-breakpoint
DROP INDEX `person_logs_happened`;--> statement-breakpoint
ALTER TABLE `person_logs` ADD `own_time` text;--> statement-breakpoint
UPDATE person_logs SET own_time = substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 0 & 31) + 1, 1)
WHERE substr(person_log_id, 12, 10) <> substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (coalesce(occurred_at, created_at) >> 0 & 31) + 1, 1);
--> statement-breakpoint
CREATE INDEX `person_logs_times` ON `person_logs` (`person_id`,`source`,`type`,`own_time`,`person_log_id`);--> statement-breakpoint
CREATE INDEX `person_logs_ids` ON `person_logs` (`person_id`,`source`,`type`,`person_log_id`,`own_time`) WHERE own_time is not null;--> statement-breakpoint
ALTER TABLE `account_log_counts` ADD `own_times` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `person_log_counts` ADD `own_times` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE person_log_counts SET own_times = own.logs FROM (
  SELECT person_id, source, type, count(*) AS logs FROM person_logs INDEXED BY person_logs_ids
  WHERE own_time IS NOT NULL GROUP BY 1, 2, 3
) AS own
WHERE person_log_counts.person_id = own.person_id AND person_log_counts.source = own.source
  AND person_log_counts.type = own.type;
--> statement-breakpoint
UPDATE account_log_counts SET own_times = own.logs FROM (
  SELECT account_id, source, type, count(*) AS logs FROM account_logs INDEXED BY account_logs_ids
  WHERE own_time IS NOT NULL GROUP BY 1, 2, 3
) AS own
WHERE account_log_counts.account_id = own.account_id AND account_log_counts.source = own.source
  AND account_log_counts.type = own.type;
--> statement-breakpoint
-- The log of a person is also activity of the account that the person is linked to.
CREATE TRIGGER person_logs_inserted AFTER INSERT ON person_logs BEGIN
  INSERT INTO person_log_counts (person_id, source, type, logs, own_times)
    VALUES (new.person_id, new.source, new.type, 1, new.own_time IS NOT NULL)
    ON CONFLICT DO UPDATE SET logs = logs + 1, own_times = own_times + excluded.own_times;
  INSERT INTO account_activities VALUES (
    (SELECT account_domain FROM persons WHERE person_id = new.person_id), coalesce(new.occurred_at, new.created_at));
END;
--> statement-breakpoint
CREATE TRIGGER account_logs_inserted AFTER INSERT ON account_logs BEGIN
  INSERT INTO account_log_counts (account_id, source, type, logs, own_times)
    VALUES (new.account_id, new.source, new.type, 1, new.own_time IS NOT NULL)
    ON CONFLICT DO UPDATE SET logs = logs + 1, own_times = own_times + excluded.own_times;
  INSERT INTO account_activities VALUES (
    (SELECT domain FROM accounts WHERE account_id = new.account_id), coalesce(new.occurred_at, new.created_at));
END;
--> statement-breakpoint
-- A log without a key may be there already, at any person whom its identifiers lead to: others may have got one since.
CREATE TRIGGER matched_person_log_writes_inserted INSTEAD OF INSERT ON matched_person_log_writes
WHEN new.person_id IS NOT NULL AND (new.write ->> 'fingerprint' IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM person_logs WHERE person_log_id = new.write ->> 'logId' AND person_id IN (new.person_id,
    (SELECT person_id FROM persons WHERE phone_number = new.write ->> 'phoneNumber'),
    (SELECT person_id FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity'))
)) BEGIN
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
    occurred_at, own_time)
  VALUES (new.person_id, new.write ->> 'logId', new.write ->> 'source', new.write ->> 'type', new.payload,
    new.write ->> 'idempotencyKey', new.write ->> 'fingerprint', new.write ->> 'createdAt',
    new.write ->> 'occurredAt', iif(new.write ->> 'hasIdTime', NULL, (
      SELECT substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 0 & 31) + 1, 1)
      FROM (SELECT coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt') AS at))))
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
-- Without a key, a log that is sent again is found by its id: its account stays.
CREATE TRIGGER matched_account_log_writes_inserted INSTEAD OF INSERT ON matched_account_log_writes
WHEN new.write ->> 'keyHash' IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM account_logs
  WHERE account_id = new.account_id AND account_log_id = new.write ->> 'logId'
) BEGIN
  INSERT INTO account_logs (account_id, account_log_id, source, type, payload, idempotency_key, fingerprint,
    created_at, occurred_at, own_time)
  VALUES (new.account_id, new.write ->> 'logId', new.write ->> 'source', new.write ->> 'type', new.payload,
    new.write ->> 'idempotencyKey', new.write ->> 'fingerprint', new.write ->> 'createdAt',
    new.write ->> 'occurredAt', iif(new.write ->> 'hasIdTime', NULL, (
      SELECT substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (at >> 0 & 31) + 1, 1)
      FROM (SELECT coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt') AS at))))
  ON CONFLICT (account_id, account_log_id) DO NOTHING;

  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'account_log', new.write ->> 'keyHash', new.account_id, new.write ->> 'logId',
    new.write ->> 'requestDigest', new.account_id = new.write ->> 'newAccountId', new.write ->> 'source',
    new.write ->> 'type', new.write ->> 'createdAt'
  WHERE new.write ->> 'keyHash' IS NOT NULL;
END;
