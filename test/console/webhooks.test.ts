import type { Webhook } from '@footfall/client';
import { describe, expect, test } from 'vitest';
import { groups } from '../../console/src/screens/history/groups.ts';
import {
  type Delivery,
  deliveryInWords,
  receiverAmong,
  receiverOf,
  stateOf,
  testInWords,
  typeName,
  typesInWords,
} from '../../console/src/screens/webhooks/words.ts';
import { type EventType, eventTypes } from '../../src/vocabulary/events.ts';

const slack = 'https://hooks.slack.com/services/T0ABC/B0DEF/k3Jd9aXyZ';

describe('a webhook', () => {
  test.each([
    ['slack', slack, 'Slack: hooks.slack.com/…aXyZ'],
    ['teams', 'https://prod.azure.com/w?sig=abcdefghijkl', 'Teams: prod.azure.com/…ijkl'],
    ['json', 'https://hooks.acme.example/in', 'Program: hooks.acme.example/in'],
    ['json', 'https://hooks.acme.example/', 'Program: hooks.acme.example'],
    ['json', 'http://127.0.0.1:3000/', 'Program: 127.0.0.1:3000'],
  ] as const)('of the format %s at %s is called %s', (format, url, name) =>
    expect(receiverOf({ format, url })).toBe(name),
  );

  test('with the address of another says what it sends and how its id ends', () => {
    const webhook = (webhookId: string, types: Webhook['types'], url = slack) => ({
      webhookId,
      types,
      url,
      format: 'slack' as const,
    });
    const all = [
      webhook('webhook_01kafz8q6tf7n9t3cwh2k5v4xe', ['person.created']),
      webhook('webhook_01kafz8q6tf7n9t3cwh2k5v4yf', ['person.created']),
      // Another channel, whose address is shown by the same end.
      webhook('webhook_01kafz8q6tf7n9t3cwh2k5v4zg', [...eventTypes], `${slack.slice(0, -9)}0000aXyZ`),
      webhook('webhook_01kafz8q6tf7n9t3cwh2k5v50h', [...eventTypes], `${slack}1`),
    ];
    const names = all.map((one) => receiverAmong(one, all));
    expect(names).toEqual([
      'Slack: hooks.slack.com/…aXyZ (…v4xe: Person: created)',
      'Slack: hooks.slack.com/…aXyZ (…v4yf: Person: created)',
      'Slack: hooks.slack.com/…aXyZ (…v4zg: All)',
      'Slack: hooks.slack.com/…XyZ1',
    ]);
    expect(new Set(names).size).toBe(all.length);
  });

  test.each<[EventType[], string]>([
    [[...eventTypes], 'All'],
    [['person.visited', 'account.visited', 'form.submitted'], 'Known visitors, Forms'],
    [['person.created'], 'Person: created'],
    [['session.started'], 'Visit: visited'],
    [['person.visited'], 'Visit: for a person'],
    [['person.created', 'account.created', 'page.created', 'api_key.revoked'], '4 types'],
    ...groups.map(({ types, label }): [EventType[], string] => [[...types], label]),
  ])('that sends %j says so: %s', (types, words) => expect(typesInWords(types)).toBe(words));

  test('has a name for every type', () => {
    for (const type of eventTypes) expect(typeName(type)).toMatch(/^[A-Z][a-z]+: [a-z][\w ]+$/);
  });

  test('is on, failing, or off for a reason', () => {
    const state = (of: Partial<Webhook>) =>
      stateOf({ isEnabled: false, disabledReason: null, failingSince: null, ...of });
    expect(state({ isEnabled: true })).toEqual({ tone: 'good', badge: 'On' });
    expect(state({ isEnabled: true, failingSince: '2026-11-26T09:30:00.000Z' })).toMatchObject({
      badge: 'Failing',
      why: expect.stringMatching(/^Nothing has arrived since 26 Nov 2026/),
    });
    expect(state({ disabledReason: 'gone' }).why).toBe('It answered 410: it is gone for good.');
    expect(state({ disabledReason: 'failing' }).why).toBe('Nothing arrived for five days.');
    expect(state({ disabledReason: 'request' }).badge).toBe('Off');
  });
});

describe('an attempt', () => {
  const answered = { statusCode: null, error: null, durationMs: 84, answer: null };

  test.each([
    [{ isDelivered: true, statusCode: 200 }, 'json', 'It arrived: 200 after 84 ms.'],
    [{ isDelivered: true, statusCode: 200 }, 'slack', 'It arrived: 200 after 84 ms. Check the channel.'],
    [{ statusCode: 404 }, 'slack', 'It did not arrive. It answered 404.'],
    [{ error: 'timeout' }, 'json', 'It did not arrive. No answer came in 20 seconds.'],
    [
      { statusCode: 302, error: 'redirect' },
      'json',
      'It did not arrive. It answered 302 with another address, which is not followed.',
    ],
    [{ error: 'connection' }, 'json', expect.stringMatching(/It cannot be reached\.$/)],
    [{ error: 'refused_address' }, 'json', expect.stringMatching(/must be public\.$/)],
  ] as const)('of a test that ended with %j at %s: %s', (of, format, words) =>
    expect(testInWords({ ...answered, isDelivered: false, ...of }, format)).toEqual(words),
  );

  test('of a delivery, with the number of attempts', () => {
    const delivery: Delivery = {
      sequence: 7,
      type: 'page.created',
      status: 'succeeded',
      attempts: 1,
      startedAt: '2026-11-26T09:30:00.000Z',
      nextAttemptAt: null,
      ...answered,
      statusCode: 204,
    };
    const words = (of: Partial<Delivery>, isOn = true) =>
      deliveryInWords({ ...delivery, ...of }, isOn, Date.parse('2026-11-26T10:00:00.000Z'));
    expect(words({})).toBe('204 after 84 ms.');
    const waiting: Partial<Delivery> = {
      status: 'waiting',
      statusCode: 503,
      attempts: 3,
      nextAttemptAt: '2026-11-26T10:30:00.000Z',
    };
    expect(words(waiting)).toBe('It answered 503. 3 attempts. Next attempt in 30 min.');
    expect(words(waiting, false)).toBe(
      'It answered 503. 3 attempts. It waits until the webhook is switched on.',
    );
    expect(words({ ...waiting, attempts: 0 })).toBe('It is about to be sent.');
    expect(words({ status: 'given_up', statusCode: null, error: 'timeout', attempts: 10 })).toBe(
      'No answer came in 20 seconds. 10 attempts.',
    );
  });
});
