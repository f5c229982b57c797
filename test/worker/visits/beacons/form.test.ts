import { env } from 'cloudflare:workers';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import type { Visit, VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import { type Problem, send, tableSizes } from '../../support/client.ts';
import { faultyDatabase, silent } from '../../support/faults.ts';
import { analytics, newPlace, place, session, sessions } from '../../support/places.ts';
import { collect, held, merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

describe('a form', () => {
  interface Log {
    person_id: string;
    source: string;
    type: string;
    payload: string;
    occurred_at: number | null;
  }
  const logs = async (id: string) => {
    const select =
      "select person_id, source, type, payload, occurred_at from person_logs where payload ->> 'analyticsSessionId' = ?";
    return (await env.DB.prepare(select).bind(id).all<Log>()).results;
  };
  const person = async (id: string | null) => (await send<Person & Problem>('GET', `/v0/persons/${id}`)).body;
  const form = (id: string, fields: object, formSubmissionId = 'form-1') =>
    messageOf(visitOf(id, { formSubmit: { formSubmissionId, ...fields } }));
  const company = () => `c${newId().slice(0, 8)}.example`;

  test('with an identifier becomes a log of a new person, with an account and a link from the session', async () => {
    const [id, domain] = [newId(), company()];
    await merge(form(id, { email: `grace@${domain}`, phone: '+15557654321' }));
    const { personId, ...known } = await session(id);
    expect(known).toMatchObject({
      hasFormSubmit: true,
      formSubmissionId: 'form-1',
      formSubmissionEmail: `grace@${domain}`,
      formSubmissionPhone: '+15557654321',
      formSubmissionIdentifier: `grace@${domain}`,
      formSubmissionIdentifierType: 'email',
    });
    const [log, ...others] = await logs(id);
    expect(others).toEqual([]);
    expect(log).toMatchObject({
      person_id: personId,
      source: 'website',
      type: 'form-submitted',
      occurred_at: null,
    });
    expect(JSON.parse(log?.payload ?? '')).toEqual({
      analyticsSessionId: id,
      formSubmissionId: 'form-1',
      ...place,
      email: `grace@${domain}`,
      phone: '+15557654321',
    });
    // Only the first identifier, because anyone could have written the others.
    expect(await person(personId)).toMatchObject({
      name: 'grace',
      email: `grace@${domain}`,
      phoneNumber: null,
    });
    const account = env.DB.prepare('select linked_persons_count as n from accounts where domain = ?');
    expect(await account.bind(domain).first('n')).toBe(1);
  });

  test.each([
    ['email', { email: 'EMAIL' }, 'email', 'EMAIL'],
    ['tel', { phone: '+15550001111' }, 'tel', '+15550001111'],
    [
      'linkedin',
      { linkedin: 'https://de.linkedin.com/in/Grace-Visits/?x=1' },
      'linkedin',
      'https://www.linkedin.com/in/grace-visits',
    ],
    ['tel before linkedin', { phone: '+15550001112', linkedin: 'in/other-visits' }, 'tel', '+15550001112'],
  ])('is identified by its %s', async (_what, fields, type, identifier) => {
    const [id, email] = [newId(), `ada@${company()}`];
    const given = JSON.parse(JSON.stringify(fields).replace('EMAIL', email));
    await collect(visitOf(id, { formSubmit: { formSubmissionId: 'f', ...given } }));
    await merge(...held.sent.slice(-1));
    const known = await session(id);
    expect([known.formSubmissionIdentifierType, known.formSubmissionIdentifier]).toEqual([
      type,
      identifier.replace('EMAIL', email),
    ]);
    expect((await person(known.personId)).personId).toBe(known.personId);
    expect(await logs(id)).toHaveLength(1);
  });

  test('of a known person becomes a log of that person', async () => {
    const email = `known@${company()}`;
    const { body } = await send<Person>('POST', '/v0/persons', { name: 'Known', email });
    const [id, again] = [newId(), newId()];
    await merge(form(id, { email, phone: '+15550002222' }), form(again, { email }));
    expect((await session(id)).personId).toBe(body.personId);
    expect((await session(again)).personId).toBe(body.personId);
    const { sessionStartedAt } = await session(id);
    expect(await person(body.personId)).toEqual({ ...body, latestVisitAt: sessionStartedAt });
  });

  test('without an identifier becomes no log', async () => {
    const id = newId();
    const persons = env.DB.prepare('select count(*) as n from persons');
    const before = await persons.first('n');
    await merge(form(id, {}));
    expect(await session(id)).toMatchObject({ hasFormSubmit: true, formSubmissionId: 'form-1' });
    expect([await logs(id), await persons.first('n'), (await session(id)).personId]).toEqual([
      [],
      before,
      null,
    ]);
  });

  test.each([
    [
      'twice in a batch',
      async (message: VisitMessage) => {
        await merge(message, message);
      },
    ],
    [
      'in two batches',
      async (message: VisitMessage) => {
        await merge(message);
        await merge(message);
      },
    ],
    [
      '50 times at once',
      async (message: VisitMessage) => {
        await Promise.all(Array.from({ length: 50 }, () => merge(message)));
      },
    ],
    [
      'again after a lost answer',
      async (message: VisitMessage) => {
        const DB = faultyDatabase({ moment: 'after', size: 1 });
        expect(await held.deliver([message], { DB })).toEqual(['ack']);
      },
    ],
    [
      'again after three lost answers',
      async (message: VisitMessage) => {
        const DB = faultyDatabase({ moment: 'after', size: 1, times: 3 });
        const { result } = await silent(() => held.deliver([message], { DB }));
        expect(result).toEqual(['retry']);
        await merge(message);
      },
    ],
  ])('that is delivered %s becomes one log', async (_what, deliver) => {
    const [id, of] = [newId(), await newPlace()];
    const email = `once@${company()}`;
    await deliver(messageOf(visitOf(id, { ...of, formSubmit: { formSubmissionId: 'f', email } })));
    expect(await logs(id)).toHaveLength(1);
    const known = await session(id, of);
    expect(known.personId).toBe((await logs(id))[0]?.person_id);
    const persons = env.DB.prepare('select count(*) as n from persons where email = ?').bind(email);
    expect(await persons.first('n')).toBe(1);
    expect((await analytics(of))[0]).toMatchObject({ totalSessions: 1, formSubmitCount: 1 });
  });

  test('of 50 visitors in one batch becomes 50 logs', async () => {
    const [of, domain] = [await newPlace(), company()];
    const ids = Array.from({ length: 50 }, newId);
    const formOf = (n: number) => ({
      formSubmissionId: `f${n}`,
      email: `n${n}@${domain}`,
      linkedin: `in/visitor-${n}-${domain.slice(0, 9)}`,
      phone: `+1777${String(n).padStart(7, '0')}`,
    });
    await merge(...ids.map((id, n) => messageOf(visitOf(id, { ...of, formSubmit: formOf(n) }))));
    const { items } = await sessions(of, 'limit=100');
    expect(new Set(items.map(({ personId }) => personId)).size).toBe(50);
    for (const [n, id] of ids.entries()) {
      const known = items.find(({ analyticsSessionId }) => analyticsSessionId === id);
      expect(known?.formSubmissionEmail).toBe(`n${n}@${domain}`);
      expect((await logs(id)).map(({ person_id }) => person_id)).toEqual([known?.personId]);
    }
  });
});

const tag = () => newId().slice(0, 8);
let phones = Date.now() % 10 ** 8;
const phone = () => `+1666${String(phones++).padStart(8, '0')}`;
const formVisit = (formSubmit: Visit['formSubmit']) => visitOf(newId(), { formSubmit });
const person = (id: string | null) => send<Person & Problem>('GET', `/v0/persons/${id}`);
const logOf = (fields: object) =>
  send<{ personId: string; personLogId: string } & Problem>('POST', '/v0/person_logs', {
    source: 'crm',
    payload: {},
    ...fields,
  });

// A collect key is in the source of a website, so anyone can send anything with it. Nothing in such a request may be
// trusted.
describe('what a form claims', () => {
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

describe('the idempotency keys of a client, and forms', () => {
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

describe('the fields of a form that a website has opted in', () => {
  const payloadsOf = async (id: string) => {
    const { results } = await env.DB.prepare(
      "select payload from person_logs where payload ->> 'analyticsSessionId' = ?",
    )
      .bind(id)
      .all<{ payload: string }>();
    return results.map(({ payload }) => payload);
  };
  const lin = () => `lin@c${tag()}.example`;
  const fields = {
    message: 'How much for 40 sites?\nWe open in May.',
    name: 'Lin Bo',
    company: '=HYPERLINK(1)',
  };

  test('are the first in the log, the name before the others, and a new person gets that name', async () => {
    const [visit, email] = [formVisit({ formSubmissionId: 'f', email: lin(), fields }), lin()];
    await collect({ ...visit, formSubmit: { formSubmissionId: 'f', email, fields } });
    await merge(...held.sent.slice(-1));
    const { personId } = await session(visit.analyticsSessionId);
    expect((await person(personId)).body).toMatchObject({ name: 'Lin Bo', slug: 'lin-bo', email });
    const [payload = ''] = await payloadsOf(visit.analyticsSessionId);
    expect(payload).toMatch(/^\{"fields":\{"name":"Lin Bo","message"/v);
    expect(JSON.parse(payload)).toEqual({
      fields,
      analyticsSessionId: visit.analyticsSessionId,
      ...place,
      formSubmissionId: 'f',
      email,
    });
  });

  test('change nothing of a known person, whose name is theirs also if it was made from an identifier', async () => {
    const email = lin();
    await merge(formVisit({ formSubmissionId: 'f', email }));
    const { body } = await logOf({ email });
    const before = (await person(body.personId)).body;
    expect(before.name).toBe('lin');
    const again = formVisit({ formSubmissionId: 'f', email, fields });
    await merge(again);
    expect((await session(again.analyticsSessionId)).personId).toBe(body.personId);
    expect((await person(body.personId)).body).toEqual({ ...before, latestVisitAt: expect.any(String) });
    expect(JSON.parse((await payloadsOf(again.analyticsSessionId))[0] ?? '')).toMatchObject({ fields });
  });

  test('identify nobody: neither by a name, nor by an email or a phone among them', async () => {
    const [email, claimed] = [lin(), phone()];
    const known = await send<Person>('POST', '/v0/persons', { name: 'Lin Bo', email, phoneNumber: claimed });
    const visit = formVisit({
      formSubmissionId: 'f',
      email: lin(),
      fields: { name: 'Lin Bo', email, phone: claimed },
    });
    await merge(visit);
    const { personId } = await session(visit.analyticsSessionId);
    expect(personId).not.toBe(known.body.personId);
    expect((await person(personId)).body).toMatchObject({ name: 'Lin Bo', phoneNumber: null });
    expect((await person(known.body.personId)).body).toEqual(known.body);
  });

  // A person of the API, and one of a form, whose name is the same text: either both get it, or none.
  test.each([
    ...[
      'Lin Bo',
      'X',
      '陳大文',
      'O’Brien-Šimić',
      '=1+1',
      '<b>Lin</b>',
      'x'.repeat(255),
      'x'.repeat(256),
      '😀'.repeat(255),
    ],
    ...['\u200b', '\u202eoB niL', '-', 'none', '{{name}}'],
  ])('have names by the rules of the API: %j', async (name) => {
    const [email, other] = [lin(), lin()];
    const write = { source: 'crm', payload: {}, email: other, name };
    const { status } = await send('POST', '/v0/person_logs', write);
    const visit = formVisit({ formSubmissionId: 'f', email, fields: { name } });
    await collect(visit);
    await merge(...held.sent.slice(-1));
    const { personId } = await session(visit.analyticsSessionId);
    expect((await person(personId)).body.name).toBe(status === 201 ? name : 'lin');
  });

  test('of a form that comes again, with a double click and from a copy of the tab, are one log', async () => {
    const [email, id] = [lin(), newId()];
    const sent = (formSubmissionId: string, message: string, clicksCount = 0) =>
      visitOf(id, {
        clicksCount,
        formSubmit: { formSubmissionId, email, fields: { name: 'Lin Bo', message } },
      });
    await merge(sent('f', 'first'), sent('f', 'first', 1));
    await merge(sent('f', 'first', 2), sent('of-the-copy', 'second', 3));
    const logs = await payloadsOf(id);
    expect(logs.map((payload) => JSON.parse(payload).fields.message)).toEqual(['first']);
  });

  test('of a message of an earlier version are missing, and its form is written as before', async () => {
    const visit = formVisit({ formSubmissionId: 'f', email: lin() });
    await merge(visit);
    const [payload = ''] = await payloadsOf(visit.analyticsSessionId);
    expect(JSON.parse(payload)).not.toHaveProperty('fields');
  });

  test('are in no column of the session, and cost no row more than the form', async () => {
    const written = async (more: object) => {
      const visit = formVisit({ formSubmissionId: 'f', email: lin(), ...more });
      const before = await tableSizes();
      await merge(visit);
      const after = await tableSizes();
      const row = env.DB.prepare('select * from audience_sessions where analytics_session_id = ?');
      const stored = JSON.stringify(await row.bind(visit.analyticsSessionId).first());
      return { stored, more: Object.entries(after).filter(([table, size]) => size !== before[table]) };
    };
    const bare = await written({});
    const full = await written({ fields });
    expect(full.stored).not.toContain('Lin Bo');
    expect(full.stored).not.toContain('40 sites');
    expect(full.more.map(([table]) => table)).toEqual(bare.more.map(([table]) => table));
  });

  test('are guarded against formulas in a file', async () => {
    const [email, word] = [lin(), tag()];
    const claims = { name: `=cmd|${word}`, message: `Hello;=1+1 ${word}` };
    const visit = formVisit({ formSubmissionId: 'f', email, fields: claims });
    await merge(visit);
    const { personId } = await session(visit.analyticsSessionId);
    const persons = await send('GET', `/v0/persons/search?query=${word}&format=csv`);
    expect(persons.text).toContain(`'=cmd|${word}`);
    expect(persons.text).not.toMatch(/(^|[,;\n"])=/v);
    const logs = await send('GET', `/v0/persons/${personId}/logs?format=csv`);
    expect(logs.text).toContain(`1+1 ${word}`);
    expect(logs.text).not.toMatch(/;\s*=/v);
  });
});
