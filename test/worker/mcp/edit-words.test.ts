import type { Audience } from '../../../src/content/audiences/schemas.ts';
import { audienceOf, newAudience, read } from '../support/audiences.ts';
import { send } from '../support/client.ts';
import { eventsOf, listen } from '../support/events.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { connectWith, type McpClient } from '../support/mcp.ts';
import { newPage } from '../support/pages.ts';
import { writesNothing } from '../support/writes-nothing.ts';

const queue = new HeldQueue();
const bindings = queue.bindings();
let writer: McpClient;

const fields = [
  { name: 'hero', label: 'Headline', kind: 'text', default: 'For everyone', maxLength: 20 },
  { name: 'proofs', label: 'Proofs', kind: 'list', default: ['One'] },
  { name: 'photo', label: 'Photo', kind: 'image' },
];

beforeAll(async () => {
  await listen();
  writer = await connectWith(['read', 'write'], { bindings });
});

const withFields = async (words: object = {}): Promise<Audience> =>
  audienceOf((await newPage({ fields })).pageId, { customName: 'Depots', ...words });
const placeOf = ({ pageId, audienceId }: Audience) => ({ pageId, audienceId });
const edit = (audience: Audience, words: object, { call }: McpClient = writer) =>
  call('edit_words', { ...placeOf(audience), ...words });

async function publish(audience: Audience): Promise<string> {
  const { body } = await writer.call('publish_audience', placeOf(audience));
  await writer.call('publish_audience', { ...placeOf(audience), confirmation: body.confirmation });
  await queue.deliver(queue.sent.at(-1));
  return String(body.question);
}

const contentOf = async (path: string) =>
  (await send<{ content: { fields: Record<string, unknown> } }>('GET', `/v0/page_links/resolve?path=${path}`))
    .body.content;

test('changes the draft, and answers the words beside those that are live, which visitors keep', async () => {
  const audience = await withFields({ fieldOverrides: { hero: 'For depots' } });
  const path = `/edited-${audience.audienceId}`;
  await send('POST', '/v0/page_links', { path, target: { audienceId: audience.audienceId } });
  await publish(audience);
  const { isError, body, cost } = await edit(audience, {
    fieldOverrides: { hero: 'For yards', proofs: ['Two', 'Three'] },
    metadataOverride: { title: 'Yards' },
    actionUrlOverride: 'https://yards.example/book',
    supplementaryContext: 'They have forklifts.',
  });
  expect(isError, JSON.stringify(body)).toBeUndefined();
  expect(body).toMatchObject({
    note: expect.stringMatching(/not instructions/),
    state: 'changed',
    versionNumber: 2,
    words: [
      { word: 'fieldOverrides.hero', before: 'For depots', draft: 'For yards', live: 'For depots' },
      { word: 'fieldOverrides.proofs', before: ['One'], draft: ['Two', 'Three'], live: ['One'] },
      { word: 'metadataOverride.title', before: 'Pricing', draft: 'Yards', live: 'Pricing' },
      { word: 'actionUrlOverride', before: null, draft: 'https://yards.example/book', live: null },
      { word: 'supplementaryContext', before: null, draft: 'They have forklifts.', live: null },
    ],
    visitors:
      'Visitors see nothing of a draft. They get version 1 until the user agrees to publish_audience.',
  });
  // The audience with what is live, and its draft.
  expect(cost.trips).toBe(2);
  expect((await contentOf(path)).fields).toMatchObject({ hero: 'For depots', proofs: ['One'] });
  expect(await read(audience)).toMatchObject({ status: 'draft', publishedVersion: { versionNumber: 1 } });

  // What goes live by then is asked with every field.
  const question = await publish(audience);
  expect(question).toContain('Field hero: For yards\n  before: For depots\n');
  expect(question).toContain('Field proofs:\n> Two\n> Three\n  before: One\n');
  expect((await contentOf(path)).fields).toMatchObject({ hero: 'For yards' });
});

test('the same call again changes nothing, and neither do words that the draft has', async () => {
  const audience = await withFields();
  const words = {
    fieldOverrides: { hero: 'For yards', photo: { url: 'https://yards.example/a.png' } },
    metadataOverride: { description: 'Yards', keywords: ['yard'] },
    supplementaryContext: 'They have forklifts.',
  };
  expect((await edit(audience, words)).body).toMatchObject({ state: 'changed' });
  const { latestVersion } = await read(audience);
  const again = await writesNothing(() => edit(audience, words));
  expect(again.body).toMatchObject({ state: 'unchanged' });
  const nothing = { fieldOverrides: { proofs: [] }, metadataOverride: { title: '' }, actionUrlOverride: '' };
  expect((await writesNothing(() => edit(audience, nothing))).body).toMatchObject({ state: 'unchanged' });
  expect((await read(audience)).latestVersion).toEqual(latestVersion);
});

