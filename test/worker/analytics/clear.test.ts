import { env } from 'cloudflare:workers';
import type { Breakdown } from '../../../src/analytics/breakdown-schemas.ts';
import { noteStep } from '../../../src/analytics/store/clear.ts';
import { clearErasedAudiences } from '../../../src/analytics/worker/clear.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import type { Audience } from '../../../src/content/audiences/schemas.ts';
import type { PersonLogCreated } from '../../../src/people/logs/body-schemas.ts';
import { mergeVisits } from '../../../src/visits/beacons/store/merge.ts';
import { correctionsCount, expectExactBlocks, revision } from '../support/blocks.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { failing } from '../support/faults.ts';
import { analytics, newPlace, type Place } from '../support/places.ts';
import { changeSessions, forgetSessions, importSessions, insertSessions } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { day, later, minute, noon } from '../support/times.ts';
import { messageOf, newId, visitOf } from '../support/visits.ts';

// An audience that was made for a person: when the person is erased, its sessions lose what may name the person.

beforeEach(forgetSessions);

const db = () => openTestDatabase();
const seal = () => sealSessions(db(), later, { isForced: true });
const remove = (before: number) => removeSessions(db(), before, later);
const clear = (now = later) => clearErasedAudiences(db(), now);
const uncleared = () => numberOf("select count(*) from erased_audiences where step <> 'wait'");
/** Clears as the cron does, a run each minute, until all is cleared. */
const clearAll = async () => {
  for (let now = later; (await uncleared()) !== 0; now += minute) await clear(now);
};

/** A person with an audience of their own, of a page or of a new one. */
async function newPersonal(page?: Place): Promise<Place & { personId: string }> {
  const { pageId } = page ?? (await newPlace());
  const email = `${crypto.randomUUID()}@visitor.example`;
  const log = { email, source: 'test', type: 'made', payload: {} };
  const { personId } = (await send<PersonLogCreated>('POST', '/v0/person_logs', log)).body;
  const made = await send<Audience>('POST', `/v0/pages/${pageId}/audiences`, { personId });
  expect(made.status, made.text).toBe(201);
  return { pageId, personId, audienceId: made.body.audienceId };
}
const erase = async ({ personId }: { personId: string }) =>
  expect((await send('DELETE', `/v0/persons/${personId}`)).status).toBe(200);

/** In how many rows of a table a text is. */
const rowsWith = async (table: string, text: string) => {
  const { results } = await env.DB.prepare(`select * from ${table}`).all();
  return results.filter((row) => JSON.stringify(row).includes(text)).length;
};
/** In how many rows of sessions, blocks and corrections a text is. */
const traces = async (text: string) =>
  Promise.all(
    ['audience_sessions', 'session_blocks', 'session_corrections'].map((table) => rowsWith(table, text)),
  );

const named = { campaign: "'zoe-campaign'", others: "'zoe-lindqvist'" };
const audienceOf = ({ audienceId }: Place) => `'${audienceId}'`;
/** Sessions of the audience, and as many of the page alone. */
async function insertBoth(of: Place, count: number, start: string, id: string) {
  await insertSessions(of, count, { id: `'${id}-own-'`, start, audience: audienceOf(of), ...named });
  await insertSessions(of, count, { id: `'${id}-other-'`, start, campaign: "'spring'", others: "'others'" });
}
const campaigns = async ({ pageId }: Place) => {
  const { items } = (await send<Breakdown>('GET', `/v0/pages/${pageId}/analytics/breakdown?by=utmCampaign`))
    .body;
  return Object.fromEntries(items.map(({ value, totalSessions }) => [value ?? 'none', totalSessions]));
};

