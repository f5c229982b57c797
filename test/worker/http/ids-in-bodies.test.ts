import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Audience } from '../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import type { AccountLogCreated } from '../../../src/people/account-logs/schemas.ts';
import type { PersonLogBatchResult, PersonLogCreated } from '../../../src/people/person-logs/schemas.ts';
import type { PageLink } from '../../../src/visits/page-links/schemas.ts';
import { type Problem, type Reply, send } from '../support/client.ts';
import { newWebhook } from '../support/webhooks.ts';
import { writesNothing } from '../support/writes-nothing.ts';

const log = { source: 'crm', payload: {} };
const known = { personId: '', accountId: '', pageId: '', audienceId: '', pageLinkId: '', webhookId: '' };
const url = () => `https://ids.example/${crypto.randomUUID()}`;

beforeAll(async () => {
  const person = await send<PersonLogCreated>('POST', '/v0/person_logs', { ...log, email: 'a@ids.example' });
  const account = await send<AccountLogCreated>('POST', '/v0/account_logs', {
    ...log,
    domain: 'ids.example',
  });
  const { pageId } = (await send<Page>('POST', '/v0/pages', { title: 'Ids', url: url() })).body;
  const audience = await send<Audience>('POST', `/v0/pages/${pageId}/audiences`, {});
  const link = await send<PageLink>('POST', '/v0/page_links', {
    path: '/ids',
    target: { targetType: 'page', pageId },
  });
  const { personId } = person.body;
  const { accountId } = account.body;
  const { audienceId } = audience.body;
  Object.assign(known, { personId, accountId, pageId, audienceId, pageLinkId: link.body.pageLinkId });
  known.webhookId = (await newWebhook()).webhookId;
  // Otherwise each request notes who writes.
  await env.DB.prepare('delete from event_listeners').run();
});

const session = (audienceId: string) => ({
  analyticsSessionId: crypto.randomUUID(),
  audienceId,
  sessionStartedAt: '2026-03-04T10:00:00.000Z',
  sessionEndedAt: '2026-03-04T10:02:00.000Z',
});

/** The places of ids in bodies and filters, and the error code for an unknown id. */
const places: [string, keyof typeof known, string, (id: string) => Promise<Reply<Problem>>][] = [
  [
    'personId of a log',
    'personId',
    'person_not_found',
    (personId) =>
      send('POST', '/v0/person_logs', { ...log, personId, idempotencyKey: 'k', email: 'x@y.example' }),
  ],
  [
    'accountId of a log',
    'accountId',
    'account_not_found',
    (accountId) => send('POST', '/v0/account_logs', { ...log, accountId, idempotencyKey: 'k' }),
  ],
  [
    'personId of an audience',
    'personId',
    'person_not_found',
    (personId) => send('POST', `/v0/pages/${known.pageId}/audiences`, { personId }),
  ],
  [
    'pageId of a new link',
    'pageId',
    'page_not_found',
    (pageId) => send('POST', '/v0/page_links', { path: '/new', target: { targetType: 'page', pageId } }),
  ],
  [
    'audienceId of a link',
    'audienceId',
    'audience_not_found',
    (audienceId) =>
      send('PATCH', `/v0/page_links/${known.pageLinkId}`, { target: { targetType: 'audience', audienceId } }),
  ],
  [
    'tenantDomainId of a link',
    'pageId',
    'tenant_domain_not_found',
    (tenantDomainId) => send('PATCH', `/v0/page_links/${known.pageLinkId}`, { tenantDomainId }),
  ],
  [
    'webhookId of an alert',
    'webhookId',
    'webhook_not_found',
    (webhookId) => send('POST', '/v0/alerts', { name: 'Ids', webhookId, condition: { type: 'link_opened' } }),
  ],
  [
    'audienceId of an imported session',
    'audienceId',
    'audience_not_found',
    (audienceId) =>
      send('POST', `/v0/pages/${known.pageId}/audience_sessions/import`, { sessions: [session(audienceId)] }),
  ],
  [
    'audienceId of a list of sessions',
    'audienceId',
    'audience_not_found',
    (audienceId) =>
      send('GET', `/v0/pages/${known.pageId}/audience_sessions?${new URLSearchParams({ audienceId })}`),
  ],
];

describe.each(places)('%s', (_place, name, code, request) => {
  test.each<[string, (id: string) => string]>([
    ['256 characters', (id) => id.padEnd(256, 'x')],
    ['100,000 characters', () => 'x'.repeat(100_000)],
    ['256 characters of four bytes', () => '\u{1f511}'.repeat(256)],
    ['a NUL at its end', (id) => `${id}\u0000`],
    ['a space at its end', (id) => `${id} `],
    ['a line feed', () => 'a\nb'],
    ['half a character', () => '\ud800'],
    ['upper case', (id) => id.toUpperCase()],
    ['what looks like SQL', () => "' or 1=1 --"],
    ['what JSON has a meaning for', () => '__proto__'],
  ])('with %s is a 404', async (_what, of) => {
    const reply = await writesNothing(() => request(of(known[name])));
    expect([reply.status, reply.body.code], reply.text).toEqual([404, code]);
  });
});

test('in a batch an id that is too long fails only its own write', async () => {
  const writes = [
    { ...log, personId: known.personId },
    { ...log, personId: 'x'.repeat(256) },
    { ...log, personId: 'x'.repeat(300_000) },
    { ...log, email: 'b@ids.example' },
  ];
  const { status, body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', { writes });
  expect([status, body.results.map((result) => result.status)]).toEqual([200, [201, 404, 404, 201]]);
  expect(body.results[1]?.problem?.code).toBe('person_not_found');
});

test('a path on a domain of 256 characters is not found', async () => {
  const reply = await send<Problem>(
    'GET',
    `/v0/page_links/resolve?path=/ids&tenantDomainId=${'x'.repeat(256)}`,
  );
  expect([reply.status, reply.body.code]).toEqual([404, 'page_link_not_found']);
});

test.each(['pageId', 'tenantDomainId'])('a link is not found by a %s of 256 characters', async (name) => {
  const reply = await send('GET', `/v0/page_links/search?${name}=${'x'.repeat(256)}`);
  expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ items: [], totalCount: 0 })]);
});
