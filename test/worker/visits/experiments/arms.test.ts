import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type { VersionContent } from '../../../../src/content/versions/schemas.ts';
import type { PageLinkResolution } from '../../../../src/visits/page-links/resolve-schemas.ts';
import { act, newAudience, patch, read } from '../../support/audiences.ts';
import { call, queue } from '../../support/calls.ts';
import { send } from '../../support/client.ts';
import {
  actOnTest,
  bodyFor,
  contextOf,
  create,
  listTests,
  publishWinner,
  remove,
  withDrafts,
  withTest,
} from '../../support/experiments.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { newLink } from '../../support/page-links.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { actOn, publish, readVersion, versionPath, withDraft } from '../../support/versions.ts';

test('each version of a test is frozen, and editing opens the next', async () => {
  const { of, test: made } = await withDrafts(3);
  expect(made.arms.map(({ versionNumber }) => versionNumber)).toEqual([1, 2, 3, 4]);
  await ok(patch(of, { supplementaryContext: 'later' }));
  const contexts = await Promise.all(made.arms.map((arm) => contextOf(of, arm)));
  expect(contexts).toEqual(['first', 'second', 'draft 1', 'draft 2']);
  const { latestVersion, nextContent } = await read(of);
  expect(latestVersion).toMatchObject({ versionNumber: 5, status: 'draft' });
  expect(nextContent.supplementaryContext).toBe('later');
});

test('what was frozen is what comes next, whatever becomes of the page', async () => {
  const of = await withDraft();
  await ok(create(bodyFor(of)));
  await ok(call('PATCH', `/v0/pages/${of.pageId}`, { title: 'Another title' }));
  expect((await read(of)).nextContent.title).toBe((await read(of)).liveContent?.title);
});

test.each([
  [
    'for one person',
    async () => newAudience({ personId: (await newPerson()).personId }),
    'experiment_impossible',
  ],
  ['without a live version', () => newAudience(), 'experiment_impossible'],
  [
    'archived',
    async () => {
      const of = await withDraft();
      await act(of, 'archive');
      return of;
    },
    'audience_archived',
  ],
])('an audience that is %s has no test', async (_what, make, code) => {
  const of = await make();
  const refused = await create(bodyFor(of));
  expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code })]);
});

test('there is no test of an unknown audience, nor of versions that cannot be arms', async () => {
  const of = await withDraft();
  const other = await withDraft();
  const unknown = await create(bodyFor({ ...of, audienceId: 'audience_x' }));
  expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'audience_not_found' }]);
  const live = { versionId: of.publishedVersion?.versionId };
  for (const arms of [[live], [other.latestVersion], [{ versionId: 'version_x' }]]) {
    const refused = await create(bodyFor(of, { arms: arms.map(({ versionId }) => ({ versionId })) }));
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'experiment_impossible' }]);
  }
  const queued = await withDraft();
  await ok(actOn(queued, queued.latestVersion, 'publish'));
  expect(await create(bodyFor(queued))).toMatchObject({ status: 409 });
  const twice = await create(
    bodyFor(of, { arms: [of.latestVersion, of.latestVersion].map(({ versionId }) => ({ versionId })) }),
  );
  expect(twice.status).toBe(400);
  expect((await listTests(`audienceId=${of.audienceId}`)).items).toEqual([]);
});

describe('the words of a version in a test', () => {
  const formOf = async (of: Parameters<typeof versionPath>[0], version: { versionId: string }) =>
    (await ok(call<VersionContent>('GET', `${versionPath(of, version)}/content`))).content.actionFormId;
  /** A draft test of a second version, behind which a third has another form. */
  async function withLaterForm() {
    const of = await withDraft();
    const test = await ok(create(bodyFor(of)));
    await ok(patch(of, { actionFormIdOverride: 'later' }));
    return { of, test, version: of.latestVersion };
  }

  test.each([
    [
      'cancelled',
      async (of: Audience) => {
        await ok(actOn(of, of.latestVersion, 'cancel'));
      },
    ],
    [
      'archived with its audience, and restored',
      async (of: Audience) => {
        await ok(act(of, 'archive'));
        await ok(act(of, 'restore'));
      },
    ],
  ])('stay when its publish is %s, and the test can start', async (_what, undo) => {
    const { of, test: made, version } = await withLaterForm();
    await ok(actOn(of, version, 'publish'));
    await undo(of);
    expect(await readVersion(of, version)).toMatchObject({ status: 'cancelled' });
    expect(await formOf(of, version)).toBeNull();
    const { path } = await newLink({ target: { targetType: 'audience', audienceId: of.audienceId } });
    await ok(actOnTest(made, 'start'));
    const { experiment } = await ok(send<PageLinkResolution>('GET', `/v0/page_links/resolve?path=${path}`));
    expect(experiment?.arms).toMatchObject([
      { content: { actionFormId: null } },
      { content: { supplementaryContext: 'second', actionFormId: null } },
    ]);
  });

  test('stay when its test is deleted, unless they can be edited', async () => {
    const { of, test: made, version } = await withLaterForm();
    await ok(remove(made));
    expect(await formOf(of, version)).toBeNull();
    await ok(actOn(of, version, 'cancel'));
    await publish(of, version);
    expect(await formOf(of, version)).toBeNull();
  });

  test('stay when it was the winner, and its publish is cancelled', async () => {
    const { of, test: made, other } = await withTest();
    await ok(patch(of, { actionFormIdOverride: 'later' }));
    await ok(publishWinner(made, other));
    await ok(actOn(of, other, 'cancel'));
    expect(await formOf(of, other)).toBeNull();
  });

  test('stay when it was the winner, and its publish fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { of, test: made, other } = await withTest();
    await ok(patch(of, { actionFormIdOverride: 'later' }));
    await ok(publishWinner(made, other));
    const message = queue.sent.at(-1);
    for (const dead of [false, true]) {
      const database = faultyDatabase({ message: 'D1_ERROR: x: SQLITE_ERROR', moment: 'before', skip: 1 });
      await queue.deliver(message, { dead, database });
    }
    expect(await readVersion(of, other)).toMatchObject({ status: 'cancelled' });
    expect(await formOf(of, other)).toBeNull();
  });
});
