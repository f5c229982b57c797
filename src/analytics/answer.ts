import { addSession, measureCount, type PackedSums } from '../vocabulary/measures.ts';
import { type Block, hasStarts, measuredOf, noTexts, numbersIn, textsIn } from './block.ts';
import { Groups, keyOf, otherTexts } from './groups.ts';
import { IdGroups } from './id-groups.ts';
import { IdList, type TextList } from './id-list.ts';
import { ifFew, passing, placesOf } from './passing.ts';
import type { Question } from './question.ts';
import { pieceAt } from './steps.ts';
import type { TextSums, Totals } from './totals.ts';
import { Visitors } from './visitors.ts';

/** The latest starts of sessions, among those that began before a time. */
class Latest {
  readonly #before: number;
  readonly #take: number;
  #starts: number[] = [];
  /** How many sessions with a start were taken away before they were added. */
  readonly #owed = new Map<number, number>();

  constructor({ before, take }: { before: number; take: number }) {
    this.#before = before;
    this.#take = take;
  }

  /** Adds a session, or takes it away if `times` is -1. */
  add(at: number, times: number): void {
    if (at >= this.#before) return;
    const owed = this.#owed.get(at) ?? 0;
    if (times < 0) this.#owed.set(at, owed + 1);
    else if (owed > 0) this.#owed.set(at, owed - 1);
    else this.#starts.push(at);
    if (this.#starts.length > 100 * this.#take) this.#starts = this.starts;
  }

  /** The starts, latest first. */
  get starts(): number[] {
    return this.#starts.sort((a, b) => b - a).slice(0, this.#take);
  }
}

/** Adds up what blocks contribute to the answer of a question. */
export class Answer {
  readonly #question: Question;
  /** How many sums a piece has: one of each measure, or only the number of sessions. */
  readonly #width: number;
  readonly #pieces: number;
  /** By text, the sums of each piece in turn. Null stands for no text, and for all sessions without a `by`. */
  readonly groups: Groups;

  readonly #ofIds = new IdGroups();

  /** The answer that counts by another column. */
  readonly counts: Answer | undefined;

  /** The starts that the question asks for. */
  readonly latest: Latest | undefined;

  /** Who came, if the question asks for it. Nothing else is added up then. */
  readonly visitors: Visitors | undefined;

  constructor(question: Question) {
    this.#question = question;
    const { countBy } = question;
    const { boundaries, filters, now, pageId } = question;
    this.counts = countBy && new Answer({ pageId, boundaries, filters, now, by: countBy, isCount: true });
    this.latest = question.find && new Latest(question.find);
    this.visitors =
      question.visitors &&
      new Visitors(question.visitors, { boundaries, now, hasPages: question.hasPages ?? false });
    this.#width = question.isCount ? 1 : measureCount;
    this.#pieces = Math.max(question.boundaries.length - 1, 0);
    this.groups = new Groups(this.#width * this.#pieces, question.share);
  }

  /** The number of sessions in the first piece of an answer without grouping. */
  get sessions(): number {
    return this.groups.of(null)[0] ?? 0;
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

  /** Adds the sums of each text of a block whose sessions are all in the piece of a time. */
  addTextSums({ texts, sums }: TextSums, at: number): void {
    const { boundaries, by, filters } = this.#question;
    const piece = pieceAt(boundaries, at);
    if (piece < 0) return;
    const passes = Object.values(filters).map((values) => passing(values, texts));
    for (let code = 0; code <= texts.length; code++) {
      if (!sums[0]?.[code] || passes.some((ofFilter) => ofFilter[code] === 0)) continue;
      const group = this.groups.find(by === undefined ? null : this.#nameOf(texts[code - 1]));
      const from = group.from + piece * this.#width;
      for (let measure = 0; measure < this.#width; measure++)
        group.sums[from + measure] = (group.sums[from + measure] ?? 0) + (sums[measure]?.[code] ?? 0);
    }
  }

  /** Adds the sessions of a block that the question asks for, or takes them away if `times` is -1. */
  add(block: Block, times = 1, places = placesOf(block, this.#question)): void {
    if (places?.length === 0) return;
    if (this.visitors) {
      this.visitors.add(block, times, places);
      return;
    }
    this.counts?.add(block, times, places);
    const { boundaries, by, now, isCount = false } = this.#question;
    const { base } = block;
    const few = ifFew(places, block);
    const starts = numbersIn(block, 'startedAt', few);
    const { codes, texts } = by === undefined ? noTexts : textsIn(block, by, few);
    /** By code, the number of a group plus 1. */
    const known =
      texts instanceof IdList ? this.#ofIds.take(texts, few !== undefined) : new Int32Array(texts.length + 1);
    const measured = isCount ? undefined : measuredOf(block, now, few);
    // A list does not need the starts in all blocks.
    const latest = hasStarts(block) ? this.latest : undefined;
    const width = this.#width;
    const { groups } = this;
    let [begin, end, offset] = [0, 0, -1];
    const count = places?.length ?? block.count;
    for (let nth = 0; nth < count; nth++) {
      const index = places?.[nth] ?? nth;
      const at = base + (starts[index] ?? 0);
      if (at < begin || at >= end) {
        const piece = pieceAt(boundaries, at);
        offset = piece * width;
        [begin, end] = piece < 0 ? [0, 0] : [boundaries[piece] ?? 0, boundaries[piece + 1] ?? 0];
      }
      if (offset < 0) continue;
      latest?.add(at, times);
      const code = codes[index] ?? 0;
      let group = (known[code] ?? 0) - 1;
      if (group < 0) {
        group = this.#groupOf(texts, code);
        known[code] = group + 1;
      }
      const sums = groups.arrayOf(group);
      const from = groups.fromOf(group) + offset;
      if (measured === undefined) sums[from] = (sums[from] ?? 0) + times;
      else addSession(sums, from, measured, index, times);
    }
  }

  /** The number of the group of the text with a code. */
  #groupOf(texts: TextList, code: number): number {
    if (code === 0) return this.#find();
    return texts instanceof IdList && code <= texts.length
      ? this.#ofIds.of(texts, code, this.#find)
      : this.#find(texts.at(code - 1));
  }

  readonly #find = (text: string | null = null): number => this.groups.numberOf(this.#nameOf(text));

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
}
