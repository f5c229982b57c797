import type { Range } from '../../lib/range.ts';
import { type Figures, figuresOf, type PackedSums } from '../../vocabulary/measures.ts';
import { isKey, keyOf } from '../groups.ts';
import type { Question } from '../question.ts';
import { Inquiry } from './inquiry.ts';
import { totalOf, wholeDays } from './items.ts';

/** A question about the groups of a range, and the same about another range if one is compared. */
export class Compared {
  readonly #now: Inquiry;
  readonly #before: Inquiry | undefined;
  /** The sums of long texts of the compared range by their keys, once one is looked for. */
  #byKey: Map<string, PackedSums> | undefined;

  constructor(question: Question, compared: Range | undefined) {
    const share = (question.share ?? 1) * (compared ? 2 : 1);
    this.#now = new Inquiry({ ...question, share });
    this.#before =
      compared && new Inquiry({ ...question, boundaries: [compared.start, compared.end], share });
  }

  get inquiries(): readonly Inquiry[] {
    return [this.#now, this.#before].filter((inquiry) => inquiry !== undefined);
  }

  get groups() {
    return this.#now.found.answer.groups;
  }

  /** The numbers that a group of the range has in the compared one, as a field. */
  of(name: string | null): { compared?: Figures } {
    if (!this.#before) return {};
    const { groups } = this.#before.found.answer;
    const sums = groups.has(name) ? groups.of(name) : (name && this.#ofKey(keyOf(name))) || groups.of(name);
    return { compared: figuresOf(sums) };
  }

  /** Each answer keeps the first long texts whole, and the others by their keys: not always the same ones. */
  #ofKey(key: string): PackedSums | undefined {
    if (!isKey(key)) return undefined;
    this.#byKey ??= new Map(
      Array.from(this.#before?.found.answer.groups ?? [], ([name, sums]) => [name ? keyOf(name) : '', sums]),
    );
    return this.#byKey.get(key);
  }

  /** The numbers of all visits of the compared range, and up to when visits are known by the day only, as fields. */
  more(): { comparedTotal?: Figures; wholeDaysBefore?: string } {
    const before = this.#before?.found.answer.groups;
    return { ...(before && { comparedTotal: figuresOf(totalOf(before)) }), ...wholeDays(this.inquiries) };
  }
}
