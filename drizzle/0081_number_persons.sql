DROP TRIGGER IF EXISTS persons_deleted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS persons_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS matched_person_log_writes_inserted;
--> statement-breakpoint
ALTER TABLE `persons` ADD `gone` integer;
--> statement-breakpoint
-- A new person writes no counter any more. The previous version reads the row `persons` of the counters, which stays as it
-- is: until it is replaced, its total of all persons is that of before.
UPDATE persons SET gone = seq - (SELECT value FROM counters WHERE name = 'persons')
WHERE seq = (SELECT max(seq) FROM persons);
--> statement-breakpoint
-- A new person also enters the search index: see person-search.sql.ts. Who comes with a log, whose id is then their first
-- write, is counted with the activity of the log: see log-writes.sql.
CREATE TRIGGER persons_inserted AFTER INSERT ON persons BEGIN
  INSERT INTO person_search (rowid, text) SELECT seq, text FROM person_search_text WHERE seq = new.seq;
  UPDATE accounts SET linked_persons_count = linked_persons_count + 1
    WHERE domain = new.account_domain AND new.write_id NOT LIKE 'person_log_%';
END;
--> statement-breakpoint
-- A person whom a version before migration 0081 has created.
CREATE TRIGGER persons_numbered AFTER INSERT ON persons WHEN new.gone IS NULL BEGIN
  UPDATE persons SET gone = seq - 1
      - coalesce((SELECT seq - gone FROM persons WHERE seq < new.seq ORDER BY seq DESC LIMIT 1), 0)
    WHERE seq = new.seq;
END;
--> statement-breakpoint
-- An account goes with its last person who is erased, unless it has a log, or a name that somebody gave it: its domain
-- may name that person. person-erasure.sql deletes the other rows of an erased person.
CREATE TRIGGER persons_deleted AFTER DELETE ON persons BEGIN
  -- A seq behind the last person is used again.
  UPDATE persons SET gone = 1 + iif(seq > old.seq, gone, seq - old.seq + old.gone)
    WHERE seq = (SELECT max(seq) FROM persons);
  DELETE FROM accounts WHERE domain = old.account_domain AND linked_persons_count = 1 AND name = domain
    AND NOT EXISTS (SELECT 1 FROM account_log_counts WHERE account_id = accounts.account_id);
  UPDATE accounts SET linked_persons_count = linked_persons_count - 1 WHERE domain = old.account_domain;
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
    linkedin_profile_url, linkedin_key, slug, revision, write_id, created_at, updated_at, gone)
  SELECT new.person_id, new.write ->> 'name', new.write ->> 'searchName', new.write ->> 'email',
    new.write ->> 'searchEmail', new.email_domain, new.write ->> 'phoneNumber',
    new.write ->> 'linkedinProfileUrl', new.write ->> 'linkedinKey',
    CASE
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'slug') THEN new.write ->> 'slug'
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'shortSlug') THEN new.write ->> 'shortSlug'
      ELSE new.write ->> 'wholeSlug'
    END,
    1, new.write ->> 'logId', new.write ->> 'createdAt', new.write ->> 'createdAt',
    coalesce((SELECT gone FROM persons ORDER BY seq DESC LIMIT 1), 0)
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
