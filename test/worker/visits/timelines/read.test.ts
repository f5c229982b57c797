import { env } from 'cloudflare:workers';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import { encodeCursor } from '../../../../src/lib/cursor.ts';
import { mostPeople } from '../../../../src/people/accounts/store/internal.ts';
import type { AccountTimeline } from '../../../../src/visits/timelines/schemas.ts';
import { audienceOf } from '../../support/audiences.ts';
import { openTestDatabase, type Problem, send } from '../../support/client.ts';
import { loadPersons } from '../../support/load/persons.ts';
import { newPageId } from '../../support/pages.ts';
import { log, newPerson } from '../../support/persons.ts';
import { ok, pagesOf } from '../../support/replies.ts';
import { forgetSessions, importSessions } from '../../support/sessions.ts';
import { costOf } from '../../support/statements.ts';
import { day, noon } from '../../support/times.ts';
import { publish } from '../../support/versions.ts';

type Page = AccountTimeline & Problem;
const isoOf = (at: number) => new Date(at).toISOString();
const get = (path: string) => send<Page>('GET', path);
const read = (path: string) => ok(get(path));
const personPath = (personId: string) => `/v0/persons/${personId}/timeline`;
let serial = 0;

const accountOf = async (domain: string) =>
  String(
    await env.DB.prepare('select account_id as id from accounts where domain = ?')
      .bind(domain)
      .first<string>('id'),
  );

/** A person of a company of their own, and the timelines of both. */
async function newSubject() {
  const domain = `timeline-${++serial}.example`;
  const person = await newPerson({ name: 'Zoë', email: `zoe@${domain}` });
  const accountId = await accountOf(domain);
  const own = personPath(person.personId);
  return { ...person, domain, accountId, own, theirs: `/v0/accounts/${accountId}/timeline` };
}
type Subject = Awaited<ReturnType<typeof newSubject>>;

/** A visit of a new audience that was made for somebody, with a form of somebody. */
async function visit(at: number, { to, from }: { to?: Subject; from?: Subject }) {
  const pageId = await newPageId();
  const audience = await audienceOf(pageId, to ? { personId: to.personId } : {});
  await ok(
    importSessions(pageId, [
      {
        analyticsSessionId: `timeline-visit-${++serial}`,
        audienceId: audience.audienceId,
        sessionStartedAt: isoOf(at),
        sessionEndedAt: isoOf(at + 1000),
        ...(from ? { hasFormSubmit: true, formSubmissionId: 'f', formSubmissionEmail: from.email } : {}),
      },
    ]),
  );
  return audience;
}

const shapeOf = ({ items }: AccountTimeline) =>
  items.map((item) => (item.kind === 'visit' ? `visit by ${item.by}` : item.kind));

beforeEach(forgetSessions);

