import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { AccountAnalyticsList } from '../../../../src/analytics/visitor-schemas.ts';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import { mergeVisits } from '../../../../src/visits/beacons/store/merge.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { newPerson, patch, personOf } from '../../support/persons.ts';
import { importSessions, later } from '../../support/sessions.ts';
import {
  collect,
  held,
  merge,
  messageOf,
  newId,
  newPlace,
  origin,
  place,
  prepareVisits,
  session,
  visitOf,
} from '../../support/visits.ts';

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

/** The numbers of an account in the analytics, if it came. */
async function visitsOf(accountId: string | null) {
  const { items } = (await send<AccountAnalyticsList>('GET', '/v0/analytics/accounts?limit=100')).body;
  const found = items.find((item) => item.accountId === accountId);
  return found && [found.totalSessions, found.recipientSessions, found.formSessions, found.peopleCount];
}

describe('the recipient of a visit', () => {
  test('is the person whom its audience was made for, with the account of that time', async () => {
    const { personId, audienceId, domain, accountId } = await newRecipient();
    expect(accountId).not.toBeNull();
    const [before, after, other] = [newId(), newId(), newId()];
    await merge(messageOf(visitOf(before, { audienceId })), messageOf(visitOf(other)));
    expect(await recipientOf(before)).toEqual([personId, accountId]);
    expect(await recipientOf(other)).toEqual(none);

    // The person moves to another company. A later visit has the new one; the earlier keeps the old, whatever comes.
    expect((await patch(personId, { domain: `new-${domain}` })).status).toBe(200);
    const moved = await accountOf(`new-${domain}`);
    await merge(
      messageOf(visitOf(after, { audienceId })),
      messageOf(visitOf(before, { audienceId, clicksCount: 3 })),
    );
    expect(await recipientOf(after)).toEqual([personId, moved]);
    expect(await recipientOf(before)).toEqual([personId, accountId]);
    expect([await visitsOf(accountId), await visitsOf(moved)]).toEqual([
      [1, 1, 0, 1],
      [1, 1, 0, 1],
    ]);
  });

  test('comes with the audience, if a later beacon reports it', async () => {
    const { personId, audienceId, accountId } = await newRecipient();
    const id = newId();
    const { audienceId: _, ...without } = visitOf(id);
    await merge(messageOf(without));
    expect(await recipientOf(id)).toEqual(none);
    await merge(messageOf(visitOf(id, { audienceId })));
    expect(await recipientOf(id)).toEqual([personId, accountId]);
  });

  test('stays the first, if another beacon reports another audience', async () => {
    const [one, other] = [await newRecipient(), await newRecipient()];
    const id = newId();
    await merge(messageOf(visitOf(id, { audienceId: one.audienceId })));
    await merge(messageOf(visitOf(id, { audienceId: other.audienceId })));
    expect(await recipientOf(id)).toEqual([one.personId, one.accountId]);
  });

  test('has no account if the person has none', async () => {
    const { personId, audienceId } = await newRecipient({ email: `zoe.${newId()}@gmail.com` });
    const id = newId();
    await merge(messageOf(visitOf(id, { audienceId })));
    expect(await recipientOf(id)).toEqual([personId, null]);
  });

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

  test('is nothing that a beacon or an import can say', async () => {
    const { personId, accountId } = await newRecipient();
    const said = { recipientPersonId: personId, recipientAccountId: accountId, accountId };
    expect((await collect({ ...visitOf(newId()), ...said })).status).toBe(400);
    const ended = new Date().toISOString();
    const sent = { analyticsSessionId: newId(), sessionStartedAt: ended, sessionEndedAt: ended, ...said };
    expect((await importSessions(place.pageId, [sent])).status).toBe(400);
  });

  test('is nobody for an audience that was made up, or of another page', async () => {
    const elsewhere = await newPlace();
    const { personId } = await newPerson({ email: `max@elsewhere-${newId()}.example` });
    const other = await newAudienceId(elsewhere.pageId, { personId });
    for (const audienceId of ['audience_01kafz8q6tf7n9t3cwh2k5v4xe', other, personId]) {
      const id = newId();
      await merge(messageOf(visitOf(id, { audienceId })));
      expect(await recipientOf(id)).toEqual(none);
      await merge(messageOf(visitOf(id, { audienceId, clicksCount: 1 })));
      expect(await recipientOf(id)).toEqual(none);
    }
  });

  test('has only its own visits in a flood for another, and every number stays exact', async () => {
    const [zoe, flooded] = [await newRecipient(), await newRecipient()];
    const flood = Array.from({ length: 300 }, () =>
      messageOf(visitOf(newId(), { audienceId: flooded.audienceId })),
    );
    await merge(messageOf(visitOf(newId(), { audienceId: zoe.audienceId })));
    for (let done = 0; done < flood.length; done += 50) await merge(...flood.slice(done, done + 50));
    expect(await visitsOf(zoe.accountId)).toEqual([1, 1, 0, 1]);
    expect(await visitsOf(flooded.accountId)).toEqual([300, 300, 0, 1]);
  });

  test('does not count while a mail scanner opens the link, but from the first input', async () => {
    const { audienceId, accountId } = await newRecipient();
    const id = newId();
    const cf = { asn: 8075, country: 'US' };
    const scan = (fields: object) =>
      collect({ ...visitOf(id, { audienceId }), ...fields }, { origin }, { cf, bindings: held.bindings() });
    held.sent.length = 0;
    expect((await scan({})).body).toEqual({ accepted: false });
    expect(await visitsOf(accountId)).toBeUndefined();
    expect((await scan({ hasInput: true })).body).toEqual({ accepted: true });
    await merge(...held.sent.splice(0));
    expect(await visitsOf(accountId)).toEqual([1, 1, 0, 1]);
  });

  test('is no claim of who the visitor is: it writes no log, and changes nothing of the person but the latest visit', async () => {
    const { personId, audienceId } = await newRecipient();
    const before = await personOf(personId);
    await merge(messageOf(visitOf(newId(), { audienceId })));
    const { latestVisitAt } = await personOf(personId);
    expect(latestVisitAt).not.toBeNull();
    expect(await personOf(personId)).toEqual({ ...before, latestVisitAt });
    const logs = await send<{ totalCount: number }>('GET', `/v0/persons/${personId}/logs`);
    expect(logs.body.totalCount).toBe(0);
  });
});

