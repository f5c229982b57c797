import { versionStatuses } from '../../../../src/content/audiences/lifecycle.ts';
import { act, get, newAudience, type Of, patch, read } from '../../support/audiences.ts';
import { queue } from '../../support/calls.ts';
import { etagOf, ok } from '../../support/replies.ts';
import { actOn, audienceIn, publish, readVersion, versionsOf } from '../../support/versions.ts';

describe('a settable field of an audience', () => {
  const settable = {
    customName: 'Board',
    actionFormIdOverride: 'form_1',
    actionFormInstructionsOverride: 'Ask for\n\tthe budget.\r\n',
    actionUrlOverride: 'https://acme.example/book?x=1#y',
    supplementaryContext: 'Asked for prices.\nTwice.',
  };

  test.each(Object.entries(settable))(
    '%s is set, kept when others change, and cleared by "" and null',
    async (field, value) => {
      const others = Object.fromEntries(Object.entries(settable).filter(([name]) => name !== field));
      const of = await newAudience();
      expect((await ok(patch(of, { [field]: value })))[field as 'customName']).toBe(value);
      expect(await ok(patch(of, others))).toMatchObject(settable);
      for (const empty of ['', null]) {
        const cleared = await ok(patch(of, { [field]: empty }));
        expect(cleared).toMatchObject({ ...others, [field]: null });
        expect(await read(of)).toEqual(cleared);
        await ok(patch(of, { [field]: value }));
      }
      expect(await read(of)).toMatchObject(settable);
    },
  );

  test('is set by the creation too, and stays empty with "", null or no value', async () => {
    expect(await newAudience(settable)).toMatchObject(settable);
    const nulls = Object.fromEntries(Object.keys(settable).map((field) => [field, null]));
    const empty = Object.fromEntries(Object.keys(settable).map((field) => [field, '']));
    for (const body of [{}, nulls, empty]) expect(await newAudience(body)).toMatchObject(nulls);
  });

  test('is returned as it was sent, whatever it contains', async () => {
    const of = await newAudience();
    for (const text of [
      '\u{1f4a9}',
      ' ',
      '"\\',
      "'); drop table audiences; --",
      '{"$":1}',
      'null',
      '\u2028',
    ]) {
      const values = {
        actionFormIdOverride: text,
        actionFormInstructionsOverride: text,
        supplementaryContext: text,
      };
      expect(await ok(patch(of, values))).toMatchObject(values);
      expect((await publishedContext(of)).supplementaryContext).toBe(text);
    }
  });

  async function publishedContext(of: Of) {
    const { latestVersion } = await read(of);
    await publish(of, latestVersion);
    return readVersion(of, latestVersion);
  }

  test('may be set in an archived audience, which stays archived', async () => {
    const of = await ok(act(await newAudience(), 'archive'));
    const { latestVersion, ...changed } = await ok(patch(of, settable));
    expect(changed).toMatchObject({ ...settable, status: 'archived', archivedAt: of.archivedAt });
    expect(latestVersion).toMatchObject({ versionNumber: 1, status: 'draft', allowedActions: ['cancel'] });
  });
});

describe('the most that an audience takes', () => {
  const words = Array(50).fill('x'.repeat(50));
  test.each<[string, number, (length: number) => object]>([
    ['characters of the context', 10_000, (n) => ({ supplementaryContext: 'x'.repeat(n) })],
    ['characters of form instructions', 5000, (n) => ({ actionFormInstructionsOverride: 'x'.repeat(n) })],
    ['characters of a text of the metadata', 300, (n) => ({ metadataOverride: { ogTitle: 'x'.repeat(n) } })],
    ['characters of a description', 1000, (n) => ({ metadataOverride: { description: 'x'.repeat(n) } })],
    ['keywords', 50, (n) => ({ metadataOverride: { keywords: Array(n).fill('x') } })],
    [
      'characters of a keyword',
      50,
      (n) => ({ metadataOverride: { keywords: [...words.slice(1), 'x'.repeat(n)] } }),
    ],
  ])('%s: %i', async (_what, most, body) => {
    const of = await newAudience();
    expect((await patch(of, body(most))).status).toBe(200);
    const refused = await patch(of, body(most + 1));
    expect([refused.status, refused.body.errors?.map(({ code }) => code)]).toEqual([400, ['too_long']]);
  });
});

test('a PATCH with the current values is a write, and its tag changes; {} is none', async () => {
  const of = await newAudience({ customName: 'Board' });
  const before = etagOf(await get(of));
  expect(etagOf(await patch(of, {}))).toBe(before);
  expect(etagOf(await patch(of, { customName: 'Board' }))).not.toBe(before);
});

const closed = versionStatuses.filter((status) => status !== 'draft');

