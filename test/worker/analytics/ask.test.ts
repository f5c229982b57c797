import { env } from 'cloudflare:workers';
import { totalIn } from '../support/analytics.ts';
import { interrupted } from '../support/faults.ts';
import { newPlace } from '../support/places.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';

beforeEach(forgetSessions);

describe('an answer that takes more statements than a request may have', () => {
  test('is refused with too_many_values: blocks are written after each of its round trips', async () => {
    const of = await newPlace();
    await insertSessions(of, 10_001);
    const { database } = interrupted(() =>
      env.DB.prepare(
        `insert into session_seal (id, sealed_at, sealed_id, revision) values (1, -1, '', 1)
          on conflict (id) do update set revision = revision + 1`,
      ).run(),
    );
    await expect(totalIn(database, of)).rejects.toMatchObject({ code: 'too_many_values' });
  });
});
