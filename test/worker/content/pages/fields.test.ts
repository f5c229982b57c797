import { env } from 'cloudflare:workers';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import { audienceOf, newAudience, patch, pathOf, read } from '../../support/audiences.ts';
import type { Problem } from '../../support/client.ts';
import { send } from '../../support/client.ts';
import { newPage, patch as patchPage, read as readPage } from '../../support/pages.ts';
import { ok, once, outcome } from '../../support/replies.ts';
import { publish, readVersion } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const hero = {
  name: 'hero',
  label: 'Headline',
  kind: 'text',
  default: 'For everyone',
  maxLength: 20,
  help: 'One line',
};
const proofs = {
  name: 'proofs',
  label: 'Proofs',
  kind: 'list',
  default: ['One', 'Two'],
  maxLength: 300,
  help: '',
};
const declared = [
  hero,
  { name: 'story', label: 'Story', kind: 'long' },
  { name: 'more', label: 'Button', kind: 'link', default: 'https://northwind.example/more' },
  {
    name: 'photo',
    label: 'Photo',
    kind: 'image',
    default: { url: 'https://northwind.example/a.png', alt: 'A' },
  },
  proofs,
];
const defaults = {
  hero: 'For everyone',
  story: '',
  more: 'https://northwind.example/more',
  photo: { url: 'https://northwind.example/a.png', alt: 'A' },
  proofs: ['One', 'Two'],
};
const words = {
  hero: 'For retail',
  story: 'First line\nsecond line',
  more: 'mailto:sales@northwind.example',
  photo: { url: 'https://northwind.example/b.png', alt: '' },
  proofs: ['Three'],
};

const pageWith = (fields: object[]) => newPage({ fields });
const withFields = async (fields: object[] = declared): Promise<Audience> =>
  audienceOf((await pageWith(fields)).pageId);
const problemsOf = (body: Problem) => body.errors?.map(({ path, code }) => [path, code]);

describe('a page declares its fields', () => {
  test('with defaults for what is not given, in their order', async () => {
    const page = await pageWith(declared);
    expect(page.fields.map(({ name }) => name)).toEqual(declared.map(({ name }) => name));
    expect(page.fields[0]).toEqual({ ...hero, removedAt: null });
    const usual = { default: '', maxLength: 2000, help: '', removedAt: null };
    expect(page.fields[1]).toEqual({ name: 'story', label: 'Story', kind: 'long', ...usual });
    expect((await readPage(page)).body).toEqual({ ...page, foundFields: [] });
  });

  test.each<[string, object[], [string, string][]]>([
    ['a name with a space', [{ ...hero, name: 'my hero' }], [['fields.0.name', 'invalid_format']]],
    ['a name of every object', [{ ...hero, name: 'constructor' }], [['fields.0.name', 'invalid_value']]],
    ['another kind', [{ ...hero, kind: 'html' }], [['fields.0.kind', 'not_allowed']]],
    ['a default of another kind', [{ ...hero, default: ['x'] }], [['fields.0.default', 'invalid_type']]],
    [
      'a default that is too long',
      [{ ...hero, default: 'x'.repeat(21) }],
      [['fields.0.default', 'too_long']],
    ],
    ['two lines in a text', [{ ...hero, default: 'a\nb' }], [['fields.0.default', 'invalid_type']]],
    [
      'a script as a link',
      [{ ...hero, kind: 'link', default: 'javascript:alert(1)' }],
      [['fields.0.default', 'invalid_type']],
    ],
    [
      'a text that is longer than its kind',
      [{ ...hero, maxLength: 1001 }],
      [['fields.0.maxLength', 'too_large']],
    ],
    ['a name twice', [hero, hero], [['fields', 'invalid_value']]],
    [
      '201 fields',
      Array.from({ length: 201 }, (_, n) => ({ ...hero, name: `a${n}` })),
      [['fields', 'too_long']],
    ],
  ])('and refuses %s', async (_what, fields, errors) => {
    const page = await newPage();
    await writesNothing(async () => {
      const reply = await patchPage(page, { fields });
      expect([reply.status, problemsOf(reply.body)]).toEqual([400, errors]);
    });
  });

  test('200 of them, with 20,000 characters together', async () => {
    const many = Array.from({ length: 200 }, (_, n) => ({
      ...hero,
      name: `a${n}`,
      label: 'L',
      help: '',
      default: 'x',
    }));
    const page = await pageWith(many);
    expect(page.fields).toHaveLength(200);
    const long = {
      ...hero,
      name: 'b',
      kind: 'long',
      maxLength: 10_000,
      help: '',
      default: 'x'.repeat(9999),
      label: 'L',
    };
    await writesNothing(async () => {
      expect(
        problemsOf((await patchPage(page, { fields: [long, { ...long, name: 'c' }, hero] })).body),
      ).toEqual([['fields', 'too_long']]);
      // With the 200 that this removes, there are 201.
      expect(outcome(await patchPage(page, { fields: [hero] }))).toEqual([409, 'fields_full']);
    });
    const discardFields = many.map(({ name }) => name);
    expect((await ok(patchPage(page, { fields: [hero], discardFields }))).fields).toHaveLength(1);
  });

  test('the kind of a name stays, also of a removed one, until it is discarded', async () => {
    const page = await pageWith([hero]);
    const other = [{ ...hero, kind: 'long' }];
    for (const change of [{}, { fields: [] }]) {
      await ok(patchPage(page, change));
      await writesNothing(async () => {
        const reply = await patchPage(page, { fields: other });
        expect([...outcome(reply), problemsOf(reply.body)]).toEqual([
          422,
          'fields_mismatch',
          [['fields.0.kind', 'not_allowed']],
        ]);
      });
    }
    await ok(patchPage(page, { discardFields: ['hero'] }));
    expect((await ok(patchPage(page, { fields: other }))).fields[0]?.kind).toBe('long');
  });
});

