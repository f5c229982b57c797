import { idBytes, readId, writeId } from './type-ids.ts';

/** How many words of 32 bits an id has. */
const perId = 4;
/** So many ids have room at first. */
const firstRoom = 1024;

/** An array with the numbers of another, and room for twice as many: zeros. */
export function doubled<A extends Int32Array | Float64Array>(array: A): A {
  const larger = new (array.constructor as new (length: number) => A)(2 * array.length);
  larger.set(array);
  return larger;
}

/**
 * Numbers for ids, from 0 on. To look an id up as a text takes several times as long, and to keep it several times the
 * memory: TypeIDs with a prefix are kept by their bytes, and only other texts as they are.
 */
export class IdNumbers {
  readonly prefix: string;
  readonly #most: number;
  readonly #tooMany: () => Error;
  #size = 0;
  #words = new Int32Array(firstRoom * perId);
  /** By hash, the number of an id plus 1, or of one with another hash: it is at the next place then. 0 for none. */
  #slots = new Int32Array(4 * firstRoom);
  readonly #others = new Map<string, number>();
  readonly #texts = new Map<number, string>();
  readonly #read = new Int32Array(perId);
  readonly #readBytes = new Uint8Array(this.#read.buffer);

  /** `most`: how many ids there may be. For one more, it throws `tooMany`. */
  constructor(prefix: string, { most, tooMany }: { most: number; tooMany: () => Error }) {
    this.prefix = prefix;
    this.#most = most;
    this.#tooMany = tooMany;
  }

  get size(): number {
    return this.#size;
  }

  /** The number of an id, which it gets if it is new. */
  of(id: string): number {
    if (writeId(id, this.prefix, this.#readBytes, 0)) return this.ofWords(this.#read, 0);
    const known = this.#others.get(id);
    if (known !== undefined) return known;
    const number = this.#next();
    this.#others.set(id, number);
    this.#texts.set(number, id);
    return number;
  }

  /**
   * Writes the numbers of some ids: plus 1, each at its place. The words of the id at place n begin at 4 n. One id after the
   * other would wait for the memory each time: here each step is taken for all, and none waits for the one before.
   */
  ofAll(words: Int32Array, places: Int32Array, numbers: Int32Array): void {
    const known = this.#words;
    const slots = this.#slots;
    const last = slots.length - 1;
    for (const place of places) numbers[place] = hashAt(words, place * perId) & last;
    for (const place of places) numbers[place] = slots[numbers[place] ?? 0] ?? 0;
    for (const place of places) {
      const found = numbers[place] ?? 0;
      const isKnown = found > 0 && areEqual(known, (found - 1) * perId, words, place * perId);
      if (!isKnown) numbers[place] = this.ofWords(words, place * perId) + 1;
    }
  }

  /** The number of the id whose words begin at a place, which it gets if it is new. */
  ofWords(words: Int32Array, at: number): number {
    const last = this.#slots.length - 1;
    let slot = hashAt(words, at) & last;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & last) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (areEqual(this.#words, number * perId, words, at)) return number;
    }
    const number = this.#next();
    for (let word = 0; word < perId; word++) this.#words[number * perId + word] = words[at + word] ?? 0;
    this.#place(number);
    return number;
  }

  #next(): number {
    if (this.#size === this.#most) throw this.#tooMany();
    const number = this.#size++;
    if (number * perId === this.#words.length) {
      this.#words = doubled(this.#words);
      this.#slots = new Int32Array(2 * this.#slots.length);
      for (let known = 0; known < number; known++) if (!this.#texts.has(known)) this.#place(known);
    }
    return number;
  }

  /** Leaves a number out: no id has it. */
  skip(): void {
    this.#texts.set(this.#next(), '');
  }

  /** The words of the ids with some numbers: zeros for others. */
  wordsOf(begin: number, end: number): Int32Array {
    return this.#words.slice(begin * perId, end * perId);
  }

  /** Notes where a number is found. */
  #place(number: number): void {
    const last = this.#slots.length - 1;
    let slot = hashAt(this.#words, number * perId) & last;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
    this.#slots[slot] = number + 1;
  }

  /** The id with a number. */
  textOf(number: number): string {
    const text = this.#texts.get(number);
    return text ?? readId(this.prefix, new Uint8Array(this.#words.buffer), number * idBytes);
  }
}

/** The hash of the words from a place on. Any of them may be the only ones that differ. */
export function hashAt(words: Int32Array, at: number): number {
  const mixed =
    Math.imul(words[at] ?? 0, 0x85ebca6b) ^
    Math.imul(words[at + 1] ?? 0, 0xc2b2ae35) ^
    Math.imul(words[at + 2] ?? 0, 0x27d4eb2f) ^
    Math.imul(words[at + 3] ?? 0, 0x9e3779b1);
  const high = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return high ^ (high >>> 13);
}

/** Whether two ids are equal. Most that are not differ in the last word, which is random. */
export const areEqual = (one: Int32Array, at: number, other: Int32Array, from: number): boolean =>
  one[at + 3] === other[from + 3] &&
  one[at + 2] === other[from + 2] &&
  one[at + 1] === other[from + 1] &&
  one[at] === other[from];
