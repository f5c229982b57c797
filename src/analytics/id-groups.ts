import { mostSessions } from './cut.ts';
import { tooManyValues } from './groups.ts';
import { type IdList, wordsPerId } from './id-list.ts';
import { doubled, IdNumbers } from './id-numbers.ts';

/** The most ids whose groups are remembered: 4 MB. More are looked up as texts again. */
const most = 100_000;

/** The codes of a list, from 1 on, for the longest so far. */
let codes = new Int32Array();

/** Remembers the groups of ids, so that each is looked up once by its text: blocks have ids by their bytes. */
export class IdGroups {
  #numbers: IdNumbers | undefined;
  /** By number, the group of an id plus 1; 0 if it is not known yet. */
  #groups = new Int32Array(1024);
  /** By code, the number of an id of the list plus 1. Empty if few are asked for. */
  #known = new Int32Array();
  /** By code, the number of its group plus 1; 0 if it is not known. */
  #byCode = new Int32Array();

  /**
   * Takes the ids of a block. `isForFew`: whether few of them are asked for, which are then looked up one by one. Returns the
   * number of the group of each code plus 1, and 0 for those that `of` finds: valid until the next block is taken.
   */
  take(list: IdList, isForFew: boolean): Int32Array {
    if (this.#numbers?.prefix !== list.prefix || this.#numbers.size + list.length > most) {
      const room = Math.max(most, list.length);
      this.#numbers = new IdNumbers(list.prefix, { most: room, tooMany: tooManyValues });
      this.#groups = new Int32Array(1024);
    }
    if (codes.length < list.length)
      codes = Int32Array.from({ length: Math.max(list.length, mostSessions) }, (_, place) => place + 1);
    if (this.#known.length <= list.length) {
      this.#known = new Int32Array(codes.length + 1);
      this.#byCode = new Int32Array(codes.length + 1);
    }
    if (isForFew) {
      this.#known.fill(0);
      return this.#byCode.fill(0);
    }
    this.#numbers.ofAll(list.words, codes.subarray(0, list.length), this.#known);
    while (this.#numbers.size > this.#groups.length) this.#groups = doubled(this.#groups);
    // A version that does not know the column may have added sessions to the block: they have codes of no id.
    this.#byCode.fill(0);
    for (let code = 1; code <= list.length; code++)
      this.#byCode[code] = this.#groups[(this.#known[code] ?? 0) - 1] ?? 0;
    return this.#byCode;
  }

  /** The number of the group of the id of a code in the list that was taken. `find` finds it by its text. */
  of(list: IdList, code: number, find: (text: string | null) => number): number {
    const number = (this.#known[code] || this.#lookUp(list, code)) - 1;
    while (number >= this.#groups.length) this.#groups = doubled(this.#groups);
    const known = this.#groups[number] || find(list.at(code - 1) ?? null) + 1;
    this.#groups[number] = known;
    return known - 1;
  }

  #lookUp(list: IdList, code: number): number {
    const number = (this.#numbers?.ofWords(list.words, code * wordsPerId) ?? 0) + 1;
    this.#known[code] = number;
    return number;
  }
}