describe('the fields of an audience', () => {
  test('are those of the page, until the audience says something else', async () => {
    const of = await withFields();
    expect([of.effectiveFields, of.fieldOverrides]).toEqual([defaults, {}]);
    const changed = await ok(patch(of, { fieldOverrides: words }));
    expect([changed.effectiveFields, changed.fieldOverrides]).toEqual([words, words]);
    expect(await read(of)).toEqual(changed);
  });

  test.each([
    ['""', { hero: '', proofs: [], photo: { url: '' } }],
    ['null', { hero: null, proofs: null, photo: null }],
  ])('%s gives a field back to the page, and others stay', async (_what, fieldOverrides) => {
    const of = await withFields();
    await ok(patch(of, { fieldOverrides: words }));
    const { story, more } = words;
    const changed = await ok(patch(of, { fieldOverrides }));
    expect(changed.fieldOverrides).toEqual({ story, more });
    expect(changed.effectiveFields).toEqual({ ...defaults, story, more });
    expect((await ok(patch(of, { fieldOverrides: null }))).fieldOverrides).toEqual({});
  });

  test('are given to a new audience, too', async () => {
    const page = await pageWith(declared);
    expect((await audienceOf(page.pageId, { fieldOverrides: words })).effectiveFields).toEqual(words);
  });

  test.each<[string, Record<string, unknown>, [string, string][]]>([
    ['a name that the page does not have', { nope: 'x' }, [['fieldOverrides.nope', 'unknown_field']]],
    ['a list for a text', { hero: ['x'] }, [['fieldOverrides.hero', 'invalid_type']]],
    ['two lines for a text', { hero: 'a\nb' }, [['fieldOverrides.hero', 'invalid_type']]],
    ['a text for a list', { proofs: 'x' }, [['fieldOverrides.proofs', 'invalid_type']]],
    [
      'an address that runs a script',
      { more: 'javascript:alert(1)' },
      [['fieldOverrides.more', 'invalid_type']],
    ],
    ['a text that is too long', { hero: '\u{1f4a9}'.repeat(21) }, [['fieldOverrides.hero', 'too_long']]],
    [
      'two of them, and says both',
      { hero: ['x'], nope: 'x', story: 'fine' },
      [
        ['fieldOverrides.hero', 'invalid_type'],
        ['fieldOverrides.nope', 'unknown_field'],
      ],
    ],
  ])('refuse %s, and nothing is written', async (_what, fieldOverrides, errors) => {
    const of = await withFields();
    await writesNothing(async () => {
      for (const reply of [
        await patch(of, { fieldOverrides, customName: 'Other' }),
        await once<Audience & Problem>('POST', `/v0/pages/${of.pageId}/audiences`, { fieldOverrides }),
      ])
        expect([reply.status, problemsOf(reply.body as unknown as Problem)]).toEqual([422, errors]);
    });
  });

  test('a text with exactly the most characters fits', async () => {
    const of = await withFields();
    const text = '\u{1f4a9}'.repeat(20);
    expect((await ok(patch(of, { fieldOverrides: { hero: text } }))).effectiveFields.hero).toBe(text);
  });

  test('have at most 10,000 characters together, with those that are there', async () => {
    const long = (name: string) => ({ name, label: name, kind: 'long', maxLength: 10_000 });
    const of = await withFields([long('a'), long('b')]);
    await ok(patch(of, { fieldOverrides: { a: 'x'.repeat(6000) } }));
    await writesNothing(async () => {
      const reply = await patch(of, { fieldOverrides: { b: 'x'.repeat(6000) } });
      expect([reply.status, problemsOf(reply.body as unknown as Problem)]).toEqual([
        422,
        [['fieldOverrides', 'too_long']],
      ]);
    });
    await ok(patch(of, { fieldOverrides: { a: null, b: 'x'.repeat(6000) } }));
  });

  test('are read and written in one trip', async () => {
    const of = await withFields();
    expect((await patch(of, { fieldOverrides: { hero: 'One' } })).cost.trips).toBe(1);
    expect((await patchPage(await pageWith([]), { fields: declared })).cost.trips).toBe(1);
  });
});

