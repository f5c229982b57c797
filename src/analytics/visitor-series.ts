import { tooManyValues } from './groups.ts';
import { mostSteps, pieceAt } from './steps.ts';

/** How many sessions share an array. */
const perArray = 65_536;
/** The most sessions of visitors of one answer: 16 MB. */
const mostArrays = 64;

/**
 * Counts the sessions of visitors by a number below 2 to the power of `bits`, such as their piece. An answer shows few of
 * the visitors, and which ones is known in the end. So each session is noted as one number, and counted for those that are
 * shown: visitor and number, with all bits turned if it is taken away.
 */
export class VisitorNotes {
  readonly #bits: number;
  readonly #arrays: Int32Array[] = [];
  #last = new Int32Array();
  /** How many numbers the last array has. */
  #size = 0;

  constructor(bits: number) {
    this.#bits = bits;
  }

  /** Notes a session of a visitor, or that it is taken away if `times` is -1. Throws `too_many_values`. */
  add(number: number, of: number, times: number): void {
    if (this.#size === this.#last.length) this.#grow();
    const note = (number << this.#bits) | of;
    this.#last[this.#size++] = times < 0 ? ~note : note;
  }

  #grow(): void {
    if (this.#arrays.length === mostArrays) throw tooManyValues();
    this.#last = new Int32Array(perArray);
    this.#arrays.push(this.#last);
    this.#size = 0;
  }

  /** By visitor, of those that are shown, the sessions by number. `size`: how many visitors there are. */
  counts(shown: ReadonlySet<number>, size: number): Map<number, Map<number, number>> {
    const found = new Map(Array.from(shown, (number) => [number, new Map<number, number>()]));
    const isAsked = new Uint8Array(size);
    for (const number of shown) isAsked[number] = 1;
    for (const notes of this.#arrays) {
      const count = notes === this.#last ? this.#size : notes.length;
      for (let index = 0; index < count; index++) {
        const note = notes[index] ?? 0;
        const known = note < 0 ? ~note : note;
        if (isAsked[known >> this.#bits] === 0) continue;
        const counts = found.get(known >> this.#bits);
        const of = known & ((1 << this.#bits) - 1);
        counts?.set(of, (counts.get(of) ?? 0) + (note < 0 ? -1 : 1));
      }
    }
    return found;
  }
}

/** The bits of the number of a piece. */
const pieceBits = 32 - Math.clz32(mostSteps);

/** Counts the sessions of visitors by piece. */
export class VisitorSeries {
  readonly #boundaries: readonly number[];
  readonly #notes = new VisitorNotes(pieceBits);
  /** The piece of the session before. */
  #piece = 0;
  #begin = 0;
  #end = 0;

  constructor(boundaries: readonly number[]) {
    this.#boundaries = boundaries;
  }

  /** Notes a session of a visitor, or that it is taken away if `times` is -1. Throws `too_many_values`. */
  add(number: number, at: number, times: number): void {
    if (at < this.#begin || at >= this.#end) this.#goTo(at);
    this.#notes.add(number, this.#piece, times);
  }

  #goTo(at: number): void {
    this.#piece = pieceAt(this.#boundaries, at);
    this.#begin = this.#boundaries[this.#piece] ?? 0;
    this.#end = this.#boundaries[this.#piece + 1] ?? 0;
  }

  /** The sessions of some visitors in each piece, by the numbers of the visitors, of which there are `size`. */
  counts(of: ReadonlySet<number>, size: number): Map<number, number[]> {
    const pieces = this.#boundaries.length - 1;
    return new Map(
      Array.from(this.#notes.counts(of, size), ([number, counts]) => [
        number,
        Array.from({ length: pieces }, (_, piece) => counts.get(piece) ?? 0),
      ]),
    );
  }
}
