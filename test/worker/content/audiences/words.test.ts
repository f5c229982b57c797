import { versionStatuses } from '../../../../src/content/audiences/lifecycle.ts';
import { get, newAudience, patch, read } from '../../support/audiences.ts';
import { queue } from '../../support/calls.ts';
import { etagOf, ok } from '../../support/replies.ts';
import { actOn, audienceIn, versionsOf } from '../../support/versions.ts';

const closed = versionStatuses.filter((status) => status !== 'draft');

describe('supplementaryContext', () => {
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

describe('words', () => {
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

  test.each(closed)('that are the same, and a name, open no draft when it is %s', async (status) => {
    const of = await audienceIn(status, all);
    const before = await versionsOf(of);
    const same = fields.map((field) => ({ [field]: words[field][0] }));
    for (const body of [all, ...same, { metadataOverride: {} }, { metadataOverride: { author: '' } }, {}]) {
      expect((await ok(patch(of, body))).latestVersion).toEqual(of.latestVersion);
    }
    expect(await ok(patch(of, { customName: 'X' }))).toMatchObject({ customName: 'X', status: of.status });
    expect(await versionsOf(of)).toEqual(before);
  });

  test.each(closed)('that are cleared open a draft when it is %s, and not again', async (status) => {
    const of = await audienceIn(status, all);
    const cleared = await ok(patch(of, Object.fromEntries(fields.map((field) => [field, null]))));
    expect(cleared.latestVersion.versionNumber).toBe(of.latestVersion.versionNumber + 1);
    for (const field of fields)
      expect((await ok(patch(of, { [field]: null }))).latestVersion).toEqual(cleared.latestVersion);
  });

  test.each(['published', 'queued'] as const)('20 at once open one draft after %s', async (status) => {
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
  });

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

  test.each([
    ['published', 'both open the next draft'],
    ['archived', 'both open the next draft'],
    ['pending', 'POST …/ready'],
    ['queued', 'on its way'],
  ] as const)('a publish of a version that is %s says what to do', async (status, what) => {
    const of = await audienceIn(status, all);
    const { status: code, text } = await actOn(of, of.latestVersion, 'publish');
    expect([code, JSON.parse(text).detail]).toEqual([409, expect.stringContaining(what)]);
  });
});
