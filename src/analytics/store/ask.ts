import type { Database } from '../../db/client.ts';
import type { Bound } from '../../db/statement.ts';
import { blockOf, blockOfLists, startsOf, totalsOf } from '../block.ts';
import { Answer, columnsFor, cutsOf, needsSessions, type Question } from '../question.ts';
import { dayMs, startOfDay } from '../range.ts';
import { neededOf, selectBlocks } from './blocks.ts';
import { selectCorrections, selectRevision, selectTail } from './unsealed.ts';

type RowOf<S> = S extends (...values: never[]) => Bound<infer Row> ? Row : never;
type BlockRow = RowOf<typeof selectBlocks>;
type TailRow = RowOf<typeof selectTail>;
type CorrectionsRow = RowOf<typeof selectCorrections>;

/** Where the next round trip goes on. Undefined has been read. */
interface Rest {
  blocks: { isRemoved: number; firstAt: number; part: number } | undefined;
  tail: { at: number; id: string } | 'all' | undefined;
  corrections: { pageId: string; id: string } | 'all' | undefined;
}

const everything: Rest = {
  blocks: { isRemoved: -1, firstAt: 0, part: 0 },
  tail: 'all',
  corrections: 'all',
};

/** What blocks, tail and corrections say to a question. */
export interface Found {
  answer: Answer;
  /**
   * The end of the last day of which sessions have been removed, if the answer has some, in milliseconds since 1970.
   * They are known by the day.
   */
  wholeDaysBefore: number | undefined;
}

/** Reads what a question asks for, as much as one round trip may have at a time. */
export class Inquiry {
  readonly #question: Question;
  #found: Found;
  #rest: Rest = everything;
  #revision: number | undefined;

  constructor(question: Question) {
    this.#question = question;
    this.#found = this.#nothing();
  }

  #nothing = (): Found => ({ answer: new Answer(this.#question), wholeDaysBefore: undefined });

  get isComplete(): boolean {
    const { blocks, tail, corrections } = this.#rest;
    return blocks === undefined && tail === undefined && corrections === undefined;
  }

  /** The statements of the next round trip. */
  statements() {
    const { pageId, boundaries, now } = this.#question;
    const { blocks, tail, corrections } = this.#rest;
    const [start, end] = [boundaries[0] ?? 0, boundaries.at(-1) ?? 0];
    const needed = neededOf(columnsFor(this.#question));
    const after = corrections === 'all' ? undefined : corrections;
    // What has been read already is read of a range, or a page, that has nothing.
    const ofBlocks = blocks ?? { isRemoved: 2, firstAt: 0, part: 0 };
    const ofCorrections = { pageId: corrections === undefined ? '' : pageId, after, needed };
    return [
      selectRevision({}),
      selectBlocks({
        ...{ pageId: pageId ?? '', start, end, now, needed, after: ofBlocks },
        needsSessions: Number(needsSessions(this.#question)),
        cuts: JSON.stringify(cutsOf(this.#question)),
        kinds: (this.#question.hasRemoved ?? true) ? '[0,1]' : '[0]',
      }),
      selectTail({
        ...{ pageId, start, end: tail === undefined ? start : end, needed },
        after: tail === 'all' ? undefined : tail,
      }),
      selectCorrections(ofCorrections, 'now'),
      selectCorrections(ofCorrections, 'then'),
    ] as const;
  }

  /** Takes the rows of `statements`. Begins again if sessions were sealed since the round trip before. */
  take(
    revisions: { revision: number }[],
    blocks: BlockRow[],
    [tail]: TailRow[],
    [now]: CorrectionsRow[],
    [before]: CorrectionsRow[],
  ): void {
    const revision = revisions[0]?.revision ?? 0;
    if (this.#revision !== undefined && revision !== this.#revision) {
      [this.#found, this.#rest, this.#revision] = [this.#nothing(), everything, undefined];
      return;
    }
    this.#revision = revision;
    const { answer } = this.#found;
    // First what is to be taken away: the latest starts are cut as they come.
    if (before) answer.add(blockOfLists(before), -1);
    if (now) answer.add(blockOfLists(now));
    for (const row of blocks) this.#takeBlock(row);
    if (tail) answer.add(blockOfLists(tail));
    const last = blocks.at(-1);
    this.#rest = {
      blocks: last && blocks.length < last.known ? last : undefined,
      tail: tail?.lastId == null ? undefined : { at: tail.lastAt, id: tail.lastId },
      corrections: now?.lastId == null ? undefined : { pageId: now.lastPageId ?? '', id: now.lastId },
    };
  }

  #takeBlock(row: BlockRow): void {
    const { answer } = this.#found;
    if (row.sums === null) {
      const block = blockOf(row);
      answer.add(block);
      if (row.isRemoved) this.#takeDays(startsOf(block));
    } else {
      const totals = totalsOf(row.sums, row.firstAt);
      answer.addTotals(totals);
      if (row.isRemoved) this.#takeDays(totals.map(({ at }) => at));
    }
  }

  /** Takes the last day of the range that has a removed session, of some in the order of their start. */
  #takeDays(starts: number[]): void {
    const { boundaries } = this.#question;
    const [start, end] = [boundaries[0] ?? 0, boundaries.at(-1) ?? 0];
    const last = starts.findLast((at) => at >= start && at < end);
    if (last !== undefined)
      this.#found.wholeDaysBefore = Math.max(this.#found.wholeDaysBefore ?? 0, startOfDay(last) + dayMs);
  }

  get found(): Found {
    return this.#found;
  }
}

/** Goes on with an inquiry until it has read everything. */
export async function complete(db: Database, inquiry: Inquiry): Promise<Found> {
  while (!inquiry.isComplete) inquiry.take(...(await db.batch(inquiry.statements())));
  return inquiry.found;
}

/** Asks a question alone. */
export const ask = (db: Database, question: Question): Promise<Found> => complete(db, new Inquiry(question));

/** Asks two questions in the same round trip. */
export async function askBoth(db: Database, first: Question, second: Question): Promise<[Found, Found]> {
  const [one, other] = [new Inquiry(first), new Inquiry(second)];
  const [a, b, c, d, e, ...rest] = await db.batch([...one.statements(), ...other.statements()]);
  one.take(a, b, c, d, e);
  other.take(...rest);
  return [await complete(db, one), await complete(db, other)];
}
