import { describe, expect, test } from 'vitest';
import {
  answerOf,
  type Came,
  type CameList,
  lastDeed,
  pagesInWords,
  waysOf,
  whoWas,
} from '../../console/src/analytics/came.ts';
import { CameName, cameSort } from '../../console/src/analytics/came-columns.tsx';
import { hotFrom, hotRule, isHot } from '../../console/src/analytics/hot.tsx';
import { type KnownVisit, knownVisits, pagesOf } from '../../console/src/analytics/seen.ts';
import { drawn } from './drawn.ts';

const ways = (totalSessions: number, recipientSessions: number, formSessions: number) => ({
  totalSessions,
  recipientSessions,
  formSessions,
});

test('an order that is none of the columns is the usual one', () => {
  expect(cameSort('visits')).toBe('totalSessions');
  expect(cameSort('-seen')).toBe('-lastVisitAt');
  for (const other of [undefined, 'name', '__proto__', '-constructor'])
    expect(cameSort(other)).toBe('-lastVisitAt');
});

describe('who came, in words', () => {
  test('the answer says how many visits of all say it', () => {
    expect(answerOf(240, 228)).toBe('12 of 240 visits identified (5%)');
    // Of few visits a share says little.
    expect(answerOf(1, 0)).toBe('1 of 1 visit identified');
    expect(answerOf(5, 5)).toBe('0 of 5 visits identified');
  });

  test('links and forms are told apart, and their numbers add up to all visits', () => {
    expect(waysOf(ways(9, 9, 0))).toBe('9 link opens');
    expect(waysOf(ways(1, 0, 1))).toBe('1 form');
    expect(waysOf(ways(12, 9, 3))).toBe('9 link opens, 3 forms');
    expect(waysOf(ways(12, 10, 5))).toBe('7 link opens, 2 forms, 3 both');
    expect(waysOf(ways(2, 2, 2))).toBe('2 both');
  });

  test('a link is never the person, and a form is', () => {
    expect(whoWas('Zoë', ways(2, 2, 0))).toBe('Zoë’s link');
    expect(whoWas('Zoë', ways(2, 2, 1))).toBe('Zoë');
  });
});

describe('the pages that somebody saw', () => {
  const visit = (
    analyticsSessionId: string,
    rest: Partial<KnownVisit['visit']> = {},
  ): KnownVisit['visit'] => ({
    analyticsSessionId,
    pageId: 'home',
    landingPath: '/for/zoe',
    pageLinkId: 'link',
    sessionStartedAt: `2026-01-0${analyticsSessionId}T00:00:00.000Z`,
    personId: null,
    recipientPersonId: 'zoe',
    ...rest,
  });

  test('a visit by a link and a form is one visit, of both', () => {
    const both = visit('2', { personId: 'max' });
    const form = visit('3', { personId: 'max', pageLinkId: null, recipientPersonId: null });
    const [home, ...others] = pagesOf(knownVisits([visit('1'), both], [both, form]));
    expect(others).toEqual([]);
    expect(home).toMatchObject({
      pageId: 'home',
      totalSessions: 3,
      recipientSessions: 2,
      formSessions: 2,
      recipients: ['zoe'],
      senders: ['max'],
      paths: ['/for/zoe'],
      lastVisitAt: '2026-01-03T00:00:00.000Z',
    });
    expect(home && waysOf(home)).toBe('1 link open, 1 form, 1 both');
  });

  test('the page of the latest visit is first, and a visit without a page is of none', () => {
    const visits = [visit('1'), visit('4', { pageId: 'prices' }), visit('5', { pageId: null })];
    expect(pagesOf(knownVisits(visits, [])).map(({ pageId }) => pageId)).toEqual(['prices', 'home']);
  });
});

test('a company is hot by engaged visits above the average, a conversion, and a visit not long ago', () => {
  const of = (known: number, totalCount: number) =>
    ({ total: { totalSessions: known + 5 }, unknown: { totalSessions: 5 }, totalCount }) as CameList;
  expect([hotFrom(of(240, 10)), hotFrom(of(2, 2)), hotFrom(of(0, 0))]).toEqual([30, 3, 3]);
  const now = Date.UTC(2026, 2, 8);
  const hot = { engagedSessions: 30, conversionCount: 1, lastVisitAt: '2026-03-01T00:00:00.000Z' };
  expect(isHot(hot, 30, now)).toBe(true);
  expect(isHot(hot, 31, now)).toBe(false);
  expect(isHot({ ...hot, conversionCount: 0 }, 30, now)).toBe(false);
  expect(isHot(hot, 30, now + 1)).toBe(false);
  expect(hotRule(30)).toContain('at least 30 engaged visits');
});

test('a row of those that came has the mark of the overview, by the same rule', () => {
  const came = {
    accountId: 'account_1',
    engagedSessions: 3,
    conversionCount: 1,
    lastVisitAt: new Date().toISOString(),
  } as Came;
  const said = (from: number) =>
    drawn(CameName({ name: 'Acme', row: { came, from, steps: undefined } })).text;
  expect([said(3), said(4)]).toEqual(['Acme Hot', 'Acme']);
});

test('the pages of one that came are named, the most seen first, and the others are counted', () => {
  const page = (name: string) => ({ pageId: 'page_1', name, totalSessions: 1 });
  expect(pagesInWords({ pages: [page('Pricing')], pagesCount: 1 })).toBe('Pricing');
  const three = [page('Pricing'), page('Docs'), page('Blog')];
  expect(pagesInWords({ pages: three, pagesCount: 3 })).toBe('Pricing, Docs and 1 more page');
  expect(pagesInWords({ pages: three, pagesCount: 9 })).toBe('Pricing, Docs and 7 more pages');
  expect(pagesInWords({})).toBe('');
});

test('what was done last says by whom, and never that whoever opened a link is the person', () => {
  const visit = {
    pageId: 'page_1',
    pageName: 'Pricing',
    personId: 'person_1',
    personName: 'Zoë',
    isSender: false,
    hasConversion: false,
    hasFormSubmit: false,
    totalClicksCount: 0,
    questionsAskedCount: 0,
    timeSpentSeconds: 12,
  };
  expect(lastDeed(visit, true)).toBe('Zoë’s link: read Pricing');
  expect(lastDeed({ ...visit, timeSpentSeconds: 3 }, false)).toBe('Opened Pricing');
  expect(lastDeed({ ...visit, isSender: true, hasFormSubmit: true }, true)).toBe(
    'Zoë sent a form on Pricing',
  );
  expect(lastDeed({ ...visit, hasConversion: true, personName: null, pageName: null }, true)).toBe(
    'Converted on a page',
  );
  expect(lastDeed({ ...visit, questionsAskedCount: 1 }, false)).toBe('Asked a question on Pricing');
  expect(lastDeed({ ...visit, totalClicksCount: 2 }, false)).toBe('Clicked on Pricing');
});
