import type { OnConflict } from '../conflicts.ts';
import { digest } from './digest.ts';
import type { Kind } from './fields.ts';
import type { ReadRow, Write } from './read-row.ts';

/** The writes of one request. */
export interface Request {
  /** A dry run of logs asks who is known, so it is one of persons. */
  kind: Kind;
  writes: Write[];
  /** Names the request, where its writes have no keys: it is not carried out twice. */
  key?: string;
  onConflict: OnConflict;
  isDryRun: boolean;
}

/** The fields of a log by which its person is found. */
const personOf = ({ name, email, phoneNumber, linkedinProfileUrl }: Write): Write =>
  Object.fromEntries(
    Object.entries({ name, email, phoneNumber, linkedinProfileUrl }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/**
 * Rows as one request. Each write has a key, so that no row is written twice. The key of a person follows from the rows
 * of the request, with their numbers: another file may give the person the same values again. That of a log follows from
 * the log alone, so that a later export of the same logs adds only those that are new. Companies are found by their
 * domains, so their request has a key.
 */
export async function batchOf(
  rows: readonly Extract<ReadRow, { write: unknown }>[],
  kind: Kind,
  onConflict: OnConflict,
  isDryRun: boolean,
): Promise<Request> {
  const writes = rows.map(({ write }) => write);
  if (kind === 'logs' && isDryRun)
    return { kind: 'persons', writes: writes.map(personOf), onConflict: 'skip', isDryRun };
  const all = JSON.stringify([onConflict, rows.map(({ row, write }) => [row.number, write])]);
  if (kind === 'accounts')
    return {
      kind,
      writes,
      onConflict,
      isDryRun,
      ...(!isDryRun && { key: `import-${await digest(all)}` }),
    };
  const keys =
    kind === 'logs'
      ? await Promise.all(writes.map((write) => digest(JSON.stringify(write))))
      : await digest(all).then((of) => rows.map((_, at) => `${of}.${at}`));
  return {
    kind,
    writes: writes.map((write, at) => ({ ...write, idempotencyKey: `import-${keys[at]}` })),
    onConflict,
    isDryRun,
  };
}
