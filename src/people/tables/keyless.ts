/** Whose log it is. */
type Owner = 'person' | 'account';

/**
 * SQL that notes logs without a key in place of their keys, as far as their condition and behind it. `before`:
 * what stands before their table, which is called `as`.
 */
export function noteKeylessLogs(owner: Owner, { before = '', as = `${owner}_logs` } = {}) {
  const logs = as === `${owner}_logs` ? as : `${owner}_logs AS ${as}`;
  return {
    insert: `INSERT INTO idempotency_keys (resource, key_hash, owner_id, log_id, request_digest, created_owner, source, type,
    created_at)
  SELECT '${owner}_log', ${owner}_log_id, ${owner}_id, ${owner}_log_id, '', 0, source, type, ${as}.created_at
  FROM ${before}${logs}
  WHERE`,
    end: `AND ${as}.fingerprint IS NULL
  ON CONFLICT DO NOTHING`,
  };
}
