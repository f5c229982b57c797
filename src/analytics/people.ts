import { type Block, type Some, textsIn } from './block.ts';
import type { SharedTexts, Texts } from './columns.ts';
import { mostSums, tooManyValues } from './groups.ts';
import { IdWords, SharedIds, wordsPerId } from './id-list.ts';
import { areEqual, hashAt } from './id-numbers.ts';

// The people of accounts: how many different recipients and senders of forms each has.

/** Of some sessions, the number of the account of each one's recipient, and of the sender of its form; -1 for none. */
export interface Roles {
  recipients: Int32Array;
  senders: Int32Array;
}

/** The most people of one answer, each counted for every account that they came from: 25 MB. */
export const mostPeople = 0.3 * mostSums;

/** What is noted of a session: the account plus 1, negative if it is taken away, and the words of the person's id. */
const perNote = 1 + wordsPerId;
/** The size of an array of notes, and the most arrays: 16 MB, with the table. */
const sizeOfArray = 16_384 * perNote;
const mostArrays = 48;
/** Notes of persons of a list: the account plus 1, negative if it is taken away, and the code of the person. */
const perShared = 2;
interface SharedNotes {
  list: SharedIds;
  notes: Int32Array;
  end: number;
}
/** The most arrays of these: 10 MB, for 1.3 million sessions. */
const mostShared = 32;
/** How many notes are looked up together. */
const atOnce = 2048;

/** What the table has of a person of an account: the account plus 1, the words of the person's id, and the sessions. */
const perPerson = perNote + 1;
/** So many people have room at first. It is doubled, so it is a power of two. */
const firstRoom = 1024;

const noNotes = new Int32Array();
/** As the arrays of columns, used again: which notes are looked up, and where. */
const [some, begins] = [new Int32Array(atOnce), new Int32Array(atOnce)];

/**
 * Counts the different people of accounts. An answer shows few accounts, and which ones is known in the end: to look up all
 * people would take a third of its time. So sessions are noted, and those of the accounts that are shown are looked up.
 * What there is no room to note is looked up in between.
 */
export class People {
  readonly #arrays: Int32Array[] = [];
  /** Where the next note begins in the last array. */
  #end = sizeOfArray;
  readonly #shared: SharedNotes[] = [];
  #table = new Int32Array(firstRoom * perPerson);
  #size = 0;
  readonly #words = new IdWords('person_');
  /** By account and person, the sessions of persons whose ids are no TypeIDs. */
  readonly #others = new Map<string, number>();

  /**
   * Adds some sessions of a block, or takes them away if `times` is -1. A person without an account is nobody of one.
   * Throws `too_many_values`.
   */
  add(block: Block, times: number, { sessions, places }: Some, { recipients, senders }: Roles): void {
    this.#note(textsIn(block, 'recipientPersonId', places), recipients, sessions, times);
    this.#note(textsIn(block, 'personId', places), senders, sessions, times);
  }

  /** Notes the sessions that have an account and a person. Its loop has no branches, over a million sessions. */
  #note({ codes, texts }: Texts, accounts: Int32Array, sessions: Int32Array, times: number): void {
    const most = texts.length;
    if (most === 0) return;
    if (texts instanceof SharedIds) {
      this.#noteShared({ codes, texts }, { accounts, sessions }, times);
      return;
    }
    const { words, others } = this.#words.take(texts);
    const noted =
      others.size === 0
        ? accounts
        : this.#withoutOthers({ codes, texts }, { accounts, sessions, others }, times);
    let array = this.#arrays.at(-1) ?? noNotes;
    let at = this.#end;
    // Few visits have a form: a branch that is nearly always taken costs nothing.
    const areFew = most * 8 < sessions.length;
    for (let nth = 0; nth < sessions.length; nth++) {
      if (at === sizeOfArray) [array, at] = [this.#nextArray(), 0];
      const account = noted[nth] ?? -1;
      if (areFew && account < 0) continue;
      const code = codes[sessions[nth] ?? 0] ?? 0;
      array[at] = (account + 1) * times;
      array[at + 1] = words[code * wordsPerId] ?? 0;
      array[at + 2] = words[code * wordsPerId + 1] ?? 0;
      array[at + 3] = words[code * wordsPerId + 2] ?? 0;
      array[at + 4] = words[code * wordsPerId + 3] ?? 0;
      // A version that does not know the column may have added sessions to the block: they have codes of no id.
      at += perNote * (Number(account >= 0) & Number(code > 0) & Number(code <= most));
    }
    this.#end = at;
  }