describe('a timeline', () => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await newSubject();
  });

  test('has logs, visits and publishes with the shapes that they have elsewhere', async () => {
    const { personId, accountId, own, theirs, domain } = subject;
    const audience = await visit(noon, { to: subject });
    const version = await publish(audience, audience.latestVersion);
    await visit(noon - day, { from: subject });
    await ok(log({ personId, type: 'called', payload: { n: 1 }, occurredAt: isoOf(noon - 2 * day) }));
    await ok(
      send('POST', '/v0/account_logs', {
        source: 'crm',
        payload: {},
        domain,
        occurredAt: isoOf(noon - 3 * day),
      }),
    );
    const person = await read(own);
    expect(shapeOf(person)).toEqual(['publish', 'visit by recipient', 'visit by form', 'log']);
    expect(person).toMatchObject({ hasMore: false, nextCursor: null });
    expect(person).not.toHaveProperty('omittedPersonsCount');
    expect(person.items[0]).toEqual({
      kind: 'publish',
      at: version.publishedAt,
      publish: {
        audienceId: audience.audienceId,
        audienceName: 'Zoë',
        pageId: audience.pageId,
        personId,
        versionId: version.versionId,
        versionNumber: 1,
        publishedAt: version.publishedAt,
      },
    });
    const visits = await read(`/v0/persons/${personId}/audience_sessions?by=any`);
    expect(person.items.slice(1, 3).map((item) => item.kind === 'visit' && item.visit)).toEqual(visits.items);
    const logs = await read(`/v0/persons/${personId}/logs`);
    expect(person.items[3]).toEqual({ kind: 'log', at: isoOf(noon - 2 * day), log: logs.items[0] });

    const account = await read(theirs);
    expect(account.omittedPersonsCount).toBe(0);
    expect(account.items.slice(0, 4)).toEqual(person.items);
    const own_ = await read(`/v0/accounts/${accountId}/logs`);
    expect(account.items.slice(4)).toEqual([{ kind: 'log', at: isoOf(noon - 3 * day), log: own_.items[0] }]);
  });

  test.each([
    ['kind=', ['publish', 'log']],
    ['kind=log&kind=visit&type=called', ['log']],
  ])('is filtered by %s', async (query, kinds) => {
    expect(shapeOf(await read(`${subject.own}?${query}`))).toEqual(kinds);
  });

  test.each([
    ['kind=form', ['kind']],
    ['kind=log&kind=log&kind=log&kind=log', ['kind']],
    ['kind=visit&source=crm&type=called', ['source', 'type']],
    ['source=No&type=No', ['source', 'type']],
    ['limit=0&startDate=yesterday', ['limit', 'startDate']],
    [`startDate=${isoOf(noon)}&endDate=${isoOf(noon)}`, ['endDate']],
    [`startDate=${isoOf(noon - 401 * day)}&endDate=${isoOf(noon)}`, ['endDate']],
  ])('refuses %s', async (query, names) => {
    for (const path of [subject.own, subject.theirs]) {
      const { status, body } = await get(`${path}?${query}`);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect([...new Set(body.errors?.map(({ path: name }) => name.split('.')[0]))].toSorted()).toEqual(
        names.toSorted(),
      );
    }
  });

  test('of somebody who does not exist is a 404', async () => {
    const nobody = await get(personPath('person_none'));
    expect([nobody.status, nobody.body.code]).toEqual([404, 'person_not_found']);
    const none = await get('/v0/accounts/account_none/timeline?kind=log');
    expect([none.status, none.body.code]).toEqual([404, 'account_not_found']);
  });

  test('has a cursor that belongs to its question, and that nobody can forge into an error', async () => {
    const { nextCursor } = await read(`${subject.own}?limit=1`);
    expect(nextCursor).not.toBeNull();
    for (const other of [
      `${subject.own}?limit=1&kind=log`,
      `${subject.own}?limit=1&source=crm`,
      `${subject.own}?limit=1&endDate=${isoOf(noon)}`,
      `${subject.theirs}?limit=1`,
      `/v0/persons/${subject.personId}/logs?limit=1`,
    ]) {
      const { status, body } = await get(`${other}&cursor=${nextCursor}`);
      expect([status, body.code], other).toEqual([400, 'invalid_cursor']);
    }
    const binding = [
      'person_timeline',
      subject.personId,
      'log,visit,publish',
      ...Array(4).fill(undefined),
    ] as const;
    const forged = (key: string) => get(`${subject.own}?cursor=${encodeCursor(binding as never, key)}`);
    for (const key of [
      '',
      'x',
      '1.log',
      '1.log.',
      '1.form.x',
      '-1.log.x',
      '1e3.log.x',
      '1234567890123456.log.x',
    ])
      expect((await forged(key)).body.code, key).toBe('invalid_cursor');
    for (const kind of ['log', 'visit', 'publish'])
      for (const at of ['0', '999999999999999'])
        expect((await forged(`${at}.${kind}.'"%😀`)).status, `${at} ${kind}`).toBe(200);
    expect(shapeOf((await forged('999999999999999.visit.x')).body)).toEqual(['publish', 'log']);
  });
});

test('items of one millisecond are in the order visits, publishes, logs, then of ids, the greatest first, and a cursor loses and doubles none', async () => {
  const subject = await newSubject();
  const { personId, own, theirs } = subject;
  const audience = await visit(noon, { to: subject });
  await visit(noon, { from: subject });
  for (const of of [audience, await visit(noon - day, { to: subject })]) await publish(of, of.latestVersion);
  await env.DB.prepare('update audience_versions set published_at = ?').bind(noon).run();
  for (let n = 0; n < 2; n++) await ok(log({ personId, occurredAt: isoOf(noon) }));
  const idOf = (item: AccountTimeline['items'][number]) =>
    JSON.stringify(item).match(/"(?:analyticsSessionId|versionId|personLogId)":"(.*?)"/)?.[1] ?? '';
  for (const path of [own, theirs]) {
    const { items } = await read(path);
    const together = items.filter(({ at }) => at === isoOf(noon));
    expect(together.map(({ kind }) => kind)).toEqual(['visit', 'visit', 'publish', 'publish', 'log', 'log']);
    for (const [, ids] of Map.groupBy(together, ({ kind }) => kind))
      expect(ids.map(idOf)).toEqual(ids.map(idOf).toSorted().toReversed());
    const walked: AccountTimeline['items'] = [];
    for await (const page of pagesOf((next) => read(`${path}?limit=1${next}`))) walked.push(...page.items);
    expect(walked).toEqual(items);
  }
});

