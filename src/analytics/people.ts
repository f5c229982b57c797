import type { Visitor } from '../vocabulary/dimensions.ts';
import { type Block, blockOf, textsIn } from './block.ts';
import { mostSums, perVisitor, tooManyValues } from './groups.ts';

// The people of accounts: how many different recipients and senders of forms each has.

/** A person of an account: the sessions of both, in one role. */
interface Pair {
  account: number;
  sessions: number;
  /** Pairs with other accounts: few change their company. */
  others: Pair[] | undefined;
}

/** Sessions of a block, and the numbers of their accounts plus one: 0 is none. */
interface Part {
  block: Block;
  /** -1 takes them away. */
  times: number;
  recipients: Int32Array;
  senders: Int32Array;
}

/** How many sessions wait for the question whose people to count. Each keeps some 70 bytes. */
const mostWaiting = 200_000;

/** What stands for the text at each place of a column, made once for each text of the block. Undefined for none. */
export function byPlace<T>(
  block: Block,
  name: Visitor,
  make: (id: string) => T,
): (index: number) => T | undefined {
  const { codes, texts } = textsIn(block, name);
  if (texts.length === 0) return () => undefined;
  const made: (T | undefined)[] = [];
  return (index) => {
    const code = codes[index] ?? 0;
    const id = texts[code - 1];
    if (id === undefined) return undefined;
    made[code] ??= make(id);
    return made[code];
  };
}

class Pairs {
  readonly #firstOf = new Map<string, Pair>();
  #size = 0;

  /** A new pair. Throws `too_many_values`. */
  #newPair(account: number): Pair {
    if (++this.#size * perVisitor > mostSums) throw tooManyValues();
    return { account, sessions: 0, others: undefined };
  }

  /** The first pair of a person. */
  #first = (id: string): Pair => {
    const known = this.#firstOf.get(id);
    if (known) return known;
    const pair = this.#newPair(-1);
    this.#firstOf.set(id, pair);
    return pair;
  };

  #count(account: number, first: Pair, times: number): void {
    if (first.account < 0) first.account = account;
    let pair: Pair | undefined = first;
    if (first.account !== account) {
      first.others ??= [];
      pair = first.others.find((other) => other.account === account);
      if (!pair) {
        pair = this.#newPair(account);
        first.others.push(pair);
      }
    }
    pair.sessions += times;
  }

  /** Counts the people of a part, or only those in sessions of some accounts. */
  add({ block, times, recipients, senders }: Part, of?: ReadonlySet<number>): void {
    const recipientAt = byPlace(block, 'recipientPersonId', this.#first);
    const senderAt = byPlace(block, 'personId', this.#first);
    for (let index = 0; index < recipients.length; index++) {
      const [one, other] = [(recipients[index] ?? 0) - 1, (senders[index] ?? 0) - 1];
      if ((one < 0 && other < 0) || (of && !of.has(one) && !of.has(other))) continue;
      // A person without an account is nobody of an account.
      const ofOne = one < 0 ? undefined : recipientAt(index);
      const ofOther = other < 0 ? undefined : senderAt(index);
      if (ofOne) this.#count(one, ofOne, times);
      if (ofOther && !(other === one && ofOther === ofOne)) this.#count(other, ofOther, times);
    }
  }

  /** By the number of an account, how many different people came, of `size` accounts. */
  counts(size: number): Uint32Array {
    const counts = new Uint32Array(size);
    for (const first of this.#firstOf.values())
      for (const { account, sessions } of [first, ...(first.others ?? [])])
        if (sessions > 0) counts[account] = (counts[account] ?? 0) + 1;
    return counts;
  }
}

/**
 * Counts the different people of accounts. Most questions show few of the accounts, so the sessions wait until it is
 * known which: to look up the people of all takes as long as everything else.
 */
export class People {
  readonly #all = new Pairs();
  #waiting: Part[] = [];
  #waitingSessions = 0;
  /** Whether some have been counted of all accounts. */
  #isOfAll = false;

  /** Counts what waits, of all accounts. */
  #countAll(): void {
    for (const part of this.#waiting) this.#all.add(part);
    this.#waiting = [];
    this.#isOfAll = true;
  }

  /** Adds sessions of a block, or takes them away. Throws `too_many_values`. */
  add({ block, ...part }: Part): void {
    const { count, base, endsAt, packed } = block;
    const { recipientPersonId = null, personId = null } = packed ?? {};
    // A copy: the columns of a block are valid until the next block is read.
    const copy = blockOf({ count, firstAt: base, endsAt, recipientPersonId, personId });
    this.#waiting.push({ block: copy, ...part });
    this.#waitingSessions += count;
    if (this.#waitingSessions > mostWaiting) this.#countAll();
  }

  /** By the number of an account, how many people came; with `of`, sure for these alone. Throws `too_many_values`. */
  counts(size: number, of?: ReadonlySet<number>): Uint32Array {
    if (of && !this.#isOfAll) {
      const some = new Pairs();
      for (const part of this.#waiting) some.add(part, of);
      return some.counts(size);
    }
    this.#countAll();
    return this.#all.counts(size);
  }
}
