import type { Bound } from '../../db/statement.ts';
import { dayMs } from '../../lib/durations.ts';
import { startOfDay } from '../../lib/range.ts';
import { Answer } from '../answer.ts';
import { blockOf, blockOfLists, hasStarts, numbersIn, startsOf } from '../block.ts';
import { asksForStarts, longTextsOf, type Question, summedBy } from '../question.ts';
import { startsByQuarters, textSumsOf, totalsOf } from '../totals.ts';
import { type ListPart, VisitorLists } from '../visitor-lists.ts';
import { type BlockPlace, blocksAfter } from './blocks.ts';
import { listsFor } from './numbered.ts';
import {
  type CorrectionPlace,
  correctionsAfter,
  selectRevision,
  tailFrom,
  unsealedSteps,
} from './unsealed.ts';

type RowOf<B> = B extends Bound<infer Row> ? Row : never;
type RevisionRow = RowOf<ReturnType<typeof selectRevision>>;
type BlockRow = RowOf<ReturnType<typeof blocksAfter>>;
type TailRow = RowOf<ReturnType<typeof tailFrom>>;
type CorrectionsRow = RowOf<ReturnType<typeof correctionsAfter>[0]>;

/** Where the next round trip goes on. Undefined has been read. */
interface Rest {
  blocks: BlockPlace | undefined;
  /** From when on, and how many times as many sessions as usual. */
  tail: { start: number; times: number } | undefined;
  corrections: CorrectionPlace | 'all' | undefined;
}

const everything: Rest = {
  blocks: { isRemoved: -1, firstAt: 0, part: 0 },
  tail: { start: 0, times: 1 },
  corrections: 'all',
};

/** The page and the id of the last correction of a round trip. */
function lastOf(last: string | null): CorrectionPlace {
  const [pageId = '', id = ''] = (last ?? '').split('\u0001');
  return { pageId, id };
}

/** A block that has sessions that a question asks for. */
export interface FoundBlock {
  firstAt: number;
  lastAt: number;
  count: number;
  hasStarts: boolean;
}

/** What blocks, tail and corrections say to a question. */
export interface Found {
  answer: Answer;
  /** Without grouping: the blocks that have sessions, in order, if it asks for starts, and how many are taken away. */
  blocks: FoundBlock[];
  takenAway: number;
  /** The end of the last day of which sessions were removed, if the answer has some: they are known by the day. */
  wholeDaysBefore: number | undefined;
}

/** Reads what a question asks for, as much as one round trip may have at a time. */
export class Inquiry {
  readonly #question: Question;
  #found: Found;
  #rest: Rest = everything;
  #revision: number | undefined;
  /** The lists of who came, once they were asked for. */
  #lists: VisitorLists | undefined;
  /** How often round trips have been made smaller. */
  #shrunk = 0;
  /** How many columns of long texts the round trip reads, of all its inquiries. */
  #longTexts = 1;

  constructor(question: Question) {
    this.#question = question;
    this.#found = this.#nothing();
  }

