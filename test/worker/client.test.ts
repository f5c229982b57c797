import { exports } from 'cloudflare:workers';
import {
  createFootfall,
  createPage,
  createPerson,
  createPersonLog,
  type Footfall,
  getPage,
  getPerson,
  ifMatch,
  isProblem,
  listPages,
  listPersonLogs,
  paginate,
  searchPersons,
  updatePage,
} from '#footfall/client';
import { mintKey } from './support/client.ts';

// The client in a Worker, with the service behind a binding.

let key: string;
let client: Footfall;
const service = (request: Request) => exports.default.fetch(request);
beforeAll(async () => {
  key = await mintKey(['read', 'write']);
  client = createFootfall({ baseUrl: 'https://footfall.test', key, fetch: service });
});

test('lists every person of a search, page by page', async () => {
  const names = Array.from({ length: 5 }, (_, index) => `Paged ${index}`);
  for (const name of names) await createPerson({ client, body: { name } });
  const query = { query: 'paged', limit: 2 };
  const found = await Array.fromAsync(paginate(searchPersons, { client, query }));
  expect(found.map(({ name }) => name).toSorted()).toEqual(names);
});

test('writes a log once, whatever is lost on the way', async () => {
  let lost = 0;
  const unreliable = createFootfall({
    baseUrl: 'https://footfall.test',
    key,
    fetch: async (request) => {
      const response = await service(request);
      if (lost++ < 2) throw new TypeError('the answer was lost');
      return response;
    },
  });
  const body = { source: 'crm', email: 'once@hopper.example', payload: { seats: 25 } };
  const { data, response } = await createPersonLog({ client: unreliable, body });
  expect(lost).toBe(3);
  expect(response.headers.get('idempotent-replayed')).toBe('true');
  const path = { person_id: data.personId };
  expect(await Array.fromAsync(paginate(listPersonLogs, { client, path }))).toHaveLength(1);
});

test('a change with the ETag of an older state is a problem', async () => {
  const url = 'https://hopper.example/client';
  const { data: page } = await createPage({ client, body: { title: 'Pricing', url } });
  const path = { page_id: page.pageId };
  const { response: read } = await getPage({ client, path });
  const { response: changed } = await updatePage({
    client,
    path,
    headers: ifMatch(read),
    body: { title: 'New' },
  });
  const again = updatePage({ client, path, headers: ifMatch(read), body: { title: 'Other' } });
  await expect(again).rejects.toMatchObject({
    code: 'precondition_failed',
    status: 412,
    document: { currentETag: changed.headers.get('etag') },
  });
  const conflict = await createPage({ client, body: { title: 'Again', url } }).catch(
    (error: unknown) => error,
  );
  expect(isProblem(conflict, 'page_conflict') && conflict.document?.conflictingId).toBe(page.pageId);
  const headers = { 'If-None-Match': changed.headers.get('etag') ?? '' };
  await expect(getPage({ client, path, headers })).rejects.toMatchObject({ code: 'not_modified' });
});

test('problems have the words of the service', async () => {
  const path = { person_id: 'person_none' };
  await expect(getPerson({ client, path })).rejects.toMatchObject({
    name: 'FootfallProblem',
    code: 'person_not_found',
    requestId: expect.stringMatching(/./),
  });
  const stranger = createFootfall({ baseUrl: 'https://footfall.test', key: 'ff_main_x', fetch: service });
  await expect(listPages({ client: stranger })).rejects.toMatchObject({
    code: 'invalid_api_key',
    status: 401,
  });
});
