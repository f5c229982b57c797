DROP TRIGGER IF EXISTS persons_keyless_logs;
--> statement-breakpoint
DROP TRIGGER IF EXISTS persons_deleted_logs;
--> statement-breakpoint
-- To write a person without a log, insert into this view. `write` is a JSON object (src/people/persons/store/write.ts).
-- The person is the one with the first identifier that is known, or else a new one. `onConflict` says what a known person
-- gets: `fill` fills blanks, `update` replaces what differs unless another person has it, `skip` changes nothing. A write
-- whose key is known, and one that is sent again after its answer was lost, ends before it changes anything: the person has
-- its id, or the id is noted in place of a key.
CREATE VIEW person_writes (write) AS SELECT NULL WHERE false;
--> statement-breakpoint
-- A write with the person that it matches, who is new without `seq`. `gets_…` says what a known person gets.
-- `email_domain` is the domain of an email that the person gets, unless it is free mail. `oldest_write` is the id that a
-- change drops from `write_id`.
CREATE VIEW matched_person_writes
  (write, person_id, seq, oldest_write, email_domain, gets_name, gets_email, gets_phone_number, gets_linkedin, gets_domain) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false;
--> statement-breakpoint
-- A log without a key writes no key. When D1's answer was lost, and the log is sent again with the same id, it is found at
-- the person that its identifiers lead to: see log-writes.sql. What would lead it elsewhere in the meantime notes the id
-- in place of a key: a person who loses an identifier, and an erasure (person-erasure.sql.ts). So do the writes of lists of
-- persons (person-writes.sql.ts), whose ids the person has.
CREATE TRIGGER persons_keyless_logs AFTER UPDATE OF email, phone_number, linkedin_profile_url, linkedin_key ON persons
WHEN (old.email IS NOT NULL AND old.email IS NOT new.email)
  OR (old.phone_number IS NOT NULL AND old.phone_number IS NOT new.phone_number)
  OR (old.linkedin_identity IS NOT NULL AND old.linkedin_identity IS NOT new.linkedin_identity) BEGIN
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person_log', person_log_id, person_id, person_log_id, '', 0, source, type, log.created_at
  FROM (SELECT new.updated_at - 300000 AS since) CROSS JOIN person_logs AS log
  WHERE log.person_id = new.person_id AND log.person_log_id > 'person_log_' || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 0 & 31) + 1, 1)
    AND log.fingerprint IS NULL
  ON CONFLICT DO NOTHING;
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', value, old.person_id, value, '', 0, '', 'updated', since
  FROM (SELECT new.updated_at - 300000 AS since)
    CROSS JOIN json_each('["' || replace(trim(old.write_id), ' ', '","') || '"]')
  WHERE value BETWEEN 'entry_' || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 0 & 31) + 1, 1) AND 'entry_~'
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER persons_deleted_logs AFTER DELETE ON persons BEGIN
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person_log', person_log_id, person_id, person_log_id, '', 0, source, type, log.created_at
  FROM (SELECT (SELECT coalesce((SELECT erased_at FROM erasures WHERE person_id = old.person_id), unixepoch() * 1000)) - 300000 AS since) CROSS JOIN person_logs AS log
  WHERE log.person_id = old.person_id AND log.person_log_id > 'person_log_' || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 0 & 31) + 1, 1)
    AND log.fingerprint IS NULL
  ON CONFLICT DO NOTHING;
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', value, old.person_id, value, '', 0, '', 'updated', since
  FROM (SELECT (SELECT coalesce((SELECT erased_at FROM erasures WHERE person_id = old.person_id), unixepoch() * 1000)) - 300000 AS since)
    CROSS JOIN json_each('["' || replace(trim(old.write_id), ' ', '","') || '"]')
  WHERE value BETWEEN 'entry_' || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', (since >> 0 & 31) + 1, 1) AND 'entry_~'
  ON CONFLICT DO NOTHING;
  DELETE FROM person_logs WHERE person_id = old.person_id;
  DELETE FROM person_log_counts WHERE person_id = old.person_id;
