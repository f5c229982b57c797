import fc from 'fast-check';
import { Answer } from '../../../src/analytics/answer.ts';
import { blockOf } from '../../../src/analytics/block.ts';
import { type Question, summedBy } from '../../../src/analytics/question.ts';
import { storedBlock } from '../../../src/analytics/stored-block.ts';
import { textSumsOf } from '../../../src/analytics/totals.ts';
import { startOf } from '../../../src/vocabulary/facts.ts';
import { base, factsWith, key } from '../support/facts.ts';
import { minute } from '../support/times.ts';

const later = Number.POSITIVE_INFINITY;

/** The sums of each group of the answer of a question that adds some sessions. */
function groupsOf(question: Question, add: (answer: Answer) => void) {
  const answer = new Answer(question);
  add(answer);
  return Object.fromEntries(Array.from(answer.groups, ([text, sums]) => [String(text), [...sums]]));
}

const asked = fc.record(
  {
    by: fc.constantFrom('country', 'browser', 'audienceId', undefined),
    country: fc.subarray(['DE', 'FR', 'XX', null], { minLength: 1 }),
    browser: fc.subarray(['Safari', 'Firefox', null], { minLength: 1 }),
    isCount: fc.boolean(),
  },
  { requiredKeys: ['by', 'isCount'] },
);
/** As many as make a block that has sums of texts. */
const crowd = fc.array(
  fc.record({
    startedAt: fc.nat(minute).map((ms) => base + ms),
    country: fc.constantFrom('DE', 'FR', null),
    browser: fc.constantFrom('Safari', 'Firefox', null),
    engagedMs: fc.constantFrom(0, 1, 20_000, 2 ** 31),
    scrollDepth: fc.nat(10_001),
    clicks: fc.nat(3),
    flags: fc.nat(15),
  }),
  { minLength: 1, maxLength: 300 },
);

test('any filters and grouping find what a look at each session finds', () => {
  fc.assert(
    fc.property(crowd, asked, (all, { by, isCount, ...filters }) => {
      const sorted = all.map(factsWith).sort((a, b) => startOf(a) - startOf(b));
      const row = storedBlock(key, sorted);
      const rest = { pageId: 'page_x', boundaries: [0, base + 1000 * minute], by, isCount, now: later };
      const passes = all.filter(
        ({ country, browser }) =>
          (filters.country?.includes(country) ?? true) && (filters.browser?.includes(browser) ?? true),
      );
      const expected = groupsOf({ ...rest, filters: {} }, (answer) => {
        for (const one of passes) answer.add(blockOf(storedBlock(key, [factsWith(one)])));
      });
      const question: Question = { ...rest, filters };
      expect(groupsOf(question, (answer) => answer.add(blockOf(row)))).toEqual(expected);

      const name = summedBy(question);
      const sums = name && row[`${name}Sums`];
      if (!sums) return;
      const texts = row[name].slice(row[name].indexOf('\n') + 1);
      const bySums = groupsOf(question, (answer) => answer.addTextSums(textSumsOf(sums, texts), base));
      expect(bySums).toEqual(expected);
    }),
  );
});
