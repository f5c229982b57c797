import { each } from '../lib/each.ts';
import { dimensionsOfPage, visitors } from '../vocabulary/dimensions.ts';
import {
  type ColumnName,
  type Facts,
  numberNames,
  placeOf,
  startOf,
  type TextName,
  textNames,
} from '../vocabulary/facts.ts';
import { flag } from '../vocabulary/flags.ts';
import { measuredNames } from '../vocabulary/measures.ts';
import type { Block, BlockKey, StoredBlock } from './block.ts';
import { type OwnTexts, packNumbers, packTexts, textsOf } from './columns.ts';
import { endOf } from './lifetime.ts';
import { packTextSums, packTotals } from './totals.ts';

/** Columns whose sums answer nothing: a visit may count for two. */
const areOfTwo: ReadonlySet<TextName> = new Set(visitors);
/** Columns of ids in which SQL looks for nothing. */
const ids: ReadonlySet<TextName> = areOfTwo.union(new Set(dimensionsOfPage));

const [activePlace, flagsPlace] = [placeOf('activeMs'), placeOf('flags')];

/** When a session of facts ends if it is not active again; 0 if it has ended before it was stored. */
function endOfFacts(facts: Facts): number {
  if ((Number(facts[flagsPlace]) & flag.isTracked) === 0) return 0;
  return endOf({ sessionStartedAt: startOf(facts), activeMs: Number(facts[activePlace]) });
}

/** The text of the sums of texts. Null if it has more than half of the characters that it saves a question. */
function sumsOfTexts(block: Block, texts: OwnTexts, saved: number): string | null {
  if (texts.texts.length > block.count / 2) return null;
  const sums = packTextSums(block, texts);
  return sums.length > saved / 2 ? null : sums;
}

/** The row of sessions, at least one, in the order of their start. */
export function storedBlock(key: Omit<BlockKey, 'firstAt'>, sessions: readonly Facts[]): StoredBlock {
  const [first = [], last = first] = [sessions[0], sessions.at(-1)];
  const firstAt = startOf(first);
  const valuesOf = (name: ColumnName) => {
    const place = placeOf(name);
    return sessions.map((facts) => facts[place] ?? null);
  };
  const numbers = each(numberNames, (name) => Float64Array.from(valuesOf(name) as number[]));
  numbers.startedAt = numbers.startedAt.map((at) => at - firstAt);
  const texts = each(textNames, (name) => textsOf(valuesOf(name) as (string | null)[]));
  const packed = {
    ...each(numberNames, (name) => packNumbers(numbers[name])),
    ...each(textNames, (name) => packTexts(texts[name], ids.has(name))),
  };
  const times = {
    firstAt,
    lastAt: startOf(last),
    endsAt: sessions.reduce((latest, facts) => Math.max(latest, endOfFacts(facts)), 0),
  };
  const count = sessions.length;
  const block: Block = { count, base: firstAt, endsAt: 0, numbers, texts, packed: undefined };
  const sums = packTotals(block);
  const saved = measuredNames.reduce((characters, name) => characters + packed[name].length, 0);
  const sumsOf = (name: TextName) =>
    sums === null || areOfTwo.has(name) ? null : sumsOfTexts(block, texts[name], saved);
  return {
    ...key,
    ...times,
    count,
    sums,
    ...packed,
    ...(Object.fromEntries(textNames.map((name) => [`${name}Sums`, sumsOf(name)])) as Pick<
      StoredBlock,
      `${TextName}Sums`
    >),
  };
}
