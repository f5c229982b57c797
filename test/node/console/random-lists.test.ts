import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { api, type Figures, shown, shownRate } from './api.ts';
import { changeOf, durationOf } from './figures.ts';
import { consoleTest, isReady, openConsole, service } from './open.ts';
import { type Asked, askedBy, type Item, questionsOf, runs } from './questions.ts';

// The lists of the other screens, under random questions.

/** The rows of a table, each as its cells by the head of their column. */
const cellsOf = (page: Page, name: string): Promise<Record<string, string>[]> =>
  page.getByRole('table', { name, exact: true }).evaluateAll((tables) =>
    tables.flatMap((table) => {
      const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent);
      return [...table.querySelectorAll('tbody tr')].map((row) =>
        Object.fromEntries([...row.children].map((cell, index) => [heads[index] ?? '', cell.textContent])),
      );
    }),
  );

/** Opens a screen with a question in its address. */
async function show(
  page: Page,
  place: string,
  { query }: Asked,
  heading: string,
  more = '',
): Promise<string> {
  const at = `${place}${query}${more}`;
  await page.goto('about:blank');
  await page.goto(`${service.address}/console/${at}`);
  await isReady(page, heading);
  return at;
}

/** What a row of a list shows of some figures. */
const shownOf = (of: Figures | undefined, before: number | undefined) => {
  const visits = of?.totalSessions ?? 0;
  return {
    Visits: shown(visits),
    Change: before === undefined || (visits === 0 && before === 0) ? '–' : changeOf(visits, before),
    Conversions: of ? shown(of.conversionCount) : '–',
    'Conversion rate': of ? shownRate(of.conversionCount, visits) : '–',
    Engaged: of && visits > 0 ? durationOf(of.avgTimeSpentSeconds) : '–',
  };
};

/** The columns of a row that are compared. */
const columnsOf = (row: Record<string, string>, expected: object) =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]?.replace(/^Best /, '').trim()]));

const heading = 'Trailmark: know who walks in';
const ofPage = (path: string) => `pages/${service.pageId}/${path}`;
const countBefore = (list: { items: Item[] } | undefined, is: (item: Item) => boolean) =>
  list && (list.items.find(is)?.totalSessions ?? 0);

