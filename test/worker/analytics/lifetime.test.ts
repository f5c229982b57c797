import { env } from 'cloudflare:workers';

import { faultyDatabase, silent } from '../support/faults.ts';
import { newPlace, read, session } from '../support/places.ts';
import { minute, now } from '../support/times.ts';
import { held, merge, messageOf, newId, prepareVisits, visitOf } from '../support/visits.ts';

prepareVisits();

describe('the lifetime of a session', () => {
  /** Simulates that time passes: sets back the times of the session. */
  const age = (id: string, milliseconds: number) =>
    env.DB.prepare(
      `update audience_sessions set session_started_at = session_started_at - ?2 where analytics_session_id = ?1`,
    )
      .bind(id, milliseconds)
      .run();

  test('ends 30 minutes after the last activity, not before', async () => {
    const [id, of] = [newId(), await newPlace()];
    const received = Date.now();
    await merge(messageOf(visitOf(id, of), received));
    expect((await session(id, of)).computationStatus).toBe('pending');
    await age(id, 29 * minute);
    expect((await session(id, of)).computationStatus).toBe('pending');
    await age(id, minute);
    const closed = await session(id, of);
    expect(closed).toMatchObject({ computationStatus: 'completed', isBounce: false, computationError: null });
    expect(closed.sessionEndedAt).toBe(new Date(received - 30 * minute - 100).toISOString());
    await held.cron();
    expect(await session(id, of)).toEqual(closed);
  });

  test('ends although the cron fails in its workspace', async () => {
    const [id, of] = [newId(), await newPlace('acme')];
    await merge(messageOf(visitOf(id, of), now - 40 * minute, 'acme'));
    const DB = faultyDatabase({ message: 'D1_ERROR: boom', moment: 'before', size: 1, times: 9 });
    await silent(() => held.cron({ DB }));
    const options = { workspace: 'acme' } as const;
    expect((await read(id, of, options)).body.computationStatus).toBe('completed');
  });
});
