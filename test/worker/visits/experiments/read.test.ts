import type { Experiment } from '../../../../src/visits/experiments/schemas.ts';
import { daysWords } from '../../../../src/vocabulary/experiments.ts';
import { call } from '../../support/calls.ts';
import {
  actOnTest,
  bodyFor,
  change,
  create,
  listTests,
  pathOfTest,
  visitTo,
  withDrafts,
  withTest,
} from '../../support/experiments.ts';
import { etagOf, ok } from '../../support/replies.ts';
import { hour, minute, pass, setClock } from '../../support/times.ts';
import { merge } from '../../support/visits.ts';

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

describe('the estimate', () => {
  /** A running test of which `hits` of 60 visitors have converted, and what is read of it after some time. */
  async function visited(hits: number) {
    setClock();
    const of = await withTest();
    const visitors = Array.from({ length: 60 }, (_, n) => visitTo(of, n % 2, { hasConversion: n < hits }));
    await merge(...visitors);
    const known: Record<string, string> = {};
    return async (milliseconds: number) => {
      pass(milliseconds);
      const reply = await call<Experiment>('GET', pathOfTest(of.test), undefined, { headers: known });
      known['If-None-Match'] = etagOf(reply);
      return reply;
    };
  }

  test('is in whole hours and days, so that who reads again while nobody comes gets a 304', async () => {
    const read = await visited(6);
    const { body } = await read(30 * minute);
    expect(body.estimate).toEqual({ visitorsPerDay: 60, rate: 0.1, lift: 0.5, days: expect.any(Number) });
    const days = body.estimate?.days ?? 0;
    expect(days % 1).toBe(0);
    expect(body.sentence).toBe(`Not decided: 60 visitors, about ${daysWords(days)} more.`);
    expect(await read(10 * minute)).toMatchObject({ status: 304 });
  });

  test('is of what the test has counted, once this is a day and 10 conversions', async () => {
    const read = await visited(12);
    expect((await read(23 * hour)).body.estimate).toMatchObject({ visitorsPerDay: 60 });
    const { body } = await read(54 * hour + 30 * minute);
    // 60 visitors in 77 hours.
    expect(body.estimate).toMatchObject({ visitorsPerDay: 19, rate: 0.2 });
    expect(body.sentence).toContain(`about ${daysWords((body.estimate?.days ?? 0) - 3)} more`);
    expect(await read(10 * minute)).toMatchObject({ status: 304 });
    // The rate of visitors has fallen by then.
    expect(await read(20 * hour)).toMatchObject({ status: 200 });
  });
});
