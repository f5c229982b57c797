import { patch } from '../../support/audiences.ts';
import { call } from '../../support/calls.ts';
import {
  bodyFor,
  contextOf,
  create,
  listTests,
  pathOfTest,
  remove,
  withDrafts,
} from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';
import { withDraft } from '../../support/versions.ts';

test('the words of a deleted test can be edited again', async () => {
  const of = await withDraft();
  const made = await ok(create(bodyFor(of)));
  const deleted = await ok(remove(made));
  expect(await ok(remove(made))).toEqual(deleted);
  expect(await call('GET', pathOfTest(made))).toMatchObject({ status: 404 });
  expect((await listTests(`pageId=${of.pageId}`)).items).toEqual([]);
  const { latestVersion } = await ok(patch(of, { supplementaryContext: 'again' }));
  expect(latestVersion.versionId).toBe(of.latestVersion.versionId);
});

test('what another test has frozen stays', async () => {
  const { of, test: first } = await withDrafts(1);
  const second = await ok(create(bodyFor(of)));
  await ok(remove(first));
  await ok(patch(of, { supplementaryContext: 'again' }));
  expect(await contextOf(of, { versionId: second.arms[1]?.versionId ?? '' })).toBe('second');
});
