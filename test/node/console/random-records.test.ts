import type {
  Account,
  AccountAnalytics,
  Audience,
  AudienceSession,
  AudienceVersion,
  Page as OfSite,
  PageLink,
  Person,
  PersonAnalytics,
} from '@footfall/client';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { inTurn } from '../../turns.ts';
import { type Ask, agrees, show } from './agrees.ts';
import { type Figures, shown, shownRate } from './api.ts';
import { durationOf, plural, rateShown } from './figures.ts';
import { consoleTest, openConsole, service } from './open.ts';
import { type Asked, openRuns, questionsOf, runs } from './questions.ts';
import {
  companyOf,
  type KnownVisit,
  nameOf,
  timeOf,
  type Visited,
  visitedPages,
  visitSentence,
  waysOf,
  whenOf,
} from './record-words.ts';

// The figures of the records that open at the side, and of an audience, under random questions. Which test has which screen:
// random-figures.test.ts.

/** The zone of the browser. */
const ownZone = 'Europe/Berlin';

/** Facts: names and values. */
const factsOf = (facts: Locator): Promise<Record<string, string>> =>
  facts
    .locator('> div')
    .evaluateAll((all) =>
      Object.fromEntries(all.map((row) => [...row.children].map((cell) => cell.textContent ?? ''))),
    );

type Came = (AccountAnalytics | PersonAnalytics) & {
  accountId?: string;
  personId?: string;
  peopleCount?: number;
};
type Kind = 'account' | 'person';

/** All that came in a range, those that came last first. */
async function whoCame(kind: Kind, { span }: Asked, ask: Ask): Promise<Came[]> {
  const all: Came[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const list: { items: Came[]; nextCursor: string | null } = await ask(
      `analytics/${kind}s?limit=100&sort=-lastVisitAt&${span}${cursor && `&cursor=${cursor}`}`,
    );
    all.push(...list.items);
    cursor = list.nextCursor;
  }
  return all;
}

const idOf = ({ accountId, personId }: Came): string => accountId ?? personId ?? '';

/** One of those that came, half the time one of the five with the most visits; in one case of eight any. */
async function chosen(kind: Kind, came: Came[], pick: number, ask: Ask): Promise<string> {
  const place = Math.floor(pick / 16);
  if (came.length > 0 && pick % 8 > 0) {
    const sorted = came.toSorted((a, b) => b.totalSessions - a.totalSessions);
    const from = pick % 16 < 8 ? sorted.slice(0, 5) : sorted;
    return idOf(from[place % from.length] as Came);
  }
  const route = kind === 'account' ? 'accounts' : 'persons/search';
  const { items } = await ask<{ items: Came[] }>(`${route}?limit=50&sort=latestVisitAt`);
  return idOf(items[place % items.length] as Came);
}

/** The facts of the visits of one, as a record must show them. */
function cameShown(of: Came | undefined, name: string | undefined, latest: string | null, zone: string) {
  const seen = latest === null ? {} : { 'Last seen': whenOf(latest, zone) };
  if (!of) return seen;
  const {
    totalSessions: visits,
    peopleCount,
    engagedSessions,
    conversionCount,
    firstVisitAt,
    lastVisitAt,
  } = of;
  return {
    Visits: `${plural(visits, 'visit')}: ${waysOf(of, name)}`,
    ...(peopleCount === undefined ? {} : { People: plural(peopleCount, 'person', 'people') }),
    Engaged: `${shown(engagedSessions)} of ${shown(visits)}`,
    Converted: `${shown(conversionCount)} of ${shown(visits)}`,
    'First of these': whenOf(firstVisitAt, zone),
    ...(visits > 1 ? { 'Last of these': whenOf(lastVisitAt, zone) } : {}),
    ...(latest !== null && Date.parse(latest) > Date.parse(lastVisitAt) ? seen : {}),
  };
}

