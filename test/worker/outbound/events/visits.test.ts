import { env } from 'cloudflare:workers';
import type { Event } from '../../../../src/outbound/events/schemas.ts';
import { newRecipient, seen } from '../../support/alerts.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { eventsOf, listen, told } from '../../support/events.ts';
import { newPerson } from '../../support/persons.ts';
import { place } from '../../support/places.ts';
import { importSessions } from '../../support/sessions.ts';
import { noon } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

const engaged = { elapsedMs: 20_000, activeMs: 15_000, engagedMs: 12_000 };
const passing = { elapsedMs: 3000, activeMs: 3000, engagedMs: 2000 };
const form = { formSubmit: { formSubmissionId: 'form_1' } };
let serial = 0;
const emailOf = () => `order-${++serial}@order-${serial}.example`;

const formOf = (email?: string) => ({
  formSubmit: { formSubmissionId: `form_${serial}`, ...(email && { email }) },
});

/** The types of the events of a session, in order. */
const typesOf = (events: readonly Event[], id: string) =>
  events.filter(({ related }) => related.analyticsSessionId === id).map(({ type }) => type);

const whole = ['session.started', 'session.engaged', 'form.submitted'];

prepareVisits();
beforeEach(() => listen());

describe('a visit emits events', () => {
  test('when it counts, when it is engaged and when a form comes, each once', async () => {
    const id = newId();
    const send = (fields: object) => told(() => merge(visitOf(id, fields)));
    expect(await send(passing)).toEqual(['session.started']);
    expect(await send(passing)).toEqual([]);
    expect(await send(engaged)).toEqual(['session.engaged']);
    expect(await send({ ...engaged, clicksCount: 2 })).toEqual([]);
    expect(await send({ ...engaged, ...form })).toEqual(['form.submitted']);
    expect(await send({ ...engaged, ...form })).toEqual([]);
  });

  test('that have ids, and no text', async () => {
    const [event] = await eventsOf(() =>
      merge(visitOf(newId(), { ...passing, pageTitle: 'Hello Zoë', utmSource: 'zoe@a.example' })),
    );
    expect(event).toMatchObject({ subject: null, changes: null, actor: { type: 'tracker' } });
    expect(Object.keys(event?.related ?? {}).sort()).toEqual([
      'analyticsSessionId',
      'audienceId',
      'audienceSessionId',
      'pageId',
    ]);
  });
});

describe('a person and a company', () => {
  const visitsOf = async (work: () => Promise<unknown>) =>
    (await eventsOf(work))
      .filter(({ type }) => type.endsWith('.visited'))
      .map(({ type, subject }) => [type, subject]);

  test('came once a day, in an engaged visit in which something moved', async () => {
    const { personId, accountId, audienceId } = await newRecipient(place.pageId);
    const visit = (id: string, fields: object, at = noon) =>
      visitsOf(() => merge(messageOf(visitOf(id, { audienceId, ...fields }), at)));
    const [first, second, third] = [newId(), newId(), newId()];
    expect(await visit(first, { ...passing, hasInput: true })).toEqual([]);
    expect(await visit(second, engaged)).toEqual([]);
    const both = [
      ['account.visited', accountId],
      ['person.visited', personId],
    ];
    expect((await visit(second, seen)).toSorted()).toEqual(both);
    expect(await visit(first, seen)).toEqual([]);
    const day = 86_400_000;
    expect((await visit(third, seen, noon + day)).toSorted()).toEqual(both);
    // Of an earlier day, which comes late.
    expect(await visit(newId(), seen, noon - day)).toEqual([]);
  });

  test('did not come, if the visit is of nobody', async () => {
    expect(await visitsOf(() => merge(visitOf(newId(), seen)))).toEqual([]);
  });
});

