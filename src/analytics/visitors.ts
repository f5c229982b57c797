import { type Block, measuredOf, numbersIn, textsIn } from './block.ts';
import type { Places } from './columns.ts';
import type { Visitor } from './dimensions.ts';
import { type Group, mostSums, tooManyValues } from './groups.ts';
import { addSession, measureCount, newSums, type PackedSums } from './measures.ts';

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
  /** When the first and the last began, in milliseconds since 1970. */
  firstAt: number;
  lastAt: number;
  /** By start, how many sessions were taken away before they were added. */
  owed: Map<number, number> | undefined;
}

/** A person of an account: the sessions of both, in one role. */
interface Pair {
  account: number;
  sessions: number;
  /** Pairs with other accounts: few change their company. */
  others: Pair[] | undefined;
}

/** How many visitors share an array of sums: of one of their own, each would take twice as long. */
const perArray = 1000;

/** What a visitor takes besides its sums, in sums: the most visitors and people of an answer follow from it. */
const perVisitor = 20;

/** Adds up the sessions of each visitor, in a range: [start, end) in milliseconds since 1970. */
export class Visitors {
  readonly #kind: VisitorKind;
  readonly #start: number;
  readonly #end: number;
  readonly #now: number;
  readonly #byId = new Map<string, VisitorSums>();
  #sums: PackedSums = new Float64Array();
  readonly #pairsOf = new Map<string, Pair>();
  #pairs = 0;
  /** All sessions, and those of nobody who is known. */
  readonly total = newSums();
  readonly unknown = newSums();

  constructor(kind: VisitorKind, { start, end, now }: { start: number; end: number; now: number }) {
    this.#kind = kind;
    [this.#start, this.#end, this.#now] = [start, end, now];
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

  /** A new pair. Throws `too_many_values`. */
  #newPair(account: number): Pair {
    if (++this.#pairs * perVisitor > mostSums) throw tooManyValues();
    return { account, sessions: 0, others: undefined };
  }

  /** The first pair of a person. */
  #pairOf(id: string): Pair {
    const known = this.#pairsOf.get(id);
    if (known) return known;
    const pair = this.#newPair(-1);
    this.#pairsOf.set(id, pair);
    return pair;
  }

  /** Counts a session for a person of an account. */
  #count({ number }: VisitorSums, first: Pair, times: number): void {
    if (first.account < 0) first.account = number;
    let pair: Pair | undefined = first;
    if (first.account !== number) {
      first.others ??= [];
      pair = first.others.find(({ account }) => account === number);
      if (!pair) {
        pair = this.#newPair(number);
        first.others.push(pair);
      }
    }
    pair.sessions += times;
  }

  /** By the number of an account, how many different people came. */
  people(): Uint32Array {
    const counts = new Uint32Array(this.#byId.size);
    for (const first of this.#pairsOf.values())
      for (const { account, sessions } of [first, ...(first.others ?? [])])
        if (sessions > 0) counts[account] = (counts[account] ?? 0) + 1;
    return counts;
  }

  /** Adds the sessions of a block at some places, all if undefined, or takes them away if `times` is -1. */
  add(block: Block, times: number, places: Places | undefined): void {
    const { recipient, sender } = visitorColumns[this.#kind];
    const find = (id: string) => this.#find(id);
    const person = (id: string) => this.#pairOf(id);
    const [recipientAt, senderAt] = [byPlace(block, recipient, find), byPlace(block, sender, find)];
    const hasPeople = this.#kind === 'account';
    const recipientPersonAt = hasPeople ? byPlace(block, 'recipientPersonId', person) : nobody;
    const senderPersonAt = hasPeople ? byPlace(block, 'personId', person) : nobody;
    const measured = measuredOf(block, this.#now);
    const starts = numbersIn(block, 'startedAt');
    const count = places?.length ?? block.count;
    for (let nth = 0; nth < count; nth++) {
      const index = places?.[nth] ?? nth;
      const at = block.base + (starts[index] ?? 0);
      if (at < this.#start || at >= this.#end) continue;
      addSession(this.total, 0, measured, index, times);
      const [one, other] = [recipientAt(index), senderAt(index)];
      if (!one && !other) addSession(this.unknown, 0, measured, index, times);
      // A person without an account is nobody of an account.
      const ofOne = one && recipientPersonAt(index);
      const ofOther = other && senderPersonAt(index);
      if (one) {
        addSession(one.group.sums, one.group.from, measured, index, times);
        addStart(one, at, times);
        one.recipientSessions += times;
        if (ofOne !== undefined) this.#count(one, ofOne, times);
      }
      if (!other) continue;
      other.formSessions += times;
      if (ofOther !== undefined && !(other === one && ofOther === ofOne)) this.#count(other, ofOther, times);
      if (other === one) continue;
      addSession(other.group.sums, other.group.from, measured, index, times);
      addStart(other, at, times);
    }
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

const nobody = () => undefined;

/** What stands for the text at each place of a column, made once for each text of the block. Undefined for none. */
function byPlace<T>(block: Block, name: Visitor, make: (id: string) => T): (index: number) => T | undefined {
  const { codes, texts } = textsIn(block, name);
  if (texts.length === 0) return nobody;
  const made: (T | undefined)[] = [];
  return (index) => {
    const code = codes[index] ?? 0;
    const id = texts[code - 1];
    if (id === undefined) return undefined;
    made[code] ??= make(id);
    return made[code];
  };
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
