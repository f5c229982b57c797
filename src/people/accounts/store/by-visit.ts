import { desc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, oneRow } from '../../../db/sql.ts';
import { type Bound, build, type Param, statement } from '../../../db/statement.ts';
import type { NumberedPlace } from '../../../lib/cursor.ts';
import { accounts } from '../../tables/accounts.ts';
import { latestVisits, type Visitors, visitorPrefixes } from '../../tables/latest-visits.ts';
import { persons } from '../../tables/persons.ts';

// Persons and accounts in the order of their latest visits, which is made here. The latest ones are in one row, so the
// first pages read no more. What comes later reads all blocks: a row for each 512 persons or accounts. Those without a
// visit follow, the newest first.

const tables = {
  persons: { table: persons, id: persons.personId, seq: persons.seq },
  accounts: { table: accounts, id: accounts.accountId, seq: accounts.seq },
};

const { kind, block, blocksUntil } = latestVisits;
const stored = sql<string>`json(${latestVisits.visits})`;
const isRecent = sql`(${kind} = 'recent' and ${block} = 0)`;

/** Selects the recent visits, and all blocks if the page begins in them. */
const selectVisits = statement(({ from }: { from: Param<number> | undefined }, of: Visitors) => {
  const isInBlocks = from && existsIn(latestVisits, sql`${isRecent} and ${blocksUntil} >= ${from}`);
  const areBlocks = isInBlocks && sql`(${kind} = ${sql.raw(`'${of}'`)} and ${isInBlocks})`;
  return build
    .select({ kind, visits: stored, blocksUntil })
    .from(latestVisits)
    .where(or(isRecent, areBlocks));
});

const selectBlocks = statement((_: object, of: Visitors) =>
  build
    .select({ kind, visits: stored, blocksUntil })
    .from(latestVisits)
    .where(eq(kind, sql`${sql.raw(`'${of}'`)}`)),
);
type Stored = NonNullable<ReturnType<typeof selectBlocks>['row']>;

/** The `seq` of the newest, and the one after which the page begins. Who is erased has none: then that of the next. */
const selectEnds = statement(({ id }: { id: Param<string> | undefined }, of: Visitors) => {
  const { table, id: idColumn, seq } = tables[of];
  const newest = sql`(select ${seq} from ${table} order by ${desc(seq)} limit 1)`;
  const next = sql`(select ${seq} from ${table} where ${idColumn} < ${id} order by ${desc(idColumn)} limit 1)`;
  const own = sql`(select ${seq} from ${table} where ${idColumn} = ${id})`;
  return build
    .select({
      newest: sql<number>`coalesce(${newest}, 0)`,
      after: id ? sql<number>`coalesce(${own}, ${next} + 1, 0)` : sql<number>`0`,
    })
    .from(oneRow);
});

/** A place in the order. `number` is the time of the latest visit, 0 for none. */
interface Place {
  number: number;
  seq: number;
}

const isBefore = (a: Place, b: Place) => a.number > b.number || (a.number === b.number && a.seq > b.seq);

/** Adds a place to a sorted list, of which it keeps the first `count`. */
function insert(places: Place[], place: Place, count: number): void {
  const last = places.at(-1);
  if (places.length === count && last && isBefore(last, place)) return;
  let low = 0;
  for (let high = places.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (isBefore(places[middle] as Place, place)) low = middle + 1;
    else high = middle;
  }
  places.splice(low, 0, place);
  if (places.length > count) places.pop();
}

/** The latest visits that are known: all, or only those after a time. */
class Visits {
  readonly #of: Visitors;
  readonly #recent: Map<number, number>;
  /** As text: a million persons are in 20 MB of it. */
  #blocks: string[];
  #after: number;

  /** `rows` are what `selectVisits` has selected for a page that begins at `from`. */
  constructor(of: Visitors, rows: Stored[], from = Number.POSITIVE_INFINITY) {
    this.#of = of;
    const [recent] = rows.filter((row) => row.kind === 'recent');
    const until = recent?.blocksUntil ?? 0;
    this.#after = until >= from ? 0 : until;
    this.#recent = new Map(recent ? this.#timesIn(recent.visits) : []);
    this.#blocks = rows.filter((row) => row !== recent).map(({ visits }) => visits);
  }

  get areAll(): boolean {
    return this.#after === 0;
  }

  addBlocks(rows: Stored[]): void {
    this.#blocks = rows.map(({ visits }) => visits);
    this.#after = 0;
  }

  *#timesIn(visits: string): Generator<[seq: number, at: number]> {
    for (const [bucket, times] of Object.entries<Record<string, number>>(JSON.parse(visits)))
      if (bucket.startsWith(visitorPrefixes[this.#of]))
        for (const seq in times) yield [Number(seq), times[seq] ?? 0];
  }

  /** The next places that are known: of those who came, then of numbers that have not come, whoever has them. */
  placesAfter(after: Place, newest: number, count: number): Place[] {
    const places: Place[] = [];
    const came = new Uint8Array(newest + 1);
    const take = (seq: number, number: number) => {
      came[seq] = 1;
      const place = { number, seq };
      if (number > this.#after && isBefore(after, place)) insert(places, place, count);
    };
    for (const [seq, at] of this.#recent) take(seq, at);
    if (!this.areAll) return places;
    // A recent visit is later than what a block has.
    for (const block of this.#blocks)
      for (const [seq, at] of this.#timesIn(block)) if (!this.#recent.has(seq)) take(seq, at);
    const first = after.number === 0 ? after.seq - 1 : newest;
    for (let seq = first; seq > 0 && places.length < count; seq--)
      if (!came[seq]) places.push({ number: 0, seq });
    return places;
  }
}

/** The most places that are asked for at once. */
const most = 10_000;

/**
 * A page in the order of latest visits, and what else is selected with it. `select` selects rows by a JSON array of their
 * `seq`. It takes two round trips, a third where the page goes on in the blocks, and more if most of it has been erased.
 */
export async function pageByVisit<Row extends { seq: number | null; latestVisitAt: number }, Other>(
  db: Database,
  of: Visitors,
  { place, take }: { place: NumberedPlace | undefined; take: number },
  select: (seqs: string) => Bound<Row>,
  other: Bound<Other>,
): Promise<[rows: Row[], other: Other[]]> {
  const [known, [ends], others] = await db.batch([
    selectVisits({ from: place?.number }, of),
    selectEnds({ id: place?.id }, of),
    other,
  ]);
  const { newest = 0, after = 0 } = ends ?? {};
  const visits = new Visits(of, known, place?.number);
  let last: Place = { number: place?.number ?? Number.POSITIVE_INFINITY, seq: after };
  const rows: Row[] = [];
  for (let count = take; rows.length < take; ) {
    const places = visits.placesAfter(last, newest, count);
    if (places.length < count && !visits.areAll) {
      const [blocks] = await db.batch([selectBlocks({}, of)]);
      visits.addBlocks(blocks);
      continue;
    }
    if (places.length === 0) break;
    const [found] = await db.batch([select(JSON.stringify(places.map(({ seq }) => seq)))]);
    const bySeq = new Map(found.map((row) => [row.seq, row]));
    for (const { seq, number } of places) {
      const row = bySeq.get(seq);
      // As the order has it: a visit may have come meanwhile.
      if (row) rows.push({ ...row, latestVisitAt: number });
    }
    last = places.at(-1) ?? last;
    count = Math.min(most, 4 * count);
  }
  return [rows.slice(0, take), others];
}
