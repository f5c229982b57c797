import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generate } from '../../../packages/client/generate.ts';
import { repeatable } from '../../../packages/client/src/idempotency.ts';
import { openApiText } from '../../../scripts/build/openapi.ts';
import { root } from '../processes.ts';

const committed = path.join(root, 'packages/client/src/generated');
const made = mkdtempSync(path.join(tmpdir(), 'footfall-client-'));
afterAll(() => rmSync(made, { recursive: true }));

const textsOf = (folder: string) =>
  Object.fromEntries(
    globSync('**/*.ts', { cwd: folder })
      .toSorted()
      .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  );

test('the generated code is what hey-api makes of the OpenAPI document: npm run build', async () => {
  await generate(made);
  expect(textsOf(made)).toEqual(textsOf(committed));
});

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}
interface Operation {
  parameters: { name: string }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}
const document = JSON.parse(openApiText()) as {
  paths: Record<string, { post?: Operation }>;
  components: { schemas: Record<string, Schema> };
};
const resolved = (schema: Schema): Schema =>
  document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;

/** Whether a body, or an item of a list in it, has a key that makes its request repeatable. */
function hasKey(schema: Schema): boolean {
  return Object.entries(resolved(schema).properties ?? {}).some(
    ([name, { items }]) =>
      /^(?:idempotency|operation)Key$/.test(name) || (items !== undefined && hasKey(items)),
  );
}

test('a POST may be sent again by a key of its body, or else by its Idempotency-Key', () => {
  const posts = Object.entries(document.paths).flatMap(([url, { post }]) => (post ? [{ url, post }] : []));
  const isNamed = ({ url, post }: (typeof posts)[number]) => {
    const schema = post.requestBody?.content['application/json']?.schema;
    return url.endsWith('/import') || (schema !== undefined && hasKey(schema));
  };
  const again = ({ url }: { url: string }, headers = {}) => {
    const request = new Request('https://footfall.example/', { method: 'POST', headers, body: '{}' });
    return repeatable(request, url, { writes: [] });
  };
  const named = posts.filter(isNamed);
  expect(named).toHaveLength(6);
  expect(named.filter((of) => again(of)?.headers.has('idempotency-key') !== false)).toEqual([]);
  // What they do a second time is not what they did, or nobody knows it again.
  const never = posts.filter((of) => again(of) === undefined).map(({ url }) => url);
  expect(never).toEqual(['/v0/visits', '/v0/webhooks/{webhook_id}/test', '/v0/sign_in']);
  const takesKey = posts.filter(({ post }) => post.parameters.some(({ name }) => name === 'Idempotency-Key'));
  expect(takesKey.length).toBeGreaterThan(20);
  for (const of of takesKey) {
    expect(again(of)?.headers.get('idempotency-key'), of.url).toMatch(/^[0-9a-f]{32}$/);
    expect(again(of, { 'Idempotency-Key': 'own' })?.headers.get('idempotency-key')).toBe('own');
  }
  // The rest writes nothing, or changes nothing when it is sent again: a winner is published once, what was given up is
  // sent once, a delivery of a source has an id, what was mapped is not kept any more, sample data is loaded once, rows that are queued twice are written once, and
  // a restore knows where it is.
  const rest = posts.filter((of) => !takesKey.includes(of) && !isNamed(of) && !never.includes(of.url));
  expect(rest.map(({ url }) => url.split('/').at(-1))).toEqual([
    'map',
    '{source}',
    'preview',
    'rows',
    'waiting_rows',
    'publish_winner',
    'resolve',
    'preview',
    'restore',
    'lines',
    'advance',
    'send',
    'sample_data',
  ]);
});

const writesOf = (body: unknown) => (body as { writes?: unknown }).writes;
const keyed = { email: 'a@b.example', idempotencyKey: expect.any(String) };

test.each<unknown>([
  { writes: 'x' },
  { writes: null },
  { writes: [null, 1, [], { email: 'a@b.example' }] },
  {},
  null,
  [],
  'x',
])('a body that the API refuses is sent as it is: %j', async (body) => {
  const url = '/v0/person_logs/batch';
  const request = new Request('https://footfall.example/', { method: 'POST', body: JSON.stringify(body) });
  const sent = await repeatable(request, url, body)?.json();
  expect(sent).toEqual(
    body === null ? {} : Array.isArray(writesOf(body)) ? { writes: [null, 1, [], keyed] } : body,
  );
});
