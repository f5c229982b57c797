import { env } from 'cloudflare:workers';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import type { Account } from '../../../../src/people/accounts/schemas.ts';
import type { PersonBatchResult } from '../../../../src/people/persons/body-schemas.ts';
import type { Person, PersonErased, PersonList } from '../../../../src/people/persons/schemas.ts';
import type { Visit, VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import { accountOf, list } from '../../support/accounts.ts';
import { fire, newAlert, newRecipient, type Recipient, seen } from '../../support/alerts.ts';
import { breakdownOf } from '../../support/analytics.ts';
import { contents, openTestDatabase, send, tableSizes } from '../../support/client.ts';
import { erase, made, newPhone, tag, telling } from '../../support/erasures.ts';
import { listen } from '../../support/events.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { create, found, search, token } from '../../support/person-search.ts';
import { get, log, newPerson, post } from '../../support/persons.ts';
import { analytics, newPlace, place, session, sessions } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { importSessions, least } from '../../support/sessions.ts';
import { minute, now, setClock } from '../../support/times.ts';
import { collect, held, merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';
import { newWebhook } from '../../support/webhooks.ts';

prepareVisits();

/** Only the batch that erases has as many statements, not the one that reads. */
const erasing = 3;
const personsNow = async () => (await send<PersonList>('GET', '/v0/persons/search?limit=1')).body.totalCount;

describe('an erasure', () => {
  test('removes the person with its logs, counts, index entries and the totals', async () => {
    const total = async () => (await send<PersonList>('GET', '/v0/persons/search?limit=1')).body.totalCount;
    const before = [await tableSizes(), await total()] as const;
    const { personId } = (await post({ name: 'Xerxes Quillfeather', email: 'xq@gone.example' })).body;
    for (let n = 0; n < 3; n++)
      await send('POST', '/v0/person_logs', { personId, source: 'x', payload: { n } });
    const erased = await send<PersonErased>('DELETE', `/v0/persons/${personId}`);
    expect([erased.status, erased.body]).toEqual([200, { personId, erased: true, erasedLogsCount: 3 }]);
    expect(erased.cost.trips).toBe(2);
    const [sizes, count] = before;
    // The account of its domain goes too: nothing else made it. Hashes of the identifiers stay for a while.
    const stays = {
      erasures: (sizes.erasures ?? 0) + 1,
      erased_identifiers: (sizes.erased_identifiers ?? 0) + 1,
      // Of each log what a retry needs: ids, source, type and time.
      idempotency_keys: (sizes.idempotency_keys ?? 0) + 3,
    };
    expect([await tableSizes(), await total()]).toEqual([{ ...sizes, ...stays }, count]);
    expect((await get(personId)).status).toBe(404);
    expect((await send<PersonList>('GET', '/v0/persons/search?query=quillfeather')).body.items).toEqual([]);
    expect((await send('DELETE', `/v0/persons/${personId}`)).status).toBe(404);
    // The index also keeps no trace: its blocks contain the text as trigrams.
    const blocks = await env.DB.prepare('select cast(block as text) as block from person_search_data').all();
    expect(JSON.stringify(blocks.results)).not.toMatch(/xer|quil/);
  });

  test('removes the person from the search', async () => {
    const mine = token();
    const { personId } = await create({ name: mine, email: `${mine}@gone.example` });
    const { personId: stays } = await create({ name: mine });
    expect(await found(mine)).toEqual([stays, personId]);
    expect((await send('DELETE', `/v0/persons/${personId}`)).status).toBe(200);
    expect(await found(mine)).toEqual([stays]);
    expect((await search(`${mine}@gone`)).totalCount).toBe(0);
    // The next person gets the row of the erased one, if that was the last.
    const { personId: next } = await create({ name: mine });
    expect(await found(mine)).toEqual([next, stays]);
    expect(await found(`${mine}@gone`)).toEqual([]);
  });

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

describe('a form in the queue of an erased person', () => {
  const identifiers = (): [string, object, Visit['formSubmit']][] => {
    const word = tag();
    const phone = newPhone();
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
    const [of, email, word] = [await newPlace(), `${tag()}@x.example`, tag()];
    const { personId } = await made({ email });
    const visit = telling(of, word, { formSubmissionId: 'f', email });
    await collect(visit);
    await erase(personId);
    await collect({ ...visit, clicksCount: 2 });
    const [first, again] = held.sent.slice(-2);
    if (!first || !again) throw new Error('nothing was queued');
    await merge(again);
    await merge(first);
    expect(JSON.stringify(await contents())).not.toContain(email);
    expect(JSON.stringify(await contents())).not.toContain(word);
    expect((await session(visit.analyticsSessionId, of)).totalClicksCount).toBe(2);
  });

  test('is not stored when it is received while the erasure waits for D1', async () => {
    const [of, email, word] = [await newPlace(), `${tag()}@x.example`, tag()];
    const { personId } = await made({ email });
    const DB = faultyDatabase({
      moment: 'before',
      size: erasing,
      meanwhile: () => collect(telling(of, word, { formSubmissionId: 'f', email })),
    });
    expect((await erase(personId, { bindings: { DB } })).status).toBe(200);
    await merge(...held.sent.slice(-1));
    expect(JSON.stringify(await contents())).not.toContain(email);
    expect(JSON.stringify(await contents())).not.toContain(word);
  });

  test('that its session sends again more than 10 minutes later counts as received then, and creates a new person', async () => {
    const [of, email] = [await newPlace(), `${tag()}@x.example`];
    const { personId } = await made({ email });
    const visit = telling(of, tag(), { formSubmissionId: 'f', email });
    await collect(visit);
    await erase(personId);
    setClock(Date.now() + 10 * minute + 1);
    await held.cron();
    await collect({ ...visit, clicksCount: 2 });
    await merge(...held.sent.slice(-1));
    vi.useRealTimers();
    expect((await session(visit.analyticsSessionId, of)).personId).toMatch(/^person_/);
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

test('only identifiers of now count: a form with an earlier one creates a person, and payloads of others stay', async () => {
  const [of, earlier, now] = [await newPlace(), `${tag()}@x.example`, `${tag()}@y.example`];
  const { personId } = await made({ email: earlier });
  await send('PATCH', `/v0/persons/${personId}`, { email: now });
  const visit = telling(of, tag(), { formSubmissionId: 'f', email: earlier });
  await collect(visit);
  const sent = held.sent.slice(-1);
  const other = await log({ email: `${tag()}@z.example`, payload: { note: now } });
  expect((await erase(personId)).status).toBe(200);
  await merge(...sent);
  expect((await session(visit.analyticsSessionId, of)).personId).toMatch(/^person_/);
  const { text } = await send('GET', `/v0/persons/${other.body.personId}/logs`);
  expect(text).toContain(now);
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

test('a session with the email, phone or LinkedIn URL of an erased person loses its values, though it was never linked', async () => {
  const of = await newPlace();
  const word = tag();
  const person = {
    email: `${word}@x.example`,
    phoneNumber: newPhone(),
    linkedinProfileUrl: `https://www.linkedin.com/in/${word}`,
  };
  const told = {
    pageTitle: word,
    pageUrl: `https://site.example/${word}`,
    referrer: 'news.example',
    utmSource: word,
    totalClicksCount: 2,
  };
  const forms = [
    { formSubmissionEmail: person.email },
    { formSubmissionPhone: person.phoneNumber, formSubmissionEmail: `other-${word}@y.example` },
    { formSubmissionIdentifierType: 'linkedin', formSubmissionIdentifier: person.linkedinProfileUrl },
  ];
  const sent = forms.map((form) => least({ ...told, ...form }));
  await ok(importSessions(of.pageId, sent));
  const [sums] = await analytics(of);
  const { personId } = await made(person);
  expect((await sessions(of)).items.map((one) => [one.personId, one.utmSource])).toEqual(
    sent.map(() => [null, word]),
  );
  await ok(erase(personId));
  const form = { formSubmissionEmail: null, formSubmissionPhone: null, formSubmissionIdentifier: null };
  const none = { pageTitle: null, pageUrl: null, landingPath: null, referrer: null, utmSource: null };
  for (const one of (await sessions(of)).items)
    expect(one).toMatchObject({ ...form, ...none, totalClicksCount: 2 });
  expect((await analytics(of))[0]).toEqual(sums);
  const { items } = await breakdownOf(of, 'by=utmSource');
  expect(items.map(({ value, totalSessions }) => [value, totalSessions])).toEqual([[null, 3]]);
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
  // The log of the form, which has no key.
  const logIds = logs.items.flatMap(({ personLogId }) =>
    personLogId === written.body.personLogId ? [] : [personLogId],
  );
  return { ...recipient, email, name, logIds };
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

  for (const text of [email, name, email.split('@')[1] ?? '', ...logIds])
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

describe('an account whose last person is erased', () => {
  const totals = async () => [(await list()).totalCount, (await list('&includeEmptyOnly=1')).totalCount];

  test('goes when nothing else holds it, and a later person gets a new one', async () => {
    const before = await totals();
    const { personId } = await newPerson({ email: 'zoe@zoe-lindqvist.example' });
    const made = await accountOf('zoe-lindqvist.example');
    expect((await erase(personId)).status).toBe(200);
    expect(await accountOf('zoe-lindqvist.example')).toBeUndefined();
    expect(await totals()).toEqual(before);
    expect((await send('GET', `/v0/accounts/${made?.accountId}`)).status).toBe(404);
    const log = { accountId: made?.accountId, source: 'x', payload: {} };
    expect((await send('POST', '/v0/account_logs', log)).status).toBe(404);

    await send('POST', '/v0/person_logs', { email: 'z@zoe-lindqvist.example', source: 'x', payload: {} });
    const again = await accountOf('zoe-lindqvist.example');
    expect(again?.linkedPersonsCount).toBe(1);
    expect(again?.accountId).not.toBe(made?.accountId);
  });

  test.each<[string, (account: Account) => Promise<unknown>, number]>([
    ['another person', ({ domain }) => newPerson({ domain }), 1],
    ['a log', ({ domain }) => send('POST', '/v0/account_logs', { domain, source: 'x', payload: {} }), 0],
    ['a name', ({ accountId }) => send('PATCH', `/v0/accounts/${accountId}`, { name: 'Own Name' }), 0],
    [
      'a name from a list of persons',
      async ({ domain }) => {
        const persons = [{ email: `zoe@${domain}`, companyName: 'Own Name' }];
        const { body } = await send<PersonBatchResult>('POST', '/v0/persons/batch', { persons });
        await erase(body.results[0]?.personId ?? '');
      },
      0,
    ],
  ])('stays when it has %s', async (what, hold, linked) => {
    const domain = `held-by-${what.replaceAll(' ', '-')}.example`;
    const { personId } = await newPerson({ domain });
    const account = await accountOf(domain);
    if (!account) throw new Error('no account');
    await hold(account);
    const before = await totals();
    await erase(personId);
    expect(await accountOf(domain)).toMatchObject({
      accountId: account.accountId,
      linkedPersonsCount: linked,
    });
    const [all = 0, empty = 0] = before;
    expect(await totals()).toEqual([all, empty + (linked === 0 ? 1 : 0)]);
  });

  test('goes, though it was renamed, when its name is its domain again', async () => {
    const domain = 'renamed-back.example';
    const { personId } = await newPerson({ domain });
    const account = await accountOf(domain);
    for (const name of ['Own Name', domain])
      await ok(send('PATCH', `/v0/accounts/${account?.accountId}`, { name }));
    await erase(personId);
    expect(await accountOf(domain)).toBeUndefined();
  });

  test('is counted right when persons are erased and logs create them again at the same time', async () => {
    const [all = 0, empty = 0] = await totals();
    for (let round = 0; round < 5; round++) {
      const domain = `race${round}.example`;
      const persons = [await newPerson({ email: `a@${domain}` }), await newPerson({ email: `b@${domain}` })];
      await Promise.all([
        ...persons.map(({ personId }) => erase(personId)),
        ...['a', 'b', 'c'].map((name) =>
          send('POST', '/v0/person_logs', { email: `${name}@${domain}`, source: 'x', payload: {} }),
        ),
      ]);
      const left = await send<List<Person>>('GET', `/v0/persons/search?query=${domain}`);
      expect((await accountOf(domain))?.linkedPersonsCount).toBe(left.body.items.length);
      expect(left.body.items.length).toBeGreaterThan(0);
    }
    expect(await totals()).toEqual([all + 5, empty]);
  });
});
