import { packNumbers, type Texts, unpackInto } from './columns.ts';
import { tooManyValues } from './groups.ts';
import { IdList, wordsPerId } from './id-list.ts';
import { IdNumbers } from './id-numbers.ts';
import { idBytes, splitIds, textOfIds } from './type-ids.ts';
import { idsPerPart } from './visitor-lists.ts';

/** A part of a list as it is stored. */
export interface StoredPart {
  part: number;
  /** As `packIds` has them; zeros for an id that no block has any more. */
  ids: string;
  /** By id, the number of blocks that have it, as `packNumbers` has them. */
  counts: string;
}

/** Whether ids of a column are all TypeIDs with a prefix. */
export const areIds = ({ texts }: Texts, prefix: string): boolean =>
  texts.length === 0 || (texts instanceof IdList && texts.prefix === prefix);

/** A list of ids that blocks have numbers in, from 1 on, and how many blocks have each. */
export class CountedIds {
  readonly #prefix: string;
  readonly #ids: IdNumbers;
  readonly #counts: number[] = [];
  readonly #stored: readonly StoredPart[];

  constructor(prefix: string, stored: readonly StoredPart[]) {
    this.#prefix = prefix;
    this.#ids = new IdNumbers(prefix, { most: 2 ** 24, tooMany: tooManyValues });
    this.#stored = stored.toSorted((a, b) => a.part - b.part);
    for (const { ids, counts } of this.#stored) {
      const words = new Int32Array(Uint8Array.fromBase64(splitIds(ids).base64).buffer);
      const size = words.length / wordsPerId;
      const countOf = unpackInto(new Float64Array(size), counts, size);
      for (let place = 0; place < size; place++) {
        const count = countOf[place] ?? 0;
        if (count === 0) this.#ids.skip();
        else this.#ids.ofWords(words, place * wordsPerId);
        this.#counts.push(count);
      }
    }
  }

  get size(): number {
    return this.#ids.size;
  }

  /** Whether no block has any of them. */
  get isUnused(): boolean {
    return this.#counts.every((count) => count === 0);
  }

  /** Takes the ids of a block of `count` sessions, for which `areIds` holds. Returns the text of their numbers. */
  take({ codes, texts }: Texts, count: number): string {
    // A version that does not know the column may have added sessions to the block: they have codes of no id.
    const numbers = new Float64Array(texts.length + 1);
    const ofSessions = Array.from({ length: count }, (_, index) => {
      const code = codes[index] ?? 0;
      if (code > 0 && code <= texts.length && texts instanceof IdList)
        numbers[code] ||= this.#ids.ofWords(texts.words, code * wordsPerId) + 1;
      return numbers[code] ?? 0;
    });
    this.#count(numbers, 1);
    return packNumbers(ofSessions);
  }

  /** Gives back the ids of a block that has had these numbers. */
  release(text: string, count: number): void {
    this.#count(new Set(unpackInto(new Float64Array(count), text, count)), -1);
  }

  #count(numbers: Iterable<number>, more: number): void {
    for (const number of numbers)
      if (number > 0) this.#counts[number - 1] = (this.#counts[number - 1] ?? 0) + more;
  }

  /** The parts that have changed since they were read. */
  changed(): StoredPart[] {
    const parts = Array.from({ length: Math.ceil(this.size / idsPerPart) }, (_, part) => this.#partAt(part));
    return parts.filter(({ part, ids, counts }) => {
      const stored = this.#stored[part];
      return stored?.ids !== ids || stored.counts !== counts;
    });
  }

  #partAt(part: number): StoredPart {
    const begin = part * idsPerPart;
    const end = Math.min(begin + idsPerPart, this.size);
    const words = this.#ids.wordsOf(begin, end);
    const counts = this.#counts.slice(begin, end);
    for (const [place, count] of counts.entries())
      if (count === 0) words.fill(0, place * wordsPerId, (place + 1) * wordsPerId);
    const bytes = new Uint8Array(words.buffer, 0, counts.length * idBytes);
    return { part, ids: textOfIds(this.#prefix, bytes), counts: packNumbers(counts) };
  }
}
