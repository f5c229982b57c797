DROP TRIGGER IF EXISTS accounts_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS matched_person_log_writes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS account_log_writes_inserted;
--> statement-breakpoint
-- The text in which an account is found: name and domain, each word of the name after two marks (person-search.sql.ts
-- says why). search_name has what SQL cannot fold, for a name that somebody gave.
CREATE VIEW account_search_text AS
SELECT account_id, seq,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(iif(name = domain, '', char(2, 2) || replace(name, ' ', char(32, 2, 2)) || char(10)) || char(2, 2) || domain, 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss'), 'Þ', 'th'), 'þ', 'th'), 'Ð', 'd'), 'ð', 'd'), 'Đ', 'd'), 'đ', 'd'), 'Ø', 'o'), 'ø', 'o'), 'Ł', 'l'), 'ł', 'l'), 'Ħ', 'h'), 'ħ', 'h'), 'Ŧ', 't'), 'ŧ', 't'), 'Ŋ', 'n'), 'ŋ', 'n'), 'ı', 'i')
  || coalesce(char(10) || search_name, '') AS text
FROM accounts;
--> statement-breakpoint
-- The next two statements, and the last two, are added by hand.
-- The trigrams of that text. Migration 0038 sets the option secure-delete: the account of an erased person may be named
-- after the person.
CREATE VIRTUAL TABLE account_search USING fts5 (
  text, content = 'account_search_text', content_rowid = 'seq', tokenize = "trigram remove_diacritics 1"
);
--> statement-breakpoint
INSERT INTO account_search (account_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
-- An account that is created for its first person is inserted with that person counted, so it is never empty. It also
-- enters the search index: see account-search.sql.ts.
CREATE TRIGGER accounts_inserted AFTER INSERT ON accounts BEGIN
  UPDATE accounts SET seq = (SELECT coalesce(max(seq), 0) + 1 FROM accounts)
    WHERE account_id = new.account_id AND new.seq IS NULL;
  INSERT INTO account_search (rowid, text)
    SELECT seq, text FROM account_search_text WHERE account_id = new.account_id;
  UPDATE counters SET value = value + 1 WHERE name = 'accounts';
  UPDATE counters SET value = value + 1 WHERE name = 'accounts_empty' AND new.linked_persons_count = 0;
END;
--> statement-breakpoint
-- FTS5 removes a text only when it gets the same text again. So this runs before the row changes, while the view
-- still shows the old text.
CREATE TRIGGER accounts_text_updating BEFORE UPDATE OF name, search_name ON accounts BEGIN
  INSERT INTO account_search (account_search, rowid, text)
    SELECT 'delete', seq, text FROM account_search_text WHERE account_id = old.account_id;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_text_updated AFTER UPDATE OF name, search_name ON accounts BEGIN
  INSERT INTO account_search (rowid, text) SELECT seq, text FROM account_search_text WHERE account_id = new.account_id;
END;
--> statement-breakpoint
-- See accounts_text_updating.
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
-- The log of an account. A domain without an account gets one.
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
-- The accounts that exist get their order, also those that were created since the last migration.
UPDATE accounts SET seq = numbered.seq FROM (
  SELECT account_id, row_number() OVER (ORDER BY account_id) + (SELECT coalesce(max(seq), 0) FROM accounts) AS seq
  FROM accounts WHERE seq IS NULL) AS numbered
WHERE accounts.account_id = numbered.account_id;
--> statement-breakpoint
INSERT INTO account_search (account_search) VALUES ('rebuild');
