import { sealSome } from '../../../src/analytics/worker/seal.ts';
import { totalIn } from '../support/analytics.ts';
import { openTestDatabase } from '../support/client.ts';
import { interrupted } from '../support/faults.ts';
import { newPlace } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { later } from '../support/times.ts';

beforeEach(forgetSessions);

const db = () => openTestDatabase();

describe('an answer of several round trips', () => {
  test('begins again when sessions are sealed meanwhile', async () => {
    const of = await newPlace();
    await insertSessions(of, 10_001);
    const { database, state } = interrupted(async (batches) => {
      if (batches === 1) await sealSome(db(), later, true);
    });
    expect(await totalIn(database, of)).toBe(10_001);
    // Two for nothing, then those of the 8,001 that are left.
    expect(state.batches).toBe(4);
  });

  test('counts a session that is sealed and corrected meanwhile once', async () => {
    const of = await newPlace();
    await insertSessions(of, 6000);
    const { database } = interrupted(async (batches) => {
      if (batches > 1) return;
      await sealSome(db(), later, true);
      await changeSessions(of, 'total_clicks_count = 5');
    });
    expect(await totalIn(database, of)).toBe(6000);
  });
});
