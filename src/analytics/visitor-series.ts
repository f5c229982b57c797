import { tooManyValues } from './groups.ts';
import { mostSteps, pieceAt } from './steps.ts';

/** How many sessions share an array. */
const perArray = 65_536;
/** The most sessions of visitors of one answer: 16 MB. */
const mostArrays = 64;
/** The bits of the number of a piece. */
const pieceBits = 32 - Math.clz32(mostSteps);

/**
 * Counts the sessions of visitors by piece. An answer shows few of the visitors, and which ones is known in the end. So
 * each session is noted as one number, and counted for those that are shown: visitor and piece, with all bits turned if
 * it is taken away.
 */
export class VisitorSeries {
  readonly #boundaries: readonly number[];
  readonly #arrays: Int32Array[] = [];
  #last = new Int32Array();
  /** How many numbers the last array has. */
  #size = 0;
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
    if (this.#size === this.#last.length) this.#grow();
    const note = (number << pieceBits) | this.#piece;
    this.#last[this.#size++] = times < 0 ? ~note : note;
  }

  #goTo(at: number): void {
    this.#piece = pieceAt(this.#boundaries, at);
    this.#begin = this.#boundaries[this.#piece] ?? 0;
    this.#end = this.#boundaries[this.#piece + 1] ?? 0;
  }

  #grow(): void {
    if (this.#arrays.length === mostArrays) throw tooManyValues();
    this.#last = new Int32Array(perArray);
    this.#arrays.push(this.#last);
    this.#size = 0;
  }

  /** The sessions of some visitors in each piece, by the numbers of the visitors, of which there are `size`. */
  counts(of: ReadonlySet<number>, size: number): Map<number, number[]> {
    const pieces = this.#boundaries.length - 1;
    const series = new Map(Array.from(of, (number) => [number, new Array<number>(pieces).fill(0)]));
    const isAsked = new Uint8Array(size);
    for (const number of of) isAsked[number] = 1;
    for (const notes of this.#arrays) {
      const count = notes === this.#last ? this.#size : notes.length;
      for (let index = 0; index < count; index++) {
        const note = notes[index] ?? 0;
        const known = note < 0 ? ~note : note;
        if (isAsked[known >> pieceBits] === 0) continue;
        const counts = series.get(known >> pieceBits);
        const piece = known & ((1 << pieceBits) - 1);
        if (counts) counts[piece] = (counts[piece] ?? 0) + (note < 0 ? -1 : 1);
      }
    }
    return series;
  }
}
