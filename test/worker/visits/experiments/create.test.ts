import { patch, pathOf } from '../../support/audiences.ts';
import { call } from '../../support/calls.ts';
import { actOnTest, bodyFor, change, create, listTests, readTest } from '../../support/experiments.ts';
import { etagOf, ok } from '../../support/replies.ts';
import { after, hour, inHours } from '../../support/times.ts';
import { readVersion, withDraft } from '../../support/versions.ts';

test('a test has the live version first, and equal weights', async () => {
  const of = await withDraft();
  const { value: made, status } = await create(bodyFor(of)).then(({ body, status }) => ({
    value: body,
    status,
  }));
  expect(status).toBe(201);
  expect(made).toMatchObject({
    status: 'draft',
    pageId: of.pageId,
    goal: 'conversion',
    startedAt: null,
    decidedAt: null,
    sentence: 'It has not started.',
    arms: [
      { versionNumber: 1, weight: 1, visitors: 0, conversions: 0, rate: null, lift: null, pValue: null },
      { versionNumber: 2, weight: 1, visitors: 0, liftLow: expect.any(Number), liftHigh: null, pValue: 1 },
    ],
  });
  expect(await readTest(made)).toEqual(made);
  // The versions keep their status.
  expect(await readVersion(of, of.latestVersion)).toMatchObject({ status: 'draft' });
});

test('a test has weights, also of the live version', async () => {
  const of = await withDraft();
  const arms = [
    { versionId: of.latestVersion.versionId, weight: 3 },
    { versionId: of.publishedVersion?.versionId, weight: 7 },
  ];
  const made = await ok(create(bodyFor(of, { arms, goal: 'formSubmit', name: 'Headline' })));
  expect(made).toMatchObject({ name: 'Headline', arms: [{ versionNumber: 1, weight: 7 }, { weight: 3 }] });
});

test('a test that would have ended is refused, also when it is changed and when it starts', async () => {
  const of = await withDraft();
  const past = { endsAt: '2000-01-01T00:00:00Z' };
  const made = await ok(create(bodyFor(of, { endsAt: inHours(1) })));
  const refusals = [await create(bodyFor(of, past)), await change(made, past)];
  expect((await readTest(made)).endsAt).toBe(made.endsAt);
  refusals.push(await after(hour, () => actOnTest(made, 'start')));
  for (const { status, body } of refusals)
    expect([status, body]).toMatchObject([409, { code: 'experiment_impossible', field: 'endsAt' }]);
});

test('a test of words that were read is refused once the audience has changed', async () => {
  const of = await withDraft();
  const tag = async () => ({ 'If-Match': etagOf(await call('GET', pathOf(of))) });
  const stale = await tag();
  await ok(patch(of, { supplementaryContext: 'third' }));
  for (const start of [false, true]) {
    const refused = await create(bodyFor(of, { start }), stale);
    expect([refused.status, refused.body]).toMatchObject([
      412,
      { code: 'precondition_failed', currentETag: (await tag())['If-Match'] },
    ]);
  }
  expect(await listTests(`audienceId=${of.audienceId}`)).toMatchObject({ items: [] });
  expect(await ok(create(bodyFor(of, { start: true }), await tag()))).toMatchObject({ status: 'running' });
  // What stands in the way of a test is said to who has read the audience as it is.
  expect(await create(bodyFor(of, { start: true }), await tag())).toMatchObject({ status: 409 });
  const unknown = await create({ ...bodyFor(of), audienceId: 'audience_none' }, stale);
  expect(unknown.body).toMatchObject({ code: 'audience_not_found' });
});
