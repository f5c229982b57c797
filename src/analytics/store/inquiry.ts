import type { RowsOf } from '../../db/client.ts';
import type { Bound } from '../../db/statement.ts';
import { blockOf, blockOfLists, startsOf } from '../block.ts';
import {
  Answer,
  columnsFor,
  crossingsOf,
  cutsOf,
  needsSessions,
  needsSums,
  type Question,
} from '../question.ts';
import { dayMs, startOfDay } from '../range.ts';
import { totalsOf } from '../totals.ts';
import { neededOf, selectBlocks } from './blocks.ts';
import { fewUnsealed, mostUnsealed, selectCorrections, selectRevision, selectTail } from './unsealed.ts';

type RowOf<S> = S extends (...values: never[]) => Bound<infer Row> ? Row : never;
type BlockRow = RowOf<typeof selectBlocks>;
type TailRow = RowOf<typeof selectTail>;

/** Where the next round trip goes on. Undefined has been read. */
interface Rest {
  blocks: { isRemoved: number; firstAt: number; part: number } | undefined;
  /** From when on, and how many times as many sessions as usual. */
  tail: { start: number; times: number } | undefined;
  corrections: { pageId: string; id: string } | 'all' | undefined;
}

const everything: Rest = {
  blocks: { isRemoved: -1, firstAt: 0, part: 0 },
  tail: { start: 0, times: 1 },
  corrections: 'all',
};

/** The page and the id of the last correction of a round trip. */
function lastOf(last: string | null): { pageId: string; id: string } {
  const [pageId = '', id = ''] = (last ?? '').split('\u0001');
  return { pageId, id };
}

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
  /** The most sessions of the tail, and the most corrections, of a round trip. */
  #most = mostUnsealed;

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
    const columns = columnsFor(this.#question);
    const needed = neededOf(columns);
    const crossings = crossingsOf(this.#question);
    const after = corrections === 'all' ? undefined : corrections;
    // What has been read already is read of a range, or a page, that has nothing.
    const ofBlocks = blocks ?? { isRemoved: 2, firstAt: 0, part: 0 };
    const ofCorrections = {
      ...{ pageId: corrections === undefined ? '' : pageId, after, needed },
      take: this.#most,
    };
    return [
      selectRevision({}),
      selectBlocks({
        ...{ pageId: pageId ?? '', start, end, now, needed, after: ofBlocks },
        needsSessions: Number(needsSessions(this.#question)),
        needsSums: Number(needsSums(this.#question)),
        cuts: JSON.stringify(cutsOf(this.#question)),
        crossings: crossings && JSON.stringify(crossings),
        kinds: (this.#question.hasRemoved ?? true) ? '[0,1]' : '[0]',
      }),
      selectTail(
        {
          ...{ pageId, end, needed },
          ...(tail
            ? { start: Math.max(tail.start, start), take: tail.times * this.#most }
            : { start: end, take: 0 }),
        },
        columns.size > 1,
      ),
      selectCorrections(ofCorrections, 'now'),
      selectCorrections(ofCorrections, 'then'),
    ] as const;
  }

  /** Makes the next round trips smaller. Returns false if they are small already. */
  shrink(): boolean {
    const isLarge = this.#most > fewUnsealed;
    this.#most = fewUnsealed;
    return isLarge;
  }

  /** Takes the rows of `statements`. Begins again if sessions were sealed since the round trip before. */
  take([revisions, blocks, [tail], [now], [before]]: RowsOf<ReturnType<Inquiry['statements']>>): void {
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
    const read = blocks.filter(({ isRead }) => isRead);
    for (const row of read) this.#takeBlock(row);
    const restOfTail = tail && this.#takeTail(tail);
    this.#rest = {
      blocks: read.length < blocks.length ? read.at(-1) : undefined,
      tail: restOfTail,
      corrections: now && now.count === this.#most ? lastOf(now.last) : undefined,
    };
  }

  /** Takes sessions of the tail, and returns where it goes on: those of the last millisecond may not be complete. */
  #takeTail(row: TailRow): Rest['tail'] {
    const block = blockOfLists(row);
    const times = this.#rest.tail?.times ?? 0;
    const take = times * this.#most;
    if (row.count < take || take === 0) {
      this.#found.answer.add(block);
      return undefined;
    }
    const { startedAt = [] } = block.numbers;
    let count = row.count;
    while (count > 0 && startedAt[count - 1] === row.lastAt) count--;
    this.#found.answer.add({ ...block, count });
    return { start: row.lastAt, times: count > 0 ? 1 : 4 * times };
  }

  /** Takes a block. One of removed sessions has its starts, or its sums. */
  #takeBlock(row: BlockRow): void {
    const { answer } = this.#found;
    if (row.sums === null) {
      const block = blockOf(row);
      answer.add(block);
      if (row.isRemoved) this.#takeDays(startsOf(block));
    } else if (row.sums === '') {
      answer.addCount(row.count, row.firstAt);
    } else {
      const totals = totalsOf(row.sums, row.firstAt);
      answer.addTotals(totals);
      if (row.isRemoved) this.#takeDays(totals.starts);
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
