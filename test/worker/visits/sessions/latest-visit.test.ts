import { removeSessions } from '../../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { Account, AccountList } from '../../../../src/people/accounts/schemas.ts';
import type { VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import { mergeVisits } from '../../../../src/visits/beacons/store/merge.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase, type Problem, send } from '../../support/client.ts';
import { newPerson, personOf } from '../../support/persons.ts';
import { place, session } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { importSessions } from '../../support/sessions.ts';
import { costOf } from '../../support/statements.ts';
import { day, hour, later, minute, noon, now } from '../../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

/** What a visit of `visitOf` has lasted when it is received. */
const lasted = 10_500;
const time = (at: number) => new Date(at).toISOString();

let companies = 0;
/** A person of a new company, with an audience of their own. */
async function newRecipient(domain = `latest-${++companies}.example`) {
  const email = `p${newId()}@${domain}`;
  const { personId } = await newPerson({ email });
  return { personId, email, domain, audienceId: await newAudienceId(place.pageId, { personId }) };
}
const accountOf = async (domain: string): Promise<Account> => {
  const { items } = await ok(send<AccountList>('GET', `/v0/accounts?domain=${domain}`));
  const [account] = items;
  if (!account) throw new Error(`no account ${domain}`);
  return account;
};
/** The latest visits of a person and of an account. */
const latest = async ({ personId, domain }: { personId: string; domain: string }) => [
  (await personOf(personId)).latestVisitAt,
  (await accountOf(domain)).latestVisitAt,
];
/** A visit through the link of a person that began at a time. */
const opened = ({ audienceId }: { audienceId: string }, at: number, fields: object = {}): VisitMessage =>
  messageOf(visitOf(newId(), { audienceId, ...fields }), at + lasted);

describe('the latest visit of a person and of their account', () => {
  test('is null until one came by their link or their form', async () => {
    const [zoe, adam] = [await newRecipient(), await newRecipient()];
    expect(await latest(zoe)).toEqual([null, null]);
    await merge(visitOf(newId()), opened(zoe, now - hour));
    expect(await latest(zoe)).toEqual([time(now - hour), time(now - hour)]);
    expect(await latest(adam)).toEqual([null, null]);
    const form = { formSubmissionId: 'f', email: adam.email };
    await merge(messageOf(visitOf(newId(), { formSubmit: form }), now));
    expect(await latest(adam)).toEqual([time(now - lasted), time(now - lasted)]);
  });

  test('belongs to both, if a link is forwarded and its reader sends a form', async () => {
    const [zoe, adam] = [await newRecipient(), await newRecipient()];
    await merge(opened(zoe, now - hour, { formSubmit: { formSubmissionId: 'f', email: adam.email } }));
    expect([await latest(zoe), await latest(adam)]).toEqual(
      Array(2).fill([time(now - hour), time(now - hour)]),
    );
  });

  test('is written once an hour at most, and is so up to an hour too old', async () => {
    const zoe = await newRecipient();
    const first = now - 5 * hour;
    for (const [at, stored] of [
      [first, first],
      [first + hour - 1, first],
      [first + hour, first + hour],
      [first + hour, first + hour],
      [first + 3 * hour, first + 3 * hour],
      [first, first + 3 * hour],
    ] as const) {
      const { written } = await costOf(() => mergeVisits(openTestDatabase(), [opened(zoe, at)]));
      expect(await latest(zoe)).toEqual([time(stored), time(stored)]);
      // The row of the visit and two entries of its indexes, and the row of latest visits.
      expect(written).toBeGreaterThanOrEqual(3);
    }
  });

  test('costs a row in the first visit of an hour of a person, and none in others', async () => {
    const zoe = await newRecipient();
    const max = await newRecipient(zoe.domain);
    const costs: number[] = [];
    for (const [of, at] of [
      [zoe, now - 4 * hour],
      [zoe, now - 4 * hour + minute],
      [max, now - 4 * hour + 2 * minute],
      [max, now - 4 * hour + 3 * minute],
      [zoe, now - 2 * hour],
    ] as const)
      costs.push((await costOf(() => mergeVisits(openTestDatabase(), [opened(of, at)]))).written);
    expect(costs).toEqual([4, 3, 4, 3, 4]);
    const repeated = opened(zoe, now - 2 * hour + minute);
    await merge(repeated);
    expect((await costOf(() => mergeVisits(openTestDatabase(), [repeated]))).written).toBe(0);
  });

  test('costs one row for all of a batch', async () => {
    const of = [await newRecipient(), await newRecipient(), await newRecipient()];
    const visits = of.map((one) => opened(one, now - hour));
    expect((await costOf(() => mergeVisits(openTestDatabase(), visits))).written).toBe(3 * 3 + 1);
  });

  test('stays when a late beacon moves the start of the visit back', async () => {
    const zoe = await newRecipient();
    const id = newId();
    const beacon = (start: number) => messageOf(visitOf(id, { audienceId: zoe.audienceId }), start + lasted);
    await merge(beacon(now - hour));
    await merge(beacon(now - 3 * hour));
    expect((await session(id)).sessionStartedAt).toBe(time(now - 3 * hour));
    expect(await latest(zoe)).toEqual([time(now - hour), time(now - hour)]);
  });

  test('of the account is of its people at the visit: a later change of company moves nothing', async () => {
    const [zoe, adam] = [await newRecipient(), await newRecipient()];
    await merge(opened(zoe, now - hour));
    await ok(send('PATCH', `/v0/persons/${zoe.personId}`, { domain: adam.domain }));
    expect(await latest(zoe)).toEqual([time(now - hour), time(now - hour)]);
    expect(await latest(adam)).toEqual([null, null]);
  });

  test('stays when retention removes the visit', async () => {
    const zoe = await newRecipient();
    const visit = opened(zoe, noon - 3 * day);
    await merge(visit);
    await sealSessions(openTestDatabase(), later, { isForced: true });
    await removeSessions(openTestDatabase(), noon - day, later);
    const { analyticsSessionId } = visit.visit;
    const gone = await send('GET', `/v0/pages/${place.pageId}/audience_sessions/${analyticsSessionId}`);
    expect(gone.status).toBe(404);
    expect(await latest(zoe)).toEqual(Array(2).fill(time(noon - 3 * day)));
  });

  test('is never later than its receipt', async () => {
    const [zoe, adam] = [await newRecipient(), await newRecipient()];
    const before = Date.now();
    const imported = {
      analyticsSessionId: newId(),
      audienceId: zoe.audienceId,
      sessionStartedAt: time(before + 4 * minute),
      sessionEndedAt: time(before + 4 * minute),
    };
    expect((await importSessions(place.pageId, [imported])).status).toBe(200);
    await mergeVisits(openTestDatabase(), [
      messageOf(visitOf(newId(), { audienceId: adam.audienceId }), before + day),
    ]);
    for (const stored of [...(await latest(zoe)), ...(await latest(adam))]) {
      expect(Date.parse(stored ?? '')).toBeGreaterThanOrEqual(before);
      expect(Date.parse(stored ?? '')).toBeLessThanOrEqual(Date.now());
    }
  });

  test('counts imported sessions, by their audience and by their form', async () => {
    const [zoe, adam] = [await newRecipient(), await newRecipient()];
    const at = { sessionStartedAt: time(now - 2 * hour), sessionEndedAt: time(now - hour) };
    const sessions = [
      { analyticsSessionId: newId(), audienceId: zoe.audienceId, ...at },
      { analyticsSessionId: newId(), formSubmissionEmail: adam.email, hasFormSubmit: true, ...at },
    ];
    expect((await importSessions(place.pageId, sessions)).status).toBe(200);
    expect([await latest(zoe), await latest(adam)]).toEqual(
      Array(2).fill([time(now - 2 * hour), time(now - 2 * hour)]),
    );
    const again = await importSessions(place.pageId, sessions);
    expect(again.body).toEqual({ importedCount: 0, existingCount: 2 });
    expect(again.cost.written).toBe(0);
  });

  test('is not moved by links while RECIPIENTS is off, but by forms', async () => {
    const zoe = await newRecipient();
    const db = openTestDatabase();
    await mergeVisits(db, [opened(zoe, now - 3 * hour)], { recipientsFrom: Number.MAX_SAFE_INTEGER });
    expect(await latest(zoe)).toEqual([null, null]);
    const form = { formSubmissionId: 'f', email: zoe.email };
    await mergeVisits(db, [opened(zoe, now - hour, { formSubmit: form })], {
      recipientsFrom: Number.MAX_SAFE_INTEGER,
    });
    expect(await latest(zoe)).toEqual([time(now - hour), time(now - hour)]);
  });

  test('of the account stays when the person is erased, and a visit of before moves nothing', async () => {
    const zoe = await newRecipient();
    await newPerson({ domain: zoe.domain });
    await merge(opened(zoe, now - 4 * hour));
    const late = opened(zoe, now - hour);
    await ok(send('DELETE', `/v0/persons/${zoe.personId}`));
    await merge(late);
    expect((await accountOf(zoe.domain)).latestVisitAt).toBe(time(now - 4 * hour));
  });
});

describe('the entity tag of a person and of an account', () => {
  test('changes with a visit, but a visit is no reason to refuse a write', async () => {
    const zoe = await newRecipient();
    const { accountId } = await accountOf(zoe.domain);
    for (const path of [`/v0/persons/${zoe.personId}`, `/v0/accounts/${accountId}`]) {
      const tagOf = async () => (await send('GET', path)).headers.get('etag') ?? '';
      const before = await tagOf();
      await merge(opened(zoe, now - (path.includes('persons') ? 5 : 2) * hour));
      const after = await tagOf();
      expect(after).not.toBe(before);
      const read = (tag: string) => send('GET', path, undefined, { headers: { 'if-none-match': tag } });
      expect([(await read(before)).status, (await read(after)).status]).toEqual([200, 304]);

      const rename = (tag: string, fields: object = { name: `New ${tag}` }) =>
        send<Problem>('PATCH', path, fields, { headers: { 'if-match': tag } });
      expect((await rename(before, {})).status).toBe(200);
      expect((await rename(before)).status).toBe(200);
      const stale = [await rename(before), await rename(after), await rename(before, {})];
      expect(stale.map(({ status }) => status)).toEqual([412, 412, 412]);
      expect((await rename(await tagOf())).status).toBe(200);
    }
    const path = `/v0/persons/${zoe.personId}`;
    const { headers } = await send('GET', path);
    await merge(opened(zoe, now));
    const erased = await send('DELETE', path, undefined, {
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    expect(erased.status).toBe(200);
  });
});
