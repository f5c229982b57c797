import * as z from 'zod/mini';
import { restorePhases } from '../db/tables/backup.ts';
import { described, object, strictObject } from '../http/described.ts';
import { count, id, timestamp } from '../http/schemas.ts';

/** The longest cursor of an export, in characters. */
const longestCursor = 4000;

export const ExportQuery = z.object({
  cursor: described(
    z.optional(z.string().check(z.minLength(1), z.maxLength(longestCursor))),
    'Of the last line of the part before. Without it, an export begins.',
  ),
});

export const ExportEnd = z.object({ exportId: id('export') });

/** Lines of JSON: see docs/operators/backup.md. */
export const ExportPart = z
  .string()
  .check(
    z.maxLength(Number.MAX_SAFE_INTEGER),
    z.meta({ id: 'ExportPart', description: 'NDJSON: a JSON object in each line.' }),
  );

export const ExportEnded = object('ExportEnded', {
  exportId: id('export'),
  isEnded: described(
    z.boolean(),
    'Whether its triggers are gone, too. If not, send the request again, or the service removes them within minutes.',
  ),
});
export type ExportEnded = z.infer<typeof ExportEnded>;

/** A table that has not as many rows as the file says. */
const Differing = z.object({ table: z.string().check(z.maxLength(100)), expected: count, found: count });

export const Restore = object('Restore', {
  restoreId: id('restore'),
  phase: z.enum(restorePhases),
  isRunning: z.boolean(),
  receivedLines: described(count, 'How many lines of the file behind its first have been received.'),
  comparison: described(
    z.nullable(
      z.object({
        tables: count,
        rows: count,
        searches: described(count, 'Search indexes that were compared with their rows.'),
        differing: z.array(Differing).check(z.maxLength(200)),
      }),
    ),
    'What the tables were compared with: the last line of the file.',
  ),
  startedAt: timestamp,
  updatedAt: timestamp,
});
export type Restore = z.infer<typeof Restore>;

const sqlName = z.string().check(z.maxLength(100));

export const RestoreCreate = strictObject('RestoreCreate', {
  header: described(
    z.object({
      footfall: z.looseObject({
        format: count,
        fingerprint: z.string().check(z.maxLength(100)),
        tables: described(
          z.record(sqlName, z.array(sqlName).check(z.maxLength(2000))),
          'The columns of each table.',
        ),
      }),
    }),
    'The first line of the file.',
  ),
  keys: described(z._default(z.boolean(), false), 'Whether the API keys of the file are restored, too.'),
});

export const RestoreLinesQuery = z.object({
  after: described(
    z.string().check(z.maxLength(15), z.regex(/^\d+$/)),
    'How many lines of the file, behind its first, are before these. Lines that were received change nothing.',
  ),
});
