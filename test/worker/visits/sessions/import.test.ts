import { env } from 'cloudflare:workers';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { audienceOf, newAudienceId } from '../../support/audiences.ts';
import { type Problem, type RequestOptions, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { newPageId } from '../../support/pages.ts';
import { analytics, sessions } from '../../support/places.ts';
import { violationsOf } from '../../support/replies.ts';
import { importSessions, least } from '../../support/sessions.ts';
import { newId } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let pageId = '';
let audienceId = '';
beforeAll(async () => {
  pageId = await newPageId();
  audienceId = await newAudienceId(pageId);
});

const post = (sessions: unknown, page = pageId, options?: RequestOptions) =>
  importSessions(page, sessions, options);
const read = async (id: unknown, page = pageId) =>
  (await send<AudienceSession & Problem>('GET', `/v0/pages/${page}/audience_sessions/${id}`)).body;

describe('an imported session', () => {
  test('has no value in its address and campaign that names or authorises somebody', async () => {
    const session = least({
      pageUrl: 'https://old.example/a?email=a@b.c&plan=pro',
      utmTerm: 'a%40b.c',
      referrer: 'WWW.News.Example',
    });
    expect((await post([session])).status).toBe(200);
    expect(await read(session.analyticsSessionId)).toMatchObject({
      pageUrl: 'https://old.example/a?email=redacted&plan=pro',
      landingPath: '/a',
      utmTerm: 'redacted',
      referrer: 'news.example',
    });
  });

  test('of an audience has an audienceSessionId, its own or one of the service', async () => {
    const [ours, own] = [least({ audienceId }), least({ audienceId, audienceSessionId: newId() })];
    await post([ours, own]);
    expect((await read(ours.analyticsSessionId)).audienceSessionId).toBe(
      `audience_session_${ours.analyticsSessionId}`,
    );
    expect((await read(`audience_session_${ours.analyticsSessionId}`)).analyticsSessionId).toBe(
      ours.analyticsSessionId,
    );
    expect((await read(own.audienceSessionId)).analyticsSessionId).toBe(own.analyticsSessionId);
    // The service's form of the id is not an id of this session.
    expect((await read(`audience_session_${own.analyticsSessionId}`)).code).toBe(
      'audience_session_not_found',
    );
  });

  test('has the version of its audience that it names', async () => {
    const { audienceId, latestVersion } = await audienceOf(pageId);
    const session = least({ audienceId, versionId: latestVersion.versionId });
    expect((await post([session])).status).toBe(200);
    expect(await read(session.analyticsSessionId)).toMatchObject({
      audienceId,
      versionId: session.versionId,
    });
  });

  test('that failed counts as a session, but never as a bounce', async () => {
    const page = await newPageId();
    const session = least({ computationStatus: 'failed' });
    await post([session], page);
    expect(await read(session.analyticsSessionId, page)).toMatchObject({
      computationStatus: 'failed',
      isBounce: false,
      computationError: expect.any(String),
    });
    expect((await analytics({ pageId: page }))[0]).toMatchObject({
      totalSessions: 1,
      bounceEligibleSessions: 0,
    });
  });
});

describe('an import', () => {
  test('that is sent again changes nothing, even with other values', async () => {
    const page = await newPageId();
    const sessions = [least({ totalClicksCount: 1 }), least()];
    expect((await post(sessions, page)).body).toEqual({ importedCount: 2, existingCount: 0 });
    const before = await analytics({ pageId: page });
    await writesNothing(async () => {
      const again = sessions.map((session) => ({ ...session, totalClicksCount: 99, utmTerm: 'x' }));
      for (const told of [sessions, again])
        expect((await post(told, page)).body).toEqual({ importedCount: 0, existingCount: 2 });
    });
    const mixed = [...sessions, least()];
    expect((await post(mixed, page)).body).toEqual({ importedCount: 1, existingCount: 2 });
    expect(before[0]?.totalSessions).toBe(2);
    expect((await analytics({ pageId: page }))[0]?.totalSessions).toBe(3);
  });

  test('of 500 is one trip; ten at once are one import', async () => {
    const page = await newPageId();
    const ofPage = await newAudienceId(page);
    const made = Array.from({ length: 500 }, (_, n) => {
      const start = new Date(Date.UTC(2025, 0, 1) + n * 17 * 3_600_000).toISOString();
      return least({
        sessionStartedAt: start,
        sessionEndedAt: start,
        totalClicksCount: n % 3,
        ...(n % 2 === 0 ? { audienceId: ofPage } : {}),
      });
    });
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(made, page)));
    expect(replies.map(({ body }) => body.importedCount).sort((a, b) => b - a)).toEqual([
      500,
      ...Array(9).fill(0),
    ]);
    expect(replies.at(-1)?.cost.trips).toBe(1);
    expect((await sessions({ pageId: page })).totalCount).toBe(500);
    expect((await analytics({ pageId: page })).map(({ totalSessions }) => totalSessions)).toEqual([250, 250]);
  });

  test('whose answer is lost after the commit is imported once', async () => {
    const page = await newPageId();
    const DB = faultyDatabase({ moment: 'after' });
    const { status, body } = await post([least(), least()], page, { bindings: { DB } });
    // The service has sent the batch again, which finds them.
    expect([status, body]).toEqual([200, { importedCount: 0, existingCount: 2 }]);
    expect([
      (await sessions({ pageId: page })).totalCount,
      (await analytics({ pageId: page }))[0]?.totalSessions,
    ]).toEqual([2, 2]);
  });

  test('of a session of a day (UTC) that is not kept any more is refused', async () => {
    const bindings = { SESSION_RETENTION_DAYS: '30' };
    const day = 86_400_000;
    const oldest = Math.floor(Date.now() / day) * day - 30 * day;
    const of = (start: number) => {
      const at = new Date(start).toISOString();
      return least({ sessionStartedAt: at, sessionEndedAt: at });
    };
    const { status, body } = await writesNothing(() =>
      post([of(oldest + day), of(oldest - day), of(oldest - 1)], pageId, { bindings }),
    );
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([
      400,
      ['sessions.1.sessionStartedAt', 'sessions.2.sessionStartedAt'],
    ]);
    expect((await post([of(oldest)], pageId, { bindings })).status).toBe(200);
  });
});

