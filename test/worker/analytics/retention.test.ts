import { retentionStart } from '../../../src/analytics/retention.ts';
import { mergeVisits } from '../../../src/visits/beacons/store/merge.ts';
import { at } from '../support/analytics.ts';
import { openTestDatabase, type Problem, send } from '../support/client.ts';
import { HeldVisits } from '../support/held-queue.ts';
import { analytics, newPlace, type Place, sessions } from '../support/places.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';
import { day, noon } from '../support/times.ts';
import { messageOf, newId, visitOf } from '../support/visits.ts';

beforeEach(forgetSessions);

const db = () => openTestDatabase();
const midnight = noon - day / 2;
/** The sessions that are left of a page. */
const left = async (of: Place) => (await sessions(of)).totalCount;

describe('retention (SESSION_RETENTION_DAYS)', () => {
  const retention = { SESSION_RETENTION_DAYS: '30' };
  const cron = (bindings = {}) => new HeldVisits().cron(bindings);
  /** Noon of a day that is removed. */
  const old = Math.floor(Date.now() / day) * day - 31 * day + day / 2;

  test('is some whole days before the day of today', () => {
    expect(retentionStart('30', noon)).toBe(midnight - 30 * day);
    expect(retentionStart('30', midnight)).toBe(midnight - 30 * day);
    expect(retentionStart('30', midnight - 1)).toBe(midnight - 31 * day);
    for (const none of [undefined, '', ' ', 'forever', '30d', '0', '-3', '1', '1e3', '100000'])
      expect(retentionStart(none, noon)).toBe(0);
  });

  test('removes nothing when it is not configured, and what is older when it is', async () => {
    const of = await newPlace();
    await insertSessions(of, 2, { start: `${old}` });
    await insertSessions(of, 1, { id: "'kept'", start: `${old + day / 2}` });
    for (const days of ['', 'forever', '1']) await cron({ SESSION_RETENTION_DAYS: days });
    expect(await left(of)).toBe(3);
    await cron(retention);
    expect(await left(of)).toBe(1);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 3 }]);
  });

  test('removes pending sessions of the day too: a session lasts one day at most', async () => {
    const of = await newPlace();
    await insertSessions(of, 1, { start: `${old}`, active: `${day}` });
    await cron(retention);
    expect(await left(of)).toBe(0);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 1, bounceEligibleSessions: 1 }]);
  });

  test('never accepts sessions of a removed time again, even after it is raised or cleared', async () => {
    const of = await newPlace();
    const imported = (start: number) => ({
      analyticsSessionId: newId(),
      sessionStartedAt: at(start),
      sessionEndedAt: at(start),
    });
    const imports = (list: object[]) =>
      send<Problem>('POST', `/v0/pages/${of.pageId}/audience_sessions/import`, { sessions: list });
    const [gone, kept] = [imported(old), imported(Date.now() - 2 * day)];
    expect((await imports([gone, kept])).status).toBe(200);
    const id = newId();
    const told = messageOf(visitOf(id, of), old + 10_500);
    await mergeVisits(db(), [told]);
    await cron(retention);
    const before = await analytics(of);
    const again = await imports([kept, gone, imported(old + day / 2 - 1), imported(old + day / 2)]);
    expect([again.status, again.body.errors?.map(({ path }) => path)]).toEqual([
      400,
      ['sessions.1.sessionStartedAt', 'sessions.2.sessionStartedAt'],
    ]);
    expect((await imports([kept])).body).toEqual({ importedCount: 0, existingCount: 1 });
    // A beacon of a removed session does not create it again.
    await mergeVisits(db(), [told, { ...told, receivedAt: told.receivedAt + day }]);
    expect(await analytics(of)).toEqual(before);
    expect(await left(of)).toBe(1);
    expect((await send('GET', `/v0/pages/${of.pageId}/audience_sessions/${id}`)).status).toBe(404);
  });
});
