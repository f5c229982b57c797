import type { PersonLogBatchResult } from '../../../src/people/logs/body-schemas.ts';
import { type Problem, type Reply, send } from '../support/client.ts';
import { outcome } from '../support/replies.ts';
import { ids } from '../support/route-ids.ts';
import { prepareRoutes } from '../support/route-keys.ts';
import { writesNothing } from '../support/writes-nothing.ts';

prepareRoutes();

const log = { source: 'crm', payload: {} };
const session = {
  analyticsSessionId: crypto.randomUUID(),
  sessionStartedAt: '2026-03-04T10:00:00.000Z',
  sessionEndedAt: '2026-03-04T10:02:00.000Z',
};
const audiences = () => `/v0/pages/${ids.page_id}/audiences`;
const link = () => `/v0/page_links/${ids.page_link_id}`;
const sessions = () => `/v0/pages/${ids.page_id}/audience_sessions`;

type Ask = (id: string) => Promise<Reply<Problem>>;
/** The places of ids in bodies and filters, the parameter that has such ids in paths, and the error for an unknown id. */
const places: [place: string, parameter: string, code: string, Ask][] = [
  [
    'personId of a log',
    'person_id',
    'person_not_found',
    (personId) =>
      send('POST', '/v0/person_logs', { ...log, personId, idempotencyKey: 'k', email: 'x@y.example' }),
  ],
  [
    'accountId of a log',
    'account_id',
    'account_not_found',
    (accountId) => send('POST', '/v0/account_logs', { ...log, accountId, idempotencyKey: 'k' }),
  ],
  [
    'personId of an audience',
    'person_id',
    'person_not_found',
    (personId) => send('POST', audiences(), { personId }),
  ],
  [
    'pageId of a new link',
    'page_id',
    'page_not_found',
    (pageId) => send('POST', '/v0/page_links', { path: '/new', target: { targetType: 'page', pageId } }),
  ],
  [
    'audienceId of a link',
    'audience_id',
    'audience_not_found',
    (audienceId) => send('PATCH', link(), { target: { targetType: 'audience', audienceId } }),
  ],
  [
    'tenantDomainId of a link',
    'tenant_domain_id',
    'tenant_domain_not_found',
    (tenantDomainId) => send('PATCH', link(), { tenantDomainId }),
  ],
  [
    'webhookId of an alert',
    'webhook_id',
    'webhook_not_found',
    (webhookId) => send('POST', '/v0/alerts', { name: 'Ids', webhookId, condition: { type: 'link_opened' } }),
  ],
  [
    'audienceId of an imported session',
    'audience_id',
    'audience_not_found',
    (audienceId) => send('POST', `${sessions()}/import`, { sessions: [{ ...session, audienceId }] }),
  ],
  [
    'audienceId of a list of sessions',
    'audience_id',
    'audience_not_found',
    (audienceId) => send('GET', `${sessions()}?${new URLSearchParams({ audienceId })}`),
  ],
];

describe.each(places)('%s', (_place, parameter, code, ask) => {
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
    const reply = await writesNothing(() => ask(of(ids[parameter] ?? '')));
    expect(outcome(reply), reply.text).toEqual([404, code]);
  });
});

test('in a batch an id that is too long fails only its own write', async () => {
  const writes = [
    { ...log, personId: ids.person_id },
    { ...log, personId: 'x'.repeat(256) },
    { ...log, personId: 'x'.repeat(300_000) },
    { ...log, email: 'b@ids.example' },
  ];
  const { status, body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', { writes });
  expect([status, body.results.map((result) => result.status)]).toEqual([200, [201, 404, 404, 201]]);
  expect(body.results[1]?.problem?.code).toBe('person_not_found');
});

test('a link is not found by an id of 256 characters', async () => {
  const long = 'x'.repeat(256);
  const resolved = await send('GET', `/v0/page_links/resolve?path=/ids&tenantDomainId=${long}`);
  expect(outcome(resolved)).toEqual([404, 'page_link_not_found']);
  for (const name of ['pageId', 'tenantDomainId']) {
    const { body } = await send('GET', `/v0/page_links/search?${name}=${long}`);
    expect(body).toMatchObject({ items: [], totalCount: 0 });
  }
});