describe('a forwarded link', () => {
  test('counts for its recipient and for who sends the form, each by what is known of them', async () => {
    const [zoe, adam] = [await newRecipient(), await newRecipient()];
    const id = newId();
    const form = { formSubmissionId: 'contact', email: `zoe@${adam.domain}` };
    await merge(messageOf(visitOf(id, { audienceId: zoe.audienceId, formSubmit: form })));
    expect(await session(id)).toMatchObject({ personId: adam.personId, recipientPersonId: zoe.personId });
    expect(await visitsOf(zoe.accountId)).toEqual([1, 1, 0, 1]);
    expect(await visitsOf(adam.accountId)).toEqual([1, 0, 1, 1]);
  });

  test('to a colleague is one visit of two people of the account', async () => {
    const zoe = await newRecipient();
    const { personId } = await newPerson({ email: `max@${zoe.domain}` });
    const id = newId();
    const form = { formSubmissionId: 'contact', email: `max@${zoe.domain}` };
    await merge(messageOf(visitOf(id, { audienceId: zoe.audienceId, formSubmit: form })));
    expect(await session(id)).toMatchObject({ personId, recipientPersonId: zoe.personId });
    expect(await visitsOf(zoe.accountId)).toEqual([1, 1, 1, 2]);
  });
});

describe('the erasure of a person', () => {
  const tracesOf = async (text: string) => {
    const rows = await Promise.all(
      ['audience_sessions', 'session_blocks', 'session_corrections'].map((table) =>
        env.DB.prepare(`select * from ${table}`).all(),
      ),
    );
    return rows.flatMap(({ results }) => results.filter((row) => JSON.stringify(row).includes(text))).length;
  };

  test('leaves no trace of it as a recipient or a sender, whether sessions are sealed or not', async () => {
    const zoe = await newRecipient();
    const db = openTestDatabase();
    const form = { formSubmissionId: 'contact', email: `zoe@${zoe.domain}` };
    const sent = [newId(), newId()];
    for (const id of sent) {
      await merge(
        messageOf(visitOf(newId(), { audienceId: zoe.audienceId })),
        messageOf(visitOf(id, { formSubmit: form })),
      );
      if (id === sent[0]) await sealSessions(db, later, { isForced: true });
    }
    expect(await tracesOf(zoe.personId)).toBeGreaterThan(4);
    expect(await visitsOf(zoe.accountId)).toEqual([4, 2, 2, 1]);
    expect((await send('DELETE', `/v0/persons/${zoe.personId}`)).status).toBe(200);
    for (let run = 0; run < 5; run++) await clearErasedAudiences(db, later + run * 60_000);
    expect(await visitsOf(zoe.accountId)).toBeUndefined();
    await sealSessions(db, later, { isForced: true });
    expect(await tracesOf(zoe.personId)).toBe(0);
    expect(await tracesOf(zoe.accountId ?? '')).toBe(0);
    expect(await visitsOf(zoe.accountId)).toBeUndefined();

    // A beacon from before comes again.
    await mergeVisits(db, [messageOf(visitOf(newId(), { audienceId: zoe.audienceId }))]);
    expect(await tracesOf(zoe.personId)).toBe(0);
  });
});
