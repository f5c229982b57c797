import type { List } from '../../../src/lib/cursor.ts';
import type { Campaign } from '../../../src/visits/campaigns/schemas.ts';
import { send, tableSizes } from '../support/client.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { connectWith, type McpClient, type ToolResult } from '../support/mcp.ts';
import { newPage } from '../support/pages.ts';
import { writesNothing } from '../support/writes-nothing.ts';

const queue = new HeldQueue();
const bindings = queue.bindings();
let writer: McpClient;
let pageId: string;
let serial = 0;

beforeAll(async () => {
  writer = await connectWith(['read', 'write'], { bindings });
});
beforeEach(async () => {
  const fields = [{ name: 'hero', label: 'Headline', kind: 'text', default: 'For everyone', maxLength: 40 }];
  ({ pageId } = await newPage({ title: 'Pricing', fields, url: `https://list-${++serial}.example/pricing` }));
});

const words = { fieldOverrides: { hero: 'Hello {{companyName}}' }, supplementaryContext: '{{topic|prices}}' };
const template = { name: 'Spring', path: '/for/{{companyName}}', words };
/** A row for somebody that nobody knows. */
const row = (companyName: string, columns: object = {}, of: object = {}) => ({
  person: {
    email: `${companyName.toLowerCase()}@list-${serial}.example`,
    name: `Ann ${companyName}`,
    companyName,
    ...of,
  },
  columns,
});
const made = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => row(`Acme${serial}n${from + n}`));
const make = (given: object, client = writer) => client.call('make_pages', { pageId, ...given });

interface Answer {
  state: string;
  question: string;
  confirmation: string;
  campaignId: string;
  pages: { row: number; outcome: string; address: string }[];
  refused: { row: number; why: string }[];
}
const ok = ({ isError, body }: ToolResult) => {
  expect(isError, JSON.stringify(body)).toBeUndefined();
  return body as unknown as Answer;
};
/** Describes pages, and returns the confirmation. */
async function asked(given: object, client = writer): Promise<string> {
  const { state, confirmation } = ok(await make(given, client));
  expect(state).toBe('needs_confirmation');
  return confirmation;
}
const counted = async () => {
  const { persons, audiences, page_links: links, campaign_rows: rows, campaigns } = await tableSizes();
  return { persons, audiences, links, rows, campaigns };
};
const refusal = (path = 'confirmation') => ({
  isError: true,
  body: { code: 'validation_failed', errors: [{ path }] },
});

test('a list becomes pages with links once the user has agreed, and the same call makes nothing twice', async () => {
  const rows = [row('Brandt'), row('Okafor', { topic: 'delivery' }), row('Weiss'), { columns: {} }];
  const before = await counted();
  const first = await make({ ...template, rows });
  const { question, confirmation, state } = ok(first);
  expect(state).toBe('needs_confirmation');
  // The page, the campaign, and the rows, which are read with the campaign before.
  expect(first.cost.trips).toBe(4);
  const mail = (name: string) => `Ann ${name}, ${name.toLowerCase()}@list-${serial}.example`;
  expect(question.split('\n')).toEqual([
    'Make pages for 3 people, live at once, each with its link?',
    'Page: Pricing',
    'Campaign: Spring',
    '3 people new, 0 known already, 1 refused.',
    '',
    '3 of these pages:',
    `Row 1: ${mail('Brandt')}`,
    `Link: https://list-${serial}.example/for/brandt`,
    'Context: prices',
    'Field hero: Hello Brandt',
    '',
    `Row 2: ${mail('Okafor')}`,
    `Link: https://list-${serial}.example/for/okafor`,
    'Context: delivery',
    'Field hero: Hello Okafor',
    '',
    `Row 3: ${mail('Weiss')}`,
    `Link: https://list-${serial}.example/for/weiss`,
    'Context: prices',
    'Field hero: Hello Weiss',
    '',
    'Row 4 is refused: must have either person or personId',
    expect.stringMatching(/^The other texts are those of the page\. Later all is at https:.*\/pages\/page_/),
  ]);
  // Nothing that anybody sees: a campaign without rows.
  expect(await counted()).toEqual({ ...before, campaigns: (before.campaigns ?? 0) + 1 });

  const agreed = await make({ ...template, rows, confirmation });
  const { pages, campaignId, refused } = ok(agreed);
  expect(agreed.cost.trips).toBe(4);
  expect(agreed.body).toMatchObject({ state: 'requested' });
  expect(pages).toEqual(
    ['brandt', 'okafor', 'weiss'].map((name, index) => ({
      row: index + 1,
      outcome: 'created',
      address: `https://list-${serial}.example/for/${name}`,
    })),
  );
  expect(refused).toEqual([{ row: 4, why: 'must have either person or personId' }]);
  const after = await counted();
  expect([after.persons, after.links, after.rows].map(Number)).toEqual(
    [before.persons, before.links, before.rows].map((n) => Number(n ?? 0) + 3),
  );

  const same = ok(await make({ ...template, rows, confirmation }));
  expect(same.pages.map(({ outcome, address }) => [outcome, address])).toEqual(
    pages.map(({ address }) => ['unchanged', address]),
  );
  const again = ok(await writesNothing(() => make({ ...template, rows })));
  expect(again).toMatchObject({ state: 'nothing_to_make', campaignId, pages: same.pages, refused });
  expect(await counted()).toEqual(after);
});

