import { authorOf } from '../access/api-keys/author.ts';
import { lasting } from '../access/middleware/lasting.ts';
import { retentionStart } from '../analytics/retention.ts';
import { databaseOf, workspacesOf } from '../config/workspaces.ts';
import { Nothing } from '../content/audiences/schemas.ts';
import { recipientsFrom } from '../content/audiences/store/recipient.ts';
import { openDatabase } from '../db/client.ts';
import { isAway } from '../db/outage.ts';
import type { AppEnv } from '../http/app-env.ts';
import { Hono } from '../http/hono.ts';
import { idempotency } from '../http/middleware/idempotency-key.ts';
import { takeAddressToken } from '../http/middleware/rate-limit.ts';
import { body, scope } from '../http/route.ts';
import { minuteMs } from '../lib/durations.ts';
import { FootfallError } from '../lib/errors.ts';
import { assertSchema, ping } from './store/check.ts';
import { getSampleData, loadSampleData } from './store/load.ts';
import { removeSampleData } from './store/remove.ts';
import { sendGivenUp } from './store/send.ts';
import { getSystem } from './store/system.ts';

/** Milliseconds for which a correct schema is not checked again. */
const trusted = minuteMs;

/** How long a database may take to answer, in milliseconds. Monitors wait two seconds or more. */
const deadline = 1500;

/** When each database's schema was last found correct, in this isolate. */
const foundRight = new WeakMap<D1Database, number>();

/** Says which part does not answer. Only the log says which database: answers do not reveal which workspaces exist. */
const sayWhat = (workspace: string) => (error: unknown) => {
  if (!isAway(error)) throw error;
  const message = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  throw Object.assign(new FootfallError('database_unavailable', 'The Worker runs, and D1 does not answer.'), {
    cause: new Error(`workspace ${workspace}: ${message}`),
  });
};

/** Needs no key. Answers whether the Worker runs and all databases answer and are migrated; 503 if not. */
export const healthRoutes = new Hono<AppEnv>().get('/', async (c) => {
  await takeAddressToken(c);
  const open = (binding: D1Database) => openDatabase(binding, 'first-unconstrained', c.var.meter, deadline);
  const check = async (workspace: string) => {
    const binding = databaseOf(c.env, workspace);
    if (!binding || Date.now() < (foundRight.get(binding) ?? 0) + trusted) return;
    await assertSchema(open(binding), workspace);
    foundRight.set(binding, Date.now());
  };
  const checks = workspacesOf(c.env).map((workspace) => check(workspace).catch(sayWhat(workspace)));
  await Promise.all([ping(open(c.env.DB)).catch(sayWhat('main')), ...checks]);
  return c.json({ status: 'ok' as const, d1: 'ok' as const });
});

/** Mounted at /v0/system: what the service does in a workspace, for its operators. */
export const systemRoutes = new Hono<AppEnv>()
  .get('/', scope('admin'), async (c) => {
    return c.json(await getSystem(c.var.db, c.env.VISITS, Date.now()));
  })
  .post(
    '/given_up/:given_up_id/send',
    scope('admin'),
    idempotency({ takesNoKey: true }),
    lasting(),
    body(Nothing),
    async (c) => {
      const { db, workspace, apiKey } = c.var;
      const sender = { env: c.env, workspace, author: authorOf(apiKey) };
      return c.json(await sendGivenUp(db, c.req.param('given_up_id'), sender));
    },
  );

/** Mounted at /v0/sample_data: what an empty workspace can be filled with, for who looks at it first. */
export const sampleDataRoutes = new Hono<AppEnv>()
  .get('/', scope('read'), async (c) => c.json(await getSampleData(c.var.db)))
  // To load it twice is the same, with or without an `Idempotency-Key`.
  .post('/', scope('admin'), idempotency({ takesNoKey: true }), body(Nothing), async (c) => {
    const now = Date.now();
    const from = {
      visits: retentionStart(c.env.SESSION_RETENTION_DAYS, now),
      recipients: recipientsFrom(c.env, now),
    };
    return c.json(await loadSampleData(c.var.db, now, from));
  })
  .delete('/', scope('admin'), async (c) => c.json(await removeSampleData(c.var.db)));
