import type { Visitor as VisitorName } from '../vocabulary/dimensions.ts';
import { addSession, addTo, measureCount, newSums, type PackedSums, sumAt } from '../vocabulary/measures.ts';
import { type Block, idNumbersIn, measuredOf, numbersIn } from './block.ts';
import type { Numbers, Places } from './columns.ts';
import { mostSessions } from './cut.ts';
import { mostSums, perVisitor, tooManyValues } from './groups.ts';
import { doubled, IdNumbers } from './id-numbers.ts';
import { ifFew } from './passing.ts';
import { People } from './people.ts';
import { type PageSessions, VisitorPages } from './visitor-pages.ts';
import { VisitorSeries } from './visitor-series.ts';

// Who came. A session has a recipient, whom its audience was made for, and the sender of its form. They may be the same,
// or two: a link can be forwarded. A session of two is a session of each.

/** What visitors are grouped by, and the columns that say who came: as the recipient, and by a form. */
export const visitorColumns = {
  account: { recipient: 'recipientAccountId', sender: 'accountId' },
  person: { recipient: 'recipientPersonId', sender: 'personId' },
} as const satisfies Record<string, Record<'recipient' | 'sender', VisitorName>>;
export type VisitorKind = keyof typeof visitorColumns;

/** What a visitor has besides its sums: when the first and the last session began, and in how many it had which role. */
const placeOf = { firstAt: 0, lastAt: 1, recipientSessions: 13, formSessions: 14 } as const;
const sumsFrom = 2;
/** A power of two: then a visitor is in two lines of a processor's cache. */
const width = 16;
/** Where the numbers of a visitor begin. The first are of nobody, whose number is -1: so the loops need no branch. */
const beginOf = (number: number) => (number + 1) * width;
/** The most visitors of an answer. */
const mostVisitors = Math.floor(mostSums / (measureCount + perVisitor));

/** An account or a person that came, and its sums from a place on. */
export class Visitor {
  readonly #ids: IdNumbers;
  /** Its place among all visitors. */
  readonly number: number;
  readonly sums: PackedSums;
  readonly from: number;
  /** What it is sorted by. */
  rank = 0;
  #id: string | undefined;

  constructor(ids: IdNumbers, number: number, sums: PackedSums) {
    [this.#ids, this.number, this.sums, this.from] = [ids, number, sums, beginOf(number) + sumsFrom];
  }

  /** Made when it is asked for: of 60,000 visitors an answer has 100. */
  get id(): string {
    this.#id ??= this.#ids.textOf(this.number);
    return this.#id;
  }

  /** One of what it has besides its sums. Times are in milliseconds since 1970. */
  at(name: keyof typeof placeOf): number {
    return this.sums[beginOf(this.number) + placeOf[name]] ?? 0;
  }

  /** Its sums alone. */
  get own(): PackedSums {
    return this.sums.subarray(this.from, this.from + measureCount);
  }
}

/** As the arrays of columns, used for one block after the other. */
let sessionsInRange = new Int32Array(mostSessions);

/** Adds up the sessions of each visitor, in the pieces between boundaries, which ascend. */
export class Visitors {
  readonly #kind: VisitorKind;
  readonly #start: number;
  readonly #end: number;
  readonly #now: number;
  readonly #ids: IdNumbers;
  #sums: PackedSums = new Float64Array(1024 * width);
  /** The visitors that have a place in the sums; nobody is one. */
  #placed = 0;
  /** By visitor and start, how many sessions were taken away before they were added. */
  readonly #owed = new Map<number, Map<number, number>>();
  /** When these began. */
  readonly #owedStarts = new Set<number>();
  readonly #people: People | undefined;
  readonly #pages: VisitorPages | undefined;
  /** Of one piece, the sums say how many sessions it has. */
  readonly #series: VisitorSeries | undefined;
  /** Sessions of two visitors. */
  readonly #shared = newSums();

