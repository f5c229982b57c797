import { env } from 'cloudflare:workers';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import {
  act,
  audienceOf,
  audiencesOf,
  inList,
  madeFor,
  newAudience,
  pathOf,
  read,
} from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, walk } from '../../support/replies.ts';

const acme = { workspace: 'acme' } as const;

describe('the list of the audiences of a page', () => {
  test('lists 100 by default, newest first, with an exact total', async () => {
    const [pageId, other] = [await newPageId(), await newPageId()];
    await audienceOf(other);
    for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 10 }, () => audienceOf(pageId)));
    const last = await audienceOf(pageId, { customName: 'Last' });
    const { items, totalCount, hasMore } = await audiencesOf(pageId);
    expect([items.length, totalCount, hasMore, items[0]]).toEqual([100, 101, true, inList(last)]);
    const ids = items.map(({ audienceId }) => audienceId);
    expect(ids).toEqual([...ids].sort().reverse());
    expect((await audiencesOf(pageId, 'limit=2')).items).toEqual(items.slice(0, 2));
    expect(await audiencesOf(other)).toMatchObject({ totalCount: 1, hasMore: false, nextCursor: null });
  });

  test('is empty for a new page', async () => {
    const empty = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };
    expect(await audiencesOf(await newPageId())).toEqual(empty);
  });

  test.each([1, 3])('shows every audience once while others are created, %i a page', async (limit) => {
    const pageId = await newPageId();
    const made: string[] = [];
    for (let n = 0; n < 7; n++) {
      const of = await audienceOf(pageId);
      if (n % 2) await ok(act(of, 'archive'));
      made.unshift(of.audienceId);
    }
    const path = `/v0/pages/${pageId}/audiences`;
    const seen = await walk<Audience>(path, limit, () => audienceOf(pageId));
    expect(seen.map(({ audienceId }) => audienceId)).toEqual(made);
  });
});

test('the largest possible page of the list is returned', async () => {
  const wide = (n: number) => '\u{1f4a9}'.repeat(n);
  const url = `https://x.example/${wide(2030)}`;
  const lines = 'title author ogTitle ogImageAlt ogSiteName twitterTitle twitterImageAlt twitterSite';
  const metadataOverride = {
    ...Object.fromEntries(`${lines} twitterCreator themeColor`.split(' ').map((field) => [field, wide(300)])),
    ...Object.fromEntries(
      ['description', 'ogDescription', 'twitterDescription'].map((field) => [field, wide(1000)]),
    ),
    canonicalUrl: url,
    ogUrl: url,
    keywords: Array(50).fill(wide(50)),
  };
  const pageId = await newPageId(acme);
  const names = Array.from({ length: 10 }, (_, n) => `field${n}`);
  const fields = names.map((name) => ({ name, label: 'L', kind: 'text', maxLength: 1000, default: 'usual' }));
  await ok(send('PATCH', `/v0/pages/${pageId}`, { fields }, acme));
  const body = {
    customName: wide(255),
    actionFormIdOverride: wide(255),
    actionUrlOverride: url,
    metadataOverride,
    fieldOverrides: Object.fromEntries(names.map((name) => [name, wide(490)])),
    actionFormInstructionsOverride: wide(5000),
    supplementaryContext: wide(10_000),
  };
  const of = await ok(send<Audience>('POST', `/v0/pages/${pageId}/audiences`, body, acme));
  // Each has a live version and a draft, both of the maximum size.
  const insert = (sql: string) => env.DB_ACME.prepare(sql).bind(of.audienceId).run();
  await insert(`UPDATE audience_versions SET status = 'published' WHERE audience_id = ?`);
  await ok(send('POST', `${pathOf(of)}/versions`, {}, acme));
  const copies = `(WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 198) SELECT i FROM n)`;
  const copyOf = `substr(audience_id, 1, 32) || i`;
  await insert(`INSERT INTO audience_versions (audience_id, version_number, version_id, status, is_new_page_agent,
      created_at, transition_id, supplementary_context)
    SELECT ${copyOf}, version_number, version_id || i, status, 0, 0, '', supplementary_context
    FROM audience_versions, ${copies} WHERE audience_id = ?`);
  await insert(`INSERT INTO audiences SELECT page_id, ${copyOf}, i, NULL, custom_name, action_form_id_override,
      action_form_instructions_override, action_url_override, metadata_override, revision, '', 0, NULL, field_overrides
    FROM audiences, ${copies} WHERE audience_id = ?`);
  const list = await send<List<Audience>>('GET', `/v0/pages/${pageId}/audiences`, undefined, acme);
  expect([list.status, list.body.items.length, list.body.totalCount]).toEqual([200, 100, 100]);
  for (const { customName, publishedVersion, effectiveMetadata, effectiveFields } of list.body.items) {
    expect(effectiveFields.field9).toBe(wide(490));
    expect([customName, publishedVersion?.supplementaryContext]).toEqual([wide(255), wide(10_000)]);
    expect(effectiveMetadata.canonicalUrl).toBe(url);
  }
  expect(list.cost.read).toBeLessThanOrEqual(610);
});

type AudienceList = List<Audience, number | null>;

const none = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };

describe('the audiences of a person', () => {
  const at = (personId: string) => `/v0/persons/${personId}/audiences`;

  test('are those of all pages, drafts and archived ones too, that of the newest page first', async () => {
    const personId = (await newPerson()).personId;
    const made = await madeFor(personId, 3);
    const [, archived] = made;
    if (archived) await ok(act(archived, 'archive'));
    const reply = await send<AudienceList>('GET', at(personId));
    expect(reply.body).toEqual({
      ...none,
      items: (await Promise.all(made.map(read))).map(inList),
      totalCount: 3,
    });
    expect(reply.body.items.map(({ status }) => status)).toEqual(['draft', 'archived', 'draft']);
    expect(reply.cost).toMatchObject({ trips: 1, written: 0 });
  });

  test('are not those of another person, or of nobody', async () => {
    const [personId, other] = [(await newPerson()).personId, (await newPerson()).personId];
    const { pageId } = await newAudience({ personId: other });
    await audienceOf(pageId);
    expect(await ok(send<AudienceList>('GET', at(personId)))).toEqual(none);
  });

  test.each([1, 2])('are listed once each while others are made, %i a page', async (limit) => {
    const personId = (await newPerson()).personId;
    const made = await madeFor(personId, 5);
    const seen = await walk<Audience>(at(personId), limit, async () => {
      await newAudience({ personId });
    });
    expect(seen).toEqual(made);
  });

  test('are none after the person was erased', async () => {
    const personId = (await newPerson()).personId;
    await madeFor(personId, 1);
    await ok(send('DELETE', `/v0/persons/${personId}`));
    const { status, body } = await send<Problem>('GET', at(personId));
    expect([status, body.code]).toEqual([404, 'person_not_found']);
  });
});
