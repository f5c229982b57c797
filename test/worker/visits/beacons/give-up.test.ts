import { env } from 'cloudflare:workers';
import { mostGivenUp } from '../../../../src/db/given-up.ts';
import { mostAttempts } from '../../../../src/visits/beacons/worker/consume.ts';
import { send } from '../../support/client.ts';
import { erase, made, newPhone } from '../../support/erasures.ts';
import { givenUpOf, giveUp, system } from '../../support/given-up.ts';
import { newPlace, place } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { now } from '../../support/times.ts';
import { newId, prepareVisits } from '../../support/visits.ts';

prepareVisits();

const rows = () => env.DB.prepare('select count(*) as n from given_up').first<number>('n');
beforeEach(async () => {
  await env.DB.batch([env.DB.prepare('delete from given_up'), env.DB.prepare('delete from service_notes')]);
});

describe('a visit that cannot be merged', () => {
  test('is kept when its attempts from the dead-letter queue are used up, and not before', async () => {
    const early = await giveUp({}, now, mostAttempts - 1);
    expect([early.result, await rows()]).toEqual([['retry'], 0]);
    const late = await giveUp();
    expect(late.result).toEqual(['ack']);
    const [kept] = await givenUpOf(({ kind }) => kind === 'visit');
    expect(kept).toMatchObject({
      pageId: place.pageId,
      attempts: mostAttempts,
      sentAt: null,
      receivedAt: new Date(now).toISOString(),
    });
    await late.pass();
  });

  test('is kept without the message of its error', async () => {
    const { pass } = await giveUp();
    expect(JSON.stringify(await system())).not.toContain('secret@person.example');
    await pass();
  });

  test('is counted as lost when there is no room', async () => {
    await env.DB.prepare(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
       insert into given_up (given_up_id, source, kind, received_at, given_up_at, what, identifiers, body)
       select 'givenup_' || i, i, 'visit', ?, ?, 'Error', '[]', '{}' from n`,
    )
      .bind(mostGivenUp.unsent, now, now)
      .run();
    const { pass } = await giveUp();
    expect(await rows()).toBe(mostGivenUp.unsent);
    expect((await system()).givenUp.lost).toBe(1);
    await pass();
  });

  test('goes with the person who has sent its form, by any identifier', async () => {
    const phoneNumber = newPhone();
    const person = await made({ phoneNumber });
    const formSubmit = { formSubmissionId: newId(), email: `${newId()}@x.example`, phone: phoneNumber };
    const { pass } = await giveUp({ formSubmit });
    expect(await rows()).toBe(1);
    expect((await erase(person.personId)).status).toBe(200);
    expect(await rows()).toBe(0);
    await pass();
  });

  test('goes with the person whom its audience was made for, and with no other', async () => {
    const [person, other] = [await made(), await made()];
    const { pageId } = await newPlace();
    const { audienceId } = await ok(
      send<{ audienceId: string }>('POST', `/v0/pages/${pageId}/audiences`, { personId: person.personId }),
    );
    const { pass } = await giveUp({ pageId, audienceId });
    await erase(other.personId);
    expect(await rows()).toBe(1);
    await erase(person.personId);
    expect(await rows()).toBe(0);
    await pass();
  });
});