describe('the sessions of an erased person’s own audience', () => {
  test('are cleared, whether they are removed, sealed, corrected or waiting, and their numbers stay', async () => {
    const of = await newPersonal();
    await insertBoth(of, 3, `${noon - 2 * day} + n`, 'removed');
    await seal();
    await remove(noon - day);
    await insertBoth(of, 4, `${noon} + n`, 'sealed');
    await seal();
    await insertBoth(of, 2, `${noon - day + 60_000} + n`, 'corrected');
    await insertBoth(of, 5, `${noon + day} + n`, 'waiting');
    const before = await analytics(of);
    expect(await traces('zoe')).toEqual([11, 4, 0]);

    await erase(of);
    await clearAll();
    // The cron corrects the blocks.
    expect((await traces('zoe'))[0]).toBe(0);
    expect(await campaigns(of)).toEqual({ none: 14, spring: 14 });
    await seal();
    expect(await traces('zoe')).toEqual([0, 0, 0]);
    expect(await traces('others')).toEqual([11, 4, 0]);
    expect(await analytics(of)).toEqual(before);
    expect([await expectExactBlocks(), await correctionsCount()]).toEqual([22, 0]);
  });

  test('are cleared in as many steps as they need', async () => {
    const of = await newPersonal();
    await insertBoth(of, 6000, `${noon - 10 * day} + n * 10000`, 'removed');
    await seal();
    await remove(noon - 5 * day);
    await insertBoth(of, 15_000, `${noon - 4 * day} + n * 10000`, 'sealed');
    await seal();
    await erase(of);
    await clearAll();
    await seal();
    expect(await traces('zoe')).toEqual([0, 0, 0]);
    expect(await campaigns(of)).toEqual({ none: 21_000, spring: 21_000 });
  });

  test('stay as they are in another audience, of the same page too', async () => {
    const of = await newPersonal();
    const other = await newPersonal(of);
    await insertBoth(of, 2, `${noon} + n`, 'one');
    await insertBoth(other, 2, `${noon} + n`, 'two');
    await seal();
    await erase(other);
    await clearAll();
    await seal();
    expect(await campaigns(of)).toEqual({ spring: 4, none: 2, 'zoe-campaign': 2 });
    expect((await traces('zoe'))[0]).toBe(2);
  });

  test('are stored as they are when they are imported after the clearing', async () => {
    const { personId, ...of } = await newPersonal();
    await erase({ personId });
    await clearAll();
    const at = new Date(noon).toISOString();
    const pageUrl = 'https://x.example/for/zoe';
    const session = { analyticsSessionId: newId(), audienceId: of.audienceId, pageUrl };
    const dates = { sessionStartedAt: at, sessionEndedAt: at };
    expect((await importSessions(of.pageId, [{ ...session, ...dates }])).status).toBe(200);
    await clear(later + minute);
    expect(await rowsWith('audience_sessions', 'zoe')).toBe(1);
  });

  test('stay cleared when a visit of before the erasure comes after it; a later one is whole', async () => {
    const { personId, ...of } = await newPersonal();
    const [known, late, next] = [newId(), newId(), newId()];
    const url = 'https://x.example/for/zoe';
    const visit = (id: string, receivedAt: number, fields = {}) =>
      mergeVisits(db(), [
        messageOf(
          visitOf(id, { ...of, pageUrl: url, pageTitle: 'For Zoe', utmSource: 'zoe', ...fields }),
          receivedAt,
        ),
      ]);
    const start = Date.now() - 60_000;
    await visit(known, start);
    await erase({ personId });
    await clearAll();
    expect(await rowsWith('audience_sessions', 'zoe')).toBe(0);
    await visit(known, start + 30_000, { elapsedMs: 40_500, clicksCount: 2 });
    await visit(late, start);
    // The audience comes with a later beacon.
    const unknown = newId();
    await visit(unknown, start, { audienceId: undefined });
    expect(await rowsWith('audience_sessions', 'zoe')).toBe(1);
    await visit(unknown, start, { pageUrl: undefined });
    expect(await rowsWith('audience_sessions', 'zoe')).toBe(0);
    await visit(next, Date.now() + 6 * minute);
    expect(await rowsWith('audience_sessions', 'zoe')).toBe(1);
    const own = (await analytics(of)).find(({ audienceId }) => audienceId === of.audienceId);
    expect(own).toMatchObject({ totalSessions: 4, ctaSessions: 1 });
  });
});

