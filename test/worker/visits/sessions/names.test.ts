import type { Person } from '../../../../src/people/persons/schemas.ts';
import type { AudienceSessionList } from '../../../../src/visits/sessions/schemas.ts';
import { get, tripsOf } from '../../support/analytics.ts';
import { send } from '../../support/client.ts';
import { newPerson } from '../../support/persons.ts';
import { newPlace } from '../../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../../support/sessions.ts';
import { noon } from '../../support/times.ts';

test('a list of visits and its file name who came, on request and in one more round trip', async () => {
  await forgetSessions();
  const place = await newPlace();
  const zoe = await newPerson({ name: 'Zoë', email: 'zoe@visit-names.example' });
  const ben = await newPerson({ name: 'Ben', email: 'ben@sender.visit-names.example' });
  const accountId = async ({ domain }: { domain: string }) =>
    (await get<{ items: { accountId: string }[] }>(`/v0/accounts?domain=${domain}`)).items[0]?.accountId;
  const recipientAccountId = await accountId({ domain: 'visit-names.example' });
  await insertSessions(place, 4, { start: `${noon} + n * 1000` });
  const nth = 'cast(substr(analytics_session_id, -6) as integer)';
  await changeSessions(
    place,
    `recipient_person_id = '${zoe.personId}', recipient_account_id = '${recipientAccountId}'`,
    `${nth} > 0`,
  );
  await changeSessions(place, `person_id = '${ben.personId}'`, `${nth} = 2`);
  await changeSessions(
    place,
    "recipient_person_id = 'person_gone', recipient_account_id = null",
    `${nth} = 3`,
  );

  const path = '/v0/audience_sessions?names=true';
  for (const list of [path, `/v0/pages/${place.pageId}/audience_sessions?names=true`]) {
    const { items } = await get<AudienceSessionList>(list);
    const named = items.map(({ personName, recipientName, companyName }) => [
      personName,
      recipientName,
      companyName,
    ]);
    expect(named).toEqual([
      [null, null, null],
      ['Ben', 'Zoë', 'sender.visit-names.example'],
      [null, 'Zoë', 'visit-names.example'],
      [null, null, null],
    ]);
    expect(await tripsOf(list)).toBe((await tripsOf(list.replace('names=true', ''))) + 1);
  }
  const [item] = (await get<AudienceSessionList>('/v0/audience_sessions')).items;
  expect(item).not.toHaveProperty('recipientName');

  const file = await send<string>('GET', `${path}&format=csv`);
  expect(file.text.split('\r\n')[0]).toMatch(/,personName,recipientName,companyName/);
  expect(file.text).toContain(',Zoë,sender.visit-names.example');
  expect((await send('GET', '/v0/audience_sessions?format=csv')).text).not.toContain('Zoë');

  const { personId } = await get<Person>(`/v0/persons/${zoe.personId}`);
  await send('DELETE', `/v0/persons/${personId}`);
  expect((await get<AudienceSessionList>(path)).items[2]?.recipientName).toBeNull();
});
