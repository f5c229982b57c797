import { contents } from '../../support/client.ts';
import { analytics, newPlace, read, session } from '../../support/places.ts';
import { after, day, minute, now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareVisits();

describe('a session into which beacons are merged', () => {
  test('does not move its start by less than a second, whether its beacons come at once or one by one', async () => {
    const startOf = async (delays: number[], inOne: boolean) => {
      const id = newId();
      const messages = delays.map((delay) =>
        messageOf(visitOf(id, { elapsedMs: 20_000 }), now + 20_000 + delay),
      );
      if (inOne) await merge(...messages);
      else for (const message of messages) await merge(message);
      // A beacon that is delivered again changes nothing.
      await writesNothing(() => merge(...messages));
      return Date.parse((await session(id)).sessionStartedAt) - now;
    };
    for (const inOne of [true, false]) {
      expect(await startOf([1500, 501], inOne)).toBe(1500);
      expect(await startOf([1500, 500], inOne)).toBe(500);
      expect(await startOf([1500, 501, 500], inOne)).toBe(500);
      expect(await startOf([500, 1500], inOne)).toBe(500);
    }
    // An audience that a later beacon reports does not move it either.
    const id = newId();
    const { audienceId, ...visit } = visitOf(id, { elapsedMs: 20_000 });
    await merge(messageOf(visit, now + 21_500));
    await merge(messageOf({ ...visit, audienceId }, now + 21_000));
    expect(await session(id)).toMatchObject({
      audienceId,
      sessionStartedAt: new Date(now + 1500).toISOString(),
    });
  });

  test('of an unknown page is left out, and only counted', async () => {
    const before = await contents();
    await merge(visitOf(newId(), { pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xx' }));
    const counted = { left_out_counts: expect.any(Array), left_out_visits: expect.any(Array) };
    expect(await contents()).toEqual({ ...before, ...counted });
  });

  test.each([
    ['unknown', async () => 'audience_01kafz8q6tf7n9t3cwh2k5v4xx'],
    ['of another page', async () => (await newPlace()).audienceId],
  ])('of an audience that is %s counts for the page only, and fails', async (_what, audience) => {
    const [id, audienceId, of] = [newId(), await audience(), await newPlace()];
    await merge(messageOf(visitOf(id, { ...of, audienceId, engagedMs: 0 }), now));
    const pending = await session(id, of);
    expect(pending).toMatchObject({
      audienceId: null,
      audienceSessionId: null,
      computationStatus: 'pending',
      computationError: expect.stringContaining(audienceId),
    });
    const failed = await after(40 * minute, () => session(id, of));
    expect(failed).toEqual({
      ...pending,
      computationStatus: 'failed',
      sessionEndedAt: new Date(now - 10_500 + 10_400).toISOString(),
    });
    expect(failed.isBounce).toBe(false);
    const items = await analytics(of);
    expect(items.find((item) => item.audienceId === undefined)).toMatchObject({
      totalSessions: 1,
      bounceEligibleSessions: 0,
      bounceCount: 0,
      bounceRate: 0,
    });
  });

  test('of another page keeps its id: a beacon for this page with that id is ignored', async () => {
    const [id, elsewhere] = [newId(), await newPlace()];
    await merge(visitOf(id));
    const [before, known] = [await contents(), await session(id)];
    const formSubmit = { formSubmissionId: 'f', email: 'thief@x.example' };
    await merge(messageOf(visitOf(id, { ...elsewhere, clicksCount: 9, formSubmit }), now + 1000));
    expect(await contents()).toEqual(before);
    expect(await session(id)).toEqual(known);
    expect((await read(id, elsewhere)).body.code).toBe('audience_session_not_found');
  });
});

test('a beacon changes no session with a start that differs by a day or more', async () => {
  const [id, of] = [newId(), await newPlace()];
  await merge(messageOf(visitOf(id, of), now - 3 * day));
  const before = await session(id, of);
  await merge(messageOf(visitOf(id, { ...of, clicksCount: 9 }), now));
  expect(await session(id, of)).toEqual(before);
});
