import { contents } from '../../support/client.ts';
import { faultyDatabase, silent } from '../../support/faults.ts';
import { noneFound } from '../../support/none-found.ts';
import { analytics, newPlace, read, session } from '../../support/places.ts';
import { after, minute, now } from '../../support/times.ts';
import { held, merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareVisits();

describe('a session', () => {
  test('does not move by less than a second, whether its beacons come at once or one by one', async () => {
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

  test('of no audience has no audienceSessionId', async () => {
    for (const audienceId of [undefined, null]) {
      const id = newId();
      const { audienceId: _, ...visit } = visitOf(id);
      await merge(audienceId === null ? { ...visit, audienceId } : visit);
      expect(await session(id)).toMatchObject({ audienceId: null, audienceSessionId: null });
      expect((await read(`audience_session_${id}`)).status).toBe(404);
    }
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

  test('has no dimensions when an earlier version has sent the message, until another beacon has them', async () => {
    const id = newId();
    await merge(visitOf(id));
    expect(await session(id)).toMatchObject({ country: null, device: null });
    const dimensions = { ...noneFound, country: 'IN', device: 'mobile' } as const;
    await merge({ ...messageOf(visitOf(id)), dimensions });
    expect(await session(id)).toMatchObject({ country: 'IN', device: 'mobile' });
  });

  test('is merged from the dead-letter queue too', async () => {
    const id = newId();
    expect(await held.deliver([messageOf(visitOf(id))], {}, 'footfall-visits-dead')).toEqual(['ack']);
    expect((await session(id)).analyticsSessionId).toBe(id);
  });

  test('is read and listed in its own workspace only', async () => {
    const acme = await newPlace('acme');
    const [here, there] = [newId(), newId()];
    await merge(visitOf(here), messageOf(visitOf(there, acme), now, 'acme'));
    expect((await session(here)).analyticsSessionId).toBe(here);
    expect((await read(there, acme, { workspace: 'acme' })).status).toBe(200);
    expect((await read(there, acme)).body.code).toBe('page_not_found');
    expect((await read(here, acme, { workspace: 'acme' })).body.code).toBe('audience_session_not_found');
  });
});

describe('a batch', () => {
  const poison = [
    null,
    'visit',
    {},
    { workspace: 'main', receivedAt: now },
    { ...messageOf(visitOf('x')), receivedAt: 'now' },
    { ...messageOf(visitOf('x')), visit: { ...visitOf('x'), engagedMs: null } },
  ];
  test.each(poison.map((body) => [body]))('with an invalid message, %j, merges the others', async (bad) => {
    const [first, last] = [newId(), newId()];
    const { result, logged } = await silent(() =>
      held.deliver([messageOf(visitOf(first)), bad, messageOf(visitOf(last))]),
    );
    expect(result).toEqual(['ack', 'retry', 'ack']);
    expect(logged.join()).toContain('The message is not a visit.');
    await session(first);
    await session(last);
  });

  test('with a message of an unknown workspace merges the others', async () => {
    const id = newId();
    const messages = [messageOf(visitOf(newId()), now, 'nowhere'), messageOf(visitOf(id))];
    const { result } = await silent(() => held.deliver(messages));
    expect(result).toEqual(['retry', 'ack']);
    await session(id);
  });

  test.each([
    ['is too much for D1 as a whole', 'D1_ERROR: parser stack overflow: SQLITE_ERROR'],
    ['has a visit that D1 refuses', 'D1_ERROR: UNIQUE constraint failed: x.y: SQLITE_CONSTRAINT'],
  ])('that %s is merged one visit at a time', async (_what, message) => {
    const ids = [newId(), newId(), newId()];
    const DB = faultyDatabase({ message, moment: 'before', size: 1 });
    const { result } = await silent(() =>
      held.deliver(
        ids.map((id) => messageOf(visitOf(id))),
        { DB },
      ),
    );
    expect(result).toEqual(['ack', 'ack', 'ack']);
    for (const id of ids) await session(id);
  });

  test.each([
    ['D1 does not answer', 'D1_ERROR: D1 DB is overloaded.'],
    ['D1 fails as nobody has described', 'D1_ERROR: Failed to parse body as JSON, got: error code: 1101'],
    ['the database is not migrated', 'D1_ERROR: no such table: audience_sessions'],
  ])('is delivered again when %s, and tried only once', async (_what, message) => {
    const ids = [newId(), newId()];
    const DB = faultyDatabase({ message, moment: 'before', size: 1 });
    const { result } = await silent(() =>
      held.deliver(
        ids.map((id) => messageOf(visitOf(id))),
        { DB },
      ),
    );
    expect(result).toEqual(['retry', 'retry']);
    for (const id of ids) expect((await read(id)).status).toBe(404);
  });

  test('that has been tried often in an outage asks D1 for the batch and for three of its visits', async () => {
    let asked = 0;
    const meanwhile = async () => {
      asked += 1;
    };
    const message = 'D1_ERROR: D1 DB is overloaded.';
    const DB = faultyDatabase({ message, moment: 'before', size: 1, times: Infinity, meanwhile });
    const bodies = Array.from({ length: 20 }, () => messageOf(visitOf(newId())));
    const { result } = await silent(() => held.deliver(bodies, { DB }, 'footfall-visits', 11));
    expect([new Set(result), asked]).toEqual([new Set(['retry']), 4]);
  });

  test('that has been tried often, because one visit is too much for D1, loses no other', async () => {
    const ids = Array.from({ length: 5 }, newId);
    const message = 'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.';
    // The batch, and the first visit alone.
    const DB = faultyDatabase({ message, moment: 'before', size: 1, times: 2 });
    const bodies = ids.map((id) => messageOf(visitOf(id)));
    const { result } = await silent(() => held.deliver(bodies, { DB }, 'footfall-visits', 11));
    expect(result).toEqual(['retry', 'ack', 'ack', 'ack', 'ack']);
  });
});
