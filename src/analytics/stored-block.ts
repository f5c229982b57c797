import type { BlockKey, StoredBlock } from './block.ts';
import { type Numbers, packNumbers, packTexts } from './columns.ts';
import {
  type ColumnName,
  type Facts,
  flag,
  type NumberName,
  numberNames,
  placeOf,
  startOf,
  textNames,
} from './facts.ts';
import { endOf } from './lifetime.ts';
import { packTotals } from './totals.ts';

const [activePlace, flagsPlace] = [placeOf('activeMs'), placeOf('flags')];

/** When a session of facts ends if it is not active again; 0 if it has ended before it was stored. */
function endOfFacts(facts: Facts): number {
  if ((Number(facts[flagsPlace]) & flag.isTracked) === 0) return 0;
  return endOf({ sessionStartedAt: startOf(facts), activeMs: Number(facts[activePlace]) });
}

/** The row of sessions, at least one, in the order of their start. */
export function storedBlock(key: Omit<BlockKey, 'firstAt'>, sessions: readonly Facts[]): StoredBlock {
  const [first = [], last = first] = [sessions[0], sessions.at(-1)];
  const firstAt = startOf(first);
  const valuesOf = (name: ColumnName) => {
    const place = placeOf(name);
    return sessions.map((facts) => facts[place] ?? null);
  };
  const numbers = Object.fromEntries(
    numberNames.map((name) => [name, Float64Array.from(valuesOf(name) as number[])]),
  ) as Record<NumberName, Numbers>;
  numbers.startedAt = numbers.startedAt.map((at) => at - firstAt);
  const packed = [
    ...numberNames.map((name) => [name, packNumbers(numbers[name])]),
    ...textNames.map((name) => [name, packTexts(valuesOf(name) as (string | null)[])]),
  ];
  const times = {
    firstAt,
    lastAt: startOf(last),
    endsAt: sessions.reduce((latest, facts) => Math.max(latest, endOfFacts(facts)), 0),
  };
  const count = sessions.length;
  return {
    ...key,
    ...times,
    count,
    sums: packTotals({ count, base: firstAt, endsAt: 0, numbers, texts: {} }),
    ...(Object.fromEntries(packed) as Record<ColumnName, string>),
  };
}
