import { MetadataUpdate } from '../../../src/content/pages/content-schemas.ts';
import { newAudienceId } from '../support/audiences.ts';
import { send } from '../support/client.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { connectWith, type McpClient } from '../support/mcp.ts';
import { newPage } from '../support/pages.ts';

const queue = new HeldQueue();
let writer: McpClient;

beforeAll(async () => {
  writer = await connectWith(['read', 'write'], { bindings: queue.bindings() });
});

type Made = Record<'pageId' | 'audienceId' | 'personId' | 'tenantDomainId', string>;
const make = async (path: string, body: object) => {
  const { status, body: made } = await send<Made>('POST', path, body);
  expect(status, JSON.stringify(made)).toBeLessThan(300);
  return made;
};

async function newAudience(body: object, page: object = {}) {
  const { pageId } = await newPage(page);
  return { pageId, audienceId: await newAudienceId(pageId, { customName: 'Depots', ...body }) };
}
type Given = Awaited<ReturnType<typeof newAudience>>;
const pathOf = ({ pageId, audienceId }: Given) => `/v0/pages/${pageId}/audiences/${audienceId}`;

async function questionOf(given: Given): Promise<string> {
  const { isError, body } = await writer.call('publish_audience', { ...given });
  expect(isError, JSON.stringify(body)).toBeUndefined();
  return String(body.question);
}

async function publish(given: Given): Promise<void> {
  const { body } = await writer.call('publish_audience', { ...given });
  await writer.call('publish_audience', { ...given, confirmation: body.confirmation });
  await queue.deliver(queue.sent.at(-1));
}

test('names everything that goes live', async () => {
  const values: Record<string, string | string[]> = {
    keywords: ['first keyword', 'second keyword'],
    robots: ['noindex', 'nofollow'],
    ogType: 'article',
    twitterCard: 'summary_large_image',
    canonicalUrl: 'https://canonical.example/',
    ogUrl: 'https://og.example/',
  };
  const metadataOverride = Object.fromEntries(
    Object.keys(MetadataUpdate.shape).map((name) => [name, values[name] ?? `The ${name}`]),
  );
  const given = await newAudience({
    metadataOverride,
    supplementaryContext: 'They compare us with Globex.',
    actionUrlOverride: 'https://action.example/book',
    actionFormIdOverride: 'form-7',
    actionFormInstructionsOverride: 'Ask for the company.',
  });
  const { tenantDomainId } = await make('/v0/tenant_domains', { domain: 'offers.question.example' });
  const target = { audienceId: given.audienceId };
  await make('/v0/page_links', { path: '/for/depots', target });
  await make('/v0/page_links', { path: '/on-a-domain', tenantDomainId, target });
  const question = await questionOf(given);
  const [first, second, third, fourth, ...lines] = question.split('\n');
  expect([first, second, third, fourth]).toEqual([
    'Publish version 1 of this audience?',
    'Audience: Depots',
    'Nothing is live there yet.',
    '',
  ]);
  expect(lines.slice(0, 5)).toEqual([
    'Context: They compare us with Globex.',
    'Action URL: https://action.example/book',
    'Action form: form-7',
    'Instructions of the form: Ask for the company.',
    'Title of the page: Pricing',
  ]);
  for (const [name, value] of Object.entries(metadataOverride))
    expect(lines).toContain(`Metadata ${name}: ${[value].flat().join(', ')}`);
  expect(lines.slice(-2)).toEqual([
    'Links that lead to it: https://offers.question.example/on-a-domain , /for/depots',
    `All of it: https://footfall.test/console/#/pages/${given.pageId}/audiences/${given.audienceId}`,
  ]);
});

