import { type Block, idNumbersIn, type Some } from './block.ts';
import { tooManyValues } from './groups.ts';
import { IdNumbers } from './id-numbers.ts';
import type { Roles } from './people.ts';
import { VisitorNotes } from './visitor-series.ts';

/** The bits of the number of a page: with the number of a visitor, of which there are fewer than 65,536, they are 31. */
const pageBits = 15;

/** So many pages of each that came are in an answer. */
export const mostPages = 5;

/** The sessions of a page. */
export interface PageSessions {
  pageId: string;
  totalSessions: number;
}

const mostFirst = (a: PageSessions, b: PageSessions) =>
  b.totalSessions - a.totalSessions || (a.pageId < b.pageId ? -1 : 1);

/** Counts the sessions of visitors by page, up to some four million sessions of 32,768 pages. */
export class VisitorPages {
  readonly #ids = new IdNumbers('page_', { most: 2 ** pageBits, tooMany: tooManyValues });
  readonly #notes = new VisitorNotes(pageBits);

  /** Notes some sessions of a block, or that they are taken away if `times` is -1. Throws `too_many_values`. */
  add(block: Block, times: number, some: Some, { recipients, senders }: Roles): void {
    const pages = idNumbersIn(block, 'page', this.#ids, some);
    for (const [nth, page] of pages.entries()) {
      const [recipient = -1, sender = -1] = [recipients[nth], senders[nth]];
      if (recipient >= 0) this.#notes.add(recipient, page, times);
      if (sender >= 0 && sender !== recipient) this.#notes.add(sender, page, times);
    }
  }

  /** The pages of some visitors, by the numbers of the visitors, of which there are `size`: the most sessions first. */
  counts(of: ReadonlySet<number>, size: number): Map<number, PageSessions[]> {
    return new Map(
      Array.from(this.#notes.counts(of, size), ([number, counts]) => [
        number,
        Array.from(counts, ([page, totalSessions]) => ({ pageId: this.#ids.textOf(page), totalSessions }))
          .filter(({ totalSessions }) => totalSessions > 0)
          .sort(mostFirst),
      ]),
    );
  }
}
