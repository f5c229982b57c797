import { env } from 'cloudflare:workers';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import { contents, type Problem, send } from '../../support/client.ts';
import { analytics, newPlace, type Place, read, session, sessions } from '../../support/places.ts';
import { day, now } from '../../support/times.ts';
import { collect, held, merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

// A collect key is in the source of a website, so anyone can send anything with it. Nothing in such a request may be
// trusted.

const tag = () => newId().slice(0, 8);
let phones = Date.now() % 10 ** 8;
const phone = () => `+1666${String(phones++).padStart(8, '0')}`;
const formVisit = (formSubmit: Visit['formSubmit'], fields: Partial<Visit> = {}) =>
  visitOf(newId(), { formSubmit, ...fields });
const person = (id: string | null) => send<Person & Problem>('GET', `/v0/persons/${id}`);
const logOf = (fields: object) =>
  send<{ personId: string; personLogId: string } & Problem>('POST', '/v0/person_logs', {
    source: 'crm',
    payload: {},
    ...fields,
  });

describe('the idempotency keys of a client', () => {
  test('cannot be used up by a visit', async () => {
    const id = newId();
    await merge(visitOf(id, { formSubmit: { formSubmissionId: 'f', email: `${tag()}@x.example` } }));
    const write = { email: `${tag()}@y.example`, idempotencyKey: `visit:${id}` };
    expect((await logOf(write)).status).toBe(201);
  });

  test('do not link a session to another person, and lose no form', async () => {
    const [id, email] = [newId(), `${tag()}@x.example`];
    const other = await logOf({ email: `${tag()}@y.example`, idempotencyKey: `visit:${id}` });
    await merge(visitOf(id, { formSubmit: { formSubmissionId: 'f', email } }));
    const { personId } = await session(id);
    expect(personId).not.toBe(other.body.personId);
    expect((await person(personId)).body.email).toBe(email);
  });
});

describe('a form', () => {
  test('changes nothing of a known person but the latest visit', async () => {
    const { body } = await send<Person>('POST', '/v0/persons', { name: 'Ada', email: `${tag()}@x.example` });
    const claimed = { phone: phone(), linkedin: `in/claimed-${tag()}` };
    const visit = formVisit({ formSubmissionId: 'f', email: body.email ?? '', ...claimed });
    await collect(visit);
    await merge(...held.sent.slice(-1));
    const { personId, sessionStartedAt: latestVisitAt } = await session(visit.analyticsSessionId);
    expect(personId).toBe(body.personId);
    expect((await person(body.personId)).body).toEqual({ ...body, latestVisitAt });
    // So a later log with that phone gets its own person.
    expect((await logOf({ phoneNumber: claimed.phone })).body.personId).not.toBe(body.personId);
  });

  test('uses only its first identifier, so that a customer can be created with the others', async () => {
    const claimed = phone();
    await merge(formVisit({ formSubmissionId: 'f', email: `${tag()}@x.example`, phone: claimed }));
    const customer = { name: 'Customer', email: `${tag()}@y.example`, phoneNumber: claimed };
    expect((await send('POST', '/v0/persons', customer)).status).toBe(201);
  });
});

describe('forms from one address', () => {
  const from = (address: string, visit: Visit) =>
    collect(visit, { 'cf-connecting-ip': address }, { bindings: { ...held.bindings(), ...limit } });
  const limit = { FORM_RATE_LIMIT_POLICY: '"form";q=3;w=600' };
  const named = () => formVisit({ formSubmissionId: 'f', email: `${tag()}@x.example` });

  test('have a limit apart from visits; a form that is reported again counts once', async () => {
    const first = named();
    for (const visit of [first, first, named(), first, named()])
      expect((await from('192.0.2.1', visit)).status).toBe(202);
    const beyond = named();
    const { status, body, headers } = await from('192.0.2.1', beyond);
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(headers.get('ratelimit-policy')).toBe('"form";q=3;w=600');
    expect(headers.get('ratelimit')).toMatch(/^"form";r=0;t=\d+$/);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
    // The visit counts without its form.
    const { formSubmit: _, ...rest } = beyond;
    expect(held.sent.at(-1)?.visit).toEqual(rest);

    for (const visit of [first, visitOf(newId()), formVisit({ formSubmissionId: 'f' })])
      expect((await from('192.0.2.1', visit)).status).toBe(202);
    expect((await from('192.0.2.2', named())).status).toBe(202);
  });

  test('count by network: all addresses of an IPv6 subscriber count as one', async () => {
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2:3:4:5:6'];
    for (const address of addresses) expect((await from(address, named())).status).toBe(202);
    expect((await from('2001:db8:1:2:8::', named())).status).toBe(429);
    for (const other of [
      '2001:db8:1:3::1',
      '::ffff:198.51.100.1',
      '::ffff:198.51.100.2',
      '::1',
      '198.51.100.3',
    ])
      for (let n = 0; n < 3; n++) expect((await from(other, named())).status).toBe(202);
    expect((await from('198.51.100.1', named())).status).toBe(429);
  });

  test('are accepted again after the window; the cron then removes the old ones', async () => {
    for (let n = 0; n < 3; n++) await from('192.0.2.3', named());
    const count = () => env.DB.prepare('select count(*) as n from form_submits').first<number>('n');
    await held.cron();
    expect(await count()).toBeGreaterThan(0);
    await env.DB.prepare('update form_submits set received_at = received_at - 600001').run();
    expect((await from('192.0.2.3', named())).status).toBe(202);
    await held.cron();
    expect(await count()).toBe(1);
  });

  test('are limited to 60 in 10 minutes by default, and no address is stored in plain text', async () => {
    const address = '203.0.113.77';
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++)
      statuses.push((await collect(named(), { 'cf-connecting-ip': address })).status);
    expect(statuses).toEqual([...Array(60).fill(202), 429, 429]);
    expect(JSON.stringify(await contents())).not.toContain(address);
  });
});

