import { eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { type NewRow, record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { each } from '../../../lib/each.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import { type IfMatch, type Tagged, taggedVisit } from '../../../lib/precondition.ts';
import { timesOf } from '../../../lib/time.ts';
import { sourceSecrets, sources } from '../../tables/sources.ts';
import { mappedFields, wholeMapping } from '../mapping.ts';
import { providerOf } from '../providers.ts';
import type { Source, SourceCreate, SourceUpdate } from '../schemas.ts';

/** A source without its address, which depends on where the service is. */
export type SourceRecord = Omit<Source, 'url'>;

const ofSecret = (column: 'setAt' | 'previousUntil') =>
  sql<number | null>`(${build
    .select({ value: sourceSecrets[column] })
    .from(sourceSecrets)
    .where(eq(sourceSecrets.sourceId, sources.sourceId))})`;

const columns = {
  ...getTableColumns(sources),
  secretSetAt: ofSecret('setAt').as('secret_set_at'),
  previousSecretUntil: ofSecret('previousUntil').as('previous_secret_until'),
};

/** The mapping that is in force. */
function shownMapping({ provider, mapping }: Pick<typeof sources.$inferSelect, 'provider' | 'mapping'>) {
  const whole = wholeMapping(providerOf(provider).mapping, mapping);
  return each([...mappedFields, 'excludedTypes'] as const, (field) => [...whole[field]]);
}

/** Sources. What is received does not change the part of the entity tag that `If-Match` looks at. */
export const sourceRecord = record({
  table: sources,
  id: 'sourceId',
  prefix: 'source',
  columns,
  state: getTableColumns(sources),
  toItem: (row): SourceRecord => ({
    ...pick(row, ['sourceId', 'provider', 'name', 'author']),
    mapping: shownMapping(row),
    ownMapping: row.mapping as SourceRecord['ownMapping'],
    isReadyMapping: row.mapping === null,
    hasSecret: row.secretSetAt !== null,
    ...pick(row, ['receivedCount', 'loggedCount', 'excludedCount', 'keptCount', 'droppedCount']),
    ...timesOf(row, ['secretSetAt', 'previousSecretUntil', 'lastReceivedAt', 'createdAt', 'updatedAt']),
    recent: JSON.parse(row.recent) as SourceRecord['recent'],
  }),
  orThrow: orThrow('source_not_found', 'There is no source with this id.'),
  etag: {
    sql: sources.revision,
    of: (row) => taggedVisit(String(row.revision), row.activity),
  },
  initial: {
    recent: sql`'[]'`,
    receipts: sql`''`,
    receivedCount: sql`0`,
    loggedCount: sql`0`,
    excludedCount: sql`0`,
    keptCount: sql`0`,
    droppedCount: sql`0`,
    keptBytes: sql`0`,
    activity: sql`0`,
  },
  emptied: { name: '', mapping: sql`null`, author: '', recent: sql`'[]'`, receipts: '' },
});

/** Sources, newest first. */
export const listSources = recordList(sourceRecord, { by: 'sourceId', isDescending: true });

/** How many sources a workspace has at most. */
const mostSources = 50;

const insertSource = statement((row: NewRow<typeof sources>) =>
  sourceRecord.insert(
    row,
    sql`(select count(*) from ${sources} where ${isNull(sources.deletedAt)}) < ${sql.raw(String(mostSources))}`,
  ),
);

/** Creates a source, which takes nothing until it has a secret. Throws `sources_full`. */
export const createSource = (
  db: Database,
  { provider, name = provider, mapping }: SourceCreate,
  author: string,
): Promise<Tagged<SourceRecord>> =>
  sourceRecord.create(
    db,
    // Without a field, it is the ready one.
    {
      provider,
      name,
      mapping: Object.keys(mapping ?? {}).length > 0 ? JSON.stringify(mapping) : null,
      author,
    },
    {
      write: insertSource,
      refuse: () => {
        throw new FootfallError('sources_full', `A workspace has at most ${mostSources} sources.`);
      },
    },
  );

interface Change {
  sourceId: Param<string>;
  name: Param<string> | undefined;
  /** JSON of the fields that are changed, with null for those that are as in the ready mapping again; or null. */
  mapping: Param<string> | undefined;
  write: WriteParams;
}
const changeSource = statement(({ sourceId, name, mapping, write }: Change) => {
  // RFC 7396.
  const patched = mapping && sql`json_patch(coalesce(${sources.mapping}, '{}'), ${mapping})`;
  const own = patched && sql`nullif(nullif(${patched}, '{}'), 'null')`;
  return sourceRecord.revise(sourceId, write, { name, mapping: own });
});

/** Changes the given fields, also of the mapping. Throws `source_not_found`, `precondition_failed`. */
export const updateSource = (
  db: Database,
  sourceId: string,
  { name, mapping }: SourceUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<SourceRecord>> =>
  sourceRecord.write(db, sourceId, { name, mapping }, ifMatch, {
    write: (write) =>
      changeSource({
        sourceId,
        name,
        mapping: mapping === undefined ? undefined : JSON.stringify(mapping),
        write,
      }),
  });
