import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { forgetEvents } from '../../../src/events/worker/forget.ts';
import { newAudienceId } from '../support/audiences.ts';
import { openTestDatabase } from '../support/client.ts';
import { eventsOf, listen, read, told } from '../support/events.ts';
import { newPerson } from '../support/persons.ts';
import { ok } from '../support/replies.ts';
import { importSessions, noon } from '../support/sessions.ts';
import { merge, messageOf, newId, place, prepareVisits, visitOf } from '../support/visits.ts';

prepareVisits();
beforeEach(() => listen());

const engaged = { elapsedMs: 20_000, activeMs: 15_000, engagedMs: 12_000 };
const passing = { elapsedMs: 3000, activeMs: 3000, engagedMs: 2000 };
const form = { formSubmit: { formSubmissionId: 'form_1' } };

describe('a visit tells', () => {
  test('that it counts, that it is engaged and that a form came, each once', async () => {
    const id = newId();
    const send = (fields: object) => told(() => merge(messageOf(visitOf(id, fields))));
    expect(await send(passing)).toEqual(['session.started']);
    expect(await send(passing)).toEqual([]);
    expect(await send(engaged)).toEqual(['session.engaged']);
    expect(await send({ ...engaged, clicksCount: 2 })).toEqual([]);
    expect(await send({ ...engaged, ...form })).toEqual(['form.submitted']);
    expect(await send({ ...engaged, ...form })).toEqual([]);
  });

  test('all at once, whatever comes first and however often', async () => {
    const id = newId();
    const messages = [passing, engaged, { ...engaged, ...form }].map((fields) =>
      messageOf(visitOf(id, fields)),
    );
    const types = await told(() => merge(...messages.toReversed(), ...messages));
    expect(types.toSorted()).toEqual(['form.submitted', 'session.engaged', 'session.started']);
  });

  test('ids, and no text', async () => {
    const [event] = await eventsOf(() =>
      merge(messageOf(visitOf(newId(), { ...passing, pageTitle: 'Hello Zoë', utmSource: 'zoe@a.example' }))),
    );
    expect(event).toMatchObject({ subject: null, changes: null, actor: { type: 'tracker' } });
    expect(Object.keys(event?.related ?? {}).sort()).toEqual([
      'analyticsSessionId',
      'audienceId',
      'audienceSessionId',
      'pageId',
    ]);
  });

  test('of an import too', async () => {
    const audienceId = await newAudienceId(place.pageId);
    const session = {
      analyticsSessionId: 'old-1',
      audienceId,
      sessionStartedAt: new Date(noon).toISOString(),
      sessionEndedAt: new Date(noon + 1000).toISOString(),
    };
    const [event] = await eventsOf(() => importSessions(place.pageId, [session]));
    expect(event).toMatchObject({ type: 'session.started', related: { analyticsSessionId: 'old-1' } });
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

  test('did not come, if the visit is of nobody', async () => {
    expect(await visitsOf(() => merge(messageOf(visitOf(newId(), seen))))).toEqual([]);
  });
});
