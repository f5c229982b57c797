import type { AudienceSession, LeftOutList, PageAnalyticsList, PageLink } from '@footfall/client';
import { expect } from 'vitest';
import { api, type Figures, shown, shownRate } from './api.ts';
import { rowsOf } from './figures.ts';
import { consoleTest, isReady, openConsole, readToEnd, service } from './open.ts';

// What the tests of a screen do not compare with the API. The rules of ranges, comparisons and formats: test/console/.

const inOctober = 'from=2026-10-01&to=2026-10-31&zone=America/New_York';
const october = 'startDate=2026-10-01T04:00:00Z&endDate=2026-11-01T04:00:00Z';

consoleTest('the list of links and the record of one have the visits by them in the range', async () => {
  const { items } = await api<{ items: (PageLink & { visits: Figures })[] }>(
    `page_links/search?limit=100&${october}`,
  );
  const most = items.toSorted((a, b) => b.visits.totalSessions - a.visits.totalSessions)[0];
  if (!most) throw new Error('there is no link');
  const { totalSessions, conversionCount } = most.visits;
  expect(totalSessions).toBeGreaterThan(0);
  const rate = shownRate(conversionCount, totalSessions);
  const page = await openConsole(`#/links?${inOctober}&q=${encodeURIComponent(most.path)}`);
  await isReady(page, 'Links');
  const row = (await rowsOf(page, 'Links')).find(([name]) => name?.endsWith(most.path));
  expect(row?.map((cell) => cell?.trim())).toEqual(expect.arrayContaining([shown(totalSessions), rate]));

  await page.goto(`${service.address}/console/#/links?${inOctober}&open=${most.pageLinkId}`);
  await isReady(page, 'Links');
  const brought = page.getByRole('complementary', { name: 'Link' }).getByRole('region', { name: 'Results' });
  const [visits, converted] = await brought.locator('.stat dd').allTextContents();
  expect([visits, converted?.startsWith(rate)]).toEqual([shown(totalSessions), true]);
  const pages = await api<PageAnalyticsList>(
    `analytics/pages?sort=-totalSessions&pageLinkId=${most.pageLinkId}&timezone=America/New_York&${october}`,
  );
  expect(
    (await brought.locator('p.after').allTextContents()).map((text) => Number.parseInt(text.slice(4), 10)),
  ).toEqual(pages.items.map((item) => item.totalSessions));
});

consoleTest('a page says by reason how many visits were excluded, and only its own', async () => {
  const query = `${october}&limit=100&pageId=${service.pageId}`;
  const { items } = await api<LeftOutList>(`analytics/left_out?${query}`);
  const counts = new Map<string, number>();
  for (const { reason, count } of items) counts.set(reason, (counts.get(reason) ?? 0) + count);
  const page = await openConsole(`#/pages/${service.pageId}?${inOctober}&few=why`);
  await isReady(page, 'Trailmark');
  expect(await page.locator('.left-out-part dd.number').allTextContents()).toEqual(
    [...counts.values()].toSorted((a, b) => b - a).map(shown),
  );
});

consoleTest('the overview says what happened last, with the filter of its address', async () => {
  const { items } = await api<{ items: AudienceSession[] }>('audience_sessions?limit=100&device=mobile');
  const old = items.at(-1);
  const page = await openConsole('#/?device=mobile');
  await isReady(page, 'Overview');
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