test('a visit by the link of a person who sent its form is by form', async () => {
  const subject = await newSubject();
  await visit(noon, { to: subject, from: subject });
  for (const path of [subject.own, subject.theirs])
    expect(shapeOf(await read(path))).toEqual(['visit by form']);
});

test('a person who changes the company takes logs and publishes along, and leaves visits behind', async () => {
  const [subject, next] = [await newSubject(), await newSubject()];
  const audience = await visit(noon, { to: subject });
  await publish(audience, audience.latestVersion);
  await ok(log({ personId: subject.personId, occurredAt: isoOf(noon) }));
  await ok(send('PATCH', `/v0/persons/${subject.personId}`, { domain: next.domain }));
  expect(shapeOf(await read(subject.theirs))).toEqual(['visit by recipient']);
  expect(shapeOf(await read(next.theirs))).toEqual(['publish', 'log']);
});

test('what is written during a walk is shown if its time is behind the cursor', async () => {
  const { personId, own } = await newSubject();
  const happen = (at: number) => ok(log({ personId, occurredAt: isoOf(at) }));
  await happen(noon);
  await happen(noon - 2 * day);
  const first = await read(`${own}?limit=1`);
  await happen(noon + day);
  await happen(noon - day);
  const rest = await read(`${own}?cursor=${first.nextCursor}`);
  expect(rest.items.map(({ at }) => at)).toEqual([isoOf(noon - day), isoOf(noon - 2 * day)]);
  expect(rest).not.toHaveProperty('totalCount');
});

test('after an erasure nothing of the person is in a timeline: logs and publishes at once, visits through their links by the cron', async () => {
  const subject = await newSubject();
  await ok(send('POST', '/v0/account_logs', { source: 'crm', payload: {}, domain: subject.domain }));
  const audience = await visit(noon, { to: subject });
  await publish(audience, audience.latestVersion);
  await ok(log({ personId: subject.personId }));
  expect(shapeOf(await read(subject.theirs))).toEqual(['log', 'publish', 'log', 'visit by recipient']);
  await ok(send('DELETE', `/v0/persons/${subject.personId}`));
  expect((await get(subject.own)).status).toBe(404);
  expect(shapeOf(await read(subject.theirs)).filter((one) => one !== 'visit by recipient')).toEqual(['log']);
  await clearErasedAudiences(openTestDatabase(), Date.now() + 600_000);
  expect(shapeOf(await read(subject.theirs))).toEqual(['log']);
});

test('a timeline has the payloads of logs as they were sent', async () => {
  const { personId, own } = await newSubject();
  const payload = '{"n":1e400,  "__proto__":1.50}';
  await send('POST', '/v0/person_logs', undefined, {
    rawBody: `{"source":"crm","personId":"${personId}","payload":${payload}}`,
  });
  expect((await get(own)).text).toContain(`"payload":${payload}`);
});

test('the timeline of an account says how many persons it leaves out when the account has too many', async () => {
  const { domain, theirs, personId } = await newSubject();
  await ok(log({ personId }));
  await loadPersons(mostPeople - 1, domain);
  const all = await read(theirs);
  expect([shapeOf(all), all.omittedPersonsCount]).toEqual([['log'], 0]);
  // Anyone can make persons by forms: the first stay.
  const newest = await newPerson({ email: `new@${domain}` });
  await ok(log({ personId: newest.personId }));
  const rest = await read(theirs);
  expect(rest.omittedPersonsCount).toBe(1);
  expect(
    rest.items.map((item) => item.kind === 'log' && 'personId' in item.log && item.log.personId),
  ).toEqual([personId]);
});

test.each([
  ['a person without visits', 'own', '', 1],
  ['a person with visits', 'visited', '', 2],
  ['a person with visits, logs only', 'visited', '?kind=log&kind=publish', 1],
] as const)('the timeline of %s takes the trips that it needs', async (_, who, query, trips) => {
  const subject = await newSubject();
  await ok(log({ personId: subject.personId }));
  if (who === 'visited') await visit(noon, { to: subject });
  for (const path of [subject.own, subject.theirs]) {
    const cost = await costOf(() => read(`${path}${query}`));
    expect([cost.trips, cost.written]).toEqual([trips, 0]);
  }
});
