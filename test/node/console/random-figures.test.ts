import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Ask, agrees, show } from './agrees.ts';
import { type AudienceFigures, bestShown, type Comparison, weekShown, whenAsked } from './answer-words.ts';
import { type Figures, shown, shownRate } from './api.ts';
import {
  cellsOf,
  changeOf,
  columnsOf,
  durationOf,
  figuresShown,
  plural,
  rowsOf,
  shownOf,
  sixFigures,
  sixStats,
  statsShown,
} from './figures.ts';
import { consoleTest, openConsole, readToEnd, service } from './open.ts';
import { type Asked, type Item, metrics, openRuns, type Question, questionsOf, runs } from './questions.ts';

// The figures, chart, lists and sentences of the overview and of a page, under random questions.
//
// Every figure of a range is compared with the API under random ranges, zones, comparisons and filters, also while the range
// is not over:
// - Overview; Page, numbers: here.
// - Pages; Page, audiences compared and visits; Accounts; Links: random-lists.test.ts.
// - Account, person, link and visit at the side; Audience: random-records.test.ts.
// What a share link or a saved view opens are the same screens.
//
// Other figures are compared by examples:
// - How many there are or were found: persons.test.ts, accounts.test.ts, pages.test.ts, links.test.ts, topics.test.ts (and
//   their entries), page.test.ts (all audiences). What is chosen in a list: bulk.test.ts and bulk-lists.test.ts.
// - A second measure, the tip of the chart and its axis: two-charts.test.ts, axis.test.ts. Notes on it: notes.test.ts.
// - The line of a row: step-words.test.ts of test/console/. Logs: sentence.test.ts there.
// - What versions changed: versions.test.ts. What an erasure takes: person-changes.test.ts.

/** What the API answers of a list beside the chart. */
interface Values {
  items: Item[];
  other: Figures | null;
}

/** A list shows so many values. */
const few = 8;

/** The values of a list beside the chart in their order. */
function sortedBy(items: Item[], metric: Question['metric']): Item[] {
  const [, hits, sample] = metrics[metric];
  const rate = (item: Item) => (item[sample] < 30 ? -1 : item[hits] / item[sample]);
  const isByRate = metric === 'forms' || metric === 'bounces';
  return isByRate ? items.toSorted((a, b) => rate(b) - rate(a)) : items;
}

/** A list beside the chart, as the console must show it. */
function rowsExpected(
  items: Item[],
  before: Item[] | undefined,
  metric: Question['metric'],
): (string | null)[][] {
  const [count, hits, sample] = metrics[metric];
  const change = (item: Item) => {
    const isItem = ({ value, audienceId }: Item) => value === item.value && audienceId === item.audienceId;
    const then = before?.find(isItem)?.[count] ?? 0;
    return item[count] === 0 && then === 0 ? '–' : changeOf(item[count], then);
  };
  return sortedBy(items, metric)
    .slice(0, few)
    .map((item) => [
      shown(item[count]),
      ...(before ? [change(item)] : []),
      shownRate(item[hits], item[sample]),
    ]);
}

/** What a list says of the values that it does not show: nothing if there are none. */
function othersExpected({ items, other }: Values, metric: Question['metric']): string[] {
  const [count, hits, sample] = metrics[metric];
  const hidden = [...sortedBy(items, metric).slice(few), ...(other ? [other] : [])];
  const sum = (of: typeof count | typeof hits | typeof sample) =>
    hidden.reduce((all, item) => all + item[of], 0);
  if (hidden.length === 0) return [];
  const noun = {
    totalSessions: 'visit',
    conversionCount: 'conversion',
    formSubmitCount: 'form',
    bounceCount: 'bounce',
  };
  const last = { visits: 'converted', conversions: 'converted', forms: 'form rate', bounces: 'bounce rate' };
  return [
    `All others: ${plural(sum(count), noun[count])} (${last[metric]} ${shownRate(sum(hits), sum(sample))})`,
  ];
}

/** The lists beside the chart by their heads, as the API breaks visits down. */
const panels = {
  overview: {
    Referrer: 'referrer',
    Campaign: 'utmCampaign',
    Country: 'country',
    Device: 'device',
    Browser: 'browser',
  },
  page: {
    Referrer: 'referrer',
    Country: 'country',
    'Landing path': 'landingPath',
    Device: 'device',
    Browser: 'browser',
  },
};

/** The steps from visit to conversion, as the page must show them. */
function funnelShown(of: Figures): string[] {
  const { totalSessions: visits, bounceEligibleSessions: judged, bounceCount } = of;
  const engaged = judged - bounceCount;
  const unknown = visits - judged;
  const ofJudged = judged < 30 ? '' : `of ${shown(judged)} `;
  const rest = unknown > 0 ? `; ${plural(unknown, 'visit')} not over or without a time` : '';
  const step = (name: string, count: number) =>
    `${name}${shown(count)}${shownRate(count, visits)} ${visits < 30 ? 'visits' : 'of all visits'}`;
  return [
    `Visits${shown(visits)}all of the range`,
    judged === 0 && visits > 0
      ? `Engaged–known when visits are over${rest}`
      : `Engaged${shown(engaged)}${shownRate(engaged, judged)} ${ofJudged}did not bounce${rest}`,
    step('Sent a form', of.formSubmitCount),
    step('Converted', of.conversionCount),
  ];
}

