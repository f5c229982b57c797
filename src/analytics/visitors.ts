import { type Block, measuredOf, numbersIn, textsIn } from './block.ts';
import type { Places } from './columns.ts';
import type { Visitor } from './dimensions.ts';
import { mostSums, tooManyValues } from './groups.ts';
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
  sums: PackedSums;
  /** In how many it was the recipient, and in how many it sent the form. */
  recipientSessions: number;
  formSessions: number;
  /** When the first and the last began, in milliseconds since 1970. */
  firstAt: number;
  lastAt: number;
  /** By person, the number of sessions as the recipient or sender: of an account. */
  people: Map<string, number>;
  /** By start, how many sessions were taken away before they were added. */
  owed: Map<number, number>;
}

const newVisitor = (): VisitorSums => ({
  sums: newSums(),
  ...{ recipientSessions: 0, formSessions: 0 },
  ...{ firstAt: Number.POSITIVE_INFINITY, lastAt: Number.NEGATIVE_INFINITY },
  ...{ people: new Map(), owed: new Map() },
});

/** What a visitor takes besides its sums, in sums: the most visitors and people of an answer follow from it. */
const perVisitor = 20;

/** Adds up the sessions of each visitor, in a range: [start, end) in milliseconds since 1970. */
export class Visitors {
  readonly #kind: VisitorKind;
  readonly #start: number;
  readonly #end: number;
  readonly #now: number;
  readonly #byId = new Map<string, VisitorSums>();
  #people = 0;
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
    if ((this.#byId.size + 1) * (measureCount + perVisitor) > mostSums) throw tooManyValues();
    const visitor = newVisitor();
    this.#byId.set(id, visitor);
    return visitor;
  }

  /** Counts a session for a person of an account. Throws `too_many_values`. */
  #count(people: Map<string, number>, person: string | undefined, times: number): void {
    if (person === undefined) return;
    const known = people.get(person);
    if (known === undefined && ++this.#people * perVisitor > mostSums) throw tooManyValues();
    people.set(person, (known ?? 0) + times);
  }

  /** Adds the sessions of a block at some places, all if undefined, or takes them away if `times` is -1. */
  add(block: Block, times: number, places: Places | undefined): void {
    const { recipient, sender } = visitorColumns[this.#kind];
    const textsOf = (name: Visitor) => {
      const { codes, texts } = textsIn(block, name);
      return (index: number) => texts[(codes[index] ?? 0) - 1];
    };
    const [recipientOf, senderOf] = [textsOf(recipient), textsOf(sender)];
    const hasPeople = this.#kind === 'account';
    const [recipientPersonOf, personOf] = hasPeople
      ? [textsOf('recipientPersonId'), textsOf('personId')]
      : [recipientOf, senderOf];
    const measured = measuredOf(block, this.#now);
    const starts = numbersIn(block, 'startedAt');
    const count = places?.length ?? block.count;
    for (let nth = 0; nth < count; nth++) {
      const index = places?.[nth] ?? nth;
      const at = block.base + (starts[index] ?? 0);
      if (at < this.#start || at >= this.#end) continue;
      addSession(this.total, 0, measured, index, times);
      const [one, other] = [recipientOf(index), senderOf(index)];
      if (one === undefined && other === undefined) addSession(this.unknown, 0, measured, index, times);
      for (const id of one === other ? [one] : [one, other]) {
        if (id === undefined) continue;
        const visitor = this.#find(id);
        addSession(visitor.sums, 0, measured, index, times);
        addStart(visitor, at, times);
        if (id === one) visitor.recipientSessions += times;
        if (id === other) visitor.formSessions += times;
        if (!hasPeople) continue;
        const people = new Set([
          id === one ? recipientPersonOf(index) : undefined,
          id === other ? personOf(index) : undefined,
        ]);
        for (const person of people) this.#count(visitor.people, person, times);
      }
    }
  }

  /** The visitors that have sessions, with their ids. */
  *[Symbol.iterator](): Generator<[string, VisitorSums]> {
    for (const [id, visitor] of this.#byId) if (visitor.sums[0]) yield [id, visitor];
  }
}

/** Notes a start, or takes one away. What is taken away comes before what is added, so it is not noted then. */
function addStart(visitor: VisitorSums, at: number, times: number): void {
  const owed = visitor.owed.get(at) ?? 0;
  if (times < 0) visitor.owed.set(at, owed + 1);
  else if (owed > 0) visitor.owed.set(at, owed - 1);
  else {
    visitor.firstAt = Math.min(visitor.firstAt, at);
    visitor.lastAt = Math.max(visitor.lastAt, at);
  }
}

/** How many people of an account came. */
export const peopleIn = ({ people }: VisitorSums): number => {
  let count = 0;
  for (const sessions of people.values()) count += Number(sessions > 0);
  return count;
};
