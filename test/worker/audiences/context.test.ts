import { describe, expect, test } from 'vitest';
import { versionStatuses } from '../../../src/audiences/lifecycle.ts';
import { audienceIn, newAudience, patch, queue, read, versionsOf } from '../support/audiences.ts';
import { ok } from '../support/replies.ts';

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
    const [latest] = before.items;
    expect(latest).toEqual(of.latestVersion);
    const opened = await ok(patch(of, { supplementaryContext: 'next', customName: 'N' }));
    const { versionId, createdAt } = opened.latestVersion;
    const isNewPageAgent = of.publishedVersion === null;
    expect(opened).toEqual({
      ...of,
      customName: 'N',
      effectiveName: 'N',
      status: 'draft',
      isNewPageAgent,
      supplementaryContext: 'next',
      latestVersion: {
        versionId,
        audienceId: of.audienceId,
        versionNumber: before.totalCount + 1,
        status: 'draft',
        isNewPageAgent,
        supplementaryContext: 'next',
        createdAt,
        becameDraftAt: createdAt,
        queuedAt: null,
        publishAt: null,
        requestedBy: null,
        queueDurationMs: null,
        publishedAt: null,
        cancelledAt: null,
        obsoleteAt: null,
        archivedAt: null,
        cancelReason: null,
        allowedActions: ['publish', 'cancel'],
      },
    });
    expect(before.items.map((item) => item.versionId)).not.toContain(versionId);
    const edited = await ok(patch(of, { supplementaryContext: 'last' }));
    const draft = { ...opened.latestVersion, supplementaryContext: 'last' };
    expect(edited.latestVersion).toEqual(draft);
    expect(await versionsOf(of)).toEqual({
      ...before,
      items: [draft, ...before.items],
      totalCount: before.totalCount + 1,
    });
  });

  test.each(closed)('opens no draft for the same text or another field when it is %s', async (status) => {
    const others = [
      { customName: 'X' },
      { actionUrlOverride: 'tel:+1' },
      { metadataOverride: { title: 'T' } },
    ];
    for (const text of ['first', null]) {
      const of = await audienceIn(status, { supplementaryContext: text });
      const before = await versionsOf(of);
      for (const fields of [{ supplementaryContext: text }, ...others, { metadataOverride: null }, {}]) {
        const { latestVersion } = await ok(patch(of, fields));
        expect(latestVersion).toEqual(of.latestVersion);
      }
      expect(await versionsOf(of)).toEqual(before);
    }
  });

  test.each(['', null])('opens a draft without context when %j clears it', async (empty) => {
    const of = await audienceIn('published');
    const { latestVersion, publishedVersion } = await ok(patch(of, { supplementaryContext: empty }));
    expect(latestVersion).toMatchObject({ versionNumber: 2, supplementaryContext: null, status: 'draft' });
    expect(publishedVersion).toEqual(of.publishedVersion);
    expect((await ok(patch(of, { supplementaryContext: empty }))).latestVersion).toEqual(latestVersion);
  });

  test.each(['published', 'queued'] as const)(
    'opens one draft after %s for 20 texts at once',
    async (status) => {
      const of = await audienceIn(status);
      const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
      const replies = await Promise.all(texts.map((text) => patch(of, { supplementaryContext: text })));
      for (const [n, { status, body }] of replies.entries()) {
        expect([status, body.supplementaryContext, body.latestVersion.versionNumber]).toEqual([
          200,
          texts[n],
          2,
        ]);
      }
      expect((await versionsOf(of)).totalCount).toBe(2);
    },
  );

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