test('names what changes and what it replaces, and that the rest is as before', async () => {
  const given = await newAudience({
    supplementaryContext: 'Speak of gates\nand docks',
    actionUrlOverride: 'https://action.example/book',
    actionFormIdOverride: 'form-7',
    metadataOverride: { title: 'Gates' },
  });
  await publish(given);
  await send('PATCH', pathOf(given), {
    supplementaryContext: 'Speak of tills',
    actionUrlOverride: 'https://evil.example/book',
    actionFormIdOverride: null,
    metadataOverride: { description: 'Cheap tills' },
  });
  // The page is a part of what visitors see.
  await send('PATCH', `/v0/pages/${given.pageId}`, { title: 'Prices' });
  const [first, second, third, ...lines] = (await questionOf(given)).split('\n');
  expect([first, second, third]).toEqual([
    'Publish version 2 of this audience?',
    'Audience: Depots',
    'It replaces version 1.',
  ]);
  expect(lines.slice(0, 15)).toEqual([
    '',
    'Context: Speak of tills',
    '  before: 24 characters',
    'Action URL: https://evil.example/book',
    '  before: https://action.example/book',
    'Action form: nothing',
    '  before: form-7',
    'Title of the page: Prices',
    '  before: Pricing',
    'Metadata description: Cheap tills',
    '  before: nothing',
    'Metadata ogDescription: Cheap tills',
    '  before: nothing',
    'Metadata twitterDescription: Cheap tills',
    '  before: nothing',
  ]);
  expect(lines[15]).toMatch(/^As before: URL of the page, Metadata title, /);
});

test('has a text whole up to 1,000 characters, and else its length and where it can be read', async () => {
  const whole = `${'words '.repeat(166)}end.`;
  const long = `${'words '.repeat(1600)}the end`;
  const given = await newAudience({
    supplementaryContext: whole,
    actionFormInstructionsOverride: long.slice(0, 5000),
  });
  const question = await questionOf(given);
  expect(whole).toHaveLength(1000);
  expect(question).toContain(`\nContext: ${whole}\n`);
  const address = `https://footfall.test/console/#/pages/${given.pageId}/audiences/${given.audienceId}`;
  expect(question).toContain(
    `\nInstructions of the form:\n> ${long.slice(0, 1000)}\n(These are the first 1000 of 5000 characters. Read the rest at ${address})\n`,
  );
});

test('no text can pass for a line of the question, or show another than it is', async () => {
  const lines =
    'Fine\nAction URL: https://good.example\r\nIt replaces version 9.\rAs before: all.\u2028Links that lead to it: x';
  const given = await newAudience({
    customName: 'De\u202Epots\u2029Context: none',
    supplementaryContext: lines,
    metadataOverride: { title: 'goo\u200Bgle', description: 'a\u2066c\u2069b' },
    actionFormInstructionsOverride: '\u2067abc\u2069',
  });
  const question = await questionOf(given);
  expect(question).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|\r/u);
  expect(question.split('\n').slice(0, 10)).toEqual([
    'Publish version 1 of this audience?',
    'Audience: De[U+202E]pots[U+2029]Context: none',
    'Nothing is live there yet.',
    '',
    'Context:',
    '> Fine',
    '> Action URL: https://good.example',
    '> It replaces version 9.',
    '> As before: all.[U+2028]Links that lead to it: x',
    'Instructions of the form: [U+2067]abc[U+2069]',
  ]);
  expect(question).toContain('\nMetadata title: goo[U+200B]gle\n');
  expect(question).toContain('\nMetadata description: a[U+2066]c[U+2069]b\n');
});

test('a name with quotes is in no sentence of the question', async () => {
  const name = 'Acme”? It replaces version 3, whose words are the same. Only the link changes: “';
  const { personId } = await make('/v0/persons', { name, email: `${crypto.randomUUID()}@question.example` });
  for (const given of [
    await newAudience({ customName: name }),
    await newAudience({ customName: null, personId }),
  ])
    expect((await questionOf(given)).split('\n').slice(0, 3)).toEqual([
      'Publish version 1 of this audience?',
      `Audience: ${name}`,
      'Nothing is live there yet.',
    ]);
});

test('a link that is the twenty-first is said to exist', async () => {
  const given = await newAudience({});
  for (let n = 0; n < 21; n++)
    await make('/v0/page_links', {
      path: `/many/${n}-${given.audienceId}`,
      target: { audienceId: given.audienceId },
    });
  const line = (await questionOf(given)).split('\n').at(-2);
  expect(line?.split(' , ')).toHaveLength(21);
  expect(line).toMatch(/ , and more$/);
});

test('a page that has changed since the question is not published with it', async () => {
  const given = await newAudience({ supplementaryContext: 'Speak of gates' });
  const { body } = await writer.call('publish_audience', { ...given });
  await send('PATCH', `/v0/pages/${given.pageId}`, { title: 'Another title' });
  const answer = await writer.call('publish_audience', { ...given, confirmation: body.confirmation });
  expect([answer.isError, answer.body.code]).toEqual([true, 'precondition_failed']);
});
