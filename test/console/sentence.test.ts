import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../console/src/screens/timeline/items.tsx';

const event = (type: string, object: unknown, previous_attributes?: unknown) =>
  sentenceOf({ object: 'event', type, data: { object, previous_attributes } });

describe('Stripe', () => {
  const invoice = { number: 'TM-51200', currency: 'usd', amount_paid: 24_000, amount_due: 24_050 };

  test('an invoice has its number and its amount, in minor units of its currency', () => {
    expect(event('invoice.paid', invoice)).toBe('Invoice TM-51200 paid, US$240');
    expect(event('invoice.payment_failed', invoice)).toBe('Invoice TM-51200 could not be paid, US$240.50');
    expect(event('invoice.paid', { ...invoice, currency: 'jpy' })).toMatch(/¥24,000$/);
    expect(event('invoice.paid', { ...invoice, currency: 'kwd' })).toMatch(/KWD\s24$/);
    expect(event('invoice.paid', { currency: 'eur', amount_paid: 0 })).toBe('Invoice paid, €0');
  });

  test('an amount that is none, or of no currency, is left out', () => {
    for (const wrong of [
      { currency: '<img src=x>' },
      { currency: 'toString' },
      { currency: 7 },
      { amount_paid: '24000' },
      { amount_paid: 2.5 },
      { amount_paid: 1e300 },
      { amount_paid: null },
    ])
      expect(event('invoice.paid', { ...invoice, ...wrong })).toBe('Invoice TM-51200 paid');
  });

  const items = (quantity: number) => ({ data: [{ quantity, price: { nickname: 'Team' } }] });
  const state = { items: items(12) };
  const changed = 'customer.subscription.updated';
  const ending = { ...state, cancel_at_period_end: true };
  const charge = { currency: 'gbp', amount: 1999, amount_refunded: 500 };
  test.each<[type: string, object: object, words: string, before?: object]>([
    ['customer.subscription.created', state, 'Subscription began: 12 × Team'],
    [changed, state, 'Subscription changed: 12 × Team, from 10', { items: items(10) }],
    [changed, ending, 'Subscription will end with its period: 12 × Team', { cancel_at_period_end: false }],
    ['customer.subscription.deleted', {}, 'Subscription ended'],
    ['charge.succeeded', charge, 'Payment received, £19.99'],
    ['charge.refunded', charge, 'Payment refunded, £5'],
    ['checkout.session.completed', { currency: 'gbp', amount_total: 1999 }, 'Checkout completed, £19.99'],
  ])('%s of %j: %s', (type, object, words, before) => expect(event(type, object, before)).toBe(words));
});

describe('HubSpot', () => {
  const deal = { dealname: 'Acme: Team', amount: '2736.00', deal_currency_code: 'USD' };

  test.each([
    ['deal', 'dealstage', 'contractsent', 'Deal Acme: Team moved to contract sent, US$2,736', deal],
    ['deal', 'dealstage', 'closedwon', 'Deal Acme: Team won, US$2,736', deal],
    ['deal', 'dealstage', 'closedlost', 'Deal lost', {}],
    ['deal', 'dealstage', '48213', 'Deal moved to 48213', { amount: '' }],
    [
      'contact',
      'lifecyclestage',
      'salesqualifiedlead',
      'Contact: lifecycle stage is now sales qualified lead',
      {},
    ],
    ['contact', 'hs_lead_status', 'CONNECTED', 'Contact: lead status is now CONNECTED', {}],
    ['company', 'numberofemployees', 240, 'Company: number of employees is now 240', {}],
    ['contact', 'phone', '', 'Contact: phone was cleared', {}],
    ['contact', 'constructor', 'toString', 'Contact: constructor is now toString', {}],
  ])('%s with %s %s: %s', (kind, propertyName, propertyValue, words, properties) => {
    const subscriptionType = `${kind}.propertyChange`;
    expect(sentenceOf({ subscriptionType, propertyName, propertyValue, properties })).toBe(words);
  });

  test('a contact is made', () =>
    expect(sentenceOf({ subscriptionType: 'contact.creation' })).toBe('Contact made in HubSpot'));
});