describe('a step of clearing', () => {
  /** A removed session and one that is sealed. */
  async function personal() {
    const of = await newPersonal();
    await insertBoth(of, 2, `${noon - 2 * day} + n`, 'removed');
    await seal();
    await remove(noon - day);
    await insertBoth(of, 2, `${noon} + n`, 'sealed');
    await seal();
    return of;
  }

  test('begins again when blocks are written meanwhile, and when its answer is lost', async () => {
    const of = await personal();
    await erase(of);
    const begun = await revision();
    const sealing = async () => {
      await insertSessions(of, 1, { id: "'more'", start: `${noon + day}` });
      await seal();
    };
    await clearErasedAudiences(failing('before', sealing, 0), later);
    expect(await traces('zoe').then(([, blocks]) => blocks)).toBeLessThanOrEqual(2);
    expect(await revision()).toBeGreaterThan(begun ?? 0);
    await clearErasedAudiences(failing('after', undefined, 0), later + minute);
    expect(await uncleared()).toBe(0);
    await seal();
    expect(await traces('zoe')).toEqual([0, 0, 0]);
    await expectExactBlocks();
  });

  test.each([0, 1, 2, 3, 4])(
    'clears visits that are sealed or corrected before its round trip %i',
    async (trip) => {
      const of = await newPersonal();
      await insertBoth(of, 2, `${noon} + n`, 'sealed');
      await insertSessions(of, 1, { id: "'late'", start: `${noon} + 9`, ...named });
      await seal();
      await insertBoth(of, 3, `${noon + day} + n`, 'waiting');
      await changeSessions(of, `audience_id = '${of.audienceId}'`, "analytics_session_id like '%late%'");
      await erase(of);
      await clearErasedAudiences(failing('before', seal, trip, 1), later);
      await clearAll();
      await seal();
      expect(await traces('zoe')).toEqual([0, 0, 0]);
    },
  );

  test('clears what retention removes meanwhile', async () => {
    const of = await personal();
    await insertBoth(of, 3, `${noon - day + 60_000} + n`, 'old');
    await seal();
    await erase(of);
    await clearErasedAudiences(
      failing('before', () => remove(noon - day / 2), 0),
      later,
    );
    await clearAll();
    await seal();
    expect(await traces('zoe')).toEqual([0, 0, 0]);
    expect(await campaigns(of)).toEqual({ none: 7, spring: 7 });
  });

  test('that fails keeps no other audience waiting, and is tried again a minute later', async () => {
    const [failing, other] = [await newPersonal(), await newPersonal()];
    for (const of of [failing, other]) {
      await insertBoth(of, 2, `${noon} + n`, 'sealed');
      await erase(of);
    }
    await env.DB.prepare(
      `create trigger fails before update of page_url on audience_sessions when old.audience_id = '${failing.audienceId}'
        begin select raise(abort, 'it fails'); end`,
    ).run();
    try {
      await expect(clear()).rejects.toThrow('it fails');
      await clear();
      expect(await rowsWith('audience_sessions', 'zoe')).toBe(2);
    } finally {
      await env.DB.prepare('drop trigger fails').run();
    }
    await clear(later + minute);
    expect(await rowsWith('audience_sessions', 'zoe')).toBe(0);
  });

  test('that is noted again, by a late retry, puts nothing back', async () => {
    const of = await newPersonal();
    await erase(of);
    await clearAll();
    const rows = async () => (await env.DB.prepare('select * from erased_audiences').all()).results;
    const before = await rows();
    const { audienceId } = of;
    const from = { step: 'sessions', place: null };
    await db().batch([
      noteStep({ audienceId, from, step: 'blocks', place: null, dueAt: 1, revision: undefined }),
    ]);
    expect(await rows()).toEqual(before);
  });

  test('is done by two crons at once as by one', async () => {
    const of = await personal();
    await erase(of);
    const before = await analytics(of);
    await Promise.all([clear(), clear(), seal()]);
    await clearAll();
    await seal();
    expect(await traces('zoe')).toEqual([0, 0, 0]);
    expect(await analytics(of)).toEqual(before);
    await expectExactBlocks();
  });
});

test('an erased audience is forgotten after the 14 days in which a queue may hold its visits', async () => {
  const of = await newPersonal();
  await erase(of);
  const left = () => numberOf('select count(*) from erased_audiences');
  expect([await clear(Date.now()), await left()]).toEqual([1, 1]);
  expect([await clear(Date.now() + 14 * day), await left()]).toEqual([0, 1]);
  expect([await clear(Date.now() + 14 * day + 5 * minute + 1), await left()]).toEqual([1, 0]);
});
