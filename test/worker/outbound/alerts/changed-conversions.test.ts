import { dayMs, hourMs, minuteMs } from '../../../../src/lib/durations.ts';
import {
  alertOf,
  fire,
  firedBy,
  firingsOf,
  noon,
  prepareAlerts,
  preview,
  visitAt,
} from '../../support/alerts.ts';
import { newPageId } from '../../support/pages.ts';
import { setClock } from '../../support/times.ts';

prepareAlerts();

describe('an alert about changed conversions', () => {
  /** Visits of a page on a day at noon, of which some convert. */
  const visits = (pageId: string, day: number, count: number, conversions: number) =>
    visitAt(
      noon + day * dayMs,
      ...Array.from({ length: count }, (_, n) => ({
        pageId,
        audienceId: undefined,
        hasConversion: n < conversions,
      })),
    );

  test('fires at 1:00 when conversions of the day before differ enough from a week before', async () => {
    const pageId = await newPageId();
    const condition = { type: 'conversions_changed', pageId, percent: 50, minVisits: 4 };
    const [any, up, many] = [
      await alertOf(condition, { timezone: 'Europe/Berlin' }),
      await alertOf({ ...condition, direction: 'up' }),
      await alertOf({ ...condition, minVisits: 5 }),
    ];
    await visits(pageId, -7, 4, 4);
    await visits(pageId, 0, 5, 2);
    await fire(noon + 11.9 * hourMs);
    expect(await firedBy(any)).toEqual([]);
    setClock(noon + 12 * hourMs);
    await fire(noon + 12 * hourMs);
    await fire(noon + 12 * hourMs + minuteMs);
    expect(await firingsOf(any)).toEqual([
      {
        firingId: expect.any(String),
        alertId: any.alertId,
        firedAt: new Date(noon + 12 * hourMs).toISOString(),
        subject: pageId,
        facts: {
          type: 'conversions_changed',
          date: '2026-03-04',
          comparedDate: '2026-02-25',
          visits: 5,
          comparedVisits: 4,
          conversions: 2,
          comparedConversions: 4,
          changePercent: -50,
        },
      },
    ]);
    await fire(noon + 14 * hourMs);
    expect([await firedBy(up), await firedBy(many)]).toEqual([[], []]);
    setClock(noon + 20 * hourMs);
    expect((await preview({ condition, timezone: 'Europe/Berlin' })).items).toEqual([
      {
        firedAt: new Date(noon + 12 * hourMs).toISOString(),
        subject: pageId,
        facts: expect.objectContaining({ changePercent: -50, date: '2026-03-04' }),
        visit: null,
      },
    ]);
    // A later visit of the day changes nothing.
    await visits(pageId, 0, 9, 9);
    await fire(noon + 20 * hourMs);
    expect((await firingsOf(any)).map(({ facts }) => facts)).toMatchObject([{ changePercent: -50 }]);
  });

  test('rises from none by any percentage, and a late cron looks at the last day alone', async () => {
    const pageId = await newPageId();
    const condition = { type: 'conversions_changed', pageId, percent: 1000, direction: 'up' };
    const alert = await alertOf(condition);
    await visits(pageId, -7, 1, 0);
    await visits(pageId, 0, 1, 1);
    await visits(pageId, -6, 1, 0);
    await visits(pageId, 1, 1, 1);
    await fire(noon + 1.6 * dayMs);
    expect((await firingsOf(alert)).map(({ facts }) => facts)).toMatchObject([
      { date: '2026-03-05', changePercent: null },
    ]);
  });
});
