import { env } from 'cloudflare:workers';
import type { Database } from '../../../../src/db/client.ts';
import { writeAccountLog, writePersonLog } from '../../../../src/people/logs/store/create.ts';
import { deleteLog } from '../../../../src/people/logs/store/delete.ts';
import type { AccountTimeline, PersonTimeline } from '../../../../src/visits/timelines/schemas.ts';
import { openTestDatabase, type Problem, send, tableSizes } from '../../support/client.ts';
import { type Created, idOf, kinds, newDomain, writeOf, writtenOf } from '../../support/logs.ts';
import { ok } from '../../support/replies.ts';

type Kind = (typeof kinds)[number];
const ownerOf = ({ personId, accountId }: Created) => personId ?? accountId ?? '';
const pathOf = (kind: Kind, log: Created) => `/v0/${kind}s/${ownerOf(log)}/logs`;
const remove = (kind: Kind, log: Created) =>
  send<object & Problem>('DELETE', `${pathOf(kind, log)}/${idOf(log)}`);
/** The counts of an owner. */
const countsOf = async (kind: Kind, log: Created) =>
  (
    await env.DB.prepare(
      `select source, type, logs, own_times as own from ${kind}_log_counts where ${kind}_id = ?`,
    )
      .bind(ownerOf(log))
      .all()
  ).results;

/** A database that runs every batch, loses its answer, and runs it again after others did something. */
function retried(between: () => Promise<unknown>): Database {
  const db = openTestDatabase();
  const run = async (statements: Parameters<Database['batch']>[0]) => {
    await db.batch(statements);
    await between();
    return db.batch(statements);
  };
  return Object.assign(Object.create(db) as Database, { batch: run, batchUntold: run });
}

describe.each(kinds)('a deleted log (%s)', (kind) => {
  test('is in no list, timeline or count any more, and the others are', async () => {
    const domain = newDomain();
    const fields = [
      { source: 'form', type: 'sent' },
      { source: 'form', type: 'sent', occurredAt: '2020-01-01T00:00:00Z' },
      { source: 'form', type: 'sent', occurredAt: '2020-01-02T00:00:00Z' },
      { source: 'crm', type: 'won' },
    ];
    const logs: Created[] = [];
    for (const one of fields) logs.push(await writtenOf(kind, domain, one));
    const [first, old, , won] = logs as [Created, Created, Created, Created];
    const activity = 'select latest_activity_at as at from accounts where domain = ?';
    const active = () => env.DB.prepare(activity).bind(domain).first('at');
    const before = await active();

    const reply = await remove(kind, old);
    expect(reply.status).toBe(200);
    const owner = { [`${kind}Id`]: ownerOf(old) };
    expect(reply.body).toEqual({ ...owner, [`${kind}LogId`]: idOf(old), deleted: true });
    expect(reply.cost.trips).toBe(1);
    expect(await countsOf(kind, first)).toEqual([
      { source: 'crm', type: 'won', logs: 1, own: 0 },
      { source: 'form', type: 'sent', logs: 2, own: 1 },
    ]);
    await ok(remove(kind, won));
    await ok(remove(kind, first));
    expect(await countsOf(kind, first)).toEqual([{ source: 'form', type: 'sent', logs: 1, own: 1 }]);

    const left = [idOf(logs[2] as Created)];
    const list = await ok(send<{ items: Created[]; totalCount: number }>('GET', pathOf(kind, first)));
    expect([list.items.map(idOf), list.totalCount]).toEqual([left, 1]);
    const ofSource = await ok(send<typeof list>('GET', `${pathOf(kind, first)}?source=form`));
    expect([ofSource.items.map(idOf), ofSource.totalCount]).toEqual([left, 1]);
    const timeline = pathOf(kind, first).replace(/logs$/, 'timeline');
    const { items } = await ok(send<PersonTimeline | AccountTimeline>('GET', timeline));
    expect(items.map((item) => 'log' in item && idOf(item.log as Created))).toEqual(left);
    expect((await send<Problem>('GET', `${pathOf(kind, first)}/${idOf(first)}`)).body.code).toBe(
      `${kind}_log_not_found`,
    );
    // That somebody was active stays true.
    expect(await active()).toBe(before);

    await ok(remove(kind, logs[2] as Created));
    expect(await countsOf(kind, first)).toEqual([]);
    expect((await ok(send<typeof list>('GET', pathOf(kind, first)))).totalCount).toBe(0);
  });

  test('is a 404 then, and a late retry of its request writes nothing', async () => {
    const domain = newDomain();
    const fields = { idempotencyKey: `key-${domain}` };
    const first = await writeOf(kind, domain, fields);
    const sizes = await tableSizes();
    const answers = [await remove(kind, first.body), await remove(kind, first.body)];
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    expect(answers[1]?.body.code).toBe(`${kind}_log_not_found`);
    const late = await writeOf(kind, domain, fields);
    expect([late.status, late.text]).toEqual([201, first.text]);
    expect(late.headers.get('Idempotent-Replayed')).toBe('true');
    const { [`${kind}_logs`]: logs, [`${kind}_log_counts`]: counts, ...others } = await tableSizes();
    expect({
      ...others,
      [`${kind}_logs`]: Number(logs) + 1,
      [`${kind}_log_counts`]: Number(counts) + 1,
    }).toEqual(sizes);
    const other = await writeOf(kind, domain, { ...fields, payload: { n: 2 } });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  });

  test('and has no key is not written again when D1 is given it once more', async () => {
    const domain = newDomain();
    const { personId, accountId } = await writtenOf(kind, domain);
    const ownerId = personId ?? accountId ?? '';
    const write = { source: 'crm', type: 'call', payload: '{}' };
    const select = `select ${kind}_log_id as id from ${kind}_logs where ${kind}_id = ? and type = 'call'`;
    const written = async () =>
      (await env.DB.prepare(select).bind(ownerId).all<{ id: string }>()).results.map(({ id }) => id);
    const on = retried(async () => {
      const [id = ''] = await written();
      await deleteLog(openTestDatabase(), `${kind}_log`, ownerId, id);
    });
    await (kind === 'person'
      ? writePersonLog(on, { write: { ...write, personId: ownerId }, sent: {} })
      : writeAccountLog(on, { ...write, accountId: ownerId }, {}));
    expect(await written()).toEqual([]);
  });

  test('is of this owner: others keep theirs, and an owner that does not exist is a 404', async () => {
    const [mine, theirs] = [await writtenOf(kind, newDomain()), await writtenOf(kind, newDomain())];
    expect((await send('DELETE', `${pathOf(kind, mine)}/${idOf(theirs)}`)).status).toBe(404);
    await ok(send('GET', `${pathOf(kind, theirs)}/${idOf(theirs)}`));
    const none = await send<Problem>('DELETE', `/v0/${kind}s/${kind}_no/logs/${idOf(mine)}`);
    expect([none.status, none.body.code]).toEqual([404, `${kind}_not_found`]);
  });
});
