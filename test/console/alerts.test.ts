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
const accounts = (accountIds: string[] | null, visits = 1, days = 7): Condition => ({
  type: 'accounts_visited',
  accountIds,
  visits,
  days,
});

describe('what an alert waits for', () => {
  const change: Condition = {
    type: 'conversions_changed',
    pageId: 'page_1',
    direction: 'down',
    percent: 30,
    minVisits: 50,
  };
  const moved = 'by 30% or more against the same weekday, on days of at least 50 visits';
  const report = 'Every Monday at 8:00, a report of last week on';

  test.each<[Condition, string]>([
    [accounts(null, 2), 'When any account has at least 2 engaged visits in 7 days'],
    [accounts(null, 3, 1), 'When any account has at least 3 engaged visits in 1 day'],
    [accounts(['account_1']), 'When Northwind has an engaged visit'],
    [
      accounts(['account_1', 'account_2', 'account_3']),
      'When Northwind, Acme or Globex has an engaged visit',
    ],
    [
      accounts(['account_1', 'account_2', 'account_3', 'account_4']),
      'When one of 4 accounts has an engaged visit',
    ],
    [accounts(['account_9']), 'When an account has an engaged visit'],
    [
      accounts(['account_gone', 'account_2']),
      'When unknown account account_gone or Acme has an engaged visit',
    ],
    [{ type: 'link_opened', personIds: null }, 'When the link of any person is opened'],
    [{ type: 'link_opened', personIds: ['person_1'] }, 'When the link of Zoë Lindqvist is opened'],
    [change, `When conversions of Pricing fall ${moved}`],
    [{ ...change, direction: 'any' }, `When conversions of Pricing rise or fall ${moved}`],
    [{ type: 'weekly_report', pageId: null }, `${report} all pages`],
    [{ type: 'weekly_report', pageId: 'page_1' }, `${report} Pricing`],
    [
      { type: 'service_stalled' },
      'When the cron, visits, versions to publish or webhooks have stalled, or something could not be processed',
    ],
  ])('%j is said: %s', (condition, words) => expect(whenOf(condition, nameOf)).toBe(words));

  test('can never happen once all that it names is gone', () => {
    const never = (condition: Condition) => neverBecause(condition, nameOf);
    const noPerson: Condition = { type: 'link_opened', personIds: ['person_gone'] };
    expect(
      [accounts(['account_gone']), noPerson, accounts(['account_gone', 'account_too_gone'])].map(never),
    ).toEqual([
      'The account no longer exists: it cannot fire',
      'The person no longer exists: it cannot fire',
      'None of its accounts exists any more: it cannot fire',
    ]);
    for (const ids of [null, ['account_gone', 'account_1'], ['account_9']])
      expect(never(accounts(ids))).toBeUndefined();
    expect(never({ type: 'service_stalled' })).toBeUndefined();
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
      { type: 'service_stalled' },
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

describe('what an alert has sent, or would have', () => {
  const date = '2026-11-25';

  const visited = (visits: number) => ({ type: 'accounts_visited', date, visits, days: 7 }) as const;
  const figures = { visits: 120, comparedVisits: 130, conversions: 6, comparedConversions: 10 };
  const day = { type: 'conversions_changed', date, comparedDate: '2026-11-18', ...figures } as const;
  const counts = '6 of 120 visits on Wed 25 Nov, 10 of 130 visits on Wed 18 Nov.';
  const week = { type: 'weekly_report', date: '2026-11-16', visits: 1200, comparedVisits: 900 } as const;
  const weekInWords = '1,200 visits, 900 the week before.';
  const best = { audienceId: 'audience_1', visits: 200, conversions: 12, isMoreThanChance: true };
  const against = { audienceId: 'audience_2', visits: 105, conversions: 4 };
  const close = { audienceId: 'audience_1', visits: 154, conversions: 11, isMoreThanChance: false, against };
  const nobody = { accountIds: [], moreAccounts: 0 };
  const two = { accountIds: ['account_1', 'account_2'], moreAccounts: 3 };

  test.each<[string, Fired['facts'], string | null]>([
    ['Links of Northwind were opened: at least 2 engaged visits in 7 days.', visited(2), 'account_1'],
    ['A link of an account was opened.', visited(1), 'account_9'],
    ['The link of an erased person was opened.', { type: 'link_opened', date }, 'person_gone'],
    ['The link of Zoë Lindqvist was opened.', { type: 'link_opened', date }, 'person_1'],
    [`Conversions of Pricing fell by 40%: ${counts}`, { ...day, changePercent: -40 }, 'page_1'],
    [`Conversions of Pricing fell by 12.5%: ${counts}`, { ...day, changePercent: -12.5 }, 'page_1'],
    [
      `Conversions of Pricing rose from none: ${counts.replace('10 of', '0 of')}`,
      { ...day, comparedConversions: 0, changePercent: null },
      'page_1',
    ],
    [
      `The week from 16 Nov: ${weekInWords} Converts best: Retail, 12 of 200 visits. Companies that visited: Northwind, Acme, 3 more.`,
      { ...week, ...two, bestAudience: best },
      null,
    ],
    [
      `The week from 16 Nov: ${weekInWords} No audience is a clear winner: Retail (11 of 154 visits) against Banks (4 of 105). No company visited.`,
      { ...week, ...nobody, bestAudience: close },
      null,
    ],
    [
      `The week from 16 Nov of Pricing: ${weekInWords} There were no two audiences of a page to compare. No company visited.`,
      { ...week, ...nobody, bestAudience: null },
      'page_1',
    ],
    [
      'Versions have been waiting to go live since 26 Nov 2026, 18:20 (Asia/Tokyo).',
      { type: 'service_stalled', date, job: 'publishes', since: '2026-11-26T09:20:00.000Z' },
      null,
    ],
    ['The cron has never run.', { type: 'service_stalled', date, job: 'cron', since: null }, null],
  ])('%s', (words, facts, subject) =>
    expect(firedInWords({ firedAt: '2026-11-26T09:30:00.000Z', subject, facts }, nameOf, 'Asia/Tokyo')).toBe(
      words,
    ),
  );

  test.each<[string, Fired['facts'], string, Fired['visit']]>([
    [
      'A link of Northwind was opened: the one of Zoë Lindqvist, on Pricing, 26 Nov 2026, 18:30 (Asia/Tokyo).',
      visited(1),
      'account_1',
      { personId: 'person_1', pageId: 'page_1' },
    ],
    [
      'Links of Northwind were opened: at least 2 engaged visits in 7 days, last on a page, 26 Nov 2026, 18:30 (Asia/Tokyo).',
      visited(2),
      'account_1',
      { personId: null, pageId: 'page_gone' },
    ],
    [
      'The link of Zoë Lindqvist was opened on Pricing, 26 Nov 2026, 18:30 (Asia/Tokyo).',
      { type: 'link_opened', date },
      'person_1',
      { personId: 'person_1', pageId: 'page_1' },
    ],
  ])('a preview names who, where and when, in the zone of the alert: %s', (words, facts, subject, visit) => {
    const fired = { firedAt: '2026-11-26T09:30:00.000Z', subject, facts, visit };
    expect(firedInWords(fired, nameOf, 'Asia/Tokyo')).toBe(words);
    expect(namesNeeded([fired])).toEqual([
      ...new Set([subject, visit?.personId, visit?.pageId].filter(Boolean)),
    ]);
  });

  test('needs each name once', () => {
    const fired = (facts: Fired['facts'], subject: string | null): Fired => ({ firedAt: '', subject, facts });
    const opened = fired({ type: 'link_opened', date }, 'person_1');
    expect(namesNeeded([opened, opened])).toEqual(['person_1']);
    const { isMoreThanChance: _, ...bestAudience } = close;
    const report = fired({ ...week, ...two, accountIds: ['account_1'], bestAudience }, null);
    expect(namesNeeded([report])).toEqual(['audience_1', 'audience_2', 'account_1']);
  });
});
