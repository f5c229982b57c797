import { dimensions, isLong } from '../../vocabulary/dimensions.ts';
import type { TextName } from '../../vocabulary/facts.ts';
import {
  asksForStarts,
  columnsFor,
  crossingsOf,
  cutsOf,
  needsSessions,
  type Question,
  summedBy,
  textsFor,
} from '../question.ts';
import { neededOf, selectBlocks } from './blocks.ts';
import { selectCorrections, selectTail } from './unsealed.ts';

// What a question reads in a round trip.

/** A block, after which a round trip goes on. */
export interface BlockPlace {
  isRemoved: number;
  firstAt: number;
  part: number;
}

/** A correction, after which a round trip goes on. */
export interface CorrectionPlace {
  pageId: string;
  id: string;
}

const longTexts = new Set<TextName>(dimensions.filter(isLong));

/** How many columns a question reads whose texts visitors choose. */
export const longTextsOf = (question: Question): number => textsFor(question).intersection(longTexts).size;

const ends = ({ boundaries }: Question) => ({ start: boundaries[0] ?? 0, end: boundaries.at(-1) ?? 0 });
const needs = (question: Question) => neededOf(columnsFor(question));

/** How many of the newest blocks send their starts to a list: up to 60,000 sessions, of which it shows some. */
const newestBlocks = (take: number) => Math.min(30, 4 + take);

/** Reads blocks of a question, at most so many bytes. */
export function blocksAfter(question: Question, after: BlockPlace, bytes: number) {
  const crossings = crossingsOf(question);
  const { before = 0, take = 0, blocks } = question.find ?? {};
  const values = {
    pageId: question.pageId ?? '',
    ...ends(question),
    now: question.now,
    after,
    bytes,
    cuts: JSON.stringify(cutsOf(question)),
    crossings: crossings && JSON.stringify(crossings),
    newest: blocks === 'newest' ? { before, count: newestBlocks(take) } : undefined,
    only: Array.isArray(blocks) ? JSON.stringify(blocks) : undefined,
    kinds: (question.hasRemoved ?? true) ? '[0,1]' : '[0]',
  };
  return selectBlocks(values, {
    needed: needs(question),
    needsSessions: needsSessions(question),
    needsSums: !question.isCount,
    needsAllStarts: asksForStarts(question),
    summedBy: summedBy(question),
  });
}

/** Reads `take` sessions of the tail that began at `from` or later. */
export function tailFrom(question: Question, from: number, take: number) {
  const { start, end } = ends(question);
  return selectTail({ pageId: question.pageId, take, start: Math.max(from, start), end }, needs(question));
}

/** Reads `take` corrections: what blocks have of the sessions, and the sessions as they are now. */
export function correctionsAfter(question: Question, after: CorrectionPlace | undefined, take: number) {
  const [params, needed] = [{ pageId: question.pageId, after, take }, needs(question)];
  return [selectCorrections(params, needed, 'then'), selectCorrections(params, needed, 'now')] as const;
}
