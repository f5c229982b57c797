import { env } from 'cloudflare:workers';
import { audienceOf, newAudienceId } from '../../support/audiences.ts';
import { newPageId } from '../../support/pages.ts';
import { analytics, newPlace, type Place, place, read, session, sessions } from '../../support/places.ts';
import { violationsOf } from '../../support/replies.ts';
import { importSessions, least } from '../../support/sessions.ts';
import { now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareVisits();

let audienceId = '';
beforeAll(() => {
  ({ audienceId } = place);
});
const post = (sessions: unknown, page = place.pageId) => importSessions(page, sessions);

describe('an import', () => {
  const refusals: [string, () => Promise<[sessions: object[], page?: string]>, string][] = [
    [
      'of an audience of another page',
      async () => [[least({ audienceId: await newAudienceId(await newPageId()) })]],
      '404 audience_not_found',
    ],
    [
      'of a version of another audience',
      async () => {
        const { latestVersion } = await audienceOf(place.pageId);
        return [[least({ audienceId, versionId: latestVersion.versionId })]];
      },
      '404 version_not_found',
    ],
    [
      'of a version without an audience',
      async () => {
        const { latestVersion } = await audienceOf(place.pageId);
        return [[least({ versionId: latestVersion.versionId })]];
      },
      '404 version_not_found',
    ],
    [
      'of a session of another page',
      async () => {
        const theirs = least();
        await post([theirs], await newPageId());
        return [[least(), theirs]];
      },
      '409 session_conflict',
    ],
    [
      'of an audienceSessionId of another session',
      async () => {
        const audienceSessionId = newId();
        await post([least({ audienceId, audienceSessionId })]);
        return [[least(), least({ audienceId, audienceSessionId })]];
      },
      '409 session_conflict',
    ],
  ];

  test.each(refusals)('%s writes no session of the call', async (_what, make, answer) => {
    const [sessions, page] = await make();
    const { status, body } = await writesNothing(() => post(sessions, page));
    expect(`${status} ${body.code}`).toBe(answer);
  });
});

describe('an id that is refused', () => {
  test('is an id that occurs twice in a call', async () => {
    const [one, two] = [0, 1].map(() => least({ audienceId, audienceSessionId: 'twice' }));
    expect(violationsOf(await writesNothing(() => post([one, two])))).toEqual([
      'body sessions.1.audienceSessionId not_allowed',
    ]);
    expect(violationsOf(await writesNothing(() => post([one, { ...one, audienceSessionId: null }])))).toEqual(
      ['body sessions.1.analyticsSessionId not_allowed'],
    );
  });

  test('is an audienceSessionId without an audience, and an id that could be one of ours', async () => {
    const path = 'body sessions.0';
    const refused = (fields: Record<string, unknown>) => writesNothing(() => post([least(fields)]));
    expect(violationsOf(await refused({ audienceSessionId: 'x' }))).toEqual([
      `${path}.audienceSessionId invalid_value`,
    ]);
    for (const name of ['analyticsSessionId', 'audienceSessionId']) {
      const reply = await refused({ audienceId, [name]: 'audience_session_x' });
      expect(violationsOf(reply)).toEqual([`${path}.${name} invalid_value`]);
    }
  });

  test('is not the audienceSessionId that the list shows for the session', async () => {
    const id = newId();
    const session = least({
      analyticsSessionId: id,
      audienceSessionId: `audience_session_${id}`,
      audienceId,
    });
    expect((await post([session])).body).toEqual({ importedCount: 1, existingCount: 0 });
    expect((await read(`audience_session_${id}`)).body).toMatchObject({ analyticsSessionId: id });
    expect((await post([session])).body).toEqual({ importedCount: 0, existingCount: 1 });
  });

  test('is an id that occurs in a call as the other kind of id of another session', async () => {
    const [one, two] = [newId(), newId()];
    const swapped = [
      least({ analyticsSessionId: one, audienceSessionId: two, audienceId }),
      least({ analyticsSessionId: two, audienceSessionId: one, audienceId }),
    ];
    expect(violationsOf(await writesNothing(() => post(swapped)))).toEqual([
      'body sessions.1.analyticsSessionId not_allowed',
      'body sessions.1.audienceSessionId not_allowed',
    ]);
  });

  test('is an id that another session has as its other kind of id', async () => {
    const [id, audienceSessionId] = [newId(), newId()];
    expect((await post([least({ analyticsSessionId: id, audienceId, audienceSessionId })])).status).toBe(200);
    for (const fields of [{ audienceId, audienceSessionId: id }, { analyticsSessionId: audienceSessionId }]) {
      const { status, body } = await writesNothing(() => post([least(fields)]));
      expect([status, body.code, body.conflictingId]).toEqual([409, 'session_conflict', id]);
    }
  });
});

describe('the id of an imported session', () => {
  const startedAt = now - 3 * 3_600_000;
  const imported = (analyticsSessionId: string, fields: object = {}) => ({
    analyticsSessionId,
    sessionStartedAt: new Date(startedAt).toISOString(),
    sessionEndedAt: new Date(startedAt + 60_000).toISOString(),
    timeSpentSeconds: 30,
    totalClicksCount: 1,
    ...fields,
  });
  const importInto = ({ pageId }: Place, ...all: object[]) => importSessions(pageId, all);

  test('lets no beacon (a request of the tracker) with it change the session', async () => {
    const [id, of] = [newId(), await newPlace()];
    await importInto(of, imported(id, { audienceId: of.audienceId }));
    const before = await session(id, of);
    await merge(messageOf(visitOf(id, { ...of, clicksCount: 100_000, hasConversion: true }), startedAt));
    expect(await session(id, of)).toEqual(before);
    // The visit becomes a separate session.
    expect((await analytics(of))[0]).toMatchObject({ totalSessions: 2, conversionCount: 1 });
  });

  test('may be one that a visit has used', async () => {
    const [id, of] = [newId(), await newPlace()];
    await merge(visitOf(id, { ...of, clicksCount: 7 }));
    const claimed = await session(id, of);
    expect((await importInto(of, imported(id))).body).toEqual({ importedCount: 1, existingCount: 0 });
    expect((await session(id, of)).totalClicksCount).toBe(1);
    expect((await sessions(of)).items).toContainEqual(claimed);
    expect((await importInto(of, imported(id))).body).toEqual({ importedCount: 0, existingCount: 1 });
  });

  test('may be that of a visit of this service, which then exists already', async () => {
    const [id, of] = [newId(), await newPlace()];
    await merge(visitOf(id, of));
    const { sessionStartedAt } = await session(id, of);
    const same = imported(id, {
      sessionStartedAt,
      sessionEndedAt: new Date(now).toISOString(),
      timeSpentSeconds: 1,
    });
    expect((await importInto(of, same)).body).toEqual({ importedCount: 0, existingCount: 1 });
    // After a late message has moved its start, it is another one.
    await merge(messageOf(visitOf(id, of), now - 5000));
    expect((await session(id, of)).sessionStartedAt).not.toBe(sessionStartedAt);
    expect((await importInto(of, same)).body).toEqual({ importedCount: 1, existingCount: 0 });
    expect((await sessions(of)).totalCount).toBe(2);
  });

  test('of an earlier version, which stored the session under it alone, exists already', async () => {
    const [id, of, other] = [newId(), await newPlace(), `theirs-${newId().slice(0, 8)}`];
    const old = imported(id, { audienceId: of.audienceId, audienceSessionId: other });
    await importInto(of, old);
    await env.DB.prepare(
      'update audience_sessions set analytics_session_id = ? where audience_session_id = ?',
    )
      .bind(id, other)
      .run();
    expect((await importInto(of, old)).body).toEqual({ importedCount: 0, existingCount: 1 });
    expect((await read(other, of)).body.analyticsSessionId).toBe(id);
  });
});
