import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { told } from '../../http/middleware/idempotency-key.ts';
import { scope } from '../../http/middleware/scope.ts';
import { body, query } from '../../http/validate.ts';
import { jsonText, logJson, logPageJson, payloadText } from '../logs/json.ts';
import type { AccountLog } from '../logs/schemas.ts';
import { getLog, listLogs } from '../logs/store/read.ts';
import { AccountLogCreate, type AccountLogList, AccountLogListQuery } from './schemas.ts';
import { writeAccountLog } from './store/write.ts';

/** Mounted at /v0/account_logs. */
export const accountLogRoutes = new Hono<AppEnv>().post(
  '/',
  scope('log', 'write'),
  told({ takesNoKey: true }),
  body(AccountLogCreate),
  async (c) => {
    const write = { ...c.req.valid('json'), payload: payloadText(c, 'payload') };
    const { accountLog, replayed } = await writeAccountLog(c.var.db, write, c.var.sent);
    if (replayed) c.header('Idempotent-Replayed', 'true');
    return c.json(accountLog, 201);
  },
);

/** Mounted at /v0/accounts. */
export const accountOwnLogRoutes = new Hono<AppEnv>()
  .get('/:account_id/logs', scope('read'), query(AccountLogListQuery), async (c) => {
    const listing = { ...c.req.valid('query'), ownerId: c.req.param('account_id') };
    return jsonText<AccountLogList>(c, logPageJson(await listLogs(c.var.db, 'account_log', listing)));
  })
  .get('/:account_id/logs/:account_log_id', scope('read'), async (c) => {
    const { account_id, account_log_id } = c.req.param();
    return jsonText<AccountLog>(
      c,
      logJson(await getLog(c.var.db, 'account_log', account_id, account_log_id)),
    );
  });