END;
--> statement-breakpoint
CREATE TRIGGER person_writes_inserted INSTEAD OF INSERT ON person_writes
WHEN NOT EXISTS (
  SELECT 1 FROM idempotency_keys WHERE resource = 'person' AND key_hash = coalesce(new.write ->> 'keyHash', new.write ->> 'writeId')
) BEGIN
  INSERT INTO matched_person_writes
  SELECT new.write, person_id, seq, oldest_write,
    iif(seq IS NULL OR gets_email, (
      SELECT new.write ->> 'emailDomain'
      WHERE NOT EXISTS (SELECT 1 FROM free_mail_domains WHERE domain = new.write ->> 'emailDomain')), NULL), gets_name, gets_email, gets_phone_number, gets_linkedin, gets_domain
  FROM (
    SELECT coalesce(person.person_id, new.write ->> 'newPersonId') AS person_id, person.seq,
      substr(person.write_id, 232, 32) AS oldest_write,
      new.write ->> 'givenName' IS NOT NULL AND person.name <> new.write ->> 'givenName' AND (new.write ->> 'onConflict' = 'update'
        OR person.name IN (SELECT value FROM json_each(new.write, '$.derivedNames'))) AS gets_name,
      new.write ->> 'email' IS NOT NULL AND iif(new.write ->> 'onConflict' = 'update', person.email IS NOT new.write ->> 'email',
        person.email IS NULL AND NOT EXISTS (SELECT 1 FROM persons WHERE email = new.write ->> 'email' AND seq IS NOT person.seq)) AS gets_email,
      new.write ->> 'phoneNumber' IS NOT NULL AND iif(new.write ->> 'onConflict' = 'update', person.phone_number IS NOT new.write ->> 'phoneNumber',
        person.phone_number IS NULL AND NOT EXISTS (SELECT 1 FROM persons WHERE phone_number = new.write ->> 'phoneNumber' AND seq IS NOT person.seq)) AS gets_phone_number,
      new.write ->> 'linkedinProfileUrl' IS NOT NULL AND iif(new.write ->> 'onConflict' = 'update', person.linkedin_identity IS NOT new.write ->> 'linkedinIdentity',
        person.linkedin_profile_url IS NULL AND NOT EXISTS (SELECT 1 FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity' AND seq IS NOT person.seq)) AS gets_linkedin,
      new.write ->> 'domain' IS NOT NULL AND iif(new.write ->> 'onConflict' = 'update', person.domain IS NOT new.write ->> 'domain',
        person.account_domain IS NULL) AS gets_domain
    FROM (SELECT 1) LEFT JOIN persons AS person ON person.seq = coalesce(
        (SELECT seq FROM persons WHERE email = new.write ->> 'email'),
        (SELECT seq FROM persons WHERE phone_number = new.write ->> 'phoneNumber'),
        (SELECT seq FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity'))
    WHERE person.seq IS NULL
      OR NOT instr(person.write_id, new.write ->> 'writeId')
      AND NOT (new.write ->> 'onConflict' = 'update' AND (EXISTS (SELECT 1 FROM persons WHERE email = new.write ->> 'email' AND seq IS NOT person.seq)
        OR EXISTS (SELECT 1 FROM persons WHERE phone_number = new.write ->> 'phoneNumber' AND seq IS NOT person.seq)
        OR EXISTS (SELECT 1 FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity' AND seq IS NOT person.seq)))
  )
  WHERE NOT EXISTS (SELECT 1 FROM persons WHERE person_id = new.write ->> 'newPersonId')
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person_id = new.write ->> 'newPersonId');
END;
--> statement-breakpoint
CREATE TRIGGER matched_person_writes_inserted INSTEAD OF INSERT ON matched_person_writes BEGIN
  INSERT INTO persons (person_id, name, search_name, email, search_email, email_domain, phone_number,
    linkedin_profile_url, linkedin_key, slug, domain, search_domain, revision, write_id, created_at, updated_at, gone)
  SELECT new.person_id, new.write ->> 'name', new.write ->> 'searchName', new.write ->> 'email',
    new.write ->> 'searchEmail', new.email_domain, new.write ->> 'phoneNumber',
    new.write ->> 'linkedinProfileUrl', new.write ->> 'linkedinKey',
    CASE
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'slug') THEN new.write ->> 'slug'
      WHEN NOT EXISTS (SELECT 1 FROM persons WHERE slug = new.write ->> 'shortSlug') THEN new.write ->> 'shortSlug'
      ELSE new.write ->> 'wholeSlug'
    END,
    new.write ->> 'domain', new.write ->> 'searchDomain', 1, new.write ->> 'writeId', new.write ->> 'now', new.write ->> 'now',
    coalesce((SELECT gone FROM persons ORDER BY seq DESC LIMIT 1), 0)
  WHERE new.seq IS NULL
  ON CONFLICT (person_id) DO NOTHING;

  -- A list may change a person so often that their row does not keep the ids of all its writes.
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', new.oldest_write, new.person_id, new.oldest_write, '', 0, '', 'updated', new.write ->> 'now'
  WHERE (new.gets_name OR new.gets_email OR new.gets_phone_number OR new.gets_linkedin OR new.gets_domain) AND NOT new.write ->> 'onConflict' = 'skip' AND new.oldest_write BETWEEN 'entry_' AND 'entry_~'
    AND new.oldest_write > 'entry_' || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 45 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 40 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 35 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 30 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 25 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 20 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 15 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 10 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 5 & 31) + 1, 1) || substr('0123456789abcdefghjkmnpqrstvwxyz', ((new.write ->> 'now' - 300000) >> 0 & 31) + 1, 1)
  ON CONFLICT DO NOTHING;

  -- Apart from each other, because an UPDATE that names a column of an index writes its entry, whether it changes or not.
  UPDATE persons SET name = new.write ->> 'givenName', search_name = new.write ->> 'searchName', revision = revision + 1,
    write_id = substr(new.write ->> 'writeId' || ' ' || write_id, 1, 264),
    updated_at = max(updated_at, new.write ->> 'now')
  WHERE seq = new.seq AND new.gets_name AND NOT (new.gets_email OR new.gets_phone_number OR new.gets_linkedin OR new.gets_domain) AND NOT new.write ->> 'onConflict' = 'skip';

  UPDATE persons SET
    name = iif(new.gets_name, new.write ->> 'givenName', name),
    search_name = iif(new.gets_name, new.write ->> 'searchName', search_name),
    email = iif(new.gets_email, new.write ->> 'email', email),
    search_email = iif(new.gets_email, new.write ->> 'searchEmail', search_email),
    email_domain = iif(new.gets_email, new.email_domain, email_domain),
    domain = iif(new.gets_domain, new.write ->> 'domain', domain),
    search_domain = iif(new.gets_domain, new.write ->> 'searchDomain', search_domain),
    phone_number = iif(new.gets_phone_number, new.write ->> 'phoneNumber', phone_number),
    linkedin_profile_url = iif(new.gets_linkedin, new.write ->> 'linkedinProfileUrl', linkedin_profile_url),
    linkedin_key = iif(new.gets_linkedin, new.write ->> 'linkedinKey', linkedin_key),
    revision = revision + 1,
    write_id = substr(new.write ->> 'writeId' || ' ' || write_id, 1, 264),
    updated_at = max(updated_at, new.write ->> 'now')
  WHERE seq = new.seq AND (new.gets_email OR new.gets_phone_number OR new.gets_linkedin OR new.gets_domain) AND NOT new.write ->> 'onConflict' = 'skip';

  -- A new account has the person counted, and the name that the write gives it.
  INSERT INTO accounts (account_id, seq, domain, name, search_name, linked_persons_count, revision, write_id, created_at,
    updated_at, latest_activity_at)
  SELECT new.write ->> 'newAccountId', (SELECT coalesce(max(seq), 0) + 1 FROM accounts), account_domain, coalesce(new.write ->> 'company', account_domain),
    new.write ->> 'searchCompany', 1, 1, new.write ->> 'writeId', new.write ->> 'now', new.write ->> 'now', new.write ->> 'now'
  FROM persons WHERE person_id = new.person_id AND account_domain IS NOT NULL
    AND (new.seq IS NULL OR new.gets_email OR new.gets_domain)
  ON CONFLICT (domain) DO NOTHING;

  UPDATE accounts SET name = new.write ->> 'company', search_name = new.write ->> 'searchCompany', revision = revision + 1,
    write_id = substr(new.write ->> 'writeId' || ' ' || write_id, 1, 264),
    updated_at = max(updated_at, new.write ->> 'now')
  WHERE new.write ->> 'company' IS NOT NULL
    AND domain = (SELECT account_domain FROM persons WHERE person_id = new.person_id)
    AND name <> new.write ->> 'company'
    AND (new.write ->> 'onConflict' = 'update' OR name = domain AND (new.seq IS NULL OR NOT new.write ->> 'onConflict' = 'skip'));

  -- Right behind the account, so changes() says whether it got the name. A write without a key that names an account is
  -- noted by its id: others may name the account too, or erase the person, before it is sent again.
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', coalesce(new.write ->> 'keyHash', new.write ->> 'writeId'), new.person_id, new.write ->> 'writeId',
    coalesce(new.write ->> 'requestDigest', ''), new.seq IS NULL, '',
    CASE WHEN new.seq IS NULL THEN 'created'
      WHEN changes() > 0 OR (new.gets_name OR new.gets_email OR new.gets_phone_number OR new.gets_linkedin OR new.gets_domain) AND NOT new.write ->> 'onConflict' = 'skip' THEN 'updated' ELSE 'unchanged' END,
    new.write ->> 'now'
  WHERE new.write ->> 'keyHash' IS NOT NULL OR changes() > 0;
END;
