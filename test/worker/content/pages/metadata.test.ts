import fc from 'fast-check';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import {
  effectiveMetadata,
  fullMetadata,
  type MetadataFields,
  metadataFields,
  ogTypes,
  type PageContent,
  robotsRules,
  twitterCards,
} from '../../../../src/content/pages/metadata.ts';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import { send } from '../../support/client.ts';

type Field = keyof MetadataFields;
type Fields = Record<string, unknown>;

// A copy of the table of docs/developers/interface.md.
const textFields = [
  'title',
  'description',
  'author',
  'canonicalUrl',
  'ogTitle',
  'ogDescription',
  'ogImageAlt',
  'ogSiteName',
  'ogUrl',
  'twitterTitle',
  'twitterDescription',
  'twitterImageAlt',
  'twitterSite',
  'twitterCreator',
  'themeColor',
];
const answerOnly = ['ogImageUrl', 'ogImageFileId', 'twitterImageUrl', 'twitterImageFileId'];
const settable = [...textFields, 'keywords', 'robots', 'ogType', 'twitterCard'];
const blank: Fields = {
  ...Object.fromEntries([...textFields, ...answerOnly].map((field) => [field, ''])),
  keywords: [],
  robots: [],
  ogType: 'website',
  twitterCard: 'summary',
};

const page: PageContent = { title: 'Pricing', url: 'https://acme.example/pricing', metadata: {} };
const pageUrl = page.url;

/** A value for each field that a request may set. */
const values: Record<string, unknown> = {
  ...Object.fromEntries(textFields.map((field) => [field, `My ${field}`])),
  canonicalUrl: 'https://acme.example/canonical',
  ogUrl: 'https://acme.example/og',
  keywords: ['a', 'b'],
  robots: ['noindex', 'max-image-preview:large'],
  ogType: 'article',
  twitterCard: 'player',
};

/** The source of a field that is not set. */
const fallbacks: Partial<Record<string, Field>> = {
  ogTitle: 'title',
  ogDescription: 'description',
  ogUrl: 'canonicalUrl',
  twitterTitle: 'ogTitle',
  twitterDescription: 'ogDescription',
  twitterImageAlt: 'ogImageAlt',
};

/** Metadata as docs/developers/semantics.md describes it, in the simplest way. */
class Model {
  title = page.title;
  url = pageUrl;
  readonly ofPage = new Map<string, unknown>();
  readonly override = new Map<string, unknown>();

  merge(into: 'ofPage' | 'override', changes: Fields | null): void {
    if (changes === null) this[into].clear();
    for (const [field, value] of Object.entries(changes ?? {})) {
      const clears = value === null || value === '' || (Array.isArray(value) && value.length === 0);
      if (clears) this[into].delete(field);
      else this[into].set(field, value);
    }
  }

  effective(field: string): unknown {
    const set = this.override.get(field) ?? this.ofPage.get(field);
    if (set !== undefined) return set;
    if (field === 'title') return this.title;
    if (field === 'canonicalUrl') return this.url;
    const source = fallbacks[field];
    return source === undefined ? blank[field] : this.effective(source);
  }

  answer() {
    const all = (answered: (field: string) => unknown) =>
      Object.fromEntries(Object.keys(blank).map((field) => [field, answered(field)]));
    const inherited = (field: string) =>
      (field === 'ogType' || field === 'twitterCard' ? this.ofPage.get(field) : undefined) ?? blank[field];
    return {
      metadata: all((field) => this.ofPage.get(field) ?? blank[field]),
      metadataOverride: all((field) => this.override.get(field) ?? inherited(field)),
      effectiveMetadata: all((field) => this.effective(field)),
    };
  }
}

const nasty = ['"\\', "'); drop table pages; --", '{"$":[1]}', 'null', '\u2028', '\u{1f4a9}', ' ', '$.title'];
const someText = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => !/\p{Cc}/u.test(text)),
);
const someUrl = fc.webUrl({ withQueryParameters: true, withFragments: true });
const enums: Record<string, readonly string[]> = { ogType: ogTypes, twitterCard: twitterCards };
const clearing = (...how: unknown[]) => fc.constantFrom(null, ...how);

