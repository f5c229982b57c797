import { type Block, idNumbersIn, type Some } from './block.ts';
import { mostSums, tooManyValues } from './groups.ts';
import { doubled, IdNumbers } from './id-numbers.ts';

// The people of accounts: how many different recipients and senders of forms each has.

/** Of some sessions, the number of each one's recipient, and of the sender of its form; -1 for none. */
export interface Roles {
  recipients: Int32Array;
  senders: Int32Array;
}

/** The most people of one answer: 20 MB, with what finds them. */
export const mostPeople = mostSums / 4;
/** The most times that a person came from one more account: few change their company. */
export const mostMoves = 100_000;

/** Counts the different people of accounts. */
export class People {
  readonly #ids = new IdNumbers('person_', { most: mostPeople, tooMany: tooManyValues });
  /** Of each person: the first account plus 1, and in how many sessions the person came from it. */
  #first = new Int32Array(2048);
  /** The sessions from other accounts, by person and account. */
  readonly #others = new Map<number, number>();
  /** More than the number of any account. */
  readonly #perPerson: number;

  constructor(mostAccounts: number) {
    this.#perPerson = mostAccounts;
  }

  /**
   * Adds some sessions of a block, or takes them away if `times` is -1: of each the account of its recipient, and of the
   * sender of its form. -1 is no account: its person is nobody of an account. Throws `too_many_values`.
   */
  add(block: Block, times: number, some: Some, accounts: Roles): void {
    const people: Roles = {
      recipients: idNumbersIn(block, 'recipientPersonId', this.#ids, some),
      senders: idNumbersIn(block, 'personId', this.#ids, some),
    };
    while (this.#ids.size > this.#first.length / 2) this.#first = doubled(this.#first);
    for (let nth = 0; nth < some.sessions.length; nth++) {
      const [one, other] = [accounts.recipients[nth] ?? -1, accounts.senders[nth] ?? -1];
      const recipient = one < 0 ? -1 : (people.recipients[nth] ?? -1);
      if (recipient >= 0) this.#count(recipient, one, times);
      if (other < 0) continue;
      const sender = people.senders[nth] ?? -1;
      if (sender >= 0 && !(sender === recipient && other === one)) this.#count(sender, other, times);
    }
  }

  #count(person: number, account: number, times: number): void {
    const first = this.#first;
    const place = 2 * person;
    if (first[place] === 0) first[place] = account + 1;
    if (first[place] === account + 1) {
      first[place + 1] = (first[place + 1] ?? 0) + times;
      return;
    }
    const key = person * this.#perPerson + account;
    const known = this.#others.get(key);
    if (known === undefined && this.#others.size === mostMoves) throw tooManyValues();
    this.#others.set(key, (known ?? 0) + times);
  }

  /** By the number of an account, of `size`, how many different people came. */
  counts(size: number): Uint32Array {
    const counts = new Uint32Array(size);
    const count = (account: number) => {
      counts[account] = (counts[account] ?? 0) + 1;
    };
    for (let place = 0; place < 2 * this.#ids.size; place += 2)
      if ((this.#first[place + 1] ?? 0) > 0) count((this.#first[place] ?? 0) - 1);
    for (const [key, sessions] of this.#others) if (sessions > 0) count(key % this.#perPerson);
    return counts;
  }
}
