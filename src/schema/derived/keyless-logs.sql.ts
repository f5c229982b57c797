import { idTimeSql } from '../../db/id-time.ts';
import { retriedFor } from '../../lib/durations.ts';
import { noteKeylessLogs } from '../../people/tables/keyless.ts';

/** SQL that notes the logs without a key that a person got shortly before a time. */
export function noteKeyless(personId: string, at: string): string {
  const { insert, end } = noteKeylessLogs('person', {
    before: `(SELECT ${at} - ${retriedFor} AS since) CROSS JOIN `,
    as: 'log',
  });
  return `${insert} log.person_id = ${personId} AND log.person_log_id > 'person_log_' || ${idTimeSql('since')}
    ${end};`;
}

/**
 * SQL that notes the entries of lists that a person, `old` in a trigger, got shortly before a time. `writeIds` are in the row of
 * the person, or in rows of theirs.
 */
export const noteWrites = (at: string, { writeIds = 'old.write_id', rows = '' } = {}): string =>
  `INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT 'person', value, old.person_id, value, '', 0, '', 'updated', since
  FROM (SELECT ${at} - ${retriedFor} AS since)
    ${rows}CROSS JOIN json_each('["' || replace(trim(${writeIds}), ' ', '","') || '"]')
  WHERE value BETWEEN 'entry_' || ${idTimeSql('since')} AND 'entry_~'
  ON CONFLICT DO NOTHING;`;

const loses = (column: string) => `(old.${column} IS NOT NULL AND old.${column} IS NOT new.${column})`;

export default `-- A log without a key writes no key. When D1's answer was lost, and the log is sent again with the same id, it is found at
-- the person that its identifiers lead to: see log-writes.sql. What would lead it elsewhere in the meantime notes the id
-- in place of a key: a person who loses an identifier, and an erasure (person-erasure.sql.ts). So do the writes of lists of
-- persons (person-writes.sql.ts), whose ids the person has.
CREATE TRIGGER persons_keyless_logs AFTER UPDATE OF email, phone_number, linkedin_profile_url, linkedin_key ON persons
WHEN ${['email', 'phone_number', 'linkedin_identity'].map(loses).join('\n  OR ')} BEGIN
  ${noteKeyless('new.person_id', 'new.updated_at')}
  ${noteWrites('new.updated_at')}
END;
`;