  constructor(
    kind: VisitorKind,
    { boundaries, now, hasPages }: { boundaries: readonly number[]; now: number; hasPages: boolean },
  ) {
    this.#kind = kind;
    this.#pages = hasPages ? new VisitorPages() : undefined;
    this.#ids = new IdNumbers(`${kind}_`, { most: mostVisitors, tooMany: tooManyValues });
    this.#people = kind === 'account' ? new People() : undefined;
    this.#series = boundaries.length > 2 ? new VisitorSeries(boundaries) : undefined;
    [this.#start, this.#end, this.#now] = [boundaries[0] ?? 0, boundaries.at(-1) ?? 0, now];
  }

  /** By the number of an account, how many people came: to all accounts, or to some. Asked for once. */
  people = (of?: ReadonlySet<number>): Uint32Array =>
    this.#people?.counts(this.#ids.size, of) ?? new Uint32Array();

  /** The sessions in each piece of a visitor, of those that have some numbers. */
  series(of: ReadonlySet<number>): (visitor: Visitor) => number[] {
    if (!this.#series) return (visitor) => [sumAt(visitor, 'sessions')];
    const counts = this.#series.counts(of, this.#ids.size);
    return ({ number }) => counts.get(number) ?? [];
  }

  /** The pages of a visitor, of those that have some numbers: the most sessions first. */
  pages(of: ReadonlySet<number>): (visitor: Visitor) => PageSessions[] {
    const counts = this.#pages?.counts(of, this.#ids.size);
    return ({ number }) => counts?.get(number) ?? [];
  }

  /**
   * Adds the sessions of a block at some places, all if undefined, or takes them away if `times` is -1. Throws
   * `too_many_values`.
   */
  add(block: Block, times: number, places: Places | undefined): void {
    const few = ifFew(places, block);
    const starts = numbersIn(block, 'startedAt', few);
    const sessions = this.#inRange(block, starts, places);
    const { recipient, sender } = visitorColumns[this.#kind];
    const some = { sessions, places: few };
    const recipients = idNumbersIn(block, recipient, this.#ids, some);
    const senders = idNumbersIn(block, sender, this.#ids, some);
    this.#makeRoom();
    const startAt = (nth: number) => block.base + (starts[sessions[nth] ?? 0] ?? 0);
    const isPlain = times > 0 && !this.#series && !this.#mayBeOwed(block.base, starts, sessions);
    this.#noteRecipients(recipients, startAt, { times, isPlain });
    const sums = this.#sums;
    const measured = measuredOf(block, this.#now, few);
    for (let nth = 0; nth < sessions.length; nth++) {
      const index = sessions[nth] ?? 0;
      const one = recipients[nth] ?? -1;
      const other = senders[nth] ?? -1;
      addSession(sums, beginOf(one < 0 ? other : one) + sumsFrom, measured, index, times);
      if (other < 0) continue;
      const role = beginOf(other) + placeOf.formSessions;
      sums[role] = (sums[role] ?? 0) + times;
      if (other === one) continue;
      this.#noteStart(other, startAt(nth), times);
      if (one < 0) continue;
      addSession(sums, beginOf(other) + sumsFrom, measured, index, times);
      addSession(this.#shared, 0, measured, index, times);
    }
    this.#people?.add(block, times, some, { recipients, senders });
    this.#pages?.add(block, times, some, { recipients, senders });
  }

  /** The places of sessions that began in the range, of some or of all: valid until the next block. */
  #inRange({ base, count }: Block, starts: Numbers, places: Places | undefined): Int32Array {
    if (sessionsInRange.length < count) sessionsInRange = new Int32Array(count);
    const [from, to] = [this.#start - base, this.#end - base];
    let size = 0;
    for (let nth = 0; nth < (places?.length ?? count); nth++) {
      const index = places?.[nth] ?? nth;
      const at = starts[index] ?? 0;
      if (at >= from && at < to) sessionsInRange[size++] = index;
    }
    return sessionsInRange.subarray(0, size);
  }

  /** Makes room for the sums of visitors that are new. */
  #makeRoom(): void {
    const size = this.#ids.size + 1;
    while (size * width > this.#sums.length) this.#sums = doubled(this.#sums);
    for (; this.#placed < size; this.#placed++) {
      this.#sums[this.#placed * width + placeOf.firstAt] = Number.POSITIVE_INFINITY;
      this.#sums[this.#placed * width + placeOf.lastAt] = Number.NEGATIVE_INFINITY;
    }
  }

  /**
   * Counts sessions of recipients, and notes when they began. This short loop goes over all sessions of a block before the
   * long one: it does not wait for the memory, and the long one finds the sums in the cache.
   */
  #noteRecipients(
    recipients: Int32Array,
    startAt: (nth: number) => number,
    { times, isPlain }: { times: number; isPlain: boolean },
  ): void {
    const sums = this.#sums;
    for (let nth = 0; nth < recipients.length; nth++) {
      const number = recipients[nth] ?? -1;
      const begin = beginOf(number);
      const role = begin + placeOf.recipientSessions;
      sums[role] = (sums[role] ?? 0) + times;
      if (isPlain) noteStart(sums, begin, startAt(nth));
      else if (number >= 0) this.#noteStart(number, startAt(nth), times);
    }
  }

  /** Whether some sessions began when one did that was taken away before it was added: few blocks have any. */
  #mayBeOwed(base: number, starts: Numbers, sessions: Int32Array): boolean {
    if (this.#owedStarts.size === 0) return false;
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let nth = 0; nth < sessions.length; nth++) {
      const at = base + (starts[sessions[nth] ?? 0] ?? 0);
      if (at < first) first = at;
      if (at > last) last = at;
    }
    return this.#owedStarts.values().some((at) => at >= first && at <= last);
  }

  /** Notes a start of a visitor, or takes one away: what is taken away comes before what is added. */
  #noteStart(number: number, at: number, times: number): void {
    this.#series?.add(number, at, times);
    if (times < 0 || this.#owed.size > 0) {
      const starts = this.#owed.get(number) ?? new Map<number, number>();
      const owed = starts.get(at) ?? 0;
      if (times < 0) {
        this.#owed.set(number, starts.set(at, owed + 1));
        this.#owedStarts.add(at);
      } else if (owed > 0) starts.set(at, owed - 1);
      // What is added after it was taken away is not noted.
      if (times < 0 || owed > 0) return;
    }
    noteStart(this.#sums, beginOf(number), at);
  }

  /** Sessions of nobody who is known. */
  get unknown(): PackedSums {
    return new Visitor(this.#ids, -1, this.#sums).own;
  }

  /** All sessions, each once. */
  total(): PackedSums {
    const total = newSums();
    for (let number = -1; number < this.#placed - 1; number++)
      addTo(total, new Visitor(this.#ids, number, this.#sums).own);
    addTo(total, this.#shared, -1);
    return total;
  }

  /** The visitors that have sessions. A block that an earlier version has written may lack those that are taken away. */
  *[Symbol.iterator](): Generator<Visitor> {
    for (let number = 0; number < this.#placed - 1; number++) {
      const visitor = new Visitor(this.#ids, number, this.#sums);
      if (sumAt(visitor, 'sessions') > 0 && Number.isFinite(visitor.at('firstAt'))) yield visitor;
    }
  }
}

/** Notes a start among the numbers of a visitor. */
function noteStart(sums: PackedSums, begin: number, at: number): void {
  if (at < (sums[begin + placeOf.firstAt] ?? 0)) sums[begin + placeOf.firstAt] = at;
  if (at > (sums[begin + placeOf.lastAt] ?? 0)) sums[begin + placeOf.lastAt] = at;
}
