import { env } from 'cloudflare:workers';
import { recipientsFrom, recipientsKeptFrom } from '../../../../src/content/audiences/store/recipient.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { newPerson, personOf } from '../../support/persons.ts';
import { place, session } from '../../support/places.ts';
import { importSessions } from '../../support/sessions.ts';
import { day, now } from '../../support/times.ts';
import { collect, held, merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

/** The account of a domain. */
const accountOf = (domain: string) =>
  env.DB.prepare('select account_id from accounts where domain = ?').bind(domain).first<string>('account_id');

let companies = 0;
/** A person of a new company, with an audience of their own. */
async function newRecipient(fields: object = {}) {
  const domain = `company-${++companies}.example`;
  const { personId } = await newPerson({ email: `zoe@${domain}`, ...fields });
  const audienceId = await newAudienceId(place.pageId, { personId });
  return { personId, audienceId, domain, accountId: await accountOf(domain) };
}

/** Who a session says that it came to. */
async function recipientOf(id: string) {
  const { recipientPersonId, recipientAccountId } = await session(id);
  return [recipientPersonId, recipientAccountId];
}
const none = [null, null];

// models/visitors.test.ts has who a recipient is, and what an erasure leaves.
describe('the recipient of a visit', () => {
  test('is not stored while RECIPIENTS is not on', async () => {
    const { audienceId, personId, accountId } = await newRecipient();
    for (const [RECIPIENTS, expected] of [
      ['off', none],
      ['false', none],
      ['', [personId, accountId]],
      ['on', [personId, accountId]],
    ] as const) {
      const id = newId();
      const imported = newId();
      const options = { bindings: { RECIPIENTS } };
      const queued = newId();
      await held.deliver([messageOf(visitOf(queued, { audienceId }))], { RECIPIENTS });
      const withoutQueue = { RECIPIENTS, VISITS: undefined } as unknown as typeof env;
      await collect(visitOf(id, { audienceId }), {}, { bindings: withoutQueue });
      const ended = new Date().toISOString();
      const sent = {
        analyticsSessionId: imported,
        audienceId,
        sessionStartedAt: ended,
        sessionEndedAt: ended,
      };
      expect((await importSessions(place.pageId, [sent], options)).status).toBe(200);
      for (const one of [id, queued, imported]) expect(await recipientOf(one)).toEqual(expected);
    }
  });

  test('is no claim of who the visitor is: it writes no log, and changes nothing of the person but the latest visit', async () => {
    const { personId, audienceId } = await newRecipient();
    const before = await personOf(personId);
    await merge(visitOf(newId(), { audienceId }));
    const { latestVisitAt } = await personOf(personId);
    expect(latestVisitAt).not.toBeNull();
    expect(await personOf(personId)).toEqual({ ...before, latestVisitAt });
    const logs = await send<{ totalCount: number }>('GET', `/v0/persons/${personId}/logs`);
    expect(logs.body.totalCount).toBe(0);
  });
});

test('RECIPIENTS and RECIPIENT_RETENTION_DAYS say from which time visits get a recipient', () => {
  for (const none of [undefined, '', ' ', 'forever', '30d', '-3', '1.5', '1e3', '100000']) {
    expect(recipientsKeptFrom({ RECIPIENT_RETENTION_DAYS: none as string }, now)).toBe(0);
    expect(recipientsFrom({ RECIPIENT_RETENTION_DAYS: none as string }, now)).toBe(0);
  }
  expect(recipientsKeptFrom({ RECIPIENT_RETENTION_DAYS: '30' }, now)).toBe(now - 30 * day);
  expect(recipientsFrom({ RECIPIENT_RETENTION_DAYS: '30', RECIPIENTS: 'on' }, now)).toBe(now - 30 * day);
  expect(recipientsKeptFrom({ RECIPIENT_RETENTION_DAYS: '0' }, now)).toBe(now);
  expect(recipientsFrom({ RECIPIENT_RETENTION_DAYS: '30', RECIPIENTS: 'off' }, now)).toBeGreaterThan(now);
});
