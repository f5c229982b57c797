import { env } from 'cloudflare:workers';
import { send } from '../support/client.ts';
import { connectWith, type McpClient } from '../support/mcp.ts';

type Made = Record<'pageId' | 'audienceId' | 'personId', string>;
const make = async (path: string, body: object) => (await send<Made>('POST', path, body)).body;

let client: McpClient;
let pages: { pageId: string; audiences: Map<string, string> }[];
let personId: string;

beforeAll(async () => {
  client = await connectWith(['read']);
  ({ personId } = await make('/v0/persons', { name: 'Zoë Lindqvist', email: 'zoe@names.example' }));
  pages = [];
  for (const n of [1, 2, 3, 4]) {
    const { pageId } = await make('/v0/pages', { title: `Page ${n}`, url: `https://names.example/${n}` });
    const audiences = new Map<string, string>();
    for (const letter of ['A', 'B', 'C']) {
      const customName = `Audience ${n}${letter}`;
      audiences.set((await make(`/v0/pages/${pageId}/audiences`, { customName })).audienceId, customName);
    }
    const { audienceId } = await make(`/v0/pages/${pageId}/audiences`, { personId });
    audiences.set(audienceId, 'Zoë Lindqvist');
    const sessions = [...audiences.keys()].map((of) => ({
      analyticsSessionId: `names-${of}`,
      audienceId: of,
      sessionStartedAt: '2026-10-04T10:00:00Z',
      sessionEndedAt: '2026-10-04T10:02:11Z',
      ...(of === audienceId ? { hasFormSubmit: true, formSubmissionEmail: 'zoe@names.example' } : {}),
    }));
    await make(`/v0/pages/${pageId}/audience_sessions/import`, { sessions });
    pages.push({ pageId, audiences });
  }
});

const titleOf = (id: unknown) => `Page ${pages.findIndex(({ pageId }) => pageId === id) + 1}`;
const audienceOf = (id: unknown) => pages.flatMap(({ audiences }) => audiences.get(String(id)) ?? [])[0];
type Item = Record<string, unknown>;

test('pages, audiences and persons have names beside their ids, with few reads', async () => {
  const range = { startDate: '2026-10-01', endDate: '2026-11-01' };
  const compared = await client.call('compare_pages', range);
  expect(compared.body.items).toHaveLength(4);
  for (const item of compared.body.items as Item[]) expect(item.pageTitle).toBe(titleOf(item.pageId));
  expect(compared.cost.trips).toBe(2);

  const series = await client.call('get_workspace_timeseries', range);
  expect(series.body.pages).toHaveLength(4);
  for (const item of series.body.pages as Item[]) expect(item.pageTitle).toBe(titleOf(item.pageId));

  const [first] = pages;
  const pageId = first?.pageId;
  const audiences = await client.call('compare_audiences', { pageId, ...range });
  expect(audiences.body.items).toHaveLength(4);
  for (const item of audiences.body.items as Item[])
    expect(item.audienceName).toBe(audienceOf(item.audienceId));
  expect(audiences.cost.trips).toBe(2);

  const sessions = await client.call('list_sessions', { pageId });
  expect(sessions.body.items).toHaveLength(4);
  for (const item of sessions.body.items as Item[]) {
    expect(item.audienceName).toBe(audienceOf(item.audienceId));
    expect(item.personName).toBe(item.personId === null ? undefined : 'Zoë Lindqvist');
    expect(item.recipientName).toBe(item.personName);
  }

  const listed = await client.call('list_audiences', { pageId });
  const [personal] = (listed.body.items as Item[]).filter((item) => item.personId === personId);
  expect(personal).toMatchObject({ computedName: 'Zoë Lindqvist' });
  const audience = await client.call('get_audience', { pageId, audienceId: personal?.audienceId });
  expect(audience.body).toMatchObject({ pageTitle: 'Page 1', personId, computedName: 'Zoë Lindqvist' });
});

test('which companies came to a page is one call, with their names', async () => {
  const [first] = pages;
  const range = { startDate: '2026-10-01', endDate: '2026-11-01', sort: '-lastVisitAt' };
  const figures = { totalSessions: 1, recipientSessions: 1, formSessions: 1 };
  const companies = await client.call('compare_accounts', { ...range, pageId: first?.pageId });
  expect(companies.body).toMatchObject({
    items: [
      { accountName: 'names.example', ...figures, peopleCount: 1, lastVisitAt: '2026-10-04T10:00:00.000Z' },
    ],
    total: { totalSessions: 4 },
    unknown: { totalSessions: 3 },
  });
  expect(companies.cost.trips).toBe(2);
});

test('a person is read by id, with the visits of all pages', async () => {
  const { body } = await client.call('get_person', { personId });
  expect(body).toMatchObject({ personId, name: 'Zoë Lindqvist', email: 'zoe@names.example' });
  const { items } = body.sessions as { items: Item[] };
  expect(items).toHaveLength(4);
  for (const item of items) {
    expect(item).toMatchObject({ hasFormSubmit: true, audienceName: 'Zoë Lindqvist' });
    expect(item.pageTitle).toBe(titleOf(item.pageId));
  }
  const { body: short } = await client.call('get_person', { personId, limit: 1 });
  const { nextCursor } = short.sessions as { nextCursor: string };
  const { body: rest } = await client.call('get_person', { personId, cursor: nextCursor });
  expect((rest.sessions as { items: Item[] }).items).toHaveLength(3);
  const missing = await client.call('get_person', { personId: 'person_none' });
  expect([missing.isError, missing.body.code]).toEqual([true, 'person_not_found']);
});

