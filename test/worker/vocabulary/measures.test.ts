import { audiencesOf, importMade, type Made, madeAt, zeros } from '../support/analytics.ts';
import { newAudienceId } from '../support/audiences.ts';
import { newPageId } from '../support/pages.ts';
import { hour } from '../support/times.ts';

describe('the measures of visits: bounces, conversions, forms, clicks, time and scroll depth', () => {
  const cases: [string, Made[], Partial<typeof zeros>][] = [
    [
      'one of which nothing is known cannot be told from a bounce, and is not eligible',
      [{}, { depth: 40 }],
      { totalSessions: 2, avgScrollDepthPercentage: 40 },
    ],
    [
      'one without a time is eligible once something was done',
      [{ clicks: 1 }, { questions: 1 }, { form: true }, { conversion: true }, {}],
      {
        totalSessions: 5,
        bounceEligibleSessions: 4,
        avgInteractionsPerSession: 2 / 5,
        ctaSessions: 1,
        conversionCount: 1,
        conversionRate: 1 / 5,
        formSubmitCount: 1,
        formSubmitRate: 1 / 5,
      },
    ],
    [
      'one of no time at all is a bounce',
      [{ seconds: 0 }],
      { totalSessions: 1, bounceEligibleSessions: 1, bounceCount: 1, bounceRate: 1 },
    ],
    [
      'a depth and a time that are not known are in no average',
      [
        { depth: 0, seconds: 0 },
        { depth: 50, seconds: 20 },
        { depth: null, seconds: null },
      ],
      {
        totalSessions: 3,
        bounceEligibleSessions: 2,
        bounceCount: 1,
        bounceRate: 1 / 2,
        avgScrollDepthPercentage: 25,
        avgTimeSpentSeconds: 10,
      },
    ],
    [
      'a failed one is a session, but none that may bounce',
      [{ status: 'failed', seconds: 0 }, { status: 'failed', conversion: true }, { seconds: 0 }],
      {
        totalSessions: 3,
        bounceEligibleSessions: 1,
        bounceCount: 1,
        bounceRate: 1,
        conversionCount: 1,
        conversionRate: 1 / 3,
      },
    ],
    [
      'only failed ones have no rate of bounces',
      [{ status: 'failed' }],
      { totalSessions: 1, bounceRate: 0, bounceEligibleSessions: 0 },
    ],
    [
      'interactions are clicks and questions; sessions with a click are counted once',
      [{ clicks: 3 }, { questions: 2 }, { clicks: 1, questions: 1 }, { seconds: 9.999 }],
      {
        totalSessions: 4,
        avgInteractionsPerSession: 7 / 4,
        ctaSessions: 2,
        bounceEligibleSessions: 4,
        bounceCount: 1,
        bounceRate: 1 / 4,
        avgTimeSpentSeconds: 9.999,
      },
    ],
    [
      'ten seconds, a conversion and a form are no bounces',
      [{ seconds: 10 }, { conversion: true }, { form: true }, { form: true, conversion: true }],
      {
        totalSessions: 4,
        bounceEligibleSessions: 4,
        avgTimeSpentSeconds: 10,
        conversionCount: 2,
        conversionRate: 1 / 2,
        formSubmitCount: 2,
        formSubmitRate: 1 / 2,
      },
    ],
    [
      'averages are exact to a hundredth of a percent and a millisecond',
      [
        { depth: 33.33, seconds: 0.001 },
        { depth: 33.34, seconds: 0.002 },
        { depth: 100, seconds: 3599.999 },
      ],
      {
        totalSessions: 3,
        bounceEligibleSessions: 3,
        bounceCount: 2,
        bounceRate: 2 / 3,
        avgScrollDepthPercentage: 16_667 / 300,
        avgTimeSpentSeconds: 3_600_002 / 3000,
      },
    ],
  ];

  test.each(cases)('%s', async (_what, sessions, sums) => {
    const pageId = await newPageId();
    const audienceId = await newAudienceId(pageId);
    await importMade(pageId, [
      ...sessions,
      ...sessions.map((session) => ({ ...session, audienceId, start: madeAt + 30 * 24 * hour })),
    ]);
    const expected = { ...zeros, ...sums };
    expect(await audiencesOf(pageId)).toEqual([{ audienceId, ...expected }, expected]);
  });
});