/** The visits of one in a range, by links and by forms, or undefined if they are too many for a record. */
async function visitsOf(
  kind: Kind,
  id: string,
  { span }: Asked,
  ask: Ask,
): Promise<KnownVisit[] | undefined> {
  const range = new URLSearchParams(span);
  const [start, end] = [range.get('startDate') ?? '', range.get('endDate') ?? ''].map(Date.parse) as [
    number,
    number,
  ];
  const found: KnownVisit[] = [];
  for (const by of ['recipient', 'form'] as const) {
    let isOlder = false;
    let count = 0;
    for (let cursor: string | null = ''; cursor !== null && !isOlder; ) {
      const list: { items: AudienceSession[]; hasMore: boolean; nextCursor: string | null } = await ask(
        `${kind}s/${id}/audience_sessions?limit=100&by=${by}${cursor && `&cursor=${cursor}`}`,
      );
      for (const visit of list.items) {
        const at = Date.parse(visit.sessionStartedAt);
        isOlder ||= at < start;
        if (at >= start) count += 1;
        if (at >= start && at < end) found.push({ by, visit });
      }
      cursor = list.hasMore ? list.nextCursor : null;
    }
    if (count >= 200) return undefined;
  }
  return found;
}

/** The rows of a list of who or what came: name, visits, how, when. */
const whoRows = (part: Locator) =>
  part
    .locator('ul.who > li')
    .evaluateAll((all) =>
      all.map((row) => [
        ...[...row.children].slice(0, 3).map((cell) => cell.textContent ?? ''),
        row.querySelector('time')?.dateTime,
      ]),
    );

const pageTitles = async (ids: string[], ask: Ask): Promise<Map<string, string>> =>
  new Map(
    await Promise.all(
      ids.map(async (id) => [id, (await ask<OfSite>(`pages/${id}`)).title] as [string, string]),
    ),
  );

interface Subject {
  kind: Kind;
  id: string;
  /** The name of a person, undefined for a company: its people have names. */
  name: string | undefined;
  people: Person[];
}

/** The pages that one saw. */
async function comparePages(
  drawer: Locator,
  { kind, id, name }: Subject,
  asked: Asked,
  ask: Ask,
  at: string,
) {
  const visits = await visitsOf(kind, id, asked, ask);
  if (!visits) return drawer.getByText(/^There are too many visits/).waitFor();
  const pages = visitedPages(visits);
  const titles = await pageTitles(
    pages.map(({ pageId }) => pageId),
    ask,
  );
  expect(await whoRows(drawer), at).toEqual(
    pages.map((page: Visited) => [
      titles.get(page.pageId),
      plural(page.totalSessions, 'visit'),
      waysOf(page, name),
      page.lastVisitAt,
    ]),
  );
}

type TimelineVisit = { at: string; by: 'form' | 'recipient'; visit: AudienceSession };

/** The visits of a timeline: each with how long and how far, and how many are folded. */
async function compareTimeline(drawer: Locator, { kind, id, people }: Subject, ask: Ask, at: string) {
  const { items } = await ask<{ items: TimelineVisit[] }>(`${kind}s/${id}/timeline?kind=visit&limit=50`);
  const periods = await drawer.locator('section.period').evaluateAll((all) =>
    all.map((period) => ({
      more: Number.parseInt(period.querySelector(':scope > button')?.textContent ?? '0', 10),
      visits: [...period.querySelectorAll('.timeline > li')].map((item) => ({
        at: item.querySelector('time')?.dateTime,
        said: item.querySelector('.sentence')?.textContent?.trim(),
        facts: Object.fromEntries(
          [...item.querySelectorAll('dl.facts > div')].map((row) =>
            [...row.children].map((cell) => cell.textContent ?? ''),
          ),
        ) as Record<string, string>,
      })),
    })),
  );
  if (items.length === 0) return expect(periods, at).toEqual([]);
  const names = new Map(people.map((person) => [person.personId, nameOf(person)]));
  const nameIn = kind === 'account' ? (personId: string) => names.get(personId) : undefined;
  let index = 0;
  for (const { visits, more } of periods) {
    for (const { facts, ...seen } of visits) {
      const item = items[index++] as TimelineVisit;
      const { timeSpentSeconds: time, maxScrollDepthPercentage: depth, ...counts } = item.visit;
      expect(seen, at).toEqual({ at: item.at, said: visitSentence(item.by, item.visit, nameIn) });
      expect(facts, at).toMatchObject({
        ...(time === null ? {} : { Engaged: durationOf(time) }),
        ...(depth === null ? {} : { Scrolled: `${Math.round(depth)} %` }),
        Clicks: plural(counts.totalClicksCount, 'click'),
        ...(counts.questionsAskedCount > 0
          ? { Questions: plural(counts.questionsAskedCount, 'question') }
          : {}),
      });
    }
    index += more;
  }
  // A company's timeline is whole. Of a person's the latest six are shown at least.
  const least = kind === 'account' ? items.length : Math.min(6, items.length);
  expect(index, at).toBeGreaterThanOrEqual(least);
}

