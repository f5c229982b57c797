import { env } from 'cloudflare:workers';
import type { Database } from '../../../../src/db/client.ts';
import {
  writeAccountLog,
  writePersonLog,
  writePersonLogs,
} from '../../../../src/people/logs/store/create.ts';
import { openTestDatabase, send, tableSizes } from '../../support/client.ts';
import { erase } from '../../support/erasures.ts';
import { newDomain, newIds, writeOf, writtenOf } from '../../support/logs.ts';
import { newPerson, patch } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';

// A log without a key, whose first answer D1 has lost: its batch is sent again, with the same ids.

const db = openTestDatabase();

/** A database that runs every batch, loses its answer, and runs it again after others did something. */
const retried = (between: () => Promise<unknown>): Database => {
  const run = async (statements: Parameters<Database['batch']>[0]) => {
    await db.batch(statements);
    await between();
    return db.batch(statements);
  };
  return Object.assign(Object.create(db) as Database, { batch: run, batchUntold: run });
};

let ids = newIds();
beforeEach(() => {
  ids = newIds();
});

const sizes = async () => {
  const { persons, person_logs, accounts, account_logs } = await tableSizes();
  return { persons, person_logs, accounts, account_logs };
};
type Fields = { personId?: string; email?: string; phoneNumber?: string; linkedinProfileUrl?: string };
const logOf = (fields: Fields) => ({ source: 'crm', type: 'call', payload: '{}', ...fields });

interface Case {
  what: string;
  /** The person that is there before, if one is. */
  before: (() => Fields) | undefined;
  log: () => Fields;
  /** What others do before the log is sent again, to its person. */
  between: (personId: string) => Promise<unknown>;
}
const [none, all] = [() => ({}), () => ids];
const onlyPhone = () => ({ phoneNumber: ids.phoneNumber });
const other = () => newIds();
const cases: Case[] = [
  { what: 'nothing', before: all, log: all, between: async () => {} },
  { what: 'a new person, then nothing', before: undefined, log: all, between: async () => {} },
  { what: 'a person without identifiers', before: undefined, log: none, between: async () => {} },
  { what: 'a new email', before: all, log: all, between: (id) => patch(id, { email: other().email }) },
  ...(['email', 'phoneNumber', 'linkedinProfileUrl'] as const).flatMap((field) => {
    const only = () => ({ [field]: ids[field] });
    const change = (value: string | null) => (id: string) => patch(id, { [field]: value });
    return [
      {
        what: `another ${field} in place of the only identifier`,
        before: only,
        log: only,
        between: (id: string) => change(other()[field])(id),
      },
      { what: `no ${field}, the only identifier`, before: only, log: only, between: change(null) },
    ];
  }),
  {
    what: 'no identifier any more',
    before: undefined,
    log: all,
    between: (id) => patch(id, { email: null, phoneNumber: null, linkedinProfileUrl: null }),
  },
  {
    what: 'another profile',
    before: undefined,
    log: () => ({ linkedinProfileUrl: ids.linkedinProfileUrl }),
    between: (id) => patch(id, { linkedinProfileUrl: other().linkedinProfileUrl }),
  },
  {
    what: 'another spelling of the profile',
    before: undefined,
    log: () => ({ linkedinProfileUrl: ids.linkedinProfileUrl }),
    between: (id) => patch(id, { linkedinProfileUrl: `${ids.linkedinProfileUrl.toUpperCase()}/` }),
  },
  {
    what: 'an identifier that moves to another person',
    before: all,
    log: all,
    between: async (id) => {
      await patch(id, { email: null });
      await newPerson({ email: ids.email });
    },
  },
  {
    what: 'a better identifier that another person gets',
    before: () => ({ phoneNumber: ids.phoneNumber, email: `first@${newDomain()}` }),
    log: () => ({ phoneNumber: ids.phoneNumber, email: ids.email }),
    between: () => newPerson({ email: ids.email }),
  },
  { what: 'an erasure', before: all, log: all, between: erase },
  { what: 'an erasure of the new person', before: undefined, log: all, between: erase },
  { what: 'an erasure of a person without identifiers', before: undefined, log: none, between: erase },
  {
    what: 'a change, and then an erasure',
    before: undefined,
    log: onlyPhone,
    between: async (id) => {
      await patch(id, { phoneNumber: other().phoneNumber });
      await erase(id);
    },
  },
];

