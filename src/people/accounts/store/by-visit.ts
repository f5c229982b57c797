import { and, desc, eq, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, oneRow } from '../../../db/sql.ts';
import { type Bound, build, type Param, statement } from '../../../db/statement.ts';
import type { NumberedPlace } from '../../../lib/cursor.ts';
import { accounts } from '../../tables/accounts.ts';
import {
  latestVisits,
  type Visitors,
  visitorPrefixes,
  visitorsPerBlock,
} from '../../tables/latest-visits.ts';
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

/** From how many blocks visits are read at a time: four megabytes. */
const blocksAtOnce = 350;

const selectRecent = statement((_: object) =>
  build.select({ visits: stored, blocksUntil }).from(latestVisits).where(isRecent),
);

/** SQL of the `seq` after which a page begins. Who is erased has none: then that of the next. */
function seqOf(id: Param<string>, of: Visitors): SQL<number> {
  const { table, id: idColumn, seq } = tables[of];
  const own = sql`(select ${seq} from ${table} where ${idColumn} = ${id})`;
  const next = sql`(select ${seq} from ${table} where ${idColumn} < ${id} order by ${desc(idColumn)} limit 1)`;
  return sql`coalesce(${own}, ${next} + 1, 0)`;
}

/** The newest `seq`, and the one after which the page begins. */
const selectEnds = statement(({ id }: { id: Param<string> | undefined }, of: Visitors) => {
  const { table, seq } = tables[of];
  const newest = sql`(select ${seq} from ${table} order by ${desc(seq)} limit 1)`;
  return build
    .select({ newest: sql<number>`coalesce(${newest}, 0)`, after: id ? seqOf(id, of) : sql<number>`0` })
    .from(oneRow);
});

/** Selects some blocks, the newest persons or accounts first. */
const blocksOf = (of: Visitors, condition: SQL | undefined) =>
  build
    .select({ block, visits: stored })
    .from(latestVisits)
    .where(and(eq(kind, sql`${sql.raw(`'${of}'`)}`), condition))
    .orderBy(desc(block))
    .limit(blocksAtOnce);

const selectBlocks = statement(({ before }: { before: Param<number> | undefined }, of: Visitors) =>
  blocksOf(of, before && lt(block, before)),
);
type Blocks = NonNullable<ReturnType<typeof selectBlocks>['row']>[];

/** Selects the first blocks that a page needs: of its visits, if they are not all recent, or of those who never came. */
const selectFirst = statement(
  ({ number, id }: { number: Param<number> | undefined; id: Param<string> }, of: Visitors) => {
    const areInBlocks =
      number && sql`recent.kind = 'recent' and recent.block = 0 and recent.blocks_until >= ${number}`;
    return blocksOf(
      of,
      areInBlocks
        ? existsIn(sql`${latestVisits} as recent`, areInBlocks)
        : lte(block, sql`(${seqOf(id, of)} - 1) / ${visitorsPerBlock}`),
    );
  },
);

/** A place in the order. `number` is the time of the latest visit, 0 for none. */
interface Place {
  number: number;
  seq: number;
}

const inOrder = (a: Place, b: Place) => b.number - a.number || b.seq - a.seq;
const isBefore = (a: Place, b: Place) => inOrder(a, b) < 0;

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

/** Calls `take` with each visit of a row. */
function eachIn(of: Visitors, visits: string, take: (seq: number, at: number) => void): void {
  for (const [bucket, times] of Object.entries<Record<string, number>>(JSON.parse(visits)))
    if (bucket.startsWith(visitorPrefixes[of])) for (const seq in times) take(Number(seq), times[seq] ?? 0);
}

/** The block behind the one of the next smaller `seq`. */
const blockAfter = (seq: number) => Math.floor((seq - 1) / visitorsPerBlock) + 1;

/** The places behind one, by visits that are read as they are needed. */
class Order {
  readonly #of: Visitors;
  readonly #recent = new Map<number, number>();
  /** No block has a later visit. */
  readonly #blocksUntil: number;
  readonly #newest: number;
  /** All blocks, where they are few. */
  #all: Blocks | undefined;
  readonly #read: (before: number | undefined) => Promise<Blocks>;

