import { env } from 'cloudflare:workers';
import type { AccountAnalyticsList } from '../../../../src/analytics/visitor-schemas.ts';
import { recipientsFrom, recipientsKeptFrom } from '../../../../src/content/audiences/store/recipient.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { newPerson, personOf } from '../../support/persons.ts';
import { place, session } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { importSessions, least } from '../../support/sessions.ts';
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

describe('the account of a recipient', () => {
  test('is the one of the time at which the visit was merged, or of the import, though the person moves later', async () => {
    const { audienceId, personId, accountId } = await newRecipient();
    const [before, after, late] = [newId(), newId(), newId()];
    const imported = least({ audienceId });
    await merge(visitOf(before, { audienceId }));
    await ok(importSessions(place.pageId, [imported]));
    await ok(send('PATCH', `/v0/persons/${personId}`, { domain: `moved-${companies}.example` }));
    const moved = await accountOf(`moved-${companies}.example`);
    expect(moved).not.toBe(accountId);
    await merge(visitOf(after, { audienceId }), visitOf(before, { audienceId, clicksCount: 1 }));
    for (const id of [before, String(imported.analyticsSessionId)])
      expect(await recipientOf(id)).toEqual([personId, accountId]);
    expect(await recipientOf(after)).toEqual([personId, moved]);
    // The audience may come with a later message.
    await merge(visitOf(late, { audienceId: undefined }));
    expect(await recipientOf(late)).toEqual(none);
    await merge(visitOf(late, { audienceId, clicksCount: 1 }));
    expect(await recipientOf(late)).toEqual([personId, moved]);
  });

  test('is none of a person without an account', async () => {
    const { personId } = await newPerson({ email: `zoe${++companies}@gmail.com` });
    const audienceId = await newAudienceId(place.pageId, { personId });
    const id = newId();
    await merge(visitOf(id, { audienceId }));
    expect(await recipientOf(id)).toEqual([personId, null]);
  });

  test('keeps its visits under its id after it was deleted', async () => {
    const { audienceId, personId, domain, accountId } = await newRecipient();
    const colleague = await newPerson({ domain });
    const id = newId();
    await merge(visitOf(id, { audienceId }));
    await ok(send('PATCH', `/v0/persons/${personId}`, { domain: `left-${companies}.example` }));
    await ok(send('DELETE', `/v0/persons/${colleague.personId}`));
    expect(await accountOf(domain)).toBeNull();
    expect(await recipientOf(id)).toEqual([personId, accountId]);
    const { items } = await ok(send<AccountAnalyticsList>('GET', '/v0/analytics/accounts?limit=100'));
    expect(items.find((item) => item.accountId === accountId)).toMatchObject({ totalSessions: 1 });
  });
});

test('a visit keeps its first audience, and the recipient of it', async () => {
  const [first, second] = [await newRecipient(), await newRecipient()];
  const id = newId();
  await merge(visitOf(id, { audienceId: first.audienceId }));
  await merge(visitOf(id, { audienceId: second.audienceId, clicksCount: 1 }));
  expect(await session(id)).toMatchObject({ audienceId: first.audienceId, totalClicksCount: 1 });
  expect(await recipientOf(id)).toEqual([first.personId, first.accountId]);
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
