import { env } from 'cloudflare:workers';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { earlierIdentifierHash, identifierHash } from '../../../../src/people/persons/identity.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import type { Visit, VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import { fire, newAlert, newRecipient, type Recipient, seen } from '../../support/alerts.ts';
import { contents, openTestDatabase, type Problem, send } from '../../support/client.ts';
import { listen } from '../../support/events.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { log } from '../../support/persons.ts';
import { analytics, newPlace, type Place, place, session } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { day, now } from '../../support/times.ts';
import { collect, held, merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';
import { newWebhook } from '../../support/webhooks.ts';

prepareVisits();

/** Only the batch that erases has as many statements, not the one that reads. */
const erasing = 3;
const tag = () => newId().slice(0, 8);
let phones = Date.now() % 10 ** 8;
const made = async (fields: object = {}) =>
  (await send<Person>('POST', '/v0/persons', { name: 'Ada', ...fields })).body;
const erase = (personId: string, options = {}) =>
  send<{ erasedLogsCount: number } & Problem>('DELETE', `/v0/persons/${personId}`, undefined, options);
const personsNow = () => env.DB.prepare("select value from counters where name = 'persons'").first('value');
/** A visit in which every text may identify the visitor. */
const telling = (of: Place, word: string, formSubmit: Visit['formSubmit']) =>
  visitOf(newId(), {
    ...of,
    formSubmit,
    pageTitle: `Hello ${word}`,
    pageUrl: `https://x.example/for/${word}?email=${word}#${word}`,
    utmSource: word,
    utmMedium: word,
    utmCampaign: word,
    utmTerm: word,
    utmContent: word,
  });

describe('a form in the queue', () => {
  const identifiers = (): [string, object, Visit['formSubmit']][] => {
    const word = tag();
    const phone = `+1888${String(phones++).padStart(8, '0')}`;
    const of = (fields: object) => ({ formSubmissionId: 'f', ...fields }) as Visit['formSubmit'];
    return [
      ['email', { email: `${word}@x.example` }, of({ email: `${word}@x.example` })],
      ['phone', { phoneNumber: phone }, of({ phone })],
      [
        'LinkedIn URL',
        { linkedinProfileUrl: `https://www.linkedin.com/in/${word}` },
        of({ linkedin: `https://www.linkedin.com/in/${word}` }),
      ],
      ['phone beside an email', { phoneNumber: phone }, of({ email: `other-${word}@x.example`, phone })],
    ];
  };

  test.each(identifiers())(
    'does not create a person again whose %s is erased',
    async (_what, fields, formSubmit) => {
      const [of, word] = [await newPlace(), tag()];
      const { personId } = await made(fields);
      const visit = telling(of, word, formSubmit);
      await collect(visit);
      const sent = held.sent.slice(-1);
      expect((await erase(personId)).status).toBe(200);
      const persons = await personsNow();
      await merge(...sent);

      expect(await personsNow()).toBe(persons);
      expect(await session(visit.analyticsSessionId, of)).toMatchObject({
        hasFormSubmit: true,
        formSubmissionId: 'f',
        personId: null,
        formSubmissionEmail: null,
        formSubmissionPhone: null,
        formSubmissionIdentifier: null,
        formSubmissionIdentifierType: null,
      });
      expect((await analytics(of))[0]).toMatchObject({ totalSessions: 1, formSubmitCount: 1 });
      const all = JSON.stringify(await contents());
      expect(all).not.toContain(word);
      for (const value of Object.values(formSubmit ?? {}))
        if (value !== 'f') expect(all).not.toContain(value);
    },
  );

  test('is not stored when its session reports it again, before or after the erasure', async () => {
    const [of, email, word] = [await newPlace(), `${tag()}@x.example`, tag()];
    const { personId } = await made({ email });
    const visit = telling(of, word, { formSubmissionId: 'f', email });
    const told = (clicksCount: number, receivedAt: number): VisitMessage =>
      messageOf({ ...visit, clicksCount }, receivedAt);
    await erase(personId);
    const erasedAt = Date.now();
    await merge(told(1, erasedAt - 60_000));
    await merge(told(2, erasedAt + 1000), told(3, erasedAt + 2000));
    await held.cron();
    expect(await session(visit.analyticsSessionId, of)).toMatchObject({
      totalClicksCount: 3,
      pageTitle: null,
      pageUrl: null,
      utmSource: null,
      personId: null,
    });
    expect(JSON.stringify(await contents())).not.toContain(email);
    expect(JSON.stringify(await contents())).not.toContain(word);
  });

  test('is not stored when it is reported again after the erasure, and that report arrives first', async () => {
    const [of, email] = [await newPlace(), `${tag()}@x.example`];
    const { personId } = await made({ email });
    const visit = telling(of, tag(), { formSubmissionId: 'f', email });
    await collect(visit);
    await erase(personId);
    await collect({ ...visit, clicksCount: 2 });
    const [first, again] = held.sent.slice(-2);
    if (!first || !again) throw new Error('nothing was queued');
    await merge(again);
    await merge(first);
    expect(JSON.stringify(await contents())).not.toContain(email);
    expect((await session(visit.analyticsSessionId, of)).totalClicksCount).toBe(2);
  });

  test('is not stored when it is received while the erasure waits for D1', async () => {
    const [of, email] = [await newPlace(), `${tag()}@x.example`];
    const { personId } = await made({ email });
    const DB = faultyDatabase({
      moment: 'before',
      size: erasing,
      meanwhile: () => collect(telling(of, tag(), { formSubmissionId: 'f', email })),
    });
    expect((await erase(personId, { bindings: { DB } })).status).toBe(200);
    await merge(...held.sent.slice(-1));
    expect(JSON.stringify(await contents())).not.toContain(email);
  });

  test('that is sent after the erasure creates a new person', async () => {
    const [of, email] = [await newPlace(), `${tag()}@x.example`];
    const { personId } = await made({ email });
    await erase(personId);
    const visit = telling(of, tag(), { formSubmissionId: 'f', email });
    await merge(messageOf(visit, Date.now() + 1));
    const known = await session(visit.analyticsSessionId, of);
    expect(known.personId).toMatch(/^person_/);
    expect(known.personId).not.toBe(personId);
  });
});

test('a session loses what identifies an erased person, and keeps its numbers', async () => {
  const [of, email, word] = [await newPlace(), `${tag()}@x.example`, tag()];
  const visit = { ...telling(of, word, { formSubmissionId: 'f', email }), clicksCount: 4 };
  await merge(visit);
  const before = await session(visit.analyticsSessionId, of);
  const [sums] = await analytics(of);
  expect((await erase(before.personId ?? '')).body.erasedLogsCount).toBe(1);
  const none = { pageTitle: null, pageUrl: null, landingPath: null, personId: null };
  const noForm = {
    formSubmissionEmail: null,
    formSubmissionIdentifier: null,
    formSubmissionIdentifierType: null,
  };
  const noUtm = { utmSource: null, utmMedium: null, utmCampaign: null, utmTerm: null, utmContent: null };
  const after = await session(visit.analyticsSessionId, of);
  expect(after).toEqual({ ...before, ...none, ...noForm, ...noUtm });
  expect((await analytics(of))[0]).toEqual(sums);

  // The tab is still open, and reports all totals again.
  await merge(messageOf({ ...visit, clicksCount: 5 }, now + 1000));
  expect(await session(visit.analyticsSessionId, of)).toEqual({ ...after, totalClicksCount: 5 });
});

describe('hashes of erased identifiers', () => {
  const hashes = async () =>
    (
      await env.DB.prepare('select identifier_hash as hash from erased_identifiers').all<{ hash: string }>()
    ).results.map(({ hash }) => hash);
  const secretOf = (db: D1Database) =>
    db.prepare("select value from secrets where name = 'erased_identifiers'").first<string>('value');

  test('need the secret of the database: nobody finds a phone number by trying all', async () => {
    const phoneNumber = `+1888${String(phones++).padStart(8, '0')}`;
    const email = `${tag()}@x.example`;
    await erase((await made({ email, phoneNumber })).personId);
    const secret = (await secretOf(env.DB)) ?? '';
    const stored = await hashes();
    for (const [identifier, key] of [
      ['email', email],
      ['phoneNumber', phoneNumber],
    ] as const) {
      expect(stored).toContain(identifierHash(secret, identifier, key));
      expect(stored).not.toContain(earlierIdentifierHash(identifier, key));
    }
  });

  test('have a secret of 256 bits that no other database has', async () => {
    const secrets = await Promise.all([secretOf(env.DB), secretOf(env.DB_ACME)]);
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(secrets).size).toBe(2);
  });

  test('of releases before the secret still refuse a form that was received before the erasure', async () => {
    const [of, email] = [await newPlace(), `${tag()}@x.example`];
    const visit = telling(of, tag(), { formSubmissionId: 'f', email });
    await collect(visit);
    await env.DB.prepare('insert into erased_identifiers values (?, ?)')
      .bind(earlierIdentifierHash('email', email), Date.now() + 1)
      .run();
    await merge(...held.sent.slice(-1));
    expect(JSON.stringify(await contents())).not.toContain(email);
  });
});