const screens: Record<string, (page: Page, asked: Asked) => Promise<void>> = {
  async pages(page, asked) {
    const ask = (span: string) => api<{ items: Item[] }>(`analytics/pages?${span}${asked.filters}`);
    const [all, now, then] = await Promise.all([
      api<{ items: { pageId: string; title: string }[] }>('pages?limit=100'),
      ask(asked.span),
      asked.spanBefore === undefined ? undefined : ask(asked.spanBefore),
    ]);
    const at = await show(page, '#/pages', asked, 'Pages');
    const rows = await cellsOf(page, 'Pages');
    // Other tests make pages meanwhile, some with equal titles.
    const named = (title: string) => rows.filter(({ Page: name = '' }) => name.startsWith(title));
    const single = all.items.filter(({ title }) => named(title).length === 1);
    expect(single.length, at).toBeGreaterThanOrEqual(5);
    for (const { pageId, title } of single) {
      const is = (item: Item) => item.pageId === pageId;
      const expected = shownOf(now.items.find(is), countBefore(then, is));
      const [row = {}] = named(title);
      expect([title, columnsOf(row, expected)], at).toEqual([title, expected]);
    }
  },

  async audiences(page, asked) {
    type Rated = Item & { formSubmitCount: number };
    const ask = (span: string) =>
      api<{ items: Rated[] }>(ofPage(`analytics/audiences?limit=100&names=true&${span}${asked.filters}`));
    const [now, then] = [await ask(asked.span), asked.spanBefore && (await ask(asked.spanBefore))];
    const at = await show(page, `#/pages/${service.pageId}`, asked, heading, '&view=audiences');
    const rows = await cellsOf(page, 'Audiences compared');
    expect(rows.length, at).toBe(now.items.length);
    for (const item of now.items as (Rated & { name: string })[]) {
      const is = ({ audienceId }: Item) => audienceId === item.audienceId;
      const expected = {
        ...shownOf(item, countBefore(then || undefined, is)),
        'Form rate': shownRate(item.formSubmitCount, item.totalSessions),
        'Bounce rate': shownRate(item.bounceCount, item.bounceEligibleSessions),
      };
      const row = rows.find(({ Audience: name }) => name === item.name) ?? {};
      expect([item.name, columnsOf(row, expected)], at).toEqual([item.name, expected]);
    }
  },

  async visits(page, asked) {
    const { totalCount } = await api<{ totalCount: number }>(
      ofPage(`audience_sessions?limit=1&${asked.span.replace(/timezone=[^&]*&/, '')}${asked.filters}`),
    );
    await show(page, `#/pages/${service.pageId}`, asked, heading, '&view=sessions');
    await page
      .getByText(`${shown(totalCount)} visit${totalCount === 1 ? '' : 's'}`, { exact: true })
      .waitFor();
  },

  async accounts(page, asked) {
    const came = await api<{ items: (Figures & { name: string })[]; totalCount: number }>(
      `analytics/accounts?limit=100&names=true&${asked.span}`,
    );
    const at = await show(page, '#/accounts', asked, 'Accounts');
    const rows = await cellsOf(page, 'Accounts');
    const shownCame = rows.filter(({ Visits }) => Visits !== '–');
    expect(new Map(shownCame.map(({ Company, Visits }) => [Company, Visits])), at).toEqual(
      new Map(came.items.map(({ name, totalSessions }) => [name, shown(totalSessions)])),
    );
    const companies = `${shown(came.totalCount)} compan${came.totalCount === 1 ? 'y' : 'ies'} came`;
    await page.getByRole('status').getByText(companies).waitFor();
  },

  async links(page, asked) {
    type Link = { path: string; visits: Figures; tenantDomainId: string | null };
    const span = asked.span.replace(/timezone=[^&]*&/, '');
    const domains = await api<{ items: { tenantDomainId: string; domain: string }[] }>('tenant_domains');
    const domainOf = (id: string | null) =>
      domains.items.find(({ tenantDomainId }) => tenantDomainId === id)?.domain ?? '';
    const lists = await Promise.all(
      ['', ...domains.items.map(({ tenantDomainId }) => tenantDomainId)].map((id) =>
        api<{ items: Link[] }>(`page_links/search?limit=100&${span}${id && `&tenantDomainId=${id}`}`),
      ),
    );
    const items = lists.flatMap((list) => list.items);
    const at = await show(page, '#/links', asked, 'Links');
    const rows = await cellsOf(page, 'Links');
    // Other tests make and delete links meanwhile, which nobody has visited.
    const visited = items.filter(({ visits }) => visits.totalSessions > 0);
    let compared = 0;
    for (const { path, visits, tenantDomainId } of visited) {
      const expected = {
        Visits: shown(visits.totalSessions),
        Conversion: shownRate(visits.conversionCount, visits.totalSessions),
      };
      const found = rows.filter(({ Link: name }) => name === `${domainOf(tenantDomainId)}${path}`);
      // Theirs may be so many that a part of the list is not loaded.
      if (found.length === 0) continue;
      compared += 1;
      expect(
        found.map((row) => columnsOf(row, expected)),
        `${path} ${at}`,
      ).toContainEqual(expected);
    }
    if (visited.length > 0) expect(compared, at).toBeGreaterThan(0);
  },
};

consoleTest.each(Object.keys(screens))(
  `the figures of the list of %s are those of the API, for ${runs} random questions`,
  async (name) => {
    const page = await openConsole('#/nothing');
    for (const question of questionsOf(Object.keys(screens).indexOf(name) + 1))
      await screens[name]?.(page, await askedBy(question));
  },
);
