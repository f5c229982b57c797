import type { Alert } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { type Fired, firedInWords, namesNeeded } from '../../console/src/screens/alerts/preview.tsx';
import { usualReceiver } from '../../console/src/screens/alerts/receiver-field.tsx';
import {
  bodyOf,
  conditionOf,
  formatToMake,
  hasWrongCount,
  newReceiver,
  startOf,
  valuesIn,
  valuesOf,
} from '../../console/src/screens/alerts/values.ts';
import { idsIn, namedIn, neverBecause, usualName, whenOf } from '../../console/src/screens/alerts/words.ts';
import type { AlertCondition as Condition } from '../../src/vocabulary/conditions.ts';

const names: Record<string, string> = {
  account_1: 'Northwind',
  account_2: 'Acme',
  account_3: 'Globex',
  person_1: 'Zoë Lindqvist',
  page_1: 'Pricing',
  audience_1: 'Retail',
  audience_2: 'Banks',
};
/** Of account_9 and person_9 nothing is loaded; what has "gone" in its id is gone. */
const nameOf = (id: string) => (id.endsWith('gone') ? '' : names[id]);
const when = (condition: Condition) => whenOf(condition, nameOf);
const accounts = (accountIds: string[] | null, visits = 1, days = 7): Condition => ({
  type: 'accounts_visited',
  accountIds,
  visits,
  days,
});

describe('what an alert waits for', () => {
  test('an account, of some or of all', () => {
    expect(when(accounts(null, 2))).toBe('When any account has 2 engaged visits within 7 days');
    expect(when(accounts(null, 3, 1))).toBe('When any account has 3 engaged visits within a day');
    expect(when(accounts(['account_1']))).toBe('When Northwind has an engaged visit');
    expect(when(accounts(['account_1', 'account_2', 'account_3']))).toBe(
      'When Northwind, Acme or Globex has an engaged visit',
    );
    expect(when(accounts(['account_1', 'account_2', 'account_3', 'account_4']))).toBe(
      'When one of 4 accounts has an engaged visit',
    );
    expect(when(accounts(['account_9']))).toBe('When an account has an engaged visit');
    expect(when(accounts(['account_gone', 'account_2']))).toBe(
      'When unknown account account_gone or Acme has an engaged visit',
    );
  });

  test('a person, the conversions of a page, and a week', () => {
    expect(when({ type: 'link_opened', personIds: null })).toBe('When the link of any person is opened');
    expect(when({ type: 'link_opened', personIds: ['person_1'] })).toBe(
      'When the link of Zoë Lindqvist is opened',
    );
    const change: Condition = {
      type: 'conversions_changed',
      pageId: 'page_1',
      direction: 'down',
      percent: 30,
      minVisits: 50,
    };
    expect(when(change)).toBe(
      'When conversions of Pricing fall by 30% or more against the same weekday, on days of at least 50 visits',
    );
    expect(when({ ...change, direction: 'any' })).toMatch(/Pricing rise or fall by/);
    expect(when({ type: 'weekly_report', pageId: null })).toBe(
      'Every Monday at 8:00, a report of last week on all pages',
    );
    expect(when({ type: 'weekly_report', pageId: 'page_1' })).toMatch(/week on Pricing$/);
  });

  test('can never happen once all that it names is gone', () => {
    const never = (condition: Condition) => neverBecause(condition, nameOf);
    expect(never(accounts(['account_gone']))).toBe('The account no longer exists: it cannot fire');
    expect(never({ type: 'link_opened', personIds: ['person_gone'] })).toBe(
      'The person no longer exists: it cannot fire',
    );
    expect(never(accounts(['account_gone', 'account_too_gone']))).toBe(
      'None of its accounts exists any more: it cannot fire',
    );
    for (const ids of [null, ['account_gone', 'account_1'], ['account_9']])
      expect(never(accounts(ids))).toBeUndefined();
  });

  test('is asked for by name only where its sentence has the name', () => {
    const many = accounts(['account_1', 'account_2', 'account_3', 'account_4']);
    expect(namedIn(many)).toEqual([]);
    expect(idsIn(many)).toHaveLength(4);
    expect(namedIn({ type: 'weekly_report', pageId: 'page_1' })).toEqual(['page_1']);
  });

  test('has a name of its own without the name of anybody, who may be erased', () => {
    const all: Condition[] = [
      accounts(['account_1']),
      { type: 'link_opened', personIds: ['person_1'] },
      { type: 'weekly_report', pageId: 'page_1' },
    ];
    for (const condition of all)
      for (const name of Object.values(names)) expect(usualName(condition)).not.toContain(name);
  });
});