  #nothing = (): Found => ({
    answer: new Answer(this.#question),
    blocks: [],
    takenAway: 0,
    wholeDaysBefore: undefined,
  });

  get isComplete(): boolean {
    return !Object.values(this.#rest).some(Boolean);
  }

  /** The most sessions of the tail, and the most corrections, of a round trip. */
  get #most(): number {
    return Math.ceil((unsealedSteps[this.#shrunk] ?? 1) / Math.max(this.#longTexts, 1));
  }

  /**
   * What the next round trip reads: one after the other if texts are long or many. If what corrections take away must be
   * known first, and there are more of them, these come first.
   */
  get #parts(): (keyof Rest)[] {
    const open = (['corrections', 'blocks', 'tail'] as const).filter((part) => this.#rest[part]);
    const { corrections } = this.#rest;
    const goesOn = asksForStarts(this.#question) && corrections && corrections !== 'all';
    return this.#shrunk > 0 || longTextsOf(this.#question) > 2 || goesOn ? open.slice(0, 1) : open;
  }

  /** How many columns it reads whose texts visitors choose. */
  get longTexts(): number {
    return longTextsOf(this.#question);
  }

  /**
   * The statements of the next round trip, of at most so many bytes of blocks: of what has not been read yet. `longTexts`
   * are the columns of long texts that the whole round trip reads: the more, the fewer sessions.
   */
  statements(bytes: number, longTexts: number): Bound[] {
    this.#longTexts = longTexts;
    const { blocks, tail, corrections } = this.#rest;
    const after = corrections === 'all' ? undefined : corrections;
    const [question, most] = [this.#question, this.#most];
    const parts = {
      corrections: () => correctionsAfter(question, after, most),
      blocks: () =>
        blocks
          ? [
              ...(this.#readsLists ? [listsFor(question)] : []),
              blocksAfter(question, { after: blocks, bytes, lists: this.#listsParam }),
            ]
          : [],
      tail: () => (tail ? [tailFrom(question, tail.start, tail.times * most)] : []),
    };
    return [selectRevision({}), ...this.#parts.flatMap((part): Bound[] => [...parts[part]()])];
  }

  get #listsParam(): number | null | undefined {
    if (this.#readsLists) return null;
    return this.#lists && Number(this.#lists.areRead);
  }

  /** Whether the next round trip that reads blocks begins with the lists of who came. */
  get #readsLists(): boolean {
    const { visitors, pageId } = this.#question;
    return visitors !== undefined && pageId === undefined && this.#lists === undefined;
  }

  /** Makes the next round trips smaller. Returns false if they are small already. */
  shrink(): boolean {
    const isLarge = unsealedSteps[this.#shrunk + 1] !== undefined;
    this.#shrunk += Number(isLarge);
    return isLarge;
  }

  /** Takes the rows of `statements`. Begins again if sessions were sealed since the round trip before. */
  take(rows: readonly unknown[][]): void {
    const left = [...rows];
    const next = <Row>() => (left.shift() ?? []) as Row[];
    const revision = next<RevisionRow>()[0]?.revision ?? 0;
    if (this.#revision !== undefined && revision !== this.#revision) {
      [this.#found, this.#rest, this.#revision] = [this.#nothing(), everything, undefined];
      this.#lists = undefined;
      return;
    }
    this.#revision = revision;
    const parts = this.#parts;
    const { tail } = this.#rest;
    if (parts.includes('corrections'))
      this.#rest = { ...this.#rest, corrections: this.#takeCorrections(next(), next()) };
    // These come when all corrections are known.
    if (asksForStarts(this.#question) && this.#rest.corrections) return;
    if (parts.includes('blocks') && this.#readsLists) this.#lists = new VisitorLists(next<ListPart>());
    if (parts.includes('blocks')) this.#rest = { ...this.#rest, blocks: this.#takeBlocks(next()) };
    if (tail && parts.includes('tail')) this.#rest = { ...this.#rest, tail: this.#takeTail(tail, next()) };
  }

  #takeBlocks(rows: BlockRow[]): Rest['blocks'] {
    const read = rows.filter(({ isRead }) => isRead);
    if (rows.length > 0 && read.length === 0) throw new Error('A block is larger than what may be read.');
    for (const row of read) {
      if (this.#question.find) this.#noteBlock(row);
      else this.#takeBlock(row);
    }
    return read.length < rows.length ? read.at(-1) : undefined;
  }

  /** Takes a block, and notes it if it has sessions that the question asks for. */
  #noteBlock(row: BlockRow): void {
    const { answer, blocks } = this.#found;
    const before = answer.sessions;
    this.#takeBlock(row);
    const count = answer.sessions - before;
    const { firstAt, lastAt, startedAt } = row;
    if (count > 0) blocks.push({ firstAt, lastAt, count, hasStarts: startedAt != null });
  }

  #takeCorrections([before]: CorrectionsRow[], [now]: CorrectionsRow[]): Rest['corrections'] {
    const { answer } = this.#found;
    const had = answer.sessions;
    if (before) answer.add(blockOfLists(before), -1);
    this.#found.takenAway += had - answer.sessions;
    if (now) answer.add(blockOfLists(now));
    return now && now.count === this.#most ? lastOf(now.last) : undefined;
  }

  /** Takes sessions of the tail, and returns where it goes on: sessions of the last millisecond may be incomplete. */
  #takeTail({ times }: NonNullable<Rest['tail']>, [row]: TailRow[]): Rest['tail'] {
    if (!row) return undefined;
    const block = blockOfLists(row);
    if (row.count < times * this.#most) {
      this.#found.answer.add(block);
      return undefined;
    }
    const startedAt = numbersIn(block, 'startedAt');
    let count = row.count;
    while (count > 0 && startedAt[count - 1] === row.lastAt) count--;
    this.#found.answer.add({ ...block, count });
    return { start: row.lastAt, times: count > 0 ? 1 : 4 * times };
  }

  /** Takes a block. Of one of removed sessions that is in one piece, the last start is enough. */
  #takeBlock(row: BlockRow): void {
    const { answer } = this.#found;
    let starts = () => [row.lastAt];
    if (row.textSums != null) {
      const name = summedBy(this.#question);
      answer.addTextSums(textSumsOf(row.textSums, (name && row[name]) ?? '[]'), row.firstAt);
    } else if (row.sums === '') {
      answer.addCount(row.count, row.firstAt);
    } else if (row.sums != null) {
      const totals = totalsOf(row.sums, row.firstAt);
      answer.addTotals(totals);
      starts = () => totals.starts;
    } else {
      const block = blockOf(row, this.#lists?.of(row.generation));
      if (row.quarters != null)
        block.numbers.startedAt = startsByQuarters(row.quarters, row.firstAt, row.count);
      answer.add(block);
      if (hasStarts(block)) starts = () => startsOf(block);
    }
    if (row.isRemoved) this.#takeDays(starts());
  }

  /** Takes the last day of the range that has a removed session, of some in the order of their start. */
  #takeDays(starts: number[]): void {
    const { boundaries } = this.#question;
    const [start, end] = [boundaries[0] ?? 0, boundaries.at(-1) ?? 0];
    const last = starts.findLast((at) => at >= start && at < end);
    if (last !== undefined)
      this.#found.wholeDaysBefore = Math.max(this.#found.wholeDaysBefore ?? 0, startOfDay(last) + dayMs);
  }

  /** The number of writes of blocks before the answer. */
  get revision(): number | undefined {
    return this.#revision;
  }

  get found(): Found {
    return this.#found;
  }
}
