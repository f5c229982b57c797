import type { SchemaRow } from '../../src/db/schema-check.ts';

/**
 * Statements that a database needs before its missing migrations, from its definitions. Commits f6846ad to 3a0f0f1 had
 * a migration 0008 that dropped a column, which later commits kept and 0023 drops. SQL has no condition for this.
 */
export function repairsOf(rows: SchemaRow[], applied: readonly string[]): string[] {
  const has = (number: string) => applied.some((name) => name.startsWith(number));
  const sessions = rows.find(({ name }) => name === 'audience_sessions');
  if (!sessions || !has('0008_') || has('0023_') || /\bis_closed\b/.test(sessions.sql)) return [];
  return [
    "alter table audience_sessions add is_closed integer generated always as (computation_status = 'completed') virtual",
  ];
}
