import { dayMs } from '../../../../src/lib/durations.ts';
import { dueFacts } from '../../../../src/outbound/alerts/store/due-facts.ts';
import { noon, prepareAlerts, visitAt } from '../../support/alerts.ts';
import { openTestDatabase } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';

prepareAlerts();

/** The day of noon, a Wednesday. */
const today = Math.floor(noon / dayMs);

test('conversions that changed are those of the day before the look', async () => {
  const pageId = await newPageId();
  const condition = {
    type: 'conversions_changed',
    pageId,
    direction: 'any',
    percent: 1,
    minVisits: 1,
  } as const;
  for (const [day, hasConversion] of [
    [-8, false],
    [-1, true],
  ] as const)
    await visitAt(noon + day * dayMs, { pageId, audienceId: undefined, hasConversion });
  const of = { zone: 'UTC', days: [today - 1, today], mayCut: true };
  const found = await dueFacts(openTestDatabase(), condition, of);
  expect(found.map(({ day, facts }) => [day, facts.date])).toEqual([[today, '2026-03-03']]);
});

test('each Monday has a report of the week before, of a page that exists', async () => {
  const reports = (pageId: string | null) =>
    dueFacts(
      openTestDatabase(),
      { type: 'weekly_report', pageId },
      { zone: 'UTC', days: [today - 9, today - 2], mayCut: true },
    );
  expect((await reports(null)).map(({ day, facts }) => [day, facts.date])).toEqual([
    [today - 9, '2026-02-16'],
    [today - 2, '2026-02-23'],
  ]);
  expect(await reports('page_none')).toEqual([]);
});
