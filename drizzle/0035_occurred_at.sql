DROP TRIGGER IF EXISTS person_logs_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS account_logs_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS account_log_writes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS matched_account_log_writes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS matched_person_log_writes_inserted;
--> statement-breakpoint
ALTER TABLE `account_logs` ADD `occurred_at` integer;--> statement-breakpoint
ALTER TABLE `person_logs` ADD `occurred_at` integer;
--> statement-breakpoint
-- The log of a person is also activity of the account that the person is linked to.
CREATE TRIGGER person_logs_inserted AFTER INSERT ON person_logs BEGIN
  INSERT INTO person_log_counts (person_id, source, type, logs) VALUES (new.person_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = max(latest_activity_at, coalesce(new.occurred_at, new.created_at))
    WHERE domain = (SELECT account_domain FROM persons WHERE person_id = new.person_id);
END;
--> statement-breakpoint
CREATE TRIGGER account_logs_inserted AFTER INSERT ON account_logs BEGIN
  INSERT INTO account_log_counts (account_id, source, type, logs) VALUES (new.account_id, new.source, new.type, 1)
    ON CONFLICT DO UPDATE SET logs = logs + 1;
  UPDATE accounts SET latest_activity_at = max(latest_activity_at, coalesce(new.occurred_at, new.created_at))
    WHERE account_id = new.account_id;
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
  INSERT INTO accounts (account_id, domain, name, linked_persons_count, revision, write_id, created_at, updated_at,
    latest_activity_at)
  SELECT new.write ->> 'newAccountId', new.email_domain, new.email_domain, 1, 1, '',
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
-- The log of an account. A domain without an account gets one.
CREATE TRIGGER account_log_writes_inserted INSTEAD OF INSERT ON account_log_writes
WHEN new.write ->> 'keyHash' IS NULL OR NOT EXISTS (
  SELECT 1 FROM idempotency_keys WHERE resource = 'account_log' AND key_hash = new.write ->> 'keyHash'
) BEGIN
  INSERT INTO accounts (account_id, domain, name, linked_persons_count, revision, write_id, created_at, updated_at,
    latest_activity_at)
  SELECT new.write ->> 'newAccountId', new.write ->> 'domain', new.write ->> 'domain', 0, 1, '',
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