/** The visits by links, by the ids of the links, as a list of links says them. */
const linkNotes = (part: Locator, row: string) =>
  part
    .locator(row)
    .evaluateAll((all) =>
      all.map((one) => [
        /page_link_\w+/.exec(one.querySelector('a')?.getAttribute('href') ?? '')?.[0],
        one.querySelector('.note')?.textContent,
      ]),
    );

/** The figures of the visits by a link, of all pages together. */
async function visitsByLink(
  id: string,
  { span }: Asked,
  ask: Ask,
): Promise<{ visits: number; conversions: number }> {
  const { items } = await ask<{ items: Figures[] }>(`analytics/pages?pageLinkId=${id}&${span}`);
  const sum = (of: 'totalSessions' | 'conversionCount') => items.reduce((all, item) => all + item[of], 0);
  return { visits: sum('totalSessions'), conversions: sum('conversionCount') };
}

/** What a list must say of links. */
const linksShown = (links: PageLink[], asked: Asked, ask: Ask) =>
  Promise.all(
    links.map(async ({ pageLinkId }) => {
      const { visits, conversions } = await visitsByLink(pageLinkId, asked, ask);
      const words = `${plural(visits, 'visit')}, ${shownRate(conversions, visits)} converted`;
      return [pageLinkId, visits === 0 ? 'no visits' : words];
    }),
  );

const inOrder = (rows: unknown[][]) => rows.toSorted(([a], [b]) => String(a).localeCompare(String(b)));

const drawerOf = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });
/** A record at the side of a screen that asks for little. */
const showRecord = (page: Page, asked: Asked, id: string, more = '') =>
  show(page, '#/topics', asked, 'Topics', `&open=${encodeURIComponent(id)}${more}`);

/** The facts of the visits of one in its record. */
const ofVisits = (drawer: Locator) => drawer.getByRole('region', { name: 'Visits' }).locator('dl.facts');