describe('an imported session', () => {
  const startedAt = now - 3 * 3_600_000;
  const imported = (analyticsSessionId: string, fields: object = {}) => ({
    analyticsSessionId,
    sessionStartedAt: new Date(startedAt).toISOString(),
    sessionEndedAt: new Date(startedAt + 60_000).toISOString(),
    timeSpentSeconds: 30,
    totalClicksCount: 1,
    ...fields,
  });
  const importInto = ({ pageId }: Place, ...all: object[]) =>
    send<{ importedCount: number; existingCount: number } & Problem>(
      'POST',
      `/v0/pages/${pageId}/audience_sessions/import`,
      { sessions: all },
    );

  test('is not changed by a beacon (a request of the tracker) with its id', async () => {
    const [id, of] = [newId(), await newPlace()];
    await importInto(of, imported(id, { audienceId: of.audienceId }));
    const before = await session(id, of);
    await merge(messageOf(visitOf(id, { ...of, clicksCount: 100_000, hasConversion: true }), startedAt));
    expect(await session(id, of)).toEqual(before);
    // The visit becomes a separate session.
    expect((await analytics(of))[0]).toMatchObject({ totalSessions: 2, conversionCount: 1 });
  });

  test('is imported even if a visit has used its id', async () => {
    const [id, of] = [newId(), await newPlace()];
    await merge(visitOf(id, { ...of, clicksCount: 7 }));
    const claimed = await session(id, of);
    expect((await importInto(of, imported(id))).body).toEqual({ importedCount: 1, existingCount: 0 });
    expect((await session(id, of)).totalClicksCount).toBe(1);
    expect((await sessions(of)).items).toContainEqual(claimed);
    expect((await importInto(of, imported(id))).body).toEqual({ importedCount: 0, existingCount: 1 });
  });

  test('may be a visit of this service, which then exists already', async () => {
    const [id, of] = [newId(), await newPlace()];
    await merge(visitOf(id, of));
    const { sessionStartedAt } = await session(id, of);
    const same = imported(id, {
      sessionStartedAt,
      sessionEndedAt: new Date(now).toISOString(),
      timeSpentSeconds: 1,
    });
    expect((await importInto(of, same)).body).toEqual({ importedCount: 0, existingCount: 1 });
  });

  test('of an earlier version, stored under its id alone, exists already', async () => {
    const [id, of, other] = [newId(), await newPlace(), `theirs-${tag()}`];
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

test('a beacon changes no session with a start that differs by a day or more', async () => {
  const [id, of] = [newId(), await newPlace()];
  await merge(messageOf(visitOf(id, of), now - 3 * day));
  const before = await session(id, of);
  await merge(messageOf(visitOf(id, { ...of, clicksCount: 9 }), now));
  expect(await session(id, of)).toEqual(before);
});
