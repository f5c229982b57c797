import { Hono } from 'hono';
import { openDatabase } from '../db/client.ts';
import type { AppEnv } from '../http/app-env.ts';
import { minuteMs } from '../lib/durations.ts';
import { takeAddressToken } from '../middleware/rate-limit.ts';
import { databaseOf, workspacesOf } from '../workspaces.ts';
import { assertSchema, ping } from './store/check.ts';

/** Milliseconds for which a correct schema is not checked again. */
const trusted = minuteMs;

/** When each database's schema was last found correct, in this isolate. */
const foundRight = new WeakMap<D1Database, number>();

/**
 * Needs no key. Answers whether the worker runs, and whether every workspace's database answers and is migrated; 503
 * if not.
 */
export const healthRoutes = new Hono<AppEnv>().get('/', async (c) => {
  await takeAddressToken(c);
  const open = (binding: D1Database) => openDatabase(binding, 'first-unconstrained', c.var.meter);
  const check = async (workspace: string) => {
    const binding = databaseOf(c.env, workspace);
    if (!binding || Date.now() < (foundRight.get(binding) ?? 0) + trusted) return;
    await assertSchema(open(binding), workspace);
    foundRight.set(binding, Date.now());
  };
  await Promise.all([ping(open(c.env.DB)), ...workspacesOf(c.env).map(check)]);
  return c.json({ status: 'ok' as const, d1: 'ok' as const });
});
