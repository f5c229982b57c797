import type { Audience } from '../../../src/content/audiences/schemas.ts';
import { read } from '../support/audiences.ts';
import { send, tableSizes } from '../support/client.ts';
import { eventsOf, listen } from '../support/events.ts';
import { connectWith, type McpClient, type ToolResult } from '../support/mcp.ts';
import { newPage } from '../support/pages.ts';
import { writesNothing } from '../support/writes-nothing.ts';

let writer: McpClient;
let pageId: string;
let serial = 0;

const fields = [{ name: 'hero', label: 'Headline', kind: 'text', default: 'For everyone', maxLength: 20 }];

beforeAll(async () => {
  await listen();
  writer = await connectWith(['read', 'write']);
});
beforeEach(async () => {
  ({ pageId } = await newPage({ fields, url: `https://personal.example/pricing-${++serial}` }));
});

const make = (given: object, of = pageId) => writer.call('make_personal_page', { pageId: of, ...given });
/** Somebody that nobody knows. */
const stranger = () => ({ email: `zoe-${++serial}@northwind.example`, name: `Zoë ${serial}` });
const hero = (text: string) => ({ fieldOverrides: { hero: text } });
const ok = ({ isError, body }: ToolResult) => {
  expect(isError, JSON.stringify(body)).toBeUndefined();
  return body as Record<'personId' | 'audienceId' | 'pageLinkId' | 'address', string> & {
    made: string[];
    words: object[];
  };
};
const counted = async () => {
  const { persons, audiences, page_links: links } = await tableSizes();
  return { persons, audiences, links };
};

test('makes a person, an audience with words and a link, and the same call again makes nothing', async () => {
  const given = { ...stranger(), ...hero('Hello Zoë') };
  const before = await counted();
  const result = await make(given);
  const body = ok(result);
  expect(body).toMatchObject({
    made: ['person', 'audience', 'link'],
    address: `https://personal.example/for/zoe-${serial}`,
    versionNumber: 1,
    words: [{ word: 'fieldOverrides.hero', draft: 'Hello Zoë', live: null }],
    visitors:
      'Visitors see nothing of a draft. They get the words of the page until the user agrees to publish_audience.',
  });
  // The page, the person, the audience, the link.
  expect(result.cost.trips).toBe(4);
  const sum = (n: number | undefined) => (n ?? 0) + 1;
  const after = {
    persons: sum(before.persons),
    audiences: sum(before.audiences),
    links: sum(before.links),
  };
  expect(await counted()).toEqual(after);
  const audience = await read({ pageId, audienceId: body.audienceId });
  expect(audience).toMatchObject({ status: 'draft', publishedVersion: null, personId: body.personId });

  const { made: _, words: written, ...same } = body;
  const { email } = given;
  for (const again of [given, { ...given, name: 'Other' }, { email, ...hero('Hello Zoë') }, { email }]) {
    const { words, ...found } = ok(await writesNothing(() => make(again)));
    expect(found).toEqual({ ...same, made: [] });
    if ('fieldOverrides' in again) expect(words).toEqual(written);
  }
  expect(ok(await writesNothing(() => make({ personId: body.personId }))).made).toEqual([]);
  expect(await counted()).toEqual(after);
});

test.each<[string, (serial: number) => [known: object, spelled: object]]>([
  ['an email', (n) => [{ email: `lin-${n}@northwind.example` }, { email: ` LIN-${n}@Northwind.example ` }]],
  [
    'a profile',
    (n) => [
      { linkedinProfileUrl: `https://www.linkedin.com/in/Lin${n}` },
      { linkedinProfileUrl: `linkedin.com/in/lin${n}/details` },
    ],
  ],
  [
    'a phone number',
    (n) => [{ phoneNumber: `+4930${1_000_000 + n}` }, { phoneNumber: `+4930${1_000_000 + n}` }],
  ],
])('knows a person by %s, in any spelling, without a name', async (_, of) => {
  const [known, spelled] = of(++serial);
  const { personId } = (await send<{ personId: string }>('POST', '/v0/persons', { name: 'Lin', ...known }))
    .body;
  expect(ok(await make(spelled))).toMatchObject({ personId, made: ['audience', 'link'] });
});

test('calls at the same time make one person, one audience and one link', async () => {
  const given = { ...stranger(), ...hero('Hello') };
  const all = await Promise.all(Array.from({ length: 5 }, () => make(given)));
  const bodies = all.map(ok);
  for (const name of ['personId', 'audienceId', 'pageLinkId', 'address'] as const)
    expect(new Set(bodies.map((body) => body[name])).size, name).toBe(1);
  expect(bodies.flatMap(({ made }) => made).toSorted()).toEqual(['audience', 'link', 'person']);
});

test('goes on after a call that stopped half-way', async () => {
  const given = stranger();
  const { personId } = (await send<{ personId: string }>('POST', '/v0/persons', given)).body;
  const made = await send<Audience>('POST', `/v0/pages/${pageId}/audiences`, { personId });
  const body = ok(await make(given));
  expect(body).toMatchObject({ personId, audienceId: made.body.audienceId, made: ['link'] });
});