test('an account is found by its domain, and read with what was noted of it', async () => {
  const noted = { source: 'crm', domain: 'names.example', payload: { stage: 'won' } };
  await send('POST', '/v0/account_logs', noted);
  const { body } = await client.call('list_accounts', { domain: 'names.example' });
  const [account] = body.items as Item[];
  expect(account).toMatchObject({ domain: 'names.example', linkedPersonsCount: 1 });
  const read = await client.call('get_account', { accountId: account?.accountId });
  expect(read.body).toMatchObject({
    accountId: account?.accountId,
    linkedPersonsCount: 1,
    timeline: {
      items: expect.arrayContaining([
        expect.objectContaining({
          kind: 'log',
          log: { source: 'crm', type: 'webhook', payload: '{"stage":"won"}' },
        }),
      ]),
      omittedPersonsCount: 0,
    },
  });
});

test('the name of a page that a list of a hundred does not have is read by its id', async () => {
  for (let n = 0; n < 100; n++)
    await make('/v0/pages', { title: `Newer ${n}`, url: `https://names.example/newer/${n}` });
  const { body, cost } = await client.call('compare_pages', {});
  for (const item of body.items as Item[]) expect(item.pageTitle).toBe(titleOf(item.pageId));
  expect(cost.trips).toBe(6);
});

test('at most 20 names are read one by one, the first of the answer, whatever their kinds', async () => {
  const { pageId } = await make('/v0/pages', { title: 'Busy', url: 'https://names.example/busy' });
  const reader = await make('/v0/persons', { name: 'A reader', email: 'reader@names.example' });
  const many = Array.from({ length: 30 }, (_, n) => n);
  const sessions = many.map((n) => ({
    analyticsSessionId: `many-persons-${n}-${pageId}`,
    sessionStartedAt: new Date(Date.UTC(2026, 9, 5, 10, n)).toISOString(),
    sessionEndedAt: '2026-10-05T12:00:00Z',
    hasFormSubmit: true,
    formSubmissionEmail: `reader-${n}@names.example`,
  }));
  await Promise.all(
    many.map((n) => make('/v0/persons', { name: `Reader ${n}`, email: `reader-${n}@names.example` })),
  );
  await make(`/v0/pages/${pageId}/audience_sessions/import`, { sessions });
  // Of each of 30 other pages, the person has a visit for an audience.
  for (const n of many) {
    const page = await make('/v0/pages', { title: `Old ${n}`, url: `https://names.example/old/${n}` });
    const { audienceId } = await make(`/v0/pages/${page.pageId}/audiences`, { customName: `Old ${n}` });
    const session = { ...sessions[n], audienceId, analyticsSessionId: `many-audiences-${audienceId}` };
    await make(`/v0/pages/${page.pageId}/audience_sessions/import`, {
      sessions: [{ ...session, formSubmissionEmail: 'reader@names.example' }],
    });
  }

  const batch = vi.spyOn(Object.getPrototypeOf(env.DB.withSession('first-primary')), 'batch');
  const ask = async (tool: string, given: Item) => {
    batch.mockClear();
    const { body, cost } = await client.call(tool, { ...given, limit: 100 });
    // Workers Free allows 50 for a request, the look-up of the key among them.
    expect(batch.mock.calls.flatMap(([statements]) => statements).length).toBeLessThanOrEqual(48);
    return { items: ((body.sessions ?? body) as { items: Item[] }).items, trips: cost.trips };
  };
  const namesOf = (items: Item[], name: string) => items.map((item) => item[name] ?? '');
  const lastFirst = (kind: string, most: number) => many.map((n) => (n < most ? `${kind} ${29 - n}` : ''));

  const ofPage = await ask('list_sessions', { pageId });
  expect(namesOf(ofPage.items, 'personName')).toEqual(lastFirst('Reader', 20));
  expect(ofPage.trips).toBe(21);

  const { personId } = reader;
  // A list of a hundred has all pages.
  const listed = await ask('get_person', { personId });
  expect(namesOf(listed.items, 'pageTitle')).toEqual(lastFirst('Old', 30));
  expect(namesOf(listed.items, 'audienceName')).toEqual(lastFirst('Old', 20));
  expect(listed.trips).toBe(23);

  for (let n = 0; n < 100; n++)
    await make('/v0/pages', { title: `Newest ${n}`, url: `https://names.example/newest/${n}` });
  const unlisted = await ask('get_person', { personId });
  expect(namesOf(unlisted.items, 'pageTitle')).toEqual(lastFirst('Old', 10));
  expect(namesOf(unlisted.items, 'audienceName')).toEqual(lastFirst('Old', 10));
  expect(unlisted.trips).toBe(23);
});