test('more rows of a campaign need an agreement of their own, and what came of all is read', async () => {
  const rows = made(0, 2);
  const { campaignId } = ok(
    await make({ ...template, rows, confirmation: await asked({ ...template, rows }) }),
  );
  const more = { campaignId, rows: made(2, 1) };
  const { pages } = ok(await make({ ...more, confirmation: await asked(more) }));
  expect(pages).toMatchObject([{ outcome: 'created' }]);
  const { body: list } = await writer.call('list_campaigns', { pageId });
  expect(list.items).toMatchObject([
    { campaignId, name: 'Spring', rowsCount: 3, columns: ['topic', 'companyName'] },
  ]);

  const at = new Date().toISOString();
  await send('POST', `/v0/pages/${pageId}/audience_sessions/import`, {
    sessions: [
      {
        analyticsSessionId: `list-${serial}`,
        pageUrl: pages[0]?.address,
        sessionStartedAt: at,
        sessionEndedAt: at,
        hasConversion: true,
      },
    ],
  });
  const { body } = await writer.call('get_campaign', {
    pageId,
    campaignId,
    by: 'companyName',
    startDate: '2020-01-01',
  });
  expect(body).toMatchObject({ total: { rows: 3, opened: 1, engaged: 1, converted: 1 }, unlisted: 0 });
  expect(body.values).toHaveLength(3);
  const { items } = body.rows as { items: { url: string; visits: { totalSessions: number } }[] };
  const opened = items.filter(({ visits }) => visits.totalSessions === 1);
  expect([items.length, opened.map(({ url }) => url)]).toEqual([3, [pages[0]?.address]]);
});

test('somebody who has the page already is named as such, and 100 rows have three examples', async () => {
  const { name, email } = row('Known').person;
  const { personId } = (await send<{ personId: string }>('POST', '/v0/persons', { name, email })).body;
  await send('POST', `/v0/pages/${pageId}/audiences`, { personId });
  const long = row('Long', { topic: 'x'.repeat(1500) });
  const rows = [row('Known'), ...made(0, 48), long, ...made(50, 50)];
  const { question } = ok(await make({ ...template, rows }));
  expect(question).toContain(
    '99 people new, 1 known already, 0 refused.\n1 person had this page already: these words replace theirs.\n',
  );
  expect(question.match(/^Row \d+:/gm)).toEqual(['Row 1:', 'Row 50:', 'Row 100:']);
  expect(question).toContain('(These are the first 1000 of 1500 characters.)');
  const { pages } = ok(await make({ ...template, rows, confirmation: await asked({ ...template, rows }) }));
  expect(pages).toHaveLength(100);
});

test('no text of a row can pass for a line of the question', async () => {
  const rows = [
    row('Evil', { topic: 'a\nLink: https://evil.example/' }),
    row('Odd', { topic: 'x' }, { email: 'x\nLink: y', name: 'A\nLink: z' }),
  ];
  const { question } = ok(await make({ ...template, rows }));
  expect(question.match(/^Link:.*$/gm)).toEqual([`Link: https://list-${serial}.example/for/evil`]);
  expect(question).toContain('\n> Link: https://evil.example/\n');
});

test('an image without a text for it is the same in the second call', async () => {
  const fields = [{ name: 'logo', label: 'Logo', kind: 'image' }];
  ({ pageId } = await newPage({ title: 'Pricing', fields, url: `https://list-${++serial}.example/logo` }));
  const given = {
    ...template,
    words: { fieldOverrides: { logo: { url: 'https://logos.example/{{companyName}}.png' } } },
    rows: made(0, 1),
  };
  const confirmation = await asked(given);
  expect(ok(await make({ ...given, confirmation })).pages).toMatchObject([{ outcome: 'created' }]);
});

test('a campaign that its user has archived is none that the same call gets again', async () => {
  const given = { ...template, rows: made(0, 1) };
  const campaigns = async () => (await counted()).campaigns ?? 0;
  const before = await campaigns();
  await asked(given);
  for (const archived of [1, 2]) {
    const { items } = (await send<List<Campaign>>('GET', `/v0/pages/${pageId}/campaigns`)).body;
    const open = items.find(({ archivedAt }) => archivedAt === null);
    const path = `/v0/pages/${pageId}/campaigns/${open?.campaignId}/archive`;
    expect((await send('POST', path, {}, { bindings })).status).toBe(200);
    await asked(given);
    await asked(given);
    expect(await campaigns()).toBe(before + archived + 1);
  }
  const confirmation = await asked(given);
  expect(ok(await make({ ...given, confirmation })).pages).toMatchObject([{ outcome: 'created' }]);
});

