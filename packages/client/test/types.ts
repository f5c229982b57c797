import {
  analyticsBreakdown,
  audienceAnalytics,
  type BreakdownItem,
  createFootfall,
  createPersonLog,
  type Event,
  getPage,
  ifMatch,
  isProblem,
  listEvents,
  listPages,
  type Page,
  type Person,
  paginate,
  searchPersons,
  updatePage,
  verifyWebhook,
} from '../src/index.ts';

// What compiles and what must not. It is only type-checked: `npm run types` fails when an expected error is missing.
const client = createFootfall({ baseUrl: 'http://127.0.0.1:8787', key: 'key' });
const body = { source: 'website', payload: {} };

/** Uses of the client that compile. */
export async function compiles(): Promise<void> {
  const { data: page, response } = await getPage({ client, path: { page_id: 'page' } });
  await updatePage({
    client,
    path: { page_id: page.pageId },
    body: { title: 'x' },
    headers: ifMatch(response),
  });
  for await (const item of paginate(listPages, { client })) item satisfies Page;
  const filters = { utmSource: ['news', 'ads'], unknown: ['referrer' as const] };
  const visits = { client, path: { page_id: 'page' }, query: { by: 'country' as const, ...filters } };
  for await (const item of paginate(analyticsBreakdown, visits)) item satisfies BreakdownItem;
  for await (const item of paginate(searchPersons, { client, query: { query: 'a' } })) item satisfies Person;
  for await (const event of paginate(listEvents, { client, query: { order: 'newest' } }))
    event satisfies Event;
  await audienceAnalytics({
    client,
    path: { page_id: 'page' },
    query: { names: true, sort: '-totalSessions' },
  });
  await createPersonLog({ client, body }).catch((error: unknown) => {
    if (isProblem(error, 'person_not_found')) error.code satisfies 'person_not_found';
  });
}

/** A receiver that tells events apart by their type. */
export async function receives(request: Request): Promise<string | null> {
  const event = await verifyWebhook(request, 'whsec_');
  switch (event.type) {
    case 'person.created':
      event.data.type satisfies 'person.created';
      return event.data.subject;
    case 'webhook.test':
      return event.timestamp;
    default:
      // @ts-expect-error: a type that no event has
      return event.type === 'person.made' ? '' : null;
  }
}

/** Uses of the client that do not compile. */
export async function mustNotCompile(): Promise<void> {
  // @ts-expect-error: a required field is missing
  await createPersonLog({ client, body: { source: 'website' } });
  // @ts-expect-error: an unknown field
  await createPersonLog({ client, body: { ...body, mail: 'grace@hopper.example' } });
  // @ts-expect-error: a field of another type
  await createPersonLog({ client, body: { ...body, email: 1 } });
  // @ts-expect-error: an unknown parameter
  await searchPersons({ client, query: { q: 'grace' } });
  // @ts-expect-error: one value of a parameter that takes several
  await audienceAnalytics({ client, path: { page_id: 'page' }, query: { utmSource: 'news' } });
  // @ts-expect-error: a dimension that is none
  await audienceAnalytics({ client, path: { page_id: 'page' }, query: { unknown: ['colour'] } });
  // @ts-expect-error: a parameter of the path is missing
  await getPage({ client });
  // @ts-expect-error: an operation without a client
  await listPages({});
  const { data } = await getPage({ client, path: { page_id: 'page' } });
  // @ts-expect-error: a field that the answer does not have
  data.name;
  // @ts-expect-error: a code that no problem has
  isProblem(new Error(), 'page_is_missing');
  // @ts-expect-error: not a list
  paginate(audienceAnalytics, { client, path: { page_id: 'page' } });
  // @ts-expect-error: an unknown parameter of a list
  paginate(searchPersons, { client, query: { q: 'grace' } });
}