function someValue(field: string): fc.Arbitrary<unknown> {
  const isUrl = field === 'canonicalUrl' || field === 'ogUrl';
  if (field === 'keywords') return fc.oneof(fc.array(someText, { maxLength: 5 }), clearing([]));
  if (field === 'robots') return fc.oneof(fc.subarray([...robotsRules]), clearing([]));
  if (field in enums) return fc.oneof(fc.constantFrom(...(enums[field] ?? [])), clearing());
  return fc.oneof(
    { weight: 2, arbitrary: isUrl ? someUrl : someText },
    { weight: 1, arbitrary: clearing('') },
  );
}
const someChanges = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(Object.fromEntries(settable.map((field) => [field, someValue(field)])), {
      requiredKeys: [],
    }),
  },
  { weight: 1, arbitrary: fc.constant(null) },
);
const someStep = fc.oneof(
  fc.record({ to: fc.constantFrom('ofPage' as const, 'override' as const), changes: someChanges }),
  fc.record({ title: fc.constantFrom('Prices', 'Pricing', '\u{1f4a9}') }),
);

test('metadata, effective and overridden, is that of the simple model', () => {
  const isClear = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
  /** Changes as the schema passes them on, with null in place of `""`. */
  const parsed = (changes: Fields) =>
    Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value]));
  fc.assert(
    fc.property(someChanges, someChanges, (metadata, override) => {
      const model = new Model();
      model.merge('ofPage', metadata);
      model.merge('override', override);
      const stored = [metadata, override].map((changes) => metadataFields(parsed(changes ?? {})));
      const [ofPage = {}, ofAudience = {}] = stored;
      const content = { ...page, metadata: ofPage };
      const answer = model.answer();
      expect(fullMetadata(ofPage)).toEqual(answer.metadata);
      expect(fullMetadata(ofAudience, ofPage)).toEqual(answer.metadataOverride);
      expect(effectiveMetadata(content, ofAudience)).toEqual(answer.effectiveMetadata);
      expect(stored.flatMap((fields) => Object.values(fields)).some(isClear)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

let base = '';
let pageId = '';
let audienceId = '';

beforeAll(async () => {
  const created = await send<Page>('POST', '/v0/pages', { title: page.title, url: pageUrl });
  ({ pageId } = created.body);
  base = `/v0/pages/${pageId}`;
  ({ audienceId } = (await send<Audience>('POST', `${base}/audiences`, {})).body);
});

const pathOf = (to: 'ofPage' | 'override') => (to === 'ofPage' ? base : `${base}/audiences/${audienceId}`);
const bodyOf = (to: 'ofPage' | 'override', changes: Fields | null) =>
  to === 'ofPage' ? { metadata: changes } : { metadataOverride: changes };

/** Sends the changes, and returns the answer. */
async function change(to: 'ofPage' | 'override', changes: Fields | null) {
  const reply = await send<Page & Audience>('PATCH', pathOf(to), bodyOf(to, changes));
  expect(reply.status, reply.text).toBe(200);
  const { metadata, metadataOverride, effectiveMetadata } = reply.body;
  return to === 'ofPage' ? { metadata } : { metadataOverride, effectiveMetadata };
}

async function state() {
  const { metadata } = (await send<Page>('GET', pathOf('ofPage'))).body;
  const { metadataOverride, effectiveMetadata } = (await send<Audience>('GET', pathOf('override'))).body;
  return { metadata, metadataOverride, effectiveMetadata };
}

async function clear() {
  await change('override', null);
  expect((await change('ofPage', null)).metadata).toEqual(blank);
}

describe.each(['ofPage', 'override'] as const)('a PATCH of metadata (%s)', (to) => {
  const patch = async (changes: Fields | null) => {
    const { metadata, metadataOverride } = await change(to, changes);
    return metadata ?? metadataOverride;
  };
  beforeEach(clear);

  test('replaces a list as a whole, and every field at once', async () => {
    await patch(values);
    const lists = { keywords: ['c'], robots: ['all'] };
    expect(await patch(lists)).toEqual({ ...blank, ...values, ...lists });
    expect(await patch(Object.fromEntries(settable.map((field) => [field, null])))).toEqual(blank);
  });

  test('clears everything with null, and nothing with {}', async () => {
    expect(await patch(values)).toEqual({ ...blank, ...values });
    const before = await state();
    await patch({});
    expect(await state()).toEqual(before);
    expect(await patch(null)).toEqual(blank);
  });

  test('keeps the order and the repetition of a list', async () => {
    const keywords = ['b', 'a', 'b', 'B', ' a'];
    expect((await patch({ keywords }))?.keywords).toEqual(keywords);
  });
});

test('a creation with metadata has the same result as a PATCH', async () => {
  const metadata = { ...values, title: '', description: null, keywords: [], ogType: null };
  const { title: _, description: __, keywords: ___, ogType: ____, ...set } = values;
  const created = await send<Page>('POST', '/v0/pages', {
    title: 'Made',
    url: 'https://acme.example/made',
    metadata,
  });
  expect([created.status, created.body.metadata]).toEqual([201, { ...blank, ...set }]);
  const audience = await send<Audience>('POST', `/v0/pages/${created.body.pageId}/audiences`, {
    metadataOverride: metadata,
  });
  expect([audience.status, audience.body.metadataOverride]).toEqual([201, { ...blank, ...set }]);
  for (const nothing of [null, {}, undefined]) {
    const bare = await send<Audience>('POST', `/v0/pages/${created.body.pageId}/audiences`, {
      metadataOverride: nothing,
    });
    const { twitterCard } = created.body.metadata;
    expect([bare.status, bare.body.metadataOverride]).toEqual([201, { ...blank, twitterCard }]);
    expect(bare.body.effectiveMetadata).toMatchObject({ ...set, title: 'Made' });
  }
});

describe('metadata takes', () => {
  const outcomeOf = async (field: string, value: unknown) =>
    (await send('PATCH', base, { metadata: { [field]: value } })).status;

  test.each([
    [
      'robots',
      ['noindex', 'max-image-preview:large', 'nocache'],
      ['max-snippet:20', 'unavailable_after: 2026-01-01'],
    ],
    ['ogType', ['website', 'article', 'music.song', 'video.tv_show'], ['og:website', 'product', '']],
    ['twitterCard', ['summary', 'summary_large_image', 'app', 'player'], ['gallery', 'photo']],
  ])('as %s %j, and not %j', async (field, taken, refused) => {
    const of = (value: string) => (field === 'robots' ? [value] : value);
    for (const value of taken) expect(await outcomeOf(field, of(value)), value).toBe(200);
    for (const value of refused) expect(await outcomeOf(field, of(value)), value).toBe(400);
  });

  test.each(answerOnly)('no %s: there are no images yet', async (field) => {
    expect(await outcomeOf(field, 'https://x.example/a.png')).toBe(400);
    expect((await state()).effectiveMetadata).toMatchObject({ [field]: '' });
  });
});

test('an audience shows changes of its page at once', async () => {
  await clear();
  await change('override', { description: 'Mine' });
  await send('PATCH', base, { title: 'Renamed', url: 'https://acme.example/moved' });
  const { effectiveMetadata: moved, metadataOverride } = await state();
  expect(moved).toEqual({
    ...blank,
    title: 'Renamed',
    ogTitle: 'Renamed',
    twitterTitle: 'Renamed',
    description: 'Mine',
    ogDescription: 'Mine',
    twitterDescription: 'Mine',
    canonicalUrl: 'https://acme.example/moved',
    ogUrl: 'https://acme.example/moved',
  });
  expect(metadataOverride).toEqual({ ...blank, description: 'Mine' });
  const enumsOfPage = { ogType: 'video.movie', twitterCard: 'summary_large_image' };
  await change('ofPage', enumsOfPage);
  expect((await state()).metadataOverride).toEqual({ ...metadataOverride, ...enumsOfPage });
  const own = await change('override', { ogType: 'website' });
  expect(own).toMatchObject({
    metadataOverride: { ogType: 'website' },
    effectiveMetadata: { ogType: 'website' },
  });
  const list = await send<{ items: Audience[] }>('GET', `${base}/audiences`);
  expect(list.body.items[0]).toMatchObject(own);
  expect(await change('override', { ogType: null })).toMatchObject({
    metadataOverride: { ogType: 'video.movie' },
  });
  await send('PATCH', base, { title: page.title, url: pageUrl });
});

test('random PATCHes of page and audience have the result of the simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 1, maxLength: 8 }), async (steps) => {
      await clear();
      await send('PATCH', base, { title: page.title });
      const model = new Model();
      for (const step of steps) {
        if ('title' in step) {
          model.title = step.title;
          await send('PATCH', base, step);
        } else {
          model.merge(step.to, step.changes);
          expect(model.answer()).toMatchObject(await change(step.to, step.changes));
        }
      }
      expect(await state()).toEqual(model.answer());
    }),
    { numRuns: 30 },
  );
});
