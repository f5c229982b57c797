import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { counter } from '../../db/counters.ts';
import { insertEach } from '../../db/insert.ts';
import { existsIn, itemField } from '../../db/sql.ts';
import { type Bound, build, named, type Param, statement } from '../../db/statement.ts';
import { counters } from '../../db/tables/counters.ts';
import { rollups, sessionTails } from '../../db/tables/sessions.ts';
import { byteLength } from '../../lib/byte-length.ts';
import type { Contribution } from '../facts.ts';
import { type RollupKey, Rollups } from '../rollup-rows.ts';

/** Characters of JSON in one bound value: D1 takes 2 MB, and a character may be three bytes. */
const batchSize = 600_000;

/**
 * The most bytes of facts in one write, which it binds as one value. A removal binds them as JSON in JSON, which may
 * have twice as many: each quotation mark gets two more backslashes.
 */
export const mostFacts = 900_000;

/** The first items whose texts have not too many bytes together. At least one, if there is one. */
export function fitting<T>(items: T[], textOf: (item: T) => string): T[] {
  let size = 0;
  return items.filter((item, index) => {
    size += byteLength(textOf(item));
    return index === 0 || size <= mostFacts;
  });
}

/** The counter of writes of rollups. */
const writes = 'rollup_writes';

/** Identifies a write of rollups, and the state of the rollups that it is based on. */
export interface RollupWrite {
  pageId: string;
  writeId: string;
  /** The counter of writes when the rollups were read. */
  revision: number;
}
type WriteParams = { [K in keyof RollupWrite]: Param<RollupWrite[K]> };

const isRevision = ({ revision }: Pick<WriteParams, 'revision'>): SQL =>
  sql`(${counter(writes)}) = ${revision}`;

/**
 * The condition that this write has begun and is not complete: the first statement of its batch sets its writeId, the
 * last one counts it. So nothing is written when a batch is repeated whose answer was lost.
 */
export const isOurs = ({ pageId, writeId, revision }: WriteParams): SQL =>
  sql`${existsIn(sessionTails, and(eq(sessionTails.pageId, pageId), eq(sessionTails.writeId, writeId)))}
    and ${isRevision({ revision })}`;

/** The condition that nobody has written rollups since they were read. */
export const isUnchanged = isRevision;

/** The lines of a query, joined with line feeds: what a write is based on, as one value to compare. */
export const linesOf = (line: SQL, query: SQL): SQL =>
  sql`(select coalesce(group_concat(line, char(10)), '') from (select ${line} as line ${query}))`;

const key = itemField<RollupKey>;

const isKey = and(
  sql`${rollups.pageId} = ${key('pageId')} and ${rollups.audienceId} = ${key('audienceId')}`,
  sql`${rollups.grouping} = ${key('grouping')} and ${rollups.level} = ${key('level')}`,
  sql`${rollups.start} = ${key('start')}`,
);

interface RowsParams {
  /** A JSON array of the keys of rollups. */
  keys: Param<string>;
  /** The most bytes of JSON. */
  largest: Param<number> | undefined;
}

/** Selects the rows of rollups. If `largest` is given, and they have more bytes together, their JSON is null. */
const selectRows = statement(({ keys, largest }: RowsParams) => {
  const from = sql`json_each(${keys}) as item cross join ${rollups}`;
  // octet_length does not read the text.
  const bytes = sql`octet_length(${rollups.totals}) + coalesce(octet_length(${rollups.quarters}), 0)`;
  const size = sql`(select sum(${bytes}) as bytes from ${from} where ${isKey}) as size`;
  const unlessLarge = (json: typeof rollups.totals | typeof rollups.quarters) =>
    sql<string | null>`${largest === undefined ? json : sql`iif(size.bytes > ${largest}, null, ${json})`}`;
  return build
    .select({
      pageId: rollups.pageId,
      audienceId: rollups.audienceId,
      grouping: sql<RollupKey['grouping']>`${rollups.grouping}`,
      level: rollups.level,
      start: rollups.start,
      part: rollups.part,
      totals: unlessLarge(rollups.totals),
      quarters: unlessLarge(rollups.quarters),
    })
    .from(largest === undefined ? from : sql`${size} cross join ${from}`)
    .where(isKey);
});

const upsertRows = statement(({ rows, ...write }: WriteParams & { rows: Param<string> }) =>
  insertEach(rollups, rows, isOurs(write)).onConflictDoUpdate({
    target: [
      rollups.pageId,
      rollups.audienceId,
      rollups.grouping,
      rollups.level,
      rollups.start,
      rollups.part,
    ],
    set: { totals: sql`excluded.totals`, quarters: sql`excluded.quarters` },
  }),
);

const countWrite = statement((write: WriteParams) =>
  build
    .update(counters)
    .set({ value: sql`${counters.value} + 1` })
    .where(and(eq(counters.name, writes), isOurs(write)))
    .returning(named({ value: counters.value })),
);

/** The counter of writes, to be read together with what the next write is based on. */
export const selectRevision = statement((_: object) =>
  build.select({ revision: counters.value }).from(counters).where(eq(counters.name, writes)),
);

/** JSON arrays of items, each short enough to bind. */
function batchesOf(items: unknown[]): string[] {
  const batches: string[] = [];
  let batch: string[] = [];
  let size = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (size > 0 && size + text.length > batchSize) {
      batches.push(`[${batch}]`);
      [batch, size] = [[], 0];
    }
    batch.push(text);
    size += text.length;
  }
  if (size > 0) batches.push(`[${batch}]`);
  return batches;
}

/** Whether rollups are so many that their size matters: more than those of a page for two days, and of 20 audiences. */
const areMany = (keys: RollupKey[]) =>
  keys.length > 60 || keys.filter(({ audienceId }) => audienceId !== '').length > 20;

/** What became of a write: `too large` if the rollups that it touches have more bytes than it may read. */
export type Outcome = 'written' | 'changed meanwhile' | 'too large';

/**
 * Adds contributions to the stored rollups, in two round trips, unless these are many and have more than `largest` bytes
 * of JSON. `begin` is the statement that sets the writeId of the page, if all that the contributions are based on is
 * still so. `others` have the condition `isOurs`.
 */
export async function writeRollups(
  db: Database,
  write: RollupWrite,
  largest: number | undefined,
  contributions: Contribution[],
  begin: Bound,
  others: Bound[],
): Promise<Outcome> {
  const touched = new Rollups();
  for (const one of contributions) touched.add(write.pageId, one);
  const mostBytes = areMany(touched.keys) ? largest : undefined;
  const reads = batchesOf(touched.keys).map((keys) => selectRows({ keys, largest: mostBytes }));
  const known = reads.length > 0 ? await db.batch(reads) : [];
  const changed = new Rollups();
  for (const { totals, quarters, ...row } of known.flat()) {
    if (totals === null) return 'too large';
    changed.addRow({
      ...row,
      totals: JSON.parse(totals),
      quarters: quarters === null ? null : JSON.parse(quarters),
    });
  }
  for (const one of contributions) changed.add(write.pageId, one);
  const rows = batchesOf(changed.rows());
  const done = countWrite(write);
  const results = await db.batch([
    begin,
    ...rows.map((batch) => upsertRows({ ...write, rows: batch })),
    ...others,
    done,
  ]);
  return (results.at(-1) ?? []).length > 0 ? 'written' : 'changed meanwhile';
}
