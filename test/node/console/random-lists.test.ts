import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inTurn } from '../../turns.ts';
import { type Ask, agrees, show } from './agrees.ts';
import { type AudienceFigures, bestOfPageShown, type Comparison, whenAsked } from './answer-words.ts';
import { type Figures, shown, shownRate } from './api.ts';
import { cellsOf, columnsOf, durationOf, plural, shownOf } from './figures.ts';
import { consoleTest, openConsole, service } from './open.ts';
import { type Asked, type Item, openRuns, questionsOf, runs } from './questions.ts';

// The lists of the other screens, under random questions. Which test has which screen: random-figures.test.ts.

const heading = 'Trailmark: know who walks in';
const ofPage = (path: string) => `pages/${service.pageId}/${path}`;
const countBefore = (list: { items: Item[] } | undefined, is: (item: Item) => boolean) =>
  list && (list.items.find(is)?.totalSessions ?? 0);

const screens: Record<string, (page: Page, asked: Asked, ask: Ask, when: string) => Promise<void>> = {
  async pages(page, asked, ask) {
    const figures = (span: string) => ask<{ items: Item[] }>(`analytics/pages?${span}${asked.filters}`);
    const [all, now, then] = await Promise.all([
      ask<{ items: { pageId: string; title: string }[] }>('pages?limit=100'),
      figures(asked.span),
      asked.spanElapsed === undefined ? undefined : figures(asked.spanElapsed),
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

  async audiences(page, asked, ask, when) {
    type Rated = Item & AudienceFigures;
    const figures = (span: string) =>
      ask<{ items: Rated[]; other: Figures | null; comparison: Comparison }>(
        ofPage(`analytics/audiences?limit=100&names=true&${span}${asked.filters}`),
      );
    const now = await figures(asked.span);
    const then = asked.spanElapsed === undefined ? undefined : await figures(asked.spanElapsed);
    const at = await show(page, `#/pages/${service.pageId}`, asked, heading, '&view=audiences');
    const rows = await cellsOf(page, 'Audiences compared');
    const { items, other } = now;
    if (items.length > 0)
      expect(await page.locator('.answer p').allTextContents(), at).toEqual(
        bestOfPageShown(items, now.comparison, when),
      );
    const others = await page.getByText(/^All other visits/).allTextContents();
    expect(others, at).toEqual(
      items.length > 0 && other
        ? [
            `All other visits, of no audience or an archived one: ${shown(other.totalSessions)}, ${shownRate(other.conversionCount, other.totalSessions)} converted.`,
          ]
        : [],
    );
    expect(rows.length, at).toBe(now.items.length);
    for (const item of now.items) {
      const is = ({ audienceId }: Item) => audienceId === item.audienceId;
      const expected = {
        ...shownOf(item, countBefore(then, is)),
        'Form rate': shownRate(item.formSubmitCount, item.totalSessions),
        'Bounce rate': shownRate(item.bounceCount, item.bounceEligibleSessions),
      };
      const row = rows.find(({ Audience: name }) => name === item.name) ?? {};
      expect([item.name, columnsOf(row, expected)], at).toEqual([item.name, expected]);
    }
  },

  async visits(page, asked, ask) {
    type Visit = { timeSpentSeconds: number | null };
    const { items, totalCount } = await ask<{ items: Visit[]; totalCount: number }>(
      ofPage(`audience_sessions?limit=50&${asked.span.replace(/timezone=[^&]*&/, '')}${asked.filters}`),
    );
    const at = await show(page, `#/pages/${service.pageId}`, asked, heading, '&view=sessions');
    const counted = await page.getByText(/^[\d,]+ visits?$/).allTextContents();
    expect(counted, at).toEqual([plural(totalCount, 'visit')]);
    const engaged = items.map(({ timeSpentSeconds: time }) => (time === null ? '–' : durationOf(time)));
    // Rows are drawn when the reader comes near them.
    const rows = (await cellsOf(page, 'Visits')).slice(0, 10);
    expect(
      rows.map(({ Engaged }) => Engaged),
      at,
    ).toEqual(engaged.slice(0, 10));
  },

  async accounts(page, asked, ask) {
    const came = await ask<{ items: (Figures & { name: string })[]; totalCount: number }>(
      `analytics/accounts?limit=100&names=true&${asked.span}`,
    );
    const at = await show(page, '#/accounts', asked, 'Accounts');
    const rows = await cellsOf(page, 'Accounts');
    const shownCame = rows.filter(({ Visits }) => Visits !== '–');
    expect(new Map(shownCame.map(({ Company, Visits }) => [Company, Visits])), at).toEqual(
      new Map(came.items.map(({ name, totalSessions }) => [name, shown(totalSessions)])),
    );
    const companies = `${plural(came.totalCount, 'company', 'companies')} came`;
    const sayings = await page.getByRole('status').allTextContents();
    expect(sayings.find((saying) => saying.includes(' came'))?.split(',')[0], at).toBe(companies);
  },

  async links(page, asked, ask) {
    type Link = { path: string; visits: Figures; tenantDomainId: string | null };
    const span = asked.span.replace(/timezone=[^&]*&/, '');
    const domains = await ask<{ items: { tenantDomainId: string; domain: string }[] }>('tenant_domains');
    const domainOf = (id: string | null) =>
      domains.items.find(({ tenantDomainId }) => tenantDomainId === id)?.domain ?? '';
    const lists = await Promise.all(
      ['', ...domains.items.map(({ tenantDomainId }) => tenantDomainId)].map((id) =>
        ask<{ items: Link[] }>(`page_links/search?limit=100&${span}${id && `&tenantDomainId=${id}`}`),
      ),
    );
    const items = lists.flatMap((list) => list.items);
    const at = await show(page, '#/links', asked, 'Links');
    const rows = await cellsOf(page, 'Links');
    // Other tests make and delete links meanwhile, most of which nobody has visited.
    const visited = items.filter(({ visits }) => visits.totalSessions > 0);
    let compared = 0;
    for (const { path, visits, tenantDomainId } of visited) {
      const expected = {
        Visits: shown(visits.totalSessions),
        Converted: shownRate(visits.conversionCount, visits.totalSessions),
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
    // Early in a day, all of the few that were visited may be in that part.
    if (visited.length > 5) expect(compared, at).toBeGreaterThan(0);
  },
};

consoleTest.each(inTurn(Object.keys(screens), 2))(
  `the figures of the list of %s are those of the API, for ${runs} random questions and ${openRuns} of ranges that are not over`,
  async (name) => {
    const page = await openConsole('#/nothing');
    for (const question of questionsOf(Object.keys(screens).indexOf(name) + 1))
      await agrees(question, async (asked, ask) => screens[name]?.(page, asked, ask, whenAsked(question)));
  },
);
