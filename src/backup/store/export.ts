import { sql } from 'drizzle-orm';
import { failUnless } from '../../db/client.ts';
import { once, type Param, statement } from '../../db/statement.ts';
import { damagedCursor, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { FootfallError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { sha256 } from '../../lib/sha256.ts';
import { chunk, longestRest, noteTriggers } from './end.ts';
import {
  type Batches,
  goneLineOf,
  hasKey,
  keyOf,
  lineOf,
  list,
  literal,
  quoted,
  selectTables,
  type Table,
  tablesIn,
  textOf,
} from './internal.ts';

/** How far an export is. A cursor has it. */
interface Place {
  exportId: string;
  /** The last migration of the database when it began: a later one drops the triggers of the tables that it makes anew. */
  schema: string;
  step: 'triggers' | 'tables' | 'changes';
  /** Of the triggers or the tables, the next. */
  index: number;
  /** The key of the last row of the table, as JSON, and how many rows the next page has. */
  key?: string | undefined;
  rows?: number | undefined;
  /** The last change that is exported. */
  sequence: number;
  /** SHA-256 of all parts before. */
  hash: string;
  part: number;
}

/** What an export says of itself. */
export interface About {
  release: string;
  workspace: string;
  fingerprint: string;
}

/** A part of an export, and where the next one begins: nowhere after the last. */
interface Part {
  text: string;
  next: Place | undefined;
}

/** The number of the format. 1 was `npm run export` of release 1.0.0, without a first line. */
export const format = 2;

/** The intended length of a part and of a page, in characters; rows of the first page, and the most rows of a page. */
const [partLength, pageLength, firstRows, mostRows] = [3_000_000, 1_000_000, 50, 2000];
/** The most changes that are read at once. The last ones are read in one transaction. */
const mostChanges = 250;
/** The most statements of a part, so that it fits into an invocation on Workers Free (50). */
const mostStatements = 40;

const begin = statement(
  ({ exportId, now }: { exportId: Param<string>; now: Param<number> }) =>
    sql`insert into exports (export_id, started_at, read_at) values (${exportId}, ${now}, ${now})
      on conflict do nothing`,
);
const goOn = statement(
  ({ exportId, now, before }: { exportId: Param<string>; now: Param<number>; before: Param<number> }) =>
    sql<{ found: number }>`update exports set read_at = max(read_at, ${now})
      where export_id = ${exportId} and read_at >= ${before} returning 1 as found`,
);
const selectStart = statement(
  () => sql<{ schema: string; sequence: number }>`select
    (select name from d1_migrations order by id desc limit 1) as "schema",
    coalesce((select max(sequence) from export_changes), 0) as sequence`,
);
const selectChanged = statement(
  ({ after }: { after: Param<number> }) => sql<{ name: string; changes: number; last: number }>`select name,
      count(*) as changes, max(sequence) as last from export_changes where sequence > ${after} group by name`,
);
const selectNow = textOf("select cast(unixepoch('subsec') * 1000 as integer) as now");

const ended = () =>
  new FootfallError(
    'export_ended',
    'The export has ended: an hour without a request, a new release, or DELETE. Begin again without a cursor.',
  );

/** The page of a table after a key. */
function pageOf(table: Table, key: string | undefined, rows: number) {
  const after =
    key === undefined
      ? ''
      : `where (${list(table.key)}) > (${table.key.map((_, at) => `?1 ->> ${at}`).join(', ')})`;
  const text = `select ${lineOf(table, 't')} as line, ${keyOf(table, 't')} as "key" from ${quoted(table.name)} t ${after} order by ${list(table.key)} limit ${rows}`;
  return key === undefined ? textOf(text) : textOf(text, key);
}

/** The rows of a table that have changed, as they are now. */
const changedOf = (table: Table, after: number, until: number) =>
  textOf(
    `select iif(t.${quoted(table.key[0] ?? '')} is null, ${goneLineOf(table, 'c.key')}, ${lineOf(table, 't')}) as line
      from (select distinct key from export_changes where sequence > ?1 and sequence <= ?2 and name = ${literal(table.name)}) c
      left join ${quoted(table.name)} t on ${hasKey(table, 't', 'c.key')}`,
    after,
    until,
  );

/** How many rows each table has. */
export const countsOf = (tables: readonly Table[]) =>
  textOf(
    `select ${tables.map(({ name }) => `(select count(*) from ${quoted(name)}) as ${quoted(name)}`).join(', ')}`,
  );

async function exportPart(db: Batches, from: Place | undefined, about: About): Promise<Part> {
  const now = Date.now();
  const exportId = from?.exportId ?? newId('export');
  const [found, tableRows = [], start] = await db.batch([
    from ? goOn({ exportId, now, before: now - longestRest }) : begin({ exportId, now }),
    selectTables({}),
    selectStart({}),
  ]);
  const tables = tablesIn(tableRows);
  const schema = String(start?.[0]?.schema);
  if (from && (found?.length !== 1 || from.schema !== schema)) throw ended();
  const place: Place = from ?? {
    exportId,
    schema,
    step: 'triggers',
    index: 0,
    sequence: Number(start?.[0]?.sequence),
    hash: '',
    part: 0,
  };
  let [text, statements] = ['', 3];
  if (!from) {
    const columns = Object.fromEntries(tables.map(({ name, columns }) => [name, columns]));
    text = `${JSON.stringify({ footfall: { format, exportId, ...about, schema, tables: columns } })}\n`;
  }
  const take = (rows: readonly Record<string, unknown>[]) => {
    for (const { line } of rows) text += `${String(line)}\n`;
  };
  /** Reads the last changes in one transaction. Undefined if there are too many for one. */
  const finish = async (names: readonly string[]): Promise<object | undefined> => {
    const changed = tables.filter(({ name }) => names.includes(name));
    const until = place.sequence + mostChanges;
    const [left = [], [time] = [], [counts] = [], ...rows] = await db.batch([
      selectChanged({ after: place.sequence }),
      selectNow,
      countsOf(tables),
      ...changed.map((table) => changedOf(table, place.sequence, until)),
    ]);
    statements += 3 + changed.length;
    if (left.some(({ name, last }) => Number(last) > until || !names.includes(String(name))))
      return undefined;
    for (const some of rows) take(some);
    return { exportId, consistentAt: new Date(Number(time?.now)).toISOString(), tables: counts };
  };

  while (text.length < partLength && statements < mostStatements) {
    if (place.step === 'triggers') {
      const triggers = noteTriggers(tables).slice(place.index, place.index + chunk - statements);
      // Without its row, nothing would ever drop them.
      const isThere = once(
        failUnless(sql`exists (select 1 from exports where export_id = ${exportId} and read_at > 0)`),
      );
      if (triggers.length > 0) await db.batch([isThere, ...triggers.map((trigger) => textOf(trigger))]);
      statements += triggers.length + 1;
      place.index += triggers.length;
      if (place.index >= tables.length * 3) Object.assign(place, { step: 'tables', index: 0 });
    } else if (place.step === 'tables') {
      const table = tables[place.index];
      if (!table) {
        place.step = 'changes';
        continue;
      }
      let rows = place.key === undefined ? firstRows : (place.rows ?? firstRows);
      const [page = []] = await db.batch([pageOf(table, place.key, rows)]);
      statements++;
      const before = text.length;
      take(page);
      if (page.length < rows)
        Object.assign(place, { index: place.index + 1, key: undefined, rows: undefined });
      else {
        const length = Math.max(1, text.length - before);
        rows = Math.min(mostRows, Math.max(1, Math.floor((pageLength * page.length) / length)));
        Object.assign(place, { key: String(page.at(-1)?.key), rows });
      }
    } else {
      const [changed = []] = await db.batch([selectChanged({ after: place.sequence })]);
      statements++;
      const names = changed.map(({ name }) => String(name));
      const until = place.sequence + mostChanges;
      if (changed.some(({ last }) => Number(last) > until)) {
        const some = tables.filter(({ name }) => names.includes(name));
        for (const rows of await db.batch(some.map((table) => changedOf(table, place.sequence, until))))
          take(rows);
        statements += some.length;
        place.sequence = until;
      } else {
        const end = await finish(names);
        if (!end) continue;
        const hash = sha256(place.hash + sha256(text));
        return { text: `${text}${JSON.stringify({ end: { ...end, hash } })}\n`, next: undefined };
      }
    }
  }
  place.hash = sha256(place.hash + sha256(text));
  place.part++;
  return { text, next: place };
}

const binding = ['export'] as const;

/** The place in a cursor. Throws `invalid_cursor`. */
function placeIn(cursor: string): Place {
  try {
    return JSON.parse(decodeCursor(binding, cursor)) as Place;
  } catch (error) {
    throw error instanceof SyntaxError ? damagedCursor() : error;
  }
}

/** The lines of the next part of an export, the first without a cursor. Throws `invalid_cursor`, `export_ended`. */
export async function exportLines(db: Batches, cursor: string | undefined, about: About): Promise<string> {
  const { text, next } = await exportPart(db, cursor === undefined ? undefined : placeIn(cursor), about);
  if (!next) return text;
  const { part: number, hash } = next;
  const part = { number, hash, next: encodeCursor(binding, JSON.stringify(next)) };
  return `${text}${JSON.stringify({ part })}\n`;
}
