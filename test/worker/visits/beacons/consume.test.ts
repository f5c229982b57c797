import { send } from '../../support/client.ts';
import { faultyDatabase, silent } from '../../support/faults.ts';
import { read, session } from '../../support/places.ts';
import { now } from '../../support/times.ts';
import {
  firefox,
  held,
  key,
  messageOf,
  newId,
  origin,
  prepareVisits,
  visitOf,
} from '../../support/visits.ts';

prepareVisits();

describe('a batch of visits', () => {
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

test('a visit is merged from the dead-letter queue too', async () => {
  const id = newId();
  expect(await held.deliver([messageOf(visitOf(id))], {}, 'footfall-visits-dead')).toEqual(['ack']);
  expect((await session(id)).analyticsSessionId).toBe(id);
});

test('through the real queue and the real consumer: a visit becomes a session', async () => {
  const id = newId();
  const headers = { 'user-agent': firefox, origin };
  const told = await send('POST', '/v0/visits', visitOf(id, { clicksCount: 1 }), { key, headers });
  expect(told.body).toEqual({ accepted: true });
  await expect.poll(async () => (await read(id)).body.totalClicksCount).toBe(1);
});