/** What visits were left out, as a screen says it when it is asked. */
async function compareLeftOut(page: Page, { span }: Asked, ask: Ask, of: string, at: string) {
  const counts = new Map<string, number>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `${span.replace(/timezone=[^&]*&/, '')}${of}${cursor && `&cursor=${cursor}`}`;
    const list: { items: { reason: string; count: number }[]; hasMore: boolean; nextCursor: string | null } =
      await ask(`analytics/left_out?limit=100&${query}`);
    for (const { reason, count } of list.items) counts.set(reason, (counts.get(reason) ?? 0) + count);
    cursor = list.hasMore ? list.nextCursor : null;
  }
  const total = [...counts.values()].reduce((all, count) => all + count, 0);
  const said = total === 0 ? 'No visits were excluded' : `${plural(total, 'visit')} excluded`;
  const part = page.locator('.left-out-part');
  expect(await part.getByText(/ excluded in this range\.$/).allTextContents(), at).toEqual([
    `${said} in this range.`,
  ]);
  expect(await part.locator('dd.number').allTextContents(), at).toEqual(
    [...counts.values()].toSorted((a, b) => b - a).map(shown),
  );
}

/** What the overview says in short, and what happened last. */
async function compareSentences(
  page: Page,
  question: Question,
  asked: Asked,
  ask: Ask,
  steps: (Figures & { start: string })[],
  at: string,
) {
  type Visit = {
    hasConversion: boolean;
    hasFormSubmit: boolean;
    timeSpentSeconds: number | null;
    sessionStartedAt: string;
  };
  const dayAgo = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 86_400_000).toISOString();
  const [audiences, latest, goingOn] = await Promise.all([
    ask<{ items: AudienceFigures[]; comparison: Comparison }>(
      `analytics/audiences?limit=100&sort=-totalSessions&${asked.span}${asked.filters}`,
    ),
    ask<{ items: Visit[] }>(`audience_sessions?limit=10${asked.filters}`),
    ask<{ totalCount: number }>(
      `audience_sessions?status=pending&limit=1&startDate=${dayAgo}${asked.filters}`,
    ),
  ]);
  const words = [
    weekShown(steps, asked),
    bestShown(audiences.items, audiences.comparison, whenAsked(question)),
  ];
  expect((await page.locator('.in-short p').first().textContent())?.trim(), at).toBe(
    words.filter(Boolean).join(' '),
  );
  expect(await page.locator('.going-on').textContent(), at).toBe(
    goingOn.totalCount === 0 ? 'No visit going on' : `${plural(goingOn.totalCount, 'visit')} going on`,
  );
  const shownLatest = await page
    .locator('.latest > li')
    .evaluateAll((all) =>
      all.map((one) => [
        one.querySelector('.badge')?.textContent,
        one.querySelector('.not-on-phone')?.textContent,
        one.querySelector('time')?.dateTime,
      ]),
    );
  expect(shownLatest, at).toEqual(
    latest.items.map(({ hasConversion, hasFormSubmit, timeSpentSeconds: time, sessionStartedAt }) => [
      hasConversion ? 'Converted' : hasFormSubmit ? 'Sent a form' : 'Visited',
      time === null ? undefined : durationOf(time),
      sessionStartedAt,
    ]),
  );
}

/** The pages of the overview, and who came. */
async function compareOverview(page: Page, { span, spanElapsed, filters }: Asked, ask: Ask, at: string) {
  type Pages = { items: (Item & { name: string })[] };
  type Came = Figures & { name: string; peopleCount: number; lastVisitAt: string };
  const [pages, before, came] = await Promise.all([
    ask<Pages>(`analytics/pages?names=true&limit=100&${span}${filters}`),
    spanElapsed === undefined ? undefined : ask<Pages>(`analytics/pages?limit=100&${spanElapsed}${filters}`),
    ask<{ items: Came[]; total: Figures; unknown: Figures }>(
      `analytics/accounts?names=true&limit=6&sort=-lastVisitAt&${span}${filters}`,
    ),
  ]);
  const expected = pages.items.map((item) => {
    const then = before?.items.find(({ pageId }) => pageId === item.pageId)?.totalSessions ?? 0;
    return { Page: item.name, ...shownOf(item, before && then) };
  });
  const rows = (await cellsOf(page, 'Pages')).map((row, index) => columnsOf(row, expected[index] ?? {}));
  const inOrder = (all: object[]) => all.map((row) => JSON.stringify(row)).toSorted();
  expect(inOrder(rows), at).toEqual(inOrder(expected));

  const panel = page.getByRole('region', { name: 'Who came' });
  if (came.items.length === 0) return;
  const known = came.total.totalSessions - came.unknown.totalSessions;
  expect(await panel.locator('.who-answer').textContent(), at).toBe(
    `${shown(known)} of ${plural(came.total.totalSessions, 'visit')} ${known === 1 ? 'says' : 'say'} which company came.`,
  );
  const companies = await panel.locator('.who li').evaluateAll((all) =>
    all.map((one) => {
      const [name, visits, how] = [...one.children].map((part) => part.textContent);
      return [name, visits, how?.split(' · ')[0], one.querySelector('time')?.dateTime];
    }),
  );
  expect(companies, at).toEqual(
    came.items.map(({ name, totalSessions, peopleCount, lastVisitAt }) => [
      name,
      plural(totalSessions, 'visit'),
      plural(peopleCount, 'person', 'people'),
      lastVisitAt,
    ]),
  );
}