test('hashes of erased identifiers are kept for 14 days', async () => {
  const count = () => env.DB.prepare('select count(*) as n from erased_identifiers').first('n');
  await env.DB.prepare('delete from erased_identifiers').run();
  const fields = { email: `${tag()}@x.example`, linkedinProfileUrl: `in/${tag()}` };
  await erase((await made(fields)).personId);
  expect(await count()).toBe(2);
  await env.DB.prepare('update erased_identifiers set erased_at = erased_at - ?')
    .bind(14 * day - 60_000)
    .run();
  await held.cron();
  expect(await count()).toBe(2);
  await env.DB.prepare('update erased_identifiers set erased_at = erased_at - 60001').run();
  await held.cron();
  expect(await count()).toBe(0);
});

describe('an erasure', () => {
  test('whose answer is lost gives the same answer in a retry', async () => {
    const { personId } = await made({ email: `${tag()}@x.example` });
    const DB = faultyDatabase({ moment: 'after', size: erasing });
    const { status, body } = await erase(personId, { bindings: { DB } });
    expect([status, body.erasedLogsCount]).toEqual([200, 0]);
    expect((await erase(personId)).status).toBe(404);
  });

  test('of a person that is changed meanwhile also erases the new identifier', async () => {
    const [before, after] = [`${tag()}@x.example`, `${tag()}@y.example`];
    const { personId } = await made({ email: before });
    // The change happens between the round trip that reads and the one that erases.
    const DB = faultyDatabase({
      moment: 'before',
      size: erasing,
      meanwhile: () => send('PATCH', `/v0/persons/${personId}`, { email: after }),
    });
    expect((await erase(personId, { bindings: { DB } })).status).toBe(200);
    const visit = telling(await newPlace(), tag(), { formSubmissionId: 'f', email: after });
    await merge(messageOf(visit, Date.now() - 1000));
    expect(await env.DB.prepare('select 1 from persons where email = ?').bind(after).first()).toBe(null);
  });

  test('requested ten times at once happens once', async () => {
    const { personId } = await made({ email: `${tag()}@x.example` });
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => erase(personId)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, ...Array(9).fill(404)]);
  });
});

