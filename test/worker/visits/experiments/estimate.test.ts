import type { Experiment, ExperimentForecast } from '../../../../src/visits/experiments/schemas.ts';
import { daysWords } from '../../../../src/vocabulary/experiments.ts';
import { call } from '../../support/calls.ts';
import {
  actOnTest,
  bodyFor,
  create,
  pathOfTest,
  readTest,
  visitTo,
  withTest,
} from '../../support/experiments.ts';
import { etagOf, ok } from '../../support/replies.ts';
import { hour, minute, pass, setClock } from '../../support/times.ts';
import { withDraft } from '../../support/versions.ts';
import { merge, messageOf, newId, visitOf } from '../../support/visits.ts';

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
    expect(body.sentence).toBe(`Not decided: 60 visitors so far. It takes about ${daysWords(days)} more.`);
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

describe('before there is a test', () => {
  const forecast = (query: string) =>
    call<ExperimentForecast>('GET', `/v0/experiments/estimate?goal=conversion&${query}`);

  test('the estimate is the one that a test has which has just started, in the same words', async () => {
    setClock();
    const of = await withDraft();
    const { audienceId, pageId } = of;
    const visits = Array.from({ length: 40 }, (_, n) =>
      messageOf(visitOf(newId(), { pageId, audienceId, hasConversion: n < 4 }), Date.now()),
    );
    await merge(...visits);
    const before = await ok(forecast(`audienceId=${audienceId}`));
    expect(before.sentence).toBe(
      `At 40 visits a day and a rate of 10%, 50% more conversions are found in about ${daysWords(before.estimate?.days ?? 0)}.`,
    );
    const test = await ok(create(bodyFor(of)));
    expect(await readTest(test)).toMatchObject(before);
    await ok(actOnTest(test, 'start'));
    expect((await readTest(test)).estimate).toEqual(before.estimate);
    const tenth = await ok(forecast(`audienceId=${audienceId}&liveWeight=9`));
    expect(tenth.estimate?.days).toBeGreaterThan(2 * (before.estimate?.days ?? 0));
    expect(await forecast(`audienceId=${audienceId}&liveWeight=1000`)).toMatchObject({ status: 200 });
    expect(await forecast(`audienceId=${audienceId}&liveWeight=1001`)).toMatchObject({ status: 400 });
  });

  test('it is not known without a visit that reached the goal, and for clicks', async () => {
    const { audienceId, pageId } = await withDraft();
    await merge(visitOf(newId(), { pageId, audienceId, hasActionClick: true }));
    expect(await ok(forecast(`audienceId=${audienceId}`))).toEqual({
      estimate: null,
      sentence: 'How long it takes is not known: none of the latest visits reached the goal.',
    });
    const clicks = call<ExperimentForecast>(
      'GET',
      `/v0/experiments/estimate?goal=actionClick&audienceId=${audienceId}`,
    );
    expect(await ok(clicks)).toEqual({
      estimate: null,
      sentence: 'How long it takes is known once there are clicks: they are counted while the test runs.',
    });
    expect(await forecast('audienceId=audience_none')).toMatchObject({
      status: 404,
      body: { code: 'audience_not_found' },
    });
  });
});
