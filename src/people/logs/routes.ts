import type { AppEnv } from '../../http/app-env.ts';
import { batchBody, batchWrites, eachValid } from '../../http/batch.ts';
import { Hono } from '../../http/hono.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { problemOf } from '../../http/problem.ts';
import { body, query, scope } from '../../http/route.ts';
import { statusOf } from '../../http/status.ts';
import { AccountLogCreate, LogListQuery, PersonLogBatch, PersonLogCreate } from './body-schemas.ts';
import { jsonText, logJson, logPageJson, payloadText } from './payload.ts';
import { writeAccountLog, writePersonLog, writePersonLogs } from './store/create.ts';
import { deleteLog } from './store/delete.ts';
import { getLog, listLogs } from './store/read.ts';

/** Mounted at /v0/person_logs. */
export const personLogRoutes = new Hono<AppEnv>()
  .post('/', scope('log', 'write'), idempotency({ takesNoKey: true }), body(PersonLogCreate), async (c) => {
    const write = { ...c.req.valid('json'), payload: payloadText(c, 'payload') };
    const { personLog, replayed } = await writePersonLog(c.get('db'), { write, sent: c.get('sent') });
    if (replayed) c.header('Idempotent-Replayed', 'true');
    return c.json(personLog, 201);
  })
  .post(
    '/batch',
    scope('log', 'write'),
    idempotency({ takesNoKey: true }),
    batchBody(PersonLogBatch),
    async (c) => {
      const writes = batchWrites(c, PersonLogCreate, c.req.valid('json').writes);
      const outcomes = await eachValid(writes, (valid) =>
        writePersonLogs(
          c.get('db'),
          valid.map(({ value, sent, path }) => ({
            write: { ...value, payload: payloadText(c, `${path}.payload`) },
            sent,
          })),
        ),
      );
      const results = outcomes.map((outcome) =>
        outcome.ok
          ? { status: 201 as const, personLog: outcome.personLog, replayed: outcome.replayed, problem: null }
          : {
              status: statusOf(outcome.error.code),
              replayed: false,
              personLog: null,
              problem: problemOf(outcome.error, c),
            },
      );
      return c.json({ results });
    },
  );

/** Mounted at /v0/persons. */
export const personOwnLogRoutes = new Hono<AppEnv>()
  .get('/:person_id/logs', scope('read'), query(LogListQuery), async (c) => {
    const listing = { ...c.req.valid('query'), ownerId: c.req.param('person_id') };
    return jsonText(c, logPageJson(await listLogs(c.get('db'), 'person_log', listing)));
  })
  .get('/:person_id/logs/:person_log_id', scope('read'), async (c) => {
    const { person_id, person_log_id } = c.req.param();
    return jsonText(c, logJson(await getLog(c.get('db'), 'person_log', person_id, person_log_id)));
  })
  .delete('/:person_id/logs/:person_log_id', scope('write'), async (c) => {
    const { person_id, person_log_id } = c.req.param();
    return c.json(await deleteLog(c.get('db'), 'person_log', person_id, person_log_id));
  });

/** Mounted at /v0/account_logs. */
export const accountLogRoutes = new Hono<AppEnv>().post(
  '/',
  scope('log', 'write'),
  idempotency({ takesNoKey: true }),
  body(AccountLogCreate),
  async (c) => {
    const write = { ...c.req.valid('json'), payload: payloadText(c, 'payload') };
    const { accountLog, replayed } = await writeAccountLog(c.get('db'), write, c.get('sent'));
    if (replayed) c.header('Idempotent-Replayed', 'true');
    return c.json(accountLog, 201);
  },
);

/** Mounted at /v0/accounts. */
export const accountOwnLogRoutes = new Hono<AppEnv>()
  .get('/:account_id/logs', scope('read'), query(LogListQuery), async (c) => {
    const listing = { ...c.req.valid('query'), ownerId: c.req.param('account_id') };
    return jsonText(c, logPageJson(await listLogs(c.get('db'), 'account_log', listing)));
  })
  .get('/:account_id/logs/:account_log_id', scope('read'), async (c) => {
    const { account_id, account_log_id } = c.req.param();
    return jsonText(c, logJson(await getLog(c.get('db'), 'account_log', account_id, account_log_id)));
  })
  .delete('/:account_id/logs/:account_log_id', scope('write'), async (c) => {
    const { account_id, account_log_id } = c.req.param();
    return c.json(await deleteLog(c.get('db'), 'account_log', account_id, account_log_id));
  });