describe('supplementaryContext that is changed', () => {
  test('changes the same draft each time', async () => {
    const of = await newAudience({ supplementaryContext: 'first' });
    const { latestVersion: version } = of;
    for (const text of ['second', 'second', null, null, 'third']) {
      const { supplementaryContext, latestVersion } = await ok(patch(of, { supplementaryContext: text }));
      expect([supplementaryContext, latestVersion]).toEqual([
        text,
        { ...version, supplementaryContext: text },
      ]);
    }
    expect(await versionsOf(of)).toMatchObject({ items: [{ supplementaryContext: 'third' }], totalCount: 1 });
  });

  test.each(closed)('opens the next draft when the latest version is %s, and only one', async (status) => {
    const of = await audienceIn(status);
    const before = await versionsOf(of);
    const opened = await ok(patch(of, { supplementaryContext: 'next', customName: 'N' }));
    expect(opened).toMatchObject({
      customName: 'N',
      status: 'draft',
      isNewPageAgent: of.publishedVersion === null,
      supplementaryContext: 'next',
    });
    const edited = await ok(patch(of, { supplementaryContext: 'last' }));
    const draft = { ...opened.latestVersion, supplementaryContext: 'last' };
    expect(edited.latestVersion).toEqual(draft);
    expect(await versionsOf(of)).toEqual({
      ...before,
      items: [draft, ...before.items],
      totalCount: before.totalCount + 1,
    });
  });

  test('of a version in the queue does not change by an edit', async () => {
    const of = await audienceIn('queued');
    await ok(patch(of, { supplementaryContext: 'edited' }));
    await queue.deliver(queue.sent.at(-1));
    expect(await read(of)).toMatchObject({
      latestVersion: { versionNumber: 2, status: 'draft', supplementaryContext: 'edited' },
      publishedVersion: { versionNumber: 1, supplementaryContext: 'first' },
    });
  });
});

/** Every field of the words, with a value and another one. */
const words = {
  supplementaryContext: ['first', 'second'],
  metadataOverride: [{ title: 'First', keywords: ['a'] }, { title: 'Second' }],
  actionUrlOverride: ['tel:+1', 'tel:+2'],
  actionFormIdOverride: ['first', 'second'],
  actionFormInstructionsOverride: ['first', 'second'],
} as const;
const fields = Object.keys(words) as (keyof typeof words)[];
const all = Object.fromEntries(fields.map((field) => [field, words[field][0]]));

describe('other words of an audience', () => {
  test.each(closed.flatMap((status) => fields.map((field) => [field, status] as const)))(
    '%s opens the next draft when the latest version is %s, which can be published',
    async (field, status) => {
      const of = await audienceIn(status, all);
      const [, value] = words[field];
      const { latestVersion, publishedVersion, ...opened } = await ok(patch(of, { [field]: value }));
      expect(latestVersion).toMatchObject({
        versionNumber: of.latestVersion.versionNumber + 1,
        status: 'draft',
      });
      expect(publishedVersion).toEqual(of.publishedVersion);
      if (field !== 'metadataOverride') expect(opened[field]).toBe(value);
      else
        expect([opened.metadataOverride, opened.effectiveMetadata]).toMatchObject([
          { title: 'Second', keywords: ['a'] },
          { title: 'Second' },
        ]);
      await ok(actOn(of, latestVersion, 'publish'));
      await queue.deliver(queue.sent.at(-1));
      const { publishedVersion: live } = await read(of);
      expect(live?.versionId).toBe(latestVersion.versionId);
    },
  );

  test.each(closed)(
    'that are the same, and a name, open no draft when the latest version is %s',
    async (status) => {
      const of = await audienceIn(status, all);
      const before = await versionsOf(of);
      const same = fields.map((field) => ({ [field]: words[field][0] }));
      for (const body of [all, ...same, { metadataOverride: {} }, { metadataOverride: { author: '' } }, {}]) {
        expect((await ok(patch(of, body))).latestVersion).toEqual(of.latestVersion);
      }
      expect(await ok(patch(of, { customName: 'X' }))).toMatchObject({ customName: 'X', status: of.status });
      expect(await versionsOf(of)).toEqual(before);
    },
  );

  test.each(closed)(
    'that are cleared open a draft when the latest version is %s, and not again',
    async (status) => {
      const of = await audienceIn(status, all);
      const cleared = await ok(patch(of, Object.fromEntries(fields.map((field) => [field, null]))));
      expect(cleared.latestVersion.versionNumber).toBe(of.latestVersion.versionNumber + 1);
      for (const field of fields)
        expect((await ok(patch(of, { [field]: null }))).latestVersion).toEqual(cleared.latestVersion);
    },
  );

  test.each(['published', 'queued'] as const)(
    'in 20 changes at once open one draft when the latest version is %s',
    async (status) => {
      const of = await audienceIn(status, all);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          patch(
            of,
            [
              { metadataOverride: { title: `T ${n}` } },
              { actionFormIdOverride: `f ${n}` },
              { supplementaryContext: `s ${n}` },
            ][n % 3] ?? {},
          ),
        ),
      );
      const draft = of.latestVersion.versionNumber + 1;
      expect(replies.map(({ status, body }) => [status, body.latestVersion.versionNumber])).toEqual(
        replies.map(() => [200, draft]),
      );
      expect((await versionsOf(of)).totalCount).toBe(draft);
    },
  );

  test('open the draft under If-Match, of which the old tag then fails', async () => {
    const of = await audienceIn('published', all);
    const etag = etagOf(await get(of));
    const stale = await patch(of, { actionFormIdOverride: 'x' }, { 'if-match': '"0.0.0"' });
    expect([stale.status, (await versionsOf(of)).totalCount]).toEqual([412, of.latestVersion.versionNumber]);
    const opened = await patch(of, { actionFormIdOverride: 'x', customName: 'N' }, { 'if-match': etag });
    expect([opened.status, opened.body]).toMatchObject([
      200,
      { status: 'draft', actionFormIdOverride: 'x', customName: 'N' },
    ]);
    expect(etagOf(await get(of))).toBe(etagOf(opened));
    expect((await patch(of, { actionFormIdOverride: 'y' }, { 'if-match': etag })).status).toBe(412);
  });
});