test('an empty word gives it back to the page, and others stay', async () => {
  const audience = await withFields({ fieldOverrides: { hero: 'For depots', proofs: ['Two'] } });
  const { body } = await edit(audience, { fieldOverrides: { hero: '' } });
  expect(body.words).toEqual([
    { word: 'fieldOverrides.hero', before: 'For depots', draft: 'For everyone', live: null },
  ]);
  expect((await read(audience)).fieldOverrides).toEqual({ proofs: ['Two'] });
});

test('words that were in the draft are answered whole, because nothing else has them any more', async () => {
  const long = 'words '.repeat(1500);
  const audience = await withFields({ supplementaryContext: long });
  const { body } = await edit(audience, { supplementaryContext: 'Short' });
  expect(body.words).toMatchObject([{ before: long, draft: 'Short' }]);
});

describe('is refused, with each violation, and writes nothing', () => {
  test.each<[string, object, string, [path: string, code: string][]]>([
    [
      'what is too long or no word',
      {
        supplementaryContext: 'x'.repeat(10_001),
        actionUrlOverride: 'javascript:alert(1)',
        metadataOverride: { title: 'x'.repeat(301), colour: '' },
      },
      'validation_failed',
      [
        ['actionUrlOverride', 'invalid_value'],
        ['metadataOverride.title', 'too_long'],
        ['metadataOverride.colour', 'unknown_field'],
        ['supplementaryContext', 'too_long'],
      ],
    ],
    [
      'what the page has no field for',
      { fieldOverrides: { hero: 'x'.repeat(21), proofs: 'One', nope: 'x' } },
      'fields_mismatch',
      [
        ['fieldOverrides.hero', 'too_long'],
        ['fieldOverrides.proofs', 'invalid_type'],
        ['fieldOverrides.nope', 'unknown_field'],
      ],
    ],
    ['no words', {}, 'validation_failed', [['', 'required']]],
    ['the name of the audience', { customName: 'x' }, 'validation_failed', [['customName', 'unknown_field']]],
    [
      'words of another type',
      { fieldOverrides: 'x' },
      'validation_failed',
      [['fieldOverrides', 'invalid_type']],
    ],
  ])('%s', async (_, words, code, violations) => {
    const audience = await withFields();
    const { isError, body } = await writesNothing(() => edit(audience, words));
    expect([isError, body.code], JSON.stringify(body)).toEqual([true, code]);
    const errors = body.errors as { path: string; code: string }[];
    expect(errors.map(({ path, code }) => [path, code]).toSorted()).toEqual(violations.toSorted());
  });

  test('an id that names another operation, and an audience that is not there', async () => {
    const given = { pageId: 'page_x', audienceId: '../../../api_keys', supplementaryContext: 'x' };
    const { body } = await writesNothing(() => writer.call('edit_words', given));
    expect(body).toMatchObject({ errors: [{ in: 'path', path: 'audienceId', code: 'invalid_format' }] });
    const none = { pageId: 'page_x', audienceId: 'audience_x', supplementaryContext: 'x' };
    expect((await writer.call('edit_words', none)).body.code).toBe('page_not_found');
  });

  test('the second of two calls at once, so that no words go that neither answer has', async () => {
    const audience = await newAudience({ customName: 'Beside', supplementaryContext: 'First' });
    const both = await Promise.all(
      ['Mine', 'Yours'].map((supplementaryContext) => edit(audience, { supplementaryContext })),
    );
    const done = both.filter(({ isError }) => !isError);
    const replaced = done.flatMap(({ body }) =>
      (body.words as { before: string }[]).map(({ before }) => before),
    );
    expect(replaced.toSorted()).toEqual(done.length === 1 ? ['First'] : expect.arrayContaining(['First']));
    expect(new Set(replaced).size).toBe(replaced.length);
    for (const { body } of both.filter(({ isError }) => isError))
      expect(body.code).toBe('precondition_failed');
  });
});

test('a key without the scope write has no such tool', async () => {
  const reader = await connectWith(['read', 'admin']);
  const { tools } = await reader.client.listTools();
  for (const name of ['edit_words', 'make_personal_page']) {
    expect(tools.map((tool) => tool.name)).not.toContain(name);
    const call = reader.client.callTool({ name, arguments: {} });
    await writesNothing(() => expect(call).rejects.toThrow(new RegExp(name)));
  }
});

test('the event of the change names the key', async () => {
  const audience = await withFields();
  const events = await eventsOf(() => edit(audience, { fieldOverrides: { hero: 'For yards' } }));
  expect(events).toMatchObject([
    {
      type: 'audience.updated',
      subject: audience.audienceId,
      actor: { type: 'api_key', apiKeyId: expect.stringMatching(/^api_key_/) },
    },
  ]);
});