  /** As `#note`, of persons of a list that blocks share: a note has the code of the person in place of the id. */
  #noteShared(
    { codes, texts }: SharedTexts,
    { accounts, sessions }: { accounts: Int32Array; sessions: Int32Array },
    times: number,
  ): void {
    const last = this.#sharedNotes(texts, sessions.length);
    const { notes } = last;
    let at = last.end;
    for (let nth = 0; nth < sessions.length; nth++) {
      const account = accounts[nth] ?? -1;
      const code = codes[sessions[nth] ?? 0] ?? 0;
      notes[at] = (account + 1) * times;
      notes[at + 1] = code;
      at += perShared * (Number(account >= 0) & Number(code > 0));
    }
    last.end = at;
  }

  /** Notes of persons of a list, with room for those of a block. */
  #sharedNotes(list: SharedIds, count: number): SharedNotes {
    const last = this.#shared.at(-1);
    const room = (count + 1) * perShared;
    if (last?.list === list && last.end + room <= last.notes.length) return last;
    if (this.#shared.length >= mostShared) this.#lookUpShared();
    const next = { list, notes: new Int32Array(Math.max(sizeOfArray, room)), end: 0 };
    this.#shared.push(next);
    return next;
  }

  /** As `#lookUp`, of notes of `#noteShared`. */
  #lookUpShared(isAsked?: Uint8Array): void {
    const found = new Int32Array(atOnce * perNote);
    for (const { list, notes, end } of this.#shared.splice(0)) {
      let size = 0;
      for (let at = 0; at < end; at += perShared) {
        const account = notes[at] ?? 0;
        if (isAsked && isAsked[Math.abs(account) - 1] !== 1) continue;
        const from = (notes[at + 1] ?? 0) * wordsPerId;
        found[size] = account;
        found.set(list.words.subarray(from, from + wordsPerId), size + 1);
        size += perNote;
        if (size < found.length) continue;
        this.#lookUpSome(found, 0, size);
        size = 0;
      }
      this.#lookUpSome(found, 0, size);
    }
  }

  /** Counts the sessions of persons whose ids are no TypeIDs. Returns the accounts of the others: these have none. */
  #withoutOthers(
    { codes, texts }: Texts,
    {
      accounts,
      sessions,
      others,
    }: { accounts: Int32Array; sessions: Int32Array; others: ReadonlySet<number> },
    times: number,
  ): Int32Array {
    return accounts.map((account, nth) => {
      const code = codes[sessions[nth] ?? 0] ?? 0;
      if (account < 0 || !others.has(code)) return account;
      const key = `${account} ${texts.at(code - 1)}`;
      const known = this.#others.get(key);
      if (known === undefined) this.#assertRoom();
      this.#others.set(key, (known ?? 0) + times);
      return -1;
    });
  }

  #nextArray(): Int32Array {
    this.#end = sizeOfArray;
    // Notes have the memory that the table leaves of it.
    const most = mostArrays - Math.floor(this.#table.length / sizeOfArray);
    if (this.#arrays.length >= Math.max(most, 1)) this.#lookUp();
    const array = new Int32Array(sizeOfArray);
    this.#arrays.push(array);
    return array;
  }

  /** Looks up what is noted, of all accounts or of those that are asked for, by number. Nothing is noted then. */
  #lookUp(isAsked?: Uint8Array): void {
    for (let array = this.#arrays.shift(); array; array = this.#arrays.shift()) {
      const end = this.#arrays.length === 0 ? this.#end : sizeOfArray;
      for (let from = 0; from < end; from += atOnce * perNote)
        this.#lookUpSome(array, from, Math.min(end, from + atOnce * perNote), isAsked);
    }
    this.#end = sizeOfArray;
  }

  #lookUpSome(notes: Int32Array, from: number, to: number, isAsked?: Uint8Array): void {
    let size = 0;
    for (let at = from; at < to; at += perNote) {
      some[size] = at;
      size += isAsked ? (isAsked[Math.abs(notes[at] ?? 0) - 1] ?? 0) : 1;
    }
    this.#makeRoom(size);
    const table = this.#table;
    const last = table.length / perPerson - 1;
    // First where each is looked for, then all: so none waits for the memory of the one before.
    for (let index = 0; index < size; index++) {
      const at = some[index] ?? 0;
      begins[index] = (hashOf(notes, at, Math.abs(notes[at] ?? 0)) & last) * perPerson;
    }
    for (let index = 0; index < size; index++) {
      const at = some[index] ?? 0;
      const account = notes[at] ?? 0;
      const place = placeOf(table, begins[index] ?? 0, notes, at, Math.abs(account));
      if (table[place] === 0) this.#put(place, notes, at);
      table[place + perNote] = (table[place + perNote] ?? 0) + Math.sign(account);
    }
  }

  /** Makes room in the table for so many more people: a quarter is empty. */
  #makeRoom(count: number): void {
    while ((this.#size + count) * 4 * perPerson > 3 * this.#table.length) {
      const known = this.#table;
      const table = new Int32Array(2 * known.length);
      const last = table.length / perPerson - 1;
      for (let at = 0; at < known.length; at += perPerson) {
        const account = known[at] ?? 0;
        if (account === 0) continue;
        const begin = (hashOf(known, at, account) & last) * perPerson;
        table.set(known.subarray(at, at + perPerson), placeOf(table, begin, known, at, account));
      }
      this.#table = table;
    }
  }

  /** Puts the person of a note, without sessions, at an empty place of the table. */
  #put(place: number, notes: Int32Array, at: number): void {
    this.#assertRoom();
    this.#size += 1;
    this.#table[place] = Math.abs(notes[at] ?? 0);
    for (let word = 1; word <= wordsPerId; word++) this.#table[place + word] = notes[at + word] ?? 0;
  }

  #assertRoom(): void {
    if (this.#size + this.#others.size === mostPeople) throw tooManyValues();
  }

  /** By the number of an account, of `size`, how many different people came: of all, or of some. Asked for once. */
  counts(size: number, of?: ReadonlySet<number>): Uint32Array {
    const isAsked = of && Uint8Array.from({ length: size }, (_, number) => Number(of.has(number)));
    this.#lookUp(isAsked);
    this.#lookUpShared(isAsked);
    const counts = new Uint32Array(size);
    const count = (account: number) => {
      counts[account] = (counts[account] ?? 0) + 1;
    };
    const table = this.#table;
    for (let at = 0; at < table.length; at += perPerson)
      if ((table[at + perNote] ?? 0) > 0) count((table[at] ?? 0) - 1);
    for (const [key, sessions] of this.#others) if (sessions > 0) count(Number.parseInt(key, 10));
    return counts;
  }
}

/** The hash of an account plus 1, and the id whose words follow at a place. */
function hashOf(words: Int32Array, at: number, account: number): number {
  const hash = Math.imul(hashAt(words, at + 1) ^ account, 0x9e3779b1);
  return hash ^ (hash >>> 15);
}

/** Where a table has the person of a note, or the empty place for it. */
function placeOf(table: Int32Array, begin: number, notes: Int32Array, at: number, account: number): number {
  for (let place = begin; ; place = place + perPerson === table.length ? 0 : place + perPerson) {
    const known = table[place];
    if (known === 0 || (known === account && areEqual(table, place + 1, notes, at + 1))) return place;
  }
}