const personOf = async (personLogId: string) =>
  (await env.DB.prepare('select person_id as id from person_logs where person_log_id = ?')
    .bind(personLogId)
    .first<string>('id')) ?? undefined;

describe.each([
  ['alone', false],
  ['in a batch', true],
] as const)('a log without a key that is sent again, %s', (_how, isBatch) => {
  test.each(cases)('is there once, after $what', async ({ before, log, between }) => {
    const known = before && (await newPerson(before()));
    const newest = async () =>
      (await env.DB.prepare('select person_id as id from persons order by seq desc').first<string>('id')) ??
      '';
    let owner = '';
    let then = await sizes();
    const on = retried(async () => {
      owner = known?.personId ?? (await newest());
      await between(owner);
      then = await sizes();
    });
    const write = logOf(log());
    const [outcome] = isBatch
      ? await writePersonLogs(on, [{ write, sent: write }])
      : [await writePersonLog(on, { write, sent: write })];
    expect(await sizes()).toEqual(then);
    expect(outcome).toMatchObject({
      ok: true,
      replayed: false,
      personLog: { personId: owner, createdPerson: known === undefined, source: 'crm', type: 'call' },
    });
    const { personLogId = '' } = outcome?.ok ? outcome.personLog : {};
    const isErased = (await send('GET', `/v0/persons/${owner}`)).status === 404;
    expect(await personOf(personLogId)).toBe(isErased ? undefined : owner);
  });

  test.each([
    ['erased', erase],
    ['changed', (id: string) => patch(id, { email: other().email })],
  ])('of a personId is there once, after the person is %s', async (_what, between) => {
    const { personId } = await newPerson(ids);
    let then = await sizes();
    const on = retried(async () => {
      await between(personId);
      then = await sizes();
    });
    const write = logOf({ personId });
    const [outcome] = isBatch
      ? await writePersonLogs(on, [{ write, sent: write }])
      : [await writePersonLog(on, { write, sent: write })];
    expect(outcome).toMatchObject({ ok: true, personLog: { personId, createdPerson: false } });
    expect(await sizes()).toEqual(then);
  });
});

test.each(['domain', 'accountId'] as const)('a log of an account by its %s is there once', async (by) => {
  const domain = newDomain();
  const { accountId = '' } = by === 'accountId' ? await writtenOf('account', domain) : {};
  const write = { ...logOf({}), ...(by === 'domain' ? { domain } : { accountId }) };
  let then = await sizes();
  const on = retried(async () => {
    then = await sizes();
    const { personId } = await newPerson({ domain });
    await erase(personId);
  });
  const { accountLog } = await writeAccountLog(on, write, write);
  expect(accountLog.createdAccount).toBe(by === 'domain');
  expect(await sizes()).toEqual(then);
});

test('without a key, no key is stored, and a log of an unknown owner is a 404', async () => {
  const before = await tableSizes();
  await writtenOf('person', newDomain());
  await writtenOf('account', newDomain());
  expect((await tableSizes()).idempotency_keys).toBe(before.idempotency_keys);
  const unknown = await send('POST', '/v0/person_logs', { source: 'x', payload: {}, personId: 'person_x' });
  expect(unknown.status).toBe(404);
  const batch = { writes: [{ source: 'x', payload: {}, personId: 'person_x' }] };
  const { results } = await ok(
    send<{ results: { status: number }[] }>('POST', '/v0/person_logs/batch', batch),
  );
  expect(results.map(({ status }) => status)).toEqual([404]);
  expect((await writeOf('account', 'x', { domain: undefined, accountId: 'account_x' })).status).toBe(404);
});

test('a change of identifiers notes the logs of the last minutes alone', async () => {
  const { personId } = await newPerson(ids);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * 60_000 });
  await ok(send('POST', '/v0/person_logs', { source: 'x', payload: {}, personId }));
  vi.useRealTimers();
  await ok(send('POST', '/v0/person_logs', { source: 'x', payload: {}, personId }));
  await ok(send('POST', '/v0/person_logs', { source: 'x', payload: {}, personId, idempotencyKey: personId }));
  const before = (await tableSizes()).idempotency_keys ?? 0;
  await patch(personId, { name: 'Other', email: other().email });
  expect((await tableSizes()).idempotency_keys).toBe(before + 1);
  await patch(personId, { phoneNumber: null });
  await erase(personId);
  expect((await tableSizes()).idempotency_keys).toBe(before + 1);
});
