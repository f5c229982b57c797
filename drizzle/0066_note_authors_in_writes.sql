DROP TRIGGER IF EXISTS person_log_writes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS account_log_writes_inserted;
--> statement-breakpoint
-- To note who wrote the events that have no author yet, insert into this view. While nobody listens, nothing is noted.
CREATE VIEW author_notes (actor, is_noted) AS SELECT NULL, NULL WHERE false;
--> statement-breakpoint
CREATE TRIGGER author_notes_inserted INSTEAD OF INSERT ON author_notes WHEN new.is_noted BEGIN
  INSERT INTO event_authors (until, actor)
  SELECT coalesce((SELECT max(sequence) FROM events), 0), new.actor FROM event_actor WHERE id = 1
  ON CONFLICT (until) DO NOTHING;
END;
--> statement-breakpoint
-- Finds the person: the one with the given personId or, without one, the one with the first identifier that is known.
CREATE TRIGGER person_log_writes_inserted INSTEAD OF INSERT ON person_log_writes
WHEN new.write ->> 'keyHash' IS NULL OR NOT EXISTS (
  SELECT 1 FROM idempotency_keys WHERE resource = 'person_log' AND key_hash = new.write ->> 'keyHash'
) BEGIN
  INSERT INTO author_notes VALUES (NULL, new.write -> 'actor' IS NOT NULL);

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

  INSERT INTO author_notes VALUES (new.write -> 'actor', new.write -> 'actor' IS NOT NULL);
END;
--> statement-breakpoint
-- The log of an account. A domain without an account gets one.
CREATE TRIGGER account_log_writes_inserted INSTEAD OF INSERT ON account_log_writes
WHEN new.write ->> 'keyHash' IS NULL OR NOT EXISTS (
  SELECT 1 FROM idempotency_keys WHERE resource = 'account_log' AND key_hash = new.write ->> 'keyHash'
) BEGIN
  INSERT INTO author_notes VALUES (NULL, new.write -> 'actor' IS NOT NULL);

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

  INSERT INTO author_notes VALUES (new.write -> 'actor', new.write -> 'actor' IS NOT NULL);
END;
