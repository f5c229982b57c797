import { type Group, tooManyValues } from './groups.ts';
import { type IdList, wordsPerId } from './id-list.ts';
import { IdNumbers } from './id-numbers.ts';

/** The most ids whose groups are remembered: 4 MB. More are looked up as texts again. */
const most = 100_000;

/** Remembers the groups of ids, so that each is looked up once by its text: blocks have ids by their bytes. */
export class IdGroups {
  #numbers: IdNumbers | undefined;
  #groups: Group[] = [];

  /** The group of the id of a code in a list. `find` finds it by its text. */
  of(list: IdList, code: number, find: (text: string | null) => Group): Group {
    if (this.#numbers?.prefix !== list.prefix || this.#numbers.size === most) {
      this.#numbers = new IdNumbers(list.prefix, { most, tooMany: tooManyValues });
      this.#groups = [];
    }
    const number = this.#numbers.ofWords(list.words, code * wordsPerId);
    const known = this.#groups[number] ?? find(list.at(code - 1) ?? null);
    this.#groups[number] = known;
    return known;
  }
}