/** Where a text is in the database: "table.column" of each row, with the type of an event. */
async function foundAt(text: string): Promise<string[]> {
  const places: string[] = [];
  for (const [table, rows] of Object.entries(await contents()))
    for (const row of rows as Record<string, unknown>[])
      for (const [column, value] of Object.entries(row)) {
        const bytes = Array.isArray(value) ? new TextDecoder().decode(new Uint8Array(value)) : String(value);
        if (bytes.toLowerCase().includes(text.toLowerCase()))
          places.push([table, column, ...(table === 'events' ? [row.type] : [])].join('.'));
      }
  return [...new Set(places)].sort();
}

/** Lets a person leave all that they can: logs, forms, visits through their link, and what alerts and events tell of it. */
async function busyRecipient(): Promise<Recipient & { email: string; name: string; logIds: string[] }> {
  const domain = `gone-${crypto.randomUUID()}.example`;
  const recipient = await newRecipient(place.pageId, domain);
  const { personId, audienceId } = recipient;
  const name = `Zoë Gone ${crypto.randomUUID()}`;
  await send('PATCH', `/v0/persons/${personId}`, { name });
  const { email } = await ok(send<{ email: string }>('GET', `/v0/persons/${personId}`));
  const written = await log({ personId, type: 'call', idempotencyKey: domain });
  await merge(
    visitOf(newId(), { audienceId, ...seen }),
    visitOf(newId(), {
      audienceId,
      ...seen,
      pageTitle: name,
      utmCampaign: email,
      formSubmit: { formSubmissionId: 'gone', email },
    }),
  );
  await fire();
  const logs = await ok(send<{ items: { personLogId: string }[] }>('GET', `/v0/persons/${personId}/logs`));
  expect(logs.items.length).toBe(2);
  expect(written.status).toBe(201);
  return { ...recipient, email, name, logIds: logs.items.map(({ personLogId }) => personLogId) };
}

test('an erased person is nowhere in the database, but where SECURITY.md says so', async () => {
  await listen();
  await newWebhook({ types: ['form.submitted', 'person.visited', 'account.visited'] });
  const fired: Alert[] = [];
  for (const condition of [{ type: 'link_opened' }, { type: 'accounts_visited', visits: 1, days: 7 }])
    fired.push(await newAlert({ condition }));
  const { personId, accountId, email, name, logIds } = await busyRecipient();
  const about = await env.DB.prepare(
    "select count(*) as n from events where type = 'alert.fired' and (related ->> 'personId' = ?1 or related ->> 'accountId' = ?2)",
  )
    .bind(personId, accountId)
    .first<number>('n');
  expect([fired.length, about]).toEqual([2, 2]);
  expect(await foundAt(personId)).toContain('events.related.alert.fired');
  expect(await foundAt(personId)).toContain('events.related.form.submitted');

  await ok(send('DELETE', `/v0/persons/${personId}`));
  // The cron clears the visits of the person's own audience.
  for (let step = 0; step < 5; step++) await clearErasedAudiences(openTestDatabase(), Date.now() + 600_000);

  for (const text of [email, name, email.split('@')[1] ?? '', ...logIds.slice(0, 1)])
    expect(await foundAt(text), text).toEqual([]);
  expect(await foundAt(personId)).toEqual([
    'erasures.person_id',
    'events.subject.person.created',
    'events.subject.person.erased',
    'events.subject.person.updated',
    'events.subject.person_log.created',
    'idempotency_keys.owner_id',
  ]);
  expect(await foundAt(accountId)).toEqual([
    'events.subject.account.created',
    'events.subject.account.erased',
  ]);
});