type Compare = (page: Page, asked: Asked, ask: Ask, pick: number) => Promise<void>;
const records: Record<string, Compare> = {
  async account(page, asked, ask, pick) {
    const came = await whoCame('account', asked, ask);
    const id = await chosen('account', came, pick, ask);
    const account = await ask<Account>(`accounts/${id}`);
    const found = await ask<{ items: Person[] }>(`persons/search?query=${account.domain}&limit=100`);
    const people = found.items.filter((person) => companyOf(person) === account.domain);
    const tab = ['people', 'pages', 'timeline'][pick % 3];
    const at = await showRecord(page, asked, id, `&tab=${tab}&show=visits`);
    const drawer = drawerOf(page, 'Account');
    const { linkedPersonsCount, createdAt, latestActivityAt, latestVisitAt } = account;
    expect(await factsOf(drawer.locator('dl.facts').first()), at).toMatchObject({
      People: plural(linkedPersonsCount, 'person', 'people'),
      Added: timeOf(createdAt, ownZone).split(',')[0],
      'Last activity': timeOf(latestActivityAt, ownZone),
    });
    const one = came.find((other) => idOf(other) === id);
    expect(await factsOf(ofVisits(drawer)), at).toEqual(cameShown(one, undefined, latestVisitAt, asked.zone));
    const subject = { kind: 'account' as const, id, name: undefined, people };
    if (tab === 'pages') return comparePages(drawer, subject, asked, ask, at);
    if (tab === 'timeline') return compareTimeline(drawer, subject, ask, at);
    const ofPeople = (await whoCame('person', asked, ask)).slice(0, 100);
    const cameOf = ({ personId }: Person) => ofPeople.find((one) => idOf(one) === personId);
    const last = (person: Person) => cameOf(person)?.lastVisitAt ?? '';
    expect(await whoRows(drawer), at).toEqual(
      people
        .toSorted((a, b) => last(b).localeCompare(last(a)))
        .map((person) => {
          const one = cameOf(person);
          const contact = person.name.trim() ? (person.email ?? '') : '';
          return [
            nameOf(person),
            one ? plural(one.totalSessions, 'visit') : '',
            one ? waysOf(one, nameOf(person)) : contact,
            one?.lastVisitAt,
          ];
        }),
    );
  },

  async person(page, asked, ask, pick) {
    const came = await whoCame('person', asked, ask);
    const id = await chosen('person', came, pick, ask);
    const person = await ask<Person>(`persons/${id}`);
    const tab = ['activity', 'pages'][(pick % 3) % 2];
    const links = await ask<{ items: PageLink[] }>(`persons/${id}/page_links?limit=100`);
    const at = await showRecord(page, asked, id, `&tab=${tab}&show=visits`);
    const drawer = drawerOf(page, 'Person');
    const name = nameOf(person);
    const one = came.find((other) => idOf(other) === id);
    expect(await factsOf(ofVisits(drawer)), at).toEqual(
      cameShown(one, name, person.latestVisitAt, asked.zone),
    );
    const made = drawer.getByRole('region', { name: 'Pages made for them' });
    expect(inOrder(await linkNotes(made, '.made-link')), at).toEqual(
      inOrder(await linksShown(links.items, asked, ask)),
    );
    const subject = { kind: 'person' as const, id, name, people: [] };
    if (tab === 'pages') await comparePages(drawer, subject, asked, ask, at);
    else await compareTimeline(drawer, subject, ask, at);
  },

  async audience(page, asked, ask, pick) {
    type Came = Figures & { audienceId: string; pageId: string };
    const { items } = await ask<{ items: Came[] }>(`analytics/audiences?limit=100&${asked.span}`);
    const all = await ask<{ items: Audience[] }>(`pages/${service.pageId}/audiences?limit=50`);
    const living = items.filter(({ pageId }) => pageId !== undefined);
    const from = living.length > 0 && pick % 8 > 0 ? living : all.items;
    const one = from[pick % from.length] as Audience | Came;
    const route = `pages/${one.pageId}/audiences/${one.audienceId}`;
    const { effectiveName } = await ask<Audience>(route);
    const versions = await ask<{ items: AudienceVersion[] }>(`${route}/versions?limit=20`);
    const links = await ask<{ items: PageLink[] }>(`${route}/page_links?limit=20`);
    const at = await show(page, `#/${route}`, asked, effectiveName);
    const numbers = page.getByRole('region', { name: 'Results' });
    const came = items.find(({ audienceId }) => audienceId === one.audienceId);
    const { totalSessions: visits, conversionCount } = came ?? { totalSessions: 0, conversionCount: 0 };
    expect(
      await numbers
        .locator('.stat .figure')
        .first()
        .or(numbers.getByText(/^No visits/))
        .textContent(),
      at,
    ).toEqual(visits === 0 ? expect.stringContaining('No visits') : shown(visits));
    if (visits > 0)
      expect(await numbers.locator('.stat dd').nth(1).textContent(), at).toBe(
        rateShown(conversionCount, visits),
      );
    const ofLinks = page.getByRole('region', { name: 'Links', exact: true });
    expect(inOrder(await linkNotes(ofLinks, '.feed > li')), at).toEqual(
      inOrder(await linksShown(links.items, asked, ask)),
    );
    expect(await page.locator('.versions > li summary b').allTextContents(), at).toEqual(
      versions.items.map(({ versionNumber }) => `v${versionNumber}`),
    );
  },

  async link(page, asked, ask, pick) {
    type Found = { value: string | null };
    const came = await ask<{ items: Found[] }>(`analytics/breakdown?by=pageLinkId&limit=100&${asked.span}`);
    const all = await ask<{ items: PageLink[] }>('page_links/search?limit=100');
    const ids = came.items.flatMap(({ value }) => value ?? []);
    const known = all.items.map(({ pageLinkId }) => pageLinkId);
    const visited = known.filter((id) => ids.includes(id));
    const from = visited.length > 0 && pick % 8 > 0 ? visited : known;
    const id = from[pick % from.length] ?? '';
    type Of = { items: (Figures & { name: string; value: string | null })[] };
    const [pages, total] = await Promise.all([
      ask<Of>(`analytics/pages?names=true&sort=-totalSessions&pageLinkId=${id}&${asked.span}`),
      ask<Of>(`analytics/breakdown?by=pageLinkId&pageLinkId=${id}&${asked.span}`),
    ]);
    const at = await showRecord(page, asked, id);
    const part = drawerOf(page, 'Link').getByRole('region', { name: 'Results' });
    const figures = total.items.find(({ value }) => value === id);
    const [visits, conversions] = [figures?.totalSessions ?? 0, figures?.conversionCount ?? 0];
    expect(await part.locator('.stat dd').allTextContents(), at).toEqual([
      shown(visits),
      rateShown(conversions, visits),
    ]);
    expect(await part.locator('p.after').allTextContents(), at).toEqual(
      pages.items.map(({ totalSessions, name }) => `See ${plural(totalSessions, 'visit')} of ${name}`),
    );
  },

  async visit(page, asked, ask, pick) {
    const span = asked.span.replace(/timezone=[^&]*&/, '');
    const { items } = await ask<{ items: AudienceSession[] }>(`audience_sessions?limit=100&${span}`);
    const visit = items[pick % items.length];
    if (!visit) return;
    const { timeSpentSeconds: time, maxScrollDepthPercentage: depth, totalClicksCount: clicks } = visit;
    const { questionsAskedCount: questions, sessionStartedAt: began, sessionEndedAt: ended } = visit;
    const isStory = pick % 2 === 0;
    const key = `visit:${visit.pageId}:${visit.analyticsSessionId}`;
    const at = await showRecord(page, asked, key, `&tab=${isStory ? 'story' : 'fields'}`);
    const drawer = drawerOf(page, 'Visit');
    const tenth = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 1 });
    expect(await drawer.locator('.record-name').textContent(), at).toBe(timeOf(began, asked.zone));
    if (!isStory) {
      const yesNo = (is: boolean) => (is ? 'yes' : 'no');
      return expect(await factsOf(drawer.locator('dl.facts')), at).toMatchObject({
        Began: timeOf(began, asked.zone),
        ...(ended ? { Ended: timeOf(ended, asked.zone) } : {}),
        ...(time === null ? {} : { Engaged: durationOf(time) }),
        ...(depth === null ? {} : { Scrolled: `${tenth(depth)}%` }),
        Clicks: shown(clicks),
        Questions: shown(questions),
        Form: yesNo(visit.hasFormSubmit),
        Conversion: yesNo(visit.hasConversion),
        Bounce: yesNo(visit.isBounce),
      });
    }
    const steps = await drawer.locator('.story .grow').allTextContents();
    const engaged = time === null ? 'an unknown time' : durationOf(time);
    const read = depth === null ? '' : `, down to ${tenth(depth)}% of the page`;
    expect(
      steps.filter((step) => /^(?:Was engaged|Clicked|Asked)/.test(step)),
      at,
    ).toEqual([
      ...(time === null && depth === null ? [] : [`Was engaged for ${engaged}${read}`]),
      ...(clicks > 0 ? [`Clicked ${clicks === 1 ? 'once' : `${clicks} times`}`] : []),
      ...(questions > 0 ? [`Asked ${plural(questions, 'question')}`] : []),
    ]);
  },
};

const count = Math.ceil(runs / 2);

consoleTest.each(inTurn(Object.keys(records), 2))(
  `the figures of the record of %s are those of the API, for ${count} random questions and ${openRuns} of ranges that are not over`,
  async (name) => {
    const page = await openConsole('#/nothing');
    for (const question of questionsOf(Object.keys(records).indexOf(name) + 10, count))
      await agrees(question, async (asked, ask) => records[name]?.(page, asked, ask, question.pick));
  },
);
