import type { AudienceSession, LeftOutList } from '@footfall/client';
import { expect } from 'vitest';
import { get, service } from './api.ts';
import { shown } from './figures.ts';
import { consoleTest, openReady, readToEnd } from './open.ts';

// What the tests of a screen do not compare with the API. The rules of ranges, comparisons and formats: test/console/.

const inOctober = 'from=2026-10-01&to=2026-10-31&zone=America/New_York';
const october = 'startDate=2026-10-01T04:00:00Z&endDate=2026-11-01T04:00:00Z';

consoleTest('a page says by reason how many visits were excluded, and only its own', async () => {
  const query = `${october}&limit=100&pageId=${service.pageId}`;
  const { items } = await get<LeftOutList>(`analytics/left_out?${query}`);
  const counts = new Map<string, number>();
  for (const { reason, count } of items) counts.set(reason, (counts.get(reason) ?? 0) + count);
  const page = await openReady(`#/pages/${service.pageId}?${inOctober}&few=why`, 'Trailmark');
  expect(await page.locator('.left-out-part dd.number').allTextContents()).toEqual(
    [...counts.values()].toSorted((a, b) => b - a).map(shown),
  );
});

consoleTest('the overview says what happened last, with the filter of its address', async () => {
  const { items } = await get<{ items: AudienceSession[] }>('audience_sessions?limit=100&device=mobile');
  const old = items.at(-1);
  const page = await openReady('#/?device=mobile', 'Overview');
  await readToEnd(page);
  const latest = await page
    .locator('.latest > li')
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector('.badge')?.textContent, one.querySelector('time')?.dateTime ?? '']),
    );
  expect(latest).toHaveLength(10);
  // Other tests send visits meanwhile, after those that were answered.
  const said = new Map(
    items.map(({ hasConversion, hasFormSubmit, sessionStartedAt }) => [
      sessionStartedAt,
      hasConversion ? 'Converted' : hasFormSubmit ? 'Sent a form' : 'Visited',
    ]),
  );
  const known = latest.filter(([, at]) => said.has(at ?? ''));
  expect(known.length).toBeGreaterThan(0);
  expect(known.map(([what]) => what)).toEqual(known.map(([, at]) => said.get(at ?? '')));
  expect(latest.every(([, at = '']) => at >= (old?.sessionStartedAt ?? ''))).toBe(true);
});
