import { env } from 'cloudflare:workers';
import type { ImportedSession } from '../../../../src/visits/sessions/import-schemas.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { type Problem, type RequestOptions, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { newPageId } from '../../support/pages.ts';
import { analytics, sessions } from '../../support/places.ts';
import { violationsOf } from '../../support/replies.ts';
import { importSessions } from '../../support/sessions.ts';
import { newId } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

type Session = { [K in keyof ImportedSession]?: unknown } & Record<string, unknown>;

let pageId = '';
let audienceId = '';
beforeAll(async () => {
  pageId = await newPageId();
  audienceId = await newAudienceId(pageId);
});

const least = (fields: Session = {}): Session => ({
  analyticsSessionId: newId(),
  sessionStartedAt: '2025-03-04T10:00:00.000Z',
  sessionEndedAt: '2025-03-04T10:02:00.000Z',
  ...fields,
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

describe('a call', () => {
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
    expect((await post([least(), least()], page, { bindings: { DB } })).status).toBe(200);
    expect([
      (await sessions({ pageId: page })).totalCount,
      (await analytics({ pageId: page }))[0]?.totalSessions,
    ]).toEqual([2, 2]);
  });

  const refusals: [string, () => Promise<[sessions: Session[], page?: string]>, string][] = [
    [
      'of an audience of another page',
      async () => [[least({ audienceId: await newAudienceId(await newPageId()) })]],
      '404 audience_not_found',
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

describe('the identifier of a form', () => {
  const ofForm = async (fields: Session) => {
    const session = least(fields);
    const reply = await post([session]);
    const { formSubmissionIdentifier, formSubmissionIdentifierType } = await read(session.analyticsSessionId);
    return { reply, identifier: [formSubmissionIdentifierType, formSubmissionIdentifier] };
  };
  const [email, phone] = [
    { formSubmissionEmail: ' Ann@X.example ' },
    { formSubmissionPhone: '+15550001111' },
  ];

  test.each<[string, Session, [unknown, unknown]]>([
    ['the email', email, ['email', 'ann@x.example']],
    ['the phone', phone, ['tel', '+15550001111']],
    ['the email before the phone', { ...phone, ...email }, ['email', 'ann@x.example']],
    ['null without either', { formSubmissionId: 'f' }, [null, null]],
  ])('that is missing is %s', async (_what, fields, expected) => {
    const empty = { formSubmissionIdentifier: null, formSubmissionIdentifierType: null };
    expect((await ofForm(fields)).identifier).toEqual(expected);
    expect((await ofForm({ ...fields, ...empty })).identifier).toEqual(expected);
  });

  const of = (type: string, value: string) => ({
    formSubmissionIdentifierType: type,
    formSubmissionIdentifier: value,
  });
  test.each([
    ['email', ' Ann@X.example', 'ann@x.example'],
    ['tel', '+15550001111', '+15550001111'],
    ['linkedin', 'ann', 'https://www.linkedin.com/in/ann'],
    ['linkedin', 'http://de.linkedin.com/in/ann/?x=1', 'https://www.linkedin.com/in/ann'],
  ])('of type %s may be %s', async (type, value, expected) => {
    const fields = { ...of(type, value), formSubmissionEmail: 'other@x.example' };
    expect((await ofForm(fields)).identifier).toEqual([type, expected]);
  });

  test.each([
    ['email', '+15550001111', 'invalid_format'],
    ['tel', 'ann@x.example', 'invalid_format'],
    ['linkedin', 'https://x.example/ann', 'invalid_value'],
  ])('of type %s cannot be %s', async (type, value, code) => {
    const reply = await writesNothing(() => post([least(), least(of(type, value))]));
    expect(reply.status).toBe(400);
    expect(violationsOf(reply)).toEqual([`body sessions.1.formSubmissionIdentifier ${code}`]);
  });
});

test.each([
  ['sessionEndedAt', 4, 200],
  ['sessionEndedAt', 6, 400],
])('%s may be %d minutes ahead: %d', async (_field, minutes, status) => {
  const ahead = new Date(Date.now() + minutes * 60_000).toISOString();
  const reply = await post([least({ sessionStartedAt: ahead, sessionEndedAt: ahead })]);
  expect(reply.status, reply.text).toBe(status);
  if (status === 400) expect(violationsOf(reply)).toEqual(['body sessions.0.sessionEndedAt invalid_value']);
});

describe('a violation', () => {
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
    const refused = (fields: Session) => writesNothing(() => post([least(fields)]));
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
    expect(await read(`audience_session_${id}`)).toMatchObject({ analyticsSessionId: id });
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

  test('is an identifier without its type, and a type without identifier', async () => {
    for (const fields of [{ formSubmissionIdentifier: 'x' }, { formSubmissionIdentifierType: 'tel' }]) {
      const path = 'body sessions.0.formSubmissionIdentifierType invalid_value';
      expect(violationsOf(await writesNothing(() => post([least(fields)])))).toEqual([path]);
    }
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
