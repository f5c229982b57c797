import { visitors } from '../dimensions.ts';
import type { TextName } from '../facts.ts';
import {
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

const shortTexts = new Set<TextName>([
  ...(['audienceId', 'page', 'country', 'device', 'browser', 'pageLinkId'] as const),
  ...visitors,
]);

/** How many columns a question reads whose texts visitors choose. */
export const longTextsOf = (question: Question): number => textsFor(question).difference(shortTexts).size;

const ends = ({ boundaries }: Question) => ({ start: boundaries[0] ?? 0, end: boundaries.at(-1) ?? 0 });
const needs = (question: Question) => neededOf(columnsFor(question));

/** Reads blocks of a question, at most so many bytes. */
export function blocksAfter(question: Question, after: BlockPlace, bytes: number) {
  const crossings = crossingsOf(question);
  const { before, blocks } = question.find ?? {};
  return selectBlocks({
    ...{ pageId: question.pageId ?? '', ...ends(question), now: question.now },
    ...{ needed: needs(question), after, bytes },
    needsSessions: Number(needsSessions(question)),
    needsSums: Number(!question.isCount),
    summedBy: summedBy(question),
    cuts: JSON.stringify(cutsOf(question)),
    crossings: crossings && JSON.stringify(crossings),
    newestBefore: before !== undefined && blocks === 'newest' ? before : null,
    only: Array.isArray(blocks) ? JSON.stringify(blocks) : null,
    kinds: (question.hasRemoved ?? true) ? '[0,1]' : '[0]',
  });
}

/** Reads `take` sessions of the tail that began at `from` or later. */
export function tailFrom(question: Question, from: number, take: number) {
  const { start, end } = ends(question);
  return selectTail(
    { pageId: question.pageId, needed: needs(question), take, start: Math.max(from, start), end },
    columnsFor(question).size > 1,
  );
}

/** Reads `take` corrections: what blocks have of the sessions, and the sessions as they are now. */
export function correctionsAfter(question: Question, after: CorrectionPlace | undefined, take: number) {
  const params = { pageId: question.pageId, needed: needs(question), after, take };
  return [selectCorrections(params, 'then'), selectCorrections(params, 'now')] as const;
}