describe('the events of a visit are in the order of what happened', () => {
  test.each([
    ['a form without a name', () => formOf()],
    ['a form with a name', () => formOf(emailOf())],
  ])('all at once, with %s', async (_, form) => {
    const id = newId();
    const events = await eventsOf(() => merge(visitOf(id, { ...seen, ...form() })));
    expect(typesOf(events, id)).toEqual(whole);
  });

  test('of a person and a company, too', async () => {
    const { personId } = await newPerson({ email: emailOf() });
    const audienceId = await newAudienceId(place.pageId, { personId });
    const id = newId();
    const events = await eventsOf(() => merge(visitOf(id, { ...seen, audienceId, ...formOf() })));
    expect(typesOf(events, id)).toEqual([...whole, 'account.visited', 'person.visited']);
  });

  // The first message of a visit has nothing yet. A form that names its sender is told with its log, behind the visits.
  const short = { elapsedMs: 1000, activeMs: 1000, engagedMs: 500 };
  const visited = ['account.visited', 'person.visited'];
  test.each<[string, () => object, string[], string[]]>([
    ['input', () => ({}), ['session.engaged'], []],
    ['a form without a name', () => formOf(), ['session.engaged', 'form.submitted'], []],
    ['a form with a name', () => formOf(emailOf()), ['session.engaged'], ['form.submitted']],
  ])('by a later message with %s', async (_, more, first, last) => {
    const { personId } = await newPerson({ email: emailOf() });
    const ofPerson = { audienceId: await newAudienceId(place.pageId, { personId }) };
    for (const [audience, visits] of [
      [{}, []],
      [ofPerson, visited],
    ] as const) {
      const id = newId();
      const begun = await eventsOf(() => merge(visitOf(id, { ...short, ...audience })));
      expect(typesOf(begun, id)).toEqual(['session.started']);
      const message = messageOf(visitOf(id, { ...seen, ...audience, ...more() }));
      const events = await eventsOf(() => merge(message));
      expect(typesOf(events, id)).toEqual([...first, ...visits, ...last]);
    }
  });

  test('of an import', async () => {
    const long = new Date(noon - 100 * 86_400_000).toISOString();
    const before = Date.now();
    const events = await eventsOf(() =>
      importSessions(place.pageId, [
        {
          analyticsSessionId: `old-${newId()}`,
          sessionStartedAt: long,
          sessionEndedAt: long,
          formSubmissionEmail: emailOf(),
        },
      ]),
    );
    expect(events.map(({ type }) => type)).toEqual(whole);
    // They happened at the time of the import.
    for (const { createdAt } of events) expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before - 1000);
  });

  test('among several in a batch, whatever their order, and each once', async () => {
    const ids = Array.from({ length: 12 }, newId);
    const messages = ids.flatMap((id, place) => [
      messageOf(visitOf(id, { ...seen, ...(place % 2 ? formOf(emailOf()) : formOf()) })),
      messageOf(visitOf(id, { elapsedMs: 1000, activeMs: 1000, engagedMs: 500 })),
    ]);
    const events = await eventsOf(() => merge(...messages, ...messages.toReversed()));
    for (const id of ids) expect(typesOf(events, id), id).toEqual(whole);
    expect((await eventsOf(() => merge(...messages))).map(({ type }) => type)).toEqual([]);
  });
});

describe('form.submitted', () => {
  const submittedOf = (events: readonly Event[]) =>
    events.filter(({ type }) => type === 'form.submitted').map(({ related }) => related);

  test('has the person and the log that it wrote, whose events come before it', async () => {
    const email = emailOf();
    const id = newId();
    const events = await eventsOf(() => merge(visitOf(id, { ...seen, ...formOf(email) })));
    const [created] = events.filter(({ type }) => type === 'person.created');
    const [log] = events.filter(({ type }) => type === 'person_log.created');
    const personId = created?.subject;
    expect(submittedOf(events)).toEqual([
      expect.objectContaining({ analyticsSessionId: id, personId, personLogId: log?.related.personLogId }),
    ]);
    expect(events.at(-1)?.type).toBe('form.submitted');
    const path = `/v0/persons/${personId}/logs/${log?.related.personLogId}`;
    expect((await send<{ payload: object }>('GET', path)).body.payload).toMatchObject({ email });
  });

  test('has a person who was known, and the new log', async () => {
    const { personId, email } = await newPerson({ email: emailOf() });
    const [related] = submittedOf(
      await eventsOf(() => merge(visitOf(newId(), { ...seen, ...formOf(email ?? '') }))),
    );
    expect(related).toMatchObject({ personId, personLogId: expect.stringMatching(/^person_log_/) });
  });

  test('has the person of an import, which writes no log', async () => {
    const { personId, email } = await newPerson({ email: emailOf() });
    const times = {
      sessionStartedAt: new Date(noon).toISOString(),
      sessionEndedAt: new Date(noon).toISOString(),
    };
    const [related] = submittedOf(
      await eventsOf(() =>
        importSessions(place.pageId, [
          { analyticsSessionId: `old-${newId()}`, ...times, formSubmissionEmail: email },
        ]),
      ),
    );
    expect(related).toMatchObject({ personId });
    expect(related).not.toHaveProperty('personLogId');
  });

  test('has neither of a form without a name, and comes again when a later form has one', async () => {
    const id = newId();
    const [unnamed] = submittedOf(await eventsOf(() => merge(visitOf(id, { ...seen, ...formOf() }))));
    expect(Object.keys(unnamed ?? {})).not.toContain('personId');
    const [named] = submittedOf(await eventsOf(() => merge(visitOf(id, { ...seen, ...formOf(emailOf()) }))));
    expect(named).toMatchObject({ analyticsSessionId: id, personId: expect.stringMatching(/^person_/) });
  });

  test('of a sender who was erased while it was on its way has neither', async () => {
    const { personId, email } = await newPerson({ email: emailOf() });
    const message = messageOf(visitOf(newId(), { ...seen, ...formOf(email ?? '') }), Date.now() - 1000);
    await send('DELETE', `/v0/persons/${personId}`);
    const events = await eventsOf(() => merge(message));
    expect(events.map(({ type }) => type)).toEqual(whole);
    expect(Object.keys(submittedOf(events)[0] ?? {})).not.toContain('personId');
  });

  test('loses both when its person is erased, and keeps its visit', async () => {
    const id = newId();
    const [event] = (await eventsOf(() => merge(visitOf(id, { ...seen, ...formOf(emailOf()) })))).filter(
      ({ type }) => type === 'form.submitted',
    );
    await send('DELETE', `/v0/persons/${event?.related.personId}`);
    const { related } = (await env.DB.prepare('select related from events where sequence = ?')
      .bind(event?.sequence)
      .first<{ related: string }>()) ?? { related: '' };
    expect(JSON.parse(related)).toMatchObject({ analyticsSessionId: id });
    expect(related).not.toMatch(/personId|personLogId/);
  });
});
