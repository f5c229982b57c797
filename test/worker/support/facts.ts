import fc from 'fast-check';
import { quarterMs } from '../../../src/lib/range.ts';
import {
  type ColumnName,
  columnNames,
  type Facts,
  numberNames,
  startOf,
} from '../../../src/vocabulary/facts.ts';

type Fields = { [K in ColumnName]?: number | string | null };

const numbers = new Set<ColumnName>(numberNames);

/** The facts of a session with some fields: its other numbers are 0, its other texts unknown. */
export const factsWith = (fields: Fields): Facts =>
  columnNames.map((name) => fields[name] ?? (numbers.has(name) ? 0 : null));

export const key = { pageId: 'page_x', isRemoved: 0, part: 0 };
/** Shortly before midnight, and within a quarter of an hour. */
export const base = Date.UTC(2026, 0, 31, 23, 50);

const session = fc
  .record({
    startedAt: fc.oneof(fc.nat(3 * quarterMs), fc.nat(2 ** 40)).map((ms) => base + ms),
    activeMs: fc.nat(86_400_000),
    engagedMs: fc.oneof(fc.constantFrom(0, 1, 10_000, 10_001), fc.nat(86_400_000)),
    scrollDepth: fc.constantFrom(0, 1, 10_001),
    clicks: fc.nat(3),
    questions: fc.nat(2),
    flags: fc.nat(15),
    audienceId: fc.constantFrom(null, 'audience_1', 'audience_2'),
    page: fc.constantFrom('page_1', 'page_2'),
    utmSource: fc.option(fc.string(), { nil: null }),
    landingPath: fc.option(fc.string(), { nil: null }),
  })
  .map(factsWith);
/** The sessions of a block, in the order of their start. */
export const anySessions = fc
  .array(session, { minLength: 1, maxLength: 40 })
  .map((all) => all.sort((a, b) => startOf(a) - startOf(b)));
