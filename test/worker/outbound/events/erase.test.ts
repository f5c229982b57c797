import { env } from 'cloudflare:workers';
import { newRecipient, seen } from '../../support/alerts.ts';
import { send } from '../../support/client.ts';
import { daysOf, listen, newest, read, told } from '../../support/events.ts';
import { log, newPerson } from '../../support/persons.ts';
import { place } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { noon } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

const erase = (personId: string) => ok(send('DELETE', `/v0/persons/${personId}`));

prepareVisits();
beforeEach(() => listen());

describe('the erasure of a person', () => {
  test('leaves no event that leads to a log or a visit of them', async () => {
    const { personId } = await newPerson();
    await ok(log({ personId, type: 'call' }));
    await erase(personId);
    const { results } = await env.DB.prepare('select * from events where subject = ?').bind(personId).all();
    expect(results.map(({ type, related }) => [type, related])).toEqual([
      ['person.created', '{}'],
      ['person_log.created', '{}'],
      ['person.erased', '{}'],
    ]);
  });

  test('leaves nothing that leads from their account to a visit or a page', async () => {
    const { audienceId, personId, accountId } = await newRecipient(place.pageId);
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
});
