import { mapValues } from 'es-toolkit/object';
import { oldestWrite, writeIdsLength } from '../../db/conditional-write.ts';
import { idTimeSql } from '../../db/id-time.ts';
import { retriedFor } from '../../lib/durations.ts';
import {
  emailDomain,
  field,
  getsName,
  isConflict,
  isSkip,
  isUpdate,
  getsOthers as others,
  plainColumns as plain,
} from '../../people/persons/write-sql.ts';
import { foundPerson } from '../../people/tables/found-person.ts';
import { insertPerson, nextAccount } from './person-write.ts';

const names = ['gets_name', ...Object.keys(others)].join(', ');

/** What a change of a row notes, as db/conditional-write.ts does. */
const written = `revision = revision + 1,
    write_id = substr(${field('writeId')} || ' ' || write_id, 1, ${writeIdsLength}),
    updated_at = max(updated_at, ${field('now')})`;

const getsOthers = Object.keys(others)
  .map((name) => `new.${name}`)
  .join(' OR ');

/** SQL of whether a write changes the person that it matches. */
const isChange = `(new.gets_name OR ${getsOthers}) AND NOT ${isSkip}`;

export default `-- To write a person without a log, insert into this view. \`write\` is a JSON object (src/people/persons/store/write.ts).
-- The person is the one with the first identifier that is known, or else a new one. \`onConflict\` says what a known person
-- gets: \`fill\` fills blanks, \`update\` replaces what differs unless another person has it, \`skip\` changes nothing. A write
-- whose key is known, and one that is sent again after its answer was lost, ends before it changes anything: the person has
-- its id, or the id is noted in place of a key.
CREATE VIEW person_writes (write) AS SELECT NULL WHERE false;

-- A write with the person that it matches, who is new without \`seq\`. \`gets_…\` says what a known person gets.
-- \`email_domain\` is the domain of an email that the person gets, unless it is free mail. \`oldest_write\` is the id that a
-- change drops from \`write_id\`.
CREATE VIEW matched_person_writes
  (write, person_id, seq, oldest_write, email_domain, ${names}) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, ${Object.keys(others)
  .map(() => 'NULL')
  .join(', ')} WHERE false;

CREATE TRIGGER person_writes_inserted INSTEAD OF INSERT ON person_writes
WHEN NOT EXISTS (
  SELECT 1 FROM idempotency_keys WHERE resource = 'person' AND key_hash = coalesce(${field('keyHash')}, ${field('writeId')})
) BEGIN
  INSERT INTO matched_person_writes
  SELECT new.write, person_id, seq, oldest_write,
    iif(seq IS NULL OR gets_email, ${emailDomain('      ')}, NULL), ${names}
  FROM (
    SELECT coalesce(person.person_id, ${field('newPersonId')}) AS person_id, person.seq,
      ${oldestWrite('person.write_id')} AS oldest_write,
      ${getsName} AS gets_name,
      ${Object.entries(others)
        .map(([name, is]) => `${is} AS ${name}`)
        .join(',\n      ')}
    FROM (SELECT 1) LEFT JOIN persons AS person ON person.seq = ${foundPerson('      ')}
    WHERE person.seq IS NULL
      OR NOT instr(person.write_id, ${field('writeId')})
      AND NOT ${isConflict}
  )
  WHERE NOT EXISTS (SELECT 1 FROM persons WHERE person_id = ${field('newPersonId')})
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person_id = ${field('newPersonId')});
END;

CREATE TRIGGER matched_person_writes_inserted INSTEAD OF INSERT ON matched_person_writes BEGIN
  ${insertPerson({
    writeId: 'writeId',
    at: 'now',
    own: { domain: field('domain'), search_domain: field('searchDomain'), ...mapValues(plain, field) },
    when: 'new.seq IS NULL',
  })}

  -- A list may change a person so often that their row does not keep the ids of all its writes.
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', new.oldest_write, new.person_id, new.oldest_write, '', 0, '', 'updated', ${field('now')}
  WHERE ${isChange} AND new.oldest_write BETWEEN 'entry_' AND 'entry_~'
    AND new.oldest_write > 'entry_' || ${idTimeSql(`(${field('now')} - ${retriedFor})`)}
  ON CONFLICT DO NOTHING;

  -- Apart from each other, because an UPDATE that names a column of an index writes its entry, whether it changes or not.
  UPDATE persons SET name = ${field('givenName')}, search_name = ${field('searchName')}, ${written}
  WHERE seq = new.seq AND new.gets_name AND NOT (${getsOthers}) AND NOT ${isSkip};

  UPDATE persons SET
    name = iif(new.gets_name, ${field('givenName')}, name),
    search_name = iif(new.gets_name, ${field('searchName')}, search_name),
    email = iif(new.gets_email, ${field('email')}, email),
    search_email = iif(new.gets_email, ${field('searchEmail')}, search_email),
    email_domain = iif(new.gets_email, new.email_domain, email_domain),
    domain = iif(new.gets_domain, ${field('domain')}, domain),
    search_domain = iif(new.gets_domain, ${field('searchDomain')}, search_domain),
    phone_number = iif(new.gets_phone_number, ${field('phoneNumber')}, phone_number),
    linkedin_profile_url = iif(new.gets_linkedin, ${field('linkedinProfileUrl')}, linkedin_profile_url),
    linkedin_key = iif(new.gets_linkedin, ${field('linkedinKey')}, linkedin_key),
    ${Object.entries(plain)
      .map(([column, name]) => `${column} = iif(new.gets_${column}, ${field(name)}, ${column}),\n    `)
      .join('')}${written}
  WHERE seq = new.seq AND (${getsOthers}) AND NOT ${isSkip};

  -- A new account has the person counted, and the name that the write gives it.
  INSERT INTO accounts (account_id, seq, domain, name, search_name, linked_persons_count, revision, write_id, created_at,
    updated_at, latest_activity_at)
  SELECT ${field('newAccountId')}, ${nextAccount}, account_domain, coalesce(${field('company')}, account_domain),
    ${field('searchCompany')}, 1, 1, ${field('writeId')}, ${field('now')}, ${field('now')}, ${field('now')}
  FROM persons WHERE person_id = new.person_id AND account_domain IS NOT NULL
    AND (new.seq IS NULL OR new.gets_email OR new.gets_domain)
  ON CONFLICT (domain) DO NOTHING;

  UPDATE accounts SET name = ${field('company')}, search_name = ${field('searchCompany')}, ${written}
  WHERE ${field('company')} IS NOT NULL
    AND domain = (SELECT account_domain FROM persons WHERE person_id = new.person_id)
    AND name <> ${field('company')}
    AND (${isUpdate} OR name = domain AND (new.seq IS NULL OR NOT ${isSkip}));

  -- Right behind the account, so changes() says whether it got the name. A write without a key that names an account is
  -- noted by its id: others may name the account too, or erase the person, before it is sent again.
  INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', coalesce(${field('keyHash')}, ${field('writeId')}), new.person_id, ${field('writeId')},
    coalesce(${field('requestDigest')}, ''), new.seq IS NULL, '',
    CASE WHEN new.seq IS NULL THEN 'created'
      WHEN changes() > 0 OR ${isChange} THEN 'updated' ELSE 'unchanged' END,
    ${field('now')}
  WHERE ${field('keyHash')} IS NOT NULL OR changes() > 0;
END;
`;
