import { describe, expect, test } from 'vitest';
import { versionStatuses } from '../../../../src/content/audiences/lifecycle.ts';
import {
  act,
  actOn,
  audienceIn,
  audiencesOf,
  newAudience,
  patch,
  post,
  publish,
  read,
  readVersion,
  versionsOf,
} from '../../support/audiences.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';

describe('the contract', () => {
  test('of a new audience: every field and its value', async () => {
    const pageId = await newPageId();
    const reply = await post(pageId);
    const { audienceId, createdAt, effectiveMetadata, metadataOverride, latestVersion } = reply.body;
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        audienceId: expect.stringMatching(/^audience_[0-7][0-9a-z]{25}$/),
        pageId,
        personId: null,
        personRouteKey: null,
        computedName: 'Audience 1',
        customName: null,
        effectiveName: 'Audience 1',
        isNewPageAgent: true,
        status: 'draft',
        supplementaryContext: null,
        actionFormIdOverride: null,
        actionFormInstructionsOverride: null,
        actionUrlOverride: null,
        archivedAt: null,
        createdAt,
        publishedVersion: null,
        effectiveMetadata,
        metadataOverride,
        latestVersion: {
          versionId: expect.stringMatching(/^version_[0-7][0-9a-z]{25}$/),
          audienceId,
          versionNumber: 1,
          status: 'draft',
          isNewPageAgent: true,
          supplementaryContext: null,
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
      },
    ]);
    expect(await read(reply.body)).toEqual(reply.body);
    expect(await readVersion(reply.body, latestVersion)).toEqual(latestVersion);
  });

  test.each([['bare'], ['full']])('is kept by every operation: a %s audience', async (kind) => {
    const { personId } = await newPerson();
    const full = {
      personId,
      customName: 'C',
      actionFormIdOverride: 'form_1',
      actionFormInstructionsOverride: 'a\nb',
      actionUrlOverride: 'tel:+123',
      supplementaryContext: 's',
      metadataOverride: { title: 'T', keywords: ['k'], robots: ['index'], ogType: 'article' },
    };
    // `call` compares each answer with the tables.
    const of = await newAudience({ status: 'pending', ...(kind === 'full' ? full : {}) });
    const { latestVersion: first } = of;
    expect(of.status).toBe('pending');
    expect((await ok(actOn(of, first, 'ready'))).status).toBe('draft');
    expect((await publish(of, first)).status).toBe('published');
    expect((await ok(patch(of, { supplementaryContext: 'next' }))).status).toBe('draft');
    const second = await ok(act(of, 'versions'));
    expect((await ok(actOn(of, second, 'cancel'))).status).toBe('cancelled');
    expect((await publish(of, second)).status).toBe('published');
    expect((await ok(act(of, 'archive'))).status).toBe('archived');
    expect((await ok(act(of, 'restore'))).status).toBe('published');
    const list = await audiencesOf(of.pageId);
    expect(list).toEqual({ items: [await read(of)], hasMore: false, nextCursor: null, totalCount: 1 });
    expect((await versionsOf(of)).items).toEqual([
      await readVersion(of, second),
      await readVersion(of, first),
    ]);
  });

  test.each(versionStatuses)('is kept by an audience that is %s, live and archived', async (status) => {
    const of = await audienceIn(status);
    expect((await read(of)).latestVersion).toMatchObject({ status, cancelReason: null });
    expect((await ok(act(of, 'archive'))).status).toBe('archived');
  });

  test('has the times of a version in the order of its statuses', async () => {
    const of = await audienceIn('published');
    const version = await readVersion(of, of.latestVersion);
    const { createdAt, becameDraftAt, queuedAt, publishedAt, cancelledAt, obsoleteAt, archivedAt } = version;
    const times = [createdAt, becameDraftAt, queuedAt, publishedAt];
    expect(times).toEqual([...times].sort());
    expect([cancelledAt, obsoleteAt, archivedAt]).toEqual([null, null, null]);
    expect(version.queueDurationMs).toEqual(expect.any(Number));
    await publish(of, await ok(act(of, 'versions')));
    const gone = await readVersion(of, version);
    const live = (await read(of)).publishedVersion;
    expect(gone).toEqual({
      ...version,
      status: 'archived',
      allowedActions: [],
      obsoleteAt: live?.publishedAt,
      archivedAt: live?.publishedAt,
    });
  });
});