async function compare(page: Page, question: Question, asked: Asked, ask: Ask): Promise<void> {
  const { isOverview, metric } = question;
  const isLeftOut = question.pick % 2 > 0;
  const { span, spanBefore, spanElapsed, filters, interval } = asked;
  const scope = isOverview ? '' : `pages/${service.pageId}/`;
  const [count, , , sort] = metrics[metric];
  const series = (query: string) =>
    ask<{ items: (Figures & { start: string })[]; total: Figures }>(
      `${scope}analytics/timeseries?interval=${interval}&${query}${filters}`,
    );
  const list = (of: string, query: string) =>
    ask<Values>(`${scope}analytics/${of}sort=${sort}&limit=100&${query}${filters}`);
  const lists = { ...panels[isOverview ? 'overview' : 'page'], Audience: undefined };
  const [now, then, elapsed, ...panelAnswers] = await Promise.all([
    series(span),
    spanBefore === undefined ? undefined : series(spanBefore),
    spanElapsed === undefined ? undefined : series(spanElapsed),
    ...Object.entries(lists).map(async ([label, by]) => {
      const of = by ? `breakdown?by=${by}&` : 'audiences?';
      const before = spanElapsed === undefined ? undefined : (await list(of, spanElapsed)).items;
      return { label, values: await list(of, span), before };
    }),
  ] as const);

  const place = isOverview ? '#/' : `#/pages/${service.pageId}`;
  const at = await show(
    page,
    place,
    asked,
    isOverview ? 'Overview' : 'Trailmark',
    isLeftOut ? '&few=why' : '',
  );
  await readToEnd(page);
  expect(await sixFigures(page), at).toEqual(figuresShown(now.total));
  // A period before whose visits begin in its second half is not compared with, if it has months or weeks.
  const first = then ? then.items.findIndex(({ totalSessions }) => totalSessions > 0) : -1;
  const isLong = interval === 'month';
  const isComparable = then !== undefined && first >= 0 && !(isLong && first * 2 >= then.items.length);
  expect(await sixStats(page), at).toEqual(statsShown(now.total, isComparable ? elapsed?.total : undefined));
  if (now.total.totalSessions === 0) return;

  await page.keyboard.press('t');
  const column = (nth: number) => page.locator(`.figures tbody tr td:nth-child(${nth})`).allTextContents();
  // What has not begun is no zero.
  const isToCome = ({ start }: { start: string }) => Date.parse(start) > Date.now();
  expect(await column(2), at).toEqual(now.items.map((step) => (isToCome(step) ? '–' : shown(step[count]))));
  if (!isComparable) expect(await column(3), at).toEqual([]);
  else {
    const steps = now.items.map((_, index) => then.items[index]);
    expect(await column(3), at).toEqual(steps.map((step) => (step ? shown(step[count]) : '–')));
  }
  type List = { label: string; values: Values; before?: Item[] };
  for (const { label, values, before } of panelAnswers as List[]) {
    const table = await rowsOf(page, label);
    const cells = table.map(([, ...others]) => others);
    expect([label, cells], at).toEqual([label, rowsExpected(values.items, before, metric)]);
    const panel =
      label === 'Audience'
        ? page.getByRole('region', { name: 'Audiences', exact: true })
        : page
            .locator('section.panel')
            .filter({ has: page.getByRole('table', { name: label, exact: true }) });
    const empty =
      label === 'Audience' ? 'No visits of an audience in this range.' : 'No visits in this range.';
    expect(await panel.locator('.panel-empty').allTextContents(), at).toEqual(
      values.items.length === 0 ? [empty] : [],
    );
    // All audiences of a page are on a screen of their own.
    if (label === 'Audience' && !isOverview) continue;
    const others = await panel.locator('.panel-more > .tabular').allTextContents();
    expect([label, others], at).toEqual([label, othersExpected(values, metric)]);
  }
  if (isLeftOut) await compareLeftOut(page, asked, ask, isOverview ? '' : `&pageId=${service.pageId}`, at);
  if (isOverview) {
    await compareOverview(page, asked, ask, at);
    await compareSentences(page, question, asked, ask, now.items, at);
  } else expect(await page.locator('.funnel li').allTextContents(), at).toEqual(funnelShown(now.total));
}

consoleTest(
  `any figures are those of the API, for ${runs} random questions and ${2 * openRuns} of ranges that are not over`,
  async () => {
    const page = await openConsole('#/nothing');
    for (const question of questionsOf(0, runs, 2 * openRuns))
      await agrees(question, (asked, ask) => compare(page, question, asked, ask));
  },
);
