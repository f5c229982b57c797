import type { Visitor } from '../vocabulary/dimensions.ts';
import { addSession, addTo, measureCount, newSums, type PackedSums, sumAt } from '../vocabulary/measures.ts';
import { type Block, measuredOf, numbersIn } from './block.ts';
import type { Places } from './columns.ts';
import { type Group, mostSums, perVisitor, tooManyValues } from './groups.ts';
import { byPlace, People } from './people.ts';
import { VisitorSeries } from './visitor-series.ts';

// Who came. A session has a recipient, whom its audience was made for, and the sender of its form. They may be the same,
// or two: a link can be forwarded. A session of two is a session of each.

/** What visitors are grouped by, and the columns that say who came: as the recipient, and by a form. */
export const visitorColumns = {
  account: { recipient: 'recipientAccountId', sender: 'accountId' },
  person: { recipient: 'recipientPersonId', sender: 'personId' },
} as const satisfies Record<string, Record<'recipient' | 'sender', Visitor>>;
export type VisitorKind = keyof typeof visitorColumns;

/** The sessions of one account or person. */
export interface VisitorSums {
  id: string;
  /** Its place among all visitors. */
  number: number;
  group: Group;
  /** In how many it was the recipient, and in how many it sent the form. */
  recipientSessions: number;
  formSessions: number;
  /** When the first and the last began. */
  firstAt: number;
  lastAt: number;
  /** By start, how many sessions were taken away before they were added. */
  owed: Map<number, number> | undefined;
}

/** How many visitors share an array of sums: of one of their own, each would take twice as long. */
const perArray = 1000;

/** Adds up the sessions of each visitor, in the pieces between boundaries, which ascend. */
export class Visitors {
  readonly #kind: VisitorKind;
  readonly #start: number;
  readonly #end: number;
  readonly #now: number;
  readonly #byId = new Map<string, VisitorSums>();
  #sums: PackedSums = new Float64Array();
  readonly #people: People | undefined;
  /** Of one piece, the sums say how many sessions it has. */
  readonly #series: VisitorSeries | undefined;
  /** Sessions of nobody who is known, and of two visitors. */
  readonly unknown = newSums();
  readonly #shared = newSums();

  constructor(kind: VisitorKind, { boundaries, now }: { boundaries: readonly number[]; now: number }) {
    this.#kind = kind;
    this.#people = kind === 'account' ? new People() : undefined;
    this.#series = boundaries.length > 2 ? new VisitorSeries(boundaries) : undefined;
    [this.#start, this.#end, this.#now] = [boundaries[0] ?? 0, boundaries.at(-1) ?? 0, now];
  }

  /** The visitor with an id. Throws `too_many_values`. */
  #find(id: string): VisitorSums {
    const known = this.#byId.get(id);
    if (known) return known;
    const number = this.#byId.size;
    if ((number + 1) * (measureCount + perVisitor) > mostSums) throw tooManyValues();
    const place = number % perArray;
    if (place === 0) this.#sums = new Float64Array(perArray * measureCount);
    const visitor: VisitorSums = {
      id,
      number,
      group: { sums: this.#sums, from: place * measureCount },
      recipientSessions: 0,
      formSessions: 0,
      firstAt: Number.POSITIVE_INFINITY,
      lastAt: Number.NEGATIVE_INFINITY,
      owed: undefined,
    };
    this.#byId.set(id, visitor);
    return visitor;
  }

  /** By the number of an account, how many people came; with `of`, sure for these. Throws `too_many_values`. */
  people = (of?: ReadonlySet<number>): Uint32Array =>
    this.#people?.counts(this.#byId.size, of) ?? new Uint32Array();

  /** The sessions in each piece of a visitor, of those that have some numbers. */
  series(of: ReadonlySet<number>): (visitor: VisitorSums) => number[] {
    if (!this.#series) return ({ group }) => [sumAt(group, 'sessions')];
    const counts = this.#series.counts(of, this.#byId.size);
    return ({ number }) => counts.get(number) ?? [];
  }

  /** Adds the sessions of a block at some places, all if undefined, or takes them away if `times` is -1. */
  add(block: Block, times: number, places: Places | undefined): void {
    const { recipient, sender } = visitorColumns[this.#kind];
    const find = (id: string) => this.#find(id);
    const [recipientAt, senderAt] = [byPlace(block, recipient, find), byPlace(block, sender, find)];
    const [recipients, senders] = [new Int32Array(block.count), new Int32Array(block.count)];
    const measured = measuredOf(block, this.#now);
    const starts = numbersIn(block, 'startedAt');
    const series = this.#series;
    const count = places?.length ?? block.count;
    for (let nth = 0; nth < count; nth++) {
      const index = places?.[nth] ?? nth;
      const at = block.base + (starts[index] ?? 0);
      if (at < this.#start || at >= this.#end) continue;
      const [one, other] = [recipientAt(index), senderAt(index)];
      if (one) {
        addSession(one.group.sums, one.group.from, measured, index, times);
        addStart(one, at, times);
        series?.add(one.number, at, times);
        one.recipientSessions += times;
        recipients[index] = one.number + 1;
      } else if (!other) addSession(this.unknown, 0, measured, index, times);
      if (!other) continue;
      other.formSessions += times;
      senders[index] = other.number + 1;
      if (other === one) continue;
      addSession(other.group.sums, other.group.from, measured, index, times);
      addStart(other, at, times);
      series?.add(other.number, at, times);
      if (one) addSession(this.#shared, 0, measured, index, times);
    }
    this.#people?.add({ block, times, recipients, senders });
  }

  /** All sessions, each once. */
  total(): PackedSums {
    const total = this.unknown.slice();
    for (const visitor of this.#byId.values()) addTo(total, this.sumsOf(visitor));
    addTo(total, this.#shared, -1);
    return total;
  }

  /** The sums of a visitor. */
  sumsOf = ({ group: { sums, from } }: VisitorSums): PackedSums => sums.subarray(from, from + measureCount);

  /** The visitors that have sessions. A block that an earlier version has written may lack those that are taken away. */
  *[Symbol.iterator](): Generator<VisitorSums> {
    for (const visitor of this.#byId.values()) {
      const sessions = visitor.group.sums[visitor.group.from] ?? 0;
      if (sessions > 0 && Number.isFinite(visitor.firstAt)) yield visitor;
    }
  }
}

/** Notes a start, or takes one away. What is taken away comes before what is added, so it is not noted then. */
function addStart(visitor: VisitorSums, at: number, times: number): void {
  const owed = visitor.owed?.get(at) ?? 0;
  if (times < 0) {
    visitor.owed ??= new Map();
    visitor.owed.set(at, owed + 1);
  } else if (owed > 0) visitor.owed?.set(at, owed - 1);
  else {
    if (at < visitor.firstAt) visitor.firstAt = at;
    if (at > visitor.lastAt) visitor.lastAt = at;
  }
}
