import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generate } from '../../../packages/client/generate.ts';
import { repeatableBody } from '../../../packages/client/src/idempotency.ts';
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

test('a POST may be sent again when its body has a key, and when it is an import', () => {
  const posts = Object.entries(document.paths).flatMap(([url, { post }]) => (post ? [{ url, post }] : []));
  const repeatable = posts.filter(({ url }) => repeatableBody(url, { writes: [] }) !== undefined);
  const keyed = posts.filter(({ url, post }) => {
    const schema = post.requestBody?.content['application/json'].schema;
    return url.endsWith('/import') || (schema !== undefined && hasKey(schema));
  });
  expect(keyed).toHaveLength(5);
  expect(repeatable.map(({ url }) => url)).toEqual(keyed.map(({ url }) => url));
});