describe('forms and bookings', () => {
  test('an answer of Typeform says the form, and what was written', () => {
    const form_response = {
      definition: { title: 'Contact sales' },
      answers: [
        { type: 'text', text: 'Zoë', field: { type: 'short_text' } },
        { type: 'text', text: 'How does pricing\nwork?', field: { type: 'long_text' } },
      ],
    };
    const sentence = (response: unknown) =>
      sentenceOf({ event_type: 'form_response', form_response: response });
    expect(sentence(form_response)).toBe('Form “Contact sales” sent: “How does pricing work?”');
    expect(sentence({ ...form_response, answers: form_response.answers.slice(0, 1) })).toBe(
      'Form “Contact sales” sent: 1 answer',
    );
    expect(sentence({})).toBe('Form sent');
    expect(sentence(null)).toBe('Form sent');
  });

  test('a booking of Cal.com says when and with whom, or why it was cancelled', () => {
    const booking = {
      eventTitle: 'Intro call',
      startTime: '2026-12-01T09:00:00Z',
      organizer: { name: 'Priya' },
    };
    const sentence = (triggerEvent: unknown, payload: unknown) => sentenceOf({ triggerEvent, payload });
    expect(sentence('BOOKING_CREATED', booking)).toMatch(/^Intro call booked for .*2026.*, with Priya$/);
    expect(sentence('BOOKING_CANCELLED', { ...booking, cancellationReason: 'Ill' })).toMatch(
      /^Intro call cancelled of .*2026.*: “Ill”$/,
    );
    for (const startTime of ['2026-99-99', 'now', 12, {}])
      expect(sentence('BOOKING_RESCHEDULED', { title: 'Demo', startTime })).toBe('Demo moved');
    expect(sentence('toString', booking)).toBeUndefined();
  });
});

describe('GitHub', () => {
  const issue = { number: 12, title: 'Retry waits too long' };
  const pull_request = { number: 13, title: 'Faster', merged: true };
  test.each<[object, string | undefined]>([
    [{ action: 'opened', issue }, 'Issue #12 opened in acme/client: Retry waits too long'],
    [{ action: 'created', issue, comment: {} }, 'Comment on issue #12 in acme/client: Retry waits too long'],
    [{ action: 'closed', pull_request }, 'Pull request #13 merged in acme/client: Faster'],
    [{ action: 'published', release: { tag_name: 'v2' } }, 'Release v2 of acme/client published'],
    [{ ref: 'refs/heads/main', commits: [{}, {}] }, '2 commits pushed to acme/client'],
    [{ action: 'created', starred_at: '2026-01-01' }, 'acme/client starred'],
    [{ action: 'invented', issue }, undefined],
  ])('%j: %s', (event, words) => {
    const repository = { full_name: 'acme/client' };
    expect(sentenceOf({ repository, sender: { login: 'zoe' }, ...event })).toBe(words);
  });
});

test('a text is cut and in one line, and markup stays text', () => {
  const paid = (number: unknown) => event('invoice.paid', { number });
  expect(paid('x'.repeat(10_000))).toBe(`Invoice ${'x'.repeat(80)}… paid`);
  expect(paid(`${'x'.repeat(79)}👩🏽‍🚀`)).toMatch(/^Invoice x{79}👩… paid$/u);
  expect(paid('<img src=x onerror=alert(1)>')).toBe('Invoice <img src=x onerror=alert(1)> paid');
  expect(paid(' \n ')).toBe('Invoice paid');
});

test('whatever a payload is, reading it throws nothing, and what is not known has no sentence', () => {
  const things = [null, undefined, 0, Number.NaN, -1, '', 'text', true, [], {}, [[]], { length: 9 }];
  const keys = 'object type data subscriptionType propertyName event_type form_response triggerEvent payload';
  const shapes = [...things, ...keys.split(' ').flatMap((key) => things.map((thing) => ({ [key]: thing })))];
  for (const payload of shapes) {
    expect(sentenceOf(payload)).toBeUndefined();
    for (const known of [
      { object: 'event', type: 'invoice.paid', data: { object: payload, previous_attributes: payload } },
      { object: 'event', type: 'customer.subscription.updated', data: { object: { items: payload } } },
      {
        object: 'event',
        type: 'customer.subscription.updated',
        data: { object: { items: { data: payload } } },
      },
      { subscriptionType: 'deal.propertyChange', propertyName: 'dealstage', propertyValue: payload },
      { event_type: 'form_response', form_response: { definition: payload, answers: payload } },
      { triggerEvent: 'BOOKING_CREATED', payload },
      { repository: { full_name: 'a/b' }, sender: { login: 'c' }, action: payload, issue: payload },
    ])
      expect(() => sentenceOf(known)).not.toThrow();
  }
});