test('an audience that is there keeps its words, and the answer says so', async () => {
  const given = stranger();
  const { audienceId } = ok(await make({ ...given, ...hero('By a marketer') }));
  const { body } = await writesNothing(() => make({ ...given, ...hero('By a model') }));
  expect(body).toMatchObject({
    audienceId,
    made: [],
    notSaved: ['fieldOverrides.hero'],
    words: [{ draft: 'By a marketer' }],
  });
});

test('takes another path for another page of the same person, and the link that is there on any domain', async () => {
  const given = stranger();
  ok(await make(given));
  const other = await newPage({ url: 'https://personal.example/tour/' });
  expect(ok(await make(given, other.pageId)).address).toBe(`https://personal.example/for/zoe-${serial}/tour`);

  const third = await newPage();
  const { body: made } = await send<Audience>('POST', `/v0/pages/${third.pageId}/audiences`, {
    personId: ok(await make(given)).personId,
  });
  const domain = `go-${serial}.personal.example`;
  const { tenantDomainId } = (
    await send<{ tenantDomainId: string }>('POST', '/v0/tenant_domains', { domain })
  ).body;
  await send('POST', '/v0/page_links', {
    path: '/hi',
    tenantDomainId,
    target: { audienceId: made.audienceId },
  });
  expect(ok(await make(given, third.pageId))).toMatchObject({ address: `https://${domain}/hi`, made: [] });
});

test('takes a path that is given, and says whose it is if it is taken', async () => {
  const given = { ...stranger(), path: `for//wish-${serial}/` };
  expect(ok(await make(given)).address).toBe(`https://personal.example/for/wish-${serial}`);
  expect(ok(await writesNothing(() => make(given))).made).toEqual([]);
  const { isError, body } = await make({ ...stranger(), path: given.path });
  expect([isError, body.code]).toEqual([true, 'path_taken']);
});

describe('is refused, and makes nothing, not even the person', () => {
  const someone = { email: 'nobody@northwind.example', name: 'Nobody' };
  test.each<[string, object, string, [path: string, code: string][]]>([
    ['without a person', {}, 'validation_failed', [['personId', 'required']]],
    [
      'by a text that stands for nothing',
      { email: 'none', name: 'x' },
      'validation_failed',
      [['personId', 'required']],
    ],
    [
      'by two identifiers, which may be of two persons',
      { ...someone, phoneNumber: '+49301234567' },
      'validation_failed',
      [['personId', 'required']],
    ],
    [
      'by an id and two identifiers',
      { ...someone, personId: 'person_x', phoneNumber: '+49301234567' },
      'validation_failed',
      [['personId', 'required']],
    ],
    [
      'by an id and an email',
      { ...someone, personId: 'person_x' },
      'validation_failed',
      [['personId', 'required']],
    ],
    ['for a stranger without a name', { email: someone.email }, 'validation_failed', [['name', 'required']]],
    [
      'with several violations at once',
      { email: 'x', name: ' ', path: '/pricing', supplementaryContext: 'x'.repeat(10_001) },
      'validation_failed',
      [
        ['email', 'invalid_format'],
        ['name', 'invalid_value'],
        ['path', 'not_allowed'],
        ['supplementaryContext', 'too_long'],
      ],
    ],
    [
      'with words that the page has no field for',
      { ...someone, fieldOverrides: { hero: 'x'.repeat(21), nope: 'x' } },
      'fields_mismatch',
      [
        ['fieldOverrides.hero', 'too_long'],
        ['fieldOverrides.nope', 'unknown_field'],
      ],
    ],
    ...[
      '/',
      '/pricing',
      '/for',
      '/for/../pricing',
      'https://evil.example/for/x',
      '/for/x?y',
      '//evil.example/for/x',
    ].map((path): [string, object, string, [string, string][]] => [
      `at ${path}, which would count the visitors of others`,
      { ...someone, path },
      'validation_failed',
      [['path', 'not_allowed']],
    ]),
  ])('%s', async (_, given, code, violations) => {
    const { isError, body } = await writesNothing(() => make(given));
    expect([isError, body.code], JSON.stringify(body)).toEqual([true, code]);
    const errors = body.errors as { path: string; code: string }[];
    expect(errors.map(({ path, code }) => [path, code]).toSorted()).toEqual(violations.toSorted());
  });

  test('on a page, or for a person, that is not there', async () => {
    expect((await writesNothing(() => make(someone, 'page_none'))).body.code).toBe('page_not_found');
    expect((await writesNothing(() => make({ personId: 'person_none' }))).body.code).toBe('person_not_found');
  });

  test('for a person whose audience is archived', async () => {
    const given = stranger();
    const { audienceId } = ok(await make(given));
    await send('POST', `/v0/pages/${pageId}/audiences/${audienceId}/archive`);
    const { body } = await writesNothing(() => make(given));
    expect(body).toMatchObject({ code: 'audience_archived', conflictingId: audienceId });
  });
});

test('the events of all that is made name the key', async () => {
  const events = await eventsOf(() => make(stranger()));
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['person.created', 'audience.created', 'page_link.created']),
  );
  const [first] = events;
  expect(first?.actor).toMatchObject({ type: 'api_key', apiKeyId: expect.stringMatching(/^api_key_/) });
  for (const { actor } of events) expect(actor).toEqual(first?.actor);
});