/** What a schema cannot say: rules about times, and about values that only answers have. */
const bad: Record<string, [value: unknown, code: string][]> = {
  computationStatus: [['pending', 'not_allowed']],
  timeSpentSeconds: [[120.001, 'invalid_value']],
  sessionStartedAt: [['1969-12-31T23:59:59.999Z', 'invalid_value']],
  sessionEndedAt: [
    ['2025-03-04T09:59:59.999Z', 'invalid_value'],
    [new Date(Date.now() + 3_600_000).toISOString(), 'invalid_value'],
  ],
};

test.each([
  ['sessionEndedAt', 4, 200],
  ['sessionEndedAt', 6, 400],
])('an import whose %s is %d minutes ahead is a %d', async (_field, minutes, status) => {
  const ahead = new Date(Date.now() + minutes * 60_000).toISOString();
  const reply = await post([least({ sessionStartedAt: ahead, sessionEndedAt: ahead })]);
  expect(reply.status, reply.text).toBe(status);
  if (status === 400) expect(violationsOf(reply)).toEqual(['body sessions.0.sessionEndedAt invalid_value']);
});

describe('a violation of an import', () => {
  test.each(Object.entries(bad))('%s is refused, and nothing is written', async (field, values) => {
    const answers = await writesNothing(async () => {
      const got: unknown[] = [];
      for (const [value, code] of values) {
        const reply = await post([least(), least({ [field]: value })]);
        // A value may violate a second rule as well.
        const isNamed = violationsOf(reply).includes(`body sessions.1.${field} ${code}`);
        got.push([reply.status, reply.body.code, JSON.stringify(value), code, isNamed]);
      }
      return got;
    });
    expect(answers).toEqual(
      values.map(([value, code]) => [400, 'validation_failed', JSON.stringify(value), code, true]),
    );
  });
});

test.each([
  ['spaces', ' '],
  ['letters that a link has decoded', '%C3%BC'],
])('no bound value of an import has more than the 2,000,000 bytes that D1 allows: %s', async (_, path) => {
  const bind = vi.spyOn(Object.getPrototypeOf(env.DB.prepare('select 1')) as D1PreparedStatement, 'bind');
  const start = 'https://www.site.example/';
  const pageUrl = `${start}${path.repeat(Math.floor((2040 - start.length) / path.length))}x`;
  const { status, body } = await post(Array.from({ length: 440 }, () => least({ pageUrl })));
  expect([status, body.importedCount]).toEqual([200, 440]);
  const lengths = bind.mock.calls.flat().map((value) => new TextEncoder().encode(String(value)).length);
  expect(Math.max(...lengths)).toBeGreaterThan(500_000);
  expect(Math.max(...lengths)).toBeLessThan(2_000_000);
  bind.mockRestore();
});