describe('the form of an alert', () => {
  const alertWith = (condition: Condition): Alert => ({
    alertId: 'alert_1',
    name: 'Mine',
    webhookId: 'webhook_1',
    timezone: 'Europe/Berlin',
    isEnabled: true,
    author: 'demo',
    createdAt: '',
    updatedAt: '',
    updatedBy: null,
    condition,
  });

  test('makes of an alert what it was', () => {
    const all: Condition[] = [
      accounts(null, 2, 30),
      accounts(['account_1', 'account_2']),
      { type: 'link_opened', personIds: ['person_1'] },
      { type: 'link_opened', personIds: null },
      {
        type: 'conversions_changed',
        pageId: 'page_1',
        direction: 'up',
        percent: 5,
        minVisits: 1,
      },
      { type: 'weekly_report', pageId: null },
      { type: 'weekly_report', pageId: 'page_1' },
    ];
    for (const condition of all) {
      const { name, webhookId, timezone } = alertWith(condition);
      const texts = valuesIn({ ...valuesOf(alertWith(condition)) });
      expect(bodyOf(texts)).toEqual({ name, webhookId, timezone, condition });
    }
  });

  test('leaves a number that is none to the service, and gives a name', () => {
    const wrong = conditionOf(startOf({ visits: 'two' }));
    expect(wrong).toMatchObject({ visits: 0 });
    expect(hasWrongCount(wrong)).toBe(true);
    expect(hasWrongCount(conditionOf(startOf({ visits: '2' })))).toBe(false);
    expect(bodyOf(startOf({ name: '' })).name).toBe('An account visits');
  });

  test('offers the newest channel that gets its messages, and else a new one', () => {
    type Webhook = Parameters<typeof usualReceiver>[0][number];
    const webhook = (webhookId: string, format: string, isEnabled = true, of: Partial<Webhook> = {}) =>
      ({ webhookId, format, isEnabled, failingSince: null, createdAt: '2026-11-02', ...of }) as Webhook;
    const ill = webhook('ill', 'slack', true, { failingSince: '2026-11-26', createdAt: '2026-11-26' });
    const old = webhook('old', 'slack', true, { createdAt: '2026-11-01' });
    expect(usualReceiver([ill])).toBe(newReceiver('slack'));
    expect(usualReceiver([ill, webhook('a', 'json')])).toBe('a');
    expect(usualReceiver([ill, old])).toBe('old');
    expect(usualReceiver([old, webhook('b', 'teams')])).toBe('b');
    expect(usualReceiver([])).toBe(newReceiver('slack'));
    expect(usualReceiver([webhook('a', 'slack', false)])).toBe(newReceiver('slack'));
    expect(usualReceiver([webhook('a', 'json'), webhook('b', 'teams')])).toBe('b');
    expect(usualReceiver([webhook('a', 'json')])).toBe('a');
    expect(formatToMake(newReceiver('teams'))).toBe('teams');
    expect(formatToMake('webhook_1')).toBeUndefined();
  });
});

describe('what an alert has told', () => {
  const told = (facts: Fired['facts'], subject: string | null = null) =>
    firedInWords({ firedAt: '2026-11-26T09:30:00.000Z', subject, facts }, nameOf);
  const date = '2026-11-25';

  test('of an account and of a person', () => {
    expect(told({ type: 'accounts_visited', date, visits: 2, days: 7 }, 'account_1')).toBe(
      'Links of Northwind were opened: at least 2 engaged visits in 7 days.',
    );
    expect(told({ type: 'accounts_visited', date, visits: 1, days: 7 }, 'account_9')).toBe(
      'A link of an account was opened.',
    );
    expect(told({ type: 'link_opened', date }, 'person_gone')).toBe(
      'The link of an erased person was opened.',
    );
    expect(told({ type: 'link_opened', date }, 'person_1')).toBe('The link of Zoë Lindqvist was opened.');
  });

  test('of conversions', () => {
    const day = { type: 'conversions_changed', date, comparedDate: '2026-11-18' } as const;
    const figures = { visits: 120, comparedVisits: 130, conversions: 6, comparedConversions: 10 };
    expect(told({ ...day, ...figures, changePercent: -40 }, 'page_1')).toBe(
      'Conversions of Pricing fell by 40%: 6 of 120 visits on Wed 25 Nov, 10 of 130 visits on Wed 18 Nov.',
    );
    expect(told({ ...day, ...figures, changePercent: -12.5 }, 'page_1')).toContain('fell by 12.5%: ');
    expect(told({ ...day, ...figures, comparedConversions: 0, changePercent: null }, 'page_1')).toMatch(
      /^Conversions of Pricing rose from none: 6 of /,
    );
  });

  test('of a week, and says when there are not enough visits', () => {
    const week = { type: 'weekly_report', date: '2026-11-16', visits: 1200, comparedVisits: 900 } as const;
    expect(
      told({
        ...week,
        bestAudience: { audienceId: 'audience_1', visits: 200, conversions: 12, isMoreThanChance: true },
        accountIds: ['account_1', 'account_2'],
        moreAccounts: 3,
      }),
    ).toBe(
      'The week from 16 Nov: 1,200 visits, 900 the week before. Converts best: Retail, 12 of 200 visits. Companies that visited: Northwind, Acme, 3 more.',
    );
    expect(
      told({
        ...week,
        accountIds: [],
        moreAccounts: 0,
        bestAudience: {
          audienceId: 'audience_1',
          visits: 154,
          conversions: 11,
          isMoreThanChance: false,
          against: { audienceId: 'audience_2', visits: 105, conversions: 4 },
        },
      }),
    ).toContain(
      'Which audience converts best is too close to call: Retail (11 of 154 visits) against Banks (4 of 105).',
    );
    expect(told({ ...week, bestAudience: null, accountIds: [], moreAccounts: 0 }, 'page_1')).toBe(
      'The week from 16 Nov of Pricing: 1,200 visits, 900 the week before. There were no two audiences of a page to compare. No company visited.',
    );
  });

  test('needs each name once', () => {
    const fired = (subject: string): Fired => ({
      firedAt: '',
      subject,
      facts: { type: 'link_opened', date },
    });
    expect(namesNeeded([fired('person_1'), fired('person_1')])).toEqual(['person_1']);
    expect(
      namesNeeded([
        {
          firedAt: '',
          subject: null,
          facts: {
            type: 'weekly_report',
            date,
            accountIds: ['account_1'],
            moreAccounts: 0,
            visits: 80,
            comparedVisits: 80,
            bestAudience: {
              audienceId: 'audience_1',
              visits: 40,
              conversions: 1,
              against: { audienceId: 'audience_2', visits: 40, conversions: 1 },
            },
          },
        },
      ]),
    ).toEqual(['audience_1', 'audience_2', 'account_1']);
  });
});