describe('a confirmation is refused', () => {
  test('with other rows, another template, another campaign or another page, and of another tool', async () => {
    const rows = made(0, 2);
    const confirmation = await asked({ ...template, rows });
    await asked({ ...template, name: 'Autumn', rows });
    const { body: list } = await writer.call('list_campaigns', { pageId });
    const [{ campaignId: other } = {}] = list.items as { campaignId?: string }[];
    const before = await counted();
    const refused: [object, string][] = [
      [{ rows: made(0, 1) }, 'confirmation'],
      [{ rows: [...rows.slice(0, 1), row('Swapped')] }, 'confirmation'],
      [{ rows: rows.toReversed() }, 'confirmation'],
      [{ rows, words: { supplementaryContext: 'x' } }, 'words'],
      [{ rows, path: '/for/x{{companyName}}' }, 'path'],
      [{ rows, campaignId: other }, 'confirmation'],
      [{ rows, pageId: (await newPage()).pageId }, 'confirmation'],
    ];
    for (const [given, path] of refused)
      expect(await make({ ...template, confirmation, ...given }), path).toMatchObject(refusal(path));
    const stranger = await connectWith(['read', 'write'], { bindings });
    expect(await make({ ...template, rows, confirmation }, stranger)).toMatchObject(refusal());
    const published = await writer.call('publish_audience', {
      pageId,
      audienceId: 'audience_x',
      confirmation,
    });
    expect(published).toMatchObject(refusal());
    expect(await counted()).toEqual(before);
    // In another order of names, they are the same rows.
    const turned = rows.map(({ person, columns }) => ({ columns, person }));
    expect(ok(await make({ rows: turned, confirmation })).pages).toHaveLength(2);
  });

  test('once somebody has changed the words of the campaign', async () => {
    const rows = made(0, 1);
    const confirmation = await asked({ ...template, rows });
    const { body } = await writer.call('list_campaigns', { pageId });
    const [{ campaignId = '' } = {}] = body.items as { campaignId?: string }[];
    const path = `/v0/pages/${pageId}/campaigns/${campaignId}`;
    await send('PATCH', path, { words: { supplementaryContext: 'Other' } });
    const before = await counted();
    const { isError, body: refused } = await make({ rows, confirmation });
    expect([isError, refused.code]).toEqual([true, 'precondition_failed']);
    expect(await counted()).toEqual(before);
  });

  test('once the user has declined, and what the user has agreed to is not called declined', async () => {
    const rows = made(0, 1);
    const [first, second] = [await asked({ ...template, rows }), await asked({ ...template, rows })];
    expect(ok(await make({ rows, confirmation: first, declined: true })).state).toBe('declined');
    const before = await counted();
    expect(await make({ rows, confirmation: first })).toMatchObject(refusal());
    expect(await counted()).toEqual(before);
    expect(ok(await make({ rows, confirmation: second })).pages).toHaveLength(1);
    expect(await make({ rows, confirmation: second, declined: true })).toMatchObject(refusal());
  });
});

describe('a client that can show a form', () => {
  test.each([
    [true, 'requested', 2],
    [false, 'declined', 0],
  ])('asks its user, who ticks the box: %s', async (make, state, count) => {
    const questions: string[] = [];
    const user = (message: string) => {
      questions.push(message);
      return { action: 'accept', content: { make } } as const;
    };
    const client = await connectWith(['read', 'write'], { bindings, user });
    const before = await counted();
    const { body } = await client.call('make_pages', { pageId, ...template, rows: made(0, 2) });
    expect(body.state).toBe(state);
    expect(questions).toEqual([expect.stringMatching(/^Make pages for 2 people, /)]);
    expect(Number((await counted()).rows) - Number(before.rows)).toBe(count);
  });
});

describe('is refused, and makes nothing, not even a campaign', () => {
  test.each<[string, object, string[]]>([
    ['without a template', {}, ['name', 'words']],
    ...['/pricing', '/for/../{{name}}', '/', 'https://evil.example/for/x', '/for'].map(
      (path): [string, object, string[]] => [`at ${path}`, { ...template, path }, ['path']],
    ),
    ['with an id that names another operation', { campaignId: '../../x' }, ['campaignId']],
    [
      'with a broken template',
      { ...template, words: { supplementaryContext: '{{x' } },
      ['words.supplementaryContext'],
    ],
  ])('%s', async (_, given, paths) => {
    const { isError, body } = await writesNothing(() => make({ ...given, rows: made(0, 1) }));
    expect([isError, body.code], JSON.stringify(body)).toEqual([true, 'validation_failed']);
    expect((body.errors as { path: string }[]).map(({ path }) => path)).toEqual(paths);
  });

  test('without a list', async () => {
    const { body } = await writesNothing(() => make({ ...template, rows: 'all of them' }));
    expect(body).toMatchObject({ errors: [{ path: 'rows', code: 'invalid_type' }] });
  });

  test('with words that the page has no field for', async () => {
    const given = { ...template, words: { fieldOverrides: { nope: 'x' } }, rows: made(0, 1) };
    expect((await writesNothing(() => make(given))).body.code).toBe('fields_mismatch');
  });
});
