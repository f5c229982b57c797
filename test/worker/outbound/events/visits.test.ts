import { env } from 'cloudflare:workers';
import { forgetEvents } from '../../../../src/outbound/events/worker/forget.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { eventsOf, listen, newest, read, told } from '../../support/events.ts';
import { HeldVisits } from '../../support/held-queue.ts';
import { newPage } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { place } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { noon } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();
beforeEach(() => listen());

const engaged = { elapsedMs: 20_000, activeMs: 15_000, engagedMs: 12_000 };
const passing = { elapsedMs: 3000, activeMs: 3000, engagedMs: 2000 };
const form = { formSubmit: { formSubmissionId: 'form_1' } };

describe('a visit tells', () => {
  test('that it counts, that it is engaged and that a form came, each once', async () => {
    const id = newId();
    const send = (fields: object) => told(() => merge(visitOf(id, fields)));
    expect(await send(passing)).toEqual(['session.started']);
    expect(await send(passing)).toEqual([]);
    expect(await send(engaged)).toEqual(['session.engaged']);
    expect(await send({ ...engaged, clicksCount: 2 })).toEqual([]);
    expect(await send({ ...engaged, ...form })).toEqual(['form.submitted']);
    expect(await send({ ...engaged, ...form })).toEqual([]);
  });

  test('ids, and no text', async () => {
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

let companies = 0;
async function newRecipient() {
  const domain = `came-${++companies}.example`;
  const { personId } = await newPerson({ email: `zoe@${domain}` });
  const audienceId = await newAudienceId(place.pageId, { personId });
  const accountId = await env.DB.prepare('select account_id from accounts where domain = ?')
    .bind(domain)
    .first<string>('account_id');
  return { personId, audienceId, accountId };
}

describe('a person and a company', () => {
  const seen = { ...engaged, hasInput: true };
  const visitsOf = async (work: () => Promise<unknown>) =>
    (await eventsOf(work))
      .filter(({ type }) => type.endsWith('.visited'))
      .map(({ type, subject }) => [type, subject]);

  test('came once a day, in an engaged visit in which something moved', async () => {
    const { personId, accountId, audienceId } = await newRecipient();
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

  test('are not named any more when recipients are forgotten, and are on no later day', async () => {
    const { audienceId, personId } = await newRecipient();
    await merge(messageOf(visitOf(newId(), { audienceId, ...seen }), noon));
    const history = async () => (await ok(read(`subject=${personId}&type=person.visited`))).events;
    expect(await history()).toHaveLength(1);
    await forgetEvents(openTestDatabase(), Date.now(), Date.now() - 60_000);
    expect(await history()).toHaveLength(1);
    const before = (await history())[0]?.sequence ?? 0;
    await forgetEvents(openTestDatabase(), Date.now(), Date.now() + 60_000);
    expect(await history()).toEqual([]);
    const [event] = (await ok(read(`after=${before - 1}&limit=1`))).events;
    expect(event).toMatchObject({ type: 'person.visited', subject: null, related: {} });
  });

  const daysOf = async (...subjects: (string | null)[]) =>
    (await env.DB.prepare(
      'select count(*) as n from visit_days where subject in (select value from json_each(?))',
    )
      .bind(JSON.stringify(subjects))
      .first<number>('n')) ?? 0;

  test('are noted by day no longer than the events that tell of them', async () => {
    const { audienceId, personId, accountId } = await newRecipient();
    await merge(messageOf(visitOf(newId(), { audienceId, ...seen }), noon));
    expect(await daysOf(personId, accountId)).toBe(2);
    await forgetEvents(openTestDatabase(), Date.now(), Date.now() + 60_000);
    expect(await daysOf(personId, accountId)).toBe(0);
    const removed = await newRecipient();
    await merge(messageOf(visitOf(newId(), { audienceId: removed.audienceId, ...seen }), noon));
    await newPage();
    const inYears = Date.now() + 400 * 86_400_000;
    await forgetEvents(openTestDatabase(), inYears, 0);
    expect(await daysOf(removed.personId, removed.accountId)).toBe(0);
  });

  test('are noted by a later day, though an earlier event is removed', async () => {
    const { audienceId, personId } = await newRecipient();
    const [first, second] = [newId(), newId()];
    await merge(messageOf(visitOf(first, { audienceId, ...seen }), noon));
    await env.DB.prepare('update events set created_at = ? where subject = ?').bind(noon, personId).run();
    await merge(messageOf(visitOf(second, { audienceId, ...seen }), noon + 86_400_000));
    await env.DB.prepare('delete from events where subject = ? and created_at = ?')
      .bind(personId, noon)
      .run();
    expect(await daysOf(personId)).toBe(1);
  });

  test('leave nothing that leads to a visit or a page when they are erased', async () => {
    const { audienceId, personId, accountId } = await newRecipient();
    const before = await newest();
    await merge(messageOf(visitOf(newId(), { audienceId, ...seen }), noon));
    await ok(send('PATCH', `/v0/pages/${place.pageId}/audiences/${audienceId}`, { customName: 'Zoë' }));
    const types = await told(() => ok(send('DELETE', `/v0/persons/${personId}`)));
    expect(types).toEqual(['person.erased', 'account.erased']);
    const { events } = await ok(read(`after=${before}&limit=100`));
    const came = events.filter(({ type }) => type.endsWith('.visited'));
    expect(came.map(({ subject, related }) => [subject, related])).toEqual([
      [null, {}],
      [null, {}],
    ]);
    for (const { subject, related } of events)
      if (subject === personId || subject === accountId) expect(related).toEqual({});
    expect(await daysOf(personId, accountId)).toBe(0);
  });

  test('did not come, if the visit is of nobody', async () => {
    expect(await visitsOf(() => merge(visitOf(newId(), seen)))).toEqual([]);
  });

  // Last: the cron removes sessions, too.
  test.each([
    [{ SESSION_RETENTION_DAYS: '2' }, true],
    [{ RECIPIENT_RETENTION_DAYS: '2' }, true],
    [{ SESSION_RETENTION_DAYS: '99', RECIPIENT_RETENTION_DAYS: '2' }, true],
    [{ SESSION_RETENTION_DAYS: '2', RECIPIENT_RETENTION_DAYS: '99' }, true],
    [{ SESSION_RETENTION_DAYS: '99' }, false],
    [{}, false],
  ])('are named for as long as sessions and recipients are kept: %j', async (settings, isForgotten) => {
    const subject = `person_${newId()}`;
    await env.DB.prepare(
      "insert into events (type, subject, related, created_at) values ('person.visited', ?, '{}', ?)",
    )
      .bind(subject, Date.now() - 4 * 86_400_000)
      .run();
    const isNamed = async () => (await ok(read(`subject=${subject}`))).events.length === 1;
    expect(await isNamed()).toBe(true);
    const none = { SESSION_RETENTION_DAYS: '', RECIPIENT_RETENTION_DAYS: '' };
    await new HeldVisits().cron({ ...none, ...settings });
    expect(await isNamed()).toBe(!isForgotten);
  });
});