describe('a field that was removed', () => {
  test('is in no content; its values come back with it, unless they were discarded', async () => {
    const of = await withFields();
    await ok(patch(of, { fieldOverrides: words }));
    const page = await ok(patchPage({ pageId: of.pageId } as Page, { fields: [proofs] }));
    expect(page.fields.map(({ name, removedAt }) => [name, removedAt !== null])).toEqual([
      ['proofs', false],
      ...['hero', 'story', 'more', 'photo'].map((name) => [name, true]),
    ]);
    const kept = await read(of);
    expect([kept.effectiveFields, kept.fieldOverrides]).toEqual([{ proofs: words.proofs }, words]);
    const refused = await patch(of, { fieldOverrides: { hero: 'Again' } });
    expect(problemsOf(refused.body as unknown as Problem)).toEqual([
      ['fieldOverrides.hero', 'unknown_field'],
    ]);
    expect((await ok(patch(of, { fieldOverrides: { story: null } }))).fieldOverrides.story).toBeUndefined();

    await ok(patchPage(page, { discardFields: ['more', 'photo'] }));
    await ok(patchPage(page, { fields: declared }));
    const { hero: title, proofs: list } = words;
    expect((await read(of)).effectiveFields).toEqual({ ...defaults, hero: title, proofs: list });
  });

  test('cannot be discarded while it is in use', async () => {
    const page = await pageWith(declared);
    await writesNothing(async () => {
      const reply = await patchPage(page, { discardFields: ['nope', 'hero'] });
      expect([reply.status, problemsOf(reply.body)]).toEqual([422, [['discardFields.1', 'not_allowed']]]);
    });
  });

  test('is discarded from every audience of the page, and of no other', async () => {
    const [of, other] = [await withFields(), await withFields()];
    const second = await audienceOf(of.pageId, { fieldOverrides: words });
    for (const one of [of, other]) await ok(patch(one, { fieldOverrides: words }));
    const page = await ok(
      patchPage({ pageId: of.pageId } as Page, { fields: declared.slice(1), discardFields: ['hero'] }),
    );
    expect(page.fields.map(({ name }) => name)).toEqual(['story', 'more', 'photo', 'proofs']);
    const { hero: _, ...rest } = words;
    expect((await read(of)).fieldOverrides).toEqual(rest);
    expect((await read(second)).fieldOverrides).toEqual(rest);
    expect((await read(other)).fieldOverrides).toEqual(words);
  });
});

describe('fields of a published audience', () => {
  test('are what was published, until the next version is', async () => {
    const of = await withFields();
    await ok(patch(of, { fieldOverrides: words }));
    const live = await publish(of, of.latestVersion);
    const contentOf = async (version: { versionId: string }) =>
      (
        await ok(
          send<{ content: { fields: unknown } }>(
            'GET',
            `${pathOf(of)}/versions/${version.versionId}/content`,
          ),
        )
      ).content.fields;
    const draft = (await ok(patch(of, { fieldOverrides: { hero: 'Next' } }))).latestVersion;
    expect(draft.versionId).not.toBe(live.versionId);
    await ok(patchPage({ pageId: of.pageId } as Page, { fields: [hero] }));
    expect(await contentOf(live)).toEqual(words);
    expect(await contentOf(draft)).toEqual({ hero: 'Next' });
    expect((await readVersion(of, draft)).status).toBe('draft');
  });

  test('are none in a version that was published before the page had any', async () => {
    const of = await newAudience();
    const live = await publish(of, of.latestVersion);
    await env.DB.prepare("update audience_versions set snapshot = json_remove(snapshot, '$.fields')").run();
    await ok(patchPage({ pageId: of.pageId } as Page, { fields: declared }));
    const { content } = await ok(
      send<{ content: { fields: unknown } }>('GET', `${pathOf(of)}/versions/${live.versionId}/content`),
    );
    expect(content.fields).toEqual({});
  });

  test('the same words again open no draft', async () => {
    const of = await withFields();
    await ok(patch(of, { fieldOverrides: words }));
    const live = await publish(of, of.latestVersion);
    expect((await ok(patch(of, { fieldOverrides: words }))).latestVersion.versionId).toBe(live.versionId);
  });
});
