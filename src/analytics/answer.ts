import { type Block, measuredOf, noNumbers, noTexts, pendingAt, textsIn } from './block.ts';
import { flag, type TextName } from './facts.ts';
import { type Group, Groups, keyOf, otherTexts } from './groups.ts';
import { Latest } from './latest.ts';
import { addSession, measureCount, type PackedSums } from './measures.ts';
import type { Question, State } from './question.ts';
import type { Totals } from './totals.ts';

/** The index of the piece that a time is in; -1 for none. */
function pieceAt(boundaries: readonly number[], at: number): number {
  let [low, high] = [0, boundaries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boundaries[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low === boundaries.length ? -1 : low - 1;
}

/** By code, 1 if a session with it passes a filter, 0 if not. */
function passing(wanted: readonly (string | null)[], texts: readonly string[]): Uint8Array {
  const passes = new Uint8Array(texts.length + 1);
  for (const text of wanted) {
    const code = text === null ? 0 : texts.indexOf(text) + 1;
    if (code > 0 || text === null) passes[code] = 1;
  }
  return passes;
}

/** Adds up what blocks contribute to the answer of a question. */
export class Answer {
  readonly #question: Question;
  /** How many sums a piece has: one of each measure, or only the number of sessions. */
  readonly #width: number;
  readonly #pieces: number;
  /**
   * By text, the sums of each piece one after the other. Null stands for no text, and for all sessions if the question
   * has no `by`.
   */
  readonly groups: Groups;

  /** The answer that counts by another column. */
  readonly counts: Answer | undefined;

  /** The starts that the question asks for. */
  readonly latest: Latest | undefined;

  constructor(question: Question) {
    this.#question = question;
    const { countBy } = question;
    const { boundaries, filters, now, pageId } = question;
    this.counts = countBy && new Answer({ pageId, boundaries, filters, now, by: countBy, isCount: true });
    this.latest = question.find && new Latest(question.find);
    this.#width = question.isCount ? 1 : measureCount;
    this.#pieces = Math.max(question.boundaries.length - 1, 0);
    this.groups = new Groups(this.#width * this.#pieces);
  }

  /** Adds the number of the sessions of a block that are all in the piece of a time. */
  addCount(count: number, at: number): void {
    const piece = pieceAt(this.#question.boundaries, at);
    if (piece < 0) return;
    const { sums, from } = this.groups.find(null);
    sums[from + piece] = (sums[from + piece] ?? 0) + count;
  }

  /** Adds the sums of quarters of an hour. */
  addTotals({ count, starts, sums }: Totals): void {
    const { boundaries } = this.#question;
    const group = this.groups.find(null);
    const offsets = starts.map((at) => pieceAt(boundaries, at) * this.#width);
    for (let measure = 0; measure < this.#width; measure++) {
      const column = sums[measure];
      if (!column) continue;
      for (let index = 0; index < count; index++) {
        const offset = offsets[index] ?? 0;
        const place = group.from + offset + measure;
        if (offset >= 0) group.sums[place] = (group.sums[place] ?? 0) + (column[index] ?? 0);
      }
    }
  }

  /** Adds the sessions of a block that the question asks for, or takes them away if `times` is -1. */
  add(block: Block, times = 1, isWanted = this.#wantedOf(block)): void {
    this.counts?.add(block, times, isWanted);
    const { boundaries, by, now, isCount = false } = this.#question;
    const { count, base } = block;
    const starts = block.numbers.startedAt ?? noNumbers;
    const { codes, texts } = by === undefined ? noTexts : textsIn(block, by);
    const measured = isCount ? undefined : measuredOf(block, now);
    const { latest } = this;
    const width = this.#width;
    const groups: (Group | undefined)[] = [];
    let [begin, end, offset] = [0, 0, -1];
    for (let index = 0; index < count; index++) {
      if (isWanted[index] === 0) continue;
      const at = base + (starts[index] ?? 0);
      if (at < begin || at >= end) {
        const piece = pieceAt(boundaries, at);
        offset = piece * width;
        [begin, end] = piece < 0 ? [0, 0] : [boundaries[piece] ?? 0, boundaries[piece + 1] ?? 0];
      }
      if (offset < 0) continue;
      latest?.add(at, times);
      const code = codes[index] ?? 0;
      let group = groups[code];
      if (group === undefined) {
        group = this.groups.find(this.#nameOf(code === 0 ? null : texts[code - 1]));
        groups[code] = group;
      }
      const from = group.from + offset;
      if (measured === undefined) group.sums[from] = (group.sums[from] ?? 0) + times;
      else addSession(group.sums, from, measured, index, times);
    }
  }

  /** The text of the group that has the sessions with a text. */
  #nameOf(text: string | null = null): string | null {
    const { part, only } = this.#question;
    if (part === undefined && only === undefined) return text;
    const isAsked =
      text !== null &&
      (part === undefined || text.toLowerCase().includes(part)) &&
      (only?.has(keyOf(text)) ?? true);
    return isAsked ? text : otherTexts;
  }

  /** The sums of each piece of a text. */
  piecesOf(text: string | null): PackedSums[] {
    const group = this.groups.of(text);
    return Array.from({ length: this.#pieces }, (_, piece) =>
      group.subarray(piece * this.#width, (piece + 1) * this.#width),
    );
  }

  /** For each session of a block 1 if the question asks for it, 0 if not. */
  #wantedOf(block: Block): Uint8Array {
    const { filters, state, now } = this.#question;
    const { count } = block;
    const wanted = new Uint8Array(count).fill(1);
    for (const [name, values] of Object.entries(filters)) {
      const { codes, texts } = textsIn(block, name as TextName);
      const passes = passing(values, texts);
      for (let index = 0; index < count; index++) if (passes[codes[index] ?? 0] === 0) wanted[index] = 0;
    }
    if (state) {
      const isOf = stateFilter(block, state, now);
      for (let index = 0; index < count; index++) if (wanted[index] === 1 && !isOf(index)) wanted[index] = 0;
    }
    return wanted;
  }
}

function stateFilter(block: Block, { status, hasConversion, hasFormSubmit }: State, now: number) {
  const isPending = pendingAt(block, now);
  const { flags } = block.numbers;
  const has = (index: number, bit: number) => Number(((flags?.[index] ?? 0) & bit) !== 0);
  const statusOf = (index: number) =>
    isPending(index) ? 'pending' : has(index, flag.hasFailed) ? 'failed' : 'completed';
  return (index: number): boolean =>
    (status === null || statusOf(index) === status) &&
    (hasConversion === null || has(index, flag.hasConversion) === hasConversion) &&
    (hasFormSubmit === null || has(index, flag.hasFormSubmit) === hasFormSubmit);
}
