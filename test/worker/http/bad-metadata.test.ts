import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { MetadataUpdate } from '../../../src/content/pages/metadata-schemas.ts';
import { call, get, newAudience, type Of, patch, pathOf } from '../support/audiences.ts';
import { badValuesByField, bodySchema, goodBodies } from '../support/bodies.ts';
import { type Problem, send } from '../support/client.ts';
import { newUrl } from '../support/pages.ts';
import { violationsOf } from '../support/replies.ts';
import { writesNothing } from '../support/writes-nothing.ts';

// Metadata is an object within a body. Its fields have no rules of their own here: see bad-bodies.test.ts.

let of: Of = { pageId: '', audienceId: '' };
beforeAll(async () => {
  of = await newAudience();
});

const holders: [method: string, path: () => string, holder: string, base: () => object][] = [
  ['POST', () => '/v0/pages', 'metadata', () => ({ title: 'Page', url: newUrl() })],
  ['PATCH', () => `/v0/pages/${of.pageId}`, 'metadata', () => ({})],
  ['POST', () => `/v0/pages/${of.pageId}/audiences`, 'metadataOverride', () => ({})],
  ['PATCH', () => pathOf(of), 'metadataOverride', () => ({})],
];
const answered = ['ogImageUrl', 'ogImageFileId', 'twitterImageUrl', 'twitterImageFileId'];
const unknown = [...answered, 'Title', 'ogImage', 'og:title', 'constructor', 'toString', '__proto__', ''];

describe.each(holders)('%s %s', (method, path, holder, base) => {
  test('refuses metadata fields that only answers have, and unknown ones', async () => {
    for (const value of ['""', 'null', '"https://x.example/a.png"', '{"title":"x"}']) {
      const members = unknown.map((field) => `${JSON.stringify(field)}:${value}`);
      const start = JSON.stringify({ ...base(), first: 1 }).replace('"first":1}', '');
      const rawBody = `${start}${JSON.stringify(holder)}:{${members.join()}}}`;
      const reply = await writesNothing(() => send<Problem>(method, path(), undefined, { rawBody }));
      expect([reply.status, violationsOf(reply)], rawBody).toEqual([
        400,
        unknown.map((field) => `body ${holder}.${field} unknown_field`).sort(),
      ]);
    }
  });
});

test('an audience takes or refuses any JSON, and nothing causes a 500', async () => {
  const schema = bodySchema('PATCH', '/v0/pages/{page_id}/audiences/{audience_id}');
  const bad = Object.fromEntries(badValuesByField(schema));
  const good = goodBodies(schema) as Record<string, unknown>[];
  const anyOf = (names: string[]) =>
    fc.record(
      Object.fromEntries(
        names.map((name) => [
          name,
          fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom(...good.map((body) => body[name])) },
            { weight: 1, arbitrary: fc.constantFrom(...(bad[name] ?? []).map(({ value }) => value)) },
            { weight: 1, arbitrary: fc.jsonValue() },
          ),
        ]),
      ),
      { requiredKeys: [] },
    );
  const metadata = fc.dictionary(fc.constantFrom(...Object.keys(MetadataUpdate.shape)), fc.jsonValue());
  const anyBody = fc.oneof(
    fc.jsonValue(),
    anyOf(Object.keys(bad)),
    metadata.map((metadataOverride) => ({ metadataOverride })),
  );
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const before = await get(of);
      const reply = await patch(of, body as object);
      expect([200, 400]).toContain(reply.status);
      const after = await call('GET', pathOf(of));
      if (reply.status === 200) expect(after.body).toEqual(reply.body);
      else {
        expect(reply.body.errors?.length).toBeGreaterThan(0);
        expect(after.text).toBe(before.text);
      }
    }),
    { numRuns: 150 },
  );
});
