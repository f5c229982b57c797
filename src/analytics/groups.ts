import { FootfallError } from '../lib/errors.ts';
import { sha256 } from '../lib/sha256.ts';
import type { PackedSums } from '../vocabulary/measures.ts';

/** The most sums of one answer: 16 MB. A Worker has 128 MB of memory. */
export const mostSums = 2_000_000;
/** What a visitor or a person of an account takes besides its sums, in sums: the most of an answer follow from it. */
export const perVisitor = 20;
/** The most characters of texts of one answer. After these, a long text is kept by its beginning and a hash. */
const mostCharacters = 8_000_000;
/** The most characters of the names of one answer, with what each name takes besides. */
const mostKept = 32_000_000;
const perName = 100;
/** The most characters of a text that is always kept whole. */
const shortText = 100;
/** The most sums of an array, which groups share: 128 KB. A group with more has its own. */
const mostOfArray = 16_384;

/** Whether the name of a group is a key of a long text. No text has a control character. */
export const isKey = (name: string): boolean => name.length > shortText && name.includes('\u0000');

/**
 * What stands for the name of a group in its order: a short text itself, of a long one its beginning and its SHA-256.
 * Visitors choose texts: of a weaker hash they could find two that are equal.
 */
export const keyOf = (name: string): string =>
  // Joined, because V8 would keep the whole text for a slice of it.
  name.length <= shortText || isKey(name) ? name : [name.slice(0, shortText), sha256(name)].join('\u0000');

/** The error for an answer that would take too much memory, or too many statements. */
export const tooManyValues = () =>
  new FootfallError(
    'too_many_values',
    'The range has more different values than one answer can add up; ask for a shorter range or filter.',
  );

/** Whether an error is `tooManyValues`. */
export const isTooMany = (error: unknown): boolean =>
  error instanceof FootfallError && error.code === 'too_many_values';

/** Stands for the texts that a question does not ask for. */
export const otherTexts = '\u0000';

/** Where a group has its sums: an array, and the place of the first of them. */
export interface Group {
  sums: PackedSums;
  from: number;
}

const noSums = new Float64Array();

/** The sums of each group of an answer. */
export class Groups {
  /** How many sums a group has. */
  readonly #width: number;
  /** How many answers share the memory of one. */
  readonly #share: number;
  /** How many groups share an array of sums: 2 to this power. With an object for each group, a breakdown by ids would take a sixth longer. */
  readonly #shift: number;
  /** The number of each group, by its text; by its key if there were too many characters. */
  readonly #numbers = new Map<string | null, number>();
  readonly #arrays: PackedSums[] = [];
  #characters = 0;

  constructor(width: number, share = 1) {
    this.#width = width;
    this.#share = share;
    this.#shift = Math.floor(Math.log2(Math.max(1, mostOfArray / Math.max(width, 1))));
  }

  /** The group of a text, which is made when it is missing. Throws `too_many_values`. */
  find(text: string | null): Group {
    const number = this.numberOf(text);
    return { sums: this.arrayOf(number), from: this.fromOf(number) };
  }

  /** The number of the group of a text, which is made when it is missing. Throws `too_many_values`. */
  numberOf(text: string | null): number {
    return this.#numbers.get(text) ?? this.#newNumber(text);
  }

  /** The array that has the sums of a group. */
  arrayOf(number: number): PackedSums {
    return this.#arrays[number >> this.#shift] ?? noSums;
  }

  /** The place of the first sum of a group in its array. */
  fromOf(number: number): number {
    return (number & ((1 << this.#shift) - 1)) * this.#width;
  }

  #newNumber(text: string | null): number {
    const isShort = text === null || text.length <= shortText;
    const name = isShort || this.#characters * this.#share < mostCharacters ? text : keyOf(text);
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    const isTooLong = (this.#characters + number * perName) * this.#share > mostKept;
    const areTooMany = (number + 1) * this.#width * this.#share > mostSums;
    if (number > 0 && (isTooLong || areTooMany)) throw tooManyValues();
    this.#numbers.set(name, number);
    this.#characters += name?.length ?? 0;
    if (this.fromOf(number) === 0) this.#arrays.push(new Float64Array(this.#width << this.#shift));
    return number;
  }

  /** Whether a text has a group. */
  has(text: string | null): boolean {
    return this.#numbers.has(text);
  }

  /** The sums of a group, which are zeros if it is not known. */
  of(text: string | null): PackedSums {
    const number = this.#numbers.get(text);
    return number === undefined ? new Float64Array(this.#width) : this.#sumsOf(number);
  }

  #sumsOf(number: number): PackedSums {
    const from = this.fromOf(number);
    return this.arrayOf(number).subarray(from, from + this.#width);
  }

  /** The name of each group and its sums. */
  *[Symbol.iterator](): Generator<[string | null, PackedSums]> {
    for (const [name, number] of this.#numbers) yield [name, this.#sumsOf(number)];
  }
}
