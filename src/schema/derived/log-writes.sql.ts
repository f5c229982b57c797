import { idTimeSql } from '../../db/id-time.ts';
import { emailDomain } from '../../people/persons/write-sql.ts';
import { foundPerson } from '../../people/tables/found-person.ts';
import { insertPerson, nextAccount } from './person-write.ts';

/** When a log happened, unless that is the time of its id. Earlier versions do not say whether it is. */
const ownTime = `iif(new.write ->> 'hasIdTime', NULL, (
      SELECT ${idTimeSql('at')}
      FROM (SELECT coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt') AS at)))`;

export default `-- To write a log, insert into one of these views. Its trigger writes the log, its owner and its idempotency key, all
-- or nothing. \`write\` is a JSON object (src/people/logs/store/create.ts), and
-- \`payload\` is the log's payload as it was sent. A write whose key is known ends before it reads anything else. Without a
-- key, the id of its log is looked for: keyless-logs.sql.ts says where. Its \`actor\` is
-- noted here, which takes two statements less than \`attributed\` (db/actor.ts). Without one, its batch is attributed.
CREATE VIEW person_log_writes (write, payload) AS SELECT NULL, NULL WHERE false;

CREATE VIEW account_log_writes (write, payload) AS SELECT NULL, NULL WHERE false;

-- A person's write with the person that it matches. \`person_id\` is null for a personId that does not exist; \`seq\`
-- is null for a person who is new. \`fills_…\` says which blanks of a known person the write fills. \`email_domain\` is
-- the domain of an email that the person gets, unless it is free mail; \`names_account\` says whether it links them.
CREATE VIEW matched_person_log_writes
  (write, payload, person_id, seq, fills_email, fills_phone_number, fills_linkedin, email_domain, names_account) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false;

-- An account's write with its account.
CREATE VIEW matched_account_log_writes (write, payload, account_id) AS SELECT NULL, NULL, NULL WHERE false;

-- Finds the person: the one with the given personId or, without one, the one with the first identifier that is known.
CREATE TRIGGER person_log_writes_inserted INSTEAD OF INSERT ON person_log_writes
WHEN NOT EXISTS (
  SELECT 1 FROM idempotency_keys
  WHERE resource = 'person_log' AND key_hash = coalesce(new.write ->> 'keyHash', new.write ->> 'logId')
) BEGIN
  INSERT INTO author_notes VALUES (NULL, new.write -> 'actor' IS NOT NULL);

  INSERT INTO matched_person_log_writes
  SELECT new.write, new.payload, person_id, seq, fills_email, fills_phone_number, fills_linkedin,
    iif(seq IS NULL OR fills_email, ${emailDomain('      ')}, NULL),
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
      ELSE ${foundPerson('      ')}
      END
  );

  INSERT INTO author_notes VALUES (new.write -> 'actor', new.write -> 'actor' IS NOT NULL);
END;

-- A log without a key may be there already, at any person whom its identifiers lead to: others may have got one since.
CREATE TRIGGER matched_person_log_writes_inserted INSTEAD OF INSERT ON matched_person_log_writes
WHEN new.person_id IS NOT NULL AND (new.write ->> 'fingerprint' IS NOT NULL OR NOT EXISTS (
  SELECT 1 FROM person_logs WHERE person_log_id = new.write ->> 'logId' AND person_id IN (new.person_id,
    (SELECT person_id FROM persons WHERE phone_number = new.write ->> 'phoneNumber'),
    (SELECT person_id FROM persons WHERE linkedin_identity = new.write ->> 'linkedinIdentity'))
)) BEGIN
  ${insertPerson({ writeId: 'logId', at: 'createdAt', when: 'new.seq IS NULL' })}

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
  SELECT new.write ->> 'newAccountId', ${nextAccount},
    new.email_domain, new.email_domain, 1, 1, '',
    new.write ->> 'createdAt', new.write ->> 'createdAt',
    coalesce(new.write ->> 'occurredAt', new.write ->> 'createdAt')
  WHERE new.names_account AND new.email_domain IS NOT NULL
  ON CONFLICT (domain) DO NOTHING;

  INSERT INTO person_logs (person_id, person_log_id, source, type, payload, idempotency_key, fingerprint, created_at,
    occurred_at, own_time)
  VALUES (new.person_id, new.write ->> 'logId', new.write ->> 'source', new.write ->> 'type', new.payload,
    new.write ->> 'idempotencyKey', new.write ->> 'fingerprint', new.write ->> 'createdAt',
    new.write ->> 'occurredAt', ${ownTime})
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

-- The log of an account. A domain without an account gets one.
CREATE TRIGGER account_log_writes_inserted INSTEAD OF INSERT ON account_log_writes
WHEN NOT EXISTS (
  SELECT 1 FROM idempotency_keys
  WHERE resource = 'account_log' AND key_hash = coalesce(new.write ->> 'keyHash', new.write ->> 'logId')
) BEGIN
  INSERT INTO author_notes VALUES (NULL, new.write -> 'actor' IS NOT NULL);

  INSERT INTO accounts (account_id, seq, domain, name, linked_persons_count, revision, write_id, created_at, updated_at,
    latest_activity_at)
  SELECT new.write ->> 'newAccountId', ${nextAccount},
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
    new.write ->> 'occurredAt', ${ownTime})
  ON CONFLICT (account_id, account_log_id) DO NOTHING;

  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'account_log', new.write ->> 'keyHash', new.account_id, new.write ->> 'logId',
    new.write ->> 'requestDigest', new.account_id = new.write ->> 'newAccountId', new.write ->> 'source',
    new.write ->> 'type', new.write ->> 'createdAt'
  WHERE new.write ->> 'keyHash' IS NOT NULL;
END;
`;
