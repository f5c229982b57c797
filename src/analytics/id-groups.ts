import { mostSessions } from './cut.ts';
import { type Group, tooManyValues } from './groups.ts';
import { type IdList, wordsPerId } from './id-list.ts';
import { IdNumbers } from './id-numbers.ts';

/** The most ids whose groups are remembered: 4 MB. More are looked up as texts again. */
const most = 100_000;

/** The codes of a list, from 1 on, for the longest so far. */
let codes = new Int32Array();

/** Remembers the groups of ids, so that each is looked up once by its text: blocks have ids by their bytes. */
export class IdGroups {
  #numbers: IdNumbers | undefined;
  #groups: Group[] = [];
  /** By code, the number of an id of the list plus 1. Empty if few are asked for. */
  #known = new Int32Array();

  /** Takes the ids of a block. `isForFew`: whether few of them are asked for, which are then looked up one by one. */
  take(list: IdList, isForFew: boolean): void {
    if (this.#numbers?.prefix !== list.prefix || this.#numbers.size + list.length > most) {
      const room = Math.max(most, list.length);
      this.#numbers = new IdNumbers(list.prefix, { most: room, tooMany: tooManyValues });
      this.#groups = [];
    }
    if (codes.length < list.length)
      codes = Int32Array.from({ length: Math.max(list.length, mostSessions) }, (_, place) => place + 1);
    if (this.#known.length <= list.length) this.#known = new Int32Array(codes.length + 1);
    if (isForFew) this.#known.fill(0);
    else this.#numbers.ofAll(list.words, codes.subarray(0, list.length), this.#known);
  }

  /** The group of the id of a code in the list that was taken. `find` finds it by its text. */
  of(list: IdList, code: number, find: (text: string | null) => Group): Group {
    const number = (this.#known[code] || this.#lookUp(list, code)) - 1;
    const known = this.#groups[number] ?? find(list.at(code - 1) ?? null);
    this.#groups[number] = known;
    return known;
  }

  #lookUp(list: IdList, code: number): number {
    const number = (this.#numbers?.ofWords(list.words, code * wordsPerId) ?? 0) + 1;
    this.#known[code] = number;
    return number;
  }
}
