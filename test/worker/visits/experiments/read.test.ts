import { call } from '../../support/calls.ts';
import {
  actOnTest,
  bodyFor,
  change,
  create,
  listTests,
  pathOfTest,
  withDrafts,
} from '../../support/experiments.ts';
import { ok } from '../../support/replies.ts';

test('tests are listed newest first, by one filter', async () => {
  const { of, test: first } = await withDrafts(1);
  const second = await ok(create(bodyFor(of, { start: true })));
  const ids = async (query: string) => (await listTests(query)).items.map(({ experimentId }) => experimentId);
  expect(await ids(`audienceId=${of.audienceId}`)).toEqual([second.experimentId, first.experimentId]);
  expect(await ids(`pageId=${of.pageId}`)).toEqual([second.experimentId, first.experimentId]);
  expect(await ids('status=running')).toContain(second.experimentId);
  expect(await ids('status=running')).not.toContain(first.experimentId);
  const { nextCursor, totalCount } = await listTests(`pageId=${of.pageId}&limit=1`);
  expect(totalCount).toBe(2);
  expect(await ids(`pageId=${of.pageId}&limit=1&cursor=${nextCursor}`)).toEqual([first.experimentId]);
  const refused = await call('GET', `/v0/experiments?pageId=${of.pageId}&status=running`);
  expect(refused.status).toBe(400);
});

test('a test has an entity tag, which refuses the write of who has not read it', async () => {
  const { test: made } = await withDrafts(1);
  const { headers } = await call('GET', pathOfTest(made));
  const etag = headers.get('etag') ?? '';
  await ok(change(made, { name: 'One' }, { 'If-Match': etag }));
  expect(await change(made, { name: 'Two' }, { 'If-Match': etag })).toMatchObject({ status: 412 });
  expect(await actOnTest(made, 'start', { 'If-Match': etag })).toMatchObject({ status: 412 });
});
