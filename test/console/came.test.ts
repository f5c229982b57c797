import type { Account, AccountAnalytics } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { answerOf, waysOfCompany, waysOfPerson, whoWas } from '../../console/src/analytics/came-words.ts';
import { rowsOf } from '../../console/src/screens/accounts/rows.ts';

const ways = (totalSessions: number, recipientSessions: number, formSessions: number) => ({
  ...{ totalSessions, recipientSessions, formSessions },
});

describe('who came, in words', () => {
  test('the answer says how many visits of all say it', () => {
    expect(answerOf(240, 228)).toBe('12 of 240 visits say who came');
    expect(answerOf(1, 0)).toBe('1 of 1 visit says who came');
    expect(answerOf(5, 5, 'which company')).toBe('0 of 5 visits say which company came');
  });

  test('links and forms are told apart, and their numbers add up to all visits', () => {
    expect(waysOfCompany(ways(9, 9, 0))).toBe('through a link');
    expect(waysOfCompany(ways(3, 0, 3))).toBe('by a form');
    expect(waysOfCompany(ways(12, 9, 3))).toBe('9 through a link, 3 by a form');
    expect(waysOfCompany(ways(12, 10, 5))).toBe('7 through a link, 2 by a form, 3 by both');
    expect(waysOfCompany(ways(2, 2, 2))).toBe('2 by both');
  });

  test('a link is never the person, and a form is', () => {
    expect(whoWas('Zoë', ways(2, 2, 0))).toBe('Zoë’s link');
    expect(waysOfPerson('Zoë', ways(2, 2, 0))).toBe('opened through Zoë’s link');
    expect(whoWas('Zoë', ways(2, 2, 1))).toBe('Zoë');
    expect(waysOfPerson('Zoë', ways(2, 2, 1))).toBe('1 through their link, 1 by both');
    expect(waysOfPerson('Zoë', ways(1, 0, 1))).toBe('by a form they sent');
  });
});

describe('the rows of accounts', () => {
  const account = (accountId: string) => ({ accountId }) as Account;
  const came = (accountId: string) => ({ accountId }) as AccountAnalytics;
  const ids = (rows: ReturnType<typeof rowsOf>['rows']) => rows?.map(({ id }) => id);

  test('those that came are first in their order, and each account is there once', () => {
    const { rows, unnamed } = rowsOf(['a', 'b', 'c'].map(account), {
      items: ['c', 'a'].map(came),
      hasMore: false,
    });
    expect(ids(rows)).toEqual(['c', 'a', 'b']);
    expect(rows?.map((row) => row.came !== undefined)).toEqual([true, true, false]);
    expect(unnamed).toEqual([]);
  });

  test('the others wait while more that came are to be loaded', () => {
    const { rows } = rowsOf(['a', 'b'].map(account), { items: [came('b')], hasMore: true });
    expect(ids(rows)).toEqual(['b']);
  });

  test('one that no account of the list has is to be named, and without accounts there is nothing yet', () => {
    const { rows, unnamed } = rowsOf([account('a')], { items: ['z', 'a'].map(came), hasMore: false });
    expect([ids(rows), unnamed]).toEqual([['z', 'a'], ['z']]);
    expect(rowsOf(undefined, { items: [came('z')], hasMore: false })).toEqual({
      rows: undefined,
      unnamed: [],
    });
    expect(ids(rowsOf([account('a')], { items: undefined, hasMore: false }).rows)).toEqual(['a']);
  });
});
