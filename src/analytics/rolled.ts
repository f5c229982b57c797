/**
 * SQL for the condition that a session is rolled up. `row`: the prefix of the columns of the session, `tail`: that of
 * the place where the rollups of its page end.
 */
export const rolledSql = (row: string, tail = ''): string =>
  `(${row}session_started_at < ${tail}rolled_at OR ${row}session_started_at = ${tail}rolled_at AND ${row}analytics_session_id <= ${tail}rolled_id)`;
