import { Groups, tooManyValues } from '../../../../src/analytics/groups.ts';
import { dayMs, hourMs, minuteMs } from '../../../../src/lib/durations.ts';
import {
  alertOf,
  fire,
  firedBy,
  firingsOf,
  newRecipient,
  noon,
  prepareAlerts,
  preview,
  visitAt,
} from '../../support/alerts.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { newPageId } from '../../support/pages.ts';
import { setClock } from '../../support/times.ts';

prepareAlerts();

describe('the weekly report', () => {
  test('tells on Monday at 8:00 what the week has come to', async () => {
    // 4 March is a Wednesday.
    const monday = Date.UTC(2026, 2, 9, 8) - hourMs;
    const pageId = await newPageId();
    const who = await newRecipient(pageId);
    const [first, second] = [await newAudienceId(pageId), await newAudienceId(pageId)];
    const alert = await alertOf({ type: 'weekly_report', pageId }, { timezone: 'Europe/Berlin' });
    const all = await alertOf({ type: 'weekly_report' }, { timezone: 'America/New_York' });
    const at = { pageId, audienceId: who.audienceId };
    await visitAt(noon - 7 * dayMs, at, at);
    await visitAt(
      noon,
      ...[
        { audienceId: first, most: 12 },
        { audienceId: second, most: 2 },
      ].flatMap(({ audienceId, most }) =>
        Array.from({ length: 40 }, (_, n) => ({ pageId, audienceId, hasConversion: n < most })),
      ),
      // One person's visits are no group.
      ...Array.from({ length: 30 }, () => ({ ...at, hasConversion: true })),
      ...[{ pageId, audienceId: undefined, hasConversion: true }],
    );
    await fire(monday - 1);
    expect(await firedBy(alert)).toEqual([]);
    setClock(monday);
    await fire(monday);
    await fire(monday + minuteMs);
    const report = {
      type: 'weekly_report',
      date: '2026-03-02',
      visits: 111,
      comparedVisits: 2,
      bestAudience: {
        audienceId: first,
        visits: 40,
        conversions: 12,
        isMoreThanChance: true,
        against: { audienceId: second, visits: 40, conversions: 2 },
      },
      accountIds: [who.accountId],
      moreAccounts: 0,
    };
    expect((await firingsOf(alert)).map(({ subject, facts }) => [subject, facts])).toEqual([
      [pageId, report],
    ]);
    expect((await preview({ condition: alert.condition, timezone: 'Europe/Berlin' })).items).toEqual([
      { firedAt: new Date(monday).toISOString(), subject: pageId, facts: report, visit: null },
    ]);
    // In New York the clocks have changed on Sunday: it is 8:00 at 12:00 UTC.
    await fire(Date.UTC(2026, 2, 9, 12) - 1);
    expect(await firedBy(all)).toEqual([]);
    await fire(Date.UTC(2026, 2, 9, 12));
    expect(await firedBy(all)).toEqual([[null, '2026-03-02']]);
    await fire(monday + 21 * dayMs);
    expect(await firedBy(alert)).toEqual([
      [pageId, '2026-03-02'],
      [pageId, '2026-03-23'],
    ]);
  });

  test('tells nothing of a page that is not there', async () => {
    const condition = { type: 'weekly_report', pageId: 'page_nope' } as const;
    const alert = await alertOf(condition);
    setClock(noon + 5 * dayMs);
    expect((await preview({ condition })).items).toEqual([]);
    await fire(noon + 5 * dayMs);
    expect(await firingsOf(alert)).toEqual([]);
  });

  test('with more audiences or accounts than can be compared has the numbers of visits alone', async () => {
    const pageId = await newPageId();
    const who = await newRecipient(pageId);
    const alert = await alertOf({ type: 'weekly_report', pageId });
    await visitAt(noon, { pageId, audienceId: who.audienceId });
    const [before, tooMany] = [Groups.prototype.numberOf, tooManyValues()];
    const numberOf = vi.spyOn(Groups.prototype, 'numberOf').mockImplementation(function (this: Groups, key) {
      if (key !== null) throw tooMany;
      return before.call(this, key);
    });
    const condition = { type: 'weekly_report', pageId };
    await fire(noon + 5 * dayMs);
    setClock(noon + 5 * dayMs);
    const shown = await preview({ condition });
    numberOf.mockRestore();
    const facts = {
      type: 'weekly_report',
      date: '2026-03-02',
      visits: 1,
      comparedVisits: 0,
      bestAudience: null,
      accountIds: [],
      moreAccounts: 0,
      isCut: true,
    };
    expect((await firingsOf(alert)).map((firing) => firing.facts)).toEqual([facts]);
    expect(shown.items.map((item) => item.facts)).toEqual([facts]);
  });

  test.each([
    ['with too few visits', [29, 29], [40, 1], null],
    ['that may be ahead by chance', [40, 5], [40, 2], { isMoreThanChance: false }],
    ['when none has converted', [40, 0], [40, 0], null],
  ])('calls no audience best %s', async (_, one, other, bestAudience) => {
    const pageId = await newPageId();
    const alert = await alertOf({ type: 'weekly_report', pageId });
    for (const [visits = 0, conversions = 0] of [one, other]) {
      const audienceId = await newAudienceId(pageId);
      await visitAt(
        noon,
        ...Array.from({ length: visits }, (_, n) => ({ pageId, audienceId, hasConversion: n < conversions })),
      );
    }
    setClock(noon + 5 * dayMs);
    await fire();
    const [firing] = await firingsOf(alert);
    expect(firing?.facts).toMatchObject({ bestAudience });
  });
});