  constructor(
    of: Visitors,
    known: { visits: string; blocksUntil: number } | undefined,
    newest: number,
    read: (before: number | undefined) => Promise<Blocks>,
  ) {
    this.#of = of;
    eachIn(of, known?.visits ?? '{}', (seq, at) => this.#recent.set(seq, at));
    this.#blocksUntil = known?.blocksUntil ?? 0;
    // There are none yet.
    if (this.#blocksUntil === 0) this.#all = [];
    this.#newest = newest;
    this.#read = read;
  }

  /** Blocks, some at a time, and the `seq` from which on they have all. */
  async *#blocks(seq?: number): AsyncGenerator<[blocks: Blocks, from: number]> {
    if (this.#all) return yield [this.#all, 0];
    for (let before = seq === undefined ? undefined : blockAfter(seq); ; ) {
      const rows = await this.#read(before);
      const areLast = rows.length < blocksAtOnce;
      if (areLast && before === undefined) this.#all = rows;
      before = areLast ? 0 : rows.at(-1)?.block;
      yield [rows, (before ?? 0) * visitorsPerBlock];
      if (!before) return;
    }
  }

  /** The next `count` of those who came, if there are so many. */
  async #visitorsAfter(after: Place, count: number): Promise<Place[]> {
    const places: Place[] = [];
    let latest = 0;
    const take = (seq: number, number: number) => {
      if (number > after.number || number < latest) return;
      const place = { number, seq };
      if (isBefore(after, place)) insert(places, place, count);
      if (places.length === count) latest = places.at(-1)?.number ?? 0;
    };
    for (const [seq, at] of this.#recent) if (at > this.#blocksUntil) take(seq, at);
    if (places.length === count) return places;
    for (const [seq, at] of this.#recent) if (at <= this.#blocksUntil) take(seq, at);
    // A recent visit is later than what a block has.
    const takeOlder = (seq: number, at: number) => this.#recent.has(seq) || take(seq, at);
    for await (const [blocks] of this.#blocks())
      for (const { visits } of blocks) eachIn(this.#of, visits, takeOlder);
    return places;
  }

  /** The next `count` numbers of those who have not come, if there are so many, whoever has them. */
  async #othersAfter(after: number, count: number): Promise<Place[]> {
    const places: Place[] = [];
    let seq = after - 1;
    for await (const [blocks, from] of this.#blocks(after)) {
      const came = new Set(this.#recent.keys());
      for (const { visits } of blocks) eachIn(this.#of, visits, (seq) => came.add(seq));
      for (; seq > 0 && seq >= from && places.length < count; seq--)
        if (!came.has(seq)) places.push({ number: 0, seq });
      if (places.length === count) break;
    }
    return places;
  }

  async placesAfter(after: Place, count: number): Promise<Place[]> {
    const places = after.number === 0 ? [] : await this.#visitorsAfter(after, count);
    if (places.length === count) return places;
    const start = after.number === 0 ? after.seq : this.#newest + 1;
    return [...places, ...(await this.#othersAfter(start, count - places.length))];
  }
}

/** The most places that are asked for at once. */
const most = 10_000;

/**
 * A page in the order of latest visits, and what else is selected with it. `select` selects rows by a JSON array of their
 * `seq`. It takes two round trips, and more where the page leaves what is recent, for each 180,000 persons or accounts,
 * or if most of it has been erased.
 */
export async function pageByVisit<Row extends { seq: number | null; latestVisitAt: number }, Other>(
  db: Database,
  of: Visitors,
  { place, take }: { place: NumberedPlace | undefined; take: number },
  select: (seqs: string) => Bound<Row>,
  other: Bound<Other>,
): Promise<[rows: Row[], other: Other[]]> {
  const [[known], [ends], others, found] = await db.batch([
    selectRecent({}),
    selectEnds({ id: place?.id }, of),
    other,
    place && selectFirst({ number: place.number || undefined, id: place.id }, of),
  ]);
  let last: Place = { number: place?.number ?? Number.POSITIVE_INFINITY, seq: ends?.after ?? 0 };
  let first = last.number <= (known?.blocksUntil ?? 0) ? found : undefined;
  const order = new Order(of, known, ends?.newest ?? 0, async (before) => {
    const rows = first ?? (await db.batch([selectBlocks({ before }, of)]))[0];
    first = undefined;
    return rows;
  });
  const rows: Row[] = [];
  for (let count = take; rows.length < take; count = Math.min(most, 4 * count)) {
    const places = await order.placesAfter(last, count);
    if (places.length === 0) break;
    const [selected] = await db.batch([select(JSON.stringify(places.map(({ seq }) => seq)))]);
    const bySeq = new Map(selected.map((row) => [row.seq, row]));
    for (const { seq, number } of places) {
      const row = bySeq.get(seq);
      // As the order has it: a visit may have come meanwhile.
      if (row) rows.push({ ...row, latestVisitAt: number });
    }
    last = places.at(-1) ?? last;
  }
  return [rows.slice(0, take), others];
}
